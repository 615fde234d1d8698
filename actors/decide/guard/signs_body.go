package guard

// bodySigns are what goes wrong inside: heart, breath, brain, blood, sugar, a birth.
var bodySigns = []sign{
	{name: "chest", traits: chronic | topical, phrases: `
		#pain .. #chest
		#chest .. #hurts
		#hurts .. #chest
		#pain .. lado|meio|centro|altura .. #chest|esquerdo
		dor|dores|pontada .. ~coracao
		~coracao .. doendo
		ataque do|no|de coracao
		mao .. peito .. caiu|caindo|gritando|gemendo|desmai*
		coracao .. parar|parando|falhar|falhando
		elefante|bigorna|pedra|caminhao|tijolo|tonelada .. #chest|~coracao
		apertando|esmagando|espremendo|rasgando|furando .. #chest|~coracao
		botou|bota|colocou|com|levou|leva|poe|pos a|as mao|maos .. #chest|coracao
		segurando|segura|agarrando|agarrado|apertando o|no #chest
		~coracao ... dispara|disparou|disparando .. para|parou|falha
		trem|negocio|coisa|sensacao|bolo .. ruim|esquisit*|estranh*|pesad*|horrivel|apert* .. #chest|coracao
		pontada|dor|fisgada .. costas .. rasg*|atravess*|peito
		rasgou|rasgando por dentro
		dor .. braco esquerdo
		soluc* ... braco|peito`, unless: `
		#pain .. peito do|de pe|frango|peru
		peito do|de pe|frango|peru
		peso do|no peito ... falando|conversar|terapia|desabaf*
		tirei|tirou|tirar um? peso`},
	{name: "heart", traits: disease | topical, phrases: `
		#heart
		ataque ~cardiaco
		ataque do|no|de ~coracao
		parada ~cardiaca|cardiorespiratoria|cardio|respiratoria`},
	{name: "heart now", traits: loose, phrases: `
		infartando|enfartando
		infartou|enfartou
		coracao .. parou
		vou|vai|acabou|acabei infartar
		acabou|acabei|comecou de|a infartar
		sem pulso|batimento|batimentos
		marcapasso|desfibrilador|cdi .. choque|choques|disparou|disparando|apitando`},
	{name: "palpitation", traits: weak | chronic, phrases: `
		coracao .. acelerad*|disparad*|disparou|acelerou|pulando
		palpitacao|palpitacoes|taquicardia
		coracao .. esquisit*|estranh*|mil|saltando|tropec*|batendo|dispara|galop*|trot*
		coracao ... mil|acelerad*|disparad*|disparou
		batendo|bate|batimento #bpm`},
	{name: "heart rate", traits: loose, phrases: `
		coracao|batimento|batimentos|frequencia|pulso .. batendo|bate|a|em|ta|esta|deu #bpm
		#bpm bpm|batimentos|batidas
		coracao ... batendo|bate|bater #bpm`, unless: `#bpm reais|conto|real`},
	{name: "jaw", traits: weak, phrases: `dor|doendo .. mandibula|queixo|maxilar`},
	{name: "arm", traits: weak | chronic, phrases: `
		dor|doendo ... braco|bracos|estomago
		boca do estomago`},
	{name: "sweat", traits: weak, phrases: `
		suor|suando|suada|suado|sudorese .. frio|gelado|fria|muito
		suando|suor
		pingando|molhad*|encharcad*|ensopad*|lavad*|banhad* de|em suor`},
	{name: "breath", traits: chronic | topical, phrases: `
		#nay .. #can .. respirar|respira|puxar
		#nay .. puxar|puxando|entra|entrando|passa|passando o? ar
		#not .. ~respirando|respira|respirano
		parou .. ~respirar
		sem respirar|respiracao
		falta|flta|faltando|faltano|faltou|falto|fauta|falt de? ar
		falta|faltando|faltou o|a|de? folego|ar
		#child ... ~cansado|~cansada|cansadinho|cansadinha .. respirar|respirando|barriga|barriguinha|peito
		barriga|barriguinha|costela|costelas|costelinha|peito|peitinho|pescoco .. afundando|afunda|puxando
		~sufocando|sufocado|sufocada
		~dificuldade .. #breathe|respiracao|respiratoria
		cansad*|cansaco pra|para|de|ao ~respirar
		puxando|afundando .. costel*|barriguinha|peitinho
		puxando|puxa|buscando|brigando|lutando .. ar
		abrindo .. boca .. ar
		ar .. nao .. vem|entra
		ofegante
		respirando .. mal|dificuldade|rapido|pouco
		respiracao .. fraca|dificil|parando|ofegante|curta|rapida|curtinha|pesada|parou
		respira|respirando .. curtinho|curto|pouquinho|rapidinho|barulho|chiando|gemendo
		crise|ataque .. asma|asmatica|bronquite
		asma|bombinha|nebulizador|inalacao|aerolin|nebulizacao .. nao .. passa|melhora|resolv*|adianta|adiantando|adiantou|funciona|funcionou|fez|faz
		saturacao|saturando|oxigenio|sat|oximetro|satura|saturou ... #sat
		#sat .. saturacao|oximetro|oxigenio
		#breathe ... peixe|cachorrinho|buraco|buraquinho|buracao|covinha
		#breathe .. barriga
		puxando|puxa|puxar .. folego
		frase|falar|palavra .. parar|pausa .. respirar
		dificil|ruim|custando|custoso|penoso|sofrendo|duro de|pra|para? ~respirar
		ofegando|arfando|arquejando|arquejo|resfolegando|esbaforid*|ofeg*
		#not .. respiro|respirei
		sem conseguir|conseguindo respirar
		#breathe .. chiado|ronco|gemido|cansad*|cansadin*
		ar .. #not .. entra|entrando|chega|chegando|passa
		asfixi*
		sem oxigenio|oxigenacao
		dificil|ruim|custando|custoso|penoso|sofrendo|duro|dificuldade de|pra|para|pa? #breathe
		pulmao|pulmaozinho|peito .. fechad*|fechou|fechando|travad*|travou|agua|chiando alto|muito
		nebulizador|bombinha|nebulizacao|inalacao|aerolin|berotec ... vez|vezes ... pior|nada|continua
		#not .. #can|aguento|aguenta .. falar .. ar|cansad*|chiando|respir*
		chiando|chiado|chia ... #not .. falar|fala|falo
		foi|desceu|entrou|caiu|parou pro|no pulmao
		asa|asinha|narina|narinas .. nariz? batendo|abrindo|mexendo
		sentado|janela|pe .. pra|para conseguir? #breathe
		cada vez pior|mais ... ar|#breathe|falar
		#breathe ... cada vez pior|mais
		pulmao|pulmaozinho fechou|fechado|trancou|travou|parou|colou
		espuma .. rosa|rosada|cor|boca
		voz .. abafada ... febre|engol*|bab*
		#not .. engole|engolir|engolindo .. saliva|cuspe|nada ... babando|febre|voz
		babando|baba|salivando ... #not .. engole|engolir|engolindo
		barulho|chiado|guincho .. puxa|puxar|entra ar
		#kin ... #not .. respira|respirando|~respira
		flata|fata|fala de ar
		sudorese ... peito
		narina|narinas|narizinho ... batendo|abrindo
		barriga|peito|peitinho|barriguinha subindo|sobe .. descendo|desce
		rapido|rapida|ligeiro|ligeira demais .. ~respirar
		#not .. mama|mamar .. mais ... #breathe|bronquiolite|narina|narinas`, unless: `
		falta|faltando|sem de? ar #other
		#sat anos|kg|quilos|reais
		falta|faltando de? ar no|nos pneu|pneus
		sufocad* de|com|em|no|na|por trabalho|servico|tarefas|coisas|contas|divida|dividas|prova|provas|estudo|estudos|saudade|compromissos|demandas|#tail
		respirar pelo|do nariz`},
	{name: "no air", traits: chronic | loose, phrases: `sem|sm ar|folego`, unless: `sem ar #other`},
	{name: "purple", traits: loose, phrases: `
		#face|dedo|dedos|pele|lingua .. #purple
		#kin .. #present|ficando|ficou|todo|toda #purple
		#present todo|toda|meio|muito? #purple
		perna|braco|pe|mao|pernas|pes .. #purple .. fria|gelada|frio|gelado|dor|doendo
		perna|braco|pe|mao .. fria|gelada|frio|gelado .. #purple|dor|doendo
		ficando|ficou|ficano|virou todo|toda|meio? #purple
		~perna|perninha .. #purple .. falta`, unless: `
		dedo|dedos|pele .. mancha
		unha|unhas|mancha|dedao|hematoma|pele|olho|olheira|olheiras|cicatriz|joelho|machucado|tornozelo|roupa|cabelo .. #purple
		dedinho|dedo|dedao|unha|pe|joelho|canela|coxa|braco|olho .. batida|bati|bateu|ficou|ta|esta #purple
		bati|batida|topada ... #purple`},
	{name: "stroke", traits: disease | topical, phrases: `
		avc|avci|ave
		~derrame|isquemia|aneurisma|trombose|embolia|meningite
		aneurisma|embolia .. rompeu|estourou|romp*`, unless: `
		derrame .. articular|joelho|tornozelo|olho|ocular|pleural|pleura|pericardico
		ave maria`},
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
		baba|babando .. so? de? um lado`, unless: `
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
		#kin ... #present|ficou sem falar`, unless: `
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
		#nay sinto|sente meu|minha|o|a rosto|cara|lingua|boca|labios`},
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
		olho .. saltado|saltou|furou|furado|estourou|estourado|vazou|vazado|pra fora|esbugalhado`, unless: `
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
		#kin .. arreou|arriou|tombou|baqueou|apagou
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
		mal|morte ~subito|subita`},
	{name: "about to faint", traits: weak, phrases: `desmaiar|desmaio|tontura`},
	{name: "dizzy", traits: weak | chronic, phrases: `
		tont*|tontura|zonzo|zonza|tonteira|fraqueza
		cabeca .. rodando|girando
		tudo rodando|girando
		cambaleando|cambaleia`},
	{name: "pale", traits: weak, phrases: `
		branco|branca|palido|palida|gelado|gelada|amarelo|fraco|fraca
		cinza|cinzento|cinzenta|cera|livid*|descorad*|sem cor|transparente|fria|frio`},
	{name: "went out", traits: loose, phrases: `
		#kin .. apagou
		apagou .. nao .. acord*|respond*|reag*|volt*
		^ apagou|apago
		apagou aqui|agora|do|de|total`, unless: `apagou o|a|os|as|um|uma|meu|minha|nossa|tudo|sem`},
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
		sem se mexer|mover`, unless: `
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
	{name: "ill", traits: loose | chronic, phrases: `
		~passando .. mal|mau|mao
		passou|passei|passo .. mal|mau
		#present|sentindo .. muito|mto|mt|bem|super mal|mau
		#kin .. #present .. mal|pessimo $
		todo mundo|todos|familia .. mal|tont*|vomit*|desmai*`, unless: `
		#present .. muito|bem|super mal atend*|humorad*|acostumad*|resolvid*|informad*|explicad*|educad*|avaliad*|feito
		passou|passei|passo|passando .. mal atend*|humorad*|informad*|resolvid*|explicad*`},
	{name: "dying", traits: loose, phrases: `
		#kin ... morrendo|morreno
		#present|acho .. morrendo|morreno
		acho .. vou|vai morrer
		#kin vai morrer
		agonizando|agoniza
		nas ultimas $
		entre .. vida .. morte
		#kin ... #present .. muito|mto ruim|grave|pessimo
		quase .. morrendo|morto|morta|morrer
		vem|venham|corre|corram .. logo|rapido|aqui|pelo ... morrendo|mal|#kin`, unless: `atendimento|servico|sistema|internet|audio|site|sinal|clinica ... ruim|pessimo`},
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
		~convulsao|convulcao|~convulsiva no|na|em meu|minha|nossa|nosso|#kin`},
	{name: "bleeding", traits: chronic | topical | lasting, phrases: `
		sangrando|sangra|sangrou|sangrei .. #lots|sem|litros
		muito|tanto|mto|mt|bastante sangue|sangramento
		sangue .. #lots|jorr*|esguich*
		jorr*|esguich*
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
		vaso|privada|pia|chao|cama|colchao|lencol|fralda|roupa .. #blood`, unless: `
		#bleeds .. menstruacao
		sangrou #not`},
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
	{name: "tremor", traits: weak, phrases: `tremendo|tremedeira|tremer|calafrio|tremula`},
	{name: "pressure", phrases: `
		pressao|pa ... #bphigh
		#bphigh por|x? #num .. pressao
		pressao ... #bplow por|x? #num
		pressao .. caiu|caindo|baixou .. #bplow`, unless: `
		#clock #bphigh|#bplow
		pressao ... #bphigh|#bplow h|horas|hs|anos|dias|reais|de|do
		#bpusual por|x #bplow`},
	{name: "raised pressure", traits: weak, phrases: `
		pressao .. #bpraised
		pressao .. altissima|disparou|alturas|disparada|descontrolada|muito|subiu|explodindo
		pressao .. muito|mto alta`},
	{name: "low pressure", traits: weak, phrases: `pressao .. caiu|baixa|baixou|baixissima|caindo`},
	{name: "nape", traits: weak, phrases: `nuca`},
	{name: "worst headache", traits: chronic, phrases: `
		pior dor .. cabeca
		dor .. cabeca .. explosiv*|subita|trovao
		dor .. cabeca ... de repente
		dor .. cabeca ... do nada
		cabeca ... pior .. vida
		dor .. cabeca .. mais|maior ... vida`},
	{name: "unbearable", traits: chronic, phrases: `
		dor|dores|colica ... insuportavel|insuportaveis|lancinante|excruciante
		pior|maior dor .. vida
		dor|colica ... mais forte ... vida
		barriga|abdomen .. dura .. dor|doendo|febre
		#not .. aguento|aguentando|suporto|guento|guentando .. dor|dores
		tanta|tanto dor .. barriga|cabeca|peito|estomago
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
		surto ~psicotico
		vozes .. mand* .. matar|morrer
		quero|vou|vai matar .. #kin
		corr* risco .. vida|morte
		surtou|surtando .. faca|quebrando|agressivo|armado|agredindo
		ouvindo|escutando|ouve|escuta|ouco|escuto vozes`},
	{name: "dry", traits: weak | lasting, phrases: `
		olho|olhos|olhinhos .. fund*
		#not .. xixi|urina|urinou|urinando|mija|mijou .. desde|hoje|ontem|horas
		boca .. seca
		#not .. xixi|urina|urinou|urinando|mija|mijou ... #num|dois|duas|tres|um dia|dias
		#not .. xixi|urina|urinando|mija faz|ha|tem`},
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
	{name: "wheeze", traits: weak | chronic, phrases: `
		chiando|chiado|chiadeira|chia|miando|assobiando|guinchando|guincho|cornagem|estridor
		tosse|tossindo .. cachorro|rouca|foca
		cansad*|cansad*|canseira .. muito|demais|respir*|#child
		bronquiolite|bronquite|pneumonia|dpoc|enfisema
		tossindo .. sem parar`},
	{name: "great pain", traits: weak | chronic, phrases: `
		dor|dores ... #severe
		#severe dor|dores
		dor|dores .. rasgando|dilacerante|esquisita|subita`},
	{name: "same again", traits: weak, phrases: `
		sentindo|sente|sinto|tendo|acontecendo|igual .. mesma|mesmo|mesmos|mesmas coisa|coisas|dor|dores|sintoma|sintomas|jeito|sensacao|negocio
		igual|igualzinho .. vez|infarto|avc|derrame|antes|aquela|primeira .. agora|hoje`},
	{name: "heart or brain disease", traits: weak | lifelong, phrases: `#heart|infartou|infartei|enfartou|avc|~derrame|~aneurisma|stent|stents|safena|safenas|~marcapasso|cateterismo|trombose|embolia`},
	{name: "wound opened", traits: lasting, phrases: `
		tripa|tripas|intestino|visceras|miolo|figado .. fora|saindo|saiu|aparec*|pulou
		saindo|saiu|aparecendo|pulou .. tripa|tripas|intestino|visceras
		pontos|corte|costura|cesarea|cirurgia|operacao|cicatriz ... abriu|abriram|arrebent*|estour*|romp* .. sangue|sangrando|agora|saindo|pus|tudo|todo|barriga|inteiro`},
	{name: "machine", traits: lasting, phrases: `
		~traqueo|~traqueostomia|canula|~respirador|ventilador|bipap|concentrador|oxigenio|cilindro|bala ... acabou|acabando|saiu|entupi*|desligou|pifou|apitando|arrancou|soltou`, unless: `
		ventilador .. quarto|teto`},
	{name: "dengue", traits: weak | lifelong, phrases: `dengue|chikungunya|zica|zika|leptospirose`},
	{name: "itches", traits: weak, phrases: `
		coceira|cocando|pinicando|cocar|formigando .. garganta|lingua|boca|corpo
		voz .. rouca|sumindo|sumiu|fina
		vermelho|vermelha|vermelhao .. todo|toda|corpo
		cocando|coca .. todo|toda|inteiro|inteira
		voz ... fininha|rouca|sumindo|sumiu|estranha`},
	{name: "sees things", traits: weak, phrases: `
		vendo|ve|vejo .. bicho|bichos|vulto|vultos|coisas|gente|barata|aranhas
		#not .. dorme|dormiu .. dias`},
	{name: "pupils", traits: lasting, phrases: `
		pupila|pupilas ... diferente|diferentes|maior|enorme|enormes|dilatad*|pontinho|pequen*|tamanho|fech*
		pupila|pupilas .. desigua*`},
	{name: "reanimation", traits: topical | loose, phrases: `
		massagem ~cardiaca
		massagem .. peito|coracao
		~reanimar|reanimando|ressuscit*|reanimacao|rcp|boca a boca
		ninguem|#not .. acha|acho|sente|sinto|sentimos|encontra|encontro|tem .. pulso|batimento|batimentos|respiracao
		pulso .. sumiu|fraquinho|fraco|parou|sumindo`},
	{name: "hernia", traits: lasting, phrases: `
		hernia|caroco .. #not .. volta|entra|voltou
		hernia ... #purple|dura|estrangul*|preta
		#vomits .. coco|fezes|verde|bile|esverdeado|fecal
		~estrangulada|peritonite|~apendicite .. estour*|supur*|agora
		erecao|ereto|pinto|penis ... #not .. baixa|abaixa|desce
		erecao ... #num|muitas|varias horas
		fistula|cateter|dreno|acesso .. abriu|sangr*|saiu|arranc*|estour*|romp*`},
	{name: "snap", traits: weak, phrases: `
		estalo|estouro|estourou|explosao .. cabeca
		cabeca ... estalo|estouro`},
	{name: "absurd pain", traits: chronic, phrases: `
		estalo|estouro ... dor
		dor .. absurda|descomunal|lancinante|alucinante|animal
		contorcendo|contorcer|encolhid*|urrando .. dor
		dor .. fora do normal`},
	{name: "drunk", traits: weak, phrases: `
		vodka|cachaca|pinga|whisky|uisque|bebida|alcool ... falsificad*|adulterad*|demais|litro|garrafa|inteira|sozinho
		bebeu|bebi .. demais|muito|muita|litro|garrafa
		bebado|bebada|alcoolizad*|embriagad*`},
	{name: "weak limb", traits: chronic, phrases: `
		fraqueza|fraco|fraca|forca .. #limb ... mesmo lado|perna|agora|repente
		fraqueza .. lado .. corpo`},
	{name: "greenish", traits: weak, phrases: `#vomits .. verde|amarelo|jato|esguicho|leite`},
	{name: "amnesia", traits: chronic, phrases: `
		repetindo|repete .. mesma|mesmas pergunta|perguntas|coisa|coisas|historia
		sem saber|lembrar|reconhecer quem|onde|que
		teve|deu um branco .. minutos|#not|sem|agora`},
}
