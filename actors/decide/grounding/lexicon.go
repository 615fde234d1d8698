package grounding

import (
	"slices"

	"atende/actors/language"
)

// phrases are the classes and groups of grounding.phrases, where each is explained.
type phrases struct {
	About, AddressWords, Ahead, AsksDoctor, BeforePoint, BesideMe, BehindPoint, BetweenNames, Card, Counter, Early, Choose, Choosing, BehindName, Count, Data, Day, Demand, Deny, Dots, Endings, Example, Foreign, Greet, ItServes, LeadsToName, Served, WeServe, Help, HourWords, IAm, IMay, IWill, Invite, Lasting, Leave,
	Job, Letters, MadeUp, Membership, Money, MoneyVerb, Month, MyDeeds, MyOwn, Need, NotNames, Number, Numbering, Abbreviated, Bounding, Closing, Except, Span, Turns, Unless, Offer, Ordinal, Other, PaidThen, Part, Particle, Pauses, Points, But, Purse, Queue, Ranked, Robot, Roles, Search, Separators, Signs, Spoken, Streets, Times, Titles,
	Warned, Weekday, Wishing *language.Class

	Cannot, Hands, Refers, OwnsNo, Poses, Finds, Treats, KeepsAway, PaysSo, Vows, Opens, Warns, Disowns, OwnsUp, Does, Received, Reported, Arranging, Special, Denies, Today, Condition, Negation, Soothing, Tag, Farewell, Figures,
	Wish language.Group
}

// claimKind is what a group of phrases claims, by its traits.
type claimKind struct {
	reason   string // first trait: one of metrics.ModelGuards
	pending  bool   // only where the text does not go on to ask for leave, or for what is missing
	timed    bool   // only beside a day or an hour
	alone    bool   // only where the text asks and offers nothing
	asked    bool   // also in a question, and under a condition
	unsought bool   // only where nothing was looked for
	over     bool   // also under a condition
	firm     bool   // also in a phrase that says something else
}

// lexicon is all that the phrase file says.
type lexicon struct {
	phrases
	book   *language.Book
	claims map[language.Group]claimKind
	lifts  map[language.Group]bool
}

var lex = newLexicon()

func newLexicon() *lexicon {
	l := &lexicon{claims: map[language.Group]claimKind{}, lifts: map[language.Group]bool{}}
	l.book = language.Must(language.Options{Files: []string{"grounding"}, Tolerance: language.Tolerance{Marked: 6}})
	l.book.MustBind(&l.phrases)
	for _, name := range l.book.Groups() {
		g := l.book.Group(name)
		traits := l.book.Traits(g)
		has := func(trait string) bool { return slices.Contains(traits, trait) }
		switch {
		case has("lifts"):
			l.lifts[g] = true
		case len(traits) > 0:
			l.claims[g] = claimKind{reason: traits[0], pending: has("pending"), timed: has("timed"), alone: has("alone"), asked: has("asked"), unsought: has("unsought"), over: has("over"), firm: has("firm")}
		}
	}
	return l
}
