package proof

// item is a numbered part of a list, or one of several in a line.
type item struct {
	number   int
	from, to int // tokens, the number included
}

var numbering = words("opcao opcoes numero item alternativa n")

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
		r.items = append(r.items, item{number: n, from: i, to: len(r.toks)})
	}
}

func (r *reading) isLineEnd(i int) bool { return i < 0 || r.toks[i].kind == line }

// numbers reports whether the number at token i is that of an item; next is the first ref behind it.
func (r *reading) numbers(i, next int) bool {
	if r.in(i-1, numbering) || r.isMark(i-1, "º", ".") && r.in(i-2, numbering) {
		return true
	}
	first := i == 0 || r.isLineEnd(i-1) || r.isMark(i-1, "-", "(", "[") && (i == 1 || r.isLineEnd(i-2))
	near := next < len(r.refs) && r.refs[next].from <= i+4
	switch {
	case r.toks[i].keycap:
		return true
	case r.isMark(i+1, ")", "]", "-", ".", ":", "º", "°") && !(r.glued(i+1) && r.glued(i+2) && r.isNumber(i+2)):
		return first || near && (r.isMark(i-1, ",", ";", "(", "[", ".", "/", "-") || i > 0 && !r.glued(i) && r.isMark(i+1, ")"))
	}
	return first && near && r.refs[next].from == i+1
}

func (r *reading) isNumber(i int) bool { return i >= 0 && i < len(r.toks) && r.toks[i].kind == number }

// itemAt is the number of the item in which token i stands, 0 for none; items are in order.
func (r *reading) itemAt(i int) int {
	low, high := 0, len(r.items)
	for low < high {
		if middle := (low + high) / 2; r.items[middle].from <= i {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == 0 || r.items[low-1].to <= i {
		return 0
	}
	return r.items[low-1].number
}
