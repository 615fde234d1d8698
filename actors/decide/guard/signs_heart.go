package guard

// heartSigns are those of heart, breath and blood pressure.
var heartSigns = []sign{
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
		soluc* ... braco|peito
		dor .. braco esquerdo ... agora
		dor .. braco esquerdo ... #not .. passa|alivia|melhora|para`, unless: `
		#pain .. peito do|de pe|frango|peru
		peito do|de pe|frango|peru
		peso do|no peito ... falando|conversar|terapia|desabaf*
		tirei|tirou|tirar um? peso
		que dor no coracao|peito .. cancelar|desmarcar|remarcar|perder|ter
		dor no coracao de|em|cancelar|desmarcar|remarcar|perder|saber|ver`},
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
		marcapasso|desfibrilador|cdi .. choque|choques|disparou|disparando|apitando
		marcapasso|desfibrilador|cdi ... choque|choques|disparou|disparando|apitando|alarme`, unless: `
		coracao .. parou quando|de|com|ao`},
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
		falta|flta|faltando|faltano|faltou|falto|fauta|falt d|de? ar
		falta|faltando|faltou o|a|d|de? folego|ar
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
		pulmao|pulmaozinho|peito .. fechad*|fechou|fechando|travad*|travou
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
		#not .. mama|mamar .. mais ... #breathe|bronquiolite|narina|narinas
		pulmao|pulmaozinho .. agua|chiando|chiado
		frase|falar|palavra ... parar|pausa|descansar .. respirar|ar|folego
		tomar|recuperar|buscar|pegar|puxar ar .. entre|cada|toda`, unless: `
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
		~perna|perninha .. #purple .. falta
		mao|maos|pe|pes|boca|dedos .. #purple e|bem|frio|fria|gelad*|de frio
		#limb .. #purple .. gelad*|frio|fria|frias|geladas
		ficando|ficou|ta|esta sem cor
		pele|pelinha .. acinzentad*|cinza|marmorizad*|azul*|rox* ... gelad*|mole|parad*`, unless: `
		dedo|dedos|pele .. mancha
		unha|unhas|mancha|dedao|hematoma|pele|olho|olheira|olheiras|cicatriz|joelho|machucado|tornozelo|roupa|cabelo .. #purple
		dedinho|dedo|dedao|unha|pe|joelho|canela|coxa|braco|olho .. batida|bati|bateu|ficou|ta|esta #purple
		bati|batida|topada ... #purple`},
	{name: "pale", traits: weak, phrases: `
		branco|branca|palido|palida|gelado|gelada|amarelo|fraco|fraca
		cinza|cinzento|cinzenta|cera|livid*|descorad*|transparente|fria|frio
		sem|perdeu .. cor
		branc*|gelad* igual|feito|como|que
		acinzentad*|marmorizad*`},
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
	{name: "wheeze", traits: weak | chronic, phrases: `
		chiando|chiado|chiadeira|chia|miando|assobiando|guinchando|guincho|cornagem|estridor
		tosse|tossindo .. cachorro|rouca|foca
		cansad*|cansad*|canseira .. muito|demais|respir*|#child
		bronquiolite|bronquite|pneumonia|dpoc|enfisema
		tossindo .. sem parar`},
	{name: "same again", traits: weak, phrases: `
		sentindo|sente|sinto|tendo|acontecendo|igual .. mesma|mesmo|mesmos|mesmas coisa|coisas|dor|dores|sintoma|sintomas|jeito|sensacao|negocio
		igual|igualzinho .. vez|infarto|avc|derrame|antes|aquela|primeira .. agora|hoje`},
	{name: "heart or brain disease", traits: weak | lifelong, phrases: `#heart|infartou|infartei|enfartou|avc|~derrame|~aneurisma|stent|stents|safena|safenas|~marcapasso|cateterismo|trombose|embolia`},
	{name: "machine", traits: lasting, phrases: `
		~traqueo|~traqueostomia|canula|~respirador|ventilador|bipap|concentrador|oxigenio|cilindro|bala ... acabou|acabando|saiu|entupi*|desligou|pifou|apitando|arrancou|soltou`, unless: `
		ventilador .. quarto|teto`},
	{name: "reanimation", traits: topical | loose, phrases: `
		massagem ~cardiaca
		massagem .. peito|coracao
		~reanimar|reanimando|ressuscit*|reanimacao|rcp|boca a boca
		ninguem|#not .. acha|acho|sente|sinto|sentimos|encontra|encontro|tem .. pulso|batimento|batimentos|respiracao
		pulso .. sumiu|fraquinho|fraco|parou|sumindo
		teve|tendo|sofreu|deu|entrou uma|em? parada`, unless: `
		parada no|na|em|de onibus|estrada`},
}
