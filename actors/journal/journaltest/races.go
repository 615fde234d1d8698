package journaltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
)

func exerciseRaces(t *testing.T, b Backend) {
	t.Run("J3 J4 many callers at once lose nothing and keep their order", func(t *testing.T) {
		u := setup(t, b, Config{})
		const callers, each = 16, 12
		together(callers, func(caller int) {
			session := fmt.Sprint("s", caller%4)
			for i := range each {
				id := fmt.Sprintf("%02d-%02d", caller, i)
				if err := u.Accept(t.Context(), journal.Incoming{SessionID: session, MessageID: id}); err != nil {
					t.Error(err)
				}
			}
		})
		u.pends(callers * each)
		last := map[string]string{} // by caller
		for s := range 4 {
			for _, row := range u.read(fmt.Sprint("s", s)) {
				caller := row.MessageID[:2]
				if row.MessageID <= last[caller] {
					t.Errorf("%s comes after %s", row.MessageID, last[caller])
				}
				last[caller] = row.MessageID
			}
		}
		if len(last) != callers {
			t.Errorf("%d callers have rows, want %d", len(last), callers)
		}
	})
	t.Run("the bound holds under many callers", func(t *testing.T) {
		const bound = 10
		u := setup(t, b, Config{MaxPending: bound})
		together(8, func(int) {
			for range 5 {
				err := u.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m"})
				if err != nil && !errors.Is(err, journal.ErrFull) {
					t.Error(err)
				}
			}
		})
		u.pends(bound)
		if rows := u.read("s"); len(rows) != bound {
			t.Errorf("%d rows, want %d", len(rows), bound)
		}
	})
	t.Run("C1 C9 holders that race lose no update", func(t *testing.T) { raceHolders(t, b) })
	t.Run("C9 a commit whose caller left stands or never will", func(t *testing.T) { leaveCommits(t, b) })
}

// leaveCommits leaves commits at any moment.  After the activation that must follow, the state is
// the old one or the new one, and it stays that: a commit that was still under way is fenced.
func leaveCommits(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	u.accept("s", "m")
	before := u.activate("s")
	for i := range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		var leaving sync.WaitGroup
		leaving.Go(cancel)
		state := strconv.Itoa(i)
		_, err := u.Commit(ctx, schema, journal.Commit{SessionID: "s", Version: before.Version, State: []byte(state), Attempted: u.seqs("s")})
		after := u.activate("s")
		if err == nil && string(after.State) != state {
			t.Fatalf("commit %d stood and is gone", i)
		}
		if got := string(after.State); got != state && got != string(before.State) {
			t.Fatalf("commit %d left the state %q", i, got)
		}
		attempts := u.read("s")[0].Attempts
		if again := u.activate("s"); !bytes.Equal(again.State, after.State) || u.read("s")[0].Attempts != attempts {
			t.Fatalf("commit %d was applied after the next activation", i)
		}
		leaving.Wait()
		before = u.activate("s")
	}
}

// raceHolders lets holders of one session count in its state.  Each that is fenced loads again, as
// an actor does.  An update that was lost or written twice makes the sum wrong.
func raceHolders(t *testing.T, b Backend) {
	u := setup(t, b, Config{})
	const holders, each = 4, 10
	var mu sync.Mutex
	fenced := 0
	together(holders, func(int) {
		for done := 0; done < each; {
			a, err := u.Activate(t.Context(), "s", schema)
			if err != nil {
				t.Error(err)
				return
			}
			count, _ := strconv.Atoi(string(a.State))
			_, err = u.Commit(t.Context(), schema, journal.Commit{
				SessionID: "s", Version: a.Version, State: []byte(strconv.Itoa(count + 1)),
			})
			switch {
			case err == nil:
				done++
			case errors.Is(err, journal.ErrFenced):
				mu.Lock()
				fenced++
				mu.Unlock()
			default:
				t.Error(err)
				return
			}
		}
	})
	if got := string(u.activate("s").State); got != strconv.Itoa(holders*each) {
		t.Errorf("counted to %s, want %d (%d were fenced)", got, holders*each, fenced)
	}
}

// together runs call in n goroutines and waits for all.
func together(n int, call func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { call(i) })
	}
	all.Wait()
}

func exerciseClose(t *testing.T, b Backend) {
	t.Run("later calls fail and do not hang", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m")
		version := u.activate("s").Version
		u.must(u.Close())
		u.must(u.Close())
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		for name, call := range everyCall(u, version) {
			if err := call(ctx); err == nil || errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s after Close: %v", name, err)
			}
		}
		u.refused(u.Accept(ctx, journal.Incoming{SessionID: "s", MessageID: "n"}), journal.ErrFull)
	})
	t.Run("J4 closing under load answers everybody with the truth", func(t *testing.T) {
		u := setup(t, b, Config{})
		const callers = 8
		var accepted [callers]int
		var busy sync.WaitGroup
		busy.Add(callers)
		go func() {
			busy.Wait()
			_ = u.Close() // setup looks at its result
		}()
		together(callers, func(caller int) {
			for {
				err := u.Accept(t.Context(), journal.Incoming{SessionID: fmt.Sprint("s", caller), MessageID: "m"})
				if err != nil {
					if !errors.Is(err, journal.ErrFull) {
						t.Error(err)
					}
					return
				}
				if accepted[caller]++; accepted[caller] == 3 {
					busy.Done()
				}
			}
		})
		if !b.Durable {
			return
		}
		u.reopen()
		for caller, want := range accepted {
			want = min(want, readLimit)
			if got := len(u.read(fmt.Sprint("s", caller))); got != want {
				t.Errorf("caller %d has %d rows, want %d", caller, got, want)
			}
		}
	})
}

// everyCall is each call of the interface that can fail.
func everyCall(u *bundle, version int64) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Accept": func(ctx context.Context) error {
			return u.Accept(ctx, journal.Incoming{SessionID: "s", MessageID: "m"})
		},
		"Activate": func(ctx context.Context) error { _, err := u.Activate(ctx, "s", schema); return err },
		"Read":     func(ctx context.Context) error { _, err := u.Read(ctx, "s", 1); return err },
		"Commit": func(ctx context.Context) error {
			_, err := u.Commit(ctx, schema, journal.Commit{SessionID: "s", Version: version})
			return err
		},
		"Sweep":     func(ctx context.Context) error { _, err := u.Sweep(ctx, 1); return err },
		"Ring":      func(ctx context.Context) error { _, err := u.Ring(ctx, everlong, 1); return err },
		"Intents":   func(ctx context.Context) error { _, err := u.Intents(ctx, "s", 1); return err },
		"Answer":    func(ctx context.Context) error { return u.Answer(ctx, "s", "token", "executed") },
		"Fact":      func(ctx context.Context) error { _, _, err := u.Fact(ctx, 101); return err },
		"Learn":     func(ctx context.Context) error { return u.Learn(ctx, journal.Fact{AgendaID: 101}) },
		"History":   func(ctx context.Context) error { _, err := u.History(ctx, "s", 1); return err },
		"Histories": func(ctx context.Context) error { _, err := u.Histories(ctx, "", 0, 1); return err },
		"Demand":    func(ctx context.Context) error { _, err := u.Demand(ctx, "2026-11-21", "2026-11-21"); return err },
		"Look":      func(ctx context.Context) error { _, _, err := u.Look(ctx, "s"); return err },
		"Sessions":  func(ctx context.Context) error { _, err := u.Sessions(ctx, "", 1); return err },
		"Erase":     func(ctx context.Context) error { return u.Erase(ctx, "s", version) },
		"Record":    func(ctx context.Context) error { return u.Record(ctx, journal.Access{Action: "timeline"}) },
		"Accesses":  func(ctx context.Context) error { _, err := u.Accesses(ctx, 1); return err },
		"Purge": func(ctx context.Context) error {
			_, err := u.Purge(ctx, journal.Retention{Sessions: time.Now(), Intents: time.Now()}, 9)
			return err
		},
	}
}
