package guard

// brainSigns are those of brain, senses and consciousness.
var brainSigns = []sign{
	{name: "stroke", traits: disease | topical, phrases: `
		avc|avci|ave
		~derrame|isquemia|aneurisma|trombose|embolia|meningite
		aneurisma|embolia .. rompeu|estourou|romp*`, unless: `
		derrame .. articular|joelho|tornozelo|olho|ocular|pleural|pleura|pericardico
		ave maria
		como .. sei|saber ... avc|derrame|aneurisma|meningite
		trabalho .. escola|faculdade`},
	{name: "face", traits: chronic, phrases: `
		#face .. #crooked
		#crooked .. boca|rosto
		olho .. puxad*|repux*
		lado|metade ... #numb
		#limb .. parou|pararam|parando .. funcionar|mexer|responder|obedecer
		sorriso .. #crooked
		#limb .. caiu|caindo .. nada|repente|sozinho|sozinha
		#not .. segura|segurar|aperta|apertar .. copo|mao|nada|objeto
		#limb .. paralis*|paraliz*
		#limb .. #not .. levanta|mexe|obedece|responde|sobe|mexendo|levantando
		boca|olho|rosto|cara .. pro|para o? lado
		sorri|sorrir|sorriso ... tort*|lado
		lado|metade|banda .. esquecid*|parad*|mort*|apagad*|caid*
		#not .. #can .. levantar|erguer|mexer|mover|fechar|abrir|segurar .. braco|bracos|mao|perna|pernas|olho|maos
		#limb .. #not .. responde|obedece|mexe|levanta|reage|segura|aguenta
		deixou|deixando cair|cai .. copo|prato|garfo|colher|talher|chave|tudo|coisas ... #limb|mao|lado
		lado|#limb ... esqueceu|parou|deixou|desligou de? funcionar|obedecer|mexer|trabalhar|responder|prestar
		meio corpo|rosto|cara
		meia cara|boca|banda
		baba .. lado|canto
		#limb .. #numb ... fala|boca|rosto|lado
		boca|rosto|cara|face .. esquisit*|estranh* .. lado
		rosto|cara|face .. parad*|paralis*|mole
		baba|babando .. so? de? um lado
		#limb ... fica|ficou|ficaram|ficando mort*|dorment*|bobo|boba|mole|pesad*`, unless: `
		boca aberta
		artrose|artrite|bursite|tendinite|manguito ... levantar|levanta|mexer .. braco|ombro|perna`},
	{name: "speech slurred", traits: chronic | loose, phrases: `
		fala|falando|falar|lingua|voz|falano .. #slurred
		#slurred .. lingua|fala|falar|palavras
		#not .. coisa com coisa
		#not .. nada com nada
		quer|tenta|tentando|querendo .. falar .. nao|num .. sai|consegue|sabe
		#not .. sai .. voz|palavra|palavras|fala
		fala|falando .. coisa|coisas .. sem .. sentido|nexo
		#nay #can|ta|esta? consegue|conseguindo|consegue falar
		troc*|confund* as|os? palavras|nomes|letras
		ficou|fico mud*
		fala|falando|falar|voz .. estranh*|esquisit*|trocad*|pastos*|confus*|arrast*|bebad*|bebado
		#not .. acha|achar|encontra|encontrar|lembra as|os? palavras|palavra
		lingua .. presa|mole|grossa|pesada|enrol*
		#present|ficou|parece .. andando|andar .. tort*|lado|caindo|bebad*|bebado
		cambaleando .. lado|fala|tont*
		fala|falando|falar .. tudo? trocad*|errad*|atrapalh*|embol*|enrol*
		ficou|fico|ficando|esta|ta sem conseguir|conseguindo? falar
		#kin ... #not .. fala $
		#kin ... #not .. fala nada|direito|mais
		#kin ... #present|ficou sem falar
		fala|voz|lingua .. pegando|travando|falhando|presa
		#not .. acho|acha|encontro|junta|juntar|forma|formar as|a|os? palavra|palavras|frase|frases
		enxergando|vendo|enxergo|vejo .. metade`, unless: `
		#not .. consegue|conseguindo falar com|ai|no|na|por
		#not .. fala|falar|falou mais|nada? no|na|sobre|disso|ingles|espanhol|libras
		#not .. fala|falar|falou .. por telefone|whatsapp|mensagem|audio
		#not .. fala nada|mais|direito de|do|da|sobre|quando
		surdo|surda|mudo|muda|autista|autismo|anos ... #not .. fala|falar`},
	{name: "speech", traits: weak, phrases: `
		parou .. falar
		perdeu|perdi .. fala|memoria
		#not .. mais falar|andar|enxergar|ver|ouvir
		#not .. falar|fala|falou direito|mais|nada
		ficou|fico mud*`},
	{name: "limb", traits: chronic | topical, phrases: `
		#nay .. mexe|mexer|move|mover|sinto|sente|mexendo|sentindo .. #limb
		#nay .. mexe|mexer|move|sente|sinto|mexendo .. braco|perna
		#limb .. sem forca|forcas|movimento|movimentos|sensibilidade
		perdeu|perdi|perdendo|sem .. forca|forcas|movimento|movimentos|sensibilidade .. #limb
		#nay .. mexe|mexer|mexendo|sinto|sente|sentindo|move .. pescoco|cintura|peito|umbigo|barriga|quadril .. baixo
		paralisad*|paraplegic*|tetraplegic* de|do|da pescoco|cintura
		#limb ... #not .. sinto|sente|sentir|sentindo|mexe|mexer
		#nay .. mexe|sente|sinto|mexendo|sentindo as|os|a|o? #limb
		#limb ... #not manda|mando|controla|controlo|comanda|comando
		#limb .. pesad* ... #not
		#nay sinto|sente meu|minha|o|a rosto|cara|lingua|boca|labios
		#limb ... #numb ... fala|boca|rosto|lingua
		mao|braco|perna|dedos ... #not .. obed*|respond*|funciona|mexe`},
	{name: "numb", traits: weak | chronic, phrases: `#limb .. #numb`},
	{name: "confused", traits: weak, phrases: `
		#confuse
		#not .. reconhece|reconhecendo
		#not .. sabe|lembra|lembrando .. onde|nome|quem|dia
		#not .. fala coisa com coisa
		#not .. sabe|lembra quem sou|era|e|eu`},
	{name: "unknown", traits: weak, phrases: `#not .. reconhece|reconhecendo|sabe`},
	{name: "sudden", traits: weak, phrases: `
		de repente
		derepente|subitamente|subito
		do nada
		acordou`},
	{name: "vision", traits: weak | chronic, phrases: `
		visao|vista|vendo|enxergando .. embacad*|embasad*|turv*|dobrad*|duplo|dupla|borrad*|estrel*|escur*|pontinhos|luzes
		#not .. enxergando|vendo|enxergo|enxerga
		visao|vista|olho|olhos .. escurec*|apagando|sumindo|embaralh*|nublad*|cortina|clarao
		cortina|mancha|clarao .. vista|visao|olho`},
	{name: "vision lost", traits: chronic, phrases: `
		perdi|perdeu|perdendo .. visao|vista .. olho|repente|nada|agora
		~fiquei|ficou|acordei|acordou cego|cega
		visao|vista .. sumiu|apagou|escureceu
		cortina|veu|sombra .. preta|escura|negra|cinza
		enxergando|vendo|ve tudo branco|preto|escuro
		cortina|veu .. olho|vista|visao
		sem enxergar|ver|visao .. depois|agora|nada|pancada|repente|olho
		olho .. saltado|saltou|furou|furado|estourou|estourado|vazou|vazado|esbugalhado
		olho .. pra|para fora
		enxergando|vendo|enxergo|vejo|ve .. metade`, unless: `
		cego|cega de #tail`},
	{name: "faint", traits: chronic | loose, phrases: `
		#faints
		#kin desmaio|dismaio
		acabei|acabou|comecou|comecei|querendo|voltou de|a|pra? ~desmaiar
		vendo|vejo|vista .. tudo|toda preto|preta|escuro|escura|escurecendo|rodando
		#present|quase|vou apagando|apagar
		sincope
		encontrei|achei|encontramos|encontraram|acharam|achamos .. caido|caida|chao|desmaiad*|desacordad*
		caiu|caido|caida|cai ... nao|num .. levanta|mexe|acorda|responde|fala|respira|abre|reage|levantou|acordou
		#kin ... chao .. #not
		olho|olhos|olhar .. parad*|vidrad*|revir*
		#not .. abre|abrindo|abriu .. olho|olhos|olhinho|olhinhos
		#not .. volt* a? si
		sem .. reacao|reagir
		coma alcoolico
		acho|parece .. #grief
		#kin ... sem vida|sinais|sinal
		#not .. sinal|sinais de? vida
		apaguei e|do|de|no|aqui|agora
		esmorecid*|esmoreceu|desfalecid*|desfaleceu
		vou|vai|vo|quase|acho|prestes|sensacao|quero|ponto .. ~desmaiar
		#out
		perdeu|perdi|perdendo|sem .. ~consciencia|sentidos
		caiu|caido|caida|cai .. dur*|desacordad*
		caido|caida|estirado|estirada .. chao
		#kin .. arriou|desabou|baqueou|desmoronou|estatelou|despencou|desmontou
		voltou .. desmaio .. #not|mas|continua|ainda
		caida|caido|desmaiad*|estirad* .. corredor|rua|calcada|escada|quintal|banheiro|cozinha|portaria|quarto|sala|elevador|porta|patio|garagem
		vou|to|estou|ta .. apagar|apagando|desfalecer|desfalecendo
		caiu .. sem respirar|reagir|falar|pulso
		deu|teve|tem|dando um|uma? passamento|passamentos|vagado|turica|turicao|vertigem
		#kin .. arreou|arriou|tombou|baqueou
		#kin|usuario|morador|ciclista|entregador|homem ... caid*|estendid*|estirad*|jogad*|deitad* .. chao|asfalto|calcada|rua|porta|pista|grama|frente
		estendid*|caid*|estirad* no|na chao|asfalto|calcada|rua|pista
		caid*|deitad* sem se? mexer
		ver|vendo|vejo|vi|enxergar|enxergando tudo preto|branco|escuro|turvo|duplo|rodando`, unless: `
		acho|parece .. #grief de|em|ha|faz|ontem
		desmaia|desmaio quando|ao|se ve|vejo|tiro|tira|colhe|coleta*|tirar
		#not .. abre|abriu|abrindo .. olho|olhos .. remela|manha|conjuntivite|secrecao|cola*|grudad*`},
	{name: "had a faint", traits: soft | loose, phrases: `
		teve|sofreu|deu|tendo|tive um|uns|uma|mais? ~desmaio|~desmaios
		crise .. nao .. para|passa
		mal|morte ~subito|subita
		dor .. cabeca ... apagou|desmaiou|caiu|desacordou`},
	{name: "about to faint", traits: weak, phrases: `desmaiar|desmaio|tontura`},
	{name: "dizzy", traits: weak | chronic, phrases: `
		tont*|tontura|zonzo|zonza|tonteira|fraqueza
		cabeca .. rodando|girando
		tudo rodando|girando
		cambaleando|cambaleia`},
	{name: "went out", traits: loose, phrases: `
		#kin .. apagou
		apagou .. nao .. acord*|respond*|reag*|volt*
		^ apagou|apago
		apagou aqui|agora|do|de|total
		gritou|gemeu|queixou|reclamou ... apagou|caiu|desmaiou|parou`, unless: `apagou o|a|os|as|um|uma|meu|minha|nossa|tudo|sem`},
	{name: "no answer", phrases: `
		#kin ... #not se mexe
		#kin ... #not .. ~acorda|~reage|~responde|reagindo|respondendo|acordando|acordou|responder|reagir|acordar
		#not consigo|conseguimos|to|estou .. acordar|acordando .. #kin
		#not .. acorda|reage $
		#kin ... #not .. desperta|despertar|acorde|despertou|acordo
		#not .. quem|jeito|nada .. acorde|acorda|desperta
		chamo|chamei|chamamos|sacudo|sacudi|balanco|balancei|cutuco|cutuquei|belisco|belisquei|sacode|chacoalh* ... nada|#not .. acorda|acordou|responde|reage|respondeu|reagiu|abre|mexe|desperta
		chamo|chamei|sacudo|sacudi|balanco|balancei|cutuco|belisco|belisquei|chacoalh* .. e|mas nada
		dormindo|dorme|dormiu|ronca|roncando ... #not .. acorda|acordar|acordo|desperta|acordou
		parece|parecendo .. #grief|defunto|cadaver|boneco
		olhando .. nada|longe|vazio|parede ... #not .. responde|fala|reage
		#not .. responde|reage .. chamo|chamar|chama|chamei
		o|a|seu|dona .. #not .. acorda|desperta|acordou|despertou
		#not .. acorda .. direito|nem|jeito|hora nenhuma
		sem se mexer|mover
		#kin ... #not .. responde|fala|reage direito`, unless: `
		#kin ... #not .. acorda|responde|acordar|acordando|respondendo|responder|acordou|reage .. cedo|mensagem|mensagens|whatsapp|zap|telefone|tratamento|remedio|hora|tarde|voces|whats|horario|bem
		#not .. acorda cedo
		autista|surdo|surda|mudo|muda|autismo ... #not .. responde|fala|reage
		#not .. responde .. chamo .. especialista|medico|autis*|fono`},
	{name: "fit", traits: loose, phrases: `
		deu|dando|teve|ta|tendo um|uma negocio|coisa|apagao|reverterio|baque|trem|troco nele|nela|ruim|esquisit*
		deu|dando|teve|tendo um|uma negocio|coisa|apagao|reverterio|baque|trem|troco aqui? no|na|em|com .. #kin
		deu|dando|dar|teve|ter|tendo|da um|uma|uns #ate
		#kin .. um #ate`, unless: `
		deu|dando|dar|teve|ter|tendo|da um|uma ataque|troco|trem de|pra|para
		pegar|pegou|peguei|perdi|perdeu|perder .. um|o trem`},
	{name: "convulsion", traits: disease | topical | chronic, phrases: `
		~convulsao|convulcao|convulsoes|comvulsao|convusao
		crise|ataque ~convulsiva|epiletica|epiletico|~epileptica|~epileptico
		crise|ataque de? epilepsia`},
	{name: "convulsing", phrases: `
		~convulsionando|~convulsionou|convulsionano|convulsiona
		debatendo|debateno
		estrebuchando|estribuchando|estrebucha
		sacudindo|sacudino|tremelique .. todo|toda|corpo|inteiro
		mordeu|mordendo .. lingua .. tremendo|convul*|desmai*
		se|me batendo .. todo|toda|chao|corpo
		~ficou|ficando|fica dur*|durinh*|enrijecid* .. olho|olhos|tremendo|rox*
		zoinho|zoinhos|olho|olhos|zoio|zoi .. virou|virando|revir*
		espumando
		espuma .. boca
		virou|virando|revirou|revirando|viro .. olho|olhos|olhinho|olhinhos|zoio|zoinho|zoinhos|zoi
		olho|olhos|olhinho|olhinhos .. virad*|revirad*|virando
		tremendo|tremer|treme .. todo|toda|inteiro|inteira
		~febril .. agora
		crise|crises|ataque|ataques ... seguid*|#not .. voltar|volta|voltou
		crise|ataque ~convulsiva|epiletica|epileptica|epilepsia ... #not .. passa|para|termina|volta|cede|acaba
		crises seguidas|repetidas
		~convulsao ... seguida|seguidas|outra|atras|#not .. volta|para|passa|voltou
		segunda|terceira|quarta|quinta|sexta|duas|tres|varias ~convulsao|convulsoes
		teve|deu|tendo um|uma tremelique|tremedeira|espasmo
		#child ... tremelique
		~convulsao|convulcao|~convulsiva no|na|em meu|minha|nossa|nosso|#kin
		crise|crises|convulsao|ataque .. atras .. outra|outro
		crise|crises|ataque ... sem acordar|voltar|parar|intervalo
		uma|um atras .. outra|outro ... #not|sem .. acord*|volt*|reag*|respir*
		mordendo|mordeu .. lingua
		epiletic*|epileptic* ... crise|ataque`},
	{name: "tremor", traits: weak, phrases: `tremendo|tremedeira|tremer|calafrio|tremula`},
	{name: "nape", traits: weak, phrases: `nuca`},
	{name: "worst headache", traits: chronic, phrases: `
		pior dor .. cabeca
		dor .. cabeca .. explosiv*|subita|trovao
		dor .. cabeca ... de repente
		dor .. cabeca ... do nada
		cabeca ... pior .. vida
		dor .. cabeca .. mais|maior ... vida`},
	{name: "bad headache", traits: weak | chronic, phrases: `
		dor .. cabeca
		cabeca .. explodindo|estourando|explodir|doendo|latejando`},
	{name: "stiff neck", traits: weak | chronic, phrases: `
		pescoco|nuca .. duro|dura|rigid*
		rigidez|rigida .. pescoco|nuca`},
	{name: "delirious", traits: loose, phrases: `
		delirando
		em surto
		surto ~psicotico
		vozes .. mand* .. matar|morrer
		quero|vou|vai matar .. #kin
		corr* risco .. vida|morte
		surtou|surtando .. faca|quebrando|agressivo|armado|agredindo
		ouvindo|escutando|ouve|escuta|ouco|escuto vozes`},
	{name: "sees things", traits: weak, phrases: `
		vendo|ve|vejo .. bicho|bichos|vulto|vultos|coisas|gente|barata|aranhas
		#not .. dorme|dormiu .. dias`},
	{name: "pupils", traits: lasting, phrases: `
		pupila|pupilas ... diferente|diferentes|maior|enorme|enormes|dilatad*|pontinho|pequen*|tamanho|fech*
		pupila|pupilas .. desigua*`},
	{name: "snap", traits: weak, phrases: `
		estalo|estouro|estourou|explosao .. cabeca
		cabeca ... estalo|estouro`},
	{name: "weak limb", traits: chronic, phrases: `
		fraqueza|fraco|fraca|forca .. #limb ... mesmo lado|perna|agora|repente
		fraqueza .. lado .. corpo`},
	{name: "amnesia", traits: chronic, phrases: `
		repetindo|repete .. mesma|mesmas pergunta|perguntas|coisa|coisas|historia
		sem saber|lembrar|reconhecer quem|onde|que
		teve|deu um branco .. minutos|#not|sem|agora
		sem saber|lembrar .. nome|idade|dia|endereco
		#not .. sabe|lembra .. nome .. ninguem|filhos|dele|dela`},
}
