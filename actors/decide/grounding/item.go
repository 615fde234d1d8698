package grounding

import (
	"slices"
	"strings"
)

// item is a numbered part of a list, or one of several in a line.
type item struct {
	number   int
	from, to int  // tokens, the number included
	behind   bool // the number stands behind what it numbers: "08:00 (opção 1)"
}

var numbering = words("opcao opcoes numero item alternativa n")

var answering = words("digite responda escolha mande envie ou escreva numero tecle aperte")

// maxItem bounds the numbers of a list.
const maxItem = 99

// number finds the numbered items.
func (r *reading) number() {
	next := 0 // the first ref that does not end before the token
	for i := range r.toks {
		for next < len(r.refs) && r.refs[next].to <= i {
			next++
		}
		inRef := next < len(r.refs) && r.refs[next].from <= i
		n, ok := r.digits(i, 2)
		if !ok || inRef || n == 0 || n > maxItem || !r.numbers(i, next) {
			if r.isLineEnd(i) && len(r.items) > 0 && r.items[len(r.items)-1].to > i && i+1 < len(r.toks) && r.isLineEnd(i+1) {
				r.items[len(r.items)-1].to = i
			}
			continue
		}
		if len(r.items) > 0 {
			r.items[len(r.items)-1].to = min(r.items[len(r.items)-1].to, i)
		}
		one := item{number: n, from: i, to: len(r.toks)}
		if r.trails(i, next) {
			one.from, one.to, one.behind = r.refs[next-1].from, i+1, true
		}
		r.items = append(r.items, one)
	}
}

// trails reports whether the number at token i stands in brackets behind the ref before it; next is the first ref
// behind it.  What follows the first number of a line is numbered the same way.
func (r *reading) trails(i, next int) bool {
	open := i - 1
	if r.in(open, numbering) {
		open--
	}
	if next == 0 || !r.isMark(open, "(", "[") || r.refs[next-1].to != open || r.refs[next-1].sort != anHour {
		return false
	}
	last := len(r.items) - 1
	return last < 0 || r.items[last].behind || r.sentenceOf(r.items[last].from) != r.sentenceOf(i)
}

// sentenceOf is the sentence in which token i stands.
func (r *reading) sentenceOf(i int) int {
	n, _ := slices.BinarySearchFunc(r.sentences, i, func(s sentence, i int) int { return s.to - i - 1 })
	return min(n, len(r.sentences)-1)
}

func (r *reading) isLineEnd(i int) bool { return i < 0 || r.toks[i].kind == line }

// numbers reports whether the number at token i is that of an item; next is the first ref behind it.
func (r *reading) numbers(i, next int) bool {
	if r.in(i-1, numbering) || r.word(i-1) == "no" && strings.Contains(r.text[r.toks[i-1].start:r.toks[i-1].end], "º") || r.isMark(i-1, "º", ".") && r.in(i-2, numbering) {
		return true
	}
	if r.glued(i+1) && r.oneOf(i+1, "a", "o") && r.in(i+2, numbering) {
		return true // "1ª opção"
	}
	first := i == 0 || r.isLineEnd(i-1) || r.isMark(i-1, "-", "(", "[") && (i == 1 || r.isLineEnd(i-2))
	near := next < len(r.refs) && r.refs[next].from <= i+4
	switch {
	case r.oneOf(i+1, "para", "pra", "e") && near && (r.in(i-1, answering) || r.isMark(i-1, ",", ":", ";")):
		return true // "digite 1 para terça"
	case r.toks[i].keycap:
		return true
	case r.isMark(i+1, ")", "]", "-", ".", ":", "º", "°") && !(r.glued(i+1) && r.glued(i+2) && r.isNumber(i+2)):
		return first || near && (r.isMark(i-1, ",", ";", ":", "(", "[", ".", "/", "-") || i > 0 && !r.glued(i) && r.isMark(i+1, ")"))
	}
	return first && near && r.refs[next].from == i+1 || r.isMark(i-1, "(", "[") && r.isMark(i+1, ")", "]") && r.trails(i, next)
}

func (r *reading) isNumber(i int) bool { return i >= 0 && i < len(r.toks) && r.toks[i].kind == number }

// itemAt is the number of the item in which token i stands, 0 for none.
func (r *reading) itemAt(i int) int { return numberAt(r.items, i) }

// numberAt is the number of the item in which token i stands, 0 for none; items are in order.
func numberAt(items []item, i int) int {
	low, high := 0, len(items)
	for low < high {
		if middle := (low + high) / 2; items[middle].from <= i {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == 0 || items[low-1].to <= i {
		return 0
	}
	return items[low-1].number
}
