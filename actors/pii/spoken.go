package pii

import (
	"slices"
	"sort"

	"atende/actors/conversation"
	"atende/actors/understand"
)

const (
	maxSpoken   = 4  // numbers and dates in words, of one chunk
	spokenReach = 48 // words of one of them
)

// spoken finds what is left and only package understand reads: numbers and birth dates in words, as voices are
// written down.
func (r *reader) spoken() {
	for i, j := range r.chunks {
		for n := 0; n < maxSpoken && r.spokenOne(i, j); n++ {
			continue
		}
	}
}

// spokenOne finds one such thing between two tokens; false when there is none.
func (r *reader) spokenOne(i, j int) bool {
	f := r.facts("", i, j)
	if f.BirthDate == "" && r.o.Asked == conversation.AskBirthDate && f.CPF+f.InvalidCPF+f.Phone == "" {
		f.BirthDate = r.facts("nascimento ", i, j).BirthDate
	}
	switch {
	case f.CPF != "":
		return r.locate(i, j, cpf, "cpf ", func(g understand.Facts) bool { return g.CPF == f.CPF }, f.CPF)
	case f.InvalidCPF != "":
		return r.locate(i, j, cpf, "cpf ", func(g understand.Facts) bool { return g.InvalidCPF == f.InvalidCPF }, f.InvalidCPF)
	case f.Phone != "":
		return r.locate(i, j, phone, "", func(g understand.Facts) bool { return g.Phone == f.Phone }, f.Phone)
	case f.BirthDate != "":
		return r.locate(i, j, birth, "nascimento ", func(g understand.Facts) bool { return g.BirthDate == f.BirthDate }, f.BirthDate)
	}
	return false
}

// facts is what is understood of the tokens from i up to j, those that are taken left out.
func (r *reader) facts(prefix string, i, j int) understand.Facts {
	return understand.Read(prefix+r.unread(i, j, anyKind), r.o.Now)
}

// locate takes the fewest words in which a value is read.  The prefix stands for the words that announce it.
func (r *reader) locate(i, j int, k kind, prefix string, same func(understand.Facts) bool, value string) bool {
	has := func(i, j int) bool { return same(r.facts(prefix, i, j)) }
	end := i + 1 + sort.Search(j-i-1, func(n int) bool { return has(i, i+1+n) })
	for start := end - 1; start >= max(i, end-spokenReach) && !r.taken(start); start-- {
		if !has(start, end) {
			continue
		}
		inWords := slices.ContainsFunc(r.toks[start:end], func(t token) bool { return !t.number })
		if !inWords && (k != birth || end-start < len(r.toks)) {
			k = passed // no number, as was found before
		}
		r.take(start, end, k, value)
		return true
	}
	return false
}
