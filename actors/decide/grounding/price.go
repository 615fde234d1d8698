package grounding

// amount is a sum of money.
type amount struct {
	from, to int
	cents    int64
}

var (
	coins  = words("reais real conto contos pila pilas dolares dolar euros euro brl")
	gratis = words("gratuita gratuito gratuitas gratuitos gratis cortesia isento isenta")
)

// thousandDigits is how many digits stand behind the dot of thousands.
const thousandDigits = 3

// amounts finds sums of money: "R$ 250,00", "250 reais", "duzentos reais", "10% de desconto".
func (r *reading) amounts() []amount {
	var list []amount
	for i := range r.toks {
		if a, ok := r.amountAt(i); ok {
			list = append(list, a)
		}
	}
	return list
}

func (r *reading) amountAt(i int) (amount, bool) {
	switch {
	case r.toks[i].kind == number:
		if i > 0 && r.glued(i) && r.isMark(i-1, ".", ",") && r.isNumber(i-2) {
			return amount{}, false // within a number
		}
		cents, next := r.money(i)
		if r.currencyBefore(i) || r.in(next, coins) {
			return amount{i, next, cents}, true
		}
		if r.isMark(next, "%") && (r.oneOf(next+1, "desconto", "off") || r.oneOf(next+2, "desconto", "off")) {
			return amount{i, next + 1, -cents}, true
		}
		if next == i+3 && len(r.toks[i+2].text) == 2 && r.isMark(i+1, ",") && !r.inside(i) && r.joined(i, 3) {
			return amount{i, next, cents}, true // 180,00
		}
		return amount{i, next, cents}, r.priced(i) && !r.inside(i) && !r.in(next, hours) && !r.in(next, uncounted)
	case r.toks[i].kind == word && r.in(i, coins) && r.toks[i].text != "real" && i > 0:
		if value, from := r.moneyWords(i); from < i {
			return amount{from, i + 1, 100 * value}, true
		}
	}
	return amount{}, false
}

var (
	costing = words("custa custam valor preco custo custara cobramos cobra")
	linking = words("e eh de por fica da consulta a o em particular sai so esta")
	// uncounted behind a number makes it no sum.
	uncounted = words("minutos min dias dia vezes vez x pessoas opcoes horas consultas anos meses sessoes")
)

// priced reports whether the number at token i stands behind a word of price.
func (r *reading) priced(i int) bool {
	const reach = 6
	for k := i - 1; k >= 0 && k >= i-reach; k-- {
		if r.in(k, costing) {
			return true
		}
		if !r.in(k, linking) && !r.isMark(k, ":") {
			return false
		}
	}
	return false
}

func (r *reading) currencyBefore(i int) bool {
	return r.isMark(i-1, "$", "€", "£") || r.word(i-1) == "rs" || r.word(i-1) == "brl"
}

// money reads 1.250,00 in cents.
func (r *reading) money(i int) (cents int64, next int) {
	whole := int64(atoi(r.toks[i].text))
	next = i + 1
	for r.isMark(next, ".", ",") && r.glued(next) && r.glued(next+1) && r.isNumber(next+1) && len(r.toks[next+1].text) == thousandDigits && whole < 1e6 {
		whole = 1000*whole + int64(atoi(r.toks[next+1].text))
		next += 2
	}
	cents = 100 * whole
	if r.isMark(next, ",", ".") && r.glued(next) && r.glued(next+1) && r.isNumber(next+1) && len(r.toks[next+1].text) <= 2 {
		fraction := int64(atoi(r.toks[next+1].text))
		if len(r.toks[next+1].text) == 1 {
			fraction *= 10
		}
		return cents + fraction, next + 2
	}
	if r.word(next) == "mil" {
		return 1000 * cents, next + 1
	}
	return cents, next
}

// hundreds are the further numbers in words that prices are made of.
var hundreds = map[string]int64{
	"cem": 100, "cento": 100, "duzentos": 200, "trezentos": 300, "quatrocentos": 400, "quinhentos": 500, "seiscentos": 600, "setecentos": 700,
	"oitocentos": 800, "novecentos": 900, "sessenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90,
}

// maxMoneyWords bounds how many words a sum has.
const maxMoneyWords = 8

// moneyWords reads the words before token i as a sum, from is where they begin.
func (r *reading) moneyWords(i int) (value int64, from int) {
	from = i
	for k := i - 1; k >= 0 && k >= i-maxMoneyWords; k-- {
		w := r.word(k)
		n, ok := hundreds[w]
		if !ok {
			n, ok = int64(units[w]), units[w] > 0
		}
		if !ok {
			n, ok = int64(tens[w]), tens[w] > 0
		}
		switch {
		case ok:
			value, from = value+n, k
		case w == "mil":
			before, at := r.moneyWords(k)
			return value + 1000*max(before, 1), min(at, k)
		case w != "e" && w != "de":
			return value, from
		}
	}
	return value, from
}

// checkPrices looks for sums that the clinic did not name.
func (c *checker) checkPrices() {
	for _, a := range c.amounts() {
		if !c.sayings.amounts[a.cents] {
			c.add("price", a.from, a.to)
		}
	}
	if c.sayings.free {
		return
	}
	for i := range c.toks {
		if c.in(i, gratis) || c.word(i) == "graca" && c.word(i-1) == "de" {
			c.checkFree(i)
		}
	}
}

// publicly are things that cost nothing whatever the clinic says.
var publicly = words("ligacao ligue samu cvv")

// checkFree looks at what is said to cost nothing.
func (c *checker) checkFree(i int) {
	const around = 8
	for k := max(0, i-around); k < len(c.toks) && k <= i+around; k++ {
		if c.in(k, publicly) {
			return
		}
	}
	c.add("price", i, i+1)
}
