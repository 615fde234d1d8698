package router

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anthdm/hollywood/actor"

	"atende/actors/journal"
	"atende/actors/session"
)

// ringing is a journal with reminders, each of which falls due once.
type ringing struct {
	forgetting

	mu   sync.Mutex
	due  []string
	rung []string // when, and how many
}

func (r *ringing) Ring(_ context.Context, now time.Time, limit int) ([]string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	batch := slices.Clone(r.due[:min(limit, len(r.due))])
	r.due = r.due[len(batch):]
	r.rung = append(r.rung, fmt.Sprint(now.Sub(r.began), " ", len(batch)))
	return batch, nil
}

// times are when it was asked, and how many were due.
func (r *ringing) times() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.rung)
}

// Reminders are looked for every five seconds, all that are due at once, and their sessions are woken; while half of
// the journal waits for answers they wait, too.
func TestReminders(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		r := &ringing{forgetting: forgetting{Journal: b.journal, began: time.Now()}}
		for i := range remindBatch + 50 {
			r.due = append(r.due, fmt.Sprint(i))
		}
		b.config.Journal, b.config.MaxPending, b.config.SweepEvery = r, 100, time.Hour // nobody else wakes them
		b.config.Producer = scripted(func(c *actor.Context, host session.Host) {
			host.Done(strings.TrimPrefix(c.PID().ID, session.Kind+"/"), session.Rest{})
		})
		b.start()
		time.Sleep(11 * time.Second)
		if want := []string{"5s 200", "5s 50", "10s 0"}; !slices.Equal(r.times(), want) || b.router.Resident() != remindBatch+50 {
			t.Errorf("rung %q, %d sessions were woken", r.times(), b.router.Resident())
		}
		r.pending.Store(51)
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(r.times()) != 3 {
			t.Errorf("rung %q", r.times())
		}
		r.pending.Store(50)
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if len(r.times()) != 4 {
			t.Errorf("rung %q", r.times())
		}
	})
}

var _ journal.Journal = (*ringing)(nil)
