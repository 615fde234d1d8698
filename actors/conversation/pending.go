package conversation

import (
	"time"

	"atende/actors/wording"
)

// Pending is an appointment of which it is not known yet whether it was made.
type Pending struct {
	// Said is how often the patient was told so, the first time by the code itself.
	Said int `json:"said"`
	// Since is when the patient was told first: what was written before was answered by that.
	Since time.Time `json:"since,omitzero"`
}

// ReasonUncertain is the reason of the hand-over after a booking that could not be settled.
const ReasonUncertain = "agendamento_incerto"

// ReasonTextless is the reason of the hand-over after a booking whose texts are lost.
const ReasonTextless = "agendamento_sem_textos"

// endsWait reports the events that are taken while an appointment is pending: its answers, words, and
// a person.
func endsWait(e Event) bool {
	switch e.(type) {
	case AppointmentMade, AppointmentMadeTextless, AppointmentRefused, AppointmentUncertain, AppointmentDropped, Transfer, Reply, Heard:
		return true
	default:
		return false
	}
}

// appointmentPending ends the turn with words that claim nothing.
func appointmentPending(c *Clinic, s *State, now time.Time) Result {
	if s.Choice == nil {
		return refuse(ReasonUnexpected)
	}
	s.Pending = &Pending{Said: 1, Since: now}
	s.Asked, s.Options, s.Greeted = AskNothing, nil, true
	return Result{Done: true, Effects: append(reach(s, Started), say(c.words(wording.PendingFirst)))}
}

// countPendingReply counts a reply that is said while an appointment is pending.
func (s *State) countPendingReply() {
	if s.Pending != nil {
		s.Pending.Said++
	}
}

// appointmentUncertain ends with a person, who is told by the reason what to look for.
func appointmentUncertain(c *Clinic, s *State, now time.Time) Result {
	s.Pending = nil
	return handOver(s, ReasonUncertain, wording.Lines(c.words(wording.TransferUncertain), c.BackText(now)))
}

// appointmentDropped leaves everything to the person who has the session.
func appointmentDropped(s *State) Result {
	s.Pending = nil
	s.dropOffer()
	return Result{Done: true}
}
