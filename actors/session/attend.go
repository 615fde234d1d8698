package session

import (
	"context"

	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/attachment"
)

// attend turns what is attached to the messages of the rows into words and pictures.  release is called when the turn
// is over, and is never nil.  The error says that the turn may not go on.
func (s *session) attend(ctx context.Context, rows []row, messages []decide.Message) (release func(), err error) {
	files := filesOf(rows)
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

// filesOf are the files of the rows, by the places of their messages.
func filesOf(rows []row) (files []attachment.File) {
	message := 0
	for _, r := range rows {
		if r.Kind != journal.Patient {
			continue
		}
		if attachment.Comes(r.patient) {
			files = append(files, attachment.File{Message: message, Of: r.patient})
		}
		message++
	}
	return files
}

// alarming reports that what was written, or what the gateway wrote down, is an emergency.
func (s *session) alarming(m decide.Message) bool {
	return s.RedFlag != nil && m.Text != "" && s.RedFlag(m.Whole())
}
