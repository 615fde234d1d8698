package redact

import (
	"bytes"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
	"atende/actors/decide/mask"
)

// Find looks for what identifies somebody in a text of the patient, so that it is known when the texts of the turn
// are shown: asked is the question in whose light it was written.
func (p *Page) Find(text string, asked conversation.Question) Found {
	text = shortened(text, maxRead)
	atoms := p.read(text, false)
	if !p.harmless(text, atoms, asked) {
		text = p.hide(text, asked)
		atoms = p.read(text, true)
	}
	return Found{text: text, atoms: atoms, asked: asked}
}

// Found is a text of the patient with placeholders.  It is not safe yet, Heard makes it so.
type Found struct {
	text  string
	atoms []atom
	asked conversation.Question
}

// hide puts placeholders into a text.
func (p *Page) hide(text string, asked conversation.Question) string {
	for _, digits := range p.phones {
		p.learn(phone, digits)
	}
	p.phones = nil
	if placeholder := p.answer(text, asked); placeholder != "" {
		return placeholder
	}
	masked, fresh := mask.Hide(text, p.known, mask.Options{Asked: asked, Keep: p.keep, Now: p.now})
	renames := map[string]string{}
	for _, m := range fresh {
		before := m.Name
		kind := kindOf(m)
		p.learn(kind, m.Value)
		if known := p.nameOf(kind, m.Value); known != "" && known != before {
			renames[before] = known
		}
	}
	return renamed(masked, renames)
}

// answer is the placeholder of what is known by now and all that a text says in answer to the question for it, as
// most answers do; "" for none.  Package mask reads the text several times to say the same, and now and then takes a
// name apart ("Ana-Clara Souza") that has its number already.
func (p *Page) answer(text string, asked conversation.Question) string {
	i := slices.IndexFunc(p.known, func(m conversation.Mask) bool {
		v := m.Value
		switch kind := kindOf(m); asked {
		case conversation.AskName:
			return kind == name && strings.EqualFold(text, v)
		case conversation.AskCPF:
			return kind == cpf && (text == v || len(v) == 11 && text == v[:3]+"."+v[3:6]+"."+v[6:9]+"-"+v[9:])
		case conversation.AskBirthDate:
			return kind == birth && len(v) == len(time.DateOnly) && text == v[8:]+"/"+v[5:7]+"/"+v[:4]
		default:
			return false
		}
	})
	if i < 0 {
		return ""
	}
	return p.known[i].Name
}

// nameOf is the placeholder of a value that was learned, "" for none.
func (p *Page) nameOf(kind, value string) string {
	for _, m := range p.known {
		if kindOf(m) == kind && m.Value == value {
			return m.Name
		}
	}
	if kind == name {
		if n := p.byWord[joined(split(value, false))]; n > 0 {
			return p.names[n-1].placeholder
		}
	}
	return ""
}

// renamed replaces placeholders, all at once.
func renamed(text string, renames map[string]string) string {
	if len(renames) == 0 {
		return text
	}
	var pairs []string
	for from, to := range renames {
		pairs = append(pairs, from, to)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

const (
	// maxHarmless is how many digits may stand beside each other, and maxWorded how many words of numbers may
	// be in a text, that package mask need not read: a day, an hour.
	maxHarmless, maxWorded = 4, 2
)

// harmless reports a text in which nobody's data can be: everyday words, doctors where they are meant, and small
// numbers, in no answer to a question for data.  Most texts are, and package mask need not read them.
func (p *Page) harmless(text string, atoms []atom, asked conversation.Question) bool {
	if asked == conversation.AskName || asked == conversation.AskCPF || asked == conversation.AskBirthDate || strings.ContainsAny(text, "[]@") {
		return false
	}
	chain, digits, worded := 0, 0, 0
	for i, a := range atoms {
		switch {
		case a.number:
			if i == 0 || !atoms[i-1].number || strings.ContainsAny(text[atoms[i-1].to:a.from], ",;\n") {
				chain = 0
			}
			chain, digits = chain+len(a.word), digits+len(a.word)
			if len(a.word) > 2 || chain > maxHarmless || digits > maxSmall {
				return false
			}
		case a.is(numberWord) && !a.is(article):
			worded++
		case a.is(doctorly) && meansDoctor(atoms[:i]):
		case !a.is(familiar) || alsoNames[a.word]:
			return false
		}
	}
	return worded <= maxWorded
}

// meansDoctor reports that a doctor's name can follow on some words: "dra", "com", "com a".
func meansDoctor(before []atom) bool {
	n := len(before)
	if n > 1 && (before[n-1].word == "a" || before[n-1].word == "o") {
		n--
	}
	return n > 0 && (before[n-1].is(title) || before[n-1].word == "com")
}

// Heard is a text of the patient as it may be shown.
func (p *Page) Heard(f Found) string {
	secret := f.asked == conversation.AskCPF || f.asked == conversation.AskBirthDate
	return p.show(f.text, f.atoms, sieve{heard: true, secret: secret, doctor: f.asked == conversation.AskDoctor})
}

// Said is a text of ours as it may be shown.  ours says that all its words come from the clinic's texts and
// catalogue, and not from the scheduling API or a language model.
func (p *Page) Said(text string, ours bool) string {
	text = shortened(text, maxRead)
	return p.show(text, p.read(text, false), sieve{ours: ours})
}

// sieve is how a text is looked at.
type sieve struct {
	heard  bool // the patient's, with placeholders
	secret bool // the answer to a question for a number
	doctor bool // the answer to the question for a doctor
	ours   bool
}

// show masks a text: names first, then numbers, then every word that is not known.
func (p *Page) show(text string, atoms []atom, s sieve) string {
	shown := make([]string, len(atoms)) // what stands for an atom, "" for itself
	w := &work{Page: p, text: text, atoms: atoms, shown: shown, passed: make([]bool, len(atoms)), sieve: s}
	w.names()
	w.wishes()
	w.phrases()
	w.numbers()
	w.births()
	w.words()
	out := shortened(w.write(), MaxRunes)
	if p.leaks(out) {
		return cut
	}
	return out
}

// work is one text that is masked.
type work struct {
	*Page
	text   string
	atoms  []atom
	shown  []string
	passed []bool // of each atom, that it was looked at and stays
	sieve  sieve
}

func (w *work) pass(from, to int) {
	for ; from < to; from++ {
		w.passed[from] = true
	}
}

// names replaces the words of people who are known, wherever they stand, but for a doctor's behind a title.
func (w *work) names() {
	for i := 0; i < len(w.atoms); i++ {
		if end := w.doctor(i); end > i {
			w.pass(i, end)
			i = end - 1
			continue
		}
		who := w.byWord[w.atoms[i].word]
		if who == 0 || w.atoms[i].held {
			continue
		}
		end := w.rest(i, w.Page.names[who-1])
		for k := i; k < end; k++ {
			w.shown[k] = hidden
		}
		w.shown[i] = w.Page.names[who-1].placeholder
		i = end - 1
	}
}

// hidden stands for an atom that another one's placeholder covers.
const hidden = "\x00"

// rest is the index after the words of a name that begins at an atom.
func (w *work) rest(i int, who person) int {
	end := i + 1
	for k := end; k < len(w.atoms) && w.near(k); k++ {
		switch word := w.atoms[k].word; {
		case slices.Contains(who.words, word):
			end = k + 1
		case !w.atoms[k].is(particle):
			return end
		}
	}
	return end
}

// near reports that nothing but spaces and the signs of names stand before an atom.
func (w *work) near(k int) bool {
	return strings.Trim(w.text[w.atoms[k-1].to:w.atoms[k].from], " .'’*_-") == ""
}

// doctor is the index after the name of a doctor that a title at an atom announces; i for none.  A name that goes
// on with other words of a patient's is not the doctor's.
func (w *work) doctor(i int) int {
	if !w.atoms[i].is(title) || i+1 == len(w.atoms) || !w.near(i+1) {
		return i
	}
	end := w.doctorAt(i + 1)
	if follows := end < len(w.atoms) && w.near(end) && w.byWord[w.atoms[end].word] > 0; end == i+1 || follows {
		return i
	}
	return end
}

// doctorAt is the index after the longest name of one doctor, or of what it is called by, that begins at an atom,
// with or without all its words; i for none.
func (w *work) doctorAt(i int) int {
	longest := i
	for _, name := range w.doctors {
		end, at := i, 0
		for k := i; k < len(w.atoms) && (k == i || w.near(k)) && at < len(name); k++ {
			if found := slices.Index(name[at:], w.atoms[k].word); found >= 0 {
				end, at = k+1, at+found+1
			} else if !w.atoms[k].is(particle) {
				break
			}
		}
		longest = max(longest, end)
	}
	return longest
}

// wishes passes the names of doctors that the patient asks for ("com a Ana Souza"), as far as they are nobody's who
// is known.
func (w *work) wishes() {
	if !w.sieve.heard {
		return
	}
	for i := range w.atoms {
		if !w.atoms[i].is(doctorly) || !w.sieve.doctor && !meansDoctor(w.atoms[:i]) {
			continue
		}
		for k, end := i, w.doctorAt(i); k < end && w.shown[k] == ""; k++ {
			w.pass(k, k+1)
		}
	}
}

// phrases passes whole names of the catalogue.
func (w *work) phrases() {
	for i := range w.atoms {
		for _, list := range w.Redactor.phrases[w.atoms[i].word] {
			if i+len(list) <= len(w.atoms) && w.are(i, list) {
				w.pass(i, i+len(list))
			}
		}
	}
}

// are reports that atoms are words, and nobody's name.
func (w *work) are(i int, list []string) bool {
	for n, word := range list {
		if w.atoms[i+n].word != word || w.shown[i+n] != "" {
			return false
		}
	}
	return true
}

// words cuts the words that are not known.
func (w *work) words() {
	for i, a := range w.atoms {
		if a.number || a.held || w.shown[i] != "" || w.passed[i] {
			continue
		}
		if !a.is(familiar) {
			w.shown[i] = cut
		}
	}
}

// write puts the text together: cut words in a row become one, and signs that are on no list go.
func (w *work) write() string {
	var b strings.Builder
	b.Grow(len(w.text))
	at, last := 0, ""
	for i, a := range w.atoms {
		gap := w.text[at:a.from]
		at = a.to
		if w.shown[i] == hidden {
			continue
		}
		if last == cut && w.shown[i] == cut && strings.TrimSpace(gap) == "" {
			continue
		}
		w.signsOf(&b, gap)
		switch last = w.shown[i]; {
		case last != "":
			b.WriteString(last)
		case a.plain || a.held:
			b.WriteString(w.text[a.from:a.to])
		default:
			b.WriteString(a.word)
		}
	}
	w.signsOf(&b, w.text[at:])
	return b.String()
}

// signsOf writes what stands between two atoms.
func (w *work) signsOf(b *strings.Builder, gap string) {
	for _, r := range gap {
		switch {
		case r == '[':
			b.WriteByte('(')
		case r == ']':
			b.WriteByte(')')
		case r == '\n' || r == ' ':
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r < utf8.RuneSelf && unicode.IsPrint(r), w.common.signs[r], w.own.signs[r], faces.contains(r):
			b.WriteRune(r)
		}
	}
}

// leaks reports whether a text that is to be shown still has the digits of a number that is known, whatever stands
// between them.
func (p *Page) leaks(text string) bool {
	if len(p.digits) == 0 {
		return false
	}
	count := 0
	for i := range len(text) {
		if isDigit(text[i]) {
			count++
		}
	}
	if count < maxDigits {
		return false
	}
	all := make([]byte, 0, count)
	for i := range len(text) {
		if isDigit(text[i]) {
			all = append(all, text[i])
		}
	}
	return slices.ContainsFunc(p.digits, func(known string) bool { return bytes.Contains(all, []byte(known)) })
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

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
