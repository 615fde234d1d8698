package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"atende/integrations/chat/phone"
	"atende/integrations/chat/wire"
	"atende/integrations/outbound"
)

// Session reads a chat session.
func (c *Client) Session(ctx context.Context, id string) (Session, error) {
	const operation = "get_session"
	if id == "" {
		return Session{}, missing(operation, "session id")
	}
	var session Session
	_, err := c.peer.Do(ctx, outbound.Call{
		Operation: operation, Method: http.MethodGet, Path: sessionPath(id), Repeatable: true,
		Read: func(r outbound.Response) (err error) {
			session, err = decodeSession(r.Body)
			return err
		},
	})
	if err != nil {
		return Session{}, err
	}
	return session, nil
}

// errNoRecord: a session is an object with at least one of the four fields that the filters look at.  Without any it
// is the answer of something else than a gateway (a proxy, a page of maintenance), and says nothing of the session.
var errNoRecord = errors.New("no session record")

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

// member is a field of a nested object; what is no object has none.
func member(object []byte, name string) field {
	var found field
	for key, value := range wire.Members(object) {
		if wire.Named(key, name) {
			found = fieldOf(value)
		}
	}
	return found
}

// field is a text that may be missing, null, or a number (an instanceNumber in some gateways).  A
// list or an object in its place counts as missing: one odd field must not hide the others.
type field struct {
	text  string
	known bool
}

func fieldOf(value []byte) field {
	switch value[0] {
	case '"':
		text, known := wire.Text(value)
		return field{text, known}
	case 'n', '{', '[':
		return field{}
	default:
		return field{string(value), true}
	}
}

func (f field) isKnown() bool { return f.known }

// or is the text, or that of the nested field where this one is absent.
func (f field) or(nested field) string {
	if f.known {
		return f.text
	}
	return nested.text
}
