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

// name gives the classes that code asks for their sets, in the order of the files.
func (c *compiler) name(fields map[string]*Set) {
	for _, one := range c.from.classes {
		field, asked := fields[one.name]
		if _, again := c.named["#"+one.name]; !asked || again {
			continue
		}
		*field = Set(len(c.named))
		c.named["#"+one.name] = len(c.named)
		c.asked = append(c.asked, one)
	}
}

// enterClasses makes sets of the classes that code or phrases ask for, in the order of the files.
func (c *compiler) enterClasses() {
	for i, one := range c.asked {
		c.at = one.at
		c.enter("#"+one.name, i)
	}
	used := map[string]bool{}
	for _, g := range c.from.groups {
		for _, p := range g.phrases {
			for _, name := range strings.FieldsFunc(p.text, func(r rune) bool { return strings.ContainsRune(" |?.", r) }) {
				used[name] = name[0] == '#'
			}
		}
	}
	for _, one := range c.from.classes {
		if c.at = one.at; used["#"+one.name] {
			c.set([]string{"#" + one.name})
		}
	}
}
