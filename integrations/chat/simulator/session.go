package simulator

import (
	"crypto/rand"
	"maps"
	"slices"
	"strings"
	"time"
)

// Statuses of the spec's dialect.  The spec promises no effect of a transfer on the status;
// statusHuman is our choice, so that the fourth filter fails afterwards as it does in real life.
const (
	statusPending  = "Pendente"
	statusProgress = "IN_PROGRESS"
	statusHuman    = "Em atendimento"
)

// closedStatuses are those in which a session takes no more messages (spec C, rule 2).
var closedStatuses = []string{"COMPLETED", "HIDDEN", "Concluído", "Finalizado", "Encerrado"}

// session is one conversation.  Simulator.mu guards all of it.
type session struct {
	id      string
	phone   string // digits with country code
	name    string
	persona Persona
	opened  time.Time
	// fields are the flat fields of the record and whatever a test added to it.
	fields map[string]any
	// home are the team and status it was opened with: those under which the agent answers.
	home        map[string]any
	called      bool // a person is called and has not come: Config.Unattended
	tags        []string
	v1Transfer  bool
	continuedIn string // the session that replaced it when it was closed

	messages   []*Message
	calls      []Call
	deliveries []*Delivery

	queue    []*parcel
	working  bool          // a worker delivers the queue
	arrived  chan struct{} // wakes a worker that holds a message back
	typing   time.Time     // the agent is supposed to be writing until then
	events   int64         // number of the last event
	watchers map[chan Event]struct{}
}

// Message is a message of a session as the control API shows it.
type Message struct {
	ID        string `json:"id"`
	Direction string `json:"direction"` // "in" from the patient, "out" to the patient
	// Via says which way it came: "patient", "session" or "phone" (the two sends of spec C), "human".
	Via  string         `json:"via"`
	Type string         `json:"type"` // TEXT, AUDIO, IMAGE, …
	Text string         `json:"text"`
	File map[string]any `json:"file,omitempty"`
	// Transcription is what the gateway understood of a voice message.
	Transcription map[string]any `json:"transcription,omitempty"`
	// Menu is what can be tapped under a message of the clinic; nil for nothing.
	Menu *Menu `json:"menu,omitempty"`
	// Choice is the id of the option that the patient tapped, whose title is Text; "" for words of their own.
	Choice string    `json:"choice,omitempty"`
	ofList bool      // and it stands in a list
	At     time.Time `json:"at"`
	// Delivery is where the webhook of the message stands; "" for what the agent sent.
	Delivery DeliveryState `json:"delivery,omitempty"`
}

// Call is a call of one of the operations of spec C.
type Call struct {
	Operation string    `json:"operation"` // one of Operations
	Status    int       `json:"status"`    // HTTP status, 0 when the connection was dropped
	Millis    int64     `json:"ms"`
	At        time.Time `json:"at"`
}

// robot tells whether the agent, not a person, is to answer: the session still has its first team
// and an open status, and nobody was called.
func (c *session) robot() bool {
	status := c.fields["status"]
	open := status == c.home["status"] || status == statusPending || status == statusProgress
	return open && !c.called && c.fields["teamName"] == c.home["teamName"]
}

func (c *session) isClosed() bool {
	status, _ := c.fields["status"].(string)
	return slices.Contains(closedStatuses, status)
}

// wire is the session record as GET session of the spec's dialect answers it: the flat fields of the spec, the nested
// ones of the real family, and ours.  A field set by hand wins over all of them.
func (c *session) wire() map[string]any {
	record := map[string]any{
		"id":          c.id,
		"createdAt":   stamp(c.opened),
		"type":        "INDIVIDUAL",
		"channelType": "CLOUDAPI_WHATSAPP",
		"phoneNumber": c.phone,
		"name":        c.name,
		"contactId":   "contact-" + c.id,
		"userId":      nil,
		"botId":       nil,
		"metadata":    nil,
		"utm":         nil,

		"windowStatus": "ACTIVE",
		"channelDetails": map[string]any{
			"platform": c.fields["platform"],
			"humanId":  c.fields["instanceNumber"],
			"provider": "CLOUDAPI",
		},
		"departmentDetails": map[string]any{
			"id":   c.fields["departmentId"],
			"name": c.fields["teamName"],
		},
		"contactDetails": map[string]any{
			"id":          "contact-" + c.id,
			"name":        c.name,
			"phonenumber": piped(c.phone),
			"tags":        slices.Clone(c.tags),
		},
	}
	maps.Copy(record, c.fields)
	return record
}

// shown is the record with what only the control API and the page are told.
func (c *session) shown() map[string]any {
	record := c.wire()
	record["phone"] = c.phone
	record["tags"] = append([]string{}, c.tags...)
	record["v1TransferUsed"] = c.v1Transfer
	record["continuedIn"] = c.continuedIn
	record["robot"] = c.robot()
	record["home"] = maps.Clone(c.home)
	if !c.typing.IsZero() {
		record["typingUntil"] = c.typing
	}
	record["persona"] = c.persona
	return record
}

// piped writes a phone like the real family does: "+55|11999999999".
func piped(phone string) string {
	if rest, ok := strings.CutPrefix(phone, "55"); ok {
		return "+55|" + rest
	}
	return "+" + phone
}

// digits is s without everything that is not a digit.
func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// stamp writes a time like the real family does, with seven digits of the second.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.0000000Z") }

// newID is a random id of 26 characters; guessing one is hopeless.
func newID() string { return strings.ToLower(rand.Text()) }
