package scheduling

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/outbound"
)

var monday10 = Appointment{
	PatientID: 42, CPF: "052.998.224-72", PlanID: 2, AgendaID: 101, ProcedureID: 501,
	Date: "2026-11-23", Hour: "10:00", Intent: "abc/1-t",
}

const confirmed = `{"data":{"description":"Consulta marcada.","preparo":"Jejum de 8 horas."}}`

// S-A4-1, S-A4-2, S-A4-3, S-A4-4, S-3-4: the question, byte for byte.
func TestBookRequest(t *testing.T) {
	c, a := setup(t, answer(200, confirmed))
	if _, err := c.Book(t.Context(), monday10); err != nil {
		t.Fatal(err)
	}
	want := compact(`{"paciente_id":42,"cpf":"05299822472","convenio_id":2,"data":"23-11-2026","hora":"10:00",
		"agenda_id":101,"agenda_tipo":"cs","status":"ativo","servicos":[{"id":501}]}`)
	got := a.seen()[0]
	if got.method != http.MethodPost || got.uri != "/base/api/v1/agendamento/agendamento" || got.body != want {
		t.Errorf("sent %s %s\n%s", got.method, got.uri, got.body)
	}
	if diff := cmp.Diff([]string{"abc/1-t"}, got.header["Atende-Intent"]); diff != "" {
		t.Error(diff)
	}
	withoutIntent := monday10
	withoutIntent.Intent = ""
	if _, err := c.Book(t.Context(), withoutIntent); err != nil {
		t.Fatal(err)
	}
	if _, sent := a.seen()[1].header["Atende-Intent"]; sent {
		t.Error("an empty intent was sent")
	}
}

// S-A4-5: both texts, wherever they stand, word for word.
func TestBookAnswer(t *testing.T) {
	both := Booking{Verdict: Executed, Status: 200, Readable: true, Description: "Consulta marcada.", Preparation: "Jejum de 8 horas."}
	withoutDescription := Booking{Verdict: Executed, Status: 200, Preparation: "Jejum."}
	readable := func(description, preparation string) Booking {
		return Booking{Verdict: Executed, Status: 200, Readable: true, Description: description, Preparation: preparation}
	}
	unreadable := Booking{Verdict: Executed, Status: 200}
	cases := []struct {
		name, body string
		want       Booking
	}{
		{"S-A4-5 inside data", confirmed, both},
		{"S-A4-5 at the top", `{"description":"Consulta marcada.","preparo":"Jejum de 8 horas."}`, both},
		{"one inside, one at the top", `{"data":{"description":"Consulta marcada."},"preparo":"Jejum de 8 horas."}`, both},
		{"data is a text, the texts at the top", `{"data":"ok","description":"Consulta marcada.","preparo":"Jejum de 8 horas."}`, both},
		{"word for word", `{"data":{"description":" A\n\nB ","preparo":"- x\n"}}`, readable(" A\n\nB ", "- x\n")},
		{"as many paragraphs as may be", `{"data":{"description":"x","preparo":"` + strings.Repeat(`a\n\n`, 20) + `"}}`, readable("x", strings.Repeat("a\n\n", 19)+"a\n")},
		{"more paragraphs", `{"data":{"description":"x","preparo":"` + strings.Repeat(`a\n\n`, 20) + `b\nc\n \nd"}}`, readable("x", strings.Repeat("a\n\n", 19)+"a\nb\nc\nd")},
		{"control and bidi characters", `{"data":{"description":"\u001b[2J\u202eMarcada\u202c\u0007.\ufeff","preparo":"a\u0085b\u2028c\u200b\ud83d\udc69\u200d\u2695\ufe0f\ue000"}}`, readable("[2JMarcada.", "a\nb\nc👩\u200d⚕️")},
		{"nothing that is seen", `{"data":{"description":"\u202e\u200b \u0000","preparo":"Jejum."}}`, withoutDescription},
		{"no preparation", `{"data":{"description":"Marcada.","preparo":null}}`, readable("Marcada.", "")},
		{"an odd description", `{"data":{"description":{"pt":"x"},"preparo":"Jejum."}}`, withoutDescription},
		{"no description", `{"data":{"preparo":"Jejum."}}`, withoutDescription},
		{"neither", `{"data":{"id":7}}`, unreadable},
		{"blank", `{"data":{"description":"","preparo":" "}}`, unreadable},
		{"a text", `{"data":"ok"}`, unreadable},
		{"a list", `[]`, unreadable},
		{"empty", ``, unreadable},
		{"a page of HTML", `<html>ok</html>`, unreadable},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c, _ := setup(t, answer(200, tc.body))
			got, err := c.Book(t.Context(), monday10)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Contract, "A4": what is known after each way it can end.  It is never tried twice.
func TestBookVerdicts(t *testing.T) {
	verdicts := map[Verdict][]int{
		Executed:    {200, 201, 202, 204},
		NotExecuted: {400, 401, 403, 404, 405, 409, 413, 415, 422},
		Open:        {301, 302, 303, 307, 308, 402, 406, 408, 410, 423, 425, 429, 451, 500, 502, 503, 504, 599},
	}
	for want, statuses := range verdicts {
		for _, status := range statuses {
			t.Run(fmt.Sprint(status), func(t *testing.T) {
				c, a := setup(t, func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Location", "/elsewhere")
					w.Header().Set("Retry-After", "0")
					w.WriteHeader(status)
				})
				got, err := c.Book(t.Context(), monday10)
				if got.Verdict != want || got.Status != status || (err == nil) != (want == Executed) {
					t.Errorf("got %+v, %v; want verdict %d", got, err, want)
				}
				if len(a.seen()) != 1 {
					t.Errorf("%d requests", len(a.seen()))
				}
			})
		}
	}
	cases := []struct {
		name   string
		answer http.HandlerFunc
		want   Verdict
		status int
	}{
		{"no answer in time", hang, Open, 0},
		{"reset", drop(true), Open, 0},
		{"closed", drop(false), Open, 0},
		{"2xx that breaks off", breakOff(confirmed), Executed, 200},
		{"409 that breaks off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.WriteHeader(409)
		}, NotExecuted, 409},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c, a := setupWith(t, Config{Timeout: 200 * time.Millisecond}, tc.answer)
			got, _ := c.Book(t.Context(), monday10)
			if diff := cmp.Diff(Booking{Verdict: tc.want, Status: tc.status}, got); diff != "" || len(a.seen()) != 1 {
				t.Error(len(a.seen()), diff)
			}
		})
	}
}

// What never left was not executed, and nothing is tried a second time.
func TestBookThatNeverLeft(t *testing.T) {
	t.Run("nobody listens", func(t *testing.T) {
		c := New(Config{URL: nobody(t), Now: time.Now, Location: time.UTC})
		defer c.Close()
		got, err := c.Book(t.Context(), monday10)
		if got.Verdict != NotExecuted || got.Status != 0 || outbound.KindOf(err) != outbound.NotSent {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("breaker open", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			c := New(Config{URL: "http://api.test", Now: time.Now, Location: time.UTC, Transport: roundTrip(func(*http.Request) (*http.Response, error) {
				calls++
				return &http.Response{StatusCode: 500, Header: http.Header{}, Body: http.NoBody}, nil
			})})
			for range 10 {
				if got, _ := c.Book(t.Context(), monday10); got.Verdict != Open {
					t.Fatalf("got %+v", got)
				}
			}
			got, err := c.Book(t.Context(), monday10)
			if got.Verdict != NotExecuted || outbound.KindOf(err) != outbound.NotSent || calls != 10 {
				t.Errorf("got %+v, %v after %d calls", got, err, calls)
			}
		})
	})
	t.Run("caller gave up before", func(t *testing.T) {
		c, a := setup(t, answer(200, confirmed))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got, _ := c.Book(ctx, monday10); got.Verdict != NotExecuted || len(a.seen()) != 0 {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("held back (B2)", func(t *testing.T) {
		c, a := setup(t, answer(200, confirmed))
		late := monday10
		late.Guard = func() error { return errors.New("too late") }
		got, err := c.Book(t.Context(), late)
		if got.Verdict != NotExecuted || got.Status != 0 || outbound.KindOf(err) != outbound.NotSent || len(a.seen()) != 0 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("malformed date or hour", func(t *testing.T) {
		c, a := setup(t, answer(200, confirmed))
		for _, change := range []func(*Appointment){
			func(p *Appointment) { p.Date = "23-11-2026" }, func(p *Appointment) { p.Date = "" }, func(p *Appointment) { p.Hour = "9:00" },
		} {
			p := monday10
			change(&p)
			if got, err := c.Book(t.Context(), p); got.Verdict != NotExecuted || err == nil || len(a.seen()) != 0 {
				t.Errorf("got %+v, %v", got, err)
			}
		}
	})
}

// A caller that gives up while the call is on its way knows nothing.
func TestBookCanceledOnTheWay(t *testing.T) {
	arrived := make(chan struct{})
	c, _ := setup(t, func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	if got, err := c.Book(ctx, monday10); got.Verdict != Open || outbound.KindOf(err) != outbound.Canceled {
		t.Errorf("got %+v, %v", got, err)
	}
}

// roundTrip is a transport without sockets.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestBookTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(Config{URL: "http://api.test", Now: time.Now, Location: time.UTC, Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})})
		began := time.Now()
		got, _ := c.Book(t.Context(), monday10)
		if took := time.Since(began); got.Verdict != Open || took != 15*time.Second {
			t.Errorf("got %+v after %v", got, took)
		}
	})
}

// Contract, "A4": a server that knows Atende-Intent says so, whatever else it says.
func TestReplayableServer(t *testing.T) {
	for _, tc := range []struct {
		announced string
		status    int
		want      bool
	}{{"1", 200, true}, {"1", 503, true}, {"1", 409, true}, {"", 200, false}, {"0", 200, false}} {
		c, _ := setup(t, func(w http.ResponseWriter, _ *http.Request) {
			if tc.announced != "" {
				w.Header().Set("Atende-Intent", tc.announced)
			}
			w.WriteHeader(tc.status)
		})
		if got, _ := c.Book(t.Context(), monday10); got.Replayable != tc.want {
			t.Errorf("%q with %d: replayable %v", tc.announced, tc.status, got.Replayable)
		}
	}
}

// B3: net/http repeats a POST with an Idempotency-Key when a connection that was
// used before drops.  A server that executes and drops sees one A4 all the same.
func TestBookIsSentOnce(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var booked, keyed atomic.Int32
	served := make(chan struct{})
	go func() {
		defer close(served)
		serveAndDrop(listener, &booked, &keyed)
	}()
	c := New(Config{
		URL: "http://" + listener.Addr().String(), Now: time.Now, Location: time.UTC,
		Headers: http.Header{"Idempotency-Key": {"k"}, "X-Idempotency-Key": {"k"}, "x-idempotency-key": {"k"}},
	})
	for n := int32(1); n <= 3; n++ {
		// A connection that was used before waits in the pool.
		if _, err := c.Slots(t.Context(), ana); err != nil {
			t.Fatal(err)
		}
		got, _ := c.Book(t.Context(), monday10)
		if got.Verdict != Open || booked.Load() != n {
			t.Errorf("got %+v, executed %d times, want %d", got, booked.Load(), n)
		}
	}
	if keyed.Load() != 0 {
		t.Error("an idempotency key was sent")
	}
	c.Close()
	_ = listener.Close()
	<-served
}

// serveAndDrop answers A1 with nothing and keeps the connection; it executes A4 and drops it.
func serveAndDrop(listener net.Listener, booked, keyed *atomic.Int32) {
	done := make(chan struct{})
	open := 0
	for {
		conn, err := listener.Accept()
		if err != nil {
			break
		}
		open++
		go func() {
			defer func() { done <- struct{}{} }()
			defer conn.Close()
			in := bufio.NewReader(conn)
			for {
				r, err := http.ReadRequest(in)
				if err != nil {
					return
				}
				if r.Header.Get("Idempotency-Key")+r.Header.Get("X-Idempotency-Key") != "" {
					keyed.Add(1)
				}
				if r.URL.Path == appointmentPath {
					booked.Add(1)
					return
				}
				_ = r.Body.Close()
				_, _ = fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(days()), days())
			}
		}()
	}
	for range open {
		<-done
	}
}
