package record

import (
	"time"
)

// Patience is how old a message may become while the gateway fails (contract, "Uncontrolled error"), and for how long a
// session is a person's where nothing tells otherwise.
const Patience = 24 * time.Hour

// Owner is who answers the patient of a session, as far as its record tells.  A gateway need not change the status of a
// session that was given to a person (spec 3), so the filters tell, or a day's time, that the person is done:
//
//	from                       when                                                 to
//	any                        it is given to a person                              APerson
//	APerson                    the filters fail right after that                    MovedPerson
//	APerson, MovedPerson       the filters fail at a message, or a day has passed   FormerPerson
//	MovedPerson, FormerPerson  the filters pass at a message                        TheAgent, a new conversation
//	any                        it is given back                                     TheAgent
type Owner int

// The owners.
const (
	TheAgent     Owner = iota
	APerson            // and what the patient writes is theirs
	MovedPerson        // until the chat session passes the filters again
	FormerPerson       // whose turn is over once the chat session passes the filters
)

// Person reports that a person answers now, as far as is known without the gateway.
func (o Owner) Person() bool { return o == APerson || o == MovedPerson }

// Ownership is what a record keeps of its owner.
type Ownership struct {
	// HandedOver is set from a confirmed transfer until a new conversation.
	HandedOver *HandOver `json:"handed_over,omitempty"`
	// Moved is set where the chat session did not pass the filters right after that: it is the person's only until it
	// passes them again, whether the patient wrote meanwhile or not.
	Moved bool `json:"moved,omitempty"`
}

// HandOver remembers that a person has the session.
type HandOver struct {
	At time.Time `json:"at"`
	// Left is set once the session did not pass the filters: the person's turn has begun, and
	// when it passes again that turn is over.
	Left bool `json:"left,omitempty"`
}

// Owner is whose the session is at a time.
func (o Ownership) Owner(now time.Time) Owner {
	switch h := o.HandedOver; {
	case h == nil:
		return TheAgent
	case h.Left || now.Sub(h.At) >= Patience:
		return FormerPerson
	case o.Moved:
		return MovedPerson
	default:
		return APerson
	}
}

// Give makes the session a person's, nil: the agent's.
func (o *Ownership) Give(to *HandOver) { o.HandedOver, o.Moved = to, false }
