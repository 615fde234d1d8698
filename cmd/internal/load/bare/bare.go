// Package bare is the least program that does what an agent does on the wire, as the measure of what
// an agent costs: it takes a message, answers 202, reads the chat session, applies the filters and
// sends one reply.  It is written the way one writes such a service with net/http alone: a goroutine
// and a channel for each chat session, one HTTP client.  It understands nothing, retries nothing,
// forgets everything when it ends and never drops a session from memory.
//
// With a Store each message is durable before its 202, by one committer that writes whatever waits
// in one go.  Nothing is ever taken out of the store again, which an agent has to do.
package bare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"atende/cmd/internal/endpoint"
	"atende/webhook"
)

// Options describe the program.  All but Store and Wait are required.
type Options struct {
	Listen     string // HOST:PORT of the webhook
	GatewayURL string // {chat_base_url}
	Token      string // of the gateway
	Instance   string // allowed instanceNumber
	Team       string // allowed teamName
	// Store makes messages durable: "", nowhere; "file:PATH", appended to a file; "sqlite:PATH", a
	// row of a table.
	Store string
	// Wait is how long the committer waits for more messages once it has one.
	Wait time.Duration
	Log  *slog.Logger
}

// Server is the running program.
type Server struct {
	*endpoint.Endpoint
	options Options
	client  *http.Client
	commits *committer // nil: nothing is durable

	mu       sync.Mutex
	closed   bool
	sessions map[string]chan message
	calls    sync.WaitGroup // of the webhook
	workers  sync.WaitGroup
}

// message is what the webhook hands to a session.
type message struct{ id, session, text string }

// mailbox is how many messages of one session may wait; more make their webhook calls wait.
const mailbox = 64

// callTimeout bounds each call of the gateway (spec C).
const callTimeout = 30 * time.Second

// Start opens the store and listens.
func Start(ctx context.Context, o Options) (*Server, error) {
	s := &Server{options: o, client: newClient(), sessions: map[string]chan message{}}
	listening, err := endpoint.Listen(ctx, o.Listen)
	if err != nil {
		return nil, err
	}
	if o.Store != "" {
		opened, err := openStore(ctx, o.Store)
		if err != nil {
			return nil, errors.Join(err, listening.Stop(ctx))
		}
		s.commits = newCommitter(opened, o.Wait)
	}
	s.Endpoint = listening
	mux := http.NewServeMux()
	mux.HandleFunc("POST /webhook/message", s.receive)
	listening.Start(webhook.Harden(&http.Server{
		Handler: mux, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
	}))
	return s, nil
}

// newClient has the settings of the agent's.
func newClient() *http.Client {
	return &http.Client{
		Timeout: callTimeout,
		Transport: &http.Transport{
			DialContext:         (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
			ForceAttemptHTTP2:   true,
			MaxIdleConnsPerHost: 512,
			IdleConnTimeout:     30 * time.Second,
		},
	}
}

// Stop takes no more messages, answers those it has, and closes the store.
func (s *Server) Stop(ctx context.Context) error {
	err := s.Endpoint.Stop(ctx)
	s.calls.Wait() // also those whose connection was cut
	s.mu.Lock()
	s.closed = true
	for _, inbox := range s.sessions {
		close(inbox)
	}
	s.mu.Unlock()
	s.workers.Wait()
	s.client.CloseIdleConnections()
	if s.commits != nil {
		err = errors.Join(err, s.commits.close())
	}
	return err
}

// event is what is read of a webhook call (spec 6).
type event struct {
	EventType string `json:"eventType"`
	Content   struct {
		ID        string `json:"id"`
		SessionID string `json:"sessionId"`
		Direction string `json:"direction"`
		Text      string `json:"text"`
	} `json:"content"`
}

const maxBody = 1 << 20

// receive is the webhook.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) {
	s.calls.Add(1)
	defer s.calls.Done()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		answer(w, http.StatusRequestEntityTooLarge, `{"status":"error"}`)
		return
	}
	var e event
	if json.Unmarshal(body, &e) != nil {
		answer(w, http.StatusBadRequest, `{"status":"error"}`)
		return
	}
	if e.EventType != "MESSAGE_RECEIVED" || e.Content.Direction != "FROM_HUB" {
		answer(w, http.StatusOK, `{"status":"ignored"}`)
		return
	}
	m := message{id: e.Content.ID, session: e.Content.SessionID, text: e.Content.Text}
	if s.commits != nil {
		if err := s.commits.commit(r.Context(), row{m.session, m.id, body}); err != nil {
			answer(w, http.StatusServiceUnavailable, `{"status":"error"}`)
			return
		}
	}
	s.hand(m)
	answer(w, http.StatusAccepted, `{"status":"accepted"}`)
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// hand gives a message to the goroutine of its session.
func (s *Server) hand(m message) {
	s.mu.Lock()
	inbox := s.sessions[m.session]
	if inbox == nil && !s.closed {
		inbox = make(chan message, mailbox)
		s.sessions[m.session] = inbox
		s.workers.Go(func() { s.serve(inbox) })
	}
	s.mu.Unlock()
	if inbox != nil {
		inbox <- m // it is closed after the last call
	}
}

// serve answers the messages of one session, one after the other.
func (s *Server) serve(inbox <-chan message) {
	for m := range inbox {
		if err := s.reply(m); err != nil {
			s.options.Log.Warn("message was not answered", "error", err)
		}
	}
}

// record is what is read of a chat session (spec 2.6).
type record struct {
	Platform       string `json:"platform"`
	InstanceNumber string `json:"instanceNumber"`
	TeamName       string `json:"teamName"`
	Status         string `json:"status"`
}

// reply is one turn: session read, filters, message out.
func (s *Server) reply(m message) error {
	var r record
	if err := s.call(http.MethodGet, "/chat/v2/session/"+m.session, nil, &r); err != nil {
		return fmt.Errorf("session read: %w", err)
	}
	open := []string{"Pendente", "IN_PROGRESS"}
	if r.Platform != "WHATSAPP" || r.InstanceNumber != s.options.Instance || r.TeamName != s.options.Team ||
		!slices.Contains(open, r.Status) {
		return nil
	}
	body, err := json.Marshal(map[string]string{"message": "Recebemos a sua mensagem: " + m.text})
	if err != nil {
		return err
	}
	var sent json.RawMessage
	if err := s.call(http.MethodPost, "/chat/v1/session/"+m.session+"/message/sync", body, &sent); err != nil {
		return fmt.Errorf("reply: %w", err)
	}
	return nil
}

// call makes one call of the gateway and decodes its answer.
func (s *Server) call(method, path string, body []byte, into any) error {
	request, err := http.NewRequest(method, s.options.GatewayURL+path, bytes.NewReader(body)) //nolint:noctx // the client's timeout bounds it
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+s.options.Token)
	request.Header.Set("Content-Type", "application/json")
	response, err := s.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	if err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return json.Unmarshal(raw, into)
}
