package metrics_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/metrics"
)

// expect checks that each line stands in a scrape.
func expect(t *testing.T, registry *prometheus.Registry, lines ...string) {
	t.Helper()
	text := scrape(t, registry)
	for _, line := range lines {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no %q", line)
		}
	}
}

func TestBuild(t *testing.T) {
	registry := prometheus.NewPedanticRegistry()
	metrics.New(registry).Build("v1.2.3", "0123456789ab")
	expect(t, registry, `atende_build_info{commit="0123456789ab",goversion="`+runtime.Version()+`",version="v1.2.3"} 1`)
}

// A scrape a second is all that reaches the journal, and what does not answer is no node to send traffic to.
func TestReadyIsAskedOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		registry := prometheus.NewPedanticRegistry()
		var asked int
		answers := []error{nil, errors.New("no"), nil}
		metrics.New(registry).Ready(func(ctx context.Context) error {
			if _, bounded := ctx.Deadline(); !bounded {
				t.Error("the question has no bound")
			}
			asked++
			return answers[asked-1]
		})
		for n, want := range []string{"atende_ready 1", "atende_ready 0", "atende_ready 1"} {
			expect(t, registry, want)
			expect(t, registry, want)
			if asked != n+1 {
				t.Fatalf("asked %d times within %d s", asked, n+1)
			}
			time.Sleep(time.Second)
		}
	})
}

func TestReception(t *testing.T) {
	registry := prometheus.NewPedanticRegistry()
	open := true
	metrics.New(registry).Reception(func() bool { return open })
	expect(t, registry, "atende_reception_open 1")
	open = false
	expect(t, registry, "atende_reception_open 0")
}

// A journal that is away does not make a message that waits look answered.
func TestOldest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		registry := prometheus.NewPedanticRegistry()
		var oldest time.Time
		var broken error
		engine := metrics.New(registry).Engine
		engine.Oldest(func(context.Context) (time.Time, error) { return oldest, broken }, time.Now)
		engine.Limit(7)
		next := func(line string) {
			t.Helper()
			expect(t, registry, line, "atende_journal_limit 7")
			time.Sleep(time.Second)
		}
		next("atende_journal_oldest_seconds 0")
		oldest = time.Now()
		next("atende_journal_oldest_seconds 0")
		next("atende_journal_oldest_seconds 1")
		oldest, broken = time.Time{}, errors.New("away")
		next("atende_journal_oldest_seconds 2")
		broken = nil
		next("atende_journal_oldest_seconds 0")
		oldest = time.Now().Add(time.Minute)
		next("atende_journal_oldest_seconds 0")
	})
}
