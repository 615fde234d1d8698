package conversation

import "time"

// Reception is when people of the clinic answer, so that patients who are handed over out of hours
// hear when somebody will.  Implementations are immutable and safe for concurrent use;
// times may be in any zone.
type Reception interface {
	// Open reports whether somebody answers at that moment.
	Open(at time.Time) bool
	// Next is the first moment after at when somebody answers again; false when there is none in
	// the next 30 days.
	Next(at time.Time) (time.Time, bool)
	// Holiday is the name of the holiday that the day of at is, as patients say it ("Natal"), "" on
	// all other days.
	Holiday(at time.Time) string
}

// Topic is what a question of a patient is about.
type Topic string

// The topics that every clinic knows; a catalogue may name further ones.
const (
	TopicAddress     Topic = "address"
	TopicHours       Topic = "hours" // of the reception
	TopicPlans       Topic = "plans"
	TopicPrices      Topic = "prices"
	TopicPayment     Topic = "payment"
	TopicPreparation Topic = "preparation"
	TopicDocuments   Topic = "documents"
)

// Answer is what the clinic wants said to a question about a topic, word for word.
type Answer struct {
	Topic Topic
	// Aliases are words or phrases by which a question is told to be about the topic, beside those
	// that are built in for the known ones.
	Aliases []string
	Text    string // one message: no blank lines
}
