package rules

import (
	"fmt"
	"slices"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// heard is one message as the rules see it.
type heard struct {
	s       *conversation.State
	whole   reading  // the message
	reading          // what is left of it without the sentences that only ask something about the clinic
	asked   inquiry  // what these ask
	purpose string   // what it is likely for, where that decided
	likely  string   // what it is likeliest for, however likely
	meant   string   // what it is most likely for after a booking, a read-back or an offer
	sure    float64  // how likely, from 0 to 1
	marks   []string // what of it is that of the appointment, see marksOf
	// of is who else than the patient of the booking before is spoken of, nil for nobody.
	of *somebody
	// beside are the data of others than the patient.
	beside []record
	// apart is set when what a message wants of the next one was kept in mind, and reading is the answer beside it.
	apart bool
	// whom is the part of a message that only says for whom it is, behind an answer.
	whom reading
}

// verdict is what a rule makes of a message.
type verdict uint8

const (
	next  verdict = iota // the next rule is asked, whatever this one did
	done                 // the message is dealt with
	leave                // the rest of this table is left out
)

// rule is a row of a table that a message goes down.
type rule struct {
	name string // for transcripts and the operators' timeline
	then func(d *dialogue, h *heard) verdict
}

// when makes a rule of a condition, and of what is done where it holds; the message is then dealt with.
func when(name string, holds func(d *dialogue, h *heard) bool, then func(d *dialogue, h *heard)) rule {
	return step(name, func(d *dialogue, h *heard) bool {
		if !holds(d, h) {
			return false
		}
		then(d, h)
		return true
	})
}

// step makes a rule of something that says itself whether it dealt with the message.
func step(name string, try func(d *dialogue, h *heard) bool) rule {
	return rule{name, func(d *dialogue, h *heard) verdict {
		if try(d, h) {
			return done
		}
		return next
	}}
}

// leaving makes a rule of a condition under which the rest of the table is left out.
func leaving(name string, holds func(d *dialogue, h *heard) bool) rule {
	return rule{name, func(d *dialogue, h *heard) verdict {
		if holds(d, h) {
			return leave
		}
		return next
	}}
}

// always makes a rule of something that is looked for in any message that comes so far.
func always(name string, then func(d *dialogue, h *heard)) rule {
	return rule{name, func(d *dialogue, h *heard) verdict { then(d, h); return next }}
}

// tables are all of them.
type tables struct{ message, ends, booked, another []rule }

// order is the table for a message: who asks for the data that are stored, and what is clear after a booking, a read-back or
// an offer, come first, then what ends a conversation, then what was asked, then the answers to the open question, then
// whatever else it says.
func order() []rule {
	first := []rule{
		step("own-put-right", (*dialogue).putsOwnRight),
		step("own-data", (*dialogue).dataRequest),
		step("corrects-data", (*dialogue).correctsData),
		step("slips-datum", (*dialogue).slipsDatum),
		when("asks-of-clinic", asksOfClinic, func(d *dialogue, h *heard) { d.sayUnknown(d.variant(wording.AnswerUnknown, h.s.Excuses)) }),
		step("only-own", (*dialogue).onlyOwn),
		step("tells-of-somebody", (*dialogue).tellsOfSomebody),
		step("unreached", (*dialogue).unreached),
		step("reason-read-back", (*dialogue).remarksReason),
		step("slips", (*dialogue).slips),
		step("another-writes", (*dialogue).anotherWrites),
		step("calls-self", (*dialogue).callsSelf),
		step("waiting-list", (*dialogue).waitsInLine),
		step("offer-over", (*dialogue).offerOver),
		step("not-them", (*dialogue).notThem),
		step("if-cancelled", (*dialogue).ifCancelled),
		step("brings-them", (*dialogue).bringsThem),
		step("cancels-and-puts", (*dialogue).cancelsAndPuts),
		step("was-cancelled", (*dialogue).wasCancelled),
		step("asks-booked", (*dialogue).asksBooked),
		step("swaps", (*dialogue).swaps),
		step("passes-own", (*dialogue).passesOwn),
		step("asks-own", (*dialogue).asksOwn),
		step("asks-theirs", (*dialogue).asksTheirs),
		step("booked-elsewhere", (*dialogue).bookedElsewhere),
		when("arrived", arrived, handOver(reasonExisting)),
		when("tell-doctor", func(_ *dialogue, h *heard) bool {
			return afterBooking(h.s) && h.whole.says(say.TellDoctor) && !h.whole.data()
		},
			func(d *dialogue, h *heard) { d.propose(d.transferAfterwards(h.whole)) }),
		when("comes-late", comesLate, func(d *dialogue, h *heard) { d.propose(d.transferAfterwards(h.whole)) }),
		step("beside-made", (*dialogue).besideMade),
		step("changes-theirs", (*dialogue).changeTheirs),
		step("no-person", (*dialogue).refusesPerson),
		when("wants-return", wantsReturn, handOver(reasonReturn)),
		step("my-turn", (*dialogue).myTurn),
		step("books-for-whom", (*dialogue).booksForWhom),
		step("moves-existing", (*dialogue).movesExisting),
		step("place-for-another", (*dialogue).placeForAnother),
		step("days-of-another", (*dialogue).asksDaysOfAnother),
		step("other-weekdays", (*dialogue).asksOtherWeekdays),
		step("meaning", (*dialogue).byMeaning),
		step("held", (*dialogue).staysHeld),
		step("lacks-cpf", (*dialogue).lacksCPF),
		when("shows-there", showsThere, (*dialogue).keepsData),
		always("tells-some", (*dialogue).tellsSome),
		step("one-more-person", (*dialogue).asksOfAnother),
		step("one-more-held", (*dialogue).holdsWithAnother),
		step("no-booking", (*dialogue).refusesBooking),
		when("some-refused", someRefused, func(d *dialogue, h *heard) { d.asksOther(h.s) }),
		step("not-that-time", (*dialogue).notThatTime),
		step("picks-another", (*dialogue).picksAnother),
		step("calls-another", (*dialogue).yesCallsAnother),
		step("other-sex", (*dialogue).wantsOtherSex),
		step("answers-first", (*dialogue).answersBeforeYes),
		when("every-other-week", inSomeWeeks, asksWhichWeek),
		step("on-condition", (*dialogue).yesOnCondition),
		step("read-back-meaning", (*dialogue).byAnswer),
	}
	return slices.Concat(first, endings(), askedRules(), answerRules(), otherRules())
}

// askedRules answer what was asked, and whatever comes after the end of a conversation.
func askedRules() []rule {
	return []rule{
		always("regrets", (*dialogue).regrets),
		when("asks-to-ask", func(_ *dialogue, h *heard) bool {
			return h.whole.says(say.AsksToAsk) && h.whole.Mentions.Empty() && len(h.asked.answers)+len(h.asked.about) == 0 && !h.whole.data()
		}, func(d *dialogue, h *heard) {
			d.askInstead(question{text: d.text(wording.TalkAskAway), asks: h.s.Asked, options: h.s.Options})
			d.learned, d.paused = true, true
		}),
		step("after-booking", func(d *dialogue, h *heard) bool {
			if !afterBooking(h.s) {
				return false
			}
			if h.whole.says(say.AnotherNow) {
				h.asked.noAnswer = wording.Words{} // "e o do João?" is answered with times
			}
			d.giveAnswers(h.asked)
			return d.goDown(d.tables.booked, h)
		}),
		when("after-goodbye", func(d *dialogue, h *heard) bool { return h.s.Closed == conversation.OutcomeNoInterest && d.leaves(h) },
			func(d *dialogue, h *heard) { d.note(d.fresh(h.s, wording.TalkUntilThen)) }),
		when("asks-noted", func(_ *dialogue, h *heard) bool { return asksNoted(h) },
			func(d *dialogue, h *heard) {
				d.askInstead(question{text: d.readBackText(h.s, 0), asks: conversation.AskConfirm})
				d.learned, d.told = true, true
			}),
		step("unknown-doctor", (*dialogue).namesUnknown),
		always("questions", func(d *dialogue, h *heard) { d.answersOrOffers(h) }),
		always("which-holiday", (*dialogue).whichHoliday),
		always("doubts", func(d *dialogue, h *heard) { d.doubt(h.s, h.whole) }),
		when("has-or-not", func(_ *dialogue, h *heard) bool {
			return h.s.Closed == "" && h.s.Asked == conversation.AskSlot && h.says(say.HasOrNot) && !h.data() && len(matching(h.s.Offer, h.whole.wish())) == len(h.s.Offer)
		}, func(d *dialogue, h *heard) {
			id := wording.OfferSame
			if h.s.Found == conversation.FoundElse {
				id = wording.OfferNotThere
			}
			d.askInstead(question{text: d.fresh(h.s, id), asks: conversation.AskSlot})
		}),
		step("only-questions", func(d *dialogue, h *heard) bool { return h.asked.only() && d.before.Asked != conversation.AskNothing }),
	}
}

// answerRules take the answers to the open question.
func answerRules() []rule {
	return []rule{
		when("keeps-secret", func(_ *dialogue, h *heard) bool {
			return h.s.Closed == "" && asksIdentity(h.s.Asked) && h.says(say.KeepsSecret) && !h.data()
		}, (*dialogue).keepsData),
		when("told-aside", toldAside, func(d *dialogue, _ *heard) { d.learned, d.answeredAside = true, true }),
		step("goes", (*dialogue).goes),
		step("waits", func(d *dialogue, h *heard) bool { return d.waits(h.s, h.reading) }),
		step("speaks-of-next", (*dialogue).speaksOfNext),
		step("unanswered-yes", (*dialogue).yesBesideUnknown),
		step("not-mine", func(d *dialogue, h *heard) bool { return d.takesDataBack(h.s, h.reading) }),
		step("read-back", func(d *dialogue, h *heard) bool { return d.readBack(h.s, h.reading) }),
		always("yes-or-no", func(d *dialogue, h *heard) {
			if h.Intent == understand.Confirm || h.Intent == understand.Deny {
				d.settled = d.settled || !h.data()
			}
		}),
		when("doubts-time", func(_ *dialogue, h *heard) bool {
			return h.s.Closed == "" && h.s.Choice != nil && h.Intent == understand.Question && h.says(say.DoubtsTime)
		}, func(d *dialogue, h *heard) { d.answerAside(d.choiceTold(h.s)) }),
		step("none-of-these", func(d *dialogue, h *heard) bool { return d.noneOfThese(h.s, h.reading) }),
		always("for-whom", func(d *dialogue, h *heard) {
			switch {
			case h.s.Closed != "", d.deniesKnown(h.s, h.reading), d.goesInstead(h.s, h.reading):
			case h.whom.parsed != nil:
				d.recordPatientRelation(h.s, h.whom)
			default:
				d.recordPatientRelation(h.s, h.reading)
			}
		}),
		answers("option", (*dialogue).option), answers("avoid", (*dialogue).refuseTimes), answers("slot", (*dialogue).slot),
	}
}

// otherRules look for whatever else a message says.
func otherRules() []rule {
	return []rule{
		always("not-here", func(d *dialogue, h *heard) { d.notHere(h.s, h.reading) }),
		always("search", func(d *dialogue, h *heard) { d.wanted(h.s, h.reading) }),
		always("for-whom-again", func(d *dialogue, h *heard) {
			if h.s.Closed != "" && len(d.moves) > 0 { // a new booking, for whom it is said with it
				d.recordPatientRelation(h.s, h.reading)
			}
		}),
		always("identity", func(d *dialogue, h *heard) { d.identity(h.s, h.reading) }),
		step("read-back-change", (*dialogue).asksChange),
		when("same-day", func(d *dialogue, h *heard) bool { return d.wantsSameDay(h.s, h.text, h.text) }, // which is kept in mind
			func(d *dialogue, _ *heard) { d.learned = true }),
		always("talk", func(d *dialogue, h *heard) {
			if !h.asked.only() {
				d.talk(h.s, h.reading)
			}
		}),
	}
}

// answers makes a rule of an answer to the open question, beside which the patient may say who they are.
func answers(name string, try func(*dialogue, *conversation.State, reading) bool) rule {
	return step(name, func(d *dialogue, h *heard) bool {
		if !try(d, h.s, h.reading) {
			return false
		}
		d.identity(h.s, h.reading)
		return true
	})
}

// goDown asks the rules of a table in their order whether they deal with a message, and notes those that did anything.
func (d *dialogue) goDown(table []rule, h *heard) (dealt bool) {
	for _, r := range table {
		h.whole.heard, h.reading.heard = 0, 0
		before := d.trace()
		v := r.then(d, h)
		if v == done || d.trace() != before {
			d.fired(r.name, h)
		}
		if v != next {
			return v == done
		}
	}
	return false
}

// trace is what rules leave behind.
type trace struct {
	moves, notes int
	ask          *question
	unanswered   bool
}

func (d *dialogue) trace() trace {
	return trace{len(d.moves), len(d.notes), d.ask, d.unanswered}
}

// fired notes a rule, with the phrase that it heard last, or what is wanted where that decided.
func (d *dialogue) fired(name string, h *heard) {
	if len(d.firedRules) == decide.MaxRules {
		return
	}
	if h.purpose != "" {
		d.firedRules = append(d.firedRules, fmt.Sprintf("%s: %s", name, h.purpose))
		return
	}
	for _, p := range []*parsed{h.reading.parsed, h.whole.parsed} {
		if p == nil || p.heard == 0 {
			continue
		}
		if m, ok := p.found.First(language.Group(p.heard - 1)); ok {
			phrase, at := book.Why(m)
			d.firedRules = append(d.firedRules, fmt.Sprintf("%s: %s, %s", name, phrase, at))
			return
		}
	}
	d.firedRules = append(d.firedRules, fmt.Sprintf("%s: intent %s", name, h.whole.Intent))
}
