package pii

import (
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Redactor knows the words of one clinic.  It is immutable and safe for concurrent use.
type Redactor struct {
	common, own vocabulary // what may be shown at all clinics, at this one
	// phrases are names of the catalogue with a word in them that is a person's name, too ("São Francisco"),
	// by their first word.
	phrases map[string][][]string
	doctors [][]string // the words of each doctor's name
	keep    []string   // names of the catalogue, as they are written
}

// vocabulary is what may be shown: words, and signs between them.
type vocabulary map[string]bool

// common are everyday Portuguese and the texts that atende comes with.
var common = sync.OnceValue(func() vocabulary {
	v := vocabulary{}
	for _, word := range append(understand.Everyday(), words.Everyday.Words()...) {
		v.add(word)
	}
	v.addText(ended + kinds)
	v.addText(wording.Default().Listing())
	return v
})

// NewRedactor prepares the words of a clinic: those of its catalogue, of its texts, and everyday Portuguese.
func NewRedactor(c *conversation.Clinic) *Redactor {
	r := &Redactor{common: common(), own: vocabulary{}, phrases: map[string][][]string{}}
	if c.Texts != nil && c.Texts != wording.Default() {
		r.own.addText(c.Texts.Listing())
	}
	for _, answer := range c.Answers {
		r.own.addText(answer.Text)
	}
	r.addName(c.Name)
	for _, service := range slices.Concat(c.Specialties, c.Plans) {
		r.addName(service.Name, service.Aliases...)
	}
	for _, procedure := range c.Procedures {
		r.addName(procedure.Name, procedure.Aliases...)
	}
	for _, doctor := range c.Doctors {
		r.addDoctor(doctor.Name, doctor.Aliases...)
	}
	return r
}

// add lets a word pass, unless it is the name of people and not among those that are everyday words, too.  A sign that
// is read as a word ("🤝") is shown only where a text has it.
func (v vocabulary) add(word string) {
	first, _ := utf8.DecodeRuneInString(word)
	if !unicode.IsLetter(first) && !unicode.IsNumber(first) {
		return
	}
	if (len(word) > 1 || words.Letter.Has(word)) && (!understand.PersonName(word) || words.RarelyName.Has(word)) {
		v[word] = true
	}
}

func (v vocabulary) addText(text string) {
	for _, t := range tokenizeShown(text) {
		if !t.number {
			v.add(t.text)
		}
	}
	for _, sign := range text {
		if !unicode.IsLetter(sign) && !unicode.IsNumber(sign) && !unicode.IsSpace(sign) && unicode.IsGraphic(sign) {
			v[string(sign)] = true
		}
	}
}

// familiar reports what may be shown.  Few words are the clinic's own.
func (r *Redactor) familiar(word string) bool { return r.common[word] || r.own[word] }

// tokens are those of a text, with what is known of them.
func (r *Redactor) tokens(text string) []token {
	toks := tokenizeShown(text)
	for i := range toks {
		toks[i].familiar = !toks[i].number && r.familiar(toks[i].text)
	}
	return toks
}

// addName takes names of the catalogue that are no person's.
func (r *Redactor) addName(name string, aliases ...string) {
	for _, name := range append([]string{name}, aliases...) {
		r.keep = append(r.keep, name)
		list := textsOf(tokenizeShown(name))
		if slices.ContainsFunc(list, understand.PersonName) {
			r.phrases[list[0]] = append(r.phrases[list[0]], list)
		}
		r.own.addText(name)
	}
}

func (r *Redactor) addDoctor(name string, aliases ...string) {
	for _, name := range append([]string{name}, aliases...) {
		r.keep = append(r.keep, name)
		var list []string
		for _, t := range tokenizeShown(name) {
			if !t.number && !words.Title.Has(t.text) && !words.Particle.Has(t.text) {
				list = append(list, t.text)
			}
		}
		r.doctors = append(r.doctors, list)
	}
}

// doctorAt is the index after the longest name of one doctor, or of what it is called by, that begins at a token,
// with or without all its words; i for none.
func (r *Redactor) doctorAt(s *source, i int) int {
	end := i
	for _, name := range r.doctors {
		end = max(end, s.longest(i, name, true))
	}
	return end
}
