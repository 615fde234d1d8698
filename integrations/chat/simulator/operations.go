package simulator

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// call is one call of an operation of spec C.
type call struct {
	body  []byte
	query url.Values
	// session is the one the call is about; nil when there is none (yet).
	session *session
}

// operation does what a call asks for and returns the answer's JSON; s.mu is held.  It may set
// call.session.
type operation func(s *Simulator, c *call) (any, error)

// specDialect is that of spec C and section 6.
var specDialect = dialect{
	name: "spec", pending: statusPending, human: statusHuman, newID: newID,
	operations: []route{
		{"GET /chat/v2/session/{id}", OpGetSession, ofPath, getSession},
		{"PUT /chat/v2/session/{id}/partial", OpTransfer, ofPath, transfer},
		{"POST /chat/v1/session/{id}/transfer", OpTransferV1, ofPath, transferV1},
		{"POST /chat/v1/session/{id}/message/sync", OpSendInSession, ofPath, sendInSession},
		{"POST /chat/v1/message/send", OpSendByPhone, ofPhone, sendByPhone},
		{"POST /core/v1/contact/phonenumber/{phone}/tags", OpAddTags, ofContact, addTags},
	},
	payload: (*session).payload,
}

// getSession is GET /chat/v2/session/{id}.
func getSession(s *Simulator, c *call) (any, error) {
	if c.session == nil {
		return nil, errNotFound
	}
	s.setTyping(c.session, c.session.waiting())
	return c.session.wire(), nil
}

// waiting tells whether the patient wrote last.
func (c *session) waiting() bool {
	n := len(c.messages)
	return n > 0 && c.messages[n-1].Direction == "in"
}

// sendInSession is POST /chat/v1/session/{id}/message/sync.
func sendInSession(s *Simulator, c *call) (any, error) {
	if c.session == nil {
		return nil, errNotFound
	}
	var extra struct {
		Interactive json.RawMessage `json:"interactive"`
	}
	names := []string{"message"}
	if json.Unmarshal(c.body, &extra) == nil && extra.Interactive != nil {
		names = append(names, "interactive")
	}
	fields, err := exactly(c.body, names...)
	if err != nil {
		return nil, err
	}
	message, err := textOf(fields, "message")
	if err != nil {
		return nil, err
	}
	menu, err := menuOf(fields["interactive"], message)
	if err != nil {
		return nil, err
	}
	return s.sayInSession(c.session, message, menu)
}

// sayInSession takes a message for a session, unless it is too long or the session is closed.
func (s *Simulator) sayInSession(c *session, text string, menu *Menu) (any, error) {
	if len([]rune(text)) > maxText {
		return nil, errTooLong
	}
	if c.isClosed() {
		return nil, errEnded
	}
	return s.sendOut(c, text, "session", menu), nil
}

// sendByPhone is POST /chat/v1/message/send.
func sendByPhone(s *Simulator, c *call) (any, error) {
	fields, err := texts(c.body, "phoneNumber", "message", "channelId")
	if err != nil {
		return nil, err
	}
	phone := digits(fields["phoneNumber"])
	if !validPhone(phone) {
		return nil, badBody("phoneNumber must have 8 to 15 digits")
	}
	if s.cfg.ChannelID != "" && fields["channelId"] != s.cfg.ChannelID {
		return nil, errChannel
	}
	return s.sayByPhone(c, phone, fields["message"])
}

// sayByPhone takes a message for a phone: it opens a new conversation when the phone has none or a closed one (spec C,
// rule 2).
func (s *Simulator) sayByPhone(c *call, phone, text string) (any, error) {
	if len([]rune(text)) > maxText {
		return nil, errTooLong
	}
	if c.session == nil {
		c.session = s.open(phone, "", nil)
	} else if before := c.session; before.isClosed() {
		c.session = s.open(phone, before.name, nil)
		c.session.persona = before.persona
		before.continuedIn = c.session.id
		s.changed(before)
	}
	return s.sendOut(c.session, text, "phone", nil), nil
}

// sendOut records a message to the patient and returns the answer of both sends.
func (s *Simulator) sendOut(c *session, text, via string, menu *Menu) map[string]any {
	m := &Message{
		ID: s.dialect.newID(), Direction: "out", Via: via, Type: "TEXT", Text: text, Menu: menu, At: s.cfg.Now(),
	}
	s.record(c, m)
	return map[string]any{
		"id":           m.ID,
		"sessionId":    c.id,
		"createdAt":    stamp(m.At),
		"type":         "TEXT",
		"direction":    "TO_HUB",
		"origin":       "API",
		"status":       "DELIVERED",
		"text":         text,
		"failedReason": nil,
	}
}

// transfer is PUT /chat/v2/session/{id}/partial.
func transfer(s *Simulator, c *call) (any, error) {
	if c.session == nil {
		return nil, errNotFound
	}
	fields, err := texts(c.body, "departmentId")
	if err != nil {
		return nil, err
	}
	if s.cfg.DepartmentID != "" && fields["departmentId"] != s.cfg.DepartmentID {
		return nil, errDepartment
	}
	if c.session.isClosed() {
		return nil, errEnded
	}
	c.session.fields["departmentId"] = fields["departmentId"]
	c.session.called = s.cfg.Unattended
	if !c.session.called {
		c.session.fields["teamName"], c.session.fields["status"] = s.cfg.HumanTeam, statusHuman
	}
	s.changed(c.session)
	return c.session.wire(), nil
}

// transferV1 is the trap of spec C, rule 1: it takes anything, answers 200, and leaves the session
// in an inconsistent state: the department has changed, team and status have not.
func transferV1(s *Simulator, c *call) (any, error) {
	if c.session == nil {
		return nil, errNotFound
	}
	c.session.v1Transfer = true
	c.session.fields["departmentId"] = "v1"
	s.cfg.Log.Warn("the v1 transfer was used, which must not be used", "session", c.session.id)
	s.changed(c.session)
	return map[string]any{"status": "ok"}, nil
}

// addTags is POST /core/v1/contact/phonenumber/{phone}/tags.
func addTags(s *Simulator, c *call) (any, error) {
	fields, err := exactly(c.body, "tags")
	if err != nil {
		return nil, err
	}
	var tags []string
	if json.Unmarshal(fields["tags"], &tags) != nil || len(tags) == 0 || slices.ContainsFunc(tags, blank) {
		return nil, badBody("tags must be a list of texts that are not blank")
	}
	if c.session == nil {
		return nil, errNoContact
	}
	s.addTags(c.session, tags)
	return map[string]any{"tags": slices.Clone(c.session.tags)}, nil
}

// addTags adds those that the contact has not.
func (s *Simulator) addTags(c *session, tags []string) {
	for _, tag := range tags {
		if !slices.Contains(c.tags, tag) {
			c.tags = trim(append(c.tags, tag), maxFields)
		}
	}
	s.changed(c)
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// ofPath finds the session that the path names.
func ofPath(s *Simulator, r *http.Request, _ []byte) *session { return s.sessions[r.PathValue("id")] }

// ofContact finds the latest session of the phone in the path.
func ofContact(s *Simulator, r *http.Request, _ []byte) *session {
	return s.byPhone[digits(r.PathValue("phone"))]
}

// ofPhone finds the latest session of the phone in the body, as far as it can be read.
func ofPhone(s *Simulator, _ *http.Request, body []byte) *session {
	var fields struct {
		PhoneNumber string `json:"phoneNumber"`
	}
	_ = json.Unmarshal(body, &fields) // the operation itself judges the body
	return s.byPhone[digits(fields.PhoneNumber)]
}
