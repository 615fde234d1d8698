package guard

// mindSigns are the wish to die, and cries for help of every kind.
var mindSigns = []sign{
	{name: "wish to die", traits: mind | loose | lasting, phrases: `
		quero|queria|qro|vou|vo|quer|vai|pensando|penso|pensado|pensei|pensa|vontade|tentei|tentou|tentando|tento|ameac*|planejando|disse|ia|preciso .. me|se|mim matar|mata|enforcar|suicidar|cortar|envenenar|jogar
		quero|queria|qro|vontade|desejo|preferia|prefiro|pensando|penso|quer|melhor|pedindo|deveria .. morrer|morre
		#not .. quero|queria|qro|quer|aguento|aguenta|guento|consigo|vale|vejo|tenho|ve|merec*|suporto|faz|penso .. viver|vive|vida|existir
		#not .. sentido .. viver|vida
		acabar|acabo|acaba|terminar com .. vida|tudo
		tirar|tirou|tirando|tira .. propria|minha|sua vida
		suicida|suicidas|suicidou|suicidar|suicidando
		pensa*|pensei|ideia|ideias|tentativa|tentou|tentei|cometer|vontade|plano|fazer|desejo .. ~suicidio|suicida
		me|se|vou|quero .. jogar|pular|jogo|joga ... ponte|predio|janela|trem|metro|carro|viaduto|andar|caminhao|sacada|linha|trilho
		vou|vai|quer|quero|ameac* .. pular|jogar .. #heights
		vou|vai|quer|quero|ameac* se|me pular|jogar|enforcar
		cortei|cortou|corto|cortando|cortar .. pulso|pulsos
		me|se cortei|cortando|cortou|corto|mutil*|automutil* .. proposito|sempre|alivi*|braco|bracos|pulso|pulsos|#kin
		se|me cortando|mutilando|automutilando|mutilou|automutila
		sumir|desaparecer .. mundo|sempre|terra
		dormir .. nunca|nao .. acordar
		quando eu morrer
		#not .. vale .. pena .. viver
		carta .. despedida
		remedio|remedios|comprimidos ... morrer
		cansei|cansada|cansado de viver
		me mato
		pra|para|querendo me|se matar
		~fazer|fazendo|fiz|faco .. besteira|loucura .. comigo|vida|mesm*
		vou fazer uma besteira|loucura
		carta|mensagem|bilhete|audio .. despedida|despedindo
		mundo|familia|todos|voces .. melhor|melhores sem mim
		#not .. faco|faria|vai|vao fazer? falta pra? ninguem
		ninguem .. sentir|sentiria|sente .. minha falta
		corda .. mao|teto|viga|arvore
		desistir|desisti|desistindo .. vida|viver|tudo
		chega de viver
		#not .. queria|devia|deveria .. ter nascido
		#not .. vejo|tem|ha .. saida|esperanca|motivo .. viver|vida|mim
		partir dessa|desta
		fim|ponto .. na|a|em minha|propria|nessa|tudo? vida|existencia|sofrimento
		dar|por|botar um? fim .. vida|sofrimento|tudo|mim
		#not .. motivo|motivos|razao|sentido|vontade|forca|forcas|animo ... viver|viva|vivo|continuar vivo|viva?
		ir embora .. mundo
		cansei|cansada|cansado .. da|de vida|lutar|existir
		preferia|queria|melhor|devia .. estar|ta|eu? #grief
		adeus|tchau mundo
		vou|quero|vai tomar|beber|ingerir .. #poison
		vou|quero tomar|engolir .. todos|todo|tudo|monte .. #drug
		pensamento|pensamentos|vontade|ideia|ideacao|impulso|impulsos .. morte|morrer|suicida|suicidas|suicidio|~machucar
		vontade|quero|penso|pensando .. me machucar|ferir|mutilar
		#not .. vejo|enxergo|acho|encontro|tem .. saida|esperanca|solucao .. mais|nada|nenhuma|pra $
		#not vejo|enxergo mais? saida|esperanca
		com|tenho|peguei|comprei uma|um|a|o? corda|gilete|lamina|estilete|arma|revolver|veneno ... mao|aqui|pescoco|acabar
		parapeito|sacada|ponte|viaduto|predio|janela|telhado|passarela|penhasco ... pular|jogar|pulo
		penso|pensando|vontade em|de pular|jogar
		descansar|paz .. vez|sempre .. vida|mundo
		descansar dessa|desta|da vida
		vida .. perdeu|nao|sem|acabou .. sentido|graca|cor|valor
		vozes ... me cortar|matar|machucar|jogar|ferir|enforcar
		minha vida acabou
		deixei|deixando|escrevi|escrevendo|fiz|deixou|escreveu uma|a|umas? carta|cartas|bilhete|recado|mensagem|video ... familia|filhos|filhas|mae|despedida|voces|todos|adeus
		cuida|cuidem|cuide .. meu|minha|meus|minhas|dos|das|da|do ... nao .. estar|vou|estarei|aguento
		cuida|cuidem|cuide dos|das|do|da meu|minha|meus|minhas filhos|filhas|filho|filha|gato|cachorro|mae por mim
		cuidem do|da|dos|das meu|minha|meus|minhas
		#not vou|quero|queria|vai mais estar|existir|acordar|viver
		#not .. existir|existisse|existo
		sou|virei so|apenas? um|uma? peso|fardo|estorvo|lixo|inutil
		acabo|acabar com isso .. hoje|vez|logo|tudo|agora|noite
		hoje .. acabo|termina|acaba .. isso|tudo|sofrimento
		juntei|separei|guardei|comprei|juntando|separou .. comprimidos|veneno|chumbinho|corda|#drug ... tomar|morrer|acabar|tudo|hoje|fim
		#not .. acordar|acordasse amanha|mais|nunca|nunca
		queria|quero|dormir e? #not acordar
		pendurad*|enforcad* .. corda|cinto|lencol|viga|fio|arvore
		enforcou|enforcado|enforcada
		adeus ... perdoa*|perdoem|desculpa|desculpem|todos|amo|familia|mundo
		me perdoem|perdoa|desculpem|perdoe ... morrer|viver|aguento|partir|fraca|fraco
		#not .. sentido|graca|motivo .. continuar|seguir|vivendo|viva|vivo
		pensei|penso|pensando|vontade|quero|queria|vou .. jogar|bater|enfiar .. carro|moto .. poste|caminhao|ponte|muro|contra|rio
		beira|beirada|ponta|parapeito|grade do|da|de viaduto|ponte|predio|penhasco|telhado|precipicio
		minha|a ultima|ultimo noite|dia|mensagem|vez .. vida|viva|vivo|mundo|aqui
		quero|queria|vou partir|sumir|desaparecer de vez|sempre|logo
		encontrar ... ceu
		encontrar ... outro lado
		pensando|penso|pensei|vou|quero|vontade .. fazer uma besteira|loucura|bobagem
		deus .. me levasse|leve|levar|leva
		se eu morrer|sumir|morro|sumo .. ninguem|alivio|melhor|falta
		pensado|pensando|penso|pensar .. morte
		me levasse|leve embora|desse|dessa|deus
		#not vou|vai|pretendo|quero estar mais? viv*|aqui .. ate|la|amanha|semana|mais
		#not .. estar viva|vivo
		ultimo|ultima dia|noite dele|dela|meu|minha|nosso
		meu ultimo dia
		comprei|peguei|tenho|achei|guardei|com .. chumbinho|veneno|corda|gilete|arma ... frente|mao|aqui|mesa|tomar
		#not .. paro|consigo parar|paro|deixar de? pensar .. morrer|morte|matar|suicidio
		tranquei|fechei .. porta ... gas
		abri|liguei o? gas .. esperando|deitei|dormir|adeus
		por|porque|motivo|razao|pra que viver
		#not .. porque|pra? que|quem|mais viver
		nunca|#not .. ter nascido
		dormir ... pra|para sempre
		dormir .. eternamente
		perdoa|perdoem|desculpem ... ir embora
		beira|beirada|ponta|cima|grade do|da|de linha|trilho|trilhos|predio|telhado|terraco|torre|antena|muro
		to|estou|tou em|no|na cima? do|da|de? telhado|parapeito|viaduto|ponte|sacada|terraco|beirada .. predio|pular|quero|#not|vontade|adeus
		live|video|stories|status .. adeus|despedi*|comprimido|comprimidos
		adeus ... comprimido|comprimidos|#drug
		monte|punhado|cartela|vidro|mao .. comprimido|comprimidos ... mao|tomar|frente|adeus|despedi*
		#not quero|queria mais continuar|seguir|lutar
		#not .. me procur*|procurando|procure .. trem|#not
		#not .. quero ninguem me? procurando|procure
		linha .. trem|metro
		me cortei|cortar|cortando de novo|outra`, unless: `
		vou|quer|quero|vai me|se matar .. de trabalhar|estudar|saudade|rir|comer
		cortei|cortou|cortar .. cabelo
		vou|vai|quer|quero .. pular .. consulta|vez|etapa|exame
		#partner .. tentando|quer|tentou|ameac* .. me matar
		tentando|quer .. me matar
		acabar|terminar com isso|tudo logo
		sem querer
		cortei|cortou|cortando .. pulso|pulsos .. sem querer
		#not mais? quero|aguento|consigo|da mais? viver com|sem
		vai|ia me matar
		vida corrida|agitada|sedentaria
		vou|quero tomar ... antes|exame|consulta|jejum
		#not .. quero|tenho|faz .. vida .. amorosa|social
		#partner|ele|ela .. tentando|quer|tentou|ameac* .. me|nos matar|enforcar|esfaquear|sufocar|queimar
		pular .. sessao|corda|carnaval|fogueira|piscina
		corda .. pescoco de|com|por
		#not vou|vai|quero mais acordar .. cedo
		enforcado|enforcada de|com|nas|em
		cuida|cuidem .. ficha|agenda|cadastro|horario
		vou|quero .. jogar .. piscina|mar|cama|sofa|bola
		#not .. vou|quero mais estar .. aqui? .. #purpose|#month|cidade|disponivel
		#not .. vou|vai|pretendo|quero estar mais? aqui .. na|no|quinta|sexta|segunda|terca|quarta|semana|#month|cidade
		ultimo|ultima dia .. prazo|convenio|ferias|plano|mes|aula|trabalho
		cortei|cortou|cortando .. pulso|pulsos .. vidro|acidente|maquina|serra|maquita|lata
		linha .. trem|metro .. pego|pegar|perto|estacao|proxima|descer|chego|azul|vermelha|verde|amarela
		me|nos enforcou|enforcaram`},
	{name: "wants to kill the writer", traits: loose, phrases: `#partner|ele|ela .. quer|tentando|tentou|ameac*|vai .. me matar`},
	{name: "cry", traits: plea | loose, phrases: `
		#help`, unless: `
		#help de|da|do|dos|e
		#help ... atend*|demora|link|site|horario|marcar|agendar|consulta|preco|vaga|cadastro|senha
		#name .. #help
		#help ... endereco|rodando|estacion*|perdid*|achar|chegar|wifi|convenio`},
	{name: "ambulance", traits: plea | loose, phrases: `
		~chama|chame|chamem|chamar|manda|mande|mandem|enviem|envia|liga|ligue|liguem|ligar|pede|pedir|pedi|cade|traz .. #rescue|192
		preciso|precisa|precisando|precisamos|queria|quero de|do|da|dum|duma|uma? uma? #rescue
		#rescue urgente|agora|rapido|por
		urgente .. #rescue`, unless: `precis* .. #rescue .. #topic`},
	{name: "emergency", traits: plea, phrases: `
		e|eh uma emergencia
		^ e|eh|isso emergencia
		^ emergencia $
		^ emergencia emergencia
		emergencia .. socorro|aqui|rapido
		estou|to|tou|estamos|aqui .. em|numa|com|tendo|e uma? ~emergencia
		vida ou|e morte
		~ajuda|~ajudem|~socorram|ajudar pelo amor
		me|nos ~ajuda|~ajudem|ajude ... amor|deus|morrendo|urgente
		~ajuda urgente .. #kin
		~urgente .. #kin .. muito|mal`, unless: `
		~ajuda ... marcar|remarcar|desmarcar|agendar|achar|encontrar|acessar|entrar|cadastr*|abrir|preencher|escolher
		~ajuda ... #purpose`},
}
