// Package proof reads what a language model wants to say to a patient and finds what nothing covers: an appointment
// that was not made, a day, an hour, a doctor, a price that no tool result of this conversation named.  It is pure.
package proof

import (
	"time"

	"atende/actors/conversation"
)

// Facts is what the conversation knows.
type Facts struct {
	Clinic *conversation.Clinic
	Now    time.Time // in the clinic's time zone
	// Offer is the present offer, in the order of its numbers; Slots are all times that were offered or
	// chosen in this conversation, the offer included.
	Offer []conversation.Slot
	Slots []conversation.Slot
	// Booked is the appointment that was made in this conversation, nil for none.
	Booked *conversation.Booked
	// Doctors are the agendas that a tool result or the patient named.
	Doctors []int
	// Wished is what was looked for: its days may be named where it is said that there is nothing.
	Wished conversation.Wish
	// Sayings are the clinic's own words that a tool result gave: what they say of hours, prices and links may
	// be said again.
	Sayings []string
	// HandsOver says that a person takes over in this very turn.
	HandsOver bool
}

// Violation is a claim that nothing covers.
type Violation struct {
	// Reason is one of metrics.ModelGuards.
	Reason string
	// From and To are where it stands, in bytes.
	From, To int
}
