// Package redact masks the words of a conversation for its history, which operators read (features 77) and which
// is kept for weeks.  Two sieves lie over each other: package mask finds what identifies somebody and gives it a
// placeholder ("[NOME 1]", "[CPF 1]"); of what is left only words pass that are on a list of known ones, small
// numbers, days of the calendar and hours.  Everything else becomes "…".
//
// So a name that nobody recognised is gone all the same, unless it is an everyday word that the patient does not
// use as a name.  The words of names that are known go wherever they stand, everyday words and names of doctors
// among them; only behind a title ("Dra. Ana") they are the doctor's.
//
// The same person has the same number within a session.  What is stored for that is a hash (Mark), no value.
package redact

import (
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Redactor knows the words of one clinic.  It is immutable and safe for concurrent use.
type Redactor struct {
	known map[string]passport
	// phrases are names of the catalogue with a word in them that is a person's name, too ("São Francisco"),
	// by their first word.
	phrases map[string][][]string
	// doctors are the words of each doctor's name.
	doctors [][]string
	keep    []string // doctors, plans and the clinic, as they are written
	signs   map[rune]bool
}

// passport says when a known word may pass.
type passport int8

const (
	always passport = iota + 1
	// doctorly is a word of a doctor's name: it passes in what a patient writes, and behind a title.
	doctorly
)

// New prepares the words of a clinic: those of its catalogue, of its texts, and everyday Portuguese.
func New(c *conversation.Clinic) *Redactor {
	r := &Redactor{known: map[string]passport{}, phrases: map[string][][]string{}, signs: map[rune]bool{}}
	texts := c.Texts
	if texts == nil {
		texts = wording.Default()
	}
	for _, word := range understand.Everyday() {
		r.add(word)
	}
	r.addText(everyday)
	r.addText(texts.Listing())
	r.addText(kindsOfNames)
	for _, answer := range c.Answers {
		r.addText(answer.Text)
	}
	r.addName(c.Name)
	for _, service := range append(append([]conversation.Service(nil), c.Specialties...), c.Plans...) {
		r.addNames(service.Name, service.Aliases)
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

// add lets a word pass, unless it is the name of people and not among those that are everyday words, too.
func (r *Redactor) add(word string) {
	if len(word) == 1 && !letters[word] || understand.PersonName(word) && !alsoNames[word] {
		return
	}
	r.known[word] = always
}

func (r *Redactor) addText(text string) {
	for _, a := range split(text, false) {
		if !a.number {
			r.add(a.word)
		}
	}
	for _, sign := range text {
		if isSign(sign) {
			r.signs[sign] = true
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
	r.addText(name)
	if shared {
		r.phrases[list[0]] = append(r.phrases[list[0]], list)
	}
}

func (r *Redactor) addDoctor(name string) {
	r.keep = append(r.keep, name)
	var list []string
	for _, a := range split(name, false) {
		if titles[a.word] || particles[a.word] || a.number {
			continue
		}
		list = append(list, a.word)
		if r.known[a.word] == 0 {
			r.known[a.word] = doctorly
		}
	}
	r.doctors = append(r.doctors, list)
}

// MaxRunes is how much of one text is kept; maxRead how much of it is looked at.
const (
	MaxRunes = 600
	maxRead  = 4 * MaxRunes
)

// cut is what stands for words that are not shown.
const cut = "…"

// Page is one turn of a session.  First it learns who takes part, then it masks.
type Page struct {
	*Redactor
	ledger ledger
	known  []conversation.Mask // what is known in the clear, under its placeholder
	names  []person
	byWord map[string]int // of names, the newest person with a word, counted from 1
	digits []string       // that must not be in any text
	now    time.Time
}

// person is somebody whose name is known.
type person struct {
	placeholder string
	words       map[string]bool
}

// Open begins the page of a turn: marks are those of the session so far, now is in the clinic's time zone.
func (r *Redactor) Open(sessionID string, marks []Mark, now time.Time) *Page {
	return &Page{Redactor: r, ledger: ledger{salt: sessionID, marks: marks}, byWord: map[string]int{}, now: now}
}

// Marks are those of the session from now on.
func (p *Page) Marks() []Mark { return p.ledger.marks }

// Know takes what is known of somebody who takes part; empty fields say nothing.
func (p *Page) Know(who conversation.Identity) {
	p.learn(name, who.Name)
	p.learn(cpf, who.CPF)
	p.learn(birth, who.BirthDate)
}

// KnowPhone takes a phone, digits with country code.
func (p *Page) KnowPhone(digits string) { p.learn(phone, digits) }

// KnowMasks takes what a driver has masked.
func (p *Page) KnowMasks(masks []conversation.Mask) {
	for _, m := range masks {
		kind, _, _ := strings.Cut(strings.Trim(m.Name, "[]"), " ")
		p.learn(kind, m.Value)
	}
}
