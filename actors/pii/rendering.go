package pii

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
)

const (
	// maxRunes is how much of one text is kept.
	maxRunes = 600
	// maxRead is how much of it is looked at.
	maxRead = 4 * maxRunes
	// cut is what stands for words that are not shown.
	cut = "…"
	// covered stands for a token that another one's placeholder covers.
	covered = "\x00"
	// ended is what stands for the rest of a text that is too long to be kept.
	ended = "(cortado)"
	// maxHarmless is how many digits may stand beside each other, and maxWorded how many words of numbers may
	// be in a text, that need not be read: a day, an hour.
	maxHarmless, maxWorded = 4, 2
)

// Message is a text of the patient in which data were found.  It is not safe yet, Heard makes it so.
type Message struct {
	source
	asked conversation.Question
}

// Find looks for what identifies somebody in a text of the patient, so that it is known when the texts of the turn
// are shown: asked is the question in whose light it was written.
func (t *Redaction) Find(text string, asked conversation.Question) Message {
	text = shortened(text, maxRead)
	s := source{text, t.tokens(text)}
	if personal(asked) || !t.harmless(s) {
		s = t.find(text, asked)
	}
	return Message{s, asked}
}

// personal reports a question for data.
func personal(asked conversation.Question) bool {
	return asked == conversation.AskName || asked == conversation.AskCPF || asked == conversation.AskBirthDate
}

// find has the reader look for data.  The placeholder of what is known by now stands for all that a text says in answer
// to the question for it, as most answers do: the reader reads the text several times to say the same, and now and then
// takes a name apart ("Ana-Clara Souza") that has its number already.
func (t *Redaction) find(text string, asked conversation.Question) source {
	for _, digits := range t.phones {
		t.learn(phone, digits)
	}
	t.phones = nil
	i := slices.IndexFunc(t.known, func(m conversation.Mask) bool { return answers(m, text, asked) })
	if i >= 0 {
		return source{text, []token{{to: len(text), text: t.known[i].Name, found: true}}}
	}
	return t.named(read(text, t.known, Options{Asked: asked, Keep: t.keep, Now: t.now}))
}

// named is a text in which all that was found is one token, with its placeholder.
func (t *Redaction) named(r *reader) source {
	found, p := r.found(0, len(r.toks)), pseudonyms{known: t.known, assign: t.learn}
	found = slices.DeleteFunc(found, func(s span) bool { return s.kind == passed })
	toks := slices.DeleteFunc(t.tokens(r.text), func(one token) bool {
		return slices.ContainsFunc(found, func(s span) bool { return s.from <= one.from && one.from < s.to })
	})
	for _, s := range found {
		toks = append(toks, token{from: s.from, to: s.to, text: p.of(s), found: true})
	}
	slices.SortFunc(toks, func(a, b token) int { return a.from - b.from })
	return source{r.text, toks}
}

// answers reports that a text says nothing but what a question asks for.
func answers(m conversation.Mask, text string, asked conversation.Question) bool {
	v := m.Value
	switch k, _ := nameOf(m); {
	case asked == conversation.AskName && k == person:
		return strings.EqualFold(text, v)
	case asked == conversation.AskCPF && k == cpf:
		return text == v || len(v) == cpfLength && text == v[:3]+"."+v[3:6]+"."+v[6:9]+"-"+v[9:]
	case asked == conversation.AskBirthDate && k == birth:
		return text != "" && text == dayWritten(v)
	}
	return false
}

// harmless reports a text in which nobody's data can be: everyday words, doctors where they are meant, and small
// numbers.  Most texts that answer no question for data are, and need not be read.
func (t *Redaction) harmless(s source) bool {
	chain, digits, worded := 0, 0, 0
	for i, one := range s.toks {
		switch {
		case one.number:
			if !s.number(i-1) || strings.ContainsAny(s.gap(i), ",;\n") {
				chain = 0
			}
			chain, digits = chain+s.size(i), digits+s.size(i)
			if s.size(i) > 2 || chain > maxHarmless || digits > maxSmall {
				return false
			}
		case s.spelled(i):
			worded++
		case !one.familiar && !s.is(i, words.Particle) && s.meansDoctor(i) && t.doctorAt(&s, i) > i:
		case !one.familiar || words.RarelyName.Has(one.text):
			return false
		}
	}
	return worded <= maxWorded && !strings.ContainsAny(s.text, "[]@")
}

// spelled reports a number in words, but for the article "um".
func (s *source) spelled(i int) bool { return s.is(i, words.NumberWord) && !s.is(i, words.Article) }

// meansDoctor reports that a doctor's name can stand at a token: behind "dra", "com", "com a".
func (s *source) meansDoctor(i int) bool {
	if i > 1 && s.is(i-1, words.NameArticle) {
		i--
	}
	return s.is(i-1, words.Title) || s.is(i-1, words.With)
}

// Heard is a text of the patient as it may be shown.
func (t *Redaction) Heard(m Message) string {
	secret := m.asked == conversation.AskCPF || m.asked == conversation.AskBirthDate
	return t.redact(rendering{source: m.source, heard: true, secret: secret, doctor: m.asked == conversation.AskDoctor})
}

// Said is a text of ours as it may be shown.  ours says that all its words come from the clinic's texts and
// catalogue, and not from the scheduling API or a language model.
func (t *Redaction) Said(text string, ours bool) string {
	text = shortened(text, maxRead)
	return t.redact(rendering{source: source{text, t.tokens(text)}, ours: ours})
}

// redact goes over a text: names first, then numbers, then every word that is not known.
func (t *Redaction) redact(r rendering) string {
	r.Redaction, r.out = t, make([]string, len(r.toks))
	for i, one := range r.toks {
		if one.found {
			r.out[i] = one.text
		}
	}
	r.hideNames()
	r.passNames()
	r.hideNumbers()
	if r.heard {
		r.hideHealth()
	}
	if !r.ours {
		r.hideBirths()
	}
	for i, one := range r.toks {
		if !one.number && !one.familiar && r.out[i] == "" {
			r.out[i] = cut
		}
	}
	shown := shortened(r.written(), maxRunes)
	digits := strings.Map(asciiDigit, shown)
	if slices.ContainsFunc(t.secrets, func(known string) bool { return len(digits) >= maxDigits && strings.Contains(digits, known) }) {
		return cut // whatever stands between the digits
	}
	return shown
}

func asciiDigit(c rune) rune {
	if c < '0' || c > '9' {
		return -1
	}
	return c
}

// rendering is the work on one text.
type rendering struct {
	source
	*Redaction
	out    []string // what stands for a token, "" for itself
	heard  bool     // the text is the patient's
	secret bool     // it answers a question for a number
	doctor bool     // it answers the question for a doctor
	ours   bool     // it is made of the clinic's own words
}

// pass lets the tokens from i up to j stay, and returns j.
func (r *rendering) pass(i, j int) int {
	for k := i; k < j; k++ {
		r.toks[k].familiar = true
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

// hideNames replaces the words of people who are known, wherever they stand, but for a doctor's behind a title, unless
// the name goes on with other words of a patient's.
func (r *rendering) hideNames() {
	for i := 0; i < len(r.toks); {
		end, who := i+1, r.byWord[r.toks[i].text]
		if r.is(i, words.Title) && end < len(r.toks) && r.near(end) {
			end = r.doctorAt(&r.source, end)
		}
		switch {
		case end > i+1 && (end == len(r.toks) || !r.near(end) || r.byWord[r.toks[end].text] == nil):
			i = r.pass(i, end)
		case who != nil:
			i = r.cover(i, r.longest(i, who.list, false), who.value)
		default:
			i++
		}
	}
}

// passNames passes, as far as they are nobody's who is known, the names of doctors that the patient asks for ("com a
// Ana Souza"), and whole names of the catalogue.
func (r *rendering) passNames() {
	for i, one := range r.toks {
		end := i
		if r.heard && !one.familiar && !r.is(i, words.Particle) && (r.doctor || r.meansDoctor(i)) {
			end = r.doctorAt(&r.source, i)
		}
		for k := i; k < end && r.out[k] == ""; k++ {
			r.pass(k, k+1)
		}
		for _, list := range r.phrases[one.text] {
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
	for i := 2; i+2 < len(r.toks); i++ {
		if r.is(i, words.Month) && r.toks[i+1].text == "de" && r.out[i+2] == cut {
			r.out[i] = cut // "10 de maio de 1980"
			if r.number(i-2) || r.is(i-2, words.NumberWord) {
				r.out[i-2] = cut
			}
		}
	}
	told := slices.ContainsFunc(r.toks, func(t token) bool { return words.BirthWord.Has(t.text) })
	for i := range r.toks {
		if told && r.out[i] == "" && (r.number(i) || r.is(i, words.Month) || r.spelled(i)) {
			r.out[i] = cut
		}
	}
}

// hideHealth cuts what a patient says of somebody's health, and where it is: "dor no peito", "diabetes".  What is asked
// for, a specialty or an exam, stays, unless it is called like a disease: without it nobody would know what the conversation
// was about.
func (r *rendering) hideHealth() {
	for i := range r.toks {
		if !r.is(i, words.Health) {
			continue
		}
		r.out[i] = cut
		if j := i + 1; r.is(j, words.HealthJoint) && j+1 < len(r.toks) && r.near(j) && r.near(j+1) {
			r.hidePlace(j)
		}
	}
}

// hidePlace cuts a joint and the word behind it, unless that is a number or hidden already.
func (r *rendering) hidePlace(i int) {
	if !r.number(i+1) && r.out[i+1] == "" {
		r.out[i], r.out[i+1] = cut, cut
	}
}

// written puts the text together: cut words in a row become one, signs that are on no list go, and letters that are
// foreign to western Europe are folded.
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
		if last = r.out[i]; last == "" {
			last = r.raw(i, i+1)
			foreign := func(c rune) bool { return c > unicode.MaxLatin1 || one.number && c >= utf8.RuneSelf }
			if strings.ContainsFunc(last, foreign) {
				last = one.text
			}
		}
		if gap != " " { // most are, and stay
			gap = strings.Map(r.sign, gap)
		}
		b.WriteString(gap)
		b.WriteString(last)
	}
	return b.String() + strings.Map(r.sign, r.text[at:])
}

// sign is what is shown of a character between two tokens.
func (r *rendering) sign(c rune) rune {
	switch {
	case c == '[':
		return '('
	case c == ']':
		return ')'
	case c != '\n' && unicode.IsSpace(c):
		return ' '
	case 0x1F600 <= c && c <= 0x1F64F, 0x1F44A <= c && c <= 0x1F450, 0x1F494 <= c && c <= 0x1F49F, c == 0x2764: // faces and the like
		return c
	case c == '\n', c < utf8.RuneSelf && unicode.IsPrint(c), r.familiar(string(c)):
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
		if n++; n > runes && space == 0 {
			space = i
		}
		if n > runes {
			return text[:space] + " " + ended
		}
	}
	return text
}
