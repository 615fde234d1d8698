package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"atende/actors/journal"
	"atende/actors/journal/sealed"
	"atende/actors/journal/sqlite"
)

// BenchmarkSealed books again and again, in turn with a journal in the clear and with one that is encrypted, both in
// SQLite.  plain-µs/turn and sealed-µs/turn are processor time, system calls included, of a turn from the acceptance of the
// message to the mark of its last part; webhook, gateway and scheduling API are not in it.  They and %-more, which is what
// encryption adds, are of medians: a checkpoint of the file falls into one conversation in many.
func BenchmarkSealed(b *testing.B) {
	key := filepath.Join(b.TempDir(), "key")
	if err := os.WriteFile(key, []byte(strings.Repeat("0123456789abcdef", 4)), 0o600); err != nil {
		b.Fatal(err)
	}
	source, err := sealed.FromFile(b.Context(), key)
	if err != nil {
		b.Fatal(err)
	}
	texts := []string{
		"oi", "queria marcar um cardiologista com a dra ana, tenho unimed", "1", "Maria das Dores e Silva", "529.982.247-25", "12/03/1985",
		"sim", "muito obrigada",
	}
	plain, encrypted := newSealedBench(b, nil), newSealedBench(b, source)
	for n := range 5 { // what is made once
		plain.book(b, -n, texts)
		encrypted.book(b, -n, texts)
	}
	plain.spent, encrypted.spent = nil, nil
	for n := 1; b.Loop(); n++ {
		first, second := plain, encrypted
		if n%2 == 0 {
			first, second = second, first
		}
		first.book(b, n, texts)
		second.book(b, n, texts)
	}
	of := func(s *sealedBench) float64 {
		slices.Sort(s.spent)
		return float64(s.spent[len(s.spent)/2].Nanoseconds()) / 1e3 / float64(len(texts))
	}
	b.ReportMetric(of(plain), "plain-µs/turn")
	b.ReportMetric(of(encrypted), "sealed-µs/turn")
	b.ReportMetric(100*(of(encrypted)/of(plain)-1), "%-more")
}

// sealedBench is one of the two journals, with the processor time that conversations took.
type sealedBench struct {
	store journal.Store
	spent []time.Duration // of each conversation
}

func newSealedBench(b *testing.B, keys *sealed.Source) *sealedBench {
	b.Helper()
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if keys != nil {
		if store, err = sealed.Wrap(b.Context(), store, sealed.Options{Keys: keys}); err != nil {
			b.Fatal(err)
		}
	}
	b.Cleanup(func() {
		if err := store.Close(); err != nil {
			b.Error(err)
		}
	})
	return &sealedBench{store: store}
}

// book holds a conversation in a new session.
func (s *sealedBench) book(b *testing.B, n int, texts []string) {
	b.Helper()
	one := newBookingIn(b, s.store, fmt.Sprintf("6f1c2a9e-0000-4000-8000-%012d", n)) // with a calendar of its own
	began := processorTime(b)
	for i, text := range texts {
		one.tellTurn(b, fmt.Sprint(i), text)
	}
	s.spent = append(s.spent, processorTime(b)-began)
	if one.rec.State.Bookings == 0 {
		b.Fatal("no appointment")
	}
}

// processorTime is what this process used so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
