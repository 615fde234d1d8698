package guard

// injurySigns are blows: falls, accidents, machines, violence.
var injurySigns = []sign{
	{name: "head", traits: lasting | topical, phrases: `
		bati|bateu|batendo|bateram|batida|pancada|bato|batido ... cabeca|cabecinha|nuca|testa
		traumatismo|concussao
		caiu|cai .. de cabeca
		cabeca|testa .. abriu|rachou|cortou|partiu|sangr*|afund*|aberta|rachada|partida
		bati|bateu|batendo|pancada|bato ... cocuruto|cachola|moleira|cranio|coco|cuca|nariz no chao
		cabeca|testa|cocuruto|nuca ... chao|quina|parede|guia|degrau ... confus*|vomit*|desmai*|sonol*|repet*|tont*
		cabeca|testa|nuca ... meio fio`, unless: `
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
		furou|cortou|rasgou|furei|cortei|rasguei .. virilha|barriga|pescoco|coxa|peito|jugular|femoral
		me cortei|cortou ... fundo|profundo`, unless: `cortou .. cabelo`},
	{name: "accident", traits: soft | topical | lasting, phrases: `
		sofreu|sofri|sofremos|teve|tivemos|acabou|houve|aconteceu|deu .. #wreck
		#wreck .. grave|feio|feia|agora
		#wreck ... vitima|vitimas|feridos|ferido|ferida|mortos|morto|capot*|ferragens`, unless: `
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
		meu|minha ex ... aqui|porta|portao|casa ... arromb*|invad*|entrar|matar|bater|quebr*
		arma|faca|facao|revolver|espingarda .. apontad*|mao|pescoco|cabeca
		refem|sequestro|sequestrad*
		nao liga|ligar so? escreve|escrever|mensagem`, unless: `
		novo|crianca|jovem|pequeno|guri|menino|mocinho levei|levou um? tiro
		quando ... novo|jovem|pequeno|crianca|rapaz|moco ... tiro|facada`},
	{name: "hit", traits: weak, phrases: `me bateu|agrediu|bateram|empurrou|socou`},
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
}
