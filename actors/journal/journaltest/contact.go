package journaltest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"atende/actors/journal"
)

// met wants exactly these contacts of a phone.
func (u *bundle) met(phone string, since time.Time, want ...journal.Contact) {
	u.t.Helper()
	got, err := u.Contacts(u.t.Context(), phone, since)
	u.must(err)
	if diff := cmp.Diff(want, got[:len(got):len(got)]); diff != "" && len(want)+len(got) > 0 {
		u.t.Fatalf("contacts of %s (-want +got):\n%s", phone, diff)
	}
}

// notes contacts of a phone.
func (u *bundle) meets(phone string, since time.Time, contacts ...journal.Contact) []journal.Contact {
	u.t.Helper()
	got, err := u.Contacts(u.t.Context(), phone, since, contacts...)
	u.must(err)
	return got
}

// contactTools are the times and contacts of the cases, and a journal with the sessions s and t.
func contactTools(b Backend) (start time.Time, after func(n int) time.Time,
	at func(session string, cpf, minute int) journal.Contact, begin func(t *testing.T) *bundle) {
	start = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	after = func(n int) time.Time { return start.Add(time.Duration(n) * time.Minute) }
	at = func(session string, cpf, minute int) journal.Contact {
		return journal.Contact{CPF: cpf, SessionID: session, At: after(minute)}
	}
	begin = func(t *testing.T) *bundle {
		u := setup(t, b, Config{})
		u.activate("s")
		u.activate("t")
		return u
	}
	return start, after, at, begin
}

func exerciseContacts(t *testing.T, b Backend) {
	start, after, at, begin := contactTools(b)
	t.Run("contacts of a phone, newest first, each CPF once", func(t *testing.T) {
		u := begin(t)
		u.met("p", start)
		got := u.meets("p", start, at("s", journal.NoCPF, 1), at("s", 65535, 1), at("s", 0, 2))
		want := []journal.Contact{at("s", 0, 2), at("s", journal.NoCPF, 1), at("s", 65535, 1)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		u.meets("p", start, at("t", 65535, 3))
		u.meets("p", start, at("t", 65535, 3)) // as a lost answer makes one do
		u.met("p", start, at("t", 65535, 3), at("s", 0, 2), at("s", journal.NoCPF, 1))
		u.met("p", after(2), at("t", 65535, 3), at("s", 0, 2))
		u.met("p", after(2).Add(time.Millisecond), at("t", 65535, 3))
		u.met("q", start)
	})
	t.Run("no more than the bound, of those that count", func(t *testing.T) {
		u := begin(t)
		for i := range journal.MaxContacts + 2 {
			u.meets("p", start, at("s", i, i))
		}
		if got := u.meets("p", start, at("t", 0, 99)); len(got) != journal.MaxContacts || got[0] != at("t", 0, 99) {
			t.Errorf("%d contacts, the newest is %+v", len(got), got[0])
		}
		got := u.meets("p", after(1), at("s", 1000, 100)) // one is too old to count
		if len(got) != journal.MaxContacts || got[0].CPF == 1000 {
			t.Errorf("%d contacts, the newest is %+v", len(got), got[0])
		}
		if got := u.meets("p", after(5), at("s", 1000, 100)); got[0].CPF != 1000 {
			t.Errorf("the newest is %+v", got[0])
		}
	})
	t.Run("one that is taken back counts no more, and its number may be any", func(t *testing.T) {
		u := begin(t)
		const number = 1<<31 - 1
		u.meets("p", start, at("s", number, 1), at("s", 2, 2))
		u.meets("p", start, journal.Contact{CPF: number, SessionID: "t", At: time.UnixMilli(0)})
		u.met("p", start, at("s", 2, 2))
		u.meets("p", start, at("t", number, 3))
		u.met("p", start, at("t", number, 3), at("s", 2, 2))
		u.meets("q", start, journal.Contact{CPF: 5, SessionID: "t", At: time.UnixMilli(0)})
		u.met("q", start)
	})
	t.Run("none of a session that is not stored", func(t *testing.T) {
		u := begin(t)
		u.meets("p", start, at("gone", 1, 1), at("s", 2, 1))
		u.met("p", start, at("s", 2, 1))
	})
	exerciseContactsEnd(t, b)
}

func exerciseContactsEnd(t *testing.T, b Backend) {
	start, after, at, begin := contactTools(b)
	t.Run("an erased session leaves none, whatever phone it was of", func(t *testing.T) {
		u := begin(t)
		u.meets("p", start, at("s", 1, 1), at("t", 2, 1))
		u.meets("q", start, at("s", 3, 1))
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("s")})
		u.refused(u.Erase(t.Context(), "s", version-1), journal.ErrChanged)
		u.met("q", start, at("s", 3, 1))
		u.must(u.Erase(t.Context(), "s", version))
		u.met("p", start, at("t", 2, 1))
		u.met("q", start)
		u.meets("p", start, at("s", 4, 2)) // by who holds it still
		u.met("p", start, at("t", 2, 1))
	})
	t.Run("old ones go, the oldest first, no more than the limit", func(t *testing.T) {
		u := begin(t)
		for i := range 5 {
			u.meets("p", start, at("s", i, i))
		}
		u.purges(0, journal.Retention{Contacts: after(9)}, 0)
		u.purges(3, journal.Retention{Contacts: after(3)}, 9)
		u.met("p", start, at("s", 4, 4), at("s", 3, 3))
		u.purges(1, journal.Retention{Contacts: after(9)}, 1)
		u.purges(1, journal.Retention{Contacts: after(9)}, 9)
		u.met("p", start)
	})
	t.Run("one of a time to come is kept for as much longer, and newer than any other", func(t *testing.T) {
		u := begin(t)
		u.meets("p", start, at("s", 1, 60), at("t", 2, 1))
		u.purges(1, journal.Retention{Contacts: after(60)}, 9)
		u.met("p", start, at("s", 1, 60))
		u.meets("p", after(30), at("t", 1, 90)) // by another session
		u.purges(0, journal.Retention{Contacts: after(90)}, 9)
		u.met("p", after(30), at("t", 1, 90))
		u.purges(1, journal.Retention{Contacts: after(91)}, 9)
		u.met("p", start)
	})
	t.Run("of calls at once the last sees all", func(t *testing.T) {
		u := begin(t)
		const calls = 8
		seen := make(chan int, calls)
		for i := range calls {
			go func() {
				got, err := u.Contacts(t.Context(), "p", start, at("s", i, i))
				if err != nil {
					t.Error(err)
				}
				seen <- len(got)
			}()
		}
		most := 0
		for range calls {
			most = max(most, <-seen)
		}
		if most != calls {
			t.Errorf("nobody saw more than %d", most)
		}
	})
	exerciseContactsOfMany(t, b)
	if b.Durable {
		t.Run("they survive a restart", func(t *testing.T) {
			u := begin(t)
			for i := range 3 {
				u.meets(fmt.Sprint(i), start, at("s", i, i))
			}
			u.reopen()
			u.met("2", start, at("s", 2, 2))
		})
	}
}

func exerciseContactsOfMany(t *testing.T, b Backend) {
	start, _, at, begin := contactTools(b)
	t.Run("calls of many phones at once, each its own", func(t *testing.T) {
		u := begin(t)
		var calls sync.WaitGroup
		for i := range 40 {
			calls.Go(func() {
				phone, want := fmt.Sprint(i), []journal.Contact(nil)
				for n := range i % 4 { // none, too
					want = append(want, at("s", i+n, -n))
				}
				for range 3 {
					got, err := u.Contacts(t.Context(), phone, start.Add(-time.Hour), want...)
					if diff := cmp.Diff(want, got[:len(got):len(got)], cmpopts.EquateEmpty()); err != nil || diff != "" {
						t.Errorf("phone %d: %v (-want +got):\n%s", i, err, diff)
					}
				}
			})
		}
		calls.Wait()
	})
}
