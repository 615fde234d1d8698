package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"atende/integrations/inbound"
)

const (
	maxInFlight  = 512              // calls being answered; more get a 503 at once
	maxBodyBytes = 1 << 20          // more is a 413
	callTimeout  = 10 * time.Second // of which most would be spent waiting for the one writer
)

// call is one request, authenticated and read.
type call struct {
	body   []byte
	path   map[string]string // variables of the route
	header http.Header
	caller netip.Prefix
}

// operationFunc answers one call: with the whole JSON document (an envelope, quirks aside), a page,
// or an error, which is a *refusal when it is the caller's fault.
type operationFunc func(context.Context, call) (any, error)

// envelope is the one shape of every answer (spec 2.1).
type envelope struct {
	Data any `json:"data"`
}

// page is an answer that is no JSON; only a quirk gives one.
type page string

// refusal is an answer 4xx, of an overloaded server or of a quirk 5xx; the sentence is in Portuguese and repeats nothing the caller sent.
type refusal struct {
	status   int
	sentence string
}

func (r *refusal) Error() string { return r.sentence }

// malformed refuses a body or path that cannot be understood.
func malformed(sentence string) error { return &refusal{http.StatusBadRequest, sentence} }

// unacceptable refuses a call that is well formed but asks for something that does not exist.
func unacceptable(sentence string) error {
	return &refusal{http.StatusUnprocessableEntity, sentence}
}

// answering makes a handler of an operation: size, authentication, timeout, answer, log line.
func (s *Server) answering(operation string, serve operationFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case s.inFlight <- struct{}{}:
			defer func() { <-s.inFlight }()
		default:
			w.Header().Set("Retry-After", "1")
			s.finish(r.Context(), w, operation, nil, &refusal{http.StatusServiceUnavailable, "O serviço está sobrecarregado. Tente novamente em instantes."})
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
		defer cancel()
		document, err := s.run(ctx, w, r, serve)
		s.finish(r.Context(), w, operation, document, err)
	})
}

func (s *Server) run(ctx context.Context, w http.ResponseWriter, r *http.Request, serve operationFunc) (any, error) {
	if err := s.admit(r); err != nil {
		if err.status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", "Bearer")
		}
		return nil, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, &refusal{http.StatusRequestEntityTooLarge, "O corpo da requisição é grande demais."}
	case err != nil:
		return nil, malformed("Não foi possível ler o corpo da requisição.")
	}
	return serve(ctx, call{body: body, path: mux.Vars(r), header: r.Header, caller: inbound.Caller(r)})
}

// admit asks who calls: for the token or, where there is none, whether the caller is on this machine and no web page in a
// browser there.  nil: it may.
func (s *Server) admit(r *http.Request) *refusal {
	site := r.Header.Get("Sec-Fetch-Site")
	switch {
	case s.token != "" && !s.authorized(r):
		return &refusal{http.StatusUnauthorized, "Acesso não autorizado."}
	case s.token != "":
		return nil
	case !inbound.SameMachine(r):
		return &refusal{http.StatusUnauthorized, "Este servidor não tem token (ATENDE_SCHEDULING_TOKEN) e por isso só atende a própria máquina."}
	case r.Header.Get("Origin") != "" || site != "" && site != "none":
		return &refusal{http.StatusForbidden, "Este servidor não atende páginas da web."}
	default:
		return nil
	}
}

// authorized compares digests, so that the time it takes tells nothing about the token.
func (s *Server) authorized(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	got, want := sha256.Sum256([]byte(strings.TrimSpace(token))), sha256.Sum256([]byte(s.token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// finish writes the answer and is the one place where a failure is logged.
func (s *Server) finish(caller context.Context, w http.ResponseWriter, operation string, document any, err error) {
	status := http.StatusOK
	var refused *refusal
	switch {
	case errors.As(err, &refused):
		status, document = refused.status, envelope{refused.sentence}
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "1") // unknownEvery
		}
		s.log.Debug("scheduling call refused", slog.String("operation", operation), slog.Int("status", status))
	case err != nil:
		status = http.StatusInternalServerError
		document = envelope{"Não foi possível atender agora. Tente novamente em instantes."}
		level := slog.LevelError
		if caller.Err() != nil {
			level = slog.LevelDebug // the caller hung up; nothing is wrong here
		}
		s.log.Log(caller, level, "scheduling call failed", slog.String("operation", operation), slog.Any("error", err))
	default:
		s.log.Debug("scheduling call answered", slog.String("operation", operation))
	}
	write(w, status, document)
}

// write sends a document.  A caller that is gone cannot be told, so write errors end here.
func write(w http.ResponseWriter, status int, document any) {
	if html, ok := document.(page); ok {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, string(html))
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(document)
}

// refuseWith is the handler of paths and methods that do not exist.
func refuseWith(status int, sentence string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", http.MethodPost)
		}
		write(w, status, envelope{sentence})
	})
}
