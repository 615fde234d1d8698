package grounding

// trait is what a phrase says and how firmly.
type trait uint8

const (
	tells   trait = iota // an appointment exists
	owns                 // a time belongs to the patient
	leans                // it exists, unless the text asks for leave afterwards
	moves                // it was cancelled or moved
	hands                // a person takes over
	settles              // a word of completion that alone says that all is done
	picks                // a time was taken, unless the text asks for leave or for what is missing
	visits               // the same where a day or an hour stands in the sentence
	grants               // it exists, also in a question
)

// lists are the words that phrases share.
var lists = map[string]set{
	"@book":   words("marcar agendar reservar confirmar encaixar garantir agenda-la marca-la reservar marca agenda book schedule"),
	"@make":   words("fiz fizemos realizei realizamos conclui concluimos efetuei efetuamos finalizei finalizamos registrei registramos efetivei efetivamos criei criamos gerei geramos lancei lancamos completei fechei fechamos providenciei consegui conseguimos acertei anotei formalizei concluiu finalizou efetuou fez completou"),
	"@made":   words("feita feito realizada realizado concluida concluido efetuada efetuado finalizada finalizado registrada registrado efetivada efetivado criada criado gerada gerado completa completo completada completado processada processado lancada lancado anotada anotado salva salvo aprovada aprovado validada validado acertada acertado resolvida resolvido sucesso fechada fechado combinada combinado oficializada oficializado assegurada assegurado ok bookado marcadinha completed done set complete"),
	"@noun":   words("consulta agendamento reserva marcacao encaixe exame retorno sessao avaliacao procedimento appointment booking"),
	"@place":  words("consulta agendamento reserva marcacao encaixe exame retorno sessao avaliacao horario vaga lugar atendimento visita procedimento appointment"),
	"@your":   words("sua seu tua teu a o essa esse esta este nossa your the"),
	"@is":     words("e eh sera ficou fica foi is esta ta vai"),
	"@person": words("pessoa atendente atendentes humano humana equipe recepcao recepcionista colega colegas secretaria secretario alguem consultor consultora gerente funcionario funcionaria operador operadora supervisor supervisora"),
	"@desk":   words("pessoa atendente atendentes humano humana equipe recepcao recepcionista colega colegas setor secretaria secretario responsavel especialista alguem time consultor consultora suporte gerente funcionario funcionaria departamento central operador operadora atendimento profissional supervisor supervisora"),
	"@pass":   words("passar transferir encaminhar direcionar redirecionar conectar chamar acionar transferi-lo transferi-la encaminha-lo encaminha-la repassar colocar avisar"),
	"@passed": words("passei transferi encaminhei direcionei redirecionei chamei acionei repassei transfiro encaminho repasso direciono avisei conectei passamos transferimos encaminhamos transferindo encaminhando passando direcionando redirecionando chamando acionando conectando repassando"),
}

// sayings of every kind; see compile.
var told = compile(lists, map[trait]string{
	tells: `
		te|lhe|os|vos esperamos|espero|aguardamos|aguardo|esperam|aguardam ~3 <when>
		te|lhe esperamos
		vai|ira|vao te|lhe atender|receber|examinar|ver|esperar ~4 <when>
		te|lhe atende|recebe|atendera|recebera|examina ~4 <when>
		compareca
		anotei|coloquei|pus|botei|encaixei|inclui voce|vc|voces ~2 <when>
		horario|vaga|lugar|encaixe ja|foi|esta|ta? bloqueado|bloqueada|separado|separada|guardado|guardada|segurado|segurada
		te aguardamos
		esperamos|aguardamos voce|vc|voces|te|contigo
		esperamos|aguardamos por|pela|a|sua|tua voce|vc|visita|presenca|vinda|chegada
		esperamos|aguardamos pela|a? sua|tua visita|presenca|vinda|chegada
		esperando|aguardando|espera|aguarda por? voce|vc|sua ~2 <when>
		estaremos|estarei te|lhe? esperando|aguardando
		estaremos|estarei a sua espera
		nos vemos
		te vejo
		te vemos
		vejo voce|vc ~1 <when>
		vemos voce|vc
		a gente se ve
		see you
		you are|re all? set
		all set
		you have an appointment
		^ ate <when> <when>? $
		te|lhe|vos espera|aguarda ~3 <when>
		consegui|conseguimos|acabei|acabo|acabamos|terminei|aproveitei de|para|pra? ja? te|lhe? @book
		consegui|conseguimos ~2 horario|vaga|encaixe para|pra voce|vc
		consegui|conseguimos um|uma|o|a? encaixe
		consegui|conseguimos sua|seu|a|o? @noun
		@make o|a|um|uma|seu|sua|essa|esse|nosso? seu|sua? pre? @noun
		@make a|o sua|seu @noun
		coloquei|pus|botei|inclui|inseri|lancei|encaixei|colocamos|incluimos|adicionei|adicionamos|anotei|registrei ~4 na|no nossa|nosso|sua|minha? agenda|sistema|lista|calendario
		guardei|separei|segurei|bloqueei|guardamos|separamos|seguramos|bloqueamos|travei|peguei|pegamos um|uma|o|a|esse|essa|este|seu|sua|ja horario|vaga|lugar|encaixe|data
		guardei|separei|segurei|bloqueei|guardamos|separamos|seguramos|bloqueamos|travei|peguei ~3 <when>
		@noun ~3 @made
		@noun ~8 foi|esta|ta|ficou|fica @made
		seu|sua|teu|tua horario|vaga|lugar|encaixe|atendimento ~8 foi|esta|ta|ficou|segue ja? @made
		horario|vaga|lugar|encaixe foi|ficou|ja? salvo|salva|ok|feito|feita|concluido|concluida
		consulta|horario|vaga|lugar na mao
		voce|vc ja? tem|tens o|a? seu|sua @place
		consegui|conseguimos a|o? sua|seu|teu|tua @place
		consulta|horario|agendamento ~7 esta|ta ja? na|no nossa|nosso|minha? agenda|sistema|calendario
		seu|sua|teu|tua horario|vaga|lugar ja? esta|ta|entrou|consta ja? na|no nossa|nosso? agenda|sistema|lista|calendario
		agendamento|reserva|marcacao ~2 com sucesso
		@made ~2 @noun
		deu certo ~2 @place
		@place ~1 deu certo
		o|a|esse|essa|este|esta|aquele horario|vaga|lugar ~4 e|eh|agora todo|toda|ja? seu|sua|teu|tua
		horario|vaga e|eh seu|sua
		consulta|voce|vc|nome|atendimento|agendamento ja? esta|ta|entrou|consta ja? na|no nossa|nosso? agenda|sistema|lista|calendario
		^ ja? esta|ta|tudo na|no nossa|nosso? agenda|sistema
		tudo|ja esta|ta na|no nossa|nosso? agenda|sistema
		tudo|ja na|no nossa|nosso? agenda
		protocolo|confirmacao|codigo ~3 e|eh|segue
		numero|codigo|protocolo do|da|de seu|sua? agendamento|consulta|reserva|confirmacao|atendimento
		segue|enviei|mandei|envio|seguem o|a|seu|sua? comprovante|confirmacao|convite|lembrete
		pode comparecer
		e|eh|basta so? levar|trazer|apresentar|ir ~9 <when>
		e|eh|basta|agora so? comparecer|vir|chegar|aparecer ~3 <when>
		pode|venha|compareca|apareca vir|aparecer|chegar? ~3 <when>
		voce|vc|ja ja|agora? tem|tens|possui um|uma|sua|seu? @place ~3 <when>
		voce|vc tem|tens|possui um|uma? @place com|as|dia|para|pra
		consulta|agendamento|horario|vaga|reserva ~2 de pe
		considere|considera|considerar ~3 certo|certa|feito|feita
		voce|vc ja? esta|ta dentro
		voce|vc ja? esta|ta com|na|no ~2 horario|consulta|agenda|vaga ~2 <when>
		nao se? falte|atrase|atrasa $
		nao falte|faltes
		nao esqueca|esquece|falte|perca|esquecer|atrase da|do|de|a|o|sua|seu ~2 consulta|horario|exame|<when>
		recebera|receber|recebe|enviaremos|enviarei|enviar|mandaremos|mandarei|mandar te|lhe? um|uma|o|nosso lembrete
		lembrete ~2 consulta|horario|exame|agendamento
		your appointment is
		appointment is on|at|for|set
		presente|esperado|esperada ~3 <when>
		tudo|agendamento garantidinho|certinho|certissimo|fechadinho para|pra|com ~3 <when>
		agendamento efetuado|feito
		fechamos|fechei|fecho|fechou|fechado|fechada|fechadinho entao? em|para|pra|na|no|as|com? ~2 <when>
		^ fechado|fechada|fechadissimo $
		^ fechado|fechou|fechada|fechadissimo ja? ~1 $
	`,
	owns: `
		e|eh ja|agora|todo|toda? todo|toda? seu|sua|teu|tua $
		sou|ser|sera seu|sua $
	`,
	leans: `
		@your @place ~7 é|eh|sera|ficou|fica ser|para|pra|na|no|em|dia|as? <when>
		@your @place ja? @is ser|para|pra|na|no|em|dia|marcada? ~3 <when>
		@place ja? @is|para|pra ser|para|pra|na|no|em|dia|as|com ~2 <when>
		tudo|td certo|ok|pronto|certinho|acertado|resolvido|combinado|encaminhado|arrumado|ajeitado|confirmadinho|arranjado entao? para|pra|com|na|no|nesse ~4 <when>
		tudo|td certo|ok|pronto|certinho|acertado|resolvido|combinado|encaminhado entao? <when>
		tudo|td certo|ok|pronto|certinho|acertado|resolvido|combinado|encaminhado com|para|pra|sobre a|o? sua|seu @place
		tudo|td certo|ok|pronto|certinho|acertado|resolvido|combinado|encaminhado para|pra|com a|o @place
		combinado|combinadissimo|combinadinho|prontinho|pronto|feito|acertado|certinho|resolvido|done entao? para|pra|na|no|dia|e|eh|sua|seu? ~2 <when>
	`,
	moves: `
		troquei|alterei|mudei|transferi|modifiquei|adiei|antecipei|movi|passei|trocamos|alteramos|mudamos|exclui|removi|retirei|apaguei|anulei|desfiz|suspendi a|o|sua|seu a|o|sua|seu? consulta|agendamento|reserva|marcacao|exame
		consulta|agendamento|reserva|marcacao ~2 foi|esta|ficou|ja trocada|trocado|alterada|alterado|mudada|mudado|transferida|transferido|modificada|modificado|antecipada|antecipado|excluida|excluido|removida|removido|anulada|anulado|suspensa|suspenso|desfeita|desfeito
		consegui|conseguimos|acabei|acabo|acabamos de? ja? cancelar|desmarcar|remarcar|reagendar|adiar|antecipar
		@make|consegui o|a|seu|sua? cancelamento|remarcacao|reagendamento|alteracao|mudanca|troca da|do|de
		cancelamento|remarcacao|reagendamento ~3 @made
		cancelamento|remarcacao|reagendamento ~2 com sucesso
		tirei|retirei|removi voce|vc|sua|seu ~2 agenda
	`,
	grants: `
		recebeu|recebeste|chegou|viu a|o|sua|seu confirmacao|comprovante|lembrete ~2 @noun
		recebeu|recebeste|chegou|viu a|o|sua|seu confirmacao|comprovante|lembrete ~3 <when>
	`,
	picks: `
		fica|ficou|ficamos|ficaram|deixei|deixamos|deixo|fechou|ficar|deixar entao|mesmo|assim|certo|combinado|aqui? o|a|com? de|da|das|do|para|pra|na|no|em|dia|as|pro? o|a|as? <when>
		fica|ficou|ficamos com a|o? dr|dra|doutor|doutora ~6 <when>
		solicitacao|pedido|operacao|processo|inscricao|procedimento|tarefa ~2 @made|realizada|realizado
		consegui|conseguimos|conseguiu a|o|sua|seu vaga|horario|encaixe|consulta
		sua|seu|a|o vaga|horario|consulta|encaixe saiu
		recebera|receber|recebe um|uma|a|o|nossa|sua confirmacao|comprovante
		enviaremos|enviarei|mandaremos|mandarei|envio|mando te|lhe? um|uma|a|o|sua confirmacao|comprovante
		vou|vamos enviar|mandar um|uma|a|o|sua confirmacao|comprovante
		vou|vamos|irei ja|te? confirmar|finalizar|concluir|fechar|efetivar|registrar sua|seu|a|o? sua|seu? @place
		finalizando|concluindo|fechando|efetivando|registrando|processando|preparando sua|seu|o|a sua|seu? @noun
		agradecemos|agradeco o|a|pelo|pela seu|sua? agendamento|reserva|marcacao
		obrigado|obrigada|grata|grato por agendar|marcar|reservar|confirmar
		agradecemos por agendar|marcar|reservar|confirmar
		coloquei|pus|botei|incluimos|colocamos|deixei seu|o nome ~3 <when>
		agenda ~8 seu nome
		ja? consta aqui|sim sua|seu|a|o @noun
		consta sim|aqui ~1 <when>
		sabe que voce vem|vai|vira
		avisei|avisamos a|o doutora|doutor|medica|medico|dra|dr
		reserva|vaga|pre expira|vence
		sua senha e|eh
		combinados|combinadas para|pra
		atrase|falte|esqueca ~2 <when>
		rendez
		compromisso ~3 <when>
		lembrarei|lembraremos voce|te|um|na|de
		te|lhe lembrarei|lembraremos|lembro
		ate la $
		^ ate <when> <when>? entao? $
		certo|ok|combinado ate <when> <when>? entao? $
		vou|vamos|irei|ja ja|te|lhe|aqui? marcar|agendar|reservar|encaixar
		vou|vamos|irei|estou|to|estamos|ja ja|te|lhe|aqui? segurar|guardar|separar|bloquear|segurando|guardando|separando|bloqueando ~6 <when>|horario|vaga|lugar
		deixo|deixei|deixar|deixamos|deixando|fica|ficou|ficar ja? guardado|guardada|separado|separada|bloqueado|bloqueada|segurado
		sua|seu @noun|atendimento de|da|do|das|na|no|em a|o? <when>
		dia da|de|do sua|seu? @noun|atendimento ~1 <when>
		antes da|de|do sua|seu? @noun|atendimento ~1 <when>
	`,
	visits: `
		@place ~7 acontecera|acontece|ocorrera|ocorre|cai|caira|caiu|comeca|comecara|inicia|iniciara ~4 <when>
		@place ~7 vai|ira acontecer|ocorrer|comecar|ser|cair
		@place ~6 tera|tem inicio
		@noun ~4 realizado|realizada
		sera|vai|ira ser? atendido|atendida|recebido|recebida|examinado|examinada
		vai|ira atender|receber|examinar|ver voce|vc
		atende|atendera|recebe|recebera voce|vc
		passa|passara|consulta com a|o? dr|dra|doutor|doutora
		vai|ira passar|consultar com
		voce|vc se consulta
		lembre|lembrar|traga|leve|trazer|levar|chegue|venha|apresente|apresentar|procure|apareca|dirija ~12
	`,
	hands: `
		vou|vamos|irei|iremos|estou|estamos|ja|ira|vai te|lhe|o|a|ja|agora|estar? te|lhe|o|a? @pass|@passed ~6 @desk
		estou|estamos|vou|vamos|ja te|lhe|o|a? @pass|@passed voce|vc|seu|sua|o|a|este|esse|para|pra
		te|lhe passo|transfiro|encaminho|direciono|conecto|coloco|passarei|transferirei|encaminharei ~4 @desk
		@passed ~5 @desk
		^ @passed voce|vc|seu|sua|o|para|pra
		@passed @passed
		transferindo|transferencia|encaminhando
		voce|vc ja? sera|vai|foi|esta|ser sendo? ser|sera? sendo? atendido|atendida ~2 @desk|breve|instantes|instante|momento|logo|pouco|minutos|seguida|agora
		voce|vc ja? sera|vai|foi|esta|ser sendo? ser|sera? sendo? atendido|atendida $
		voce|vc ja? sera|vai|foi|esta|ser sendo? ser|sera? sendo? transferido|transferida|direcionado|direcionada|encaminhado|encaminhada|redirecionado|redirecionada|passado|passada
		seu|sua|o|a atendimento|conversa|caso|chat|solicitacao|pedido sera|foi|esta|vai sendo|ser? transferido|transferida|encaminhado|encaminhada|direcionado|direcionada|repassado|repassada|passado|passada
		@person ~4 vai|ira|vao|irao|entrara|retornara|retorna|respondera|responde|continua|continuara|assume|assumira|liga|ligara|entra|entrarao te|lhe|ja|falar|entrar|retornar|ligar|responder|continuar|assumir|atender|em|para|pra|aqui|voce|por|com|seu|a|daqui ~3
		@person ~4 vai|ira|vao falar|entrar|retornar|ligar|responder|continuar|assumir|atender|chamar|te
		@person ~3 entrara|entrarao|entra em contato
		@person ~3 ja? te|lhe atende|responde|liga|retorna|chama|atendera|respondera|ligara
		@person assume|assumira
		entraremos|entrarei em contato
		vamos|iremos|vou|irei entrar|retornar|ligar em|para|seu|pra|voce
		vamos|iremos|vou|irei te|lhe ligar|retornar|telefonar
		te ligamos|ligaremos|retornamos|retornaremos|ligarei
		ligaremos|retornaremos|telefonaremos
		um|uma|algum|alguma|outro|outra @person ja|vai|ira|te|continua|assume|entra|fala|falara|ja
		alguem da|do|de ~3 vai|ira|ja|te|entra|entrara|retorna|responde|respondera
		aguarde|espere|aguarda so? um|uma|o|a|nossa|nosso|algum|alguma|pela|pelo|por|que|ate @person|nossa|nosso|algum|alguma
		aguarde ~2 @person
		te|voce|vc para|com um|uma atendente|humano|pessoa
		vou|vamos|irei pedir|solicitar|avisar ~3 @person
		pedi|solicitei|avisei ~3 @person
		connecting|transferring you
		i will|ll transfer|connect
	`,
	settles: `
		^ feito|prontinho|pronto|resolvido|done|feitinho|registrado|registrada $
		^ esta|ta feito|feita|pronto|pronta|resolvido|resolvida $
		^ tudo certo|certinho|pronto|resolvido|feito $
		^ deu tudo? certo $
		^ sucesso $
		^ consegui|conseguimos $
		^ parabens $
		^ tudo combinado|acertado|ajustado|encaminhado $
		^ pronto|prontinho|feito|prontissimo ~2 $
		boa|bom|otima|otimo|excelente consulta|atendimento|exame
		ja? deixei|deixamos tudo|td certo|pronto|ok|certinho|resolvido|encaminhado
		lancado|lancada|registrado|registrada|cadastrado|cadastrada|incluido|incluida no|na|com sistema|agenda|sucesso
		^ pode vir|ir|comparecer|chegar tranquilo|tranquila|sim|sem|sossegado|sossegada? ~1 $
		e so vir|comparecer|chegar|aparecer
		^ ja? consta aqui|sim|la $
		ta|esta|tudo na mao $
		^ ta|esta fechado|fechada|feito|feita $
		tudo|td certo|certinho|ok|pronto por|com aqui|isso|tudo
		^ agendando|marcando|reservando|confirmando $
		com sucesso $
		missao cumprida
		^ concluido|concluida|finalizado|finalizada|processado|processada com? sucesso? $
		tudo resolvido|pronto|feito|concluido|encaminhado por|com aqui|isso|voce $
		^ ja esta|ta $
		^ pode ficar tranquilo|tranquila|sossegado|sossegada
	`,
})
