package conversation

import (
	"slices"
	"strings"
	"sync"

	"atende/actors/language"
)

// layWords know what patients call the specialties and procedures of a clinic: "médico do coração", "exame de
// esteira".
type layWords struct {
	book  *language.Book
	named []Mentions // specialties and procedures of the clinic, by the group that speaks of them
}

// layBook is read once for all clinics.
var layBook = language.Must(language.Options{Files: []string{"lay"}})

// layNamed are the names of each group of layBook, folded when the first clinic is read.
var layNamed = sync.OnceValue(func() [][]string { return namesOfGroups(layBook) })

// namesOfGroups are the names of each group of a book, folded.
func namesOfGroups(book *language.Book) [][]string {
	var list [][]string
	for i, name := range book.Groups() {
		list = append(list, layNames(append([]string{name}, book.Traits(language.Group(i))...)))
	}
	return list
}

// newLayWords connects our groups with what the catalogue has under one of their names.
func newLayWords(called *calledSo) *layWords {
	l := &layWords{book: layBook}
	for _, group := range layNamed() {
		l.named = append(l.named, called.speaksOf(group))
	}
	return l
}

// calledSo is what a catalogue has, by its names as layName has them: each is folded once for all groups that may speak of it.
type calledSo struct{ specialties, doctors, procedures, plans []called }

// called is an entry of the catalogue with its names.
type called struct {
	id    int
	names []string
}

func newCalledSo(c *Clinic) *calledSo {
	var all calledSo
	add := func(list *[]called, id int, name string, aliases []string) {
		*list = append(*list, called{id, layNames(names(name, aliases))})
	}
	for _, s := range c.Specialties {
		add(&all.specialties, s.ID, s.Name, s.Aliases)
	}
	for _, d := range c.Doctors {
		add(&all.doctors, d.AgendaID, d.Name, d.Aliases)
	}
	for _, p := range c.Procedures {
		add(&all.procedures, p.ID, p.Name, p.Aliases)
	}
	for _, p := range c.Plans {
		add(&all.plans, p.ID, p.Name, p.Aliases)
	}
	return &all
}

// speaksOf is what the catalogue has under one of the names of a group.
func (all *calledSo) speaksOf(group []string) Mentions {
	of := func(list []called) (ids []int) {
		for _, one := range list {
			if slices.ContainsFunc(one.names, func(name string) bool { return slices.Contains(group, name) }) {
				ids = append(ids, one.id)
			}
		}
		return ids
	}
	return Mentions{Specialties: of(all.specialties), Doctors: of(all.doctors), Procedures: of(all.procedures), Plans: of(all.plans)}
}

func layNames(list []string) []string {
	folded := make([]string, len(list))
	for i, name := range list {
		folded[i] = layName(name)
	}
	return folded
}

// layName is a name as it is compared: without case, accents, spaces and signs.
func layName(name string) string {
	var room [8]language.Token
	var b strings.Builder
	for _, t := range language.AppendTokens(room[:0], name) {
		if t.Kind != language.Mark {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

// Lay returns the specialties and procedures that a text names in the words of patients.  What the catalogue calls
// them is for Find, which counts first.
func (c *Clinic) Lay(text string) Mentions {
	var m Mentions
	for _, match := range longest(c.lay.book, text) {
		m.Specialties = addNew(m.Specialties, c.lay.named[match.Group].Specialties)
		m.Procedures = addNew(m.Procedures, c.lay.named[match.Group].Procedures)
	}
	return m
}

// LayElsewhere returns the specialties and exams that a text names in the words of patients and the clinic does not have, as our groups
// are called; nothing where it has one that the text may mean.
func (c *Clinic) LayElsewhere(text string) []string {
	var list []string
	for _, match := range longest(c.lay.book, text) {
		if !c.lay.named[match.Group].Empty() {
			return nil
		}
		if name := c.lay.book.Name(match.Group); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// longest are what a book finds in a text, of phrases that begin at one word the longest: "exame do coração na esteira" is no "exame do
// coração".
func longest(book *language.Book, text string) []language.Match {
	found := book.Scan(book.Plain(text))
	all := found.Matches()
	return slices.DeleteFunc(slices.Clone(all), func(one language.Match) bool {
		return slices.ContainsFunc(all, func(other language.Match) bool {
			return other.From == one.From && other.To > one.To && other.Group != one.Group
		})
	})
}

func addNew(list, more []int) []int {
	for _, id := range more {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}
