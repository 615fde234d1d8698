package rules

import (
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
	"atende/actors/wording"
)

// pending answers while nobody knows yet whether the appointment was made.  Whatever the patient
// wants can wait for that, but for the wish for a person, and the news that the time is not
// wanted any more, which only a person can see to.
func (d *dialogue) pending(s *conversation.State) conversation.Event {
	for _, m := range d.turn.Messages {
		r := d.reading(s, m.Text)
		if what := d.dataAsked(alone(s, r)); what != "" {
			return d.transferData(what)
		}
		if s.Closed == conversation.OutcomeTransferred || r.Intent == understand.Human {
			d.goDown(d.tables.ends, alone(s, r))
			return d.moves[0]
		}
		if withdraws(r) {
			return d.transfer(reasonCancel, wording.TransferWithdrawal)
		}
	}
	// written after the patient heard that the answer takes its time
	wrote := slices.ContainsFunc(d.turn.Messages, func(m decide.Message) bool { return !m.At.Before(s.Pending.Since) })
	if !wrote {
		return conversation.Reply{}
	}
	words := d.variant(wording.PendingStill, s.Pending.Said-1)
	return conversation.Reply{Text: words.Text, From: words.From}
}

// withdraws reports that the patient does not want the time any more, or another one.
func withdraws(r reading) bool {
	switch r.Intent {
	case understand.Cancel, understand.Decline, understand.Reschedule:
		return !r.says(say.Waiting)
	default:
		return r.says(say.Mistaken)
	}
}

// longAway is how long a pause must be for the patient to be told where it goes on.
const longAway = 4 * time.Hour

// noteReturn notes what was known when the patient comes back after a long pause, or after the conversation
// was closed because of it, and takes it up again.  Who only says goodbye then is left alone.
func (d *dialogue) noteReturn(s *conversation.State) {
	if len(d.turn.Messages) == 0 || s.Closed != "" && s.Closed != conversation.OutcomeNoInterest {
		return
	}
	if s.Lapsed {
		if !slices.ContainsFunc(d.turn.Messages, func(m decide.Message) bool { return !d.reading(s, m.Text).goodbye() }) {
			return
		}
		d.moves = append(d.moves, conversation.Resume{})
	}
	away := s.Lapsed || !s.HeardAt.IsZero() && d.turn.Now.Sub(s.HeardAt) >= longAway
	if away {
		d.recap, d.shown = d.recapText(s), nil
	}
}

// recapText is "Que bom falar com você de novo!" and what was being booked.
func (d *dialogue) recapText(s *conversation.State) wording.Words {
	if s.Request == (conversation.Request{}) {
		return d.text(wording.BackHello)
	}
	what := []wording.Words{d.text(wording.BackSome)}
	if specialty, ok := d.clinic.Specialty(s.Request.SpecialtyID); ok {
		what[0] = d.text(wording.BackService, "service", specialty.Name)
	}
	if with := d.clinic.With(s.Request.AgendaID); with != "" {
		what = append(what, named(with))
	}
	if s.For != "" {
		what = append(what, d.text(wording.BackFor, "for", s.For))
	}
	what = append(what, d.clinic.PlanText(s.Request.PlanID, wording.BackPlan, wording.BackPrivate))
	booking := wording.Join(" ", what...)
	hello := wording.Join(" ", d.text(wording.BackHello), d.text(wording.BackBooking, "what", booking.Text).With(booking))
	if s.Choice == nil {
		return hello
	}
	return wording.Lines(hello, d.timeText(wording.BackChoice, *s.Choice))
}
