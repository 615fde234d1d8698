package conversation

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/wording"
)

// The three ways a turn ends: with words of the driver, with the patient giving up, with a person.

func reply(c *Clinic, s *State, now time.Time, r Reply) Result {
	if r.Unanswered && strings.TrimSpace(r.Text) == "" {
		r = c.unheard(s, r)
	}
	s.Asked, s.Options = r.Asks, r.Options
	s.Said, s.Heard = Mark(r.Text), r.Mark
	s.Greeted, s.Brief = true, r.Brief
	if s.Asked == AskPast && s.Past != nil {
		asked := *s.Past // copies of the state may hold the old one
		asked.Proposed = true
		s.Past = &asked
	}
	s.PersonOffered = s.PersonOffered || r.OffersPerson
	s.Foreign = r.Foreign
	if r.Spoken != (Spoken{}) {
		s.Spoken = r.Spoken
	}
	s.Regretted = s.Regretted || r.Regrets
	for _, name := range r.Ailing {
		if !slices.Contains(s.Ailing, name) {
			s.Ailing = append(slices.Clip(s.Ailing), name) // copies of the state may hold the old ones
		}
	}
	switch {
	case r.Lists:
		s.Listed = s.offerMark()
	case r.Unlists:
		s.Listed = 0
	}
	s.heard(now, r.Heard)
	s.SlotGone = false
	s.settle(r.Unsure, r.Unsure)
	switch {
	case r.Asks == AskConfirm:
		s.ReadBack = s.bookingMark()
	case r.Asks == AskSame && len(s.Returning) > 0:
		s.Proposed = s.returningMark()
	}
	s.Held = r.Holds
	s.Beside = cmp.Or(r.Afterwards, s.Beside)
	if s.Closed != "" { // it was read, or is not wanted any more
		s.Beside = ""
	}
	if r.Idle {
		s.Idled++
	} else {
		s.Idled = 0
	}
	if r.Misunderstood {
		s.Misses++
	} else {
		s.Misses = 0
	}
	if r.Excuses {
		s.Excuses++
		s.Excused++
	} else {
		s.Excuses = 0
	}
	res := Result{Effects: reach(s, Started), Done: true}
	if r.Text != "" {
		s.countPendingReply()
		res.Effects = append(res.Effects, Say{Text: r.Text, From: r.From, Menu: c.menu(s, now, r)})
	}
	return res
}

// unheard is a reply in which a driver left a patient without a word, with words; the open question stays open.  What
// was written before it was said that a booking takes its time was answered by that.
func (c *Clinic) unheard(s *State, r Reply) Reply {
	var words wording.Words
	switch {
	case s.Pending != nil && r.Heard.Before(s.Pending.Since):
		return r
	case s.Pending != nil:
		words = c.Texts.Words(wording.PendingStill, s.Pending.Said-1)
	case s.Closed == OutcomeTransferred:
		words = c.words(wording.TransferCalling)
	default:
		words = c.Texts.Words(wording.TalkUnheard, s.Excuses)
		r.Excuses, r.Asks, r.Options = true, s.Asked, s.Options
	}
	r.Text, r.From, r.Line = words.Text, words.From, ""
	return r
}

// OfferRead reports that the patient has read the present offer, so that its numbers mean something.
func (s *State) OfferRead() bool { return len(s.Offer) > 0 && s.Listed == s.offerMark() }

// wasReadBack reports that the last question was whether to book exactly what would be booked now.
func (s *State) wasReadBack() bool { return s.Asked == AskConfirm && s.ReadBack == s.bookingMark() }

// bookingMark is a mark of all that would be booked.
func (s *State) bookingMark() uint32 {
	if s.Choice == nil {
		return 0
	}
	r, p := s.Request, s.Patient
	return Mark(fmt.Sprint(r.SpecialtyID, r.AgendaID, r.ProcedureID, r.PlanID, s.Choice.Date, s.Choice.Hour, p.Name, "|", p.CPF, p.BirthDate))
}

func (s *State) offerMark() uint32 {
	sum := fnv.New32a()
	var room [64]byte
	for _, slot := range s.Offer { // a turn asks for it several times
		line := strconv.AppendInt(room[:0], int64(slot.AgendaID), 10)
		line = append(append(line, ' '), slot.Date...)
		line = append(append(line, ' '), slot.Hour...)
		_, _ = sum.Write(append(line, '\n'))
	}
	return sum.Sum32()
}

// Mark is a short mark of a text, enough to tell that it was said before.
func Mark(text string) uint32 {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(text))
	return sum.Sum32()
}

func closeWithoutInterest(c *Clinic, s *State) Result {
	if s.Closed != "" {
		return refuse(ReasonClosed)
	}
	effects := reach(s, Started)
	goodbye := wording.CloseGoodbye
	if s.Booked != nil {
		goodbye = wording.CloseKept
	}
	s.Ending = Ending{Closed: OutcomeNoInterest}
	s.Asked, s.Options, s.Said = AskNothing, nil, 0
	return Result{Done: true, Effects: append(effects,
		say(c.words(goodbye)), Tag{Name: "sem_interesse"}, Ended{Outcome: OutcomeNoInterest})}
}

// ReasonEmergency is the reason of the hand-over after words of an emergency.
const ReasonEmergency = "emergencia"

// DataRequest is what somebody wants of the data that are stored of them (LGPD, art. 18 and 41).
type DataRequest string

// The kinds of requests (metrics.DataRequests).
const (
	DataSee     DataRequest = "see"
	DataCorrect DataRequest = "correct"
	DataErase   DataRequest = "erase"
	DataWho     DataRequest = "responsible" // who answers for them
	DataOther   DataRequest = "other"
)

// ReasonOwnData is the reason of the hand-over of who asks for the data that are stored of them.
const ReasonOwnData = "dados_pessoais"

// transfer hands over.  Out of hours the text also says when people answer again; a patient in danger reads only
// where help is.
func transfer(c *Clinic, s *State, now time.Time, t Transfer) Result {
	text := wording.Words{Text: t.Text, From: t.From}
	if strings.TrimSpace(text.Text) == "" {
		text = c.words(wording.TransferAsked)
	}
	if t.Reason != ReasonEmergency {
		text = wording.Lines(text, c.BackText(now))
	}
	var effects []Effect
	if off := t.Reason == VisitDeclined || t.Reason == VisitMoved; off && s.Booked != nil && !s.Booked.Slot.Passed(now) {
		effects = c.freed(s.Booked.Slot.AgendaID)
	}
	res := handOver(s, t.Reason, text)
	res.Effects = append(res.Effects, effects...)
	if t.Asked != "" || t.Reason == ReasonOwnData {
		res.Effects = append(res.Effects, DataAsked{What: cmp.Or(t.Asked, DataOther)})
	}
	if t.Asked == DataErase && c.Recognises > 0 {
		s.forgetReturning()
		res.Effects = append(res.Effects, ForgetPhone{})
	}
	return res
}

// say are words as an effect.
func say(w wording.Words) Say { return Say{Text: w.Text, From: w.From} }

// TagTransferred is the tag of a contact whose session went to a person (spec C, rule 5).
const TagTransferred = "transferido"

// ReasonError is the reason of the hand-over that an uncontrolled error ends in.
const ReasonError = "erro"

// Fail is the one place where an uncontrolled error becomes a transfer (S-C-12): the patient gets
// one short sentence, out of hours with the time when people are back, and the session goes to a person.
func Fail(c *Clinic, s *State, now time.Time) Result {
	return handOver(s, ReasonError, wording.Lines(c.words(wording.TransferFailure), c.BackText(now)))
}

// NobodyText tells a patient that the person who was promised could not be called, because the gateway refuses the
// transfer for good, and whom to call instead.
func (c *Clinic) NobodyText() wording.Words {
	if c.Phone == "" {
		return c.words(wording.TransferRefused)
	}
	return c.words(wording.TransferRefusedPhone, "phone", c.Phone)
}

func handOver(s *State, reason string, text wording.Words) Result {
	effects := reach(s, Started)
	s.Ending = Ending{Closed: OutcomeTransferred, HandedOver: reason}
	s.Asked, s.Options = AskNothing, nil
	return Result{Done: true, Effects: append(effects,
		say(text), HandOver{Reason: reason}, Tag{Name: TagTransferred})}
}
