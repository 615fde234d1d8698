package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// What the test's gateway and the agent agree on.
const (
	gatewayToken = "t0ken"
	instanceID   = "5511900000000"
	teamName     = "Recepção"
)

// patience bounds every wait for something another process does.
const patience = 60 * time.Second

// sent is one message the agent sent to a patient.
type sent struct {
	session string
	text    string
}

// plainGateway is a chat gateway written for these tests alone: an HTTP server that speaks spec C, or the same in the other
// dialect, and knows nothing of our code.
type plainGateway struct {
	t      *testing.T
	flw    bool // it speaks the other dialect
	server *httptest.Server
	sent   chan sent

	mu      sync.Mutex
	records map[string]map[string]any // by session
	calls   []string
	tagged  []string      // contact tags, in order
	gate    chan struct{} // while set, session reads wait until it is closed
	refuses bool          // answers 403 to transfers
	phones  bool          // messages by phone are expected, and heard by the session "phone"
}

func newPlainGateway(t *testing.T, dialect string) *plainGateway {
	g := &plainGateway{t: t, flw: dialect == flw, sent: make(chan sent, 1000), records: map[string]map[string]any{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /chat/v2/session/{id}", g.session)
	mux.HandleFunc("POST /chat/v1/session/{id}/message/sync", g.inSession)
	byPhone := "POST /chat/v1/message/send"
	if g.flw {
		byPhone += "-sync"
	}
	mux.HandleFunc(byPhone, g.byPhone)
	mux.HandleFunc("PUT /chat/v2/session/{id}/partial", g.partial)
	mux.HandleFunc("POST /core/v1/contact/phonenumber/{phone}/tags", g.tags)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the agent called %s %s, which spec C does not have", r.Method, r.URL.Path)
		http.NotFound(w, r)
	})
	g.server = httptest.NewServer(g.checked(mux))
	t.Cleanup(func() {
		g.open()
		g.server.CloseClientConnections()
		g.server.Close()
	})
	return g
}

// checked looks at what every call must carry (spec 5).
func (g *plainGateway) checked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+gatewayToken || r.Header.Get("Content-Type") != "application/json" {
			g.t.Errorf("%s %s: headers %v", r.Method, r.URL.Path, r.Header)
		}
		g.mu.Lock()
		g.calls = append(g.calls, r.Method+" "+r.URL.Path)
		g.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

// close makes session reads wait until open.
func (g *plainGateway) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.gate = make(chan struct{})
}

func (g *plainGateway) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gate != nil {
		close(g.gate)
		g.gate = nil
	}
}

// set changes a field of a session's record.
func (g *plainGateway) set(session, field string, value any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.record(session)[field] = value
}

// record is a session's record; every session exists and passes the filters at first.
func (g *plainGateway) record(session string) map[string]any {
	if g.records[session] == nil {
		g.records[session] = map[string]any{
			"id": session, "platform": "WHATSAPP", "instanceNumber": instanceID, "teamName": teamName, "status": "Pendente",
			"contactDetails": map[string]any{"phonenumber": phoneOf(session)},
		}
	}
	return g.records[session]
}

// called counts the calls whose method and path begin with prefix.
func (g *plainGateway) called(prefix string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := 0
	for _, call := range g.calls {
		if strings.HasPrefix(call, prefix) {
			n++
		}
	}
	return n
}

func (g *plainGateway) session(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	gate := g.gate
	g.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-r.Context().Done():
			return
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	record := g.record(r.PathValue("id"))
	if g.flw {
		record = flwRecord(record, r)
	}
	answerJSON(w, record)
}

func (g *plainGateway) inSession(w http.ResponseWriter, r *http.Request) {
	name := "message"
	if g.flw {
		name = "text"
	}
	body := g.fields(r, name)
	text, _ := body[name].(string)
	g.sent <- sent{session: r.PathValue("id"), text: text}
	answerJSON(w, map[string]any{"id": "m", "status": "SENT"})
}

func (g *plainGateway) byPhone(w http.ResponseWriter, r *http.Request) {
	var text string
	if g.flw {
		body, _ := g.fields(r, "from", "to", "body")["body"].(map[string]any)
		text, _ = body["text"].(string)
	} else {
		text, _ = g.fields(r, "phoneNumber", "message", "channelId")["message"].(string)
	}
	if g.mu.Lock(); g.phones {
		g.sent <- sent{session: "phone", text: text}
	} else {
		g.t.Error("a message was sent by phone although the session was there")
	}
	g.mu.Unlock()
	answerJSON(w, map[string]any{})
}

func (g *plainGateway) partial(w http.ResponseWriter, r *http.Request) {
	if !g.flw {
		g.fields(r, "departmentId")
	} else if named, _ := g.fields(r, "departmentId", "fields")["fields"].([]any); len(named) != 1 || named[0] != "DepartmentId" {
		g.t.Errorf("the update is of %v", named)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.refuses {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	answerJSON(w, map[string]any{})
}

func (g *plainGateway) tags(w http.ResponseWriter, r *http.Request) {
	var tags []any
	if g.flw {
		tags, _ = g.fields(r, "tagNames", "operation")["tagNames"].([]any)
	} else {
		tags, _ = g.fields(r, "tags")["tags"].([]any)
	}
	g.mu.Lock()
	for _, tag := range tags {
		name, _ := tag.(string)
		g.tagged = append(g.tagged, name)
	}
	g.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

// fields reads a body that must hold exactly the given keys.
func (g *plainGateway) fields(r *http.Request, names ...string) map[string]any {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		g.t.Error(err)
	}
	var body map[string]any
	if err := json.Unmarshal(raw, &body); err != nil || len(body) != len(names) {
		g.t.Errorf("%s: body %s, want exactly %v", r.URL.Path, raw, names)
	}
	for _, name := range names {
		if body[name] == nil {
			g.t.Errorf("%s: %s is missing in %s", r.URL.Path, name, raw)
		}
	}
	return body
}

func answerJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value) // a caller that hung up is seen by what it does next
}

// hears waits for the messages to a patient up to one that holds all the words, and returns all of
// them as one text.
func (g *plainGateway) hears(session string, words ...string) string {
	g.t.Helper()
	var heard []string
	deadline := time.After(patience)
	for {
		select {
		case m := <-g.sent:
			if m.session != session {
				g.t.Errorf("session %s got %q", m.session, m.text)
				continue
			}
			heard = append(heard, m.text)
			if all := strings.Join(heard, "\n\n"); holdsAll(all, words) {
				return all
			}
		case <-deadline:
			g.t.Fatalf("session %s heard %q, waits for %q", session, heard, words)
		}
	}
}

func holdsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
