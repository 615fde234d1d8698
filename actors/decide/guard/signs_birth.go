package guard

// birthSigns are those of pregnancy, birth and the first months.
var birthSigns = []sign{
	{name: "pregnant", traits: weak | lifelong, phrases: `#preg|gravidez`},
	{name: "belly", traits: weak, phrases: `
		#severe .. barriga
		dor|dores|colica .. barriga|ventre|utero
		barriga .. dura|endurecendo
		colica .. #severe`},
	{name: "waters", phrases: `
		bolsa .. ~estourou|~rompeu|estorou|estouro|rompida|estourada|rompendo|rompe|vazando|romper
		estourou|rompeu|estorou .. bolsa
		perdendo|saindo|vazando|escorrendo|escorreu|desceu .. liquido|tampao|liguido
		rompimento .. bolsa`, unless: `
		bolsa .. romper|rompe
		perdendo|saindo|vazando .. liquido .. joelho|ouvido`},
	{name: "contractions", phrases: `
		#present|sentindo|tendo|tenho|comecou|comecaram|sinto .. ~contracoes|~contracao|contracaos|contracoens
		~contracoes|~contracao ... #num em|e|a #num
		~contracoes|~contracao .. fortes|forte|muito|ritmadas|seguidas|frequentes|minutos
		^ ~contracoes|contracao $
		dor|dores do|de|pro parto
		dor|dores|colica|contraindo ... #num em|e #num min|minuto|minutos`, unless: `contracoes|contracao .. muscular|musculares`},
	{name: "labour", traits: disease | topical, phrases: `trabalho de parto`, unless: `trabalho de parto normal|humanizado`},
	{name: "birth", phrases: `
		cabeca|cabecinha|pe|pezinho|cordao .. aparecendo|saindo|coroando|pra fora
		#baby|crianca .. nascendo|coroando|saindo
		ta|esta|vai nascendo|nascer agora?
		parindo|vou parir
		#baby .. parou .. mexer|mecher|mover
		#baby ... #not .. mexe|mexendo|mexeu|mexer|mechendo|mexi`},
	{name: "baby", traits: weak | lifelong, phrases: `#baby`},
	{name: "newborn", traits: weak | lifelong, phrases: `
		recem nascid*
		recemnascid*|rn|recem
		#baby .. de|tem|com #num|#one dia|dias|semana|semanas
		#child de #num|#one dia|dias|semana|semanas
		#baby|#child .. de|tem|com #upto3|#one mes|meses
		#baby|#child .. de um|dois|duas|tres mes|meses`, unless: `
		#num|#one dia|dias|semana|semanas|mes|meses de febre
		febre .. de|ha|faz|tem #num|#one dia|dias|semana|semanas|mes|meses`},
	{name: "fever", traits: weak, phrases: `
		febre|febril|~febrao
		#fever de? febre|graus`, unless: `
		febre .. baixa|amarela|reumatica|baixinha
		vacina .. febre`},
	{name: "high fever", traits: weak, phrases: `
		febre .. alta|altissima|#fever
		#fever .. febre|graus
		febrao`},
	{name: "temperature", traits: weak, phrases: `#present|deu|tem|marcou .. #fever38`},
	{name: "after birth", traits: weak | lifelong, phrases: `
		vim|tive|fiz|ganhei|ganhou|teve|fez|pari|depois|apos|pos|dias .. parto|cesarea|cesariana|bebe|nenem
		puerperio|resguardo|puerpera|pari`},
	{name: "very high fever", phrases: `
		febre ... #fever40
		#fever40 .. febre|graus`, unless: `
		febre .. amarela|reumatica
		#fever40 anos|ano|semanas|reais|kg|minutos|h|horas
		#clock|tenho|tem #fever40`},
	{name: "blotches", traits: weak, phrases: `mancha|manchas|pintinhas|bolinhas .. roxa|roxas|vermelhas|roxinhas`},
	{name: "baby is limp", phrases: `
		#child #present|fica|ficou|ficando todo|toda|muito|meio|bem? mole|molinho|molinha|molenga|largado|largada
		#child #present|fica|ficou .. #purple
		#child .. mole e|sem|nao|que
		moleira .. fund*|afund*|inchad*|alta|estufad*
		#baby .. #purple
		#child ... gemendo|gemente|gemeno
		#baby ... gelado|gelada|palid*
		#baby ... muito|mto|ta|esta sonolent*
		#baby ... #not .. acord*|reag*`, unless: `coco|fezes|dente|dentes|moleira ... mole|molinho|fecha*`},
	{name: "limp", traits: weak, phrases: `mole|molinho|molinha|prostrad*|desfalecid*|largad*`},
	{name: "drowsy", traits: weak, phrases: `sonolent*|sonolencia|prostrad*`},
	{name: "refuses milk", traits: weak, phrases: `
		#not .. mama|mamando|mamar .. mole|molinh*|febre|rox*|sonolent*|gem*
		mole|molinh*|febre|rox*|sonolent*|gem* ... #not .. mama|mamando|mamar`},
	{name: "endless vomiting", traits: weak, phrases: `#not .. para .. #vomits`},
}

// injurySigns are what comes from outside: accidents, poisons, animals, violence.
var injurySigns = []sign{
	{name: "throat closes", phrases: `
		~garganta|glote|guela|goela .. fech*|feixando|feixou|trancando|trancou|travando|inchando|inchou|fechano
		~fechando .. garganta|glote
		~anafilatico|~anafilatica|anafilaxia`},
	{name: "face swells", phrases: `
		#face|lingua|olhos|beico .. #swells
		#swells ... rosto|boca|labio|labios|lingua|cara|beico
		#not .. #can .. engolir|salivar
		edema .. glote`, unless: `#face .. #swells .. dente|siso`},
	{name: "allergic reaction", traits: topical, phrases: `
		~reacao|crise|alergia .. ~alergica|alergia .. grave|forte|agora|seria|feia
		tendo|com|teve uma|um? ~reacao ~alergica`},
	{name: "swelling", traits: weak, phrases: `inchad*|#swells`},
	{name: "hives", traits: weak, phrases: `empolad*|empolou|empolando|urticaria|placas`},
	{name: "allergen", traits: weak, phrases: `
		comi|comeu .. camarao|amendoim|castanha|ovo|leite|marisco|frutos|nozes
		tomei|tomou .. #drug|injecao|antibiotico|vacina|benzetacil
		picada|ferroada|picou|picad* .. abelha|vespa|marimbondo|formiga`},
	{name: "choking", traits: loose | chronic, phrases: `
		~engasgou|~engasgado|~engasgada|~engasgando|~engasguei|engasgano|engasgo|ingasgou|ingasgado|engasgad*
		engoliu|engoli|enguliu .. #foreign
		#foreign ... engoliu|enguliu|engolido
		preso|presa|parado|parada|atravess*|entalad* .. garganta|goela
		entalou|entalado|entalada|entalo .. garganta|goela
		#kin .. entalou|entalado|entalada`, unless: `catarro|pigarro|choro|secrecao|bolo .. preso|presa|parado|entalado|entalada .. garganta`},
	{name: "poison", traits: lasting, phrases: `
		#ingest .. #poison
		acabou|acabei|pegou e|de beber|engolir|ingerir|tomar|comer .. #poison
		#ingest .. dose|doses dupla|dobrada|tripla|errada
		#ingest .. duas|tres|varias doses
		#ingest .. #drug .. demais|errado|errados|muitos|tudo|inteiro|avo|vo|cachorro|vez
		#ingest .. muito|muitos|mto|varios|bastante|monte|todos|todas|tudo #drug
		#ingest .. todos|todo|monte|todas|punhado|mao|mistura .. #drug
		#ingest ... cartela|cartelas|caixa|vidro|frasco|caixas .. inteir*|toda|todo|tod*
		#ingest .. cartela|cartelas|caixa|caixas .. #drug
		#ingest .. #pills #drug|gotas
		#ingest .. #num|duas|tres|quatro|cinco cartelas|caixas|frascos|vidros
		#ingest .. #drug .. errad*|trocad*|dobrad*|dobro
		virou|entornou|enfiou|colocou|botou ... #drug|#poison ... boca
		#child ... comeu|mastigou|mordeu planta|cogumelo|naftalina|termometro|pilha|sabao
		engoliu|enguliu .. #drug
		#child .. tomou|comeu|bebeu meu|minha|meus|minhas #drug
		~exagerei|exagerou .. dose|#drug|insulina
		dose|doses .. errada|erradas|dobrada .. #drug
		misturou|misturei ... #drug
		usou|cheirou|injetou|fumou|usei|cheirei .. #narcotic
		cheirou|cheirei|inalou|inalei|vazando|vazamento .. gas|fumaca
		~intoxicado|~intoxicada|~envenenado|~envenenada|envenenou|intoxicou|envenenaram
		superdosagem|superdose`, unless: `
		misturou|misturei ... posso|pode
		ja tomei|tomou ... #drug
		#ingest .. todos|todas ... passou|receitou|receitados|certinho|direitinho|horario|exame`},
	{name: "overdose", traits: disease | topical, phrases: `overdose|~envenenamento|~intoxicacao|over`},
	{name: "burn", traits: loose | topical, phrases: `
		queimei|queimou|queimaram|queimando|queimada|queimado .. #hot
		queimei|queimou .. #skin
		queimou|queimaram|escaldou .. #kin
		~explodiu|explosao|estourou .. panela|botijao|gas|fogos|rojao|cara|rosto|mao|fogao
		panela|botijao|gas|fogos|rojao|fogao|isqueiro|bateria .. ~explodiu|estourou
		me|se queimei|queimou
		~derramou|derramei|virou|caiu|derrubou|espirrou|derrubei .. #hot ... #kin|#skin|mim|quente|fervendo
		agua|oleo|cafe|leite|gordura|sopa|cha quente|fervendo|fervente .. caiu|derramou|espirrou|virou|pegou|jogou
		caiu|espirrou|entrou|jogou ... produto|acido|soda|cloro|quimico|cal|cimento ... olho|olhos|rosto
		~queimadura ... feia|grave|grau|grande|bolha|bolhas|extensa|seria
		~queimadura .. #skin
		gente|pessoa|pessoas|crianca|alguem .. queimad*
		fogo .. casa|carro|cozinha|apartamento|quarto|roupa|corpo|nele|nela
		incendio
		encostou|pos|colocou .. ferro|forno|fogao|escapamento .. quente|mao|queim*
		pegou|pegando fogo`},
	{name: "head", traits: lasting | topical, phrases: `
		bati|bateu|batendo|bateram|batida|pancada|bato|batido ... cabeca|cabecinha|nuca|testa
		traumatismo|concussao
		caiu|cai .. de cabeca
		cabeca|testa .. abriu|rachou|cortou|partiu|sangr*|afund*|aberta|rachada|partida`, unless: `bate .. cabeca`},
	{name: "fall", traits: lasting, phrases: `
		caiu|cai|caí|queda|despencou|despenquei|caido|tombo .. #heights
		#baby ... caiu|rolou|despencou .. cama|berco|colo|trocador|sofa|carrinho|cadeira
		caiu|cai|queda|caída ... #not .. levanta|levantar|levantou|mexe|anda|andar|mexer|consegue
		caiu|cai|tombo ... quebrou|quebrei|quebrado`, unless: `caiu em? cima da|do|de hora|feriado|outro|outra|reuniao`},
	{name: "fell", traits: weak, phrases: `caiu|cai|queda|tombo|escorregou|escorreguei`, unless: `
		consulta|horario|compromisso|data|dia|exame .. caiu
		caiu .. no|em|na? feriado|domingo|sabado|segunda
		caiu a|o|meu|na ficha|ligacao|internet|celular|sinal`},
	{name: "cannot get up", traits: weak, phrases: `#not .. levanta|levantar|levantou|andar|anda`},
	{name: "run over", traits: lasting, phrases: `
		atropelad*|~atropelou|~atropelaram|~atropelado
		atropelamento agora
		capotou|capotei|capotamos|capotaram
		ferragens
		acidentad*|acidentou
		soterrad*|prensad*|esmagad*
		~machucou|machuquei .. feio|muito|serio|grave
		vitima|vitimas .. grave|fatal|acidente|presa
		prendeu|prensou|esmagou|prendi|prensei|esmaguei|moeu .. mao|dedo|dedos|braco|perna|pe
		~decepou|decepei|amputou|amputei|decepado
		perdeu|perdi|perdendo .. dedo|dedos|orelha|mao
		cortou|cortei|acidente|cortado|passou|decepou .. #tool
		carro|moto|onibus|caminhao|trem|bicicleta .. pegou|atropel*|bateu|passou|esmagou .. #kin|cima
		caiu|tombou|virou .. cima .. #kin|mim|perna|pe
		enfiou|entrou|cravou|espetou|furou|perfurou|enterrou .. olho|barriga|peito|pescoco|pe|mao|perna
		dedo|dedos|orelha|mao|braco|perna|pe .. cortad*|arrancad*|decepad*|pendurad*|amputad* fora|agora|aqui
		arrancou|arranquei|arrancado|cortou|serrou .. fora|pedaco|dedo|orelha|ponta`, unless: `cortou .. cabelo`},
	{name: "accident", traits: soft | topical | lasting, phrases: `
		sofreu|sofri|sofremos|teve|tivemos|acabou|houve|aconteceu|deu .. #wreck
		#wreck .. grave|feio|feia|agora`},
	{name: "crash", traits: weak, phrases: `
		bati|bateu|batemos|bater|bateram .. carro|moto|caminhao|poste|onibus|bicicleta
		#wreck`},
	{name: "injured", traits: weak, phrases: `ferid*|machucad*|machucou|machuquei|sangrando|quebrou|quebrado|roxa|roxo|presa|preso|cortad*|hematoma|hematomas|inchad*`},
	{name: "fracture", traits: topical, phrases: `
		fratura ~exposta
		osso|ossos .. fora|aparec*|exposto|saindo|saiu|amostra|mostra|furou
		ver|vendo|aparecendo .. osso|ossos
		quebr* .. femur|bacia|cranio|coluna|pescoco|quadril`},
	{name: "violence", traits: loose | lasting, phrases: `
		tiro|tiros|facada|facadas|paulada .. no|na|nele|nela|em meu|minha|peito|perna|barriga|cabeca|braco|ele|ela|#kin
		deram|deu|meteram|acertaram|acertou um|uns|uma? tiro|tiros|facada|facadas|bala
		atiraram|atirou .. #kin|mim|nele|nela|em
		furaram|furou|cortaram|cortou|rasgaram .. faca|canivete|facao|estilete|garrafa
		abusou|abusaram|abusada|abusado|abusando .. mim|dela|dele|#kin|sexual*|me
		levei|levou|tomou|tomei|levado um|uma|uns|dois|duas|tres|varios|varias|#num? tiro|tiros|facada|facadas|bala|paulada|pauladas
		~baleado|~baleada|balearam|~esfaqueado|~esfaqueada|esfaquearam|esfaqueou|apunhal*
		#partner .. me bateu|espancou|agrediu|esganou|enforcou|batendo|agredindo|esfaqueou|queimou|machucou
		tao|estao|ta|esta|fica me batendo|espancando|agredindo|machucando
		me deu|deram|dando um? soco|socos|murro|murros|chute|chutes|coronhada
		me esganou|estrangulou|esfaqueou|queimou|enforcou|sufocou
		ameac* .. me|nos .. faca|arma|revolver
		me|nos|nela|nele ~espancou|espancaram|espancando|agrediram|agrediu
		~espancado|~espancada|~espancaram|~espancou
		apanhei|apanhou|apanhando .. #partner|muito|dele|rua|feio
		estuprad*|estupro|estuprou|violentad*|violentou
		tentando|tentou|quer|ameac* .. me|nos matar|esfaquear|enforcar`},
	{name: "hit", traits: weak, phrases: `me bateu|agrediu|bateram|empurrou|socou`},
	{name: "drowning", traits: loose, phrases: `
		~afogou|~afogando|~afogado|~afogada|afogano
		afogamento agora
		caiu .. piscina|poco|represa|lagoa|cisterna|tanque
		tirou|tiraram|tiramos .. piscina|mar|rio|lagoa|represa`, unless: `~afogado|~afogada .. em|de|com trabalho|servico|divida|dividas|prova|provas`},
	{name: "electric shock", traits: loose | lasting, phrases: `
		~choque ~eletrico|eletrica
		levei|levou|tomou|tomei|levando .. ~choque
		dedo|mao|faca|garfo .. tomada
		~choque .. tomada|chuveiro|geladeira|fio|cerca|rede|poste|maquina
		encostou|pegou|tocou .. fio|rede|poste .. ~choque|eletric*|caiu|grud*|desencapado
		atingid* .. raio
		eletrocutad*|eletrocutou`, unless: `choque .. realidade`},
	{name: "bite", traits: topical | lasting, phrases: `
		#bitten ... #venom
		#venom ... #bitten
		#dog .. mordeu|atacou|morderam
		mordid* .. #dog
		fui|foi mordid*`},
}
