package grounding

import (
	"slices"
	"strings"

	"atende/actors/understand"
)

// link is an address of the web or of mail; key is how it is compared.
type link struct {
	from, to int // bytes
	key      string
}

// domains are the ends of names of the web that a text of this kind holds; words of two letters that also end a
// sentence without a space are not among them.
var domains = words(`com br net org io app me site online link ly gl info gov edu dev page shop store gle bio goo wa club clinic med saude ai xyz tv tk ru cc`)

// links finds addresses in a text.
func links(text string) []link {
	var list []link
	at := 0
	for _, field := range strings.FieldsFunc(text, separates) {
		at += strings.Index(text[at:], field)
		if key, ok := address(field); ok {
			list = append(list, link{at, at + len(field), key})
		}
		at += len(field)
	}
	return list
}

func separates(r rune) bool {
	return r <= ' ' || strings.ContainsRune("()[]{}<>\"*,;!", r) || r == '\u00a0' || r == '“' || r == '”'
}

// address reports whether a run of characters is an address.
func address(field string) (key string, ok bool) {
	bare := strings.Map(visible, field)
	key = strings.ToLower(strings.Trim(bare, ".:?_~'"))
	plain := strings.TrimPrefix(strings.TrimPrefix(key, "https://"), "http://")
	switch {
	case plain != key, strings.HasPrefix(key, "www."), strings.Contains(key, "://"):
		return strings.TrimSuffix(strings.TrimPrefix(plain, "www."), "/"), true
	case strings.HasPrefix(key, "@") && len(key) > 3:
		return key, true
	}
	if _, host, mail := strings.Cut(key, "@"); mail && strings.Contains(host, ".") {
		return key, true
	}
	host, _, _ := strings.Cut(key, "/")
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	if len(labels) < 2 || !domains.has(last) || slices.Contains(labels, "") || !letters(labels[len(labels)-2]) {
		return "", false
	}
	return strings.TrimSuffix(key, "/"), true
}

// letters reports whether a label is more than a number.
func letters(label string) bool { return strings.Trim(label, "0123456789-") != "" && len(label) > 1 }

// visible drops what folds to nothing.
func visible(r rune) rune {
	if foldRune(r).role == nothing {
		return -1
	}
	return r
}

// run is a number as documents and telephones have it, its signs left out.
type run struct {
	from, to int // tokens
	text     string
}

const (
	minPhone  = 8
	cpfDigits = 11
	maxRun    = 24
)

// numbers7 finds runs of eight digits or more, parted by signs and single spaces at most.
func (r *reading) numbers7() []run {
	var list []run
	for i := 0; i < len(r.toks); i++ {
		if r.toks[i].kind != number || r.inside(i) {
			continue
		}
		one := r.runAt(i)
		if len(one.text) >= minPhone {
			list = append(list, one)
		}
		i = max(i, one.to-1)
	}
	return list
}

// runAt reads a run of digits from token i on; dates and hours are none.
func (r *reading) runAt(i int) run {
	one := run{from: i, to: i + 1, text: r.toks[i].text}
	for len(one.text) < maxRun {
		at := one.to
		for at < len(r.toks) && at < one.to+2 && r.isMark(at, "-", ".", "(", ")", "/") {
			at++
		}
		if !r.isNumber(at) || r.inside(at) || at == one.to && len(one.text) < 2 {
			break
		}
		one.text += r.toks[at].text
		one.to = at + 1
	}
	return one
}

// inside reports whether token i belongs to a day or an hour.
func (r *reading) inside(i int) bool {
	low, high := 0, len(r.refs)
	for low < high {
		if middle := (low + high) / 2; r.refs[middle].to <= i {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low < len(r.refs) && r.refs[low].from <= i && r.refs[low].sort != aPeriod
}

// sampleNumbers are numbers with which everybody shows how a CPF is written.
var sampleNumbers = []string{"12345678900", "12345678901", "12345678909", "12345678910"}

func isSample(digits string) bool {
	return slices.Contains(sampleNumbers, digits) || strings.Trim(digits, digits[:1]) == ""
}

var (
	streets    = words("rua avenida av alameda travessa rodovia praca estrada largo r")
	streetlike = words("de da do das dos dr dra doutor doutora")
)

// checkStreets looks for streets that the clinic did not name.
func (c *checker) checkStreets() {
	for i := range c.toks {
		if !c.in(i, streets) || c.toks[i].is("r") && !c.isMark(i+1, ".") {
			continue
		}
		at := i + 1
		for at < len(c.toks) && at < i+4 && (c.isMark(at, ".") || c.in(at, streetlike)) {
			at++
		}
		if at < len(c.toks) && c.toks[at].kind == word && c.toks[at].upper && !c.sayings.words.has(c.toks[at].text) {
			c.add("link", i, at+1)
		}
	}
}

// checkLinks looks for addresses, telephones and documents that the clinic did not name.
func (c *checker) checkLinks() {
	c.checkStreets()
	for _, l := range links(c.text) {
		if !slices.Contains(c.sayings.links, l.key) {
			c.found = append(c.found, Violation{Reason: "link", From: l.from, To: l.to})
		}
	}
	for _, n := range c.numbers7() {
		switch {
		case slices.ContainsFunc(c.sayings.digits, func(d string) bool { return strings.HasSuffix(d, n.text) || strings.HasSuffix(n.text, d) }):
		case c.money7(n), isSample(n.text) && c.sample(n):
		case c.document(n):
			c.add("identity", n.from, n.to)
		default:
			c.add("link", n.from, n.to)
		}
	}
}

func (c *checker) money7(n run) bool { return c.currencyBefore(n.from) }

// sample reports whether a number only shows how numbers are written.
func (c *checker) sample(n run) bool { return c.toneOfToken(n.from)&shows != 0 }

// document reports whether a run is a CPF or like one.
func (c *checker) document(n run) bool {
	if len(n.text) != cpfDigits {
		return false
	}
	dots := c.isMark(n.from+1, ".") && c.isMark(n.from+3, ".")
	return dots || understand.ValidCPF(n.text) || c.word(n.from-1) == "cpf" || c.word(n.from-2) == "cpf"
}

// toneOfToken is the tone of the sentence in which token i stands.
func (c *checker) toneOfToken(i int) tone {
	return c.sentences[c.sentenceOf(i)].tone
}
