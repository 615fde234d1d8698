package session

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
)

// dying is the journal of a process: a dead one writes nothing any more.
type dying struct {
	journal.Journal
	dead atomic.Bool
}

func (m *dying) Activate(ctx context.Context, id string, schema int) (journal.Activation, error) {
	if m.dead.Load() {
		return journal.Activation{}, context.Canceled
	}
	return m.Journal.Activate(ctx, id, schema)
}

// When processes die again and again with many sessions thinking, at most one of them a time is taken for the
// cause: the bystanders of a few deaths still get their answers.
func TestBystandersAreNotSuspected(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		const sessions, deaths = 10, 4
		for i := range sessions {
			err := b.journal.Accept(t.Context(), journal.Incoming{SessionID: fmt.Sprint("s", i), MessageID: "m", Body: sessiontest.Body("oi")})
			if err != nil {
				t.Fatal(err)
			}
		}
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) { time.Sleep(time.Minute) }}
		b.config.Hooks = Hooks{} // the bench keeps the results of one session
		run := func(dies bool) {
			time.Sleep(time.Second)
			b.start()
			process := &dying{Journal: b.journal}
			b.config.Journal = process
			behavior := NewBehavior(b.config)
			var all sync.WaitGroup
			for i := range sessions {
				all.Go(func() {
					s := newSession(behavior, b.host, fmt.Sprint("s", i))
					for s.run(b.host.ctx) > 0 {
						time.Sleep(time.Second)
					}
				})
			}
			if dies {
				time.Sleep(30 * time.Second)
				process.dead.Store(true)
				b.host.cancel() // the process dies, and everybody was thinking
			}
			all.Wait()
		}
		for range deaths {
			run(true)
		}
		run(false)
		if n := len(b.gateway.Transfers()); n > deaths-1 {
			t.Errorf("%d of %d sessions went to a person", n, sessions)
		}
		if n := b.journal.Pending(); n != 0 {
			t.Errorf("%d messages wait", n)
		}
	})
}

// A message that killed the node before this one is counted before anything looks at its words, also when the
// patient has just written another: else it would kill one node after the other, and none would know.
func TestSuspectedRowsAreCountedFirst(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.QuietWindow = time.Second
		b.config.Complete = func(text string, _ *conversation.State, _ time.Time) bool {
			if strings.Contains(text, "oi") {
				t.Error("its words are read")
			}
			return false
		}
		b.start()
		b.write("oi")
		time.Sleep(4 * time.Second)
		tenure := tenureOf(2)
		tenure.Suspect = time.Now()
		b.host.now(MayAct, tenure)
		b.write("alguém?")
		b.wake()
		b.settle()
		b.wantTexts("TEXT:oi|TEXT:alguém?")
	})
}
