package rules

import (
	"context"
	"encoding/json"
	"slices"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/wording"
)

// Second is what the rules make of a turn that somebody else leads: a second reader beside a language model, so
// that what is booked is what two of them read in the patient's words.
type Second struct {
	// Moves are those that the rules would have proposed, up to the end of the turn.
	Moves []conversation.Move
	// Against are the questions whose answers, given or not, the patient's words speak against.
	Against []conversation.Question
	// OffersPerson says that a person was asked for, and that the rules would first tell when one is there.
	OffersPerson bool
}

// has reports that one of a list is of a type.
func has[T, E any](list []E) bool {
	return slices.ContainsFunc(list, func(one E) bool {
		_, is := any(one).(T)
		return is
	})
}

// Transfers reports that the rules would hand over.
func (s Second) Transfers() bool { return has[conversation.Transfer](s.Moves) }

// ChangesExisting reports that the rules would hand over because an appointment that exists is to be moved or cancelled.
func (s Second) ChangesExisting() bool {
	return slices.ContainsFunc(s.Moves, func(m conversation.Move) bool {
		t, _ := m.(conversation.Transfer)
		return t.Reason == reasonReschedule || t.Reason == reasonCancel
	})
}

// DataAsked is what the patient wants of the data that are stored, "" for nothing.
func (s Second) DataAsked() conversation.DataRequest {
	for _, m := range s.Moves {
		if t, _ := m.(conversation.Transfer); t.Asked != "" {
			return t.Asked
		}
	}
	return ""
}

// GivesUp reports that the rules would say goodbye.
func (s Second) GivesUp() bool { return has[conversation.Close](s.Moves) }

// maxSecond bounds the moves of a second reading, and the results that follow one of them.
const maxSecond = 24

// Second reads a turn without changing anything.  Where it would have to ask the clinic for times, those of the
// present offer stand for the answer.
func (d *Driver) Second(turn decide.Turn, s *conversation.State) Second {
	own := &conversation.State{}
	if data, err := json.Marshal(s); err != nil || json.Unmarshal(data, own) != nil {
		return Second{} // a state that does not encode is nothing to read in
	}
	second := Second{}
	reader := d.dialogue(turn)
	reader.literal = true
	var refused *conversation.Refusal
	for range maxSecond {
		event, _ := reader.Next(context.Background(), own, refused)
		move, proposes := event.(conversation.Move)
		if !proposes {
			reply, _ := event.(conversation.Reply)
			second.OffersPerson = reply.OffersPerson
			break
		}
		second.Moves = append(second.Moves, move)
		if second.Transfers() || second.GivesUp() { // nothing more to read behind these
			break
		}
		refused = d.simulateMove(own, turn, move, s.Offer)
	}
	second.Against = reader.doubts
	return second
}

// simulateMove does a move on a state of its own.
func (d *Driver) simulateMove(own *conversation.State, turn decide.Turn, move conversation.Move, offer []conversation.Slot) *conversation.Refusal {
	var event conversation.Event = move
	for range maxSecond {
		res := conversation.Step(d.clinic, own, turn.Now, event)
		if !has[conversation.FindSlots](res.Effects) {
			return res.Refusal
		}
		event = conversation.SlotsFound{Slots: slices.Clone(offer)}
	}
	return nil
}

// Ask is what the rules would say at this point, and no move: the next question, or what is read back before it
// is booked.  It is the safe text where another agent's cannot be said.
func (d *Driver) Ask(turn decide.Turn, s *conversation.State) conversation.Reply {
	asker := d.dialogue(turn)
	asker.before = *s
	asker.before.Asked = conversation.AskNothing // the question is asked as if for the first time
	if n := len(turn.Messages); n > 0 {
		asker.newest = &turn.Messages[n-1]
	}
	switch {
	case afterBooking(s):
		asker.notes = append(asker.notes, d.clinic.BookedText(s, turn.Now))
	case s.Closed != "":
		asker.notes = append(asker.notes, asker.text(wording.CloseGoodbye))
	}
	reply := asker.compose(s, false, false)
	if reply.Asks != conversation.AskNothing && conversation.Mark(reply.Text) == s.Said {
		reply = asker.compose(s, true, false) // the same in other words
		reply.Misunderstood = false
	}
	return reply
}

// Waiting is what the rules say while nobody knows yet whether the appointment was made, whatever the patient wants.
func (d *Driver) Waiting(turn decide.Turn, s *conversation.State) conversation.Reply {
	last := d.clinic.Texts.Variants(wording.PendingStill) - 1
	words := d.dialogue(turn).variant(wording.PendingStill, min(s.Pending.Said-1, last))
	return conversation.Reply{Text: words.Text, From: words.From}
}

// Times are the times of the offer with their numbers, as they are shown to the patient.
func (d *Driver) Times(turn decide.Turn, s *conversation.State) wording.Words {
	if len(s.Offer) == 0 {
		return wording.Words{}
	}
	return d.dialogue(turn).offerLines(s)
}

// Among are the doctors of a specialty any of whom will do by what a text says of them, "qualquer", "uma médica"; nil
// where it does not say that.
func (d *Driver) Among(turn decide.Turn, text string, specialty int) []int {
	reader, s := d.dialogue(turn), &conversation.State{}
	s.Asked, s.Request.SpecialtyID = conversation.AskDoctor, specialty
	r := reader.reading(s, text)
	r.Dates, r.Times, r.Period = nil, nil, ""
	return reader.among(s, r, specialty)
}

// Fresh are the messages of a turn but for copies of the one before.
func (d *Driver) Fresh(turn decide.Turn, s *conversation.State) []decide.Message {
	if len(turn.Messages) == 0 {
		return nil
	}
	reader := d.dialogue(turn)
	reader.withoutEchoes(s)
	return reader.turn.Messages
}

// About is what is known of the clinic on a topic, or in answer to a question, each in the clinic's own words.
func (d *Driver) About(turn decide.Turn, s *conversation.State, question string) []wording.Words {
	return d.dialogue(turn).inquire(s, question).answers
}

// Heard is when the newest message of a turn came and its mark, as a Reply wants them.
func (d *Driver) Heard(turn decide.Turn, r conversation.Reply) conversation.Reply {
	reader := d.dialogue(turn)
	if n := len(turn.Messages); n > 0 {
		reader.newest = &turn.Messages[n-1]
		r.Heard, r.Mark = reader.heard()
	}
	return r
}
