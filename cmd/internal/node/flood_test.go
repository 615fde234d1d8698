package node

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/newcomer"
	"atende/actors/router"
	"atende/actors/session"
	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
	"atende/metrics"
	"atende/webhook"
)

// ward is the way from a webhook to the gateway and back, with the receiver, the router, the sessions and the gateway's
// client of `serve`, in virtual time: the gateway is a transport that takes 40 ms.
type ward struct {
	t       testing.TB
	journal journal.Store
	metrics *metrics.Metrics
	router  *router.Router
	desk    *newcomer.Desk
	other   *newcomer.Desk // of the node that takes the messages, nil: the same takes and reads
	webhook http.Handler
	names   *rand.ChaCha8

	mu    sync.Mutex
	real  map[string]bool
	first map[string]chan time.Time // the first answer to a session
	moved int                       // transfers
	fails bool                      // it answers 500 where it knows no session, not 404
}

// openWard starts it at the rate of a real account, and lets a clinic's day go by before: patients without anything else.
func openWard(t testing.TB, window time.Duration, bound, patients int) *ward {
	w := &ward{t: t, journal: memory.New(memory.Options{}), metrics: metrics.New(prometheus.NewRegistry()), names: rand.NewChaCha8([32]byte{1}), real: map[string]bool{}, first: map[string]chan time.Time{}}
	w.start(window, bound)
	w.webhook = webhook.New(webhook.Config{Intake: w})
	for range patients {
		w.patient("known")
		time.Sleep(2 * time.Second)
	}
	return w
}

// start begins a process on the journal.
func (w *ward) start(window time.Duration, bound int) {
	gateway := chat.New(chat.Config{URL: "http://gateway.test", Rate: gatewayRate, Transport: w})
	w.desk = newcomer.New(newcomer.Config{
		Rate: gatewayRate, Pending: w.journal.Pending, MaxPending: 50_000, MaxUnlikely: bound, Metrics: w.metrics.Unconfirmed,
		Key: []byte("of all nodes"), Memory: w.journal,
	})
	if err := w.desk.Recall(w.t.Context()); err != nil {
		w.t.Error(err)
	}
	acts := session.NewBehavior(session.Config{
		Journal: w.journal, Gateway: gateway, Scheduling: &sessiontest.Clinic{}, Newcomers: w.desk, QuietWindow: window,
		Driver: sessiontest.Driver{}, Clinic: sessiontest.Catalogue(), Metrics: w.metrics.Turns,
		Filters: session.Filters{Instances: []string{"5511000"}, Team: "Recepção", Statuses: []string{"Pendente"}},
	})
	var err error
	w.router, err = router.New(router.Config{
		Journal: w.journal, Gateway: gateway, Newcomers: w.desk, Producer: acts.Producer,
		Metrics: w.metrics.Engine, Outcomes: w.metrics.Turns.Outcomes,
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// stop ends the process, in the order of a node.
func (w *ward) stop() {
	w.desk.Close()
	_ = w.router.Drain(context.Background()) // what was cut waits for nobody here
}

// close ends it and what it stands on.
func (w *ward) close() {
	w.stop()
	_ = w.journal.Close()
	synctest.Wait()
}

// Accept is what the node does with a message.
func (w *ward) Accept(ctx context.Context, m webhook.Message) error {
	m.Patient.Origin = w.desk.Origin(newcomer.Caller(m.Caller))
	if w.other != nil {
		return w.acceptElsewhere(ctx, m)
	}
	return w.router.Accept(ctx, m.SessionID, m.MessageID, m.Patient)
}

func (w *ward) Transfer(context.Context, string, string) error { return nil }

// RoundTrip is the gateway.
func (w *ward) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(40 * time.Millisecond)
	w.mu.Lock()
	defer w.mu.Unlock()
	id := strings.Split(strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/chat/v2/session/"), "/chat/v1/session/"), "/")[0]
	status, body := http.StatusOK, `{"id":"m","status":"SENT"}`
	if r.Method == http.MethodPut {
		w.moved++
	}
	if r.Method == http.MethodGet {
		if body = `{"platform":"WHATSAPP","instanceNumber":"5511000","teamName":"Recepção","status":"Pendente"}`; !w.real[id] {
			status, body = http.StatusNotFound, `{"error":true}`
			if w.fails {
				status = http.StatusInternalServerError
			}
		}
	} else if first := w.first[id]; first != nil {
		select {
		case first <- time.Now():
		default:
		}
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// id is a random one, as the gateway makes them.
func (w *ward) id() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var raw [16]byte
	for i := range raw {
		raw[i] = byte(w.names.Uint64())
	}
	return fmt.Sprintf("%x-%x-%x-%x-%x", raw[:4], raw[4:6], raw[6:8], raw[8:10], raw[10:])
}

// like is a webhook call like those of the gateway.
type like struct {
	address, program string
	body             func(id, text string) any
}

var ofGateway = like{"198.51.100.7:4000", "gateway/2.1", func(id, text string) any {
	return map[string]any{"eventType": "MESSAGE_RECEIVED", "date": "2026-11-27T10:00:00Z", "content": map[string]any{
		"id": id + text, "sessionId": id, "senderId": "x", "direction": "FROM_HUB", "type": "TEXT", "text": text, "status": "DELIVERED",
		"details": map[string]any{"from": fmt.Sprint("55119", 10_000_000+crc32.ChecksumIEEE([]byte(id))%80_000_000), "to": "551133330000", "file": nil},
	}}
}}

func (w *ward) post(from like, id, text string) int {
	body, err := json.Marshal(from.body(id, text))
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/webhook/message", bytes.NewReader(body))
	r.RemoteAddr = from.address
	r.Header.Set("User-Agent", from.program)
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	w.webhook.ServeHTTP(answer, r)
	return answer.Code
}

// longestWait is how long a patient of the test waits; who has no answer then counts as one who had it then.
const longestWait = 2 * time.Minute

// patient is a new one, and how long it took to the first answer.
func (w *ward) patient(text string) time.Duration {
	id, first := w.id(), make(chan time.Time, 1)
	w.mu.Lock()
	w.real[id], w.first[id] = true, first
	w.mu.Unlock()
	return w.asks(id, first, text)
}

func (w *ward) asks(id string, first <-chan time.Time, text string) time.Duration {
	began := time.Now()
	if w.post(ofGateway, id, text) != http.StatusAccepted {
		return longestWait
	}
	select {
	case at := <-first:
		return at.Sub(began)
	case <-time.After(longestWait):
		return longestWait
	}
}

// flood posts forged sessions, 500 a second, until stop is called.
func (w *ward) flood(forged func(n int) (like, string)) (stop func()) {
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for n := 0; ; n++ {
			select {
			case <-ended:
				return
			case <-time.After(2 * time.Millisecond):
				from, id := forged(n)
				w.post(from, id, "oi")
			}
		}
	}()
	return func() {
		close(ended)
		<-done
	}
}

// floods are ways to forge, from clumsy to perfect.
var floods = []struct {
	name string
	// bounded says that new patients must not wait for more than twice as long; where forged calls are like the gateway's in
	// everything nobody can tell them apart, and the rate of the gateway is what it is.
	bounded bool
	forge   func(w *ward, n int) (like, string)
}{
	{"another caller", true, func(_ *ward, n int) (like, string) {
		return like{"203.0.113.9:1", "curl/8", specBody}, fmt.Sprintf("forged-%d", n)
	}},
	{"callers that never look the same", true, func(_ *ward, n int) (like, string) {
		return like{fmt.Sprintf("203.0.%d.%d:1", n/250%250, n%250), fmt.Sprint("bot/", n), func(id, text string) any {
			return map[string]any{"eventType": "MESSAGE_RECEIVED", fmt.Sprint("x", n): 1, "content": map[string]any{
				"sessionId": id, "direction": "FROM_HUB", "type": "TEXT", "text": text, fmt.Sprint("y", n): nil}}
		}}, fmt.Sprintf("s%d-%s", n, strings.Repeat("z", n%40))
	}},
	{"the gateway's calls from another address", true, func(w *ward, _ int) (like, string) {
		return like{"203.0.113.9:1", ofGateway.program, ofGateway.body}, w.id()
	}},
	{"behind the same proxy, other ids", true, func(_ *ward, n int) (like, string) { return ofGateway, fmt.Sprintf("s-%06d", n) }},
	{"alike in everything", false, func(w *ward, _ int) (like, string) { return ofGateway, w.id() }},
}

func specBody(id, text string) any {
	return map[string]any{"eventType": "MESSAGE_RECEIVED", "content": map[string]any{
		"sessionId": id, "direction": "FROM_HUB", "type": "TEXT", "text": text, "details": map[string]any{"to": "551133330000"}}}
}

// gatewayRate is that of a real account: 1,000 calls in 5 minutes.
const gatewayRate = 3.3

// median of how long new patients wait, one after the other.
func (w *ward) median(patients int) time.Duration {
	var all []time.Duration
	for range patients {
		all = append(all, w.patient("oi"))
		time.Sleep(time.Second)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// Whoever forges session ids keeps neither new patients waiting, as long as there is anything by which their calls can be
// told from the gateway's, nor known ones at all; nothing that is forged stays, and the node tells.
func TestFloodOfForgedSessions(t *testing.T) {
	for _, f := range floods {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { floodWard(t, f.bounded, f.forge) })
		})
	}
}

func floodWard(t *testing.T, bounded bool, forge func(*ward, int) (like, string)) {
	const bound = 200
	w := openWard(t, 0, bound, 12)
	defer w.close()
	known, heard := w.id(), make(chan time.Time, 1)
	w.real[known], w.first[known] = true, heard
	w.asks(known, heard, "oi")
	time.Sleep(5 * time.Second)
	alone := w.median(5)
	stop := w.flood(func(n int) (like, string) { return forge(w, n) })
	time.Sleep(10 * time.Second)
	if bounded {
		if flooded := w.median(5); flooded > 2*alone {
			t.Errorf("a new patient waits for %v, alone for %v", flooded, alone)
		}
	}
	if took := w.asks(known, heard, "e agora?"); took > 2*alone+2*time.Second {
		t.Errorf("a known patient waits for %v, a new one alone for %v", took, alone)
	}
	if n := w.journal.Pending(); n > 2*bound {
		t.Errorf("%d messages wait", n)
	}
	if w.desk.Unlikely() == 0 {
		t.Error("nobody is told")
	}
	stop()
	if n := testutil.ToFloat64(w.metrics.Unconfirmed.Messages.WithLabelValues("refused")); n < 10*bound {
		t.Errorf("%v messages were refused", n)
	}
	for began := time.Now(); w.journal.Pending() > 0; time.Sleep(time.Minute) {
		if time.Since(began) > 25*time.Hour {
			t.Fatalf("%d messages wait a day after the flood", w.journal.Pending())
		}
	}
	synctest.Wait()
	if n := w.desk.Unlikely(); n != 0 {
		t.Errorf("%d sessions are counted in the end", n)
	}
	if w.moved != 0 {
		t.Error("a forged session was transferred")
	}
}

// A gateway that answers 500 to an id it does not know is not taken for down, neither beside patients nor, for long,
// where nobody else calls: two forged ids a second close it to nobody.
func TestGatewayFailsForgedSessions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := openWard(t, 0, 200, 12)
		defer w.close()
		w.fails = true
		known, heard := w.id(), make(chan time.Time, 1)
		w.real[known], w.first[known] = true, heard
		w.asks(known, heard, "oi")
		stop := make(chan struct{})
		go func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				case <-time.After(500 * time.Millisecond):
					w.post(like{"203.0.113.9:1", "curl/8", specBody}, fmt.Sprintf("forged-%d", n), "oi")
				}
			}
		}()
		for _, pause := range []time.Duration{time.Second, 5 * time.Second, time.Minute} { // then nothing but forged ids was read
			for n := range 5 {
				time.Sleep(pause)
				if took := w.asks(known, heard, fmt.Sprint(pause, n)); took > 13*time.Second {
					t.Errorf("a known patient who writes every %v waits for %v", pause, took)
				}
				if took := w.patient("oi"); took > 5*time.Second {
					t.Errorf("a new patient behind that one waits for %v", took)
				}
			}
		}
		close(stop)
	})
}

// A process that knows next to nothing of the gateway's calls reads ids that the gateway fails behind those it may know.
func TestFailedReadsGoBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := openWard(t, 0, 200, 1)
		defer w.close()
		w.fails = true
		for n := range 40 {
			w.post(ofGateway, fmt.Sprintf("forged-%d", n), "oi")
			time.Sleep(250 * time.Millisecond)
			if n%8 == 0 {
				w.patient("oi")
			}
		}
		if took := w.median(20); took > 1700*time.Millisecond { // 1.4 s, and 2 s where they are not put behind
			t.Errorf("a new patient waits for %v", took)
		}
	})
}

// acceptElsewhere is what another node does with a message of a session that this one reads.
func (w *ward) acceptElsewhere(ctx context.Context, m webhook.Message) error {
	m.Patient.Origin = w.other.Origin(newcomer.Caller(m.Caller))
	err := w.journal.Accept(ctx, journal.Incoming{SessionID: m.SessionID, MessageID: m.MessageID, Body: m.Patient.Encode()})
	if err == nil {
		w.router.Wake(m.SessionID)
	}
	return err
}

// A node tells the calls that another one took apart as if it had taken them itself.
func TestFloodThroughAnotherNode(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := openWard(t, 0, 200, 0)
		defer w.close()
		w.other = newcomer.New(newcomer.Config{Key: []byte("of all nodes")})
		stop := w.flood(func(int) (like, string) { return like{"203.0.113.9:1", ofGateway.program, ofGateway.body}, w.id() })
		time.Sleep(10 * time.Second)
		for range 10 {
			if took := w.patient("oi"); took > 5*time.Second {
				t.Errorf("a new patient waits for %v", took)
			}
			time.Sleep(time.Second)
		}
		stop()
	})
}

// Patients whose messages were accepted just before a stop, in a flood from another address that is like the gateway
// in everything else, are answered soon by the process that comes after, although it knows nothing of either, and
// although nobody else writes.
func TestFloodOverRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const bound = 200
		w := openWard(t, time.Second, bound, 12)
		defer w.close()
		stop := w.flood(func(int) (like, string) { return like{"203.0.113.9:1", ofGateway.program, ofGateway.body}, w.id() })
		time.Sleep(10 * time.Second)
		var waits []time.Duration
		var patients sync.WaitGroup
		var mu sync.Mutex
		for range 5 {
			patients.Go(func() {
				took := w.patient("oi")
				mu.Lock()
				waits = append(waits, took)
				mu.Unlock()
			})
		}
		time.Sleep(500 * time.Millisecond) // in their quiet window
		stop()
		w.stop()
		time.Sleep(2 * time.Second)
		w.start(time.Second, bound)
		patients.Wait()
		if slices.Max(waits) > 20*time.Second {
			t.Errorf("they waited for %v", waits)
		}
	})
}

// spread floods from 200 addresses with calls that are like the gateway's in everything else.
func (w *ward) spread() (stop func()) {
	return w.flood(func(n int) (like, string) {
		return like{fmt.Sprintf("203.0.%d.9:1", n%200), ofGateway.program, ofGateway.body}, w.id()
	})
}

// crowd is how long patients wait who come one after the other, whether or not the one before has an answer.
func (w *ward) crowd(patients int, every time.Duration) (waits []time.Duration) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for range patients {
		all.Go(func() {
			took := w.patient("oi")
			mu.Lock()
			defer mu.Unlock()
			waits = append(waits, took)
		})
		time.Sleep(every)
	}
	all.Wait()
	return waits
}

// In a clinic that has had patients all day a flood from many addresses, none of which has done anything before, keeps
// new ones no longer waiting than one from a single address, from its first second on.
func TestFloodFromManyAddresses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const bound = 200
		w := openWard(t, 0, bound, 120)
		defer w.close()
		stop := w.spread()
		waits := w.crowd(10, time.Second)
		waiting := w.journal.Pending()
		stop()
		if slices.Max(waits) > 3*time.Second || waiting > 3*bound {
			t.Errorf("%d messages wait, new patients waited for %v", waiting, waits)
		}
	})
}

// What the gateway's own calls are like is known to the process after a kill from its first call on: patients from just
// before it and those who come now are answered soon in a flood from many addresses, which were all unknown to it.
func TestFloodFromManyAddressesOverRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const bound = 200
		w := openWard(t, time.Second, bound, 12)
		defer w.close()
		stop := w.spread()
		time.Sleep(10 * time.Second)
		var before, after []time.Duration
		var patients sync.WaitGroup
		patients.Go(func() { before = w.crowd(5, 0) })
		time.Sleep(500 * time.Millisecond) // in their quiet window
		stop()
		w.stop()
		time.Sleep(time.Second)
		w.start(time.Second, bound)
		stop = w.spread()
		after = w.crowd(10, 1200*time.Millisecond)
		patients.Wait()
		stop()
		if slices.Max(before) > 10*time.Second || slices.Max(after) > 6*time.Second {
			t.Errorf("from before the kill they waited for %v, from after it for %v", before, after)
		}
	})
}

// What a flood of 500 forged sessions a second does to the wait of a new patient, at the gateway's rate of 3.3 calls a
// second and with the quiet window of the default: the median alone and in the flood, in one run.
func BenchmarkFlood(b *testing.B) {
	for _, window := range []time.Duration{0, time.Second} {
		for _, f := range floods {
			b.Run(fmt.Sprintf("%s/window=%v", f.name, window), func(b *testing.B) {
				for range b.N {
					var alone, flooded time.Duration
					synctest.Test(&testing.T{}, func(*testing.T) {
						w := openWard(b, window, 0, 12)
						alone = w.median(21)
						stop := w.flood(func(n int) (like, string) { return f.forge(w, n) })
						time.Sleep(10 * time.Second)
						flooded = w.median(21)
						stop()
						w.close()
					})
					b.ReportMetric(alone.Seconds(), "s-alone")
					b.ReportMetric(flooded.Seconds(), "s-flooded")
					b.ReportMetric(float64(flooded)/float64(alone), "x-alone")
				}
			})
		}
	}
}
