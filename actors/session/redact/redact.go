// Package redact masks the words of a conversation for its history, which operators read (features 77) and which
// is kept for weeks.  Two sieves lie over each other: package mask finds what identifies somebody and gives it a
// placeholder ("[NOME 1]", "[CPF 1]"); of what is left only words pass that are on a list of known ones, small
// numbers, days of the calendar and hours.  Everything else becomes "…".
//
// So a name that nobody recognised is gone all the same, unless it is an everyday word that the patient does not
// use as a name.  The words of names that are known go wherever they stand, everyday words and names of doctors
// among them; only behind a title ("Dra. Ana") they are the doctor's.  Of what a patient writes a doctor's name that
// nobody has passes also where it is a wish ("com a Ana") or the answer to the question for a doctor; anywhere else
// it may be a name of the patient's own people.
//
// The same person has the same number within a session.  What is stored for that is a hash (Mark), no value.
package redact

import (
	"strings"
	"sync"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Redactor knows the words of one clinic.  It is immutable and safe for concurrent use.
type Redactor struct {
	common *lexis // shared by all
	own    lexis
	// phrases are names of the catalogue with a word in them that is a person's name, too ("São Francisco"),
	// by their first word.
	phrases map[string][][]string
	// doctors are the words of each doctor's name.
	doctors [][]string
	keep    []string // names of the catalogue, as they are written
}

// lexis is what may be shown: words, and signs between them.
type lexis struct {
	words map[string]traits
	signs map[rune]bool
}

// common are everyday Portuguese and the texts that atende comes with.
var common = sync.OnceValue(func() *lexis {
	x := newLexis()
	for trait, list := range traitsOf {
		for word := range strings.FieldsSeq(list) {
			x.words[word] |= trait
		}
	}
	for _, word := range understand.Everyday() {
		x.add(word)
	}
	x.addText(everyday)
	x.addText(ended)
	x.addText(kindsOfNames)
	x.addText(wording.Default().Listing())
	return &x
})

// New prepares the words of a clinic: those of its catalogue, of its texts, and everyday Portuguese.
func New(c *conversation.Clinic) *Redactor {
	r := &Redactor{common: common(), own: newLexis(), phrases: map[string][][]string{}}
	if c.Texts != nil && c.Texts != wording.Default() {
		r.own.addText(c.Texts.Listing())
	}
	for _, answer := range c.Answers {
		r.own.addText(answer.Text)
	}
	r.addName(c.Name)
	for _, list := range [][]conversation.Service{c.Specialties, c.Plans} {
		for _, service := range list {
			r.addNames(service.Name, service.Aliases)
		}
	}
	for _, procedure := range c.Procedures {
		r.addNames(procedure.Name, procedure.Aliases)
	}
	for _, doctor := range c.Doctors {
		r.addDoctor(doctor.Name)
		for _, alias := range doctor.Aliases {
			r.addDoctor(alias)
		}
	}
	return r
}

func newLexis() lexis { return lexis{words: map[string]traits{}, signs: map[rune]bool{}} }

// traits are those of a word.
func (r *Redactor) traits(word string) traits {
	t := r.common.words[word]
	if t&familiar == 0 { // few words are the clinic's own
		t |= r.own.words[word]
	}
	return t
}

// read finds the atoms of a text and what is known of them.
func (r *Redactor) read(text string, held bool) []atom {
	atoms := split(text, held)
	for i := range atoms {
		if a := &atoms[i]; !a.number && !a.held {
			a.traits = r.traits(a.word)
		}
	}
	return atoms
}

// add lets a word pass, unless it is the name of people and not among those that are everyday words, too.
func (x *lexis) add(word string) {
	if len(word) == 1 && !letters[word] || understand.PersonName(word) && !alsoNames[word] {
		return
	}
	x.words[word] |= familiar
}

func (x *lexis) addText(text string) {
	for _, a := range split(text, false) {
		if !a.number {
			x.add(a.word)
		}
	}
	for _, sign := range text {
		if isSign(sign) {
			x.signs[sign] = true
		}
	}
}

func (r *Redactor) addNames(name string, aliases []string) {
	r.addName(name)
	for _, alias := range aliases {
		r.addName(alias)
	}
}

// addName takes a name of the catalogue that is no person's.
func (r *Redactor) addName(name string) {
	r.keep = append(r.keep, name)
	var list []string
	shared := false
	for _, a := range split(name, false) {
		list = append(list, a.word)
		shared = shared || understand.PersonName(a.word)
	}
	r.own.addText(name)
	if shared {
		r.phrases[list[0]] = append(r.phrases[list[0]], list)
	}
}

func (r *Redactor) addDoctor(name string) {
	r.keep = append(r.keep, name)
	var list []string
	for _, a := range r.read(name, false) {
		if a.number || a.is(title|particle) {
			continue
		}
		list = append(list, a.word)
		if !a.is(familiar) {
			r.own.words[a.word] |= doctorly
		}
	}
	r.doctors = append(r.doctors, list)
}

// MaxRunes is how much of one text is kept; maxRead how much of it is looked at.
const (
	MaxRunes = 600
	maxRead  = 4 * MaxRunes
)

const (
	// cut is what stands for words that are not shown.
	cut = "…"
	// ended is what stands for the rest of a text that is too long to be kept.
	ended = "(cortado)"
)

// Page is one turn of a session.  First it learns who takes part, then it masks.
type Page struct {
	*Redactor
	ledger ledger
	known  []conversation.Mask // what is known in the clear, under its placeholder
	names  []person
	byWord map[string]int // of names, the newest person with a word, counted from 1
	digits []string       // that must not be in any text
	phones []string       // that have no placeholder yet
	now    time.Time
}

// person is somebody whose name is known.
type person struct {
	placeholder string
	words       []string
}

// Open begins the page of a turn: marks are those of the session so far, now is in the clinic's time zone.
func (r *Redactor) Open(sessionID string, marks []Mark, now time.Time) *Page {
	return &Page{Redactor: r, ledger: ledger{salt: sessionID, marks: marks}, now: now}
}

// Marks are those of the session from now on.
func (p *Page) Marks() []Mark { return p.ledger.marks }

// Know takes what is known of somebody who takes part; empty fields say nothing.
func (p *Page) Know(who conversation.Identity) {
	p.learn(name, who.Name)
	p.learn(cpf, who.CPF)
	p.learn(birth, who.BirthDate)
}

// KnowPhone takes a phone, digits with country code.  It gets its placeholder when a text is looked at in which it
// may be, which few are.
func (p *Page) KnowPhone(digits string) {
	if digits != "" {
		p.phones = append(p.phones, digits)
		p.digits = append(p.digits, digits[max(0, len(digits)-maxDigits):])
	}
}

// KnowMasks takes what a driver has masked.
func (p *Page) KnowMasks(masks []conversation.Mask) {
	for _, m := range masks {
		kind, _, _ := strings.Cut(strings.Trim(m.Name, "[]"), " ")
		p.learn(kind, m.Value)
	}
}
