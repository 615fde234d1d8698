package understand

// maxChoice is the longest list that is ever offered.
const maxChoice = 20

var (
	chooseNouns = words("opcao numero item alternativa nº n no op opc num")
	// chooseFill may stand around the number that chooses.
	chooseFill = words(`quero queria pode ser para por favor mesmo sim ok vou querer fico ficar com de do da escolho escolha
		prefiro gostaria seria marca marcar agendar agenda me a o as os oi ola bom dia boa tarde noite entao e esse essa
		opcao numero item alternativa obrigado obrigada eu minha meu resposta . , ! ? ) ( - : # º ª nº n acho que melhor
		ta otimo perfeito beleza serve mim ai isso pra seleciono confirmo confirmar gostei na verdade digo ops alias nao
		quer dizer tudo bem tarde " '`)
)

// choice reads the position in the list just offered; 0 without one.
func (r *reader) choice(f *Facts) int {
	chosen := 0
	denied := false
	for i := 0; i < len(r.toks); i++ {
		n, end, ok := r.choiceAt(i)
		if !ok {
			continue
		}
		switch {
		case r.choiceDenied(i, end):
			denied = true
		case chosen != 0 && chosen != n && !r.corrected(i) && !denied:
			return 0 // "a 1 ou a 2" leaves it open
		default:
			chosen = n
		}
		i = end - 1
	}
	if chosen == 0 && len(f.Dates)+len(f.Times) == 0 && f.Period == "" && r.anyWillDo() {
		return 1
	}
	return chosen
}

// choiceAt reads a choice at token i.
func (r *reader) choiceAt(i int) (n, end int, ok bool) {
	if r.inItem(i) || r.taken[i] {
		return 0, i, false
	}
	if n, end, ok := r.numberChoice(i); ok {
		return n, end, 1 <= n && n <= maxChoice
	}
	n, end, ok = r.ordinalChoice(i)
	return n, end, ok && n <= maxChoice
}

// numberChoice reads "opção 3", "a 2", "3️⃣" and a number that is all the text says.
func (r *reader) numberChoice(i int) (n, end int, ok bool) {
	t := r.at(i)
	if t.text == "🔟" {
		return 10, i + 1, true
	}
	num, ok := r.number(i)
	if !ok || num.digits > 2 || r.at(num.end).glued && r.at(num.end).kind == kindWord {
		return 0, i, false
	}
	if t.glued && r.at(i-1).kind == kindWord && r.at(i-1).text != "n" && r.at(i-1).text != "no" && !chooseNouns.has(r.at(i-1).key) {
		return 0, i, false
	}
	k := i - 1
	for steps := 0; steps < 3 && r.isAny(k, "e", ".", ":", "de", "o", "a", "#", "nº", "º"); steps++ {
		k--
	}
	sign := r.at(num.end)
	fraction := sign.glued && r.isAny(num.end, ".", ",", "/", ":", "-", "%") && r.at(num.end+1).kind == kindNumber
	switch {
	case r.keys(i-1, "-") && r.is(i-2, chooseNouns):
		return num.value, num.end, true
	case fraction || t.glued && r.isAny(i-1, ".", ",", "/", ":", "-", "$", "+"):
		return 0, i, false
	case t.keycap, r.is(k, chooseNouns) && r.at(k).kind == kindWord && r.at(k).text != "no" && r.at(k).text != "n":
		return num.value, num.end, true
	case r.quantity(num.end):
		return 0, i, false
	case r.is(i-1, article) && r.openAfter(num.end) && (!num.words() || num.value > 1):
		return num.value, num.end, true
	}
	return num.value, num.end, r.onlyFill(i, num.end)
}

// openAfter tells whether nothing that a number could count follows.
func (r *reader) openAfter(i int) bool {
	return r.ends(i) || r.at(i).kind == kindMark || chooseFill.has(r.at(i).key) || r.isAny(i, "ou", "das", "de", "da", "as", "as")
}

// onlyFill tells whether all but the tokens from start to end only carries a choice.  Long texts do
// not.
func (r *reader) onlyFill(start, end int) bool {
	if len(r.toks)-(end-start) > 12 {
		return false
	}
	for k := range r.toks {
		if k >= start && k < end {
			continue
		}
		if !chooseFill.has(r.toks[k].key) && !politeWords.has(r.toks[k].key) && (r.toks[k].kind != kindMark || r.toks[k].raw[0] < 0x80) && !r.otherChoice(k) {
			return false
		}
	}
	return true
}

// otherChoice lets two numbers stand in one text when the later corrects the earlier.
func (r *reader) otherChoice(i int) bool {
	_, ok := r.number(i)
	return ok && len(r.corrections) > 0
}

// ordinalChoice reads "a primeira", "o segundo", "a 2ª", "terceira opção", "pode ser a quinta".
func (r *reader) ordinalChoice(i int) (n, end int, ok bool) {
	n, end, ok = r.ordinalAt(i)
	if !ok || n < 1 {
		return 0, i, false
	}
	named := r.isAny(end, "opcao", "alternativa", "opcoes", "sugestao", "data", "vaga", "horario", "item")
	led := r.isAny(i-1, "a", "o", "as", "os") && !r.grave(i-1)
	switch {
	case named && r.keys(end, "opcao"), r.keys(i-1, "opcao"), r.keys(i-1, "alternativa"), named && led:
		return n, end, true
	case named && r.onlyFill(i, end+1):
		return n, end, true
	case !led || r.keys(i, "terca"):
		return 0, i, false
	case r.openAfter(end), r.isAny(end, "disponivel", "da", "de", "das", "do", "mesmo") && !r.keys(end+1, "vez"):
		return n, end, !r.is(end, counted)
	}
	return 0, i, false
}

// choiceDenied tells whether the choice is one the patient does not want: "a 2 não".
func (r *reader) choiceDenied(i, end int) bool {
	k := i - 1
	for steps := 0; steps < 3 && r.isAny(k, "a", "o", "e", "opcao", "quero"); steps++ {
		k--
	}
	if r.isAny(k, "nao", "nem") && !r.is(k+1, commas) || r.keys(k, "menos") {
		return k < i-1 && !r.keys(k+1, "e")
	}
	return r.keys(end, "nao")
}

// corrected tells whether a correction stands before token i.
func (r *reader) corrected(i int) bool {
	return len(r.corrections) > 0 && r.corrections[0].end <= i
}

// inItem tells whether token i was read as a day, a time or the like.
func (r *reader) inItem(i int) bool { return r.said[i] }

const anyText = `
	qualquer um|uma|horario|opcao|data|hora|dessas|desses|delas|deles
	^ pode|para|por? ser|mim? qualquer um|uma? $
	tanto faz
	o|a? que tiver|houver|vier|abrir|aparecer .. primeiro|antes|disponivel
	^ o|a|no? primeiro|primeira horario|vaga|data? disponivel|livre $
	o|a|no primeiro|primeira horario|vaga|data? disponivel|livre|que
	o|a primeiro|primeira que tiver|houver
	voce escolhe|decide
	^ indiferente`

var anyPhrases = compile(anyText)

// anyWillDo tells whether the patient leaves the choice to the agent.
func (r *reader) anyWillDo() bool { return anyPhrases.find(r.stream()) }
