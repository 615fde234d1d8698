package grounding

import "atende/actors/language"

// lexicon names what stands in grounding.phrases.
type lexicon struct {
	Word, Ask, Need, Data, Offer, Appointment, Yours, Cheer, Greet, Full, Times, Frame, Request, Propose, State, Cost, Echo, Deny, Denial, Staff, Permit, Invite *language.Class
	After, Weekday, Month, Day, Part, Number, Ordinal, Unit, Money, Count, Example, Choose, Tag, Who, Future, Carry, Done                                        *language.Class
	ClaimFill, ClaimPlace                                                                                                                                        *language.Class
	Spoken, Undone, Leave, Received, Farewell, Claim, Owned, Offering, Ahead, Unable, Figures, Wish, General                                                     language.Group
}

var (
	book  = language.Must(language.Options{Files: []string{"grounding"}})
	lex   = bind()
	prose = []*language.Class{
		lex.Word, lex.Ask, lex.Need, lex.Data, lex.Offer, lex.Appointment, lex.Yours, lex.Cheer, lex.Greet, lex.Echo, lex.Deny,
		lex.Staff, lex.Permit, lex.Invite, lex.Part, lex.Number, lex.Ordinal, lex.Unit, lex.Count, lex.Example, lex.Request, lex.Frame,
	}
)

func bind() lexicon {
	var l lexicon
	book.MustBind(&l)
	return l
}
