package sqlite_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

// know makes path a journal that knows n sessions with states of 1 200 bytes, all asleep.
func know(tb testing.TB, path string, n int) {
	tb.Helper()
	j := open(tb, path)
	if err := j.Close(); err != nil {
		tb.Fatal(err)
	}
	execute(tb, path, fmt.Sprintf(`with recursive numbers(i) as (select 0 union all select i+1 from numbers where i < %d - 1)
		insert into sessions(session_id, version, schema, updated_at, state)
		select printf('%%08x-%%d', i * 2654435761 %% 4294967296, i), 7, 1, 0, randomblob(1200) from numbers limit %d`, n, n))
}

// knownID is the name that know gave session i.
func knownID(i int) string { return fmt.Sprintf("%08x-%d", uint32(i)*2654435761, i) }

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A session that sleeps costs no memory: what an open journal holds does not depend on how many it
// knows.
func TestKnownSessionsCostNoMemory(t *testing.T) {
	const sessions = 10_000
	holds := func(n int) int64 {
		path := filepath.Join(t.TempDir(), "journal.db")
		know(t, path, n)
		before := heap()
		j := open(t, path)
		defer closed(t, j)
		return heap() - before
	}
	holds(0) // what is loaded once
	none, many := holds(0), holds(sessions)
	if each := (many - none) / sessions; each > 8 {
		t.Errorf("%d bytes for each of %d sessions", each, sessions)
	}
}

var sessionsKnown = flag.Int("known", 100_000, "sessions in the file of BenchmarkKnown; a million take a minute to make and 1.6 GB of disk")

// BenchmarkKnown opens a journal that knows many sessions and loads some: it reports the time of both
// and what the process grew by meanwhile, and how long an erasure takes, which looks through the file.
//
//	go test ./actors/journal/sqlite -run '^$' -bench Known -known 1000000
func BenchmarkKnown(b *testing.B) {
	const loaded = 1000
	sessions := *sessionsKnown
	path := filepath.Join(b.TempDir(), "journal.db")
	know(b, path, sessions)
	runtime.GC()
	debug.FreeOSMemory()
	var opening, loading, erasing time.Duration
	before := residentMemory(b)
	grown := int64(0)
	for b.Loop() {
		start := time.Now()
		j := open(b, path)
		opening += time.Since(start)
		start = time.Now()
		for range loaded {
			a, err := j.Activate(b.Context(), knownID(rand.IntN(sessions)), 1)
			if err != nil || len(a.State) == 0 {
				b.Fatalf("%d bytes of state: %v", len(a.State), err)
			}
		}
		loading += time.Since(start)
		grown = max(grown, residentMemory(b)-before)
		start = time.Now()
		if err := j.Erase(b.Context(), "nobody", 0); err != nil {
			b.Fatal(err)
		}
		erasing += time.Since(start)
		if err := j.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(opening.Seconds()*1000/float64(b.N), "open-ms")
	b.ReportMetric(loading.Seconds()*1e6/float64(b.N)/loaded, "load-µs")
	b.ReportMetric(float64(grown)/(1<<20), "grown-MiB")
	b.ReportMetric(erasing.Seconds()*1000/float64(b.N), "erase-ms")
}

// residentMemory is the resident memory of this process in bytes.
func residentMemory(b *testing.B) int64 {
	b.Helper()
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		b.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(status))[1], 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
