package understand

// The phrases of every intent.  Where two intents could claim a text, intent.go asks in the order
// of the contract.

const humanText = `
	falar|fala|falo|conversar|conversa|tratar|resolver|reclamar .. #person|#anyone
	chama|chamar|chame|coloca|manda .. #person|alguem|pessoa
	atendido|atendida por .. #person|#anyone
	~transferir|passa|passar|passe|encaminha|encaminhar|direciona .. setor|departamento|financeiro|equipe
	#want suporte
	~transferir|passa|passar|passe|encaminha|encaminhar|direciona|encaminhe .. #person|alguem|pessoa
	#want|prefiro|prefere um|uma|de|o|a|do|da|ajuda|com|no|na? um|uma|o|a|atendimento|suporte|ajuda|do|da? de|do|da|com? um|uma|o|a? #person
	tem|cade|existe algum|alguma|um|uma|o|a? #person
	tem alguem ai|disponivel|online|atendendo|aqui
	^ alguem|gente ai|aqui|online $
	que alguem .. explique|explica|oriente|ajude
	alguem|#person .. me? ligar|ligue|liga|chamar|chame
	^ me ligar|liga|ligue|liguem
	pode|podem|poderia|consegue|favor .. me ligar|chamar $|#when|no|na|para|por|agora|favor
	falar|conversar .. nao #machine
	ajuda|auxilio #person
	#machine .. alguem|pessoa|gente
	alguem humano|humana
	^ liga|ligue|ligar para mim|nos
	atendimento com pessoa|pessoas|gente|humano
	fazer|registrar uma? reclamacao
	tem alguem que|para .. ~falar|~conversar|atender|ajudar|responder|me
	alguem pode|poderia|consegue|me|para|que .. atender|atende|ajudar|ajuda|responder|responde|~falar
	alguem me? atende|ajuda|responde|ajude|atenda
	^ um|uma|o|a|com? um|uma|o|a? #person favor? $
	^ uma? pessoa|gente favor? $
	atendimento|suporte|ser|atendente humano|humana|pessoal
	pessoa|gente|alguem|atendente|ser de? verdade|real
	nao|sem quero|gosto|aguento|falo|falar|queria|gostaria|entendo .. #machine
	chega|cansei|cansada|cansado|odeio de? .. #machine
	#want .. humano|humana
	#want alguem|pessoa|gente
	#want de? alguem|pessoa
	#want de um|uma pessoa
	#want uma pessoa
	~falar com voces .. telefone|pessoalmente`

const humanVetoText = `
	corpo humano
	quem fala|falando|escreve|digita e um|uma pessoa
	recursos humanos
	nao .. ~querer|preciso|precisa .. ~falar .. #person`

const rescheduleText = `
	mover|move|mova|puxar .. #visit|horario
	meu|minha #visit|horario .. mas|porem .. #when
	mudanca|troca|alteracao de|do|da horario|data|dia|#visit
	~adiantar
	jogar|joga|jogue|passar|passa|colocar|bota|botar|puxar|empurrar .. para|pra #when|#outros
	~remarcar
	~reagendar
	remarcacao|reagendamento
	~adiar
	~antecipar
	~postergar
	~prorrogar
	~mudar|~trocar|~alterar o|a|os|de|do|da|meu|minha|esse|essa|este|esta|nossa? o|a|meu|minha|dia|data? de|do|da|o|a? #visit|dia|data|hora|horario|#when
	~mudar|~trocar|~alterar|~passar|~jogar|~transferir|~realocar .. para|por .. #outros|#when|semana|mes
	~mudar|~trocar|~alterar para
	~mudar|~trocar|~alterar $
	~mudar|~trocar|~alterar .. horario|data|dia da|do|de #visit
	~deixar para #when|#outros minha|meu #visit
	~deixar minha|meu|a|o #visit .. para #when|#outros
	#outros horario|dia|data|hora .. marquei|agendei
	~modificar|~editar|~remanejar o|a|de|do|da|meu|minha|esse|essa? o|a|meu|minha|dia|data? de|do|da|o|a? #visit|dia|data|hora|horario|#when
	#visit|horario .. para mais tarde|cedo
	#outros dia|data|horario|hora .. para|da|na minha|meu #visit
	~trocar #when por #when
	~cancelar|~desmarcar .. .. ~marcar|~agendar|marcar .. #outros|#when|novamente|novo|nova
	~cancelar|~desmarcar .. e ~marcar|~agendar
	~marcar|~agendar|colocar|~deixar|botar .. para #outros dia|data|horario .. minha|meu #visit`

// cannotComeText with elsewhereText moves an appointment: "não posso ir, pode ser sexta?"
const cannotComeText = `
	nao #able .. #go|comparecer
	nao #able #when
	minha|meu #visit|horario .. .. nao #able|da|pode
	nao ~comparecer
	impossivel ir|comparecer`

const elsewhereText = `
	#outros dia|data|horario|hora|semana|momento
	pode|podemos|podia|poderia|podem ser? .. #when
	tem|teria|ha como|vaga|horario|jeito .. #when
	da|daria para .. #when
	depois|semana que vem`

const rescheduleVetoText = `
	pagar|pagamento|pago|paga .. adiantado
	depois eu|a? .. ~remarcar|~reagendar
	nao quero|precisa|preciso|vou|queria ~remarcar|~reagendar
	nao e|seria para? ~remarcar|~reagendar
	sem ~remarcar|~reagendar`

const cancelText = `
	anular|anula|deletar|deleta|eliminar .. #visit|horario|compromisso
	vou|irei faltar
	nao da|dara para .. #go|comparecer
	~desistir da|do|de .. #visit|horario
	nao quero|vou|queria mais .. a|o|minha|meu|essa|esse|na|no #visit
	nao vou|irei|da poder|conseguir|ir|para mais
	nao vai|vao|vamos mais $|na|no|a|ao
	nao rola|rolar|vira .. #go
	nao vai|vao rolar|dar .. #go
	nao vou|irei|vamos na|no|a|ao|nessa|nesse #visit|horario
	#when|e|entao|por nao vou|irei|vamos $
	nao vai|vamos|vao|iremos|ira poder|conseguir #go
	nao vai|vamos|vao ter como .. #go
	nao pode|consegue|conseguem|podera|podemos|conseguimos|conseguira mais? #go $|na|no|a|ao|#when
	nao ira|irao|iremos|vai|vamos #go $|na|no|a|ao|#when
	nao ~precisar mais da|de|do|dessa|desse #visit|horario
	tira|tire|tirar|libera|libere|liberar .. agenda|horario|vaga|nome
	impossibilitado|impossibilitada
	nao vai dar para? .. #go|comparecer|mais
	~cancelar
	~desmarcar
	~desagendar
	cancelamento
	~excluir|~remover|~apagar|~retirar|tira|tirar .. #visit|horario|compromisso|#when
	nao #able .. #go
	nao #able ~comparecer
	nao ~comparecer
	nao ~poder|~conseguir|~ir mais? #go
	nao irei
	nao vou mais $|na|no|para|a|#go|conseguir|poder
	nao ~poder|~conseguir|vou|irei .. #go
	nao vou conseguir|poder #when? $
	nao vou #when $
	nao tem|tenho como .. #go
	impossivel ir|comparecer
	sem condicoes de ir|comparecer`

const cancelVetoText = `
	crianca|criancas|acompanhante|idoso|gestante|bebe nao pode|podem
	nao quero|precisa|preciso|queria|vou|pode|e para ~cancelar|~desmarcar
	nao ~cancelar|~desmarcar
	multa|taxa .. ~cancelar|cancelamento
	politica de cancelamento`

const declineText = `
	vou|deixa|deixe|preciso eu? dar uma pensada|olhada|analisada|estudada
	deixa|deixe eu|me pensar|decidir
	preciso|tenho|devo|vou que? ~ver|~falar|~conversar|perguntar com meu|minha #kin|familia
	nao e|seria o|a? momento|hora
	nao vai|sera ser? possivel agora|$|no|por
	^ vou|prefiro esperar|aguardar
	achei|acho .. caro|alto|salgado|puxado
	fora do meu? orcamento
	nao ~poder|~conseguir pagar $|agora|isso|esse|tanto|tudo
	^ caro demais
	^ nao deixa|deixe $
	estava|tava so|apenas vendo|olhando|pesquisando
	ja .. em|com|no|na #outros
	nao poderei|posso|vou|consigo|estou|irei .. fazer|podendo agora|momento|mais
	nao vou mais querer|fazer
	nao precisa mais? $
	muito|mt|ta|e|esta|achei|ficou|super caro|caros|salgado
	nao tenho|estou|to .. dinheiro|grana|condicoes|verba|tempo
	sem dinheiro|grana|tempo|verba
	vou .. e|depois ~retornar|volto|aviso|falo|ligo
	vou analisar|avaliar|decidir|organizar|planejar
	quem sabe #outros|depois|mais
	~retornar|volto|entro depois|mais|em|contato
	~retornar o? contato
	vou .. ~falar|~conversar|~ver|~consultar|perguntar com .. marido|esposa|mae|pai|familia|filho|filha|namorado|namorada
	caro .. deixa|obrigado|obrigada|vou|depois|agora
	so|apenas estava|tava|estou|to pesquisando|olhando|curiosidade|vendo|cotando
	mas nao quero|preciso|vou|obrigado|precisa
	nao vou querer
	assim|logo que puder|der|conseguir|possivel|decidir .. ~marcar|~agendar|aviso|~ligar|~chamar|~falar|~retornar|volto
	quando eu? puder|der|quiser|decidir|precisar .. ~marcar|~agendar|aviso|~ligar|~chamar|~falar|~retornar|volto
	ainda .. nao decidi|sei .. te|depois|aviso|falo
	prefiro|melhor|vamos|vou deixar|esperar|aguardar .. para|depois|#outros|pouco|mais
	dispenso|dispensado|recuso
	nao curti|gostei .. obrigado|obrigada
	deixa|deixe|deixar|deixo para la
	deixa|deixe|deixar|deixo .. para|por #outros? depois|proxima|momento|hora|dia|semana|enquanto|agora
	deixa|deixe quieto|assim|baixo
	^ deixa|deixe $
	deixa|deixe depois
	vou deixar
	~desistir
	nao quero mais $
	nao quero mais ~marcar|~agendar|fazer|nada|ir|#visit|nao|obrigado|obrigada|isso|ser
	nao quero mais a|o|uma|um|fazer|essa|esse? #visit
	nao quero nada
	nao quero|queria|desejo|pretendo|preciso|vou|irei .. ~marcar|~agendar
	nao quero|desejo|pretendo|preciso|vou|irei .. ~iniciar|comecar|iniciar|fazer|consulta
	nao ~desejar
	nao preciso|precisa mais
	nao ~ter .. interesse
	nao estou .. interessado|interessada
	sem interesse
	perdi o? interesse
	vou|irei|preciso|quero .. pensar
	vou ~ver .. depois|e|com|primeiro .. retorno|aviso|falo|volto|te|ligo|marido|esposa|chamo|mae|familia
	~pensar melhor|direito|direitinho|bem|com
	depois|outra|outro hora|dia? eu|a? te|lhe|gente? ~ver|~ligar|~marcar|~agendar|~falar|volto|~retornar|procuro|decido|aviso|entro|~chamar|mando|~confirmar|~remarcar|~voltar|respondo|combino|resolvo|penso
	mais tarde eu? ~ver|~ligar|~marcar|~agendar|~falar|~retornar|~chamar
	agora nao
	hoje nao obrigado|obrigada
	nao muito? obrigado|obrigada|valeu|grato|grata|agradeco
	nao quero|precisa .. obrigado|obrigada
	#outros momento|oportunidade|ocasiao
	fica para proxima|depois|#outros
	para proxima $
	por enquanto nao
	nao .. por enquanto|momento|agora $
	no momento nao
	qualquer coisa eu? te|a|lhe? ~ligar|aviso|~retornar|~chamar|~voltar|~falar|~marcar|entro|mando
	^ eu aviso|~ligar|~chamar|~retornar
	^ eu? te|lhe|vos aviso|~ligar|~chamar|~retornar
	~esquecer|esquece|esqueca $
	^ esquece|esqueca
	ja ~marcar|~agendar|consegui|resolvi|marquei|agendei|achei|encontrei .. #outros
	ja resolvi
	sem condicoes $|financeiras|agora|no
	ainda nao decidi|sei|resolvi $
	prefiro|melhor nao ~marcar|~agendar
	nao tenho condicoes
	nao me interessa
	nao e para mim
	mudei de ideia
	nao vai .. precisar|ser necessario
	nao sera? necessario|preciso $
	mais para frente $
	mais para frente eu? ~marcar|~agendar|~ver|~ligar|vejo`

const bookText = `
	conseguir|arrumar|arranjar uma|um|algum|alguma #visit|horario|vaga
	^ e? para|na|no|em? #when .. tem|teria|consegue|consigo $
	#when tem|teria #spec
	tem|teria|tinha as|a|das? #when $
	tem mais cedo|tarde
	tem|teria|quais|qual|que #outros dia|dias|data|datas|horario|horarios|vaga|vagas
	#want ir para|na|no|de? #when
	consegue|consigo|da|daria para|na|no #when $
	pode|podem|poderia|me colocar|coloca|botar|bota na|no? #when
	#want|~precisar tomar|aplicar vacina
	^ #lead* #spec para #when
	possivel um|uma #visit
	procurando|procura #lead* #visit|#spec|#care
	#want de? ser? atendido|atendida|avaliado|avaliada|consultado|consultada
	posso|poderia|podia|consigo ir|passar|vir ai? #when
	posso|poderia .. para? ~consultar
	~poder|~conseguir me atender|encaixar|consultar
	da|daria para ser .. #when
	faz|faca|facam meu|minha|um|uma agendamento|marcacao
	solicitar|solicito|requisitar|pedir|peco .. #visit|horario
	#want|~querer ser? encaixado|encaixada
	^ fazer um|uma? #care|exame|exames $
	#want|~precisar .. arrancar|extrair|tratar|limpar|clarear|colocar|trocar .. dente|dentes|aparelho
	#want|~querer ser? atendido|atendida|avaliado|avaliada|consultado|consultada
	precisa|precisam #lead* #spec
	#kin|ela|ele .. precisa|precisam|quer|queria|gostaria|necessita|precisando #lead* #visit|#spec|#care|#slot|~marcar|~agendar|~consultar
	~levar .. no|na|ao|para|pro #spec
	que|quais|qual dia|dias|hora|horas .. tem|teria|disponivel|disponiveis|posso|consigo|voces? tem|teria|disponivel
	#want|~conseguir .. um|uma|algum|alguma horario|vaga|encaixe
	marcar|marca|marque|marco|marcamos|marcando|marcaria|marquem|marcasse|marcacao
	agendar|agendo|agende|agendamos|agendando|agendaria|agendem|agendasse
	^ agenda
	pode|me|para|quero agenda
	reservar|reserva|reserve
	encaixar|encaixa|encaixe|encaixem
	#want #lead* #visit|#spec|#care|#slot
	#want com
	#want ser? ~consultar
	#want de? ~consultar
	~fazer um|uma|o|a|novo|nova? novo|nova? agendamento|consulta|avaliacao|marcacao
	tem|teria|tinha|ha|teriam|existe|sobrou|sobra|abriu|surgiu|consegue|arruma|tera|ve|ver|veja|verifica .. #slot
	tem|teria|tinha|teriam .. #spec .. #when
	tem|teria|tinha|teriam para|no|na|nesse|nessa|algo|alguma|pra? coisa|algo? para|no|na? #when
	#slot|consulta|exame .. disponivel|disponiveis|livre|livres|aberto|aberta|abertos|vago|vagos
	disponibilidade
	#slot|consulta|consultas para|com|do|da|no|na|de|o|a? o|a|os|as? #when|#spec
	qual|quais|que o|os|as|a|sao|seriam|proximo|proxima? o|os|as|a|proximo|proximos|proxima|primeiro|seu|melhor|suas? horario|horarios|vaga|vagas|datas|data|dias|disponibilidade
	quando tem|teria|posso|poderia|consigo|ha|daria|podem
	proximo|proximos|proxima horario|horarios|vaga|data
	^ #lead* #slot favor? $
	~conseguir|pode|posso|poderia|da|tem|podem .. atendido|atendida|consultar|encaixe|encaixar|atender .. #when
	tem como .. atender|#when
	quando .. ~poder|~conseguir .. atender|~marcar|~agendar|encaixar
	criar|crie|efetuar|iniciar|abrir|novo um? novo? agendamento
	^ #want para #when
	#want|preciso para #when
	^ novo|nova agendamento|consulta
	~poder|~conseguir|quero|gostaria|preciso|queria .. passar com|no|na|em|por|pela|pelo
	mostra|mostrar|manda|mandar|ver|listar|lista|envia|me .. horarios|vagas|datas`

const bookVetoText = `
	horario|hora de|do almoco
	#visit .. e|eh|fica|sai quanto
	ver|consultar|verificar|checar|conferir|acompanhar|listar #lead* agendamento|agendamentos|consulta|consultas
	que|qual|quando .. eu? marquei|agendei
	marquei|agendei .. que|qual|quando
	minha|meu agenda
	quanto|quantos ~custar|~ficar|e|~sair|~cobrar
	ate que horas
	precisa|necessario|necessita de? ~marcar|~agendar
	que|quais|quantos dia|dias|horario|horarios .. ~atender
	~atender .. que|quais dia|dias|horario|horarios
	quando e|eh|sera .. meu|minha|o|a
	tenho|tinha|temos um|uma|minha|alguma|algum|o|a|meu? #visit|#slot
	horario|horarios|hora|horas|dias|que|qual|quando .. funcionamento|abertura|abre|abrem|fecha|fecham|funciona|funcionam
	horario|horarios|dias .. de atendimento
	~ter .. #visit|#slot .. marcado|marcada|agendado|agendada|marcados|marcadas
	meu|minha|meus|minhas|da|do #visit|horario|horarios .. marcado|marcada|agendado|agendada|e|esta|ta|confirmado|confirmada
	qual|quando|que .. minha|meu|meus|minhas #visit|horario|horarios
	meus|minhas|seus #visit|horarios
	qual|quais a|as? marca|marcas
	hora|horas|horario abre|fecha|abrem|fecham
	que horas|hora e
	~querer|#want .. ~saber|informacao|informacoes|duvida|perguntar`

// strongBookText is booked even where other words ask for information.
const strongBookText = `
	~saber se|quais|que .. tem|teria|ha|tinha|tem|existe .. #free
	#want .. marcar|agendar|consultar|agendamento
	~poder|~conseguir|vamos|gostaria .. marcar|agendar
	como .. ~marcar|~agendar
	~saber .. horarios|vagas|datas|dias disponiveis|livres|vagos
	^ marcar|agendar|marca|agenda|marque|agende`

// bareVisitText names what is booked where nothing is asked about it.
const bareVisitText = `
	^ #lead* #visit com|de|do|da|para|por|pelo|pela|no|na|em|#when|urgente|medica|particular
	^ #lead* #visit $
	^ #lead* #care $
	^ #lead* #care de|do|da|dental|dentaria|dentario|abdominal|obstetrico|transvaginal|total|completo|completa|geral
	^ #lead* raio x
	^ #lead* #care #when`

// clinicText is what a question about the clinic speaks of.
const clinicText = `
	#visit|#slot|#care|#spec|#plan|#topic
	voces|clinica|consultorio|unidade|medicamento|medicacao|laudo|atestado|receita|onibus|metro|lugar
	^ tem|teria|ha|existe|possui|possuem|precisa|fornece|fornecem|vende|vendem|fazem|faz|aceita|entrega`

// doubtText makes no yes of a yes-word.
const doubtText = `
	nao tenho|sei|ha|dou .. certeza
	talvez
	sera|acha|acham que? .. #yes`

// farewellText says goodbye; its days are no wish ("até amanhã").
const farewellText = `
	^ por hoje e|eh
	^ ate la $
	obrigado|obrigada|valeu e? ate segunda|terca|quarta|quinta|sexta|sabado|domingo $
	^ ate segunda|terca|quarta|quinta|sexta|sabado|domingo|la .. obrigado|obrigada|valeu|tchau
	beleza|ok|certo|combinado|ta|bom|perfeito|entao|obrigado|obrigada|valeu ate amanha|logo|mais|breve|la|depois
	^ amem
	^ ate a|o? mais|logo|breve|depois|ja|amanha
	^ ate a? proxima $|vez|consulta
	^ tenha|tenham um|uma bom|boa|otimo|otima|lindo|linda|excelente
	^ bom|boa|otimo|otima|bons fim|final|descanso|semana|feriado|trabalho|domingo|sabado
	deus lhe|te|vos|os|a|o? pague|abencoe
	fica|fique|vai|va com deus`

const denyText = `
	^ pare|para|parem $
	^ pare|para|parem com|de isso|disso|mandar
	nao sou eu
	nao ~ser|e|eh .. #these|eu|meu|minha
	chega $
	nem $
	nem|nada quero|pensar|morto|morta|ver
	nem|nada a pau|ver
	nops|nananinanao|nanao|naninanao
	assim nao
	nenhum|nenhuma
	negativo|jamais|nunca|incorreto|incorreta
	jeito algum
	nada disso
	^ nada $
	errado|errada|errados|errei|enganei|equivocado
	#these|#when|assim|ai|tambem|hoje|sim|isso nao $
	#these|#when nao eu? da|serve|posso|consigo|e|quero|gostei|pode|rola|tenho|vou|funciona|vai|esta|ta
	claro|acho|acredito que nao
	melhor|ainda|infelizmente|tambem nao $
	^ que nao $
	verdade nao $
	sem chance|chances
	^ voce? errou
	nao eu? dao|servem|rolam|funcionam|batem|bate|confere
	nao eu? da|posso|consigo|serve|rola|gostei|concordo|confirmo|aceito|pode|confirma|confirme
	nao e|eh|era|foi|esta|ta #these|isso|assim|bem|o|a|certo|correto|esse|minha|meu|verdade|meu
	nao|nem nao
	nao quero #these|esse|essa|nenhum|nao|$
	nao quero $
	nao exatamente|mesmo|gosto|precisa|faz|faca|aceito
	nao #these
	nao tem|tinha problema? nao
	discordo
	de? forma|maneira|modo alguma|algum|nenhuma|nenhum
	nem pensar|morta|morto
	prefiro|melhor nao
	👎
	❌`

const confirmText = `
	^ ta $
	^ sou eu $|mesmo|mesma|sim
	^ me serve
	^ para mim pode|ta|esta|e? ser|bom|otimo|perfeito|serve
	^ da certo|sim
	#these horario|dia|data da certo|bom
	^ acho bom|otimo|perfeito|legal
	^ vamos nessa|em
	^ estou dentro|de
	^ pode contar
	^ vou querer #these
	^ e o|a|meu|minha meu|minha|$
	^ vou|irei|vamos|iremos sim? comparecer|estar $|la|ai|sim|presente
	^ prossiga|continue|avance|autorizo|autorizado|autorizada
	sem problema|problemas
	dados|informacoes .. corretos|certos|corretas|certas
	^ eu? aceito|gostei|adorei|aprovado|aprovo|verdade|certamente|entendido|feito $
	^ boa|otima|excelente ideia
	^ com prazer
	^ e $
	^ e verdade|isso|esse|essa|claro|sim
	^ de acordo
	^ pode crer|apostar|mandar|ir
	^ demorou|manda|vamos|bora $
	^ manda ver|ai|bala
	^ favor|gentileza $
	^ por favor|gentileza $
	^ muito|mt bom|bem|obrigado? $
	^ eu? fico|ficamos|vou com|de #these
	^ quero #these
	#these horario? serve|mesmo|e|ta|esta perfeito|otimo|bom|certo|mesmo|$
	com|tenho toda? certeza
	vou sim
	estarei|compareco|irei la|sim|presente|$
	^ #yes
	sim|isso|ok|confirmo|claro|perfeito|fechado|combinado|beleza|certeza|certissimo $
	^ pode $
	^ pode sim|confirmar|confirma|fechar|ok|claro|prosseguir|continuar|seguir|deixar|ficar|com|finalizar|mandar|enviar
	^ pode ser sim|entao|ok|isso|esse|essa|este|claro|obrigado|obrigada|mesmo|perfeito? $
	^ pode ser $
	^ ta|esta|tudo bom|otimo|certo|ok|perfeito|bem|correto|certinho|confirmado|fechado|joia|beleza
	ta|esta|tudo bom|otimo|certo|ok|perfeito|correto|certinho|beleza $
	^ por mim .. $
	^ #these|assim mesmo? sim|serve|pode|esta|ta|da|mesmo|fica|sim
	^ #these mesmo
	^ isso mesmo|ai
	sem duvida|duvidas
	com certeza
	^ bom|boa|legal|maravilha $
	^ quero sim|$
	^ eu? quero|posso|vou|gostaria|aceito sim|$
	^ vamos|vamo la|sim|$
	acho|acredito|claro|creio|espero que sim
	nao tem? problema
	^ serve $
	~confirmar minha|a|o|meu|sim|presenca|$
	esta|ta .. correto|certo|confirmado
	👍
	👌
	✅
	✔
	🆗`

const moreText = `
	#outros $
	so tem #these|@when|isso
	#outros horario|horarios|opcao|opcoes|data|datas|dia|dias|vaga|vagas|hora|semana|mes|periodo|possibilidade|alternativa|medico|disponivel
	tem|teria|ha|quero|queria|mostra|manda|ver|prefiro|consegue|me|so #outros|mais $
	tem mais|outro|outra|outros|outras
	mais opcao|opcoes|horario|horarios|data|datas|vaga|vagas|dias|alternativas|algum|alguma|tarde|cedo
	mais para frente|tarde|cedo
	nenhum|nenhuma
	nao .. #these|nada .. #outros
	proximas|proximos|demais opcoes|horarios|datas|vagas|dias
	^ #outros $
	^ outro|outra|outros|outras favor $
	ver|veja|mostra|mostrar mais
	nao #these
	diferente|diferentes`

var phraseTexts = []string{
	anyText,
	humanText, humanVetoText, rescheduleText, rescheduleVetoText, cancelText, cancelVetoText, declineText,
	bookText, bookVetoText, strongBookText, cannotComeText, elsewhereText, bareVisitText, clinicText, doubtText, farewellText, questionText, questionVetoText, denyText, confirmText, moreText,
}
