package guard

// bodySigns are what goes wrong inside: heart, breath, brain, blood, sugar, a birth.
var bodySigns = []sign{
	{name: "chest", traits: chronic | topical, phrases: `
		#pain .. #chest
		#chest .. #hurts
		#hurts .. #chest
		dor|dores|pontada .. ~coracao
		~coracao .. doendo
		ataque do|no|de coracao`, unless: `
		#pain .. peito do|de pe|frango|peru
		peito do|de pe|frango|peru`},
	{name: "heart", traits: disease | topical, phrases: `
		#heart
		ataque ~cardiaco
		ataque do|no|de ~coracao
		parada ~cardiaca|cardiorespiratoria|cardio|respiratoria`},
	{name: "heart now", traits: loose, phrases: `
		infartando|enfartando
		infartou|enfartou
		coracao .. parou
		vou|vai infartar
		sem pulso|batimento|batimentos`},
	{name: "palpitation", traits: weak | chronic, phrases: `
		coracao .. acelerad*|disparad*|disparou|acelerou|pulando
		palpitacao|palpitacoes|taquicardia`},
	{name: "arm", traits: weak | chronic, phrases: `dor|doendo .. braco .. esquerdo`},
	{name: "sweat", traits: weak, phrases: `
		suor|suando|suada|suado .. frio|gelado|fria|muito
		suando|suor`},
	{name: "breath", traits: chronic | topical, phrases: `
		#not .. #can .. respirar|respira
		#not .. ~respirando|respira
		parou .. ~respirar
		sem respirar|respiracao
		falta|flta|faltando|faltano|faltou|falto|fauta|falt de? ar|a
		falta|faltando .. o? folego
		~sufocando|sufocado|sufocada
		~dificuldade .. #breathe|respiracao|respiratoria
		cansad*|cansaco pra|para|de|ao ~respirar
		puxando|puxa .. ar
		ar .. nao .. vem|entra
		ofegante
		respirando .. mal|dificuldade|rapido|pouco
		respiracao .. fraca|dificil|parando|ofegante
		crise|ataque .. asma|asmatica|bronquite
		asma|bombinha .. nao .. passa|melhora|resolv*|adianta|funciona
		saturacao|saturando|oxigenio|sat|oximetro ... #sat`, unless: `
		falta|faltando|sem de? ar #other
		falta|faltando de? ar no|nos pneu|pneus
		falta de a`},
	{name: "no air", traits: chronic | loose, phrases: `sem|sm ar`, unless: `sem ar #other`},
	{name: "purple", traits: loose, phrases: `
		#face|dedo|dedos|pele|lingua .. #purple
		#kin .. #present|ficando|ficou|todo|toda #purple
		ficando|ficou|ficano|virou todo|toda|meio? #purple
		~perna|perninha .. #purple .. falta`, unless: `dedo|dedos|pele .. mancha`},
	{name: "stroke", traits: disease | topical, phrases: `
		avc|avci|ave
		~derrame|isquemia|aneurisma|trombose|embolia|meningite`, unless: `
		derrame .. articular|joelho|tornozelo|olho|ocular|pleural|pleura|pericardico
		ave maria`},
	{name: "face", traits: chronic, phrases: `
		#face .. #crooked
		#crooked .. boca|rosto
		olho .. puxad*|repux*
		lado|metade .. #numb
		braco|perna|mao .. paralis*|paraliz*`, unless: `boca aberta`},
	{name: "speech slurred", traits: chronic | loose, phrases: `
		fala|falando|falar|lingua|voz|falano .. #slurred
		#slurred .. lingua|fala|falar|palavras
		#not .. fala|falando|dizendo coisa com coisa
		#not #can|ta|esta? consegue|conseguindo|consegue falar`, unless: `#not .. consegue|conseguindo falar com|ai|no|na|por`},
	{name: "speech", traits: weak, phrases: `
		parou .. falar
		#not .. falar|fala|falou direito|mais|nada`},
	{name: "limb", traits: chronic | topical, phrases: `
		#not .. mexe|mexer|move|mover|sinto|sente|mexendo|sentindo .. #limb
		perdeu|perdi|perdendo|sem .. forca|forcas|movimento|movimentos|sensibilidade .. #limb`},
	{name: "numb", traits: weak | chronic, phrases: `#limb .. #numb`},
	{name: "confused", traits: weak, phrases: `
		#confuse
		#not .. reconhece|reconhecendo
		#not .. fala coisa com coisa`},
	{name: "unknown", traits: weak, phrases: `#not .. reconhece|reconhecendo|sabe`},
	{name: "sudden", traits: weak, phrases: `
		de repente
		derepente|subitamente|subito
		do nada
		acordou`},
	{name: "vision", traits: weak | chronic, phrases: `
		visao|vista|vendo|enxergando .. embacad*|embasad*|turv*|dobrad*|duplo|dupla|borrad*|estrel*|escur*|pontinhos|luzes
		#not .. enxergando|vendo|enxergo|enxerga`},
	{name: "vision lost", traits: chronic, phrases: `
		perdi|perdeu|perdendo .. visao|vista .. olho|repente|nada|agora
		~fiquei|ficou|acordei|acordou cego|cega
		visao|vista .. sumiu|apagou|escureceu`},
	{name: "faint", traits: chronic | loose, phrases: `
		#faints
		#kin desmaio|dismaio
		vou|vai|vo|quase|acho|prestes|sensacao|quero|ponto .. ~desmaiar
		#out
		perdeu|perdi|perdendo|sem .. ~consciencia|sentidos
		caiu|caido|caida|cai .. dur*|desacordad*
		caido|caida|estirado|estirada .. chao`},
	{name: "had a faint", traits: soft | loose, phrases: `
		teve|sofreu|deu|tendo|tive um|uns|uma|mais? ~desmaio|~desmaios
		mal|morte ~subito|subita`},
	{name: "about to faint", traits: weak, phrases: `desmaiar|desmaio|tontura`},
	{name: "dizzy", traits: weak | chronic, phrases: `tont*|tontura|zonzo|zonza|tonteira|fraqueza`},
	{name: "pale", traits: weak, phrases: `branco|branca|palido|palida|gelado|gelada|amarelo|fraco|fraca`},
	{name: "went out", traits: loose, phrases: `
		#kin .. apagou
		apagou .. nao .. acord*|respond*|reag*|volt*
		^ apagou|apago
		apagou aqui|agora|do|de|total`},
	{name: "no answer", phrases: `
		#kin ... #not .. ~acorda|~reage|~responde|reagindo|respondendo|acordando|acordou|responder|reagir|acordar
		#not consigo|conseguimos|to|estou .. acordar|acordando .. #kin
		#not .. acorda|reage $`, unless: `
		#kin ... #not .. acorda|responde|acordar|acordando|respondendo|responder|acordou|reage .. cedo|mensagem|mensagens|whatsapp|zap|telefone|tratamento|remedio|hora|tarde|voces|whats|horario|bem
		#not .. acorda cedo`},
	{name: "fit", traits: loose, phrases: `
		deu|dando|dar|teve|ter|tendo|da um|uma|uns #ate
		#kin .. um #ate`, unless: `
		deu|dando|dar|teve|ter|tendo|da um|uma ataque|troco|trem de|pra|para
		um|uma trem`},
	{name: "ill", traits: loose | chronic, phrases: `
		~passando .. mal|mau|mao
		passou|passei|passo .. mal|mau
		#present|sentindo .. muito|mto|mt|bem|super mal|mau
		#kin .. #present .. mal|pessimo $`, unless: `
		#present .. muito|bem|super mal atend*|humorad*|acostumad*|resolvid*|informad*|explicad*|educad*|avaliad*|feito
		passou|passei|passo|passando .. mal atend*|humorad*|informad*|resolvid*|explicad*`},
	{name: "dying", traits: loose, phrases: `
		#kin ... morrendo|morreno
		#present|acho .. morrendo|morreno
		acho .. vou|vai morrer
		~convulsionando .. muito`},
	{name: "convulsion", traits: disease | topical | chronic, phrases: `
		~convulsao|convulcao|convulsoes|comvulsao|convusao
		crise|ataque ~convulsiva|epiletica|epiletico|~epileptica|~epileptico
		crise|ataque de? epilepsia`},
	{name: "convulsing", phrases: `
		~convulsionando|~convulsionou|convulsionano|convulsiona
		debatendo|debateno
		espumando|espuma .. boca
		virou|virando|revirou|revirando|viro .. olho|olhos|olhinho|olhinhos|zoio
		olho|olhos|olhinho|olhinhos .. virad*|revirad*|virando
		tremendo|tremer|treme .. todo|toda|inteiro|inteira
		~febril .. agora`},
	{name: "bleeding", traits: chronic | topical, phrases: `
		sangrando|sangra|sangrou|sangrei .. #lots|sem|litros
		muito|tanto|mto|mt|bastante sangue|sangramento
		sangue .. #lots|jorr*|esguich*
		jorr*|esguich*
		#not .. #stops .. #bleeds|#blood
		#bleeds|#blood|nariz|corte|ferida|cortou|cortei ... #not .. #stops|parar
		perdendo|perdeu|perdi .. #blood
		hemorragia agora
		#bleeds .. forte|intenso|abundante|grande
		coagulo|coagulos .. #bleeds
		ensanguentad*
		sangrando|sangue .. sem parar
		poca .. sangue
		cort* .. fund*|profund*|tendao`, unless: `
		#bleeds .. menstruacao
		sangrou #not`},
	{name: "vomits blood", traits: chronic | lasting, phrases: `
		#vomits|tossindo|cuspindo|escarrando|evacuando|cagando|urinando|mijando|tossiu|cuspiu|botando|saindo .. #blood|sanguinolento
		#vomits .. preto|borra
		sangue .. pela|pelo boca|ouvido|nariz .. agora|muito|parar`},
	{name: "haemorrhage", traits: disease | topical, phrases: `~hemorragia|hemoragia|emorragia`},
	{name: "bleeds", traits: weak | chronic, phrases: `#bleeds|#blood`, unless: `exame|teste|tirar|tipo|coleta .. sangue`},
	{name: "nosebleed", traits: weak, phrases: `nariz .. #bleeds|sangue`},
	{name: "black stool", traits: weak, phrases: `fezes|coco .. preta|pretas|preto|escuras`},
	{name: "vomits", traits: weak, phrases: `#vomits`},
	{name: "sugar", traits: topical, phrases: `
		#sugar ... #sugarlow|#sugarhigh
		#sugar .. hi|lo`, unless: `#sugar ... jejum|exame|resultado`},
	{name: "low sugar", traits: disease | topical, phrases: `~hipoglicemia|~hipoglicemica|ipoglicemia`},
	{name: "diabetic", traits: weak, phrases: `#diab|insulina|~hipoglicemia|#sugar`},
	{name: "tremor", traits: weak, phrases: `tremendo|tremedeira|tremer|calafrio|tremula`},
	{name: "pressure", phrases: `
		pressao ... #bphigh
		#bphigh por|x? #num .. pressao
		pressao ... #bplow por|x? #num
		pressao .. caiu|caindo|baixou .. #bplow`, unless: `pressao ... #bphigh h|horas|hs|anos|dias|reais|de`},
	{name: "raised pressure", traits: weak, phrases: `
		pressao ... #bpraised
		pressao .. altissima|disparou|alturas|disparada|descontrolada|muito|subiu|explodindo
		pressao .. muito|mto alta`},
	{name: "low pressure", traits: weak, phrases: `pressao .. caiu|baixa|baixou|baixissima|caindo`},
	{name: "nape", traits: weak, phrases: `nuca`},
	{name: "worst headache", traits: chronic, phrases: `
		pior dor .. cabeca
		dor .. cabeca .. explosiv*|subita|trovao
		dor .. cabeca ... de repente
		dor .. cabeca ... do nada
		cabeca ... pior .. vida`},
	{name: "unbearable", traits: chronic, phrases: `
		dor|dores|colica ... insuportavel|insuportaveis|lancinante|excruciante
		pior dor .. vida
		#not .. aguento|aguentando|suporto|guento|guentando .. dor|dores
		gritando|chorando|berrando|rolando|morrendo .. dor
		dor|dores .. testiculo|testiculos|saco ... #severe|repente`},
	{name: "bad headache", traits: weak | chronic, phrases: `
		dor .. cabeca
		cabeca .. explodindo|estourando|explodir|doendo|latejando`},
	{name: "stiff neck", traits: weak | chronic, phrases: `
		pescoco|nuca .. duro|dura|rigid*
		rigidez|rigida .. pescoco|nuca`},
	{name: "delirious", traits: loose, phrases: `
		delirando
		em surto
		surtou|surtando .. faca|quebrando|agressivo|armado|agredindo`},
}
