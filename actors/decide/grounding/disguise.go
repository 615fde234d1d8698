package grounding

import "strings"

// maxPieces is in how many pieces a word may be broken, maxSpaced how many single letters are joined.
const (
	maxPieces = 4
	maxSpaced = 80
)

// unmask finds what tokens say of a booking, also where a word was stretched, mistyped, broken, spaced or
// written with digits and signs for letters.
func unmask(toks []token) {
	for i := range toks {
		if toks[i].kind == word {
			toks[i].claim = formOf(toks[i].text)
			if toks[i].claim == nil {
				toks[i].claim = grown(toks[i].text)
			}
		}
	}
	for i := 0; i < len(toks); i++ {
		i += spaced(toks, i)
	}
	for i := range toks {
		leet(toks, i)
		broken(toks, i)
	}
}

// cores are what every form of a booking holds, for words that were written together.
var cores = []string{
	"marcad", "agendad", "confirmad", "reservad", "garantid", "cancelad", "marquei", "agendei", "reservei", "confirmei", "booked", "confirmed", "scheduled",
}

// minGrown is the length from which a word may be several.
const minGrown = 11

// grown finds a form within words that were written together ("consultamarcada").
func grown(w string) *form {
	if len(w) < minGrown || innocent.has(w) {
		return nil
	}
	w = w[:min(len(w), maxSpaced)]
	for _, core := range cores {
		if strings.Contains(w, core) {
			return &form{books, participle}
		}
	}
	return nil
}

// spaced joins single letters with spaces or signs between them ("m a r c a d o") and returns how many tokens
// they take beyond the first.
func spaced(toks []token, from int) int {
	if toks[from].kind != word || len(toks[from].text) != 1 {
		return 0
	}
	var letters strings.Builder
	last := from
	for i := from; i < len(toks) && i < from+maxSpaced; i++ {
		t := &toks[i]
		if t.kind == mark || t.kind == line {
			continue
		}
		if len(t.text) != 1 || t.kind != word {
			break
		}
		letters.WriteString(t.text)
		last = i
	}
	if letters.Len() < minSlip {
		return 0
	}
	joined := squeeze(letters.String())
	for _, core := range cores {
		if strings.Contains(joined, squeeze(core)) {
			toks[from].claim = &form{books, participle}
			return last - from
		}
	}
	return last - from
}

// looks are digits and signs that stand for letters.
var looks = map[string]string{"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "9": "g", "@": "a", "$": "s", "!": "i"}

// leet reads a run without spaces that mixes letters with digits and signs ("c0nfirmad0", "m@rcad@").
func leet(toks []token, from int) {
	if from > 0 && toks[from].glued && piece(&toks[from-1]) || !piece(&toks[from]) {
		return
	}
	var joined strings.Builder
	mixed := false
	for i := from; i < len(toks) && joined.Len() < maxForm && piece(&toks[i]) && (i == from || toks[i].glued); i++ {
		if toks[i].kind == word {
			joined.WriteString(toks[i].text)
			continue
		}
		mixed = true
		for _, d := range toks[i].text {
			joined.WriteString(looks[string(d)])
		}
	}
	if f := formOf(joined.String()); mixed && f != nil {
		toks[from].claim = f
	}
}

// piece reports what leet reads.
func piece(t *token) bool {
	return t.kind == word || t.kind == number && len(t.text) < 3 || t.kind == mark && (t.is("@") || t.is("$") || t.is("!"))
}

// particles are words that end a word only by chance: "agenda do", "marca da".
var particles = words("do da dos das de o a os as e em eu")

// broken joins words that a break, a hyphen or a space parted: "mar-\ncado", "agen dado", "con fir ma do".
func broken(toks []token, from int) {
	if toks[from].kind != word || toks[from].claim != nil && toks[from].claim.mood != harmless {
		return
	}
	joined := toks[from].text
	pieces, hyphen := 1, false
	for i := from + 1; i < len(toks) && pieces < maxPieces && len(joined) < maxForm; i++ {
		t := &toks[i]
		if t.kind == line || t.is("-") || t.is(".") && t.glued {
			hyphen = hyphen || t.is("-")
			continue
		}
		if t.kind != word {
			return
		}
		joined += t.text
		pieces++
		f, ok := forms[joined]
		if !ok || f.mood != participle && f.mood != past || pieces == 2 && particles.has(t.text) && !hyphen {
			continue
		}
		toks[from].claim = f
		return
	}
}
