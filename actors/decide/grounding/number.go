package grounding

// units and tens are the numbers in words up to 59, small ones also as women are counted ("às duas").
var (
	units = map[string]int{
		"um": 1, "uma": 1, "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8, "nove": 9, "primeiro": 1,
	}
	tens = map[string]int{
		"dez": 10, "onze": 11, "doze": 12, "treze": 13, "quatorze": 14, "catorze": 14, "quinze": 15, "dezesseis": 16, "dezasseis": 16, "dezessete": 17,
		"dezoito": 18, "dezenove": 19, "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50,
	}
)

// spelled reads a number in words that begins at token i; next is behind it, i for none.
func (r *reading) spelled(i int) (value, next int) {
	w := r.word(i)
	if n, ok := units[w]; ok {
		return n, i + 1
	}
	n, ok := tens[w]
	if !ok {
		return 0, i
	}
	if one, more := units[r.word(i+2)]; more && n >= 20 && r.word(i+1) == "e" {
		return n + one, i + 3
	}
	return n, i + 1
}

// digits reads a number of at most most digits at token i.
func (r *reading) digits(i, most int) (value int, ok bool) {
	if i < 0 || i >= len(r.toks) || r.toks[i].kind != number || len(r.toks[i].text) > most {
		return 0, false
	}
	return atoi(r.toks[i].text), true
}

// count reads a number of at most two digits or in words.
func (r *reading) count(i int) (value, next int) {
	if n, ok := r.digits(i, 2); ok {
		if r.glued(i+1) && r.isMark(i+1, "º", "°") || r.glued(i+1) && r.word(i+1) == "o" {
			return n, i + 2
		}
		return n, i + 1
	}
	return r.spelled(i)
}

// atoi is the value of digits, at most nine of them.
func atoi(digits string) int {
	n := 0
	for i := 0; i < len(digits) && i < 9; i++ {
		n = 10*n + int(digits[i]-'0')
	}
	return n
}
