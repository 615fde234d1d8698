package model

import "atende/integrations/outbound"

// The causes of failures, beside those of outbound.  The list is closed, as there.
const (
	causeRequest    = "request cannot be built"
	causeAudio      = "unknown kind of audio"
	causeUnreadable = "unreadable answer"
	causeReported   = "an error in place of an answer"
	causeEmpty      = "no choice in the answer"
	causeCut        = "answer cut off"
	causeFiltered   = "answer filtered"
	causeInText     = "tool call in the text"
)

// sick is an answer that a server which is well would not give.
func sick(cause string) error { return &outbound.Error{Kind: outbound.Unknown, Cause: cause} }

// useless is an answer that would be the same a second time; it says nothing about the server's health.
func useless(cause string) error { return &outbound.Error{Kind: outbound.Refused, Cause: cause} }
