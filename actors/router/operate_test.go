package router

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/journal"
	"atende/actors/session"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
	"atende/metrics"
)

// An operator pauses a session, its messages wait without anybody looking at them all the time, and are answered
// when the pause ends.
func TestOperatorPauses(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		synctest.Wait() // for the pass at the start, which wakes whoever is there
		if err := b.router.Pause(t.Context(), "a", time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		b.accept("a", "oi")
		b.accept("b", "oi")
		time.Sleep(30 * time.Minute)
		b.wantTexts("a", "")
		b.wantTexts("b", "oi")
		if swept := testutil.ToFloat64(b.metrics.Engine.SweepWakes); swept != 0 {
			t.Errorf("the periodic pass woke sessions %v times", swept)
		}
		if err := b.router.Resume(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		b.wantTexts("a", "oi")
		b.wantRest()
		if err := b.router.Pause(t.Context(), "a", time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		b.accept("a", "dois")
		time.Sleep(time.Hour + time.Second) // a row holds whole seconds
		b.wantTexts("a", "oi|dois")
		b.wantRest()
	})
}

// A pause of no time, or of a day, is refused.
func TestPauseBounds(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		for _, d := range []time.Duration{-time.Hour, 0, record.LongestPause + time.Second} {
			if err := b.router.Pause(t.Context(), "a", time.Now().Add(d)); !errors.Is(err, ErrPause) {
				t.Errorf("a pause of %v: %v", d, err)
			}
		}
		if b.journal.Pending() != 0 {
			t.Error("a refused pause left a row")
		}
	})
}

// An operator hands a session over and back.
func TestOperatorHandsOver(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		numbers := prometheus.NewRegistry()
		b.config.Conversion = metrics.New(numbers).Conversion
		b.start()
		if err := b.router.HandOver(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		b.accept("a", "oi")
		synctest.Wait()
		b.wantTexts("a", "")
		if err := b.router.HandBack(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		b.accept("a", "dois")
		synctest.Wait()
		b.wantTexts("a", "dois")
		b.wantRest()
		if n := b.outcomes("TRANSFERIDO"); n != 1 || len(b.gateway.Transfers()) != 1 {
			t.Errorf("%v transfers counted, %v made", n, b.gateway.Transfers())
		}
		if n := handedOver(t, numbers, session.TakenByOperator); n != 1 {
			t.Errorf("%v hand-overs by an operator", n)
		}
		entries, err := b.journal.(journal.Archive).History(t.Context(), "a", 10)
		if err != nil || len(entries) == 0 || !strings.Contains(string(entries[0].Body), `"taken","result":"operator"`) {
			t.Errorf("history %v, %v", entries, err)
		}
	})
}

// Who hands a paused session over, or back, has ended its pause.
func TestHandingEndsAPause(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		pause := func() {
			t.Helper()
			if err := b.router.Pause(t.Context(), "a", time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		pause()
		b.accept("a", "um") // is the person's to read
		if err := b.router.HandOver(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		b.wantTexts("a", "")
		b.wantRest()
		pause()
		b.accept("a", "dois")
		if err := b.router.HandBack(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		b.accept("a", "três")
		synctest.Wait()
		if texts := b.texts("a"); !strings.HasSuffix(texts, "três") {
			t.Errorf("after the hand-back the patient read %q", texts)
		}
		b.wantRest()
	})
}

// handedOver is atende_handovers_total of a reason.
func handedOver(t *testing.T, numbers *prometheus.Registry, reason string) float64 {
	t.Helper()
	families, err := numbers.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == "atende_handovers_total" && m.GetLabel()[0].GetValue() == reason {
				return m.GetCounter().GetValue()
			}
		}
	}
	t.Fatalf("no hand-overs of %q", reason)
	return 0
}

// What the gateway does not confirm is not done.
func TestOperatorHandsOverInVain(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = only("a", func(context.Context) error { return sessiontest.Failure("gateway", outbound.Refused, 400) })
		b.start()
		if err := b.router.HandOver(t.Context(), "a"); err == nil {
			t.Error("no error")
		}
		if b.journal.Pending() != 0 || b.outcomes("TRANSFERIDO") != 0 {
			t.Error("a transfer that was refused was noted")
		}
	})
}

// Any node may be asked: the row is durable, and the owner is told that it waits.
func TestOperatorAsksAnotherNode(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		n := &neighbour{alive: true}
		b.config.Cluster = n
		b.start()
		if err := b.router.Resume(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		n.mu.Lock()
		defer n.mu.Unlock()
		if b.journal.Pending() != 1 || len(n.hinted) != 1 || n.hinted[0] != "a" {
			t.Errorf("%d rows wait, hinted %v", b.journal.Pending(), n.hinted)
		}
	})
}
