package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
)

// brought is one part that the gateway was given for a patient.
type brought struct {
	path string
	text string
	at   time.Time
}

// brokenGateway is the tests' gateway behind a way that does with parts what a test wants.
type brokenGateway struct {
	*tap
	mu    sync.Mutex
	parts []brought
}

// newBrokenGateway lets take decide on each part after it was noted, and what is answered.
func newBrokenGateway(t *testing.T, take func(w http.ResponseWriter, part brought)) *brokenGateway {
	t.Helper()
	g := &brokenGateway{}
	g.tap = newTap(t, func(w http.ResponseWriter, r *http.Request, body string, _ func()) bool {
		var sent struct {
			Message, Text string
			Body          struct{ Text string }
		}
		if !strings.Contains(r.URL.Path, "/message/") || json.Unmarshal([]byte(body), &sent) != nil {
			return false
		}
		// Both dialects of a part, and of the path by phone, whose answer is another one in one of them.
		path := strings.Replace(strings.TrimPrefix(r.URL.Path, "/chat/v1"), "/send-sync", "/send", 1)
		part := brought{path, sent.Message + sent.Text + sent.Body.Text, time.Now()}
		g.mu.Lock()
		g.parts = append(g.parts, part)
		g.mu.Unlock()
		take(w, part)
		return true
	})
	return g
}

// given are the parts so far.
func (g *brokenGateway) given() []brought {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.parts)
}

const phonePath = "/message/send"

// S-C-9: a session whose parts are answered 429 is paced for 20 s, whatever Retry-After asks for; then
// the part goes by phone, once.
func TestBusyGateway(t *testing.T) {
	eachDialect(t, busyGateway)
}

func busyGateway(t *testing.T, dialect string) {
	arrived := make(chan brought, 100)
	g := newBrokenGateway(t, func(w http.ResponseWriter, part brought) {
		if part.path != phonePath {
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		answerJSON(w, map[string]any{})
		arrived <- part
	})
	h := houseIn(t, dialect, "ATENDE_GATEWAY_URL", g.server.URL)
	g.leads(t, h.gateway.server.URL)
	h.says("s1", "m1", "oi")
	var part brought
	select {
	case part = <-arrived:
	case <-time.After(patience):
		t.Fatal("nothing by phone")
	}
	first := g.given()[0]
	if waited := part.at.Sub(first.at); first.path == phonePath || part.text != first.text || waited < 19*time.Second || waited > 40*time.Second {
		t.Errorf("by phone after %v: %+v", waited, g.given())
	}
}

// Contract, "Repeated parts": a part that arrives and is not answered is said once more, by one channel, and then a
// person has the session.
func TestUnansweredPart(t *testing.T) {
	eachDialect(t, unansweredPart)
}

func unansweredPart(t *testing.T, dialect string) {
	g := newBrokenGateway(t, func(http.ResponseWriter, brought) { cut() })
	h := houseIn(t, dialect, "ATENDE_GATEWAY_URL", g.server.URL)
	g.leads(t, h.gateway.server.URL)
	h.says("s1", "m1", "oi")
	h.measures(`atende_outcomes_total{outcome="TRANSFERIDO"} 1`, "atende_journal_pending 0")
	said := map[string]int{}
	for _, part := range g.given() {
		if part.path == phonePath {
			t.Error("by phone, on top of a part that arrived")
		}
		said[part.text]++
	}
	for text, n := range said {
		if n != 2 {
			t.Errorf("%d times: %s", n, text)
		}
	}
	if len(said) != 1 {
		t.Errorf("said %v", said)
	}
}

// POST /webhook/transfer: once it is confirmed nothing more of a running turn goes out, whichever node was told.
func TestNothingSaidAfterTransfer(t *testing.T) {
	t.Parallel()
	stores := map[string]func(t *testing.T) []string{
		"sqlite":                       func(*testing.T) []string { return nil },
		"sqlite, in the other dialect": func(*testing.T) []string { return []string{"ATENDE_GATEWAY_DIALECT", flw} },
		"postgres": func(t *testing.T) []string {
			return []string{"ATENDE_DATABASE_URL", emptyDatabase(t), "ATENDE_CLUSTER_LISTEN", "127.0.0.1:0", "ATENDE_NODE_ID", "n1"}
		},
	}
	for name, settings := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var armed atomic.Bool
			began, released := make(chan struct{}, 100), make(chan struct{})
			hold := func(is bool) {
				if is && armed.CompareAndSwap(true, false) {
					began <- struct{}{}
					<-released
				}
			}
			g := newBrokenGateway(t, func(w http.ResponseWriter, _ brought) {
				hold(true)
				answerJSON(w, map[string]any{})
			})
			clinic := newTap(t, func(_ http.ResponseWriter, r *http.Request, _ string, _ func()) bool {
				hold(strings.HasSuffix(r.URL.Path, "/agendamento/horarios"))
				return false
			})
			h := newHouse(t, append(settings(t), "ATENDE_TAGS", "true", "ATENDE_GATEWAY_URL", g.server.URL, "ATENDE_SCHEDULING_URL", clinic.server.URL)...)
			g.leads(t, h.gateway.server.URL)
			clinic.leads(t, h.scheduling.url())
			owner, other := h.agent, h.agent
			if name == "postgres" {
				second := maps.Clone(h.env)
				second["ATENDE_NODE_ID"] = "n2"
				other = start(t, second, "serve")
			}
			for id, said := range map[string][]string{
				// A1 is on its way when the person comes.
				"s-times": {"oi, quero marcar com a dra. Ana, particular"},
				// The description is, and the preparation follows.
				"s-parts": {"oi, quero marcar com a dra. Ana, particular", "1", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980", "sim"},
			} {
				session := id
				if name == "postgres" {
					session = ownedBy(t, owner, "n1#", id)
				}
				h.agent = owner
				for i, text := range said {
					armed.Store(i == len(said)-1)
					h.says(session, fmt.Sprint("m", i), text)
					if i < len(said)-1 {
						h.measures("atende_journal_pending 0")
					}
				}
				<-began
				h.agent = other
				if status, answer := h.post("/webhook/transfer", []byte(`{"sessionId":"`+session+`"}`)); status != http.StatusOK {
					t.Fatalf("%d %s", status, answer)
				}
				confirmed := time.Now()
				released <- struct{}{}
				h.agent = owner
				h.measures("atende_journal_pending 0")
				for _, part := range g.given() {
					if strings.Contains(part.path, session) && part.at.After(confirmed) {
						t.Errorf("said %v after the transfer to %s: %s", part.at.Sub(confirmed), session, part.text)
					}
				}
			}
			h.measures(`atende_outcomes_total{outcome="AGENDADO"} 1`)
			tags := func() int { return h.gateway.called("POST /core/v1/contact/") }
			inTime(func() bool { return tags() >= 3 }) // that of the other node may be on its way
			if n := tags(); n != 3 {                   // agendado, and transferido twice
				t.Errorf("%d tags", n)
			}
		})
	}
}

// ownedBy waits until a node owns the shard of a session whose id begins so, and another node is there; it returns
// the id.
func ownedBy(t *testing.T, node *process, owner, prefix string) string {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		response, err := http.Get("http://" + node.admin + "/admin/cluster")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		var status cluster.Status
		if err != nil || json.Unmarshal(body, &status) != nil {
			t.Fatalf("%v: %s", err, body)
		}
		shares := map[string]int{}
		for _, shard := range status.Shards {
			shares[shard.Owner]++
		}
		if len(shares) != 2 || len(status.Handoffs.Moving) > 0 {
			continue
		}
		for i := range 1000 {
			id := prefix + "-" + strings.Repeat("x", i%50) + strings.Repeat("y", i/50)
			if strings.HasPrefix(status.Shards[journal.ShardOf(id)].Owner, owner) {
				return id
			}
		}
	}
	t.Fatal("the nodes do not share")
	return ""
}
