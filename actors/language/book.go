package language

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Builtin returns the text of one of our own phrase files, by its name without the ending.
func Builtin(name string) (string, error) {
	text, err := ours(name + ".phrases")
	return string(text), err
}

// Options are how a book is made.
type Options struct {
	// Files are names of our own phrase files, without their ending.
	Files []string
	// Vocabulary are names of further ones, whose classes and verbs More may use; their phrases are left out.
	Vocabulary []string
	// More are further files, by name, such as a clinic's.  Their lines count as if they stood in ours.
	More map[string]string
	// Forgiving takes the words of phrases in lower case and without accents, for files of people who write them as
	// they are spelt.
	Forgiving bool
	// Normal is what the reader makes of every folded word before it looks it up, nil for nothing.
	Normal func(string) string
	// Sets points to a struct whose fields, all of type Set, New fills with the classes that are called like them:
	// OtherDoctor is #other-doctor.  Nil for none.
	Sets any
	// Tolerance says which words Mend knows.
	Tolerance Tolerance
}

// Group names a group of phrases of a book.
type Group int

// None is no group.
const None Group = -1

// Book is the phrases and classes of one reader.  It is safe for concurrent use.
type Book struct {
	groups  []group
	called  map[string]Group
	classes map[string]*Class
	verbs   map[string]string // form → infinitive
	// compiled compiles the phrases when they are first asked for: most of the work, and most verbs of the program read no text.
	compiled func() *compiled
}

// compiled is what the phrases of a book are compiled to.
type compiled struct {
	words    map[string]*entry
	prefixes map[string]*entry
	exact    map[string]*entry // words that are meant without accents only
	shortest int               // length of the shortest prefix, in bytes
	longest  int               // of the longest prefix
	widest   int               // of the longest word
	// anyLetters is what a word of letters is that nothing else is known of, nil where no phrase asks for one.
	anyLetters *entry
	phrases    []phrase
	byGroup    [][]int // phrases
	anywhere   []int   // phrases that may begin with any word
	heads      []head  // by phrase
	needs      int     // how many sets are needed by some phrase
	written    []string
	typos      Typos
}

// entry is what a word, a thing or a form of a verb is to the phrases.
type entry struct {
	fits   []uint64 // the sets that it is in, one bit each
	needed []uint64 // those of them that some phrase needs, by their numbers among these
	begins []int    // the phrases that may begin with it
	alone  *entry   // the word without what its prefixes are, nil where that is the same
}

// head is what tells of a phrase that most texts do not have it, in few bytes.
type head struct {
	need  int // a set that some word of the text must be in, by its number in entry.needed; noNeed for none
	group Group
	begin anchor // where it must begin
}

// group is a group of phrases as its file has it.
type group struct {
	name   string
	at     Position
	traits []string
}

// New makes a book.  The error names every line that is wrong.
func New(o Options) (*Book, error) {
	c, err := begin(o)
	if err != nil {
		return nil, err
	}
	made := c.compile()
	c.Book.compiled = func() *compiled { return made }
	return c.Book, errors.Join(c.errs...)
}

// Later is New for our own files: the phrases are compiled when they are first asked for, or by Prepare, and a mistake in
// them, which no test can miss, ends the program then.
func Later(o Options) (*Book, error) {
	b, err := later(o)
	if err == nil {
		waiting.add(b)
	}
	return b, err
}

func later(o Options) (*Book, error) {
	c, err := begin(o)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(c.errs...); err != nil {
		return nil, err
	}
	c.Book.compiled = sync.OnceValue(func() *compiled {
		made := c.compile()
		if err := errors.Join(c.errs...); err != nil {
			panic(err)
		}
		return made
	})
	return c.Book, nil
}

// Must is Later for files whose classes, verbs and groups are right, or the program ends.
func Must(o Options) *Book {
	b, err := Later(o)
	if err != nil {
		panic(err)
	}
	return b
}

// waiting are the books whose phrases nobody has prepared yet.
var waiting books

type books struct {
	sync.Mutex
	list []*Book
}

func (l *books) add(b *Book) {
	l.Lock()
	defer l.Unlock()
	l.list = append(l.list, b)
}

// Prepare compiles the phrases of all books that there are by now, so that the first patient does not wait for it.
func Prepare() {
	waiting.Lock()
	defer waiting.Unlock()
	var compiling sync.WaitGroup
	for _, b := range waiting.list {
		compiling.Go(func() { b.compiled() })
	}
	compiling.Wait()
	waiting.list = nil
}

// begin reads the files of a book, its classes, its verbs and the names of its groups.
func begin(o Options) (*compiler, error) {
	s := &source{}
	for i, name := range slices.Concat(o.Vocabulary, o.Files) {
		text, err := Builtin(name)
		if err != nil {
			return nil, fmt.Errorf("phrases: %w", err)
		}
		s.parse(name+".phrases", text)
		if i < len(o.Vocabulary) {
			s.groups = nil
		}
	}
	for _, name := range sortedKeys(o.More) {
		s.parse(name, o.More[name])
	}
	endings, err := newGrammar()
	if err != nil {
		return nil, fmt.Errorf("phrases: %w", err)
	}
	c := &compiler{
		Book:     &Book{called: map[string]Group{}, classes: map[string]*Class{}, verbs: map[string]string{}},
		compiled: &compiled{words: map[string]*entry{}, prefixes: map[string]*entry{}, exact: map[string]*entry{}, typos: Typos{}},
		from:     s, raw: map[string][]string{}, whole: map[string][]string{}, formsOf: map[string][]string{}, named: map[string]int{}, normal: o.Normal, forgiving: o.Forgiving, tolerance: o.Tolerance, errs: s.errs, endings: endings,
	}
	for _, v := range s.verbs {
		c.verb(v)
	}
	for _, one := range s.classes {
		c.raw[one.name] = append(c.raw[one.name], one.words...)
	}
	for _, one := range s.classes {
		if c.classes[one.name] == nil {
			c.classes[one.name] = &Class{read: c.fill(one.name)}
		}
	}
	c.name(c.fields(o.Sets))
	for _, g := range s.groups {
		if _, again := c.called[g.name]; !again {
			c.called[g.name] = Group(len(c.groups))
			c.groups = append(c.groups, g.group)
		}
	}
	return c, nil
}

// Group returns the group of a name, None for none.
func (b *Book) Group(name string) Group {
	if g, known := b.called[name]; known {
		return g
	}
	return None
}

// Groups are the names of all groups, in the order of the files.
func (b *Book) Groups() []string {
	names := make([]string, len(b.groups))
	for i, g := range b.groups {
		names[i] = g.name
	}
	return names
}

// Phrases is how many phrases there are.
func (b *Book) Phrases() int { return len(b.compiled().phrases) }

// Name is the name of a group.
func (b *Book) Name(g Group) string { return b.groups[g].name }

// Traits are what stands behind the name of a group.
func (b *Book) Traits(g Group) []string { return b.groups[g].traits }

// Position is the line where a group begins.
func (b *Book) Position(g Group) Position { return b.groups[g].at }

// Class returns the class of a name, nil for none.
func (b *Book) Class(name string) *Class { return b.classes[name] }

// Verbs are all forms of all verbs, with their infinitives.  A form of two verbs belongs to the first.  Nobody changes it.
func (b *Book) Verbs() map[string]string { return b.verbs }

// Words are the words that stand in phrases and classes, sorted: neither prefixes nor things.
func (b *Book) Words() []string {
	var list []string
	for w := range b.compiled().words {
		if w[0] != '@' && w[0] != '~' {
			list = append(list, w)
		}
	}
	slices.Sort(list)
	return list
}

// Written are the words and things that phrases write out, in the order of the files: not those of their classes and
// verbs.
func (b *Book) Written() []string { return b.compiled().written }

// Classes are the names of all classes, sorted.
func (b *Book) Classes() []string { return sortedKeys(b.classes) }

// compile compiles what the files say.
func (c *compiler) compile() *compiled {
	for _, one := range c.from.classes {
		c.at = one.at
		c.members(one.words, "#"+one.name)
	}
	c.enterClasses()
	c.byGroup = make([][]int, len(c.groups))
	for _, g := range c.from.groups {
		c.group(g)
	}
	c.finish()
	return c.compiled
}

// compiler fills a book.
type compiler struct {
	*Book
	*compiled
	from      *source
	asked     []sourceClass       // the first of each class that code asks for, in the order of their sets
	raw       map[string][]string // words of classes as written
	whole     map[string][]string // those of a class with those of the classes that it takes in
	formsOf   map[string][]string // infinitive → its forms, in the order of the files
	named     map[string]int      // alternatives as written → their set
	normal    func(string) string
	forgiving bool
	tolerance Tolerance
	endings   grammar
	at        Position
	errs      []error
}

func (c *compiler) fail(format string, arguments ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: %s", c.at, fmt.Sprintf(format, arguments...)))
}

func (c *compiler) verb(v sourceVerb) {
	c.at = v.at
	forms := v.forms
	if len(forms) == 0 {
		if forms = c.endings.forms(v.infinitive); forms == nil {
			c.fail("~%s is no regular verb: write its forms behind a colon", v.infinitive)
			return
		}
	}
	for _, form := range forms {
		if _, taken := c.verbs[form]; !taken {
			c.verbs[form] = v.infinitive
			c.formsOf[v.infinitive] = append(c.formsOf[v.infinitive], form)
		}
	}
}

// fill makes what fills a class that code asks for.  Prefixes and things are members for phrases alone.
func (c *compiler) fill(name string) func(*Class) {
	raw, words := c.raw, c.raw[name]
	return func(list *Class) {
		list.values = make(map[string]string, len(words))
		for _, written := range members(raw, words, map[string]bool{"#" + name: true}, func(string, ...any) {}) {
			word, value := member(written)
			list.add(plainWord(word), value)
		}
	}
}

// plainWord is a word of a class without the sign that lets it have a typo.
func plainWord(written string) string {
	if stem, tolerant := strings.CutSuffix(written, "%"); tolerant && stem != "" {
		return stem
	}
	return written
}

// member parts a word of a class from its value.  "\n" stands for a line break.
func member(written string) (word, value string) {
	if written == `\n` {
		return "\n", ""
	}
	if i := strings.Index(written, "="); i > 0 {
		return written[:i], written[i+1:]
	}
	return written, ""
}

// members are the words of a class, of which "within" is the one that they stand in, with those of the classes that it takes in.
func (c *compiler) members(words []string, within string) []string {
	return members(c.raw, words, map[string]bool{within: true}, c.fail)
}

// members are words with those of the classes that they take in, each class once; open are the classes that were met, true
// while their words are being read.
func members(raw map[string][]string, words []string, open map[string]bool, wrong func(format string, arguments ...any)) []string {
	var list []string
	for _, w := range words {
		if w[0] != '#' || len(w) == 1 {
			list = append(list, w)
			continue
		}
		inner, known := raw[w[1:]]
		reading, again := open[w]
		switch {
		case !known:
			wrong("there is no class %s", w)
		case reading:
			wrong("the class %s takes itself in", w)
		case !again:
			open[w] = true
			list = append(list, members(raw, inner, open, wrong)...)
			open[w] = false
		}
	}
	return list
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
