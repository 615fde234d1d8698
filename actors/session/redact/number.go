package redact

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxChain is how many digits may stand beside each other as small numbers: "1, 2" and no part of a CPF.
	maxChain = 3
	// maxSmall is how many digits a text of a patient may have in small numbers, so that no long one can be
	// put together from it; maxSecret the same in the answer to a question for a number.
	maxSmall, maxSecret = 8, 2
	// maxSpoken is how many words of numbers may follow each other: "vinte e quatro de novembro de dois mil".
	maxSpoken = 4
)

// numbers cuts what is no small number, no hour and no day near now.
func (w *work) numbers() {
	var small []int // atoms
	total := 0
	for i := 0; i < len(w.atoms); {
		a := w.atoms[i]
		if !a.number || w.shown[i] != "" {
			i++
			continue
		}
		end := w.number(i)
		if end > i {
			w.pass(i, end)
			i = end
			continue
		}
		switch {
		case w.shown[i] != "":
		case len(a.word) <= 2:
			small, total = append(small, i), total+len(a.word)
		default:
			w.shown[i] = cut
		}
		i++
	}
	most := maxSmall
	if w.sieve.secret {
		most = maxSecret
	}
	if !w.sieve.ours && total > most {
		w.drop(small)
	}
	w.chains(small)
	w.ends(small)
	w.spoken()
}

// ends cuts small numbers that go with one that is cut, on either side: the last digits of a CPF with its signs.
func (w *work) ends(small []int) {
	for _, i := range small {
		if i > 0 && w.goesWith(i-1, i) && w.shown[i-1] == cut {
			w.shown[i] = cut
		}
	}
	for _, i := range slices.Backward(small) {
		if i+1 < len(w.atoms) && w.goesWith(i, i+1) && w.shown[i+1] == cut {
			w.shown[i] = cut
		}
	}
}

// goesWith reports two numbers with nothing between them, or what is between the parts of a CPF or a phone.
func (w *work) goesWith(i, k int) bool {
	if !w.atoms[i].number || !w.atoms[k].number {
		return false
	}
	gap := w.text[w.atoms[i].to:w.atoms[k].from]
	return len(gap) <= 3 && strings.Trim(gap, " .-/()") == ""
}

func (w *work) drop(atoms []int) {
	for _, i := range atoms {
		w.shown[i] = cut
	}
}

// chains cuts small numbers that stand so near to each other that they are one.
func (w *work) chains(small []int) {
	for from := 0; from < len(small); {
		to, digits := from+1, len(w.atoms[small[from]].word)
		for to < len(small) && w.joined(small[to-1], small[to]) {
			digits += len(w.atoms[small[to]].word)
			to++
		}
		if digits > maxChain {
			w.drop(small[from:to])
		}
		from = to
	}
}

// joined reports that two numbers may be parts of one.
func (w *work) joined(i, k int) bool {
	if k != i+1 {
		return false
	}
	gap := w.text[w.atoms[i].to:w.atoms[k].from]
	return len(gap) <= 6 && !strings.ContainsAny(gap, ",;\n")
}

// number is the index after an hour, a day, a price or another number that may be shown; i for none.  A birth date
// that is known becomes its placeholder on the way.
func (w *work) number(i int) int {
	if end := w.day(i); end > i {
		return end
	}
	if w.shown[i] != "" {
		return i
	}
	if end := w.hour(i); end > i {
		return end
	}
	word := w.atoms[i].word
	switch {
	case helplines[word] && !w.sieve.secret:
		return i + 1
	case len(word) == 4 && !w.sieve.secret && w.year(word) && i > 0 && (w.atoms[i-1].word == "de" || w.atoms[i-1].word == "em"):
		return i + 1
	case w.sieve.ours && strings.HasSuffix(strings.TrimSpace(w.before(i)), "R$") && len(word) <= 4:
		if w.sign(i+1) == "," && len(w.atoms[i+1].word) == 2 {
			return i + 2
		}
		return i + 1
	}
	return i
}

// before is what stands between an atom and the one before it.
func (w *work) before(i int) string {
	from := 0
	if i > 0 {
		from = w.atoms[i-1].to
	}
	return w.text[from:w.atoms[i].from]
}

// sign is what stands before an atom that is a number, "" where none follows at once.
func (w *work) sign(i int) string {
	if i >= len(w.atoms) || !w.atoms[i].number {
		return ""
	}
	return w.before(i)
}

// hour is the index after "14:30", "14h30", "14h", "14 horas".
func (w *work) hour(i int) int {
	if !w.upTo(i, 24) {
		return i
	}
	if w.sign(i+1) == ":" && len(w.atoms[i+1].word) == 2 && w.upTo(i+1, 59) {
		return i + 2
	}
	if i+1 >= len(w.atoms) || !w.atoms[i+1].is(hourWord) || len(w.before(i+1)) > 1 {
		return i
	}
	if i+2 < len(w.atoms) && w.sign(i+2) == "" && w.before(i+2) == "" && w.atoms[i+2].number && len(w.atoms[i+2].word) == 2 && w.upTo(i+2, 59) {
		return i + 3
	}
	return i + 1
}

func (w *work) upTo(i, most int) bool {
	n, err := strconv.Atoi(w.atoms[i].word)
	return err == nil && len(w.atoms[i].word) <= 2 && n <= most
}

// day is the index after a day of the calendar: "24/11", or with a year near now.  Any other date is cut.
func (w *work) day(i int) int {
	sign := w.sign(i + 1)
	if sign != "/" && sign != "-" && sign != "." {
		return i
	}
	if w.sign(i+2) != sign {
		short := sign == "/" && w.upTo(i, 31) && w.upTo(i+1, 12) && !w.sieve.secret
		if short && !strings.ContainsAny(lastOf(w.before(i)), "/.-") {
			return i + 2
		}
		return i
	}
	date, ok := w.date(i)
	if !ok {
		return i
	}
	switch placeholder := w.nameOf(birth, date); {
	case placeholder != "":
		w.cover(i, i+3, placeholder)
	case w.sieve.secret || !w.year(date[:4]):
		w.cover(i, i+3, cut)
	default:
		return i + 3
	}
	return i
}

func lastOf(gap string) string { return gap[max(0, len(gap)-1):] }

// cover puts one thing in the place of some atoms.
func (w *work) cover(from, to int, with string) {
	for k := from; k < to; k++ {
		w.shown[k] = hidden
	}
	w.shown[from] = with
}

// date reads three numbers as a day, YYYY-MM-DD; ok says that they are written like one.
func (w *work) date(i int) (date string, ok bool) {
	first, second, third := w.atoms[i].word, w.atoms[i+1].word, w.atoms[i+2].word
	if len(first) == 4 {
		first, third = third, first
	}
	d, _ := strconv.Atoi(first)
	m, _ := strconv.Atoi(second)
	y, _ := strconv.Atoi(third)
	if len(first) > 2 || len(second) > 2 || d < 1 || d > 31 || m < 1 || m > 12 {
		return "", false
	}
	switch len(third) {
	case 2:
		if y += w.now.Year() / 100 * 100; y > w.now.Year()+yearsAhead {
			y -= 100
		}
	case 4:
	default:
		return "", false
	}
	return fmt.Sprintf("%04d-%02d-%02d", y, m, d), true
}

// yearsAhead is how far appointments lie ahead.
const yearsAhead = 2

// year reports one in which appointments are.
func (w *work) year(word string) bool {
	y, err := strconv.Atoi(word)
	return err == nil && y >= w.now.Year()-1 && y <= w.now.Year()+yearsAhead
}

// spoken cuts numbers that are spelled out and too long for an hour or a day.
func (w *work) spoken() {
	var row, all []int
	finish := func() {
		if len(row) > maxSpoken || w.sieve.secret && len(row) > 1 { // "uma" alone is an article
			w.drop(row)
		}
		row = nil
	}
	for i, a := range w.atoms {
		switch {
		case w.shown[i] != "" || a.held:
		case a.is(numberWord):
			row = append(row, i)
			if !a.is(article) {
				all = append(all, i)
			}
		case !a.is(joint):
			finish()
		}
	}
	finish()
	if w.sieve.heard && len(all) > maxSmall {
		w.drop(all)
	}
}
