package grounding

import "unicode/utf8"

// Labels are what lists have instead of numbers.  A patient who answers "a" or "a primeira" means what stands behind
// them; but they do not make a list of which a number may be told.
var (
	romans   = map[string]int{"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8}
	ordering = map[string]int{
		"primeiro": 1, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4, "quinto": 5, "quinta": 5,
		"sexto": 6, "sexta": 6,
	}
	lettering = words("letra opcao alternativa item")
	towards   = words("e eh fica seria sera na no as a o dia para pra opcao horario vaga data alternativa")
)

// label finds the labels.
func (r *reading) label() {
	next := 0 // the first ref that does not end before the token
	for i := range r.toks {
		for next < len(r.refs) && r.refs[next].to <= i {
			next++
		}
		if next == len(r.refs) {
			return
		}
		if r.refs[next].from <= i {
			continue
		}
		if n := r.letterAt(i, next); n > 0 {
			r.addLabel(item{number: n, from: i, to: r.lineEnd(i)})
		} else if n := r.ordinalAt(i, next); n > 0 {
			r.addLabel(item{number: n, from: i, to: r.labelledTo(next)})
		}
	}
}

// addLabel adds a label, which ends the one before it.
func (r *reading) addLabel(one item) {
	if n := len(r.labels); n > 0 {
		r.labels[n-1].to = min(r.labels[n-1].to, one.from)
	}
	r.labels = append(r.labels, one)
}

// maxLine bounds how far the end of a line is looked for.
const maxLine = 60

func (r *reading) lineEnd(i int) int {
	k := i
	for k < len(r.toks) && k < i+maxLine && r.toks[k].kind != line {
		k++
	}
	return k
}

// labelledTo is behind the one time that an ordinal labels; next is its first ref.
func (r *reading) labelledTo(next int) int {
	const gap = 3
	if one := &r.refs[next]; one.sort == aDay && next+1 < len(r.refs) && r.refs[next+1].from <= one.to+gap {
		return r.refs[next+1].to
	}
	return r.refs[next].to
}

// letterAt is the number of a letter, a Roman numeral or a word at token i that labels the ref next, 0 for none.
func (r *reading) letterAt(i, next int) int {
	const reach = 5
	t := &r.toks[i]
	if t.kind != word || r.refs[next].from > i+reach {
		return 0
	}
	n := romans[t.text]
	if n == 0 && len(t.text) == 1 && t.text[0] <= 'j' {
		n = int(t.text[0]-'a') + 1
	}
	if one, _ := utf8.DecodeRuneInString(r.text[t.start:]); one >= firstPicture || one >= 0x2460 && one < 0x2500 {
		return n
	}
	if n == 0 {
		n = units[t.text]
	}
	signed := r.isMark(i+1, ")", "]", "-", ".", ":") && !(r.glued(i+1) && r.glued(i+2) && r.isMark(i+1, "-", "."))
	first := i == 0 || r.isLineEnd(i-1) || r.isMark(i-1, "-", "(", "[", ";", ",", ".", ":")
	switch {
	case r.in(i-1, lettering):
		return n * boolInt(signed || (t.upper && !t.accent || !r.oneOf(i, "a", "e")) && len(t.text) == 1 && (r.oneOf(i+1, "e", "as") || r.refs[next].from == i+1))
	case signed && first:
		return n
	}
	return 0
}

// ordinalAt is the number of "a primeira" or "1ª" at token i that labels the ref next, 0 for none.
func (r *reading) ordinalAt(i, next int) int {
	n, at := ordering[r.word(i)], i+1
	if d, ok := r.digits(i, 2); ok && r.glued(i+1) && (r.oneOf(i+1, "a", "o") || r.isMark(i+1, "º", "°")) {
		n, at = d, i+2
	}
	const reach = 5
	if n == 0 || r.refs[next].from > i+reach || next > 0 && r.refs[next-1].sentence == r.refs[next].sentence && !r.labelsTo(next-1) {
		return 0
	}
	for k := at; k < r.refs[next].from; k++ {
		if !r.in(k, towards) && !r.isMark(k, ":", "-", ",", ")") {
			return 0
		}
	}
	if at == r.refs[next].from && r.refs[next].sort != anHour {
		return 0 // "primeira terça"
	}
	return n
}

// labelsTo reports whether a ref belongs to a label, so that what follows it may be another one's.
func (r *reading) labelsTo(ref int) bool {
	n := len(r.labels)
	return n > 0 && r.labels[n-1].to >= r.refs[ref].to && r.labels[n-1].from < r.refs[ref].from
}

// labelAt is the number of the label of token i, 0 for none; labels are in order.
func (r *reading) labelAt(i int) int {
	return numberAt(r.labels, i)
}
