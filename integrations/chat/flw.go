package chat

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"atende/integrations/chat/event"
	"atende/integrations/chat/phone"
	"atende/integrations/chat/wire"
)

// FLW is the dialect of flw.chat and wts.chat, the family behind the spec, as its public documentation shows it in 2026:
// docs/gateways.md has the sources, and what is assumed.  What differs from Spec:
//
//   - A session record is nested, and has what is asked for in the query; its statuses are other ones.
//   - Text is "text"; a message by phone names the channel by its number and is sent by send-sync, because the answer of send
//     comes before the channel has refused the message, and then nobody would know.
//   - A partial update changes what "fields" names, and nothing without it.
//   - Tags are "tagNames", with an operation: the one that keeps the tags that are there.
//   - Webhooks tell no phones.  Files may stand in a list or as a link, and a choice from a list or of a button is a message.
//
// No call of the documentation sends buttons or a list, and no field of a webhook has the id of what was chosen: "interactive",
// in both directions, is ours (Menu), for a proxy or the simulated gateway.
var FLW = &Dialect{
	Name:           "flw",
	OpenStatuses:   []string{"PENDING", "IN_PROGRESS"},
	ClosedStatuses: []string{"COMPLETED"},
	Event:          flwEvent,
	session: func(id string) wireCall {
		return wireCall{method: http.MethodGet,
			path: sessionPath(id) + "?includeDetails=ChannelDetails&includeDetails=DepartmentsDetails&includeDetails=ContactDetails"}
	},
	inSession: func(id, text string) wireCall {
		return wireCall{http.MethodPost, inSessionPath(id), flwText{text}}
	},
	menu: func(id, text string, m interactive) wireCall { // beyond the documentation: ATENDE_INTERACTIVE
		return wireCall{http.MethodPost, inSessionPath(id), struct {
			flwText
			Interactive interactive `json:"interactive"`
		}{flwText{text}, m}}
	},
	byPhone: func(number, text, channel string) wireCall {
		return wireCall{http.MethodPost, "/chat/v1/message/send-sync", struct {
			From string  `json:"from"`
			To   string  `json:"to"`
			Body flwText `json:"body"`
		}{channel, number, flwText{text}}}
	},
	template: func(number string, t Template, value, channel string) wireCall {
		return wireCall{http.MethodPost, "/chat/v1/message/send-sync", struct {
			From string      `json:"from"`
			To   string      `json:"to"`
			Body flwTemplate `json:"body"`
		}{channel, number, flwTemplate{t.ID, map[string]string{t.Parameter: value}}}}
	},
	transfer: func(id, department string) wireCall {
		return wireCall{http.MethodPut, partialPath(id), struct {
			DepartmentID string   `json:"departmentId"`
			Fields       []string `json:"fields"`
		}{department, []string{"DepartmentId"}}}
	},
	tag: func(number string, tags []string) wireCall {
		return wireCall{http.MethodPost, tagsPath(number), struct {
			TagNames  []string `json:"tagNames"`
			Operation string   `json:"operation"`
		}{tags, "InsertIfNotExists"}}
	},
	readSession: flwSession,
	failed:      reportsFailure,
}

// flwText is the body of a message.
type flwText struct {
	Text string `json:"text"`
}

// flwTemplate is the body of one that is a template.
type flwTemplate struct {
	TemplateID string            `json:"templateId"`
	Parameters map[string]string `json:"parameters"`
}

// flwSession reads a PublicSessionDTOV2.  A talk of a group is none with a patient, and what would be answered there others
// would read: its platform is "GROUP", which the filters ignore.
func flwSession(body []byte) (Session, error) {
	if !json.Valid(body) || !wire.IsObject(body) {
		return Session{}, errNoRecord
	}
	var status, platform, channelType, instance, team, number, kind field
	for key, value := range wire.Members(body) {
		switch {
		case wire.Named(key, "status"):
			status = fieldOf(value)
		case wire.Named(key, "type"):
			kind = fieldOf(value)
		case wire.Named(key, "channelType"):
			channelType = fieldOf(value)
		case wire.Named(key, "channelDetails"):
			platform, instance = member(value, "platform"), member(value, "humanId")
		case wire.Named(key, "departmentDetails"):
			team = member(value, "name")
		case wire.Named(key, "contactDetails"):
			number = member(value, "phonenumber")
		}
	}
	if !status.known && !platform.known && !instance.known && !team.known {
		return Session{}, errNoRecord
	}
	if !platform.known && strings.HasSuffix(channelType.text, "_WHATSAPP") { // CLOUDAPI_WHATSAPP, ZAPI_WHATSAPP, …
		platform.text = "WHATSAPP"
	}
	if strings.EqualFold(kind.text, "GROUP") {
		platform.text = "GROUP"
	}
	return Session{
		Platform: platform.text, Instance: instance.text, Team: team.text, Status: status.text,
		Phone: phone.Number(number.text), Raw: body,
	}, nil
}

// flwEvent reads a webhook: the family's envelope, and in it a PublicMessageDTO.  What is strict and what is not is as in
// event.Decode.
func flwEvent(body []byte) (event.Event, error) { return event.Read(body, flwMessage) }

// flwMessage reads content.
func flwMessage(content []byte, date string) (event.Event, error) {
	var timestamp, created string
	e, details, err := event.ReadMessage(content, func(key, value []byte) {
		switch {
		case wire.Named(key, "timestamp"):
			wire.Extra(&timestamp, value)
		case wire.Named(key, "createdAt"):
			wire.Extra(&created, value)
		}
	})
	if err != nil || e.Direction != event.FromHub {
		return e, err
	}
	var odd wire.Odd
	flwDetails(&odd, &e, details)
	if odd {
		return event.Event{}, event.ErrInvalid
	}
	e.Timestamp = event.FirstTime(timestamp, created, date)
	return flwKind(e), nil
}

// flwDetails reads content.details.  Phones are not documented there, and taken where they are.
func flwDetails(odd *wire.Odd, e *event.Event, details []byte) {
	var file, link event.File
	var files []event.File
	for key, value := range wire.Members(details) {
		switch {
		case wire.Named(key, "from"):
			wire.Extra(&e.From, value)
		case wire.Named(key, "to"):
			wire.Extra(&e.To, value)
		case wire.Named(key, "file"):
			file = event.ReadFile(odd, odd.Object(value))
		case wire.Named(key, "files"):
			files = flwFiles(odd, value)
		case wire.Named(key, "fileAsLink"):
			for key, value := range wire.Members(odd.Object(value)) {
				if wire.Named(key, "file") {
					link = event.ReadFile(odd, odd.Object(value))
				}
			}
		case wire.Named(key, "transcription"):
			e.Transcription = event.ReadTranscription(value)
		case wire.Named(key, "interactive"):
			e.Choice = event.ReadChoice(value)
		}
	}
	for _, f := range slices.Concat([]event.File{file}, files, []event.File{link}) {
		if !slices.Contains(e.Files, f) { // file is mostly one of files, too
			e.Files = append(e.Files, f)
		}
	}
}

// flwFiles reads a list of file objects, or null.
func flwFiles(odd *wire.Odd, list []byte) (files []event.File) {
	var objects []json.RawMessage
	if json.Unmarshal(list, &objects) != nil {
		*odd = true
	}
	for _, object := range objects {
		files = append(files, event.ReadFile(odd, odd.Object(object)))
	}
	return files
}

// flwKind is an event whose kind is one that everybody knows.  What a patient chose from a list or by a button is its text;
// what the platform notes on its own (a page was visited, a session moved on) is nobody's message, unless it has one.
func flwKind(e event.Event) event.Event {
	switch strings.ToUpper(strings.TrimSpace(e.MessageType)) {
	case "LIST", "BUTTONS":
		if e.Text != "" {
			e.MessageType = "TEXT"
		}
	case "TRACK", "TRANSITION":
		if strings.TrimSpace(e.Text) == "" {
			return event.Event{Type: e.Type}
		}
	}
	return e
}
