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

// TooManyMessages hands over who writes faster than a person can.
func TooManyMessages(c *Clinic) Transfer {
	words := c.words(wording.TransferManyMessages)
	return Transfer{Reason: ReasonManyMessages, Text: words.Text, From: words.From}
}
