package understand

import (
	"slices"

	"atende/actors/language"
)

// maxChoice is the longest list that is ever offered.
const maxChoice = 20

// choice reads the position in the list just offered; 0 without one.
func (r *reader) choice(f *Facts) int {
	chosen := 0
	denied := false
	for i := 0; i < len(r.toks); i++ {
		n, ok := r.choiceAt(i)
		switch {
		case !ok:
			continue
		case r.around(i, n.end, pt.DeniedChoice):
			denied = true
		case chosen != 0 && chosen != n.value && !r.corrected(i) && !denied:
			return 0 // "a 1 ou a 2" leaves it open
		default:
			chosen = n.value
		}
		i = n.end - 1
	}
	said := len(f.Dates)+len(f.Times)+len(f.Not) > 0 || f.Period != "" || slices.ContainsFunc(r.toks, token.isDigits)
	if chosen == 0 && !said && r.speech.inWhole(pt.Any) {
		return 1
	}
	return chosen
}

// choiceAt reads a choice at token i.
func (r *reader) choiceAt(i int) (number, bool) {
	t := r.at(i)
	if t.said || t.taken || r.measured(i) {
		return number{}, false
	}
	n, ok := r.numberChoice(i)
	if !ok {
		n, ok = r.ordinalChoice(i)
	}
	return n, ok && 1 <= n.value && n.value <= maxChoice
}

// numberChoice reads "opção 3", "a 2", "3️⃣" and a number that is all the text says.
func (r *reader) numberChoice(i int) (number, bool) {
	t := r.at(i)
	if t.Text == "🔟" {
		return number{value: 10, end: i + 1}, true
	}
	n, ok := r.number(i)
	if !ok || n.digits > 2 {
		return n, false
	}
	switch {
	case r.inWord(i, n.end):
		return n, false
	case r.keys(i-1, "-") && r.is(i-2, pt.ChooseNouns):
		return n, true
	case r.at(n.end).Glued && r.is(n.end, pt.FractionSigns) && r.digitsAt(n.end+1), t.Glued && r.is(i-1, pt.BeforeFraction):
		return n, false // "2.5"
	case t.Keycap, r.around(i, i, pt.ChosenNumber):
		return n, true
	case r.quantity(n.end):
		return n, false
	case r.is(i-1, pt.Article) && r.digitsAt(i-2): // "de 30 a 4"
		return n, false
	case r.is(i-1, pt.Article) && r.openAfter(n.end) && (!n.words() || n.value > 1):
		return n, true
	}
	return n, r.onlyFill(i, n.end) || r.heads(n)
}

// inWord tells whether letters are glued to the number from i to end, other than those of "nº".
func (r *reader) inWord(i, end int) bool {
	before, behind := r.at(i-1), r.at(end)
	led := r.at(i).Glued && before.Kind == language.Letters
	named := pt.ChooseNouns.Has(before.key) || pt.ShortNumero.Has(before.Text)
	return led && !named || behind.Glued && behind.Kind == language.Letters
}

// heads tells whether the text begins with number n, and speaks of something else behind it: "2, depois das 15", "tá 1,
// é pro Davi", "3 mas tem estacionamento?"  A day or an hour right behind it may go with it, and so may another number.
func (r *reader) heads(n number) bool {
	behind := r.skip(r.skip(n.end, 1, pt.ApartSigns), 3, pt.BoundFill)
	counts := r.isAny(n.start, "uma", "duas") || r.around(n.start, n.end, pt.Together)
	if n.start > maxAround || counts || r.itemStarts(behind) || !r.around(n.start, n.end, pt.Apart) {
		return false
	}
	for k := range n.start {
		if !r.is(k, pt.ChooseFill) && !r.is(k, pt.PoliteWords) {
			return false
		}
	}
	for k := n.end; k < len(r.toks); k++ {
		if r.bareDigits(k) {
			return false // "1 pra mim e 2 pro Davi"
		}
	}
	return true
}

// bareDigits tells whether one or two digits stand at i that were read as nothing and count nothing.
func (r *reader) bareDigits(i int) bool {
	t := r.at(i)
	read := t.said || t.taken || r.measured(i) || r.quantity(i+1)
	return r.digitsAt(i) && len(t.Text) <= 2 && !read
}

// openAfter tells whether nothing that a number could count follows.
func (r *reader) openAfter(i int) bool {
	return r.at(i).Kind == language.Mark || r.is(i, pt.ChooseFill) || r.is(i, pt.BehindChoice)
}

// onlyFill tells whether all but the tokens from start to end only carries a choice, or is another one that the later
// corrects.  Long texts do not.
func (r *reader) onlyFill(start, end int) bool {
	return r.onlyAround(start, end, func(k int) bool {
		_, other := r.number(k)
		sign := r.toks[k].Kind == language.Mark && r.toks[k].Raw[0] >= 0x80
		return r.is(k, pt.ChooseFill) || sign || other && len(r.corrections) > 0
	})
}

// ordinalChoice reads "a primeira", "o segundo", "a 2ª", "terceira opção", "pode ser a quinta".
func (r *reader) ordinalChoice(i int) (number, bool) {
	n, ok := r.ordinalAt(i)
	named := r.is(n.end, pt.Offered)
	led := (r.is(i-1, pt.Article) || r.is(i-1, pt.ThatOne)) && !r.grave(i-1)
	switch {
	case !ok, r.around(i, n.end, pt.AskedOrdinal):
		return n, false
	case r.around(i, n.end, pt.NamedOption), named && (led || r.onlyFill(i, n.end+1)):
		return n, true
	case !led, r.keys(i, "terca"), r.is(n.end, pt.Counted):
		return n, false
	}
	return n, r.openAfter(n.end) || r.is(n.end, pt.BehindOrdinal) && !r.keys(n.end+1, "vez")
}

// corrected tells whether a correction stands before token i.
func (r *reader) corrected(i int) bool {
	return len(r.corrections) > 0 && r.corrections[0].end <= i
}
