package journaltest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/journal"
)

func exerciseHistory(t *testing.T, b Backend) {
	t.Run("J8 an entry stands with its commit, oldest first", func(t *testing.T) {
		at := time.Date(2026, 11, 21, 9, 30, 0, 123_999_999, time.UTC)
		u := setup(t, b, Config{Now: func() time.Time { return at }})
		u.tells("s")
		version := u.note("s", u.activate("s").Version, "one")
		version = u.commit(journal.Commit{SessionID: "s", Version: version, Sent: 1}) // without one
		version = u.note("s", version, "two")
		u.note("other", u.activate("other").Version, "theirs")
		u.tells("s", "one", "two")
		u.tells("other", "theirs")
		entries := u.history("s", 9)
		if entries[0].Seq >= entries[1].Seq || entries[1].Seq != version {
			t.Errorf("numbers are %d and %d, the version is %d", entries[0].Seq, entries[1].Seq, version)
		}
		if want := at.Truncate(time.Millisecond); !entries[0].At.Equal(want) {
			t.Errorf("it is of %v, want %v", entries[0].At, want)
		}
	})
	t.Run("the newest, no more than the limit", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.notes("s", 5)
		for limit, want := range map[int][]string{-1: nil, 0: nil, 1: {"4"}, 3: {"2", "3", "4"}, 9: {"0", "1", "2", "3", "4"}} {
			if got := bodies(u.history("s", limit)); !slices.Equal(got, want) {
				t.Errorf("limit %d: %q, want %q", limit, got, want)
			}
		}
	})
	for name, body := range map[string][]byte{
		"NUL": []byte("\x00a\x00"), "invalid UTF-8": {0xff, 0xfe, 'a'}, "the longest": bytes.Repeat([]byte("x"), journal.MaxEntry),
	} {
		t.Run("an entry of any bytes: "+name, func(t *testing.T) {
			u := setup(t, b, Config{})
			u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Entry: body})
			u.tells("s", string(body))
		})
	}
	for name, body := range map[string][]byte{"none": {}, "too long": bytes.Repeat([]byte("x"), journal.MaxEntry+1)} {
		t.Run("a commit stands without its entry: "+name, func(t *testing.T) {
			u := setup(t, b, Config{})
			u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("kept"), Entry: body})
			u.tells("s")
			if a := u.activate("s"); string(a.State) != "kept" {
				t.Errorf("the session became %+v", a)
			}
		})
	}
	t.Run("J8 loading, marks and a second holder leave it alone", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m")
		u.notes("s", 2)
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Sent: 1, Done: u.seqs("s")})
		u.notes("s", 1)
		u.tells("s", "0", "1", "0")
	})
	t.Run("B1 a commit whose intent is taken leaves no entry and counts no wish", func(t *testing.T) {
		u := setup(t, b, Config{})
		version := u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Intent: intent(1, 1)})
		_, err := u.Commit(t.Context(), schema, journal.Commit{
			SessionID: "s", Version: version, Intent: intent(1, 1), Entry: []byte("e"), Demand: []journal.Demand{saturday},
		})
		u.refused(err, journal.ErrIntentTaken)
		u.tells("s")
		u.wished()
	})
	t.Run("the oldest entries of a session go", func(t *testing.T) { boundHistory(t, b) })
	exerciseHistories(t, b)
}

// boundHistory writes more than is kept, with several versions to a turn, and wants the newest, and nothing of
// another session to go.
func boundHistory(t *testing.T, b Backend) {
	const slack = 200
	u := setup(t, b, Config{})
	u.notes("other", 2)
	version := u.activate("s").Version
	for i := range journal.MaxHistory + slack {
		version = u.note("s", version, fmt.Sprint(i))
		if i%2 == 0 {
			version = u.commit(journal.Commit{SessionID: "s", Version: version, Sent: 1})
		}
	}
	kept := bodies(u.history("s", journal.MaxHistory+slack))
	if len(kept) != journal.MaxHistory || kept[0] != fmt.Sprint(slack) {
		t.Errorf("%d entries, the oldest is %s", len(kept), kept[0])
	}
	u.tells("other", "0", "1")
	page, err := u.Histories(t.Context(), "s", 0, journal.MaxPage)
	u.must(err)
	if len(page) < journal.MaxHistory || len(page) >= journal.MaxHistory+slack {
		t.Errorf("%d entries are kept of %d", len(page), journal.MaxHistory+slack)
	}
}

func exerciseHistories(t *testing.T, b Backend) {
	t.Run("all entries, page by page, by session and number", func(t *testing.T) {
		u := setup(t, b, Config{})
		for _, id := range []string{"c", "a", "b"} {
			u.notes(id, 3)
		}
		want := []string{"a0", "a1", "a2", "b0", "b1", "b2", "c0", "c1", "c2"}
		for _, limit := range []int{1, 2, 3, 4, 9, 99} {
			if got := u.leaf(limit, func() {}); !slices.Equal(got, want) {
				t.Errorf("pages of %d: %q", limit, got)
			}
		}
		for _, limit := range []int{0, -1} {
			if page, err := u.Histories(t.Context(), "", 0, limit); err != nil || len(page) != 0 {
				t.Errorf("limit %d: %d entries (%v)", limit, len(page), err)
			}
		}
	})
	t.Run("pages while entries come and go miss none that stays", func(t *testing.T) {
		u := setup(t, b, Config{})
		for _, id := range []string{"a", "c", "e"} {
			u.notes(id, 2)
		}
		n := 0
		got := u.leaf(1, func() {
			if n++; n > 3 {
				return
			}
			u.notes(fmt.Sprint("b", n), 1)
			u.notes("d", 1)
			if n == 2 {
				u.must(u.Erase(t.Context(), "c", u.lookAt("c").Version))
			}
		})
		for _, want := range []string{"a0", "a1", "e0", "e1"} {
			if !slices.Contains(got, want) {
				t.Errorf("%s is missing in %q", want, got)
			}
		}
		if slices.Contains(got, "c0") || !slices.IsSorted(u.leafed) {
			t.Errorf("got %q", u.leafed)
		}
	})
}

// leaf pages through all entries, and does something after each page.
func (u *bundle) leaf(limit int, between func()) (all []string) {
	u.t.Helper()
	session, seq := "", int64(0)
	u.leafed = nil
	for range 1000 {
		page, err := u.Histories(u.t.Context(), session, seq, limit)
		u.must(err)
		if len(page) == 0 {
			return all
		}
		for _, e := range page {
			all = append(all, e.SessionID+string(e.Body))
			u.leafed = append(u.leafed, fmt.Sprintf("%s %020d", e.SessionID, e.Seq))
		}
		session, seq = page[len(page)-1].SessionID, page[len(page)-1].Seq
		between()
	}
	u.t.Fatal("the pages never end")
	return nil
}

// note commits an entry and returns the new version.
func (u *bundle) note(session string, version int64, entry string) int64 {
	u.t.Helper()
	return u.commit(journal.Commit{SessionID: session, Version: version, State: []byte("s"), Entry: []byte(entry)})
}

// notes loads a session and commits that many entries, "0" and so on.
func (u *bundle) notes(session string, n int) {
	u.t.Helper()
	version := u.activate(session).Version
	for i := range n {
		version = u.note(session, version, fmt.Sprint(i))
	}
}

func (u *bundle) history(session string, limit int) []journal.Entry {
	u.t.Helper()
	entries, err := u.History(u.t.Context(), session, limit)
	u.must(err)
	return entries
}

// tells wants the history of a session to be these entries.
func (u *bundle) tells(session string, want ...string) {
	u.t.Helper()
	if got := bodies(u.history(session, journal.MaxHistory)); !slices.Equal(got, want) {
		u.t.Fatalf("the history of %q is %.200q, want %.200q", session, got, want)
	}
}

func bodies(entries []journal.Entry) (all []string) {
	for _, e := range entries {
		all = append(all, string(e.Body))
	}
	return all
}

// saturday is a wish.
var saturday = journal.Demand{
	Day: "2026-11-21", SpecialtyID: 7, AgendaID: 101, PlanID: 1, Weekday: int(time.Saturday), Period: "morning", Cause: "wished",
}

func exerciseDemand(t *testing.T, b Backend) {
	t.Run("wishes are counted, each kind by itself", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.wished()
		other := saturday
		other.PlanID = 2
		version := u.wish("s", u.activate("s").Version, saturday, saturday, other)
		u.wish("s", version, saturday)
		u.wish("t", u.activate("t").Version, saturday, other)
		u.wished(journal.DemandCount{Demand: saturday, Count: 4}, journal.DemandCount{Demand: other, Count: 2})
	})
	t.Run("by all fields, of the days that were asked for", func(t *testing.T) {
		u := setup(t, b, Config{})
		var all []journal.DemandCount
		for _, d := range everyDemand() {
			all = append(all, journal.DemandCount{Demand: d, Count: 1})
		}
		backwards := everyDemand()
		slices.Reverse(backwards)
		u.wish("s", u.activate("s").Version, backwards...)
		u.wished(all...)
		for _, c := range []struct {
			from, to string
			want     []journal.DemandCount
		}{
			{"2026-11-20", "2026-11-20", all[:1]},
			{"2026-11-21", "2026-11-21", all[1 : len(all)-1]},
			{"2026-11-21", "2027-01-01", all[1:]},
			{"2026-11-22", "2026-11-20", nil},
			{"2027-01-01", "2027-12-31", nil},
		} {
			got, err := u.Demand(t.Context(), c.from, c.to)
			u.must(err)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s to %s (-want +got):\n%s", c.from, c.to, diff)
			}
		}
	})
}

// everyDemand are wishes of three days that differ in one field each, in order.
func everyDemand() []journal.Demand {
	before, after := saturday, saturday
	before.Day, after.Day = "2026-11-20", "2026-11-22"
	all := []journal.Demand{saturday}
	for _, change := range []func(*journal.Demand){
		func(d *journal.Demand) { d.Cause = "xx" },
		func(d *journal.Demand) { d.Period = "zz" },
		func(d *journal.Demand) { d.Weekday++ },
		func(d *journal.Demand) { d.PlanID++ },
		func(d *journal.Demand) { d.AgendaID++ },
		func(d *journal.Demand) { d.SpecialtyID++ },
	} {
		d := saturday
		change(&d)
		all = append(all, d)
	}
	anyTime := saturday
	anyTime.SpecialtyID, anyTime.Weekday, anyTime.Period = 6, -1, ""
	return slices.Concat([]journal.Demand{before, anyTime}, all, []journal.Demand{after})
}

// wish commits wishes and returns the new version.
func (u *bundle) wish(session string, version int64, wishes ...journal.Demand) int64 {
	u.t.Helper()
	return u.commit(journal.Commit{SessionID: session, Version: version, Demand: wishes})
}

// wished wants exactly these counts.
func (u *bundle) wished(want ...journal.DemandCount) {
	u.t.Helper()
	got, err := u.Demand(u.t.Context(), "", "9999-12-31")
	u.must(err)
	if diff := cmp.Diff(want, got); diff != "" {
		u.t.Fatalf("demand (-want +got):\n%s", diff)
	}
}

func exerciseAccesses(t *testing.T, b Backend) {
	t.Run("accesses, newest first, no more than the limit", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accessed(9)
		at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
		timeline := journal.Access{At: at, Operator: "Ana", Action: "timeline", Subject: "s"}
		export := journal.Access{At: at, Action: "export", Subject: strings.Repeat("a", 64), Sessions: 3}
		early := journal.Access{At: at.Add(-time.Hour), Operator: "ção", Action: "erase", Subject: "\x00\xff"}
		for _, a := range []journal.Access{timeline, export, early} {
			a.At = a.At.Add(999_999) // times are kept to the millisecond
			u.must(u.Record(t.Context(), a))
		}
		u.accessed(9, early, export, timeline) // the order in which they were noted
		u.accessed(2, early, export)
		u.accessed(0)
		u.accessed(-1)
	})
	t.Run("an access of a commit is noted with it or not at all", func(t *testing.T) {
		u := setup(t, b, Config{})
		asked := journal.Access{At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Operator: journal.AskedByPatient, Action: "asked_erase", Subject: "s", Sessions: 1}
		commit := journal.Commit{SessionID: "s", Version: u.activate("s").Version, State: []byte("{}"), Access: &asked}
		u.commit(commit)
		u.accessed(9, asked)
		_, err := u.Commit(t.Context(), 1, commit) // of an old version
		u.refused(err, journal.ErrFenced)
		u.accessed(9, asked)
	})
	t.Run("an operator of any bytes", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.must(u.Record(t.Context(), journal.Access{Operator: "a\x00\xff", Action: "timeline", Subject: "s"}))
		found, err := u.Accesses(t.Context(), 1)
		u.must(err)
		if len(found) != 1 || !strings.HasPrefix(found[0].Operator, "a") {
			t.Errorf("got %+v", found)
		}
	})
}

// accessed wants exactly these accesses.
func (u *bundle) accessed(limit int, want ...journal.Access) {
	u.t.Helper()
	got, err := u.Accesses(u.t.Context(), limit)
	u.must(err)
	if diff := cmp.Diff(want, got); diff != "" {
		u.t.Fatalf("accesses (-want +got):\n%s", diff)
	}
}

func exerciseRecordsPurge(t *testing.T, b Backend) {
	start := time.Date(2026, 11, 1, 23, 30, 0, 0, time.UTC)
	day := func(n int) time.Time { return start.AddDate(0, 0, n) }
	// kept is a journal with an entry, a wish and an access of each of five days.
	kept := func(t *testing.T) *bundle {
		h := &hand{}
		u := setup(t, b, Config{Now: h.now})
		version := int64(0)
		for n := range 5 {
			h.at = day(n)
			if n == 0 {
				version = u.activate("s").Version
			}
			d := saturday
			d.Day = day(n).Format(time.DateOnly)
			version = u.commit(journal.Commit{SessionID: "s", Version: version, State: []byte("s"), Entry: []byte(fmt.Sprint(n)), Demand: []journal.Demand{d}})
			u.must(u.Record(t.Context(), journal.Access{At: day(n), Action: fmt.Sprint(n)}))
		}
		return u
	}
	count := func(u *bundle) [3]int {
		wishes, err := u.Demand(u.t.Context(), "", "9999")
		u.must(err)
		accesses, err := u.Accesses(u.t.Context(), 9)
		u.must(err)
		return [3]int{len(u.history("s", 9)), len(wishes), len(accesses)}
	}
	for name, c := range map[string]struct {
		keep journal.Retention
		want [3]int
	}{
		"nothing":               {journal.Retention{}, [3]int{5, 5, 5}},
		"entries":               {journal.Retention{History: day(2)}, [3]int{3, 5, 5}},
		"entries of an instant": {journal.Retention{History: day(2).Add(time.Millisecond)}, [3]int{2, 5, 5}},
		"counts of demand":      {journal.Retention{Demand: day(2)}, [3]int{5, 3, 5}},
		// In UTC it is the next day already.
		"counts, elsewhere": {journal.Retention{Demand: day(2).Add(time.Hour).In(time.FixedZone("", -3*3600))}, [3]int{5, 2, 5}},
		"accesses":          {journal.Retention{Accesses: day(2)}, [3]int{5, 5, 3}},
		"everything":        {journal.Retention{History: day(9), Demand: day(9), Accesses: day(9)}, [3]int{}},
	} {
		t.Run("old records go: "+name, func(t *testing.T) {
			u := kept(t)
			gone := 15 - c.want[0] - c.want[1] - c.want[2]
			u.purges(gone, c.keep, 99)
			u.purges(0, c.keep, 99)
			if got := count(u); got != c.want {
				t.Errorf("%v are left, want %v", got, c.want)
			}
			u.tells("s", []string{"0", "1", "2", "3", "4"}[5-c.want[0]:]...)
		})
	}
	t.Run("records go oldest first, no more than the limit of each kind", func(t *testing.T) {
		u := kept(t)
		keep := journal.Retention{History: day(4), Demand: day(4), Accesses: day(4)}
		u.purges(0, keep, 0)
		u.purges(0, keep, -1)
		u.purges(9, keep, 3)
		u.tells("s", "3", "4")
		u.purges(3, keep, 3)
		u.tells("s", "4")
		u.remembers("s", true)
	})
	t.Run("a history goes with its session at the latest", func(t *testing.T) {
		u := kept(t)
		u.notes("t", 1) // on the last day
		u.purges(1, journal.Retention{Sessions: day(4).Add(time.Millisecond)}, 1)
		u.purges(1, journal.Retention{Sessions: day(4).Add(time.Millisecond)}, 9)
		u.tells("s")
		u.tells("t")
		if got := count(u); got != [3]int{0, 5, 5} {
			t.Errorf("%v are left", got)
		}
	})
}
