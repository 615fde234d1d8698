package guard

// birthSigns are those of pregnancy, birth and the first months.
var birthSigns = []sign{
	{name: "pregnant", traits: weak | lifelong, phrases: `
		#preg|gravidez
		to|estou|esta|ta|tou de|com #num semanas
		#num meses .. barriga
		#num meses|semanas de? gestacao|gravidez
		buchuda|prenha|embuchada|barriguda
		esperando bebe|nenem|neném`},
	{name: "belly", traits: weak, phrases: `
		#severe .. barriga
		dor|dores|colica .. barriga|ventre|utero
		barriga .. dura|endurecendo
		colica .. #severe
		barriga .. pedra|tabua|estufad*|inchad*`},
	{name: "waters", phrases: `
		bolsa .. ~estourou|~rompeu|estorou|estouro|rompida|estourada|rompendo|rompe|vazando|romper
		estourou|rompeu|estorou .. bolsa
		perdendo|saindo|vazando|escorrendo|escorreu|desceu .. liquido|tampao|liguido
		rompimento .. bolsa
		descendo|desceu|escorrendo|escorreu|molhou|saindo|saiu|vazando|jorrou .. agua|liquido|aguaceiro ... perna|pernas|semanas|gravida|parto
		desceu|saiu|perdi|perdeu .. tampao
		rompeu|estourou|romperam a|as? bolsa|aguas`, unless: `
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
	{name: "birth", traits: lasting, phrases: `
		cabeca|cabecinha|pe|pezinho|cordao .. aparecendo|saindo|coroando|pra fora
		#baby|crianca .. nascendo|coroando|saindo
		ta|esta|vai nascendo|nascer agora?
		#baby .. parou .. mexer|mecher|mover
		#baby ... #not .. mexe|mexendo|mexeu|mexer|mechendo|mexi
		parindo
		vou|vai parir
		#not sinto|senti|sentindo|sente|sentiu .. #baby .. mexer|mexendo|chutar|mover
		#baby .. vindo|descendo|empurrando|coroou|nasceu .. agora|aqui|casa|carro|banheiro
		acho .. #baby .. vindo|nascendo|descendo|saindo
		nasceu|nascendo em|no|na|aqui|dentro casa|carro|banheiro|uber|taxi|corredor
		coroando|coroou
		cordao .. saiu|antes|fora|pescoco|aparec*|pendurad*
		placenta ... #not .. sai|saiu|desce|desceu|soltou
		placenta .. descol*|saiu|saindo
		#baby ... nasceu ... #not .. chora|chorou|respira|mexe
		nasceu ... #not .. chora|chorou|respira|mexe
		pe|pezinho|mao|maozinha|bracinho|perna|perninha|bumbum|cabeca|cabecinha|cordao ja saiu|saindo|apareceu|aparecendo|fora
		#baby ... para|parou|parado|quieto .. mexer
		liquido .. verde|meconio|escuro|sangue`, unless: `
		dente|dentes|dentinho|dentinhos|cabelo|siso|pelo|espinha ... nascendo
		nascendo .. dente|dentes|dentinho|dentinhos|cabelo|siso|pelo`},
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
		febrao
		febre ... #not .. baixa|abaixa|cede|passa|baixou`},
	{name: "temperature", traits: weak, phrases: `
		#present|deu|tem|marcou .. #fever38
		com|a|deu|ta #fever38`, unless: `
		#fever38 anos|ano|semanas|kg|quilos|reais|semaninhas|mg|minutos|dias`},
	{name: "after birth", traits: weak | lifelong, phrases: `
		vim|tive|fiz|ganhei|ganhou|teve|fez|pari|depois|apos|pos|dias .. parto|cesarea|cesariana|bebe|nenem
		puerperio|resguardo|puerpera|pari`},
	{name: "very high fever", phrases: `
		febre ... #fever40
		#fever40 .. febre|graus`, unless: `
		febre .. amarela|reumatica
		#fever40 anos|ano|semanas|reais|kg|minutos|h|horas
		#clock|tenho|tem #fever40`},
	{name: "blotches", traits: weak, phrases: `
		mancha|manchas|pintinhas|bolinhas .. roxa|roxas|vermelhas|roxinhas
		pinta|pintas|pontinhos|pontos|vergao|vergoes|manchinhas|petequias .. roxa|roxas|vermelhas|roxinhas|vermelhos|roxos|vermelha`},
	{name: "baby is limp", phrases: `
		#child #present|fica|ficou|ficando todo|toda|muito|meio|bem? mole|molinho|molinha|molenga|largado|largada
		#child #present|fica|ficou .. #purple
		#child .. mole e|sem|nao|que
		moleira .. fund*|afund*|inchad*|alta|estufad*
		#baby .. #purple
		#child ... gemendo|gemente|gemeno
		#baby ... gelado|gelada|palid*
		#baby ... muito|mto|ta|esta sonolent*
		#baby ... #not .. acord*|reag*
		#baby|crianca|filho|filha|menino|menina ... trancad*|pres*|esquec* .. carro
		esqueci|trancou|tranquei|esqueceu ... carro ... #child
		#baby ... #vomits .. verde|sangue|jato
		#baby ... amarel* ... #not .. acorda|mama
		#baby ... chora|chorando|choro|chorinho .. fino|fininho|sem parar|estridente ... febre|vomit*|mole|moleira|sangue|caiu`, unless: `coco|fezes|dente|dentes|moleira ... mole|molinho|fecha*`},
	{name: "limp", traits: weak, phrases: `
		mole|molinho|molinha|prostrad*|desfalecid*|largad*
		desanimad*|apatic*|amuad*|desmaiad*|caidinh*|jururu`},
	{name: "drowsy", traits: weak, phrases: `
		sonolent*|sonolencia|prostrad*
		dorme|dormindo .. demais|direto|#not .. acord*
		com sono|sonolencia|sono estranho|esquisito`},
	{name: "refuses milk", phrases: `
		#not .. mama|mamando|mamar .. mole|molinh*|febre|rox*|sonolent*|gem*
		mole|molinh*|febre|rox*|sonolent*|gem* ... #not .. mama|mamando|mamar`},
	{name: "endless vomiting", traits: weak, phrases: `#not .. para .. #vomits`},
}

// injurySigns are what comes from outside: accidents, poisons, animals, violence.
var injurySigns = []sign{
	{name: "throat closes", phrases: `
		~garganta|glote|guela|goela .. fech*|feixando|feixou|trancando|trancou|travando|inchando|inchou|fechano
		~fechando .. garganta|glote
		~anafilatico|~anafilatica|anafilaxia
		~garganta|glote|guela|goela .. apertando|apertou|trancad*|fecha
		fechou|fecha|fechando|trancou|travou|inchou .. garganta|goela|glote|guela
		~garganta|glote|guela|goela ... inchando|inchou|fechando|fechou|trancando`},
	{name: "face swells", phrases: `
		#face|lingua|olhos|beico .. #swells
		#swells ... rosto|boca|labio|labios|lingua|cara|beico
		#not .. #can .. engolir|salivar
		edema .. glote
		#face .. bola|balao|monstro|deformad*|enorme|irreconhec*
		#face ... parecendo|parece uma? bola|balao|monstro`, unless: `#face .. #swells .. dente|siso`},
	{name: "allergic reaction", traits: topical, phrases: `
		~reacao|crise|alergia .. ~alergica|alergia .. grave|forte|agora|seria|feia
		tendo|com|teve uma|um? ~reacao ~alergica`},
	{name: "swelling", traits: weak, phrases: `inchad*|#swells`},
	{name: "hives", traits: weak, phrases: `empolad*|empolou|empolando|urticaria|placas`},
	{name: "allergen", traits: weak, phrases: `
		comi|comeu .. camarao|amendoim|castanha|ovo|leite|marisco|frutos|nozes
		tomei|tomou .. #drug|injecao|antibiotico|vacina|benzetacil
		picada|ferroada|picou|picad* .. abelha|vespa|marimbondo|formiga`},
	{name: "choking", traits: loose | chronic | topical, phrases: `
		~engasgou|~engasgado|~engasgada|~engasgando|~engasguei|engasgano|engasgo|ingasgou|ingasgado|engasgad*
		engoliu|engoli|enguliu .. #foreign
		#foreign ... engoliu|enguliu|engolido
		preso|presa|parado|parada|atravess*|entalad* .. garganta|goela
		entalou|entalado|entalada|entalo .. garganta|goela
		#kin .. entalou|entalado|entalada
		entalou|entalado|entalada|intalou|intalado com|em|na|no
		#not .. desengasg*
		#foreign ... nariz|pulmao|garganta|traqueia
		enfiou|botou|colocou|pos|meteu .. #foreign ... nariz|boca|garganta
		~engasga|engasgando|engasgar .. saliva|baba|agua|leite .. #purple|preto|preta|sem|#not
		~engasga ... #purple|ficando preto|preta`, unless: `
		catarro|pigarro|choro|secrecao|bolo .. preso|presa|parado|entalado|entalada .. garganta
		engasgad* com essa|esse|isso|aquela|aquilo|tanta|a|o? historia|assunto|situacao|noticia|raiva|conversa
		curso|treinamento|aula .. engasgo|engasgos`},
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
		superdosagem|superdose
		achei|encontrei|achamos|encontramos|tinha|com ... caixa|cartela|frasco|vidro|cartelas|caixas|frascos .. vazi* .. lado|perto|mao|dele|dela|cama
		#ingest ... #drug ... dobro|duplicad*|dobrad*
		#ingest .. #drug #num|duas|tres|quatro|varias vezes|vez
		#ingest .. #drug de|do|da meu|minha? #kin|cachorro
		#child ... comeu|mastigou|mordeu|lambeu|chupou .. planta|plantas|folha|folhas|cogumelo|flor|naftalina|pilha|sabao
		cheiro|cheirando|fumaca .. gas|fumaca|queimado ... tont*|mole|desmai*|vomit*|dor
		aquecedor|gerador|braseiro|fogareiro ... mole|desmai*|tont*|acord*|mal
		tomei|engoli|tomou|engoliu tudo .. tinha|gaveta|armario|caixa|casa|#drug
		tomei|engoli|tomou|engoliu ... gaveta|armario|farmacinha toda|tudo|inteira
		dormi|dormimos|dormiram|dormiu .. gas
		mastigou|chupou|lambeu .. #drug
		#ingest .. #many|#pills .. gotas|comprimidos|capsulas
		#ingest .. vinte|trinta|quarenta|cinquenta|cem|dez|quinze|doze .. gotas|comprimidos|capsulas|#drug
		pegou|achou|mexeu .. cartela|remedio|remedios|comprimido|comprimidos|frasco ... mastigou|engoliu|comeu|tomou|chupou|boca
		#child ... mastigou .. #drug
		carvao|churrasqueira|fogareiro|gerador ... dentro|fechad* ... tont*|vomit*|mal|mole|dor|desmai*
		cachaca|bebida|vodka|pinga|gin ... falsificad*|adulterad*|batizad*|metanol
		metanol
		misturei|misturou .. com #drug|#narcotic|alcool|bebida
		bebi|bebeu|bebida ... com #drug
		#child ... #ingest .. #drug .. da|do|de
		#child ... #ingest .. #drug .. pressao|coracao|diabetes|dormir|tarja|cachorro
		#ingest .. #drug .. mais $
		#ingest .. #drug ... mais ... rodando|girando|sono|mole|tont*|vomit*|mal
		#ingest agua|liquido do|da|de radiador|bateria|tanque|vaso|bueiro|piscina
		#ingest .. sem querer|engano|errado|pensando|achando
		abri|abriu|liguei|ligou o? gas
		#ingest .. produto|liquido|oleo|aditivo|fluido`, unless: `
		misturou|misturei ... posso|pode
		ja tomei|tomou ... #drug
		#ingest .. todos|todas ... passou|receitou|receitados|certinho|direitinho|horario|exame

		#child ... #ingest .. #drug .. de|da|do receita*|medic*|verme|alergia|gripe|febre|hora|manha|noite|doutor*|pediatra|antes|nariz|tosse
		#ingest .. sem querer .. carne|cafe|jejum|glutem|lactose|leite|acucar|pao
		#ingest .. achando|pensando .. jejum|exame
		gas da|do|de? rua|cozinha|encanado|natural .. instal*
		#drug errad* de? hora|horario|dia
		#ingest .. sem querer ... exame|jejum|coleta
		#ingest .. engano|errado|pensando|achando ... exame|jejum|coleta`},
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
		pegou|pegando fogo
		puxou|virou|derrubou|entornou|emborcou|puxei|virei|derrubei|entornei .. panela|chaleira|cafeteira|leiteira|bule|frigideira|garrafa|cafe|cha|oleo .. fervendo|fervente|quente|pelando|agua|oleo|cima|nele|nela
		banho de oleo|azeite|gordura|acido|cafe|alcool|gasolina
		agua|oleo|cafe|leite|gordura|sopa|cha|caldo|feijao fervendo|fervente|pelando ... #kin|#skin|mim|cima|nele|nela
		derrub*|derram*|virou|virei|entorn*|caiu|cai|puxou|puxei .. pelando|fervendo|fervente
		pele|couro .. soltando|soltou|saindo|saiu|descolando|bolha|bolhas ... queim*|quente|fogo
		pele|couro .. soltando|soltou|saindo|saiu .. queimadura
		~explodiu|~explosao
		#skin .. queimad*|queimou|bolha|bolhas|carne viva
		carne viva
		botijao|gas|mangueira .. vazou|vazando|vazamento
		vazou|vazando|vazamento|escapando .. gas|botijao`, unless: `
		brigada|seguro|alarme|extintor|treinamento|combate de|contra|ao? incendio
		~explodiu|~explosao de`},
	{name: "head", traits: lasting | topical, phrases: `
		bati|bateu|batendo|bateram|batida|pancada|bato|batido ... cabeca|cabecinha|nuca|testa
		traumatismo|concussao
		caiu|cai .. de cabeca
		cabeca|testa .. abriu|rachou|cortou|partiu|sangr*|afund*|aberta|rachada|partida
		bati|bateu|batendo|pancada|bato ... cocuruto|cachola|moleira|cranio|coco|cuca|nariz no chao
		cabeca|testa|cocuruto|nuca ... chao|quina|parede|meio fio|guia|degrau ... confus*|vomit*|desmai*|sonol*|repet*|tont*`, unless: `
		bate .. cabeca
		cabeca na|no parede|teclado|mesa tentando|pra|para|com`},
	{name: "fall", traits: lasting, phrases: `
		caiu|cai|caí|queda|despencou|despenquei|caido|tombo .. #heights
		#baby ... caiu|rolou|despencou .. cama|berco|colo|trocador|sofa|carrinho|cadeira
		caiu|cai|queda|caída ... #not .. levanta|levantar|levantou|mexe|anda|andar|mexer|consegue
		caiu|cai|tombo ... quebrou|quebrei|quebrado
		caiu|cai|queda .. gravida|gestante
		gravida|gestante ... caiu|cai|queda|tombo
		telha|tijolo|pedra|vaso|tabua|ferro|televisao|tv|armario|estante|geladeira|movel caiu|despencou .. cabeca|cima|#kin|mim`, unless: `
		caiu em? cima da|do|de hora|feriado|outro|outra|reuniao
		caiu|cai ... ralou|ralei|ralado`},
	{name: "fell", traits: weak, phrases: `caiu|cai|queda|tombo|escorregou|escorreguei`, unless: `
		consulta|horario|compromisso|data|dia|exame .. caiu
		caiu .. no|em|na? feriado|domingo|sabado|segunda
		caiu a|o|meu|na ficha|ligacao|internet|celular|sinal`},
	{name: "cannot get up", traits: weak, phrases: `
		#not .. levanta|levantar|levantou|andar|anda
		#not .. firma|firmar|apoia|apoiar|aguenta .. pe|perna|corpo|chao
		#not .. ficar|fica|ficando|para em|de pe
		perna|quadril|pe .. tort*|encolhid*|virad*|curt*|lugar
		quadril|femur|bacia .. doi|dor|doendo|doido`},
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
		arrancou|arranquei|arrancado|cortou|serrou .. fora|pedaco|dedo|orelha|ponta
		coice|chifrada|pisoteado|pisoteada|pisao|cabecada .. cavalo|boi|vaca|touro|burro|egua|barriga|peito|cabeca|rosto
		boi|vaca|touro|cavalo|burro|egua .. coice|chifr*|pisou|pisoteou|derrubou
		enfiad*|cravad*|espetad*|fincad*|atravessad* .. perna|pe|mao|barriga|peito|olho|braco|pescoco|cabeca|corpo|coxa|costas
		porta|portao|janela|gaveta|corrente|motor .. dedo|dedos|mao ... saiu|fora|pendurad*|arranc*|decep*|caiu
		dedo|dedos|mao ... ponta|pedaco|tampao|cabeca .. saiu|fora|caiu|arranc*|perd*
		caco|estilhaco|lasca|prego|ferro|arame|faisca|limalha .. olho|barriga|pescoco
		furou|cortou|rasgou|furei|cortei|rasguei .. virilha|barriga|pescoco|coxa|peito|jugular|femoral`, unless: `cortou .. cabelo`},
	{name: "accident", traits: soft | topical | lasting, phrases: `
		sofreu|sofri|sofremos|teve|tivemos|acabou|houve|aconteceu|deu .. #wreck
		#wreck .. grave|feio|feia|agora`, unless: `
		preso|presa|parad*|atras* ... #wreck
		transito|engarrafamento|congestionamento ... #wreck
		#wreck .. marginal|transito`},
	{name: "crash", traits: weak, phrases: `
		bati|bateu|batemos|bater|bateram .. carro|moto|caminhao|poste|onibus|bicicleta
		#wreck
		onibus|carro|van|caminhao|moto|barco|trator|trem virou|tombou|capotou|bateu|caiu|afundou`, unless: `
		preso|presa|parad*|atras* .. #wreck
		transito|engarrafamento|congestionamento ... #wreck
		#wreck .. marginal|transito`},
	{name: "injured", traits: weak, phrases: `ferid*|machucad*|machucou|machuquei|sangrando|quebrou|quebrado|roxa|roxo|presa|preso|cortad*|hematoma|hematomas|inchad*`, unless: `
		presa|preso|presos .. transito|engarrafamento|reuniao|trabalho|onibus|metro|fila|aula
		preso|presa|parad* num|em|por|no um? #wreck`},
	{name: "fracture", traits: topical, phrases: `
		fratura ~exposta
		osso|ossos .. aparec*|exposto|saindo|saiu|amostra|mostra|furou
		ver|vendo|aparecendo .. osso|ossos
		quebr* .. femur|bacia|cranio|coluna|pescoco|quadril
		osso|ossos ... fora|pulando|saltou|furando|furou`},
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
		tentando|tentou|quer|ameac* .. me|nos matar|esfaquear|enforcar
		#partner ... bateu|batendo|espanc*|agred* em|na|no minha|meu|nossa? mae|irma|irmao|filho|filha|mim|crianca|avo|bebe
		garrafada|paulada|pedrada|machadada|marretada|porrada|coronhada|tijolada|cadeirada|facaozada|foicada|enxadada .. cabeca|rosto|peito|barriga|costas|olho|testa|nuca|cara
		me|nos|ele|ela empurrou|jogou|arremessou .. escada|janela|sacada|parede|carro
		trancad*|escondid* ... faca|arma|facao|revolver|bater|matar
		#partner .. com .. faca|arma|revolver|facao
		#partner .. quebrando tudo|casa
		pegou|pega|puxou|sacou|pegando|apontou|apontando|segurando uma|um|a|o? faca|facao|arma|revolver|machado|foice|espingarda|canivete
		vai|quer|vou|ameac* .. matar .. todo|todos|todas|gente|nos|familia|mim|#kin
		#partner .. me deu|arrastou|trancou|chutou|empurrou|socou|queimou|sufocou|estapeou
		ele|ela me bateu|espancou|agrediu|esganou|enforcou|chutou|socou|sufocou|arrastou
		quebrou .. meu|minha braco|nariz|dente|costela|costelas|perna|mao
		abuso ~sexual
		meu|minha ex ... aqui|porta|portao|casa ... arromb*|invad*|entrar|matar|bater|quebr*`},
	{name: "hit", traits: weak, phrases: `me bateu|agrediu|bateram|empurrou|socou`},
	{name: "drowning", traits: loose, phrases: `
		~afogou|~afogando|~afogado|~afogada|afogano
		afogamento agora
		caiu .. piscina|poco|represa|lagoa|cisterna|tanque
		tirou|tiraram|tiramos .. piscina|mar|rio|lagoa|represa
		resgatad*|salvou|salvaram|tirad*|puxaram .. mar|rio|piscina|represa|lagoa|cachoeira|enchente
		bebeu|engoliu|bebi|engoli .. agua .. mar|rio|piscina|poco|tanque|lagoa ... toss*|sonol*|espum*|vomit*|rox*|cansad*|mole|sono
		tossindo|cuspindo|vomitando|saindo|soltando|botando .. espuma`, unless: `
		~afogado|~afogada .. em|de|com trabalho|servico|divida|dividas|prova|provas
		afogados da|de ingazeira`},
	{name: "electric shock", traits: loose | lasting, phrases: `
		~choque ~eletrico|eletrica
		levei|levou|tomou|tomei|levando .. ~choque
		dedo|mao|faca|garfo .. tomada
		~choque .. tomada|chuveiro|geladeira|fio|cerca|rede|poste|maquina
		encostou|pegou|tocou .. fio|rede|poste .. ~choque|eletric*|caiu|grud*|desencapado
		atingid* .. raio
		eletrocutad*|eletrocutou
		descarga|corrente ~eletrica
		dedo|dedinho|arame|grampo|chave|garfo|faca .. tomada
		levou|levei|tomou|tomei|pegou uma? descarga
		boca|mao|dedo|lingua .. fio|tomada|benjamim|extensao
		grudad*|grudou ... fio|cerca|tomada|rede|poste|maquina
		fio|cerca|tomada|rede|poste|maquina ... grudad*|grudou`, unless: `
		choque .. realidade
		choque .. vi|ver|soube|saber|conta|valor|preco|noticia|cultural|anafilatico`},
	{name: "bite", traits: topical | lasting, phrases: `
		#bitten ... #venom
		#venom ... #bitten
		#dog .. mordeu|atacou|morderam
		mordid* .. #dog
		fui|foi mordid*
		#many|#pills .. picada|picadas|ferroada|ferroadas|ferrada|ferradas`, unless: `
		#many|#pills .. picada|picadas .. mosquito|pernilongo|muricoca|pernilongos|mosquitos|borrachudo`},
	{name: "caught", traits: lasting, phrases: `
		galho|ferro|vergalhao|madeira|vara|lanca|estaca|vidro|parafuso|chifre .. atravess*|perfur*|entrou|furou|varou
		maquina|motor|esteira|correia|rolo|colheitadeira|triturador|moinho|betoneira|elevador|trator .. puxou|pegou|prendeu|arranc*|comeu|moeu|enrolou|engoliu .. braco|mao|dedo|dedos|perna|pe|cabelo|roupa|#kin
		elevador .. despenc*|caiu
		parede|muro|laje|teto|telhado|barranco|barreira|predio|casa|andaime|marquise|arvore|poste|portao|guarda .. desabou|caiu|desmoronou|tombou .. cima|#kin|gente|pessoas|eles
		desabamento|desmoronamento|deslizamento|~soterramento
		cort*|rasg*|degol* .. garganta|pescoco|jugular
		linha .. cerol|chilena
		furad*|furaram|cortad*|rasgad* no|na|nas|nos barriga|peito|pescoco|costas|braco|perna|faca|virilha
		#limb ... pendurad*|contrario|dependurad*|esmigalh*|trucid*
		#limb .. virou|virad*|dobrou|entortou .. tras|contrario|avesso
		saiu|fora do lugar ... caiu|queda|tombo|acidente
		queda|tombo|caiu|cai ... fora|saiu do lugar
		tombo|queda feia|feio|grande|horrivel|grave
		capacete ... sangue|#bleeds|desmai*|moto|caiu
		ouvido .. #blood|liquido
		bolada|joelhada|cotovelada|cabecada|pancada .. peito|cabeca|barriga|testa|saco .. e|caiu|desmai*|#vomits|#not
		respingou|espirrou|caiu|pingou|jogou|jogaram|entrou .. cola|soda|acido|cloro|cal|cimento|produto|qboa|superbonder|bonder|desengordurante|limpeza|agrotoxico .. olho|olhos|rosto|cara|boca
		cola|soda|acido|cloro|cal|cimento|produto|qboa|bonder .. instantanea? .. no|nos olho|olhos
		agua viva|caravela|arraia|ourico ... ar|inch*|mal|desmai*|vomit*
		cabelo|braco|pe .. preso|presa .. ralo|piscina|maquina|esteira`, unless: `linha .. cerol|chilena .. proib*`},
	{name: "besieged", traits: loose | lasting, phrases: `
		querendo|tentando|quer|vai .. arrombar|invadir
		arromb* .. porta
		bateram|batendo|espancaram|surraram|chutaram .. muito? no|na|em meu|minha|nossa|nosso? mim|#kin
		me|nos|ela|ele jogou|empurrou|arremessou .. no|na|contra chao|parede|rua|carro|fogo
		abusou|abusa|abusando|mexeu|bolinou de|em|com mim
		estou|to|tou sendo agredid*|ameacad*|espancad*|estuprad*|violentad*|sequestrad*
		sequestr* .. #kin|mim|me`},
	{name: "left in the car", traits: lasting, phrases: `
		esquec*|trancad*|trancou|tranquei|tranc*|deix*|pres* .. #child ... carro
		#child ... dentro do carro .. sol|trancad*|fechado|calor`},
}
