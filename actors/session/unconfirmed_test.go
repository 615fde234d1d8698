package session

import (
	"errors"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/newcomer"
)

// Who waits behind too many others and writes again, or is likelier by now, is not held back any longer: the session looks
// at the first Wake, and no pause grows.  A gateway that failed is left alone whoever wakes.
func TestWokenInACrowd(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Newcomers = newcomer.New(newcomer.Config{Rate: 1})
		b.config.Newcomers.Close() // nobody is let in any more
		b.start()
		b.send("m1", journal.PatientMessage{Text: "oi"})
		for range 6 {
			rest := b.session.run(t.Context())
			time.Sleep(rest)
		}
		tries := b.session.tries
		rest := b.session.run(t.Context())
		if rest < 30*time.Second || tries != 6 {
			t.Fatalf("after %d tries it is put off for %v", tries, rest)
		}
		time.Sleep(time.Second)
		b.send("m2", journal.PatientMessage{Text: "alo?"})
		if again := b.session.run(t.Context()); again > 2*time.Second || b.session.tries != 1 {
			t.Errorf("woken, it is put off for %v, %d tries", again, b.session.tries)
		}
		b.wantTexts()

		b.session.holdBack(&postponed{cause: errors.New("the gateway"), longest: longPause})
		b.session.crowded = false
		if again := b.session.run(t.Context()); again < firstPause || b.session.tries != 2 {
			t.Errorf("with a gateway that fails it is put off for %v, %d tries", again, b.session.tries)
		}
	})
}
