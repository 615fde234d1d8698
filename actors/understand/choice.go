package understand

import "atende/actors/language"

// maxChoice is the longest list that is ever offered.
const maxChoice = 20

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
	if t := r.at(i); t.said || t.taken {
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
	if t.Text == "🔟" {
		return 10, i + 1, true
	}
	num, ok := r.number(i)
	if !ok || num.digits > 2 || r.at(num.end).Glued && r.at(num.end).Kind == language.Letters {
		return 0, i, false
	}
	if before := r.at(i - 1); t.Glued && before.Kind == language.Letters && !pt.ChooseNouns.Has(before.key) &&
		!pt.ShortNumero.Has(before.Text) {
		return 0, i, false
	}
	switch {
	case r.keys(i-1, "-") && r.is(i-2, pt.ChooseNouns):
		return num.value, num.end, true
	case r.fraction(num.end), t.Glued && r.is(i-1, pt.BeforeFraction):
		return 0, i, false
	case t.Keycap, r.chooseNoun(r.back(i-1, 3, pt.BeforeChoice)):
		return num.value, num.end, true
	case r.quantity(num.end):
		return 0, i, false
	case r.is(i-1, pt.Article) && r.openAfter(num.end) && (!num.words() || num.value > 1):
		return num.value, num.end, true
	}
	return num.value, num.end, r.onlyFill(i, num.end)
}

// fraction tells whether the number before i goes on behind a sign: "2.5".
func (r *reader) fraction(i int) bool {
	return r.at(i).Glued && r.is(i, pt.FractionSigns) && r.digitsAt(i+1)
}

// chooseNoun tells whether a noun of an offer stands at i.
func (r *reader) chooseNoun(i int) bool {
	t := r.at(i)
	return t.Kind == language.Letters && pt.ChooseNouns.Has(t.key) && !pt.ShortNumero.Has(t.Text)
}

// openAfter tells whether nothing that a number could count follows.
func (r *reader) openAfter(i int) bool {
	return r.ends(i) || r.at(i).Kind == language.Mark || pt.ChooseFill.Has(r.at(i).key) || r.is(i, pt.BehindChoice)
}

// onlyFill tells whether all but the tokens from start to end only carries a choice.  Long texts do not.
func (r *reader) onlyFill(start, end int) bool {
	if len(r.toks)-(end-start) > 12 {
		return false
	}
	for k := range r.toks {
		if k >= start && k < end {
			continue
		}
		if !pt.ChooseFill.Has(r.toks[k].key) && !pt.PoliteWords.Has(r.toks[k].key) && (r.toks[k].Kind != language.Mark || r.toks[k].Raw[0] < 0x80) && !r.otherChoice(k) {
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
	ordinal, ok := r.ordinalAt(i)
	n, end = ordinal.value, ordinal.end
	if !ok || n < 1 {
		return 0, i, false
	}
	named := r.is(end, pt.Offered)
	led := r.is(i-1, pt.Article) && !r.grave(i-1)
	switch {
	case named && r.keys(end, "opcao"), r.keys(i-1, "opcao"), r.keys(i-1, "alternativa"), named && led:
		return n, end, true
	case named && r.onlyFill(i, end+1):
		return n, end, true
	case !led || r.keys(i, "terca"):
		return 0, i, false
	case r.openAfter(end), r.is(end, pt.BehindOrdinal) && !r.keys(end+1, "vez"):
		return n, end, !r.is(end, pt.Counted)
	}
	return 0, i, false
}

// choiceDenied tells whether the choice is one the patient does not want: "a 2 não".
func (r *reader) choiceDenied(i, end int) bool {
	k := r.back(i-1, 3, pt.DeniedFill)
	if r.isAny(k, "nao", "nem") && !r.is(k+1, pt.Commas) || r.keys(k, "menos") {
		return k < i-1 && !r.keys(k+1, "e")
	}
	return r.keys(end, "nao")
}

// corrected tells whether a correction stands before token i.
func (r *reader) corrected(i int) bool {
	return len(r.corrections) > 0 && r.corrections[0].end <= i
}

// anyWillDo tells whether the patient leaves the choice to the agent.
func (r *reader) anyWillDo() bool { return r.speech.inWhole(pt.Any) }
