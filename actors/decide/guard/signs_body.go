package guard

// bodySigns are what else goes wrong inside: bleeding, sugar, pain, general states.
var bodySigns = []sign{
	{name: "ill", traits: loose | chronic, phrases: `
		~passando .. mal|mau|mao
		passou|passei|passo .. mal|mau
		#present|sentindo .. muito|mto|mt|bem|super mal|mau
		#kin .. #present .. mal|pessimo $
		todo mundo|todos|familia .. mal|tont*|vomit*|desmai*`, unless: `
		#present .. muito|bem|super mal atend*|humorad*|acostumad*|resolvid*|informad*|explicad*|educad*|avaliad*|feito
		passou|passei|passo|passando .. mal atend*|humorad*|informad*|resolvid*|explicad*
		gato|gata|cachorro|cachorra|cadela|pet|passarinho|papagaio|coelho .. passando|#present .. mal
		#not #present passando mal|mau`},
	{name: "dying", traits: loose, phrases: `
		#kin ... morrendo
		#kin ... #present morreno
		#present|acho .. morrendo|morreno
		acho .. vou|vai morrer
		#kin vai morrer
		agonizando|agoniza
		nas ultimas $
		entre .. vida .. morte
		#kin ... #present .. muito|mto ruim|grave|pessimo
		quase .. morrendo|morto|morta|morrer
		vem|venham|corre|corram .. logo|rapido|aqui|pelo ... morrendo|mal|#kin`, unless: `atendimento|servico|sistema|internet|audio|site|sinal|clinica ... ruim|pessimo`},
	{name: "bleeding", traits: chronic | topical | lasting, phrases: `
		sangrando|sangra|sangrou|sangrei .. #lots|sem|litros
		muito|tanto|mto|mt|bastante sangue|sangramento
		sangue .. #lots|jorrando|jorra|jorrou|jorrar|esguich*
		jorrando|jorra|jorrou|jorrar|esguich*
		#not .. #stops .. #bleeds|#blood
		#bleeds|#blood|nariz|corte|ferida|cortou|cortei ... #not .. #stops|parar
		perdendo|perdeu|perdi .. #blood
		encharc*|escorrendo|pingando|esguichando|lavad*|banhad*|poca|sangueira .. #blood|#bleeds
		#blood|#bleeds .. encharc*|escorrendo|esguichando|litros|todo|chao|jato
		sangueira|sangreira
		sangue vivo
		#blood|#bleeds .. grande|muita quantidade
		#bleeds .. noite|dia|tarde|madrugada toda|inteira|inteiro|todo
		esvaindo|esvaiu .. sangue
		cort*|romp* .. veia|arteria|jugular
		veia|arteria .. cort*|romp*|estour*
		abortando|aborto .. agora|tendo
		tendo|sofrendo um? aborto
		perdendo .. bebe|nenem|nene
		hemorragia agora
		#bleeds .. forte|intenso|abundante|grande
		coagulo|coagulos .. #bleeds
		ensanguentad*
		sangrando|sangue .. sem parar
		poca .. sangue
		cort* .. fund*|profund*|tendao
		ensopad*|empapad*|molhad*|chei*|melad*|sujou .. #blood
		monte|montes|balde|baldes|litro|litros|bacia|rio|cachoeira|bolas|pedaco|pedacos de #blood
		absorvente|absorventes|toalha|fralda|pano|panos ... encharc*|ensopad*|#blood
		trocando|troco|trocou|trocar .. absorvente|absorventes|fralda .. hora|meia|minutos|minuto
		#bleeds|#blood ... sem parar
		#bleeds .. #since|tem|quase .. hora|horas|minutos
		umbigo .. #bleeds|#blood
		tanto|tanta #blood
		ate|no|vendo|ver o? osso|tendao
		abri|abriu|rachei|rachou|parti|partiu|rasgou|rasguei|abriram .. testa|cabeca|supercilio|queixo|perna|braco|mao|pe|coxa|barriga|rosto|joelho
		vaso|privada|pia|chao|cama|colchao|lencol|fralda|roupa .. #blood
		cort* .. pulso|pulsos|pescoco|garganta ... vidro|maquina|serra|maquita|lata|acidente|faca`, unless: `
		#bleeds .. menstruacao
		sangrou #not
		sangue pra|para|pro`},
	{name: "vomits blood", traits: chronic | lasting, phrases: `
		evacuou|evacuei|tossi|cagou|urinou|urinei|mijou|vomitara .. #blood
		#vomits|tossindo|cuspindo|escarrando|evacuando|cagando|urinando|mijando|tossiu|cuspiu|botando|botou|bota|pondo|colocou|colocando|jogando|golfou|golfando|obrando .. #blood|sanguinolento
		#vomits .. preto|borra
		sangue .. pela|pelo boca|ouvido|nariz .. agora|muito|parar
		coco|fezes|fralda .. geleia|sangue|framboesa|vinho
		vaso|privada|pia .. #blood
		bofes ... #blood
		botando|jogando|pondo|soltando|saindo|cuspindo ... #blood .. boca
		#vomits|tossir|cuspir|escarrar|evacuar|urinar|tosse|cuspo|cuspi|golfar|catarro ... #blood agora|vivo|escuro|muito|direto
		comecei|comecou|comeco a? cuspir|tossir|escarrar|vomitar|evacuar|urinar|mijar .. #blood`},
	{name: "haemorrhage", traits: disease | topical, phrases: `~hemorragia|hemoragia|emorragia`},
	{name: "bleeds", traits: weak | chronic, phrases: `
		#bleeds|coagulo|coagulos
		com|saindo|saiu|sai|perdendo|tem|muito .. #blood
		sair|sai|descer|descendo|desceu|vindo|veio|vazando|pingando .. #blood`, unless: `exame|teste|tirar|tipo|coleta .. sangue`},
	{name: "nosebleed", traits: weak, phrases: `nariz .. #bleeds|sangue`},
	{name: "black stool", traits: weak, phrases: `
		fezes|coco .. preta|pretas|preto|escuras
		fezes|coco|evacua*|vomit* .. piche|borra|asfalto|carvao`, unless: `
		coco .. carvao ativado`},
	{name: "vomits", traits: weak, phrases: `#vomits`},
	{name: "sugar", traits: topical, phrases: `
		#sugar ... #sugarlow|#sugarhigh
		#sugarlow|#sugarhigh de? #sugar
		#sugar .. hi|lo`, unless: `
		#sugar ... jejum|exame|resultado
		exame|teste|medir .. #sugar
		#clock #sugarlow|#sugarhigh
		#sugarlow|#sugarhigh h|hs|horas|anos|reais|dias|kg|de? #month`},
	{name: "low sugar", traits: disease | topical, phrases: `~hipoglicemia|~hipoglicemica|ipoglicemia`},
	{name: "diabetic", traits: weak | lifelong, phrases: `#diab|insulina|~hipoglicemia|#sugar`},
	{name: "unbearable", traits: chronic, phrases: `
		dor|dores|colica ... insuportavel|insuportaveis|lancinante|excruciante
		pior|maior dor .. vida
		dor|colica ... mais forte ... vida
		barriga|abdomen .. dura .. dor|doendo|febre
		#not .. aguento|aguentando|suporto|guento|guentando .. dor|dores
		tanta|tanto dor .. barriga|cabeca|peito|estomago
		gritando|chorando|berrando|rolando|morrendo .. dor
		dor|dores .. testiculo|testiculos|saco ... #severe|repente`},
	{name: "dry", traits: weak | lasting, phrases: `
		olho|olhos|olhinhos .. fund*
		#not .. xixi|urina|urinou|urinando|mija|mijou .. desde|hoje|ontem|horas
		boca .. seca
		#not .. xixi|urina|urinou|urinando|mija|mijou ... #num|dois|duas|tres|um dia|dias
		#not .. xixi|urina|urinando|mija faz|ha|tem
		#not .. come|comer|comendo|bebe|beber|bebendo .. dias|nada|ontem|desde
		#not .. come|comer|comendo|bebe|beber|bebendo ... dias`},
	{name: "drools", traits: weak, phrases: `babando|baba|salivando`, unless: `baba .. noite|dormindo|travesseiro|bastante`},
	{name: "anticoagulant", traits: weak | lifelong, phrases: `
		marevan|~varfarina|xarelto|eliquis|pradaxa|~anticoagulante|~anticoagulantes|~clopidogrel|~heparina|clexane|coagular|hemofilic*|hemofilia`},
	{name: "immune", traits: weak | lifelong, phrases: `
		quimio|~quimioterapia|transplantad*|~transplante|leucemia|neutropeni*|imunossuprimid*|imunodeprimid*|dialise|~hemodialise|cateter`},
	{name: "exposed", traits: weak | lifelong, phrases: `
		passando|aplicando|pulverizando|borrifando|mexendo|passou|aplicou|pulverizou|mexeu|dedetiz* .. veneno|agrotoxico|inseticida|produto|roundup|formicida`},
	{name: "flooding", traits: lasting, phrases: `
		absorvente|absorventes|modes|fralda|fraldas ... hora|meia|minutos|minuto|atras|litros|encharc*
		encharc*|ensop*|molh* .. pano|panos|toalha|toalhas|camisa|camiseta|lencol|colchao|cama|fralda|absorvente|absorventes ... #blood|#bleeds|escorrendo|continua|#not`},
	{name: "great pain", traits: weak | chronic, phrases: `
		dor|dores ... #severe
		#severe dor|dores
		dor|dores .. rasgando|dilacerante|esquisita|subita`},
	{name: "wound opened", traits: lasting, phrases: `
		tripa|tripas|intestino|visceras|miolo|figado .. fora|saindo|saiu|aparec*|pulou
		saindo|saiu|aparecendo|pulou .. tripa|tripas|intestino|visceras
		pontos|corte|costura|cesarea|cirurgia|operacao|cicatriz ... abriu|abriram|arrebent*|estour*|romp* .. sangue|sangrando|agora|saindo|pus|tudo|todo|barriga|inteiro`},
	{name: "dengue", traits: weak | lifelong, phrases: `dengue|chikungunya|zica|zika|leptospirose`},
	{name: "itches", traits: weak, phrases: `
		coceira|cocando|pinicando|cocar|formigando .. garganta|lingua|boca|corpo
		voz .. rouca|sumindo|sumiu|fina
		vermelho|vermelha|vermelhao .. todo|toda|corpo
		cocando|coca .. todo|toda|inteiro|inteira
		voz ... fininha|rouca|sumindo|sumiu|estranha`},
	{name: "hernia", traits: lasting, phrases: `
		hernia|caroco .. #not .. volta|entra|voltou
		hernia ... #purple|dura|estrangul*|preta
		#vomits .. coco|fezes|verde|bile|esverdeado|fecal
		~estrangulada|peritonite|~apendicite .. estour*|supur*|agora
		erecao|ereto|pinto|penis ... #not .. baixa|abaixa|desce
		erecao ... #num|muitas|varias horas
		fistula|cateter|dreno|acesso .. abriu|sangr*|saiu|arranc*|estour*|romp*`},
	{name: "absurd pain", traits: chronic, phrases: `
		estalo|estouro ... dor
		dor .. absurda|descomunal|lancinante|alucinante|animal
		contorcendo|contorcer|encolhid*|urrando .. dor
		dor .. fora do normal`},
	{name: "drunk", traits: weak, phrases: `
		vodka|cachaca|pinga|whisky|uisque|bebida|alcool ... falsificad*|adulterad*|demais|litro|garrafa|inteira|sozinho
		bebeu|bebi .. demais|muito|muita|litro|garrafa
		bebado|bebada|alcoolizad*|embriagad*`},
	{name: "greenish", traits: weak, phrases: `#vomits .. verde|amarelo|jato|esguicho|leite`},
}
