package load

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// audience is who hears what the agent does.
type audience interface {
	// conversationOf is the number in a session id, -1 for ids of others.
	conversationOf(session string) int
	// heard takes a part that was sent to a conversation, heardByPhone one that was sent by phone.
	heard(conversation int, part string)
	heardByPhone(conversation int, part string)
	// handedOver: a person has the conversation now.
	handedOver(conversation int)
	// taken is asked before an appointment is made: true when somebody else has the time.
	taken(a appointment) bool
}

// sessionRecord is what a session read answers: every session passes all filters (spec 2.6).
func sessionRecord(c PeersConfig) []byte {
	record, _ := json.Marshal(map[string]any{ // texts always can be
		"platform": "WHATSAPP", "instanceNumber": c.Instance, "teamName": c.Team, "status": "IN_PROGRESS",
		"contactDetails": nil, "endAt": nil,
	})
	return record
}

// serve answers the five operations of spec C and the four of spec A.
func (p *Peers) serve(c call) (int, []byte) {
	if strings.HasPrefix(c.path, "/api/v1/") {
		time.Sleep(p.config.SchedulingDelay)
		return p.clinic.serve(c)
	}
	time.Sleep(p.config.GatewayDelay)
	if p.config.Failures > 0 && p.fails() {
		return http.StatusServiceUnavailable, nil
	}
	rest, inSession := strings.CutPrefix(c.path, "/chat/v1/session/")
	session, isMessage := strings.CutSuffix(rest, "/message/sync")
	switch {
	case inSession && isMessage:
		return p.message(c, session)
	case strings.HasPrefix(c.path, "/chat/v2/session/"):
		return p.session(c, strings.TrimPrefix(c.path, "/chat/v2/session/"))
	case c.path == "/chat/v1/message/send":
		return p.byPhone(c)
	case strings.HasPrefix(c.path, "/core/v1/contact/phonenumber/"):
		return http.StatusOK, empty
	default:
		return http.StatusNotFound, nil
	}
}

// fails spreads the failing calls evenly.
func (p *Peers) fails() bool {
	n := float64(p.calls.Add(1))
	return int(n*p.config.Failures) > int((n-1)*p.config.Failures)
}

var (
	empty = []byte("{}")
	sent  = []byte(`{"status":"SENT"}`)
)

// session is a session read, or a transfer.
func (p *Peers) session(c call, rest string) (int, []byte) {
	id, transfer := strings.CutSuffix(rest, "/partial")
	switch {
	case !transfer && c.method == http.MethodGet:
		return http.StatusOK, p.record
	case transfer && c.method == http.MethodPut:
		if who := p.audience(); who != nil {
			who.handedOver(who.conversationOf(id))
		}
		return http.StatusOK, empty
	default:
		return http.StatusMethodNotAllowed, nil
	}
}

// message is a part sent in a session.  It counts before it is answered: what is on the patient's
// phone is there, whatever becomes of the answer.
func (p *Peers) message(c call, session string) (int, []byte) {
	var body struct{ Message string }
	if json.Unmarshal(c.body, &body) != nil {
		return http.StatusBadRequest, nil
	}
	if who := p.audience(); who != nil {
		who.heard(who.conversationOf(session), body.Message)
	}
	return http.StatusOK, sent
}

// byPhone is a part sent by phone.
func (p *Peers) byPhone(c call) (int, []byte) {
	var body struct{ PhoneNumber, Message string }
	if json.Unmarshal(c.body, &body) != nil {
		return http.StatusBadRequest, nil
	}
	if who := p.audience(); who != nil {
		who.heardByPhone(conversationOfPhone(body.PhoneNumber), body.Message)
	}
	return http.StatusOK, sent
}
