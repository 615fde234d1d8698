package language

import (
	"fmt"
	"strings"
)

// Set is a class of a book as code asks for it, with all readings of a word: see Word.In.  Class, in contrast, knows
// words as they are written in the file.
type Set int

// fields returns the fields of a struct of sets, by the names of their classes.
func (c *compiler) fields(target any) map[string]*Set {
	fields := map[string]*Set{}
	for name, field := range fieldsOf(target) {
		set, ok := field.(*Set)
		switch {
		case !ok:
			c.errs = append(c.errs, fmt.Errorf("phrases: field %s is no Set", name))
		case c.classes[name] == nil:
			c.errs = append(c.errs, fmt.Errorf("phrases: no class #%s", name))
		default:
			fields[name] = set
		}
	}
	return fields
}

// enterClasses makes sets of the classes that phrases or code ask for, in the order of the files.
func (c *compiler) enterClasses(s *source, fields map[string]*Set) {
	used := map[string]bool{}
	for _, g := range s.groups {
		for _, p := range g.phrases {
			for _, name := range strings.FieldsFunc(p.text, func(r rune) bool { return strings.ContainsRune(" |?.", r) }) {
				used[name] = name[0] == '#'
			}
		}
	}
	for _, one := range s.classes {
		c.at = one.at
		field, asked := fields[one.name]
		if !asked && !used["#"+one.name] {
			continue
		}
		set := c.set([]string{"#" + one.name})
		if asked {
			*field = Set(set)
		}
	}
}
