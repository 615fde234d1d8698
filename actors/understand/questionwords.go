package understand

// The phrases of questions, and what is none although it sounds so.

const questionText = `
	tem|qual .. horario|hora de|do almoco
	#when|#weekday voces? ~atender|~abrir|~funcionar|~fechar $
	acompanhante|crianca|criancas nao? pode|podem
	ver|consultar|verificar|checar|conferir|acompanhar|listar #lead* agendamento|agendamentos|consulta|consultas
	que|qual|quando .. eu? marquei|agendei
	marquei|agendei .. que|qual|quando
	status|situacao da|do|de
	#visit .. e|eh|fica|sai quanto
	onde estaciono|paro|deixo|estacionar
	cnpj|crm
	que|qual|quando|pra|para .. ficou|ta|esta marcado|marcada|agendado|agendada
	ficou|ta|esta marcado|marcada|agendado|agendada? para que|qual|quando
	esqueci|lembro|lembra|recordo .. horario|dia|data|hora|endereco
	que|qual cidade|bairro|rua|lugar|endereco
	quanto .. pago|paga|pagaria|devo
	posso|pode|devo ir|entrar|chegar de|com|sem|sozinho|sozinha|atrasado|atrasada
	~atender por|via video|videochamada|telefone|online|whatsapp
	minha|meu agenda
	que|quais|qual|quantos dia|dias|horario|horarios .. ~atender
	~atender .. que|quais dia|dias|horario|horarios
	quando e|eh|sera .. meu|minha|o|a
	e|eh|sao de? graca
	aceita|aceitam $
	quem .. ~atender|faz|opera|realiza .. #when|#care|#spec|exame|exames|consulta
	~atender|~abrir|~funcionar|~fechar .. #when|#weekday|feriado|feriados
	crianca|criancas|bebe|idoso|idosos|gestante|gestantes|gravida|estudante|acompanhante paga|pagam|pode|podem|entra
	da|dao|fornece atestado|recibo|nota|declaracao
	politica
	voces|vcs pegam|pega|trabalham|aceitam
	fornece|fornecem|emite|emitem|pega|pegam|cobra|cobram .. #plan|atestado|recibo|nota|declaracao|taxa
	pode|posso|devo|precisa|preciso|da .. comer|beber|levar|acompanhante|tomar|dirigir|sozinho|sozinha
	hora marcada
	ordem de chegada
	ficou|ficaram|esta|ta|estao pronto|prontos|pronta|prontas
	e|eh|sao|tem .. pago|paga|gratis|gratuito|gratuita
	eu? tenho|tinha algo|alguma|algum|coisa .. marcado|marcada|agendado|agendada
	#visit e|eh|sao|dura|doi|precisa|inclui|tem|custa|ta|esta|fica
	#topic
	quanto|qto ~custar|~ficar|e|~cobrar|~sair|seria|da|ta|~valer|custaria|ficaria|esta|sao|vai|para|o|a|por|voces|na|no|pela|pelo|um|uma|em|particular|tempo
	qual|quais .. #topic
	formas? de pagar|pagamento
	~aceitar|~atender|~cobrir|cobre|cobrem|~trabalhar .. #plan
	~aceitar .. cartao|pix|dinheiro|credito|debito|cheque|boleto
	voces|ai|clinica|la ~aceitar|~trabalhar|~cobrir|cobre
	~atender|~aceitar #lead* #plan
	tem|tenho|existe|ha|teria .. convenio com|no|ai|desconto|parceria
	tem .. convenio|convenios|plano|planos
	quais|qual .. #plan
	posso|pode|da|como|tem|podemos|aceita .. ~pagar|~parcelar|dividir
	~parcelar $
	voces|vcs ~parcelar|dividem|~cobrar
	~parcelar .. cartao|vezes|em
	divide|dividem .. cartao|vezes|em
	no? cartao|pix|boleto|debito|credito pode|da|aceita
	onde ~ficar|e|~atender|~ser|esta|voces|a|o|que|eh|se|localiza|estao|fica
	aonde
	qual .. rua|bairro|endereco|cidade|telefone|numero|site|instagram|email
	como .. chegar|chego|chega|faz|faco|fazer
	perto de|do|da metro|estacao|shopping|centro|terminal|onde|praca|hospital|mercado|ponto|avenida|rua|qual|que|igreja
	~ficar|esta|e .. perto
	que|quais|qual|ate|a horas? .. ~abrir|~fechar|~funcionar|~atender|~terminar
	que|ate|qual|quais hora|horas|horario|horarios|dias .. ~abrir|~fechar|~funcionar|~atender|~terminar|voces|funcionamento|abertura
	~abrir|~fechar|~funcionar que|as|aos|no|na|ate|de|em|dia|sabado|domingo|hoje|amanha|#when
	horario|horarios .. atendimento|funcionamento|abertura
	voces|clinica ~abrir|~fechar|~funcionar
	~ficar aberto|aberta|abertos
	^ custa|custaria
	estao|esta|ta|tao aberto|abertos|fechado|fechados|aberta|fechada|funcionando|atendendo
	o? que .. ~levar|trazer
	~precisar|necessario .. ~levar|trazer|jejum|encaminhamento|pedido|guia|documento|documentos|acompanhante|autorizacao|exames|receita|senha
	precisa|necessita de? .. ~marcar|~agendar
	o que e|eh|seria|significa
	como e|eh|funciona|sera|seria|funcionam|ocorre
	~funcionar como
	para que serve
	serve para
	^ ~doer
	#visit|#care|isso|vai|ele|ela|anestesia|injecao ~doer
	quanto tempo
	~demorar
	~durar
	qual|quanto .. duracao
	efeito|efeitos colateral|colaterais
	tem risco|riscos|contraindicacao|garantia
	meus|minhas #visit|horarios|#slot
	que|quais horas $
	ate que horas
	minha|meu|a|o #visit|horario .. que|quando|qual|hora|horas|dia|confirmado|confirmada|marcado|marcada|certo|mesmo
	que|qual|quando .. minha|meu|meus|minhas #visit|horario|horarios|retorno
	tenho|temos #lead* #visit|horario|agendado|marcado|hora
	~ter .. #visit|horario .. marcado|marcada|agendado|agendada
	estou .. agendado|agendada|marcado|marcada
	~querer|#want|posso|poderia|podia|pode|podem .. ~saber|informacao|informacoes|informar|perguntar|entender|tirar
	~saber|informacao|informacoes|duvida|duvidas sobre|se|qual|quais|quanto|como|onde|quando|de|do|da|mais
	duvida|duvidas|informacao|informacoes
	me? ~informar o|a|os|as|se|qual|quanto|sobre|como
	me explica|explique|tira|informa|fala|diz|diga .. como|qual|quanto|sobre|se|duvida
	resultado|resultados|laudo|laudos
	voces|ai|clinica|consultorio|vcs ~fazer|realizam|realiza|tem|~atender|oferecem|possuem|sao|e|ficam|fica|vendem|emitem
	faz|fazem|fazer|realizam|realiza #lead* #care|#spec|exame|exames|cirurgia
	tem|teria|possui|possuem #lead* #care|#spec
	atende|atendem|atenderia .. crianca|criancas|bebe|idoso|idosos|particular|urgencia|emergencia|sabado|domingo|feriado|feriados|convenio
	qual|quais|quem e|eh|sao|o|os|a|as? o|os|a|as|nome? do|da|de|dos|das? #spec
	especialidades|especialidade
	qual|quais .. especialidade|especialidades|tratamento|tratamentos|exames|procedimentos|servicos|planos
	quais .. servicos
	tem .. estacionamento|elevador|acesso|wifi|desconto|promocao|pacote
	e|eh|sao|fica longe|caro|gratuito|gratis|pago|perto|seguro|dolorido
	emite|emitem .. nota|recibo|atestado
	nota fiscal
	da atestado
	qual .. diferenca
	com quantos
	a partir de que idade
	quantos|quantas .. sessoes|dias|vezes|horas|consultas|exames
	aceita|aceitam
	cobre|cobrem`

const questionVetoText = `
	ja fiz|paguei|enviei|mandei
	^ como assim
	^ ha $
	vou|irei pegar|buscar|procurar
	#visit e para meu|minha|o|a|mim
	que horas sao
	^ demorou $
	voce e|eh|foi|tem|mora|vive|sabe|pode|faz|gosta
	~pagar particular $
	sem duvida|duvidas
	qual .. seu|teu nome|time|signo|cor|idade|hobby
	voce ~gostar|torce|sonha|ama|pensa|come|dorme|namora|tem
	o que voce
	o que e|eh voce
	piada|futebol|musica|filme`
