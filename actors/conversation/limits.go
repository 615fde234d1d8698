package conversation

import "atende/actors/wording"

// Reasons of hand-overs of who does more than one person would.
const (
	ReasonManyBookings = "muitas_marcacoes"
	ReasonManyMessages = "muitas_mensagens"
)

// TooManyBookings hands over before another appointment is made for a phone or a CPF that has had as many as it may within
// a day.
func TooManyBookings(c *Clinic) Transfer {
	words := c.words(wording.TransferManyBookings)
	return Transfer{Reason: ReasonManyBookings, Text: words.Text, From: words.From}
}

// MaxMismatches is how often within GuessWindow the clinic's record may contradict what one phone, or anybody with one
// CPF, says; whatever comes then is for a person.
const MaxMismatches = 3

// TooManyMismatches hands over instead of what A2 found, in the words of one mismatch too many.
func TooManyMismatches(c *Clinic) Transfer {
	words := c.words(wording.TransferRecord)
	return Transfer{Reason: ReasonRecord, Text: words.Text, From: words.From}
}

// TooManyMessages hands over who writes faster than a person can.
func TooManyMessages(c *Clinic) Transfer {
	words := c.words(wording.TransferManyMessages)
	return Transfer{Reason: ReasonManyMessages, Text: words.Text, From: words.From}
}
