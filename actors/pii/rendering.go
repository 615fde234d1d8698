package pii

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
)

const (
	// MaxRunes is how much of one text is kept.
	MaxRunes = 600
	// maxRead is how much of it is looked at.
	maxRead = 4 * MaxRunes
	// cut is what stands for words that are not shown.
	cut = "…"
	// covered stands for a token that another one's placeholder covers.
	covered = "\x00"
	// ended is what stands for the rest of a text that is too long to be kept.
	ended = "(cortado)"
)

// Message is a text of the patient with placeholders.  It is not safe yet, Heard makes it so.
type Message struct {
	source
	asked conversation.Question
}

// Find looks for what identifies somebody in a text of the patient, so that it is known when the texts of the turn
// are shown: asked is the question in whose light it was written.
func (t *Redaction) Find(text string, asked conversation.Question) Message {
	text = shortened(text, maxRead)
	toks := t.tokens(text, false)
	if !t.harmless(source{text, toks}, asked) {
		text = t.hide(text, asked)
		toks = t.tokens(text, true)
	}
	return Message{source{text, toks}, asked}
}

// hide puts placeholders into a text.
func (t *Redaction) hide(text string, asked conversation.Question) string {
	for _, digits := range t.phones {
		t.learn(phone, digits)
	}
	t.phones = nil
	if name := t.answer(text, asked); name != "" {
		return name
	}
	p := newPseudonyms(t.known)
	p.assign = t.learn
	return p.hide(text, t.known, Options{Asked: asked, Keep: t.keep, Now: t.now})
}

// answer is the placeholder of what is known by now and all that a text says in answer to the question for it, as
// most answers do; "" for none.  The reader reads the text several times to say the same, and now and then takes a
// name apart ("Ana-Clara Souza") that has its number already.
func (t *Redaction) answer(text string, asked conversation.Question) string {
	for _, m := range t.known {
		v, said := m.Value, false
		switch k, _ := nameOf(m); {
		case asked == conversation.AskName && k == person:
			said = strings.EqualFold(text, v)
		case asked == conversation.AskCPF && k == cpf:
			said = text == v || len(v) == cpfLength && text == v[:3]+"."+v[3:6]+"."+v[6:9]+"-"+v[9:]
		case asked == conversation.AskBirthDate && k == birth:
			said = len(v) == len(time.DateOnly) && text == v[8:]+"/"+v[5:7]+"/"+v[:4]
		}
		if said {
			return m.Name
		}
	}
	return ""
}

const (
	// maxHarmless is how many digits may stand beside each other, and maxWorded how many words of numbers may
	// be in a text, that need not be read: a day, an hour.
	maxHarmless, maxWorded = 4, 2
)

// harmless reports a text in which nobody's data can be: everyday words, doctors where they are meant, and small
// numbers, in no answer to a question for data.  Most texts are, and need not be read.
func (t *Redaction) harmless(s source, asked conversation.Question) bool {
	if asked == conversation.AskName || asked == conversation.AskCPF || asked == conversation.AskBirthDate || strings.ContainsAny(s.text, "[]@") {
		return false
	}
	chain, digits, worded := 0, 0, 0
	for i, one := range s.toks {
		size := len(one.text)
		switch {
		case one.number:
			if i == 0 || !s.number(i-1) || strings.ContainsAny(s.gap(i), ",;\n") {
				chain = 0
			}
			chain, digits = chain+size, digits+size
			if size > 2 || chain > maxHarmless || digits > maxSmall {
				return false
			}
		case s.spelled(i):
			worded++
		case one.status&doctors != 0 && s.meansDoctor(i):
		case one.status&familiar == 0 || words.RarelyName.Has(one.text):
			return false
		}
	}
	return worded <= maxWorded
}

// spelled reports a number in words, but for the article "um".
func (s *source) spelled(i int) bool { return s.is(i, words.NumberWord) && !s.is(i, words.Article) }

// meansDoctor reports that a doctor's name can stand at a token: behind "dra", "com", "com a".
func (s *source) meansDoctor(i int) bool {
	if i > 1 && (s.toks[i-1].text == "a" || s.toks[i-1].text == "o") {
		i--
	}
	return s.is(i-1, words.Title) || i > 0 && s.toks[i-1].text == "com"
}

// view is how a text is looked at.
type view struct {
	heard  bool // the patient's, with placeholders
	secret bool // the answer to a question for a number
	doctor bool // the answer to the question for a doctor
	ours   bool
}

// Heard is a text of the patient as it may be shown.
func (t *Redaction) Heard(m Message) string {
	secret := m.asked == conversation.AskCPF || m.asked == conversation.AskBirthDate
	return t.redact(m.source, view{heard: true, secret: secret, doctor: m.asked == conversation.AskDoctor})
}

// Said is a text of ours as it may be shown.  ours says that all its words come from the clinic's texts and
// catalogue, and not from the scheduling API or a language model.
func (t *Redaction) Said(text string, ours bool) string {
	text = shortened(text, maxRead)
	return t.redact(source{text, t.tokens(text, false)}, view{ours: ours})
}

// redact goes over a text: names first, then numbers, then every word that is not known.
func (t *Redaction) redact(s source, v view) string {
	r := &rendering{source: s, Redaction: t, view: v, out: make([]string, len(s.toks)), passed: make([]bool, len(s.toks))}
	r.hideNames()
	if v.heard {
		r.passWishes()
	}
	r.passPhrases()
	r.hideNumbers()
	if !v.ours {
		r.hideBirths()
	}
	for i, one := range r.toks {
		if !one.number && !one.held && r.out[i] == "" && !r.passed[i] && one.status&familiar == 0 {
			r.out[i] = cut
		}
	}
	shown := shortened(r.written(), MaxRunes)
	digits := strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, shown)
	if slices.ContainsFunc(t.digits, func(known string) bool { return len(digits) >= maxDigits && strings.Contains(digits, known) }) {
		return cut // whatever stands between the digits
	}
	return shown
}

// rendering is the work on one text.
type rendering struct {
	source
	*Redaction
	view   view
	out    []string // what stands for a token, "" for itself
	passed []bool   // of each token, that it was looked at and stays
}

// pass lets the tokens from i up to j stay, and returns j.
func (r *rendering) pass(i, j int) int {
	for k := i; k < j; k++ {
		r.passed[k] = true
	}
	return j
}

// cover puts one thing in the place of the tokens from i up to j, and returns j.
func (r *rendering) cover(i, j int, with string) int {
	for k := i; k < j; k++ {
		r.out[k] = covered
	}
	r.out[i] = with
	return j
}

// hideNames replaces the words of people who are known, wherever they stand, but for a doctor's behind a title.
func (r *rendering) hideNames() {
	for i := 0; i < len(r.toks); {
		end, who := r.titledDoctor(i), r.byWord[r.toks[i].text]
		switch {
		case end > i:
			i = r.pass(i, end)
		case who > 0:
			i = r.cover(i, r.longest(i, r.people[who-1].words, false), r.people[who-1].placeholder)
		default:
			i++
		}
	}
}

// longest is the index after the words of a name that stand at a token, particles among them; ordered wants them as
// the name has them.
func (r *rendering) longest(i int, name []string, ordered bool) int {
	end := i
	for k := i; k < len(r.toks) && (k == i || strings.Trim(r.gap(k), " .'’*_-") == ""); k++ {
		at := slices.Index(name, r.toks[k].text)
		switch {
		case at >= 0:
			end = k + 1
			if ordered {
				name = name[at+1:]
			}
		case !r.is(k, words.Particle):
			return end
		}
	}
	return end
}

// titledDoctor is the index after the name of a doctor that a title at a token announces; i for none.  A name that goes
// on with other words of a patient's is not the doctor's.
func (r *rendering) titledDoctor(i int) int {
	if !r.is(i, words.Title) || i+1 == len(r.toks) || !r.near(i+1) {
		return i
	}
	end := r.doctorAt(i + 1)
	if follows := end < len(r.toks) && r.near(end) && r.byWord[r.toks[end].text] > 0; end == i+1 || follows {
		return i
	}
	return end
}

// near reports that nothing but spaces and the signs of names stand before a token.
func (r *rendering) near(i int) bool { return strings.Trim(r.gap(i), " .'’*_-") == "" }

// doctorAt is the index after the longest name of one doctor, or of what it is called by, that begins at a token,
// with or without all its words; i for none.
func (r *rendering) doctorAt(i int) int {
	end := i
	for _, name := range r.doctors {
		end = max(end, r.longest(i, name, true))
	}
	return end
}

// passWishes passes the names of doctors that the patient asks for ("com a Ana Souza"), as far as they are nobody's who
// is known.
func (r *rendering) passWishes() {
	for i, one := range r.toks {
		if one.status&doctors == 0 || !r.view.doctor && !r.meansDoctor(i) {
			continue
		}
		for k, end := i, r.doctorAt(i); k < end && r.out[k] == ""; k++ {
			r.passed[k] = true
		}
	}
}

// passPhrases passes whole names of the catalogue, as far as they are nobody's.
func (r *rendering) passPhrases() {
	for i := range r.toks {
		for _, list := range r.phrases[r.toks[i].text] {
			n := 0
			for n < len(list) && i+n < len(r.toks) && r.toks[i+n].text == list[n] && r.out[i+n] == "" {
				n++
			}
			if n == len(list) {
				r.pass(i, i+n)
			}
		}
	}
}

// hideBirths cuts days, months and ages of a text that speaks of a birth ("aniversário dia 10 de maio, faço 44"), and of
// any text the day and month before a year that is no appointment's.  What an appointment is about goes with them now
// and then; a birth date that stays is worse.
func (r *rendering) hideBirths() {
	told := false
	for i := range r.toks {
		told = told || r.is(i, words.BirthWord)
		if r.is(i, words.Month) && i >= 2 && i+2 < len(r.toks) && r.toks[i+1].text == "de" && r.out[i+2] == cut {
			r.out[i] = cut // "10 de maio de 1980"
			if r.number(i-2) || r.is(i-2, words.NumberWord) {
				r.out[i-2] = cut
			}
		}
	}
	for i := range r.toks {
		if told && r.out[i] == "" && (r.number(i) || r.is(i, words.Month) || r.spelled(i)) {
			r.out[i] = cut
		}
	}
}

// written puts the text together: cut words in a row become one, and signs that are on no list go.
func (r *rendering) written() string {
	var b strings.Builder
	b.Grow(len(r.text))
	at, last := 0, ""
	for i, one := range r.toks {
		gap := r.text[at:one.from]
		at = one.to
		if r.out[i] == covered || last == cut && r.out[i] == cut && strings.TrimSpace(gap) == "" {
			continue
		}
		b.WriteString(strings.Map(r.sign, gap))
		switch last = r.out[i]; {
		case last != "":
			b.WriteString(last)
		case one.held || !slices.ContainsFunc([]rune(r.text[one.from:one.to]), func(c rune) bool { return c > unicode.MaxLatin1 || one.number && c >= utf8.RuneSelf }):
			b.WriteString(r.text[one.from:one.to])
		default:
			b.WriteString(one.text)
		}
	}
	b.WriteString(strings.Map(r.sign, r.text[at:]))
	return b.String()
}

// sign is what is shown of a character between two tokens.
func (r *rendering) sign(c rune) rune {
	face := 0x1F600 <= c && c <= 0x1F64F || 0x1F44A <= c && c <= 0x1F450 || 0x1F494 <= c && c <= 0x1F49F || c == 0x2764
	switch {
	case c == '[':
		return '('
	case c == ']':
		return ')'
	case c == '\n':
		return c
	case unicode.IsSpace(c):
		return ' '
	case face, c < utf8.RuneSelf && unicode.IsPrint(c), r.common.signs[c], r.own.signs[c]:
		return c
	}
	return -1
}

// shortened is at most so many characters of a text, that end with a whole word where there is one, and ended.
func shortened(text string, runes int) string {
	if len(text) <= runes {
		return text
	}
	n, space := 0, 0
	for i, r := range text {
		if unicode.IsSpace(r) {
			space = i
		}
		if n++; n > runes {
			if space == 0 {
				space = i
			}
			return text[:space] + " " + ended
		}
	}
	return text
}
