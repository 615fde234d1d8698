package session

import (
	"testing"
	"testing/synctest"

	"atende/actors/cluster"
	"atende/actors/session/sessiontest"
)

// B4, B9: "not sent" is a fact of the call of one process.  Another node had the session meanwhile,
// repeated the call towards a server that knows intents (B8), and died: whoever owns the session next
// repeats it once more, instead of making another attempt.
func TestNotSentBesideARepeat(t *testing.T) {
	for name, regained := range map[string]bool{"known in memory": true, "recorded": false} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Replays, b.clinic.Announces, b.clinic.Overbooks = true, true, true
				b.start()
				b.host.now(MayAct, tenureOf(1))
				stopped, host := b.session, b.host
				b.clinic.Before = onceAt("book", func() error { // it stands still, on its way to the guard
					host.now(NoRight, cluster.Tenure{})
					b.repeatElsewhere()
					return nil
				})
				b.write(sessiontest.Book)
				stopped.run(host.ctx)
				synctest.Wait()
				b.session, b.host = stopped, host
				if !regained {
					b.start()
				}
				b.host.now(MayAct, tenureOf(3))
				b.settle()
				b.wantOutcomes("AGENDADO 1")
				if n := len(b.clinic.Booked()); n != 1 {
					t.Errorf("%d appointments", n)
				}
			})
		})
	}
}

// repeatElsewhere is another node that owns the session for a moment and dies when its A4 was executed.
func (b *bench) repeatElsewhere() {
	known := b.clinic.KnowsIntents()
	b.start()
	b.host.now(MayAct, tenureOf(2))
	other := b.host
	b.clinic.After = onceAt("book", func() error {
		other.cancel()
		return lost
	})
	b.session.run(other.ctx)
	if !known || len(b.clinic.Booked()) != 1 {
		b.t.Error("the other node did not repeat the call")
	}
}
