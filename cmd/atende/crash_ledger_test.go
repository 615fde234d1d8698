package main

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// heard is something the agent did that a patient notices.
type heard struct {
	text     string // of a part
	transfer bool   // to a person, instead of a part
	life     int    // which process of the agent did it
	at       time.Time
}

// chatLog is everything one patient noticed, in order.
type chatLog struct {
	entries []heard
	news    chan struct{} // holds one when there may be new entries
}

// ledger is a chat gateway that outlives the agent and knows each of its lives by the token they use.
// It answers a little late, so that a kill can hit a part that has arrived and is not marked.
type ledger struct {
	server *httptest.Server
	noted  atomic.Int64 // entries of all chats
	of     *practices   // whose the chats are; nil: of one clinic

	mu      sync.Mutex
	chats   map[string]*chatLog
	strange []string // calls that nobody should make here
}

// tokenOf is the gateway token of one life.
func tokenOf(life int) string { return "life-" + strconv.Itoa(life) }

func newLedger(t *testing.T) *ledger {
	l := &ledger{chats: map[string]*chatLog{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /chat/v2/session/{id}", func(w http.ResponseWriter, r *http.Request) {
		answerJSON(w, map[string]any{"platform": "WHATSAPP", "instanceNumber": l.of.instance(r.PathValue("id")), "teamName": teamName, "status": "Pendente"})
	})
	mux.HandleFunc("POST /chat/v1/session/{id}/message/sync", l.part)
	mux.HandleFunc("PUT /chat/v2/session/{id}/partial", l.partial)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.strange = append(l.strange, r.Method+" "+r.URL.Path)
		http.NotFound(w, r)
	})
	l.server = httptest.NewServer(mux)
	t.Cleanup(func() {
		l.server.CloseClientConnections()
		l.server.Close()
	})
	return l
}

func (l *ledger) part(w http.ResponseWriter, r *http.Request) {
	var body struct{ Message string }
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return // the caller died before it had said everything
	}
	if err := json.Unmarshal(raw, &body); err != nil {
		http.Error(w, "no JSON", http.StatusBadRequest)
		return
	}
	l.note(r, heard{text: body.Message})
	time.Sleep(time.Duration(rand.IntN(10)) * time.Millisecond)
	answerJSON(w, map[string]any{"status": "SENT"})
}

func (l *ledger) partial(w http.ResponseWriter, r *http.Request) {
	l.note(r, heard{transfer: true})
	answerJSON(w, map[string]any{})
}

// note writes down what a call brought.
func (l *ledger) note(r *http.Request, h heard) {
	h.life, _ = strconv.Atoi(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer life-")) // a stranger is life 0
	h.at = time.Now()
	c := l.chat(r.PathValue("id"))
	l.mu.Lock()
	defer l.mu.Unlock()
	c.entries = append(c.entries, h)
	l.strange = append(l.strange, l.of.astray(r.PathValue("id"), h.text)...)
	l.noted.Add(1)
	select {
	case c.news <- struct{}{}:
	default:
	}
}

// chat is the log of a session.
func (l *ledger) chat(session string) *chatLog {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.chats[session] == nil {
		l.chats[session] = &chatLog{news: make(chan struct{}, 1)}
	}
	return l.chats[session]
}

// entry is the n-th thing that a patient noticed, if it happened already.
func (l *ledger) entry(c *chatLog, n int) (heard, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n < len(c.entries) {
		return c.entries[n], true
	}
	return heard{}, false
}
