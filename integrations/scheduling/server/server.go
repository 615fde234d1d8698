// Package server is the scheduling API itself (spec A): free times, find a patient by CPF, register
// patients, create an appointment.  It keeps patients and appointments in SQLite and takes doctors,
// procedures, plans and opening hours from a clinic file.
//
// Guarantees.  A slot has one booking at most: a constraint of the database says so, not this
// program.  A procedure that takes longer than a step of the agenda occupies all that it needs, and two that would
// overlap are told apart in one transaction at a time.  What was confirmed is on the disk before the answer leaves (synchronous=FULL).  The same
// call again, recognized by its Atende-Intent header or by patient, slot, plan and procedures, gets the
// first answer again; so a caller that lost an answer may repeat.
//
// Whoever tries CPFs to find patients meets a bound: one address has 20,000 look-ups that find nobody, and then one a
// second.  One whose CPF is registered afterwards does not count, so that an agent, which has one address for all patients
// and registers who is new, can book as fast as it likes.
//
// The wire types are its own and not those of the client, so that the two can disagree in a test.
package server

import (
	"context"
	_ "embed" // the document
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/mux"

	"atende/integrations/catalog"
	"atende/integrations/inbound"
	"atende/integrations/openapi"
)

// Config is what a Server needs.
type Config struct {
	// DatabaseURL is "sqlite:PATH", or "memory:" for a database that dies with the Server.
	DatabaseURL string
	// Clinic is served; required.
	Clinic *catalog.Clinic
	// Token, if set, must come with every call as "Authorization: Bearer …"; "": only callers on this machine are answered.
	Token string
	// Now is the clock that tells past from future; required.
	Now func() time.Time
	// Log takes failures and one debug line per call, without patient data; nil discards them.
	Log *slog.Logger
	// Quirks are habits of real scheduling APIs, all off by default.
	Quirks Quirks
}

// Server answers the four calls of spec A.  Make one with New; it is safe for concurrent use.
type Server struct {
	database  *database
	clinic    directory
	calendar  calendar
	token     string
	unknown   *inbound.Budget // look-ups of CPFs that are not registered, nor are then
	now       func() time.Time
	log       *slog.Logger
	quirks    Quirks
	slowFor   time.Duration // of SlowErrors
	inFlight  chan struct{} // one element per call being answered
	closeOnce sync.Once
	closeErr  error
}

// New opens the database, brings its schema up to date and returns a Server.  The caller closes it.
// It fails when the database cannot be opened or belongs to another running process.
func New(ctx context.Context, config Config) (*Server, error) {
	if config.Clinic == nil || config.Now == nil {
		return nil, errors.New("scheduling server: Config needs Clinic and Now")
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	opened, err := openDatabase(ctx, config.DatabaseURL)
	if err != nil {
		return nil, fmt.Errorf("scheduling server: %w", err)
	}
	return &Server{
		database: opened,
		clinic:   newDirectory(config.Clinic),
		calendar: newCalendar(config.Clinic),
		token:    config.Token,
		unknown:  &inbound.Budget{Burst: unknownBurst, Every: unknownEvery, Now: config.Now},
		now:      config.Now,
		log:      config.Log,
		quirks:   config.Quirks,
		slowFor:  slowFor,
		inFlight: make(chan struct{}, maxInFlight),
	}, nil
}

// Close closes the database.  No call may be running; closing twice is fine.
func (s *Server) Close() error {
	s.closeOnce.Do(func() { s.closeErr = s.database.close() })
	return s.closeErr
}

//go:embed openapi.yaml
var openAPI []byte

// OpenAPI describes the calls.
var OpenAPI = openapi.New(openAPI)

// Handler serves the four calls, the document that describes them, and nothing else.  Every answer to a call is JSON with the one
// top-level key "data" (S-1-3), those for unknown paths (404) and methods (405) too.
func (s *Server) Handler() http.Handler { return announcingIntents(s.routes()) }

func (s *Server) routes() *mux.Router {
	router := mux.NewRouter().SkipClean(true) // a cleaned path would be a redirect, not JSON
	post := func(path, operation string, serve operationFunc) {
		router.Handle(path, s.answering(operation, s.slowly(serve))).Methods(http.MethodPost)
	}
	post("/api/v1/agendamento/horarios", "times", s.freeTimes)
	post("/api/v1/cadastros/pacientes/cpf/{cpf}", "find_patient", s.findPatient)
	post("/api/v1/paciente/multiplos", "register", s.register)
	post("/api/v1/agendamento/agendamento", "book", s.book)
	router.Handle(openapi.Path, OpenAPI)
	router.NotFoundHandler = refuseWith(http.StatusNotFound, "Endereço desconhecido.")
	router.MethodNotAllowedHandler = refuseWith(http.StatusMethodNotAllowed, "Use o método POST.")
	return router
}

// announcingIntents tells every caller that Atende-Intent is understood: of each call, so that a caller knows
// before its first A4 what it may do should that one go wrong.
func announcingIntents(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(intentHeader, intentKnown)
		next.ServeHTTP(w, r)
	})
}
