package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/grounding"
	"atende/actors/understand"
	"atende/actors/wording"
)

// A model may put down what the patient did not say: another time than the one that was chosen, a plan of its own.  All
// of it is read back before it is booked; what is held against the rules' reading here keeps a model from leaving out
// what the patient said, and from saying what is not so.

// values are what was heard or proposed, by the questions that it answers; "" or no entry is none.
type values map[conversation.Question]string

func identityValues(i conversation.Identity) values {
	return values{conversation.AskName: i.Name, conversation.AskCPF: i.CPF, conversation.AskBirthDate: i.BirthDate}
}

func slotValue(slot conversation.Slot) string { return fmt.Sprint(slot) }

// differs reports two values of a field that are not the same.
func differs(a, b string) bool { return a != "" && b != "" && !strings.EqualFold(a, b) }

// read are the moves of a kind that the rules would have made in this turn.
func read[M conversation.Move](d *dialogue) []M {
	var list []M
	for _, m := range d.second.Moves {
		if m, ok := m.(M); ok {
			list = append(list, m)
		}
	}
	return list
}

// heard is the choice and the data that the rules read in this turn, the last of each.
func (d *dialogue) heard() values {
	all := values{}
	if slot, ok := d.choiceRead(); ok {
		all[conversation.AskSlot] = slotValue(slot)
	}
	for _, m := range read[conversation.Identify](d) {
		for q, value := range identityValues(m.Identity) {
			all[q] = cmp.Or(value, all[q])
		}
	}
	return all
}

// choiceRead is the time that the rules would have chosen in this turn.
func (d *dialogue) choiceRead() (slot conversation.Slot, ok bool) {
	for _, m := range read[conversation.Choose](d) {
		slot, ok = slotAt(d.before.Offer, m.Number)
	}
	return slot, ok
}

// slotAt is a time by its number in an offer.
func slotAt(offer []conversation.Slot, number int) (slot conversation.Slot, ok bool) {
	if number < 1 || number > len(offer) {
		return slot, false
	}
	return offer[number-1], true
}

// choosesOnly reports that the patient chose from the offer in this turn, and wished for nothing else.
func (d *dialogue) choosesOnly() bool {
	_, chose := d.choiceRead()
	return chose && len(read[conversation.Search](d)) == 0
}

// answered reports that the patient chose or gave the data that were asked for, as the rules read it.
func (d *dialogue) answered() bool { return d.heard()[d.before.Asked] != "" }

// picked reports a time of the offer that the patient chose, in this turn or before.
func (d *dialogue) picked(s *conversation.State, slot conversation.Slot) bool {
	chosen, ok := d.choiceRead()
	return ok && chosen == slot || s.Choice != nil && *s.Choice == slot
}

// maxWhether is how many words a text may have that asks whether it is booked without a question mark.
const maxWhether = 6

// asksWhether reports that the patient asks whether there is an appointment, and there is none: the shortest yes to
// that would be a lie that no text shows.
func (d *dialogue) asksWhether(s *conversation.State) bool {
	if s.Closed == conversation.OutcomeBooked && !d.goesOn() {
		return false
	}
	return slices.ContainsFunc(d.fresh, func(m decide.Message) bool {
		asks := strings.Contains(m.Text, "?") || len(strings.Fields(m.Text)) <= maxWhether
		return asks && holds(m.Text, say.AsksWhether)
	})
}

// notBooked says so, and goes on.
func (d *dialogue) notBooked(s *conversation.State) conversation.Reply {
	reply := d.safe(s)
	d.account.Replaced = append(d.account.Replaced, "booking")
	return saying(reply, wording.Lines(d.Clinic.Texts.Words(wording.TalkNotBooked, 0), wording.Quote(reply.Text, reply.From...)))
}

// soundsBooked reports a text that repeats the day or the hour that was chosen, and neither asks nor says that it is
// not booked yet: however it is worded, it reads like a confirmation.
func (d *dialogue) soundsBooked(s *conversation.State, text string) bool {
	if s.Choice == nil || s.Closed != "" || strings.Contains(text, "?") || holds(text, say.Denies) || grounding.Lists(text, s.Offer) {
		return false
	}
	day, hour := d.names(text, *s.Choice)
	return (day || hour) && !holds(text, say.AsksFor)
}

// names reports whether a text names the day and the hour of a time.
func (d *dialogue) names(text string, slot conversation.Slot) (day, hour bool) {
	f := understand.Read(text, d.turn.Now)
	return slices.Contains(f.Dates, dateSpan(slot)), slices.Contains(f.Times, hourSpan(slot))
}

func dateSpan(slot conversation.Slot) conversation.Span {
	return conversation.Span{From: slot.Date, To: slot.Date}
}

func hourSpan(slot conversation.Slot) conversation.Span {
	return conversation.Span{From: slot.Hour, To: slot.Hour}
}
