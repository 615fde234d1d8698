package conversation

import (
	"errors"
	"fmt"
	"strings"

	"atende/actors/language"
	"atende/actors/understand"
)

// Phrases are a clinic's own words of patients for what its catalogue has: groups in the dialect of package language,
// each called as the specialty, doctor, procedure or plan that it speaks of.  They count as aliases do, and so before
// our lay words.
type Phrases struct {
	File string // for messages
	Line int    // behind which Text begins
	Text string
}

// ownPhrases are Phrases, read.
type ownPhrases struct {
	book  *language.Book
	named []Mentions // by group
	// unread is what is no phrase, unnamed are groups that speak of nothing that the clinic has.
	unread, unnamed error
}

// read makes a book of the phrases; nil where there are none.  The classes and verbs of our lay words are theirs, too,
// but not our phrases: a new one of ours must not make a clinic's file wrong.
func (p Phrases) read(called *calledSo) *ownPhrases {
	if strings.TrimSpace(p.Text) == "" {
		return nil
	}
	book, err := language.New(language.Options{
		Vocabulary: []string{"lay"}, Forgiving: true,
		More: map[string]string{p.File: strings.Repeat("\n", p.Line) + p.Text},
	})
	own := &ownPhrases{book: book, unread: err}
	for i, group := range namesOfGroups(book) {
		g := language.Group(i)
		m := called.speaksOf(group)
		if m.Empty() {
			err := fmt.Errorf("%s: [%s] is no specialty, doctor, procedure or plan of this clinic", book.Position(g), book.Name(g))
			own.unnamed = errors.Join(own.unnamed, err)
		}
		own.named = append(own.named, m)
	}
	return own
}

// CheckPhrases returns how many phrases of its own the clinic has, and all that is wrong with them, each in a line with
// file and line.  Phrases of which some cannot be read are not heard at all.
func (c *Clinic) CheckPhrases() (int, error) {
	if c.own == nil {
		return 0, nil
	}
	if c.own.unread != nil {
		return 0, errors.Join(c.own.unread, c.own.unnamed)
	}
	book := c.own.book
	return book.Phrases(), errors.Join(append([]error{c.own.unnamed}, book.Check(book.Plain)...)...)
}

// Why returns the phrases that name in a text what the clinic has: its own, and those of our lay words.  A clinic without
// a catalogue has all lay words.
func (c *Clinic) Why(text string) (own, lay []understand.Reason) {
	reasons := func(book *language.Book, named []Mentions) (list []understand.Reason) {
		words, tokens := book.PlainTokens(text)
		for _, m := range book.All(words) {
			if m.To == m.From || len(c.Specialties) > 0 && named[m.Group].Empty() {
				continue
			}
			phrase, at := book.Why(m)
			said := text[tokens[m.From].Start:tokens[m.To-1].End]
			list = append(list, understand.Reason{Group: book.Name(m.Group), Words: said, Phrase: phrase, At: at})
		}
		return list
	}
	if c.own != nil && c.own.unread == nil {
		own = reasons(c.own.book, c.own.named)
	}
	return own, reasons(c.lay.book, c.lay.named)
}

// in adds to the hits of a text what the phrases find there.
func (own *ownPhrases) in(text string, h Hits) Hits {
	if own == nil || own.unread != nil {
		return h
	}
	words, tokens := own.book.PlainTokens(text)
	for _, m := range own.book.All(words) {
		if m.To == m.From {
			continue // a phrase of no word
		}
		add := func(hits []understand.Hit, ids []int) []understand.Hit {
			return understand.AddPhrase(hits, ids, tokens[m.From].Start, tokens[m.To-1].End, m.To-m.From)
		}
		named := own.named[m.Group]
		h.Doctors, h.Specialties = add(h.Doctors, named.Doctors), add(h.Specialties, named.Specialties)
		h.Procedures, h.Plans = add(h.Procedures, named.Procedures), add(h.Plans, named.Plans)
	}
	return h
}
