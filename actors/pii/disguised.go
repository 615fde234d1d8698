package pii

import (
	"regexp"
	"strings"

	"atende/actors/understand"
)

// maxParted is how many bytes of words may part two groups of a CPF.
const maxParted = 40

// disguised takes what is left of numbers that nobody writes so who wants them to be read: with words or letters between
// their digits, or spelled out without spaces.
func (r *reader) disguised() {
	var all []int
	for i := range r.toks {
		if r.number(i) && !r.taken(i) {
			all = append(all, i)
		}
	}
	for _, near := range runs(all, func(i, j int) bool { return r.toks[j].from-r.toks[i].to <= maxParted && r.free(i, j) }) {
		for i := 0; i < len(near); i++ {
			if n := r.partedCPF(near[i:]); n > 0 {
				i += n - 1
			}
		}
	}
	for _, run := range runs(all, r.alike) {
		if number := r.digits(run); len(number) >= minNumber && r.free(run[0], run[len(run)-1]+1) && !r.rising(run) {
			r.take(run[0], run[len(run)-1]+1, document, number)
		}
	}
	r.spelledTogether()
}

// partedCPF takes the CPF that begins at a group, cut as one is, or digit by digit, whatever words are between; it returns
// of how many groups.
func (r *reader) partedCPF(g []int) int {
	digits, single := "", true
	for n, i := range g {
		digits += r.toks[i].text
		single = single && r.size(i) == 1
		switch len(digits) {
		case cpfLength:
			if !understand.ValidCPF(digits) {
				return 0
			}
			r.take(g[0], i+1, cpf, digits)
			return n + 1
		case 3, 6, 9:
		default:
			if !single || len(digits) > cpfLength {
				return 0
			}
		}
	}
	return 0
}

// alike tells whether two digits are parted by what parts the first one from the one before: "9x8x7x6".
func (r *reader) alike(i, j int) bool {
	if r.size(i) != 1 || r.size(j) != 1 {
		return false
	}
	words := r.text[r.toks[i].to:r.toks[j].from]
	before := i - (j - i)
	first := before < 0 || r.taken(before) || !r.number(before) || r.size(before) != 1
	return len(words) <= maxParted/4 && (first || r.text[r.toks[before].to:r.toks[i].from] == words)
}

// togetherFormat are names of digits without anything between them, without accents.
var togetherFormat = regexp.MustCompile(`^(?:zero|uma?|dois|duas|tres|quatro|cinco|seis|meia|sete|oito|nove){7,}$`)

// spelledTogether takes numbers of digits that are written out as one word, or letter by letter.
func (r *reader) spelledTogether() {
	var letters []int
	for i, t := range r.toks {
		switch {
		case r.taken(i) || t.number:
		case len(t.text) == 1:
			letters = append(letters, i)
		case togetherFormat.MatchString(t.text):
			r.take(i, i+1, document, t.text)
		}
	}
	for _, run := range runs(letters, func(i, j int) bool { return j == i+1 }) {
		if word := strings.Join(textsOf(r.toks[run[0]:run[len(run)-1]+1]), ""); togetherFormat.MatchString(word) {
			r.take(run[0], run[len(run)-1]+1, document, word)
		}
	}
}
