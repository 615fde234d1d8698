package decide

import (
	"slices"

	"atende/actors/conversation"
)

// ReadTaps is a turn's messages with what was tapped read in the state of before it.  What an option means follows from the
// list that it stands in, so whoever leads reads it alike, and a list that was replaced meanwhile chooses nothing.  A tap that
// an earlier message of the same turn overtakes is checked like words are: a number by the list that was read, a yes by what
// was read back.
func ReadTaps(messages []Message, s *conversation.State) []Message {
	read := slices.Clone(messages)
	for i := range read {
		if tap, ours := s.Tapped(read[i].Choice); ours {
			read[i].Text, read[i].Rest = tap.Words, ""
			read[i].Tapped, read[i].Older = !tap.Older, tap.Older
		}
	}
	return read
}
