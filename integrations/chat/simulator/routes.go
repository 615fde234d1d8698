package simulator

import (
	"cmp"
	_ "embed" // the document
	"net/http"
	"strings"

	"atende/integrations/inbound"
	"atende/integrations/openapi"
)

// routes is everything the simulator serves.  The standard mux takes path values apart before it
// unescapes them, so that a phone may hold an escaped slash or pipe.
func (s *Simulator) routes() http.Handler {
	mux := http.NewServeMux()
	s.operations(mux)
	// The agent fetches files; who knows the address of one was told it.
	mux.HandleFunc("GET "+filePath, s.getFile)
	mux.Handle(openapi.Path, OpenAPI)
	driven := func(pattern string, h http.Handler) { mux.Handle(pattern, s.admitted(h)) }
	for _, c := range s.controls() {
		driven(c.pattern, c.serve)
	}
	s.servePage(driven)
	return s.guard(jsonErrors(mux))
}

const filePath = "/sim/files/{id}"

//go:embed openapi.yaml
var openAPI []byte

// OpenAPI describes the control API.
var OpenAPI = openapi.New(openAPI)

// controlRoute is an operation of the control API.
type controlRoute struct {
	pattern string
	serve   http.Handler
}

// controls are the control API of the contract, which the page uses, too.
func (s *Simulator) controls() []controlRoute {
	return []controlRoute{
		{"POST /sim/sessions", s.control(http.StatusCreated, s.postSession)},
		{"GET /sim/sessions", s.control(http.StatusOK, s.listSessions)},
		{"GET /sim/sessions/{id}", s.control(http.StatusOK, s.showSession)},
		{"PATCH /sim/sessions/{id}", s.control(http.StatusOK, s.patchSession)},
		{"POST /sim/sessions/{id}/messages", s.control(http.StatusAccepted, s.postMessage)},
		{"POST /sim/sessions/{id}/files", http.HandlerFunc(s.postFile)},
		{"GET /sim/sessions/{id}/events", http.HandlerFunc(s.streamEvents)},
		{"GET /sim/sessions/{id}/panel", s.control(http.StatusOK, s.showPanel)},
		{"POST /sim/faults", s.control(http.StatusCreated, s.postFault)},
		{"DELETE /sim/faults", s.control(http.StatusOK, s.deleteFaults)},
	}
}

// admitted lets pass who may drive the simulator, which is to speak as any patient, with the webhook's token and secret, and to
// read what all of them wrote: programs and browsers of this machine, by a name that no stranger can own, callers with the gateway's token, and everybody where
// Config.Open says so.
func (s *Simulator) admitted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.cfg.Open || inbound.SameMachine(r) && inbound.OwnName(r.Host) || s.cfg.Token != "" && s.authorized(r) {
			next.ServeHTTP(w, r)
			return
		}
		s.refuse(w, errElsewhere)
	})
}

// guard sets the headers that keep the page to itself, and refuses state changes that another
// web site asks a browser for.  Callers that are no browser send neither Origin nor
// Sec-Fetch-Site and pass.
func (s *Simulator) guard(next http.Handler) http.Handler {
	next = http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy",
			"default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "+cmp.Or(s.cfg.Frames, "'none'"))
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// jsonErrors answers unknown paths and wrong methods in JSON, with the status and the Allow that
// the mux found.
func jsonErrors(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		verdict := &verdict{header: w.Header(), status: http.StatusOK}
		handler.ServeHTTP(verdict, r)
		key := strings.ReplaceAll(strings.ToLower(http.StatusText(verdict.status)), " ", "_")
		reply(w, verdict.status, map[string]any{
			"httpStatusCode": verdict.status, "error": true, "key": key,
		})
	})
}

// verdict is a response writer that keeps status and header and drops the body.
type verdict struct {
	header http.Header
	status int
}

func (v *verdict) Header() http.Header         { return v.header }
func (v *verdict) WriteHeader(status int)      { v.status = status }
func (v *verdict) Write(p []byte) (int, error) { return len(p), nil }
