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
		cabeca|cabecinha|pe|pezinho|cordao .. aparecendo|saindo|coroando
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
		liquido .. verde|meconio|escuro|sangue
		cabeca|cabecinha|pe|pezinho|mao|maozinha|braco|bracinho|bumbum|cordao ... aparecendo|apareceu|saindo|coroando
		cabeca|cabecinha|pe|pezinho|cordao .. pra|para fora
		saiu|saindo|apareceu|aparecendo|desceu|caiu o|a|um|uma cordao|cabeca|cabecinha|pe|pezinho|bracinho|maozinha|placenta|bumbum`, unless: `
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
	{name: "limp", traits: weak | lasting, phrases: `
		mole|molinho|molinha|prostrad*|desfalecid*|largad*
		desanimad*|apatic*|amuad*|desmaiad*|caidinh*|jururu
		muito|meio|bem parado|parada|quieto|quieta|quietinh*`},
	{name: "drowsy", traits: weak, phrases: `
		sonolent*|sonolencia|prostrad*
		dorme|dormindo .. demais|direto|#not .. acord*
		sonolencia|cochilando
		muito|tanto|estranho sono
		sono estranho|esquisito|pesado`},
	{name: "refuses milk", phrases: `
		#not .. mama|mamando|mamar .. mole|molinh*|febre|rox*|sonolent*|gem*
		mole|molinh*|febre|rox*|sonolent*|gem* ... #not .. mama|mamando|mamar
		#baby ... #not .. pegar|pega|pegando|quer .. peito|mamar|leite ... parad*|gelad*|mole|molinh*|cinz*|febre|sonol*|acinzentad*`},
	{name: "endless vomiting", traits: weak, phrases: `#not .. para .. #vomits`},
}
