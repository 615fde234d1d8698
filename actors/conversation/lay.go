package conversation

import (
	"slices"
	"strings"

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

// newLayWords connects our groups with what the catalogue has under one of their names.
func newLayWords(c *Clinic) *layWords {
	l := &layWords{book: layBook}
	for g := range layBook.Groups() {
		l.named = append(l.named, c.speaksOf(layBook, language.Group(g)))
	}
	return l
}

// speaksOf is what the catalogue has under one of the names of a group.
func (c *Clinic) speaksOf(book *language.Book, g language.Group) (m Mentions) {
	called := append([]string{book.Name(g)}, book.Traits(g)...)
	for i := range called {
		called[i] = layName(called[i])
	}
	add := func(ids *[]int, id int, name string, aliases []string) {
		if slices.ContainsFunc(names(name, aliases), func(n string) bool { return slices.Contains(called, layName(n)) }) {
			*ids = append(*ids, id)
		}
	}
	for _, s := range c.Specialties {
		add(&m.Specialties, s.ID, s.Name, s.Aliases)
	}
	for _, d := range c.Doctors {
		add(&m.Doctors, d.AgendaID, d.Name, d.Aliases)
	}
	for _, p := range c.Procedures {
		add(&m.Procedures, p.ID, p.Name, p.Aliases)
	}
	for _, p := range c.Plans {
		add(&m.Plans, p.ID, p.Name, p.Aliases)
	}
	return m
}

// layName is a name as it is compared: without case, accents, spaces and signs.
func layName(name string) string {
	var b strings.Builder
	for _, t := range language.Tokenize(name) {
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
	found := c.lay.book.Scan(c.lay.book.Plain(text))
	for _, match := range found.Matches() {
		m.Specialties = addNew(m.Specialties, c.lay.named[match.Group].Specialties)
		m.Procedures = addNew(m.Procedures, c.lay.named[match.Group].Procedures)
	}
	return m
}

// LayElsewhere returns the specialties and exams that a text names in the words of patients and the clinic does not have, as our groups
// are called; nothing where it has one that the text may mean.
func (c *Clinic) LayElsewhere(text string) []string {
	var list []string
	found := c.lay.book.Scan(c.lay.book.Plain(text))
	for _, match := range found.Matches() {
		if !c.lay.named[match.Group].Empty() {
			return nil
		}
		if name := c.lay.book.Name(match.Group); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func addNew(list, more []int) []int {
	for _, id := range more {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}
