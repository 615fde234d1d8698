package simulator

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	// heartbeat keeps proxies from closing a silent stream.
	heartbeat = 15 * time.Second
	// stalled is how long one write to a client that does not read may take.
	stalled = 30 * time.Second
)

// streamEvents is GET /sim/sessions/{id}/events: server-sent events, one Event as JSON each.  It
// ends with the client, with Close, and when the client does not read; the browser then comes back
// by itself and gets a new snapshot.
func (s *Simulator) streamEvents(w http.ResponseWriter, r *http.Request) {
	events, cancel, err := s.Subscribe(r.PathValue("id"))
	if err != nil {
		s.refuse(w, err)
		return
	}
	defer cancel()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for {
		select {
		case e, ok := <-events:
			if !ok || writeEvent(w, e) != nil {
				return
			}
		case <-tick.C:
			if write(w, ": still here\n\n") != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

func writeEvent(w http.ResponseWriter, e Event) error {
	raw, err := json.Marshal(e) // one line: JSON escapes line breaks
	if err != nil {
		return err
	}
	return write(w, fmt.Sprintf("id: %d\ndata: %s\n\n", e.Number, raw))
}

// write sends text at once.  Each write has its own deadline: the server's is for answers, and a
// stream has no end.
func write(w http.ResponseWriter, text string) error {
	out := http.NewResponseController(w)
	if err := out.SetWriteDeadline(time.Now().Add(stalled)); err != nil {
		return err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return err
	}
	return out.Flush()
}
