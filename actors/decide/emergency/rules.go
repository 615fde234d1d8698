package emergency

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"atende/actors/language"
)

// trait is how a sign or setting is read in the light of what stands around it; emergency.phrases says what each is.
type trait uint16

const (
	weak trait = 1 << iota
	chronic
	loose
	lasting
	disease
	topical
	soft
	plea
	firstName
	lifelong
	mind
	wide
	ongoing
	slight
	beside
	kept
)

// traits are the names of traits, in the order of their bits.
const traits = "weak chronic loose lasting disease topical soft plea name lifelong mind wide ongoing slight beside kept"

// setting is what stands around a sign and changes what it means; emergency.phrases says what each is, too.
type setting uint32

const (
	now setting = 1 << iota
	past
	recent
	habit
	worse
	what
	money
	laughs
	news
	errand
	thing
	fun
	strains
	over
	long
	days
	months
	minor
	grave
	trifle
	since
	lately
	seen
	broken
)

// settings are the names of settings, in the order of their bits.
const settings = "now past recent habit worse what money laughs news errand thing fun strains over long days months minor grave trifle since lately seen broken"

// bitOf is the bit of a name in a list of names, 0 for none.
func bitOf(names, name string) uint32 {
	i := slices.Index(strings.Fields(names), name)
	if i < 0 {
		return 0
	}
	return 1 << i
}

// meaning is what a group of phrases says.
type meaning struct {
	sign    language.Group // None for a setting
	unless  bool           // the sign is not meant here
	traits  trait
	with    []language.Group // weak signs with which this one is an emergency
	setting setting
}

// kinds are the classes of words that code asks for.
type kinds struct {
	No, Not, With, Present, Have, Wish, Light, Glue, Ill, Such, Subject, Kin, Known, Topic, After, Having, Weakly, Between language.Set
	WhenWord, Conj, Polite, Since, NowWord, But, Is, Num                                                                   language.Set
	Itself                                                                                                                 language.Set // only to be known
}

// number is what numbers from one to another may be: a blood pressure, a fever, a year, …
type number struct {
	thing    string
	from, to int
}

// tables are all rules, made once and then only read.
type tables struct {
	book                      *language.Book
	kinds                     kinds
	groups                    []meaning // by group of the book
	numbers                   []number
	about, call, title, emoji *language.Class
}

var rules = mustTables()

func mustTables() *tables {
	t, err := newTables(language.Options{Files: []string{"emergency"}}, language.Later)
	if err != nil {
		panic(err)
	}
	return t
}

// newTables makes the rules of phrase files, in a book as read makes one.
func newTables(o language.Options, read func(language.Options) (*language.Book, error)) (*tables, error) {
	t := &tables{}
	o.Normal, o.Sets, o.Tolerance = language.Single, &t.kinds, language.Tolerance{Marked: 6, All: 7}
	book, err := read(o)
	if err != nil {
		return nil, err
	}
	t.book, t.about, t.call, t.title, t.emoji = book, book.Class("about"), book.Class("call"), book.Class("title"), book.Class("emoji")
	var errs []error
	for g := range book.Groups() {
		m, err := t.meaning(language.Group(g))
		t.groups, errs = append(t.groups, m), append(errs, err)
	}
	class := book.Class("number")
	for _, thing := range class.Words() {
		for span := range strings.SplitSeq(class.Value(thing), ",") {
			n := number{thing: thing}
			if _, err := fmt.Sscanf(span, "%d-%d", &n.from, &n.to); err != nil {
				errs = append(errs, fmt.Errorf("phrases: %q of #number is not from-to: %w", span, err))
			}
			t.numbers = append(t.numbers, n)
		}
	}
	return t, errors.Join(errs...)
}

// meaning reads what a group is from its name and traits.
func (t *tables) meaning(g language.Group) (meaning, error) {
	name := t.book.Name(g)
	m := meaning{sign: g}
	if of, unless := strings.CutSuffix(name, ".unless"); unless {
		m.unless, m.sign = true, t.book.Group(of)
	}
	if of, found := strings.CutPrefix(name, "setting."); found {
		m.sign, m.setting = language.None, setting(bitOf(settings, of))
	}
	if m.sign == language.None && m.setting == 0 {
		return m, fmt.Errorf("%s: [%s] is of no sign and no setting", t.book.Position(g), name)
	}
	for _, written := range t.book.Traits(g) {
		bit := trait(bitOf(traits, written))
		partner, pair := strings.CutPrefix(written, "+")
		with := t.book.Group(partner)
		switch {
		case pair && with != language.None:
			m.with = append(m.with, with)
		case bit != 0:
			m.traits |= bit
		default:
			return m, fmt.Errorf("%s: [%s] has a trait %q, which nothing reads", t.book.Position(g), name, written)
		}
	}
	return m, nil
}
