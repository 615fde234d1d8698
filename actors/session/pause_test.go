package session

import (
	"errors"
	"testing"
	"time"
)

// The pause after a failure doubles the one before, whoever failed: many short pauses for the journal are no reason
// to leave a patient for half a minute when the gateway fails once.
func TestPausesGrow(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		journal, gateway := journalAway(errors.New("away")), postpone(errors.New("no answer"))
		for i, step := range []struct {
			cause error
			want  time.Duration
		}{
			{journal, time.Second}, {journal, 2 * time.Second}, {journal, 3 * time.Second}, {journal, 3 * time.Second},
			{gateway, 6 * time.Second}, {gateway, 12 * time.Second}, {gateway, 24 * time.Second}, {gateway, 48 * time.Second},
			{gateway, time.Minute}, {gateway, time.Minute},
		} {
			var wait *postponed
			errors.As(step.cause, &wait)
			if got := b.session.holdBack(wait); got < step.want*8/10 || got > step.want*12/10 {
				t.Errorf("pause %d is %v, not about %v", i, got, step.want)
			}
		}
		b.session.progressed()
		if got := b.session.pause(longPause, 0); got > 1200*time.Millisecond {
			t.Errorf("after success it begins with %v", got)
		}
	})
}
