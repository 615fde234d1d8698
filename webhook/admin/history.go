package admin

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"atende/actors/journal"
)

// HistoryLine is one line of GET /admin/history: a turn of a session, as it is kept.
type HistoryLine struct {
	SessionID string    `json:"session"`
	Seq       int64     `json:"seq"`
	At        time.Time `json:"at"`
	// Turn is a history.Entry; absent where what is kept of it cannot be read.
	Turn json.RawMessage `json:"turn,omitempty"`
}

// history answers GET /admin/history?after_session=ID&after_seq=N: the masked turns of all sessions as JSON
// lines, by session and seq, those after the line that the caller saw last, journal.MaxPage at most (some 2 MB).  An
// answer without a line is the end.  The access log has a line for a reading, and not for each of its pages.  It is
// what atende replay reads.
func (d desk) history(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	seq, err := strconv.ParseInt(query.Get("after_seq"), 10, 64)
	if query.Get("after_seq") == "" {
		seq, err = 0, nil
	}
	if err != nil || seq < 0 {
		refuse(w, http.StatusBadRequest, "invalid_after_seq")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), operatorTimeout)
	defer cancel()
	turns, err := d.Operator.Histories(ctx, operatorOf(r), query.Get("after_session"), seq, journal.MaxPage)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	lines := json.NewEncoder(w)
	for _, turn := range turns {
		if err := lines.Encode(lineOf(turn)); err != nil {
			return // a caller that is gone asks again
		}
	}
}

func lineOf(turn journal.SessionEntry) HistoryLine {
	line := HistoryLine{SessionID: turn.SessionID, Seq: turn.Seq, At: turn.At}
	if json.Valid(turn.Body) {
		line.Turn = turn.Body
	}
	return line
}
