package grounding

// tone is what a sentence does beside stating something.
type tone uint32

const (
	asks      tone = 1 << iota // ends with a question mark
	denies                     // says that there is nothing
	regrets                    // is sorry
	limits                     // says that there is only so much
	available                  // says that there are times
	offers                     // speaks of times that can be had
	proposes                   // proposes a time
	searches                   // speaks of looking for times
	opens                      // speaks of when the clinic is open
	echoes                     // says what the patient wants, or what will be looked for
	shows                      // shows how something is to be written
	personal                   // speaks of data of a person
	prefers                    // asks for any day, in general
	booking                    // names an appointment
	waits                      // names what is still missing
)

// sentence is a run of tokens up to a full stop, a question mark or the end of the line.
type sentence struct {
	from, to int
	tone     tone
}

// denied reports whether a sentence says that there is nothing.
func (t tone) denied() bool { return t&denies != 0 || t&regrets != 0 && t&limits == 0 }

// tones are the words that give a sentence its tone.
var tones = map[tone]set{
	denies: words(`nao nenhum nenhuma sem nada nem indisponivel indisponiveis lotada lotado lotados esgotada esgotado esgotados
		cheia cheio fechada fechado fechados ocupada ocupado ocupados acabaram acabou tampouco preenchida preenchido preenchidos`),
	regrets:   words("infelizmente lamento desculpe"),
	limits:    words("so somente apenas mas porem"),
	available: words(`vaga vagas disponivel disponiveis livre livres tenho temos ha tem consigo conseguimos encaixe disponibilidade abriu surgiu sobrou available`),
	offers: words(`vaga vagas disponivel disponiveis livre livres tenho consigo conseguimos encaixe opcao opcoes marcar agendar reservar encaixar
		serve ofereco oferecer abriu surgiu sobrou slot`),
	proposes: words(`posso podemos marco agendo confirmo reservo deixo fica serve tal confirmar confirma reservar`),
	searches: words("procurar buscar verificar olhar consultar checar pesquisar tentar"),
	opens: words(`funciona funcionamos funcionamento atendemos atende atendimento aberta aberto abertos abre abrimos expediente recepcao fecha
		fechamos telefone secretaria atendem estacionamento ligar ligue`),
	echoes: words(`quer queria prefere preferia preferencia pediu pedido gostaria deseja procura procurou mencionou disse falou solicitou escolheu quiser
		buscar procurar verificar consultar olhar checar ver conferir vejo verifico consulto procuro busco verificando consultando procurando buscando
		desejada desejado solicitada solicitado informou indicou querendo precisa`),
	shows:    words(`exemplo ex exemplos assim formato formatos modelo dd aaaa tipo como`),
	personal: words(`nascimento nasceu nasci nascido nascida cpf aniversario idade`),
	prefers:  words(`algum alguma alguns preferencia qualquer qual quais melhor`),
	booking: words(`consulta consultas agendamento reserva marcacao horario vaga encaixe exame atendimento retorno sessao avaliacao appointment
		procedimento booking visita presenca slot`),
	waits: words(`falta faltam faltou preciso precisamos cpf nome nascimento dados numero opcao confirme confirmar informe envie mande passe
		informar enviar convenio plano preferir escolha escolher qual`),
}

// toneOf gathers the tones of each word.
var toneOf = func() map[string]tone {
	m := map[string]tone{}
	for t, list := range tones {
		for w := range list {
			m[w] |= t
		}
	}
	return m
}()

// abbreviated are words after which a dot ends nothing.
var abbreviated = words("dr dra drs sr sra srta prof profa ex obs n no tel av r seg ter qua qui sex sab dom jan fev mar abr mai jun jul ago set out nov dez min hs hrs")

// part splits the tokens in sentences.
func (r *reading) part() {
	from := 0
	for i := 0; i < len(r.toks); i++ {
		if !r.ends(i) {
			continue
		}
		question := r.isMark(i, "?")
		for i+1 < len(r.toks) && r.isMark(i+1, ".", "!", "?") {
			i++
			question = question || r.isMark(i, "?")
		}
		r.sentence(from, i+1, question)
		from = i + 1
	}
	r.sentence(from, len(r.toks), false)
}

func (r *reading) sentence(from, to int, question bool) {
	if from >= to {
		return
	}
	s := sentence{from: from, to: to}
	if question {
		s.tone |= asks
	}
	for i := from; i < to; i++ {
		if r.toks[i].kind == word {
			s.tone |= toneOf[r.toks[i].text]
		}
	}
	r.sentences = append(r.sentences, s)
}

// ends reports whether a sentence ends with token i.
func (r *reading) ends(i int) bool {
	switch {
	case r.toks[i].kind == line, r.isMark(i, "?"), i+1 < len(r.toks) && r.toks[i+1].pictured && r.toks[i+1].upper && r.toks[i+1].kind == word:
		return true
	case r.isMark(i, "!"):
		return !r.glued(i+1) || r.isMark(i+1, "!", "?")
	case !r.isMark(i, "."):
		return false
	case i > 0 && r.in(i-1, abbreviated):
		return false
	case r.glued(i+1) && !r.isMark(i+1, ".", "!", "?"):
		return r.toks[i+1].kind == word && r.toks[i+1].upper
	}
	return true
}
