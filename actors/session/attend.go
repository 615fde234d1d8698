package session

import (
	"context"
	"slices"
	"strings"

	"atende/actors/decide"
	"atende/actors/session/attachment"
)

// attend turns what is attached to messages into words and pictures.  release is called when the turn
// is over, and is never nil.  The error says that the turn may not go on.
func (s *session) attend(ctx context.Context, files []attachment.File, messages []decide.Message) (release func(), err error) {
	if len(files) == 0 {
		return func() {}, nil
	}
	turn := attachment.Turn{Session: s.id, Number: s.rec.Turn + 1, Permit: s.permit.ask, Urgent: s.alarming}
	release = s.files.Attend(ctx, turn, files, messages)
	if ctx.Err() != nil {
		return release, context.Cause(ctx)
	}
	if s.lost() {
		return release, errLost
	}
	return release, nil
}

// alarming reports that what was written, or what the gateway wrote down, is an emergency.
func (s *session) alarming(m decide.Message) bool {
	return s.RedFlag != nil && m.Text != "" && s.RedFlag(m.Whole())
}

// alarmingAny reports that one of some messages is an emergency, or that all of them are, read as one: people part sentences.
func (s *session) alarmingAny(messages []decide.Message) bool {
	if slices.ContainsFunc(messages, s.alarming) {
		return true
	}
	texts := make([]string, 0, len(messages))
	for _, m := range messages {
		texts = append(texts, m.Whole())
	}
	return len(texts) > 1 && s.RedFlag != nil && s.RedFlag(strings.Join(texts, " "))
}
