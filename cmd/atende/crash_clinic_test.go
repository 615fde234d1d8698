package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// doctors have first names that differ, because the agent tells them apart by these.
var doctors = strings.Fields(`Ana Beatriz Carla Daniela Elisa Fernanda Gabriela Helena Isabela Julia Karina Larissa
	Mariana Olga Patricia Raquel Sofia Tatiana Valeria Yara`)

// bigClinic is a catalogue with room for some ten thousand appointments.
func bigClinic(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "clinic.yaml")
	if err := os.WriteFile(path, []byte(bigCatalogue()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func bigCatalogue() string {
	var file strings.Builder
	before, after, _ := strings.Cut(catalogue, "doctors:\n")
	_, after, _ = strings.Cut(after, "\n")
	file.WriteString(before + "doctors:\n")
	for i, name := range doctors {
		fmt.Fprintf(&file, "  - {agenda_id: %d, name: Dra. %s Souza, specialty_id: 7}\n", 101+i, name)
	}
	return file.String() + after
}

// bookingTime is how long an A4 takes at most.
const bookingTime = 300 * time.Millisecond

// desk stands before `atende scheduling`, makes A4 slow before and after it is executed, writes down
// every call of it, and can hide that the API knows intents.  A call that has arrived is executed
// whatever becomes of its caller, as any server would.
type desk struct {
	api    string
	silent bool
	server *httptest.Server

	mu    sync.Mutex
	calls map[string]int         // A4s by CPF and slot
	seats map[string][]time.Time // when they came, by the header X-Seat of who sent them
}

func newDesk(t *testing.T, api string, silent bool) *desk {
	d := &desk{api: api, silent: silent, calls: map[string]int{}, seats: map[string][]time.Time{}}
	d.server = httptest.NewServer(d)
	t.Cleanup(func() {
		d.server.CloseClientConnections()
		d.server.Close()
	})
	return d
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the caller died before it had said everything
	}
	pause := time.Duration(0)
	if strings.HasSuffix(r.URL.Path, "/agendamento/agendamento") {
		d.note(r.Header.Get("X-Seat"), body)
		pause = bookingTime
	}
	before := time.Duration(rand.Int64N(int64(pause) + 1))
	time.Sleep(before)
	answer, err := d.forward(r, body)
	if err != nil {
		http.Error(w, "the API is gone", http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	time.Sleep(pause - before)
	for name, values := range answer.Header {
		if !d.silent || name != "Atende-Intent" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(w, answer.Body) // the caller may be dead by now
}

func (d *desk) forward(r *http.Request, body []byte) (*http.Response, error) {
	request, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, d.api+r.URL.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = r.Header.Clone()
	if d.silent {
		request.Header.Del("Atende-Intent")
	}
	return http.DefaultClient.Do(request)
}

// note counts the A4s for one patient and slot.
func (d *desk) note(seat string, body []byte) {
	var a4 struct {
		CPF, Data, Hora string
		Agenda          int `json:"agenda_id"`
	}
	_ = json.Unmarshal(body, &a4) // the API will refuse what is no JSON
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seats[seat] = append(d.seats[seat], time.Now())
	d.calls[fmt.Sprint(a4.CPF, " ", a4.Agenda, " ", a4.Data, " ", a4.Hora)]++
}

// from is when A4s of a seat came.
func (d *desk) from(seat string) []time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.seats[seat]
}

// blind lists what was asked for more than once: where the API does not say that it is safe, never.
func (d *desk) blind() (repeated []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for call, times := range d.calls {
		if d.silent && times > 1 {
			repeated = append(repeated, fmt.Sprintf("A4 %s was sent %d times", call, times))
		}
	}
	return repeated
}
