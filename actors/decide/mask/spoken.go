package mask

import (
	"sort"

	"atende/actors/conversation"
	"atende/actors/understand"
)

const (
	maxSpoken   = 4  // numbers and dates in words, of one chunk
	spokenReach = 48 // words of one of them
)

// spoken hides what is left and only package understand reads: numbers and birth dates in words, as voices are
// written down.
func (h *hider) spoken() {
	h.chunks(func(i, j int) {
		for range maxSpoken {
			if !h.spokenOne(i, j) {
				return
			}
		}
	})
}

// spokenOne hides one such thing between two tokens; false when there is none.
func (h *hider) spokenOne(i, j int) bool {
	f := h.read("", i, j)
	switch {
	case f.CPF != "":
		return h.locate(i, j, cpf, f.CPF, "cpf ", func(f understand.Facts) string { return f.CPF })
	case f.InvalidCPF != "":
		return h.locate(i, j, cpf, f.InvalidCPF, "cpf ", func(f understand.Facts) string { return f.InvalidCPF })
	case f.Phone != "":
		return h.locate(i, j, phone, f.Phone, "", func(f understand.Facts) string { return f.Phone })
	case f.BirthDate != "":
		return h.locate(i, j, birth, f.BirthDate, "nascimento ", birthDate)
	case h.o.Asked == conversation.AskBirthDate:
		if f = h.read("nascimento ", i, j); f.BirthDate != "" {
			return h.locate(i, j, birth, f.BirthDate, "nascimento ", birthDate)
		}
	}
	return false
}

func birthDate(f understand.Facts) string { return f.BirthDate }

// read is what is understood of the tokens from i up to j, hidden ones left out.
func (h *hider) read(prefix string, i, j int) understand.Facts {
	return understand.Read(prefix+h.scratch(i, j, anyKind), h.o.Now)
}

// locate hides the fewest words in which a value is read.  The prefix stands for the words that announce it.
func (h *hider) locate(i, j int, k kind, value, prefix string, of func(understand.Facts) string) bool {
	has := func(i, j int) bool { return of(h.read(prefix, i, j)) == value }
	end := i + 1 + sort.Search(j-i-1, func(n int) bool { return has(i, i+1+n) })
	for start := end - 1; start >= max(i, end-spokenReach); start-- {
		if h.taken[start] {
			return false
		}
		if has(start, end) {
			if h.figures(start, end) && (k != birth || end-start < len(h.toks)) {
				k = passed // no number, as was found before
			}
			h.take(start, end, k, value)
			return true
		}
	}
	return false
}

// figures tells whether tokens are digits alone.
func (h *hider) figures(i, j int) bool {
	for _, t := range h.toks[i:j] {
		if !t.number {
			return false
		}
	}
	return true
}
