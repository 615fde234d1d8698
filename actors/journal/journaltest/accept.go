package journaltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/journal"
)

func exerciseAccept(t *testing.T, b Backend) {
	t.Run("J4 an accepted message is there, whole", func(t *testing.T) {
		at := time.Date(2026, 11, 21, 9, 30, 0, 123_999_999, time.UTC)
		u := setup(t, b, Config{Now: func() time.Time { return at }})
		for _, kind := range []journal.Kind{journal.Patient, journal.Timer, journal.Transferred} {
			in := journal.Incoming{SessionID: "s", MessageID: fmt.Sprint("m", kind), Kind: kind, Body: []byte("{}")}
			u.must(u.Accept(t.Context(), in))
			row := u.read("s")[kind]
			if row.MessageID != in.MessageID || row.Kind != kind || row.Attempts != 0 || string(row.Body) != "{}" {
				t.Errorf("read %+v, want %+v", row, in)
			}
			if want := at.Truncate(time.Millisecond); !row.ReceivedAt.Equal(want) {
				t.Errorf("received at %v, want %v", row.ReceivedAt, want)
			}
		}
	})
	t.Run("J3 rows keep the order of acceptance", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "c", "a")
		u.accept("other", "x")
		u.accept("s", "b")
		u.waits("s", "c", "a", "b")
		if seqs := u.seqs("s"); !slices.IsSorted(seqs) {
			t.Errorf("numbers do not grow: %v", seqs)
		}
	})
	t.Run("J2 a repeated message id is a row of its own", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "m", "m")
		u.waits("s", "m", "m")
		u.pends(2)
	})
	t.Run("Read stops at its limit", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.accept("s", "a", "b", "c")
		for limit, want := range map[int]int{-1: 0, 0: 0, 2: 2, 3: 3, 9: 3} {
			rows, err := u.Read(t.Context(), "s", limit)
			u.must(err)
			if len(rows) != want || (want > 0 && rows[0].MessageID != "a") {
				t.Errorf("limit %d: %d rows, want the %d oldest", limit, len(rows), want)
			}
		}
	})
	t.Run("an unknown session has no rows", func(t *testing.T) {
		u := setup(t, b, Config{})
		u.waits("nobody")
	})
	t.Run("a call whose context ended fails", func(t *testing.T) {
		u := setup(t, b, Config{})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		err := u.Accept(ctx, journal.Incoming{SessionID: "s", MessageID: "m"})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got error %v, want %v", err, context.Canceled)
		}
	})
	exerciseContents(t, b)
}

// exerciseContents puts odd bytes everywhere that strangers choose them.
func exerciseContents(t *testing.T, b Backend) {
	t.Run("the caller keeps its slices", func(t *testing.T) {
		u := setup(t, b, Config{})
		body := []byte("body")
		u.must(u.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m", Body: body}))
		copy(body, "****")
		copy(u.read("s")[0].Body, "####")
		if got := u.read("s")[0].Body; string(got) != "body" {
			t.Errorf("body became %q", got)
		}
	})
	bodies := map[string][]byte{
		"nil":           nil,
		"empty":         {},
		"NUL":           []byte("a\x00b\x00"),
		"invalid UTF-8": []byte("\xff\xfe\x80"),
		"2 MiB":         bytes.Repeat([]byte("0123456789abcdef"), 2<<20/16),
	}
	for name, body := range bodies {
		t.Run("body: "+name, func(t *testing.T) {
			u := setup(t, b, Config{})
			u.must(u.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m", Body: body}))
			if got := u.read("s")[0].Body; !bytes.Equal(got, body) {
				t.Errorf("read %d bytes, want %d", len(got), len(body))
			}
		})
	}
	u := setup(t, b, Config{})
	for _, id := range []string{"", " ", "'; drop table inbox; --", "ção", "S", "s", strings.Repeat("x", 1000)} {
		u.accept(id, id)
		u.commit(journal.Commit{SessionID: id, Version: u.activate(id).Version, State: []byte(id)})
	}
	for _, id := range []string{"", "'; drop table inbox; --", "ção", "S", "s", strings.Repeat("x", 1000)} {
		u.waits(id, id)
		if got := u.activate(id); string(got.State) != id {
			t.Errorf("session %.20q has the state %.20q", id, got.State)
		}
	}
}

func exerciseFull(t *testing.T, b Backend) {
	t.Run("the bound holds and nothing is written beyond it", func(t *testing.T) {
		u := setup(t, b, Config{MaxPending: 2})
		u.accept("s", "a", "b")
		u.refused(u.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "c"}), journal.ErrFull)
		u.refused(u.Accept(t.Context(), journal.Incoming{SessionID: "other", MessageID: "c"}), journal.ErrFull)
		u.waits("s", "a", "b")
		u.waits("other")
		u.pends(2)
	})
	t.Run("finished work makes room", func(t *testing.T) {
		u := setup(t, b, Config{MaxPending: 1})
		u.accept("s", "a")
		u.commit(journal.Commit{SessionID: "s", Version: u.activate("s").Version, Done: u.seqs("s")})
		u.accept("s", "b")
		u.waits("s", "b")
	})
}
