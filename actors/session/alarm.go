package session

import (
	"context"
	"slices"
)

const (
	// alarmRows is how many waiting rows are searched for an emergency before a session of which too many wait goes to a
	// person.
	alarmRows = 5 * floodRows
	// alarmText is how much of their texts, in bytes: as much as one turn may have.
	alarmText = maxRows << 16
)

// burst is what one turn takes of the rows at hand.  More than anybody would answer go to a person, who may read them
// later: what is an emergency among all that wait is answered before, with what was written right before it.
func (s *session) burst(ctx context.Context, fresh []row) ([]row, error) {
	if len(fresh) <= maxRows || s.Media.RedFlag == nil || s.personAnswers() {
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
