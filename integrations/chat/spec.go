package chat

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"

	"atende/integrations/chat/event"
	"atende/integrations/chat/phone"
	"atende/integrations/chat/wire"
	"atende/integrations/outbound"
)

// Spec is the dialect of the spec (part C and section 6): each operation has its own version (spec 9), and bodies hold
// exactly the fields of the spec.  The transfer of v1 exists, seems to work and leaves the session inconsistent, so it is
// not here.
var Spec = &Dialect{
	Name:           "spec",
	OpenStatuses:   []string{"Pendente", "IN_PROGRESS"},
	ClosedStatuses: []string{"COMPLETED", "Concluído", "Finalizado", "Encerrado"}, // the spec has no list of them
	Event:          event.Decode,
	session: func(id string) wireCall {
		return wireCall{method: http.MethodGet, path: sessionPath(id)}
	},
	inSession: func(id, text string) wireCall {
		return wireCall{http.MethodPost, inSessionPath(id), struct {
			Message string `json:"message"`
		}{text}}
	},
	menu: func(id, text string, m interactive) wireCall { // beyond the spec: ATENDE_INTERACTIVE
		return wireCall{http.MethodPost, inSessionPath(id), struct {
			Message     string      `json:"message"`
			Interactive interactive `json:"interactive"`
		}{text, m}}
	},
	byPhone: func(number, text, channel string) wireCall {
		return wireCall{http.MethodPost, "/chat/v1/message/send", struct {
			PhoneNumber string `json:"phoneNumber"`
			Message     string `json:"message"`
			ChannelID   string `json:"channelId"`
		}{number, text, channel}}
	},
	transfer: func(id, department string) wireCall {
		return wireCall{http.MethodPut, partialPath(id), struct {
			DepartmentID string `json:"departmentId"`
		}{department}}
	},
	tag: func(number string, tags []string) wireCall {
		return wireCall{http.MethodPost, tagsPath(number), struct {
			Tags []string `json:"tags"`
		}{tags}}
	},
	readSession: decodeSession,
	failed:      reportsFailure,
}

// Paths that the spec's dialect shares with the one that its gateway family documents.
func sessionPath(id string) string { return "/chat/v2/session/" + outbound.Segment(id) }
func partialPath(id string) string { return sessionPath(id) + "/partial" }
func inSessionPath(id string) string {
	return "/chat/v1/session/" + outbound.Segment(id) + "/message/sync"
}
func tagsPath(number string) string {
	return "/core/v1/contact/phonenumber/" + outbound.Segment(number) + "/tags"
}

// decodeSession reads a session: flat as in the spec, nested as in the real gateway family.
func decodeSession(body []byte) (Session, error) {
	if !json.Valid(body) || !wire.IsObject(body) {
		return Session{}, errNoRecord
	}
	var platform, instance, team, status field // flat
	var channel, channelPlatform, department field
	var contact, contactPhone, flatPhone field
	for key, value := range wire.Members(body) {
		switch {
		case wire.Named(key, "platform"):
			platform = fieldOf(value)
		case wire.Named(key, "instanceNumber"):
			instance = fieldOf(value)
		case wire.Named(key, "teamName"):
			team = fieldOf(value)
		case wire.Named(key, "status"):
			status = fieldOf(value)
		case wire.Named(key, "phoneNumber"):
			flatPhone = fieldOf(value)
		case wire.Named(key, "channelDetails"):
			channelPlatform, channel = member(value, "platform"), member(value, "humanId")
		case wire.Named(key, "departmentDetails"):
			department = member(value, "name")
		case wire.Named(key, "contactDetails"):
			contact = member(value, "phonenumber")
		case wire.Named(key, "contact"):
			contactPhone = member(value, "phone")
		}
	}
	if !slices.ContainsFunc([]field{platform, channelPlatform, instance, channel, team, department, status}, field.isKnown) {
		return Session{}, errNoRecord
	}
	return Session{
		Platform: platform.or(channelPlatform),
		Instance: instance.or(channel),
		Team:     team.or(department),
		Status:   status.text,
		Phone:    cmp.Or(phone.Number(contact.text), phone.Number(contactPhone.text), phone.Number(flatPhone.text)),
		Raw:      body,
	}, nil
}
