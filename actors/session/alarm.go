package session

import (
	"context"
	"slices"
)

const (
	// alarmRows is how many waiting rows are searched for an emergency before those before it
	// are answered, or go to a person.
	alarmRows = 5 * floodRows
	// alarmText is how much of their texts, in bytes: as much as one turn may have.
	alarmText = maxRows << 16
)

// burst is what one turn takes of the rows at hand, of which more wait.  The turns before an emergency may hand the session
// over, as more messages than anybody would answer do, and a person may read the rest later: what is an emergency among
// all that wait is answered first, with what was written right before it.
func (s *session) burst(ctx context.Context, fresh []row) ([]row, error) {
	takes := len(fresh) <= maxRows && slices.ContainsFunc(fresh, s.alarms)
	if takes || s.RedFlag == nil || s.owner().Person() {
		return fresh, nil
	}
	waiting, err := s.list(ctx, alarmRows)
	if err != nil {
		return nil, err
	}
	all, _, err := s.sift(ctx, waiting) // what is to be dropped is when its turn comes
	if err != nil {
		return nil, err
	}
	size := 0
	end := slices.IndexFunc(all, func(r row) bool {
		size += len(r.message().Whole())
		return size > alarmText
	})
	if end >= 0 {
		all = all[:end]
	}
	if alarm := s.urgent(all); alarm != nil {
		return alarm, nil
	}
	return fresh, nil
}
