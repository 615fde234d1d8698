package router

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
)

// limitedGateway is the real client of a gateway, without sockets, at a rate.
type limitedGateway struct {
	mu    sync.Mutex
	calls []string // METHOD path
}

func (g *limitedGateway) RoundTrip(r *http.Request) (*http.Response, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls = append(g.calls, r.Method+" "+r.URL.Path)
	body := `{}`
	if r.Method == http.MethodGet {
		body = `{"platform":"WHATSAPP","instanceNumber":"5511000","teamName":"Recepção","status":"Pendente"}`
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// made is how many calls were made; those of one session, if named.
func (g *limitedGateway) made(sessionID string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := 0
	for _, call := range g.calls {
		if strings.Contains(call, sessionID) {
			n++
		}
	}
	return n
}

// limit puts the real client at the rate of the real accounts before the bench's router.
func (b *bench) limit() *limitedGateway {
	g := &limitedGateway{}
	b.acts.Gateway = chat.New(chat.Config{URL: "http://gateway.test", Token: "t", ChannelID: "c", DepartmentID: "d", Rate: 3.3, Transport: g})
	return g
}

// A flood of greetings at a gateway with a rate: a patient in the middle of a booking is answered within
// a few calls, and every greeting in the end.
func TestBookingGoesBeforeGreetings(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		g := b.limit()
		b.start()
		b.accept("booking", sessiontest.Offer)
		time.Sleep(10 * time.Second)
		for i := range 30 {
			b.accept(fmt.Sprint("greeting", i), "oi")
		}
		time.Sleep(2 * time.Second)
		own, all := g.made("booking"), g.made("")
		begin := time.Now()
		b.accept("booking", sessiontest.Book)
		for b.outcomes("AGENDADO") == 0 && time.Since(begin) < time.Minute {
			time.Sleep(100 * time.Millisecond)
		}
		// The read, the part; one call of a greeting before each of them holds the rate's next place.
		if own, all = g.made("booking")-own, g.made("")-all; own != 1 && own != 2 || all > 5 {
			t.Errorf("booked after %d calls of its own and %d in all", own, all)
		}
		time.Sleep(2 * time.Minute)
		b.wantRest()
		if n := g.made("greeting"); n < 60 {
			t.Errorf("%d calls for 30 greetings", n)
		}
	})
}

// Ten thousand turns that wait ten seconds for each call, all at once, take as long as one, and messages
// are accepted at once all the while.
func TestSlowGateway(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		const sessions = 10_000
		b.config.SweepEvery = 10 * time.Second // not what this is about
		b.gateway.Before = func(ctx context.Context, _, _ string) error { return hang(10 * time.Second)(ctx) }
		b.start()
		begin := time.Now()
		for i := range sessions {
			b.accept(fmt.Sprint(i), "oi")
		}
		synctest.Wait()
		b.accept("another", "oi")
		if took := time.Since(begin); took != 0 {
			t.Errorf("accepting took %v", took)
		}
		time.Sleep(31 * time.Second) // the read, then, because it was long ago, another one, and the part
		if n := len(b.gateway.Sent()); n != sessions+1 {
			t.Errorf("%d replies", n)
		}
		b.wantRest()
	})
}

// A scheduling API that hangs holds up those who need it and nobody else, however many they are.
func TestSlowSchedulingHoldsUpNobodyElse(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.acts.MaxTurns = 40
		b.clinic.Before = func(ctx context.Context, _, _ string) error { return hang(time.Minute)(ctx) }
		b.start()
		for i := range 100 {
			b.accept(fmt.Sprint("offer", i), sessiontest.Offer)
		}
		time.Sleep(5 * time.Second)
		begin := time.Now()
		for i := range 20 {
			b.accept(fmt.Sprint("greeting", i), "oi")
		}
		synctest.Wait()
		for i := range 20 {
			b.wantTexts(fmt.Sprint("greeting", i), "oi")
		}
		if took := time.Since(begin); took != 0 {
			t.Errorf("greetings took %v", took)
		}
		b.clinic.Before = nil
		time.Sleep(10 * time.Minute)
		b.wantRest()
		if n := len(b.gateway.Transfers()); n != 0 {
			t.Errorf("%d sessions went to a person", n)
		}
	})
}

// Where turns have to wait for each other, and also after a restart, when nothing is in memory yet, a
// patient in the middle of a booking goes first.
func TestBookingTakesTheNextTurn(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.accept("booking", sessiontest.Offer)
		synctest.Wait()
		if err := b.router.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 50 {
			b.accept(fmt.Sprint("greeting", i), "oi") // durable, and nobody is awake
		}
		b.accept("booking", sessiontest.Book)
		b.acts.MaxTurns = 1
		b.gateway.Before = func(ctx context.Context, _, _ string) error { return hang(time.Second)(ctx) }
		b.config.Producer = nil
		b.start()
		begin := time.Now()
		for b.outcomes("AGENDADO") == 0 && time.Since(begin) < 10*time.Minute {
			time.Sleep(100 * time.Millisecond)
		}
		if took := time.Since(begin); took > 5*time.Second { // a greeting's turn, and its own
			t.Errorf("booked after %v", took)
		}
		time.Sleep(5 * time.Minute)
		b.wantRest()
	})
}
