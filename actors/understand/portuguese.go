package understand

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"atende/actors/language"
)

// wordClasses are the groups of calendar.phrases and the classes of words.phrases, names.phrases and spelling.phrases;
// the files tell what each is.
type wordClasses struct {
	PastDays, Today, Tomorrow, TomorrowOrAfter, AfterTomorrow, Coming, NextWeek, AnotherWeek, ThisWeek, Weekend, NextWeekend, NextMonth, ThisMonth,
	NextYear, ThisYear, BetweenYears, Christmas, NewYear, Carnival, Easter, RestOfWeek, WeekOf, RestOfMonth, Ago, InHours, Within, Away, AwayDays, PastUnits, Places, Repeated, OtherWeek, AfterRefused, OtherOne, NotThis, NoDay,
	HabitDays, FeiraWords, AtOne, ToldDay, Counting, Thirds, Company, March, YearWords, HourSign, HourBehind, OfPart, Measured, YearOfBirth, OnTheDot, AndABit, ToHour,
	ToClock, AllOfThem, Between, LastingSpan, Leaving, HoursLong, Lengths, CountedOf, NoPart, Noon, Midnight, LunchTime, BeforeLunch, AfterLunch,
	AfterWork, Correction, Retracts, CannotLeave, DeniedBefore, NotNeeded, NotSaid, WantedBefore, Wish, MereNo, DeniedAfter, WantedAfter, AskedBefore, AskedAfter, AskedAnew, AskedNext, GoneBefore, Since, StillBefore, GoneAfter, Aside, OnlyBack, GetsOff, RideComes, GetsIn, Swap, InsteadOf, OfBooking, From,
	After, ThenDay, ThenOn, Until, Before, AfterThat, Onwards, Speaker, Money, CpfNext, PhoneNext, DeniedChoice, ChosenNumber, Apart, Together, AskedOrdinal, NamedOption, OwnName, TheirName, DeniedName, DoctorsName language.Group

	AbstractEnds, Acronyms, Addressed, AfterNot, Agrees, AnyOther, ApartSigns, AreaCodes, AroundDay, Article, DayArticle, AwayWords,
	BeforeCheck, BeforeChoice, BehindAsked, BeforeDay, BeforeFraction, BeforeHour, BeforeTwo, BeforeYear, BehindChoice, BehindOrdinal, BirthFill,
	BirthVerbs, BirthWords, BookVerbs, BoundFill, ChooseFill, ChooseNouns, Cities, ClauseWords, CityNames, Cardinals, CpfWords, ClockUnits, Commas, CommonWords,
	Counted, DateGlue, DateSigns, DayConnectors, DayGlue, DayUnits, Descents, DropVerbs, ExceptHeads, FamilyNames, FamilyNouns,
	ForOthers, FractionSigns, FreeWords, FunctionWords, Generations, GivenNames, GreetHeads, GreetWords, Greeted, Greetings, HalfGreetings,
	Hellos, Honorifics, HourFill, ItemStarts, Joiners, KeyVerbs, KnownWords, LinkFill, ListFill, ListLinks, MarkerFill, Measures, Meridiem, Mornings,
	Minutes, MonthShort, MonthThirds, MonthUnits, Months, MoveVerbs, NameFill, NameParticles, NeverNames, NextFews,
	NextOnes, NoCountry, NoRefusal, NotDates, NotPlural, NotTheir, NumberGlue, NumberSigns, OfMonth, OfThe, OfYear, Offered, OnThe, OtherOnes,
	Ordinals, PartsOfDay, PartsOrDays, Passed, Past, PeriodOf, PoliteWords, Preferring, Pronouns, Quarters,
	Quotes, Ratios, RangeArticles, RangeFill, RangeLinks, ReadingOf, RelativeYear, SaidAgain, SentenceEnds, ShortBefore, ShortForms,
	ShortNumero, SpanWords, SpecialistEnds, SpokenSigns, NamedAfter, Subjects, TakenBack, Temporal, TemporalWords, ThatOne, ThanksFill,
	These, Titles, TitlesAndArticles, ToDay, ToldVerbs, Toward, WeekUnits, WorkVerbs, WeekdayShort, WeekdayNames, WellWords, YearFill, YearUnits,
	YesWords, Yours *language.Class
}

// intentPhrases are the groups of understand.phrases, and those of its classes that rules ask for.
type intentPhrases struct {
	Any, AsksFree, Human, HumanVeto, Reschedule, RescheduleVeto, Cancel, CancelVeto, OnlyAsks, Decline, Book, BookVeto, StrongBook,
	CannotCome, Elsewhere, BareVisit, Clinic, Doubt, DoubtVeto, Farewell, Question, QuestionVeto, Deny, Confirm, More language.Group

	Person, Machine, Visit, Slot, Care, Plan, Ack, Yes, Thank, Topic, Asked *language.Class
}

// portuguese is all that the phrase files say.
type portuguese struct {
	wordClasses
	intentPhrases
	lexis   func() *lexis  // made of the phrases when the first text is read
	book    *language.Book // what patients want
	grammar *language.Book // how days and hours are said
	rules   []rule
	means   []meaning
}

// pt is what the phrase files say.
var pt = newPortuguese()

func newPortuguese() *portuguese {
	p := &portuguese{book: language.Must(language.Options{Files: []string{"verbs", "understand"}})}
	p.book.MustBind(&p.intentPhrases)
	p.grammar = language.Must(language.Options{Files: []string{"words", "names", "spelling", "calendar"}})
	p.grammar.MustBind(&p.wordClasses)
	p.rules, p.means = p.rulesInOrder(), p.meanings()
	p.lexis = sync.OnceValue(func() *lexis { return newLexis(p) })
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
	return slices.ContainsFunc(p.lexis().specialistEnds, func(end string) bool {
		return len(w) > len(end)+1 && strings.HasSuffix(w, end)
	})
}

// abstract tells whether a word ends like a noun that no name is made of.
func (p *portuguese) abstract(w string) bool {
	return slices.ContainsFunc(p.lexis().abstractEnds, func(end string) bool { return strings.HasSuffix(w, end) })
}

// personName tells whether a word is a given or a family name.
func (p *portuguese) personName(w string) bool { return p.GivenNames.Has(w) || p.FamilyNames.Has(w) }

// everyday tells whether a word is one that people write without meaning anybody.
func (p *portuguese) everyday(w string) bool {
	return p.CommonWords.Has(w) || p.FunctionWords.Has(w) || p.TemporalWords.Has(w)
}

// Everyday are the words that this package reads or takes for everyday Portuguese, folded (lower case, without
// accents), in no order. Some of them are names of people, too, see PersonName.
func Everyday() []string {
	x := pt.lexis()
	words := make([]string, 0, len(x.words))
	for word := range x.words {
		if !pt.personName(word) || pt.everyday(word) || x.verbs[word] != "" {
			words = append(words, word)
		}
	}
	return words
}

// PersonName reports whether a folded word is a common given or family name, whatever else it means.
func PersonName(word string) bool { return pt.personName(word) }

// City reports whether a word, folded, is a city and no everyday word that is a family name, too: "Betim", and not "Salvador".
func City(word string) bool { return pt.Cities.Has(word) && !pt.FamilyNouns.Has(word) }

// GivenName reports whether a word, in any case and with or without accents, is a common given name and mostly no family one.
func GivenName(word string) bool {
	tokens := language.Tokenize(word)
	return len(tokens) == 1 && pt.GivenNames.Has(tokens[0].Text)
}

// Surname reports whether a word, in any case and with or without accents, is a common family name and no given one:
// "Prado", and not "Rosa".
func Surname(word string) bool {
	tokens := language.Tokenize(word)
	return len(tokens) == 1 && pt.FamilyNames.Has(tokens[0].Text) && !pt.GivenNames.Has(tokens[0].Text)
}
