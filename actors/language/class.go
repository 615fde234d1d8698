package language

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Class is a set of words, each with a value where the file gives it one.  It is safe for concurrent use, and a nil
// Class is empty.
type Class struct {
	once   sync.Once
	read   func(c *Class) // fills it when the first word is looked up; nil: it is full
	values map[string]string
	shapes shapes
}

// ready fills a class that is not yet.
func (c *Class) ready() {
	c.once.Do(func() {
		if c.read != nil {
			c.read(c)
		}
	})
}

// shapes are the lengths of the words of a class, one bit each, by their first and last bytes.  They tell of most words that
// they are not in it.
type shapes [64]uint64

func (s *shapes) add(w string)      { s[ends(w)] |= shape(w) }
func (s *shapes) has(w string) bool { return s[ends(w)]&shape(w) != 0 }

func ends(w string) byte { return (w[0]*7 + w[len(w)-1]) % 64 }

func shape(w string) uint64 { return 1 << min(len(w), 63) }

// NewClass returns a class of words, written with spaces between.
func NewClass(words string) *Class {
	c := &Class{values: map[string]string{}}
	for w := range strings.FieldsSeq(words) {
		c.add(w, "")
	}
	return c
}

func (c *Class) add(word, value string) {
	if _, again := c.values[word]; !again {
		c.values[word] = value
		c.shapes.add(word)
	}
}

// Has reports whether a word, written as in the file, is in the class.
func (c *Class) Has(word string) bool {
	_, ok := c.find(word)
	return ok
}

// find returns the value of a word, and whether it is in the class.
func (c *Class) find(word string) (value string, ok bool) {
	if c == nil || word == "" {
		return "", false
	}
	if c.ready(); !c.shapes.has(word) {
		return "", false
	}
	value, ok = c.values[word]
	return value, ok
}

// Value returns the value of a word, "" for one that has none or is not in the class.
func (c *Class) Value(word string) string {
	value, _ := c.find(word)
	return value
}

// Words are all words of the class, sorted.
func (c *Class) Words() []string {
	if c == nil {
		return nil
	}
	c.ready()
	return slices.Sorted(maps.Keys(c.values))
}
