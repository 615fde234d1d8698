package session

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"atende/actors/journal"
	"atende/actors/newcomer"
	"atende/actors/session/record"
	"atende/integrations/outbound"
)

// lateness is how long after its first denial a gateway may still come to know a session: it sends the event from one
// server and answers the read from another, which may be seconds behind.  It is asked eight times or so within it.
const lateness = 3 * time.Minute

// unconfirmedError ends the wait for a chat session that the gateway never confirmed: nobody says that there is a
// patient.  why is one of metrics.UnconfirmedResults.
type unconfirmedError struct{ why string }

func (u *unconfirmedError) Error() string { return "session: the gateway does not know it: " + u.why }

var (
	errUnconfirmed = &unconfirmedError{"given_up"}
	errUnlikely    = &unconfirmedError{"dropped"}
)

// mayRead waits until a session that the gateway has not confirmed may be read (package newcomer).  left is called when
// the read has left or was not made, by the read's permit or afterwards.
func (s *session) mayRead(ctx context.Context, rows []row) (reading context.Context, left func(), err error) {
	if s.confirmed {
		s.Newcomers.Busy()
		return ctx, func() {}, nil
	}
	first, taken := firstOf(rows)
	left, err = s.Newcomers.Turn(ctx, s.id, first, taken)
	s.crowded = errors.Is(err, newcomer.ErrCrowded)
	switch {
	case err == nil:
		return s.leaving(ctx, left), left, nil
	case ctx.Err() != nil || s.lost():
		return nil, nil, postpone(err)
	case errors.Is(err, newcomer.ErrDropped):
		return nil, nil, errUnlikely
	case s.late():
		return nil, nil, errUnconfirmed
	default:
		return nil, nil, postpone(err)
	}
}

// leaving is a context for calls about a session that the gateway never confirmed: they give their place among the
// newcomers back once they may leave, and what they are answered says little of the gateway.
func (s *session) leaving(ctx context.Context, left func()) context.Context {
	permit := s.permit
	return outbound.WithPermit(outbound.WithDoubt(ctx), func() error {
		left()
		return permit.ask()
	})
}

// firstOf is the first message of the patient among rows and when the newest was accepted; nothing if there is none.
func firstOf(rows []row) (m journal.PatientMessage, taken time.Time) {
	for _, r := range rows {
		if r.Kind != journal.Patient {
			continue
		}
		if taken.IsZero() {
			m = r.patient
		}
		taken = r.ReceivedAt
	}
	return m, taken
}

// held is for how much longer a failure of somebody else holds the session back.  Where too many waited for the gateway's
// word that ends with the first Wake before its time: the patient wrote again, or the session is likelier by now.
func (s *session) held() time.Duration {
	rest := s.pausedUntil.Sub(s.Now())
	if rest > 0 && s.crowded {
		s.progressed()
		s.pausedUntil, rest = time.Time{}, 0
	}
	s.crowded = false
	return rest
}

// confirm notes that the gateway knows the session.
func (s *session) confirm(ctx context.Context) {
	if !s.confirmed {
		s.confirmed, s.deniedAt = true, time.Time{}
		s.Newcomers.Confirmed(s.id)
		s.Newcomers.Remember(ctx, s.id)
	}
}

// denied is what follows when the gateway denies a session that it never confirmed.
func (s *session) denied(cause error) error {
	if s.deniedAt.IsZero() {
		s.deniedAt = s.Now()
		s.Newcomers.Denied(s.id)
	}
	if s.lost() {
		return postpone(cause)
	}
	if s.late() || s.Newcomers.Pressed() {
		return errUnconfirmed
	}
	return postpone(cause)
}

// late reports that the gateway has had its time to come to know the session.
func (s *session) late() bool {
	return !s.deniedAt.IsZero() && s.Now().Sub(s.deniedAt) >= lateness
}

// turnAway drops the messages of a session that the gateway does not know, and leaves nothing of it in the journal but
// that there was one.  Nobody is called: there is no session that could be handed over.
func (s *session) turnAway(ctx context.Context, t *turn, cause *unconfirmedError) error {
	if err := s.commit(ctx, journal.Commit{Sent: s.sent, Done: t.rows}); err != nil {
		return err
	}
	s.Newcomers.GaveUp(s.id, cause.why, len(t.rows))
	if leftOut, stands := s.seldom.Take(cause.why); stands {
		s.Log.LogAttrs(ctx, slog.LevelWarn, "messages of a session that the gateway does not know are dropped",
			slog.String("session", s.id), slog.String("reason", cause.why), slog.Int("messages", len(t.rows)), leftOut)
	}
	t.result, t.still = "failed", true
	t.outcomes = append(t.outcomes, outcomeError)
	s.count(t)
	s.finish(ctx, t)
	s.rec, s.turn, s.deniedAt, s.failures = record.New(), nil, time.Time{}, 0
	s.progressed()
	return nil
}
