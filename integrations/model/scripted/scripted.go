// Package scripted is a model server for tests: chat completions with tools, the list of models and
// transcriptions, as servers of the OpenAI API speak them.  What it says is up to a Brain; Misbehave makes any
// brain a bad one, by a seed.
//
// It is strict where real servers differ: what one of the well-known ones would refuse, this one refuses with
// 400 and an error in the usual form.  Its wire types are its own and not the client's, so that the two can
// disagree in a test.
//
//	scripted   the server: paths, key, waiting
//	wire       what is read and written
//	check      whether a request is one that every server takes; schema: its tools
//	brain      what a Brain sees and says; script: brains that say what a test wrote down
//	situation  what the agent tells of the conversation
//	misbehave  the dice; wrong, invent, claim, garbage, obey: what is done instead
//	transport  the server as an http.RoundTripper, for virtual time
package scripted

import (
	"context"
	"crypto/subtle"
	"hash/fnv"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	// maxBody bounds a request; ten pictures fit.
	maxBody = 64 << 20
	// maxKnown bounds how many requests are remembered by their hash to tell repetitions.
	maxKnown = 1 << 16
	// maxHang is when a server that never answers gives up, too.
	maxHang = time.Hour
)

// Config is what a server needs to know.
type Config struct {
	// Brain decides what is said; nil says nothing but "ok".
	Brain Brain
	// Key is what calls must carry as bearer token; "" takes any, and none.
	Key string
	// Model is the only one there is; "" takes any name.
	Model string
	// Delay is how long every completion takes, beside what a Reply says.
	Delay time.Duration
	// Transcribe answers a voice message; nil answers an empty text.  Calls of the Reply are ignored.
	Transcribe func(Audio) Reply
	// Seen gets every completion that passed the checks, before it is answered; it may be called by many
	// goroutines at once.
	Seen func(Request)
	// Refused gets every refusal of a completion: the message of the 400, 401 or 404.
	Refused func(message string)
}

// Server is the server.  It keeps no conversations and is safe for concurrent use.
type Server struct {
	config Config

	mu     sync.Mutex
	number int
	known  map[uint64]int
}

// New makes a server.  It holds nothing that needs closing.
func New(c Config) *Server {
	if c.Brain == nil {
		c.Brain = Func(func(Request) Reply { return Reply{Text: "ok"} })
	}
	return &Server{config: c, known: map[uint64]int{}}
}

// Requests is how many completions were asked for and passed the checks.
func (s *Server) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.number
}

// ServeHTTP implements http.Handler.  What stands before /chat/completions, /models and /audio/transcriptions
// does not matter.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route := s.route(r.URL.Path)
	switch {
	case route.serve == nil:
		fail(w, http.StatusNotFound, "not_found", "Unknown request URL: "+r.Method+" "+r.URL.Path)
	case r.Method != route.method:
		w.Header().Set("Allow", route.method)
		fail(w, http.StatusMethodNotAllowed, "method_not_allowed", "Not allowed to "+r.Method+" on "+r.URL.Path)
	case !s.authorized(r):
		s.refuse(w, &refusal{http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided."})
	default:
		route.serve(w, r)
	}
}

type route struct {
	method string
	serve  http.HandlerFunc
}

func (s *Server) route(path string) route {
	switch {
	case strings.HasSuffix(path, "/chat/completions"):
		return route{http.MethodPost, s.complete}
	case strings.HasSuffix(path, "/audio/transcriptions"):
		return route{http.MethodPost, s.transcribe}
	case strings.HasSuffix(path, "/models"):
		return route{http.MethodGet, s.models}
	}
	return route{}
}

func (s *Server) authorized(r *http.Request) bool {
	given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	return s.config.Key == "" || subtle.ConstantTimeCompare([]byte(given), []byte(s.config.Key)) == 1
}

// complete is POST /chat/completions.
func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		fail(w, http.StatusRequestEntityTooLarge, "body_too_large", "The request body is too large or broken.")
		return
	}
	request, refused := s.read(r, body)
	if refused != nil {
		s.refuse(w, refused)
		return
	}
	s.count(&request, body)
	if s.config.Seen != nil {
		s.config.Seen(request)
	}
	reply := s.config.Brain.Answer(request)
	reply.After += s.config.Delay
	s.answer(w, r, reply, func() ([]byte, error) { return completion(request, reply) })
}

// refuse answers a request that is not taken.
func (s *Server) refuse(w http.ResponseWriter, refused *refusal) {
	if s.config.Refused != nil {
		s.config.Refused(refused.message)
	}
	fail(w, refused.status, refused.code, refused.message)
}

// count numbers a request and notes how often the very same one came before.
func (s *Server) count(r *Request, body []byte) {
	h := fnv.New64a()
	h.Write(body)
	r.Hash = h.Sum64()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.number++
	if len(s.known) >= maxKnown {
		clear(s.known)
	}
	r.Number, r.Repeat = s.number, s.known[r.Hash]
	s.known[r.Hash]++
}

// answer waits as the reply says and writes it, or what it wants written instead.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, reply Reply, body func() ([]byte, error)) {
	if reply.Hang {
		wait(r.Context(), maxHang)
		panic(http.ErrAbortHandler)
	}
	if !wait(r.Context(), reply.After) {
		panic(http.ErrAbortHandler) // the client is gone
	}
	if reply.Cut {
		panic(http.ErrAbortHandler)
	}
	if reply.RetryAfter != "" {
		w.Header().Set("Retry-After", reply.RetryAfter)
	}
	switch {
	case reply.Raw != nil:
		write(w, max(reply.Status, http.StatusOK), reply.ContentType, reply.Raw)
	case reply.Status != 0:
		fail(w, reply.Status, "server_error", http.StatusText(reply.Status))
	default:
		bytes, err := body()
		if err != nil {
			fail(w, http.StatusInternalServerError, "server_error", "The reply cannot be written.")
			return
		}
		write(w, http.StatusOK, "", bytes)
	}
}

// wait reports whether the time passed before the context ended.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
