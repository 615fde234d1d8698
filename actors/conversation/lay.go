package conversation

import (
	"slices"
	"strings"

	"atende/actors/language"
)

// layWords know what patients call the specialties and procedures of a clinic: "médico do coração", "exame de
// esteira".
type layWords struct {
	book *language.Book
	// specialties and procedures are those of the clinic, by the group that speaks of them.
	specialties, procedures map[language.Group][]int
}

// layBook is read once for all clinics.
var layBook = language.Must(language.Options{Files: []string{"lay"}})

// newLayWords connects our groups with what the catalogue has under one of their names.
func newLayWords(c *Clinic) *layWords {
	l := &layWords{book: layBook, specialties: map[language.Group][]int{}, procedures: map[language.Group][]int{}}
	for i, name := range l.book.Groups() {
		g := language.Group(i)
		called := append([]string{name}, l.book.Traits(g)...)
		for n := range called {
			called[n] = layName(called[n])
		}
		for _, s := range c.Specialties {
			if calledSo(called, s.Name, s.Aliases) {
				l.specialties[g] = append(l.specialties[g], s.ID)
			}
		}
		for _, p := range c.Procedures {
			if calledSo(called, p.Name, p.Aliases) {
				l.procedures[g] = append(l.procedures[g], p.ID)
			}
		}
	}
	return l
}

// calledSo reports that one of the names of a service is one of ours.
func calledSo(ours []string, name string, aliases []string) bool {
	return slices.ContainsFunc(names(name, aliases), func(n string) bool { return slices.Contains(ours, layName(n)) })
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
		m.Specialties = addNew(m.Specialties, c.lay.specialties[match.Group])
		m.Procedures = addNew(m.Procedures, c.lay.procedures[match.Group])
	}
	return m
}

func addNew(list, more []int) []int {
	for _, id := range more {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}
