package grounding

import "slices"

// reading is a text while it is examined.
type reading struct {
	text      string
	toks      []token
	sentences []sentence
	refs      []ref // days, hours and parts of the day, in order
	items     []item
	labels    []item // letters and ordinals
}

// read takes a text apart.
func read(text string, clock calendar) *reading {
	r := &reading{text: text, toks: tokenize(text)}
	unmask(r.toks)
	r.part()
	r.refer(clock)
	r.number()
	r.label()
	return r
}

// word is the word at token i, "" for anything else.
func (r *reading) word(i int) string {
	if i < 0 || i >= len(r.toks) || r.toks[i].kind != word {
		return ""
	}
	return r.toks[i].text
}

// isMark reports whether token i is one of the signs.
func (r *reading) isMark(i int, signs ...string) bool {
	if i < 0 || i >= len(r.toks) || r.toks[i].kind != mark {
		return false
	}
	for _, s := range signs {
		if r.toks[i].text == s {
			return true
		}
	}
	return false
}

// glued reports whether nothing stands before token i.
func (r *reading) glued(i int) bool { return i >= 0 && i < len(r.toks) && r.toks[i].glued }

// in reports whether token i is one of the words.
func (r *reading) in(i int, words set) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].isWord(words)
}

// violation is one from token from to before token to.
func (r *reading) violation(reason string, from, to int) Violation {
	return Violation{Reason: reason, From: r.toks[from].start, To: r.toks[to-1].end}
}

// oneOf is in for a few words.
func (r *reading) oneOf(i int, words ...string) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].kind == word && slices.Contains(words, r.toks[i].text)
}
