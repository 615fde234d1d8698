package understand

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"atende/actors/language"
)

// wordClasses are the classes of words.phrases, names.phrases and spelling.phrases; the files tell what each is.
type wordClasses struct {
	AboutSpan, AbstractEnds, Acronyms, Addressed, AfterNot, AfterWords, AgoFill, AgoRoughly, AgoWords, Agrees,
	AnyOther, AreaCodes, AroundDay, Article, AwayWords, BadWords, BeforeChoice, BeforeDay, BeforeFraction,
	BeforeHour, BeforeLunch, BeforeMarch, BeforeWords, BeforeYear, BehindChoice, BehindOrdinal, BehindSpan,
	BetweenDoc, BirthFill, BirthWords, BookVerbs, Booking, BookingFill, BoundFill, ChooseFill, ChooseNouns,
	Choosers, Cities, CityNames, ClockUnits, ClockWords, Commas, CommonWords, Counted, CpfWords, DateGlue,
	DateSigns, DayConnectors, DayParts, DayUnits, DeniedFill, DropVerbs, Every, Excepts, FamilyNames, Feira,
	ForOthers, FractionSigns, FunctionWords, Generations, GivenNames, GoVerbs, GreetHeads, GreetWords,
	Greetings, Habits, HalfGreetings, Hellos, Holidays, Hundreds, IsWords, ItemStarts, Joiners, KeyVerbs,
	LinkFill, LinkFillOrArticle, ListFill, MarkerFill, Measures, Meridiem, Minutes, MonthEnds, MonthMiddle,
	MonthShort, MonthStarts, MonthUnits, Months, MoveVerbs, NameFill, NameParticles, NextFews, NextOnes,
	NoRefusal, NotDates, NotPlural, NotTheir, NumberGlue, NumberSigns, OfClock, OfMonth, OfThe, OfThis, OfYear,
	Offered, Ordinals, Otherwise, PartsOfDay, PartsOrDays, Passed, Past, PeriodOf, PhoneWords, PoliteWords,
	Preferring, Quarters, Quotes, RangeFill, Rates, ReadingOf, RefuseFill, RefuseVerbs, RefusedBy, RelativeYear,
	Roughly, SentenceEnds, ShortAfter, ShortBefore, ShortForms, SpanWords, SpecialistEnds, SpokenSigns, Streets,
	Subjects, TemporalWords, Tens, ThanksFill, These, Titles, TitlesAndArticles, ToDay, Toward, Units,
	WeekUnits, WeekdayShort, Weekdays, WellWords, WhoIsCalled, WorkWords, YearUnits, YesWords, Yours *language.Class
}

// intentPhrases are the groups of understand.phrases, and those of its classes that rules ask for.
type intentPhrases struct {
	Any, Human, HumanVeto, Reschedule, RescheduleVeto, Cancel, CancelVeto, Decline, Book, BookVeto, StrongBook,
	CannotCome, Elsewhere, BareVisit, Clinic, Doubt, Farewell, Question, QuestionVeto, Deny, Confirm, More language.Group

	Person, Machine, Visit, Slot, Care, Plan, Ack, Yes, Thank, Topic, Asked *language.Class
}

// portuguese is all that the phrase files say.
type portuguese struct {
	wordClasses
	intentPhrases
	lexis
	book  *language.Book
	rules []rule
	// signs are the signs and emoji that say something; all others only decorate.
	signs *language.Class
	// noName are classes of words that no name is made of.
	noName                       []*language.Class
	specialistEnds, abstractEnds []string
}

// pt is what the phrase files say.
var pt = newPortuguese()

func newPortuguese() *portuguese {
	p := &portuguese{book: language.Must(language.Options{Files: []string{"verbs", "understand"}})}
	p.book.MustBind(&p.intentPhrases)
	language.Must(language.Options{Files: []string{"words", "names", "spelling"}}).MustBind(&p.wordClasses)
	p.noName = []*language.Class{
		p.Person, p.Machine, p.Visit, p.Slot, p.Care, p.Plan, p.Ack, p.Yes, p.Thank, p.Topic, p.Asked, p.BirthWords,
	}
	p.specialistEnds, p.abstractEnds = p.SpecialistEnds.Words(), p.AbstractEnds.Words()
	var classed []string
	for _, name := range p.book.Classes() {
		classed = append(classed, p.book.Class(name).Words()...)
	}
	written := p.book.Written()
	p.signs = language.NewClass(strings.Join(slices.DeleteFunc(slices.Concat(classed, written), isASCII), " "))
	p.rules = p.rulesInOrder()
	p.lexis = newLexis(p, slices.Concat(classed, slices.DeleteFunc(slices.Clone(written), isNoWord)))
	return p
}

func isASCII(w string) bool { return w[0] < utf8.RuneSelf }

func isNoWord(w string) bool { return w[0] < 'a' || w[0] > 'z' }

// numberOf is the value of a word as a number; false when the class has no such word.
func numberOf(c *language.Class, word string) (int, bool) {
	v := c.Value(word)
	if v == "" {
		return 0, false
	}
	n, err := strconv.Atoi(v)
	return n, err == nil
}

// specialist tells whether a word names a medical profession or its field.
func (p *portuguese) specialist(w string) bool {
	return slices.ContainsFunc(p.specialistEnds, func(end string) bool {
		return len(w) > len(end)+1 && strings.HasSuffix(w, end)
	})
}

// abstract tells whether a word ends like a noun that no name is made of.
func (p *portuguese) abstract(w string) bool {
	return slices.ContainsFunc(p.abstractEnds, func(end string) bool { return strings.HasSuffix(w, end) })
}

// personName tells whether a word is a given or a family name.
func (p *portuguese) personName(w string) bool { return p.GivenNames.Has(w) || p.FamilyNames.Has(w) }

// everyday tells whether a word is one that people write without meaning anybody.
func (p *portuguese) everyday(w string) bool {
	return p.CommonWords.Has(w) || p.FunctionWords.Has(w) || p.TemporalWords.Has(w)
}
