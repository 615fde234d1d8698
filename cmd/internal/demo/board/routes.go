package board

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"atende/cmd/internal/demo/crowd"
	"atende/cmd/internal/demo/fleet"
)

const (
	// stalled is how long one write to a page that does not read may take.
	stalled = 30 * time.Second
	maxBody = 1 << 10
)

// routes is everything the board serves.
func (b *Board) routes() http.Handler {
	mux := http.NewServeMux()
	servePage(mux, b.cfg)
	mux.HandleFunc("GET /events", b.streamSnapshots)
	mux.HandleFunc("POST /nodes", func(w http.ResponseWriter, _ *http.Request) {
		name, err := b.cfg.Fleet.Add()
		if err == nil {
			b.diary.note(plain, name+" está iniciando")
		}
		reply(w, err)
	})
	for what, wish := range map[string]struct {
		act  func(string) error
		kind string
		text string
	}{
		"start":  {b.cfg.Fleet.Restart, plain, "%s está iniciando de novo"},
		"stop":   {b.cfg.Fleet.Stop, warm, "%s: pedido para drenar e parar (SIGTERM)"},
		"kill":   {b.cfg.Fleet.Kill, bad, "%s: morto com kill -9"},
		"freeze": {b.cfg.Fleet.Freeze, bad, "%s: congelado (SIGSTOP)"},
		"thaw":   {b.cfg.Fleet.Thaw, good, "%s: descongelado (SIGCONT)"},
	} {
		mux.HandleFunc("POST /nodes/{name}/"+what, func(w http.ResponseWriter, r *http.Request) {
			name := r.PathValue("name")
			err := wish.act(name)
			if err == nil {
				b.diary.note(wish.kind, fmt.Sprintf(wish.text, name))
			}
			reply(w, err)
		})
	}
	mux.HandleFunc("POST /traffic", b.setTraffic)
	return guard(mux)
}

// setTraffic takes {"rate":2.5}: messages a second.
func (b *Board) setTraffic(w http.ResponseWriter, r *http.Request) {
	var wish struct{ Rate *float64 }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&wish); err != nil || wish.Rate == nil {
		http.Error(w, `{"reason":"invalid_json"}`, http.StatusBadRequest)
		return
	}
	b.cfg.Crowd.SetRate(min(max(*wish.Rate, 0), crowd.MaxRate))
	reply(w, nil)
}

// reply answers 202 when a wish is being granted.
func reply(w http.ResponseWriter, err error) {
	status, reason := http.StatusAccepted, ""
	switch {
	case err == nil:
	case errors.Is(err, fleet.ErrNoNode):
		status, reason = http.StatusNotFound, "unknown_node"
	case errors.Is(err, fleet.ErrFull), errors.Is(err, fleet.ErrState):
		status, reason = http.StatusConflict, "not_now"
	default:
		status, reason = http.StatusInternalServerError, "failed"
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"reason": reason}) // a page that is gone asks no more
}

// guard sets the headers that keep the page to itself, and refuses wishes that another web site makes
// a browser have.
func guard(next http.Handler) http.Handler {
	next = http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// streamSnapshots is GET /events: server-sent events, one Snapshot as JSON each.
func (b *Board) streamSnapshots(w http.ResponseWriter, r *http.Request) {
	snapshots, cancel := b.subscribe()
	if snapshots == nil {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer cancel()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for {
		select {
		case s, ok := <-snapshots:
			if !ok || writeSnapshot(w, s) != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

// writeSnapshot sends one at once.  Each write has its own deadline: the server's is for answers, and a
// stream has no end.
func writeSnapshot(w http.ResponseWriter, s Snapshot) error {
	raw, err := json.Marshal(s) // one line: JSON escapes line breaks
	if err != nil {
		return err
	}
	out := http.NewResponseController(w)
	if err := out.SetWriteDeadline(time.Now().Add(stalled)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "data: %s\n\n", raw); err != nil {
		return err
	}
	return out.Flush()
}
