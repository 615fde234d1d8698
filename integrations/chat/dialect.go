package chat

import (
	"strings"

	"atende/integrations/chat/event"
)

// Dialect is how a family of gateways writes, in both directions: the bodies of its webhooks, and the five operations of
// spec C with their answers.  Nothing but a dialect knows a path or a field name of a gateway; everything else knows
// event.Event, Session and the methods of Client.
//
// A further dialect is a file of its own in this package and an entry in Dialects; docs/change.md goes through it step by
// step, docs/gateways.md says of each what is documented and what is assumed.
type Dialect struct {
	// Name is the value of ATENDE_GATEWAY_DIALECT: small letters.
	Name string
	// OpenStatuses are the statuses of sessions that are answered where ATENDE_OPEN_STATUSES names none.
	OpenStatuses []string
	// ClosedStatuses are those of sessions that are over, where ATENDE_CLOSED_STATUSES names none.  What is neither may be a
	// person's.
	ClosedStatuses []string
	// Event reads the body of a webhook call, in UTF-8.  Type is event.MessageReceived for a message of anybody, and Direction
	// event.FromHub for one of the patient, whatever the gateway calls them; such an event went through event.Settle, and of
	// any other nothing more is read.  The only error is event.ErrInvalid.
	Event func(body []byte) (event.Event, error)

	session   func(id string) wireCall
	inSession func(id, text string) wireCall
	// menu is inSession of a text with a menu under it; nil: there are none.
	menu func(id, text string, m interactive) wireCall
	// byPhone is given the phone as digits with country code, and Config.ChannelID.
	byPhone func(number, text, channel string) wireCall
	// template is byPhone of a message that the clinic had approved, which may begin a conversation; nil: there are none.
	template func(number string, t Template, value, channel string) wireCall
	// transfer is given Config.DepartmentID.
	transfer func(id, department string) wireCall
	// tag is given the phone as digits with country code, and at least one tag.
	tag func(number string, tags []string) wireCall

	// readSession reads a session record; errNoRecord where the answer is something else.
	readSession func(body []byte) (Session, error)
	// failed reports an answer to a message that says that it was not delivered; body is JSON.
	failed func(body []byte) bool
}

// Template is a message that the clinic had approved for WhatsApp: its id, and the name of the one thing that is filled in.
type Template struct{ ID, Parameter string }

// HasTemplates reports that messages can be sent as templates.
func (d *Dialect) HasTemplates() bool { return d.template != nil }

// wireCall is an operation as it goes over the wire.
type wireCall struct {
	method string
	path   string // behind {chat_base_url}, escaped, with its query
	body   any    // as encoding/json writes it; nil: none
}

// Dialects are all there are; the first one is the spec's, which is spoken where nobody chose.
var Dialects = []*Dialect{Spec, FLW}

// DialectNamed is the dialect with a name; nil if there is none.
func DialectNamed(name string) *Dialect {
	for _, d := range Dialects {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// reportsFailure is Dialect.failed where the answer is the message with its status, and FAILED one of those.
func reportsFailure(body []byte) bool {
	return strings.EqualFold(member(body, "status").text, "FAILED")
}
