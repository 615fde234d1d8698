package session

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"atende/actors/booking"
	"atende/actors/session/record"
)

// lookPause is between looks at what became of an open intent (B6).
const lookPause = 10 * time.Second

// vigil is since when this process has known of an open intent that it did not make.
type vigil struct {
	token string
	since time.Time
	// asked is when the scheduling API was last asked whether it still knows intents, denied that it does not.
	asked  time.Time
	denied bool
}

// waited is how long ago the A4 of an open intent began, as far as this process can tell: it counts
// from the start of its own flight, or else from when it first saw the intent.
func (s *session) waited(in *record.Intent) time.Duration {
	if f := s.flight; f != nil && f.intent.Token == in.Token && !f.repeat {
		return s.Now().Sub(f.started)
	}
	if s.vigil.token != in.Token {
		s.vigil = vigil{token: in.Token, since: s.Now()}
	}
	return s.Now().Sub(s.vigil.since)
}

// recorded is the journal's answer to an intent, empty while it is open.
func (s *session) recorded(ctx context.Context, in *record.Intent) (booking.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	known, err := s.Journal.Intents(ctx, s.id, in.Booking.N)
	if err != nil {
		return booking.Answer{}, journalAway(fmt.Errorf("intents: %w", err))
	}
	var a booking.Answer
	for _, k := range known {
		if k.Token == in.Token && k.Answer != "" {
			if err := json.Unmarshal([]byte(k.Answer), &a); err != nil {
				return booking.Answer{}, nil // of a newer release: as good as open
			}
		}
	}
	return a, nil
}
