package load

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// sessionRecord is what a session read answers: every session passes all filters (spec 2.6).
func sessionRecord(c PeersConfig) []byte {
	record, _ := json.Marshal(map[string]any{ // texts always can be
		"platform": "WHATSAPP", "instanceNumber": c.Instance, "teamName": c.Team, "status": "IN_PROGRESS",
		"contactDetails": nil, "endAt": nil,
	})
	return record
}

// serve answers the five operations of spec C and the four of spec A.
func (p *Peers) serve(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	if scheduling := strings.HasPrefix(path, "/api/v1/"); scheduling {
		time.Sleep(p.config.SchedulingDelay)
		p.clinic.serve(w, r)
		return
	}
	time.Sleep(p.config.GatewayDelay)
	if p.config.Failures > 0 && p.fails() {
		write(w, http.StatusServiceUnavailable, nil)
		return
	}
	rest, inSession := strings.CutPrefix(path, "/chat/v1/session/")
	switch {
	case inSession && strings.HasSuffix(rest, "/message/sync"):
		p.message(w, r, strings.TrimSuffix(rest, "/message/sync"))
	case strings.HasPrefix(path, "/chat/v2/session/"):
		p.session(w, r, strings.TrimPrefix(path, "/chat/v2/session/"))
	case path == "/chat/v1/message/send":
		p.byPhone(w, r)
	case strings.HasPrefix(path, "/core/v1/contact/phonenumber/"):
		write(w, http.StatusOK, []byte("{}"))
	default:
		write(w, http.StatusNotFound, nil)
	}
}

// fails spreads the failing calls evenly.
func (p *Peers) fails() bool {
	n := float64(p.calls.Add(1))
	return int(n*p.config.Failures) > int((n-1)*p.config.Failures)
}

var sentAnswer = []byte(`{"status":"SENT"}`)

// session is a session read, or a transfer.
func (p *Peers) session(w http.ResponseWriter, r *http.Request, rest string) {
	id, transfer := strings.CutSuffix(rest, "/partial")
	switch {
	case !transfer && r.Method == http.MethodGet:
		write(w, http.StatusOK, p.record)
	case transfer && r.Method == http.MethodPut:
		if run := p.run.Load(); run != nil {
			run.handedOver(run.conversationOf(id))
		}
		write(w, http.StatusOK, []byte("{}"))
	default:
		write(w, http.StatusMethodNotAllowed, nil)
	}
}

// message is a part sent in a session.  It counts before it is answered: what is on the patient's
// phone is there, whatever becomes of the answer.
func (p *Peers) message(w http.ResponseWriter, r *http.Request, session string) {
	var body struct{ Message string }
	if !read(w, r, &body) {
		return
	}
	if run := p.run.Load(); run != nil {
		run.heard(run.conversationOf(session), body.Message)
	}
	write(w, http.StatusOK, sentAnswer)
}

// byPhone is a part sent by phone.
func (p *Peers) byPhone(w http.ResponseWriter, r *http.Request) {
	var body struct{ PhoneNumber, Message string }
	if !read(w, r, &body) {
		return
	}
	if run := p.run.Load(); run != nil {
		run.count.byPhone.Add(1)
		run.heard(conversationOfPhone(body.PhoneNumber), body.Message)
	}
	write(w, http.StatusOK, sentAnswer)
}

// read decodes a body; when it cannot, the call is answered.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		write(w, http.StatusBadRequest, fmt.Appendf(nil, "%q", "unreadable"))
	}
	return err == nil
}

func write(w http.ResponseWriter, status int, body []byte) {
	w.Header()["Content-Type"] = jsonType
	w.WriteHeader(status)
	_, _ = w.Write(body) // an agent that is gone asks again
}

var jsonType = []string{"application/json"}
