package rules

import (
	"slices"
	"strings"
	"sync"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// purposes tells what a first message is for.  What brings people to a clinic's number is told in more ways than there
// are phrases for; see purposes.examples.
var purposes = learned("purposes")

// learned learns from one of our files of examples when it is asked first.
func learned(names ...string) func() *language.Examples {
	return sync.OnceValue(func() *language.Examples {
		e, err := language.Learn(names...)
		if err != nil {
			panic(err) // a test reads the file
		}
		return e
	})
}

// surely is how likely a message must be for something else than an appointment to be handed over for that; where the
// words ask for one it must be likelier.  Of 156 texts by somebody who knew neither these examples nor this code 137 were
// handed over, and of 30 that only sounded like it none by this: 3 were, by older rules.
const surely, surelyNoBooking = 0.6, 0.8

// reasonOf is why a person takes over, by the kinds of purposes.examples that do not stay.
func reasonOf(kind string) string {
	return map[string]string{
		"existing": reasonExisting, "cancel": reasonCancel, "reschedule": reasonReschedule, "results": reasonResults,
		"paperwork": reasonPaperwork, "complaint": reasonComplaint, "return": reasonReturn, "privacy": reasonOwnData,
		"wrong": reasonOther,
	}[kind]
}

// Purpose says what a text is likely for if it opens a conversation, how likely something of that kind is, from 0 to 1,
// and which of its words speak most for it, as far as they are looked at.
func Purpose(text string) (kind string, sure float64, words []string) {
	g := purposes().Guess(text)
	return g.Kind, g.Sure, purposes().Why(text, g.Kind)
}

// purpose hands over who opens the conversation with something else than a wish for an appointment, before any menu.  An
// answer of the clinic's file goes first, and so does what the catalogue has.
func (d *dialogue) purpose(h *heard) bool {
	if d.literal || d.searched || !h.opensWith() {
		return false
	}
	if h.meansSomethingElse() {
		if !d.wantsPaper(h) {
			return false
		}
		h.asked = inquiry{} // it only sounded like a question for what to bring
	}
	text := h.whole.text
	if len(h.asked.answers) > 0 || h.asked.topic && h.asked.rest != "" { // what was asked has its answer
		text = h.asked.rest
	}
	guess := purposes().Guess(d.withoutPhrase(d.withoutPhrase(text, say.CallsOffElse), say.NoReturn))
	booked := guess.Kind == "return" && (len(d.services(h.whole)) > 0 || h.whole.Intent == understand.Human)
	if d.wantsNew(h, guess.Kind) || guess.Kind == "privacy" && !h.whole.Mentions.Empty() { // "meus dedos tão descascando"
		return false
	}
	if returning := guess.Kind == "return" && d.returns(h.whole); guess.Sure < h.surelyElse() && !returning || booked {
		return false
	}
	reason := reasonOf(guess.Kind)
	if !guess.Clear && h.asked.only() {
		return false
	}
	if !guess.Clear { // for a person it is, whatever it is
		reason = reasonOther
	}
	h.purpose = guess.Kind
	handOver(reason)(d, h)
	return true
}

// wantsPaper reports a wish for a prescription or the like that sounds like a question for what to bring: "a receita
// acabou, tem como fazer outra?"
func (d *dialogue) wantsPaper(h *heard) bool {
	if !h.asked.only() || h.asked.whether || h.whole.Choice > 0 || h.whole.saysAny(say.DocumentsAsked, say.PricesAsked) {
		return false
	}
	guess := purposes().Guess(h.whole.text)
	return guess.Kind == "paperwork" && guess.Clear && guess.Sure >= surelyPaper
}

// surelyPaper is how likely a message must be for a paper to be no question.
const surelyPaper = 0.97

// surelyElse is how likely a message must be for something else than an appointment: likelier where it asks for one, or
// only what the clinic does ("vocês dão nota fiscal?").
func (h *heard) surelyElse() float64 {
	asks := (h.asked.topic || len(h.asked.answers) > 0) && strings.Contains(h.whole.text, "?")
	if h.whole.Intent == understand.Book || h.asksForBooking() || asks {
		return surelyNoBooking
	}
	return surely
}

// wantsNew reports that a message that sounds like one of a kind asks for a new appointment: it names all that one needs,
// or with whom or what without a word of an appointment that there is.
func (d *dialogue) wantsNew(h *heard, kind string) bool {
	what, when, plan := h.names()
	if what && h.whole.Intent == understand.Book && reasonOf(kind) == reasonComplaint && h.whole.saysAny(say.Grumbles, say.CallsOffElse) {
		return true // "ninguém atende aí! quero cardiologista": one regret, and on it goes
	}
	named := len(h.whole.Specialties)+len(h.whole.Doctors)+len(d.services(h.whole)) > 0
	mine := h.whole.says(say.OfMine) && h.whole.says(say.NamesBooked) // "minha secretária" is no appointment
	books := what && plan || named && h.whole.Intent == understand.Book
	if books && when && reasonOf(kind) != reasonComplaint && !mine {
		return true
	}
	if named && kind == "paperwork" && ordered(h.whole) {
		return true
	}
	if reasonOf(kind) == reasonComplaint && d.ails(h, named) {
		return true
	}
	return (named || h.whole.says(say.AsksVacancy)) && reasonOf(kind) == reasonExisting && !d.said(d.withoutPhrase(h.whole.text, say.CallsOffElse), say.OwnAppointment)
}

// ails reports a complaint of nothing here, with a specialty named or not: "mi sai um monte di ispinha", "meu bebê tá com o ouvido
// inflamado".
func (d *dialogue) ails(h *heard, named bool) bool {
	lay := named && len(d.lay(h.whole.parsed).Specialties) > 0 && !h.whole.saysAny(say.Grumbles, say.OfMine, say.NamesBooked)
	return lay || h.whole.saysAny(say.Unwell, say.Injured) && !h.whole.saysAny(say.Grumbles, say.OfTheHouse)
}

// ordered reports a message that tells what somebody wants the patient to have done, and wants no paper: "minha geriatra receitou um
// eletro".
func ordered(r reading) bool {
	return r.says(say.Ordered) && !r.says(say.AsksForPaper) && r.Intent != understand.Question
}

// purposeAfterwards hands over who, after a booking, comes with something that no booking is: a complaint, a paper.
func (d *dialogue) purposeAfterwards(h *heard) bool {
	if d.literal || h.asked.only() || len(strings.Fields(h.whole.text)) < minAsked {
		return false
	}
	guess := purposes().Guess(h.whole.text)
	other := slices.Contains([]string{"complaint", "paperwork", "results", "privacy"}, guess.Kind)
	if !other || !guess.Clear || guess.Sure < surelyNoBooking {
		return false
	}
	h.purpose = guess.Kind
	handOver(reasonOf(guess.Kind))(d, h)
	return true
}

// asksForBooking reports a message that names what is wanted and says when, on which plan or for whom.
func (h *heard) asksForBooking() bool {
	what, when, plan := h.names()
	return what && (when || plan || h.whole.identifies()) && !h.whole.says(say.OfMine)
}

// names reports which of what a booking needs a message names: from whom or what, when, and on which plan.
func (h *heard) names() (what, when, plan bool) {
	what = len(h.whole.Specialties)+len(h.whole.Doctors)+len(h.whole.Procedures) > 0
	return what, !h.whole.wish().Empty(), len(h.whole.Plans) > 0
}

// opens reports a conversation in which nothing was said yet of what is wanted.
func opens(s *conversation.State) bool {
	wishes := s.Request != (conversation.Request{}) || len(s.Candidates) > 0
	return s.Closed == "" && !wishes && (s.Asked == conversation.AskNothing || s.Asked == conversation.AskService)
}

// opensWith reports a message that may open a conversation with something else: not what each of several people wants who were named
// before, "a da minha vó é do coração, a minha é de pele".
func (h *heard) opensWith() bool {
	return opens(h.s) && !h.asksOfParents() && !(len(h.s.Next) > 0 && len(h.whole.Specialties) > 0)
}

// meansSomethingElse reports a message that was understood already: it only asks something about the clinic that is not
// for the team anyway, it asks whether something is booked, it picks from a list, or it is a day and an hour and nothing
// else.
func (h *heard) meansSomethingElse() bool {
	forTeam := len(h.asked.about) > 0 && len(h.asked.answers) == 0
	return h.asked.only() && !forTeam || h.asked.whether || h.whole.Choice > 0 || h.whole.says(say.BareTime)
}
