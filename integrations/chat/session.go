package chat

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"atende/integrations/chat/phone"
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

// record is what we read of a session on the wire: flat as in the spec, nested as in the real
// gateway family.
type record struct {
	Platform       field `json:"platform"`
	InstanceNumber field `json:"instanceNumber"`
	TeamName       field `json:"teamName"`
	Status         field `json:"status"`
	PhoneNumber    field `json:"phoneNumber"`

	ChannelDetails    part[channelDetails]    `json:"channelDetails"`
	DepartmentDetails part[departmentDetails] `json:"departmentDetails"`
	ContactDetails    part[contactDetails]    `json:"contactDetails"`
	Contact           part[contact]           `json:"contact"`
}

type channelDetails struct {
	Platform field `json:"platform"`
	HumanID  field `json:"humanId"`
}

type departmentDetails struct {
	Name field `json:"name"`
}

type contactDetails struct {
	PhoneNumber field `json:"phonenumber"`
}

type contact struct {
	Phone field `json:"phone"`
}

// errNoRecord: a session is an object.
var errNoRecord = errors.New("session record is no object")

func decodeSession(body []byte) (Session, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("{")) {
		return Session{}, errNoRecord
	}
	var r record
	if err := json.Unmarshal(body, &r); err != nil {
		return Session{}, err
	}
	return Session{
		Platform: r.Platform.or(r.ChannelDetails.value.Platform),
		Instance: r.InstanceNumber.or(r.ChannelDetails.value.HumanID),
		Team:     r.TeamName.or(r.DepartmentDetails.value.Name),
		Status:   r.Status.text,
		Phone: cmp.Or(phone.Number(r.ContactDetails.value.PhoneNumber.text),
			phone.Number(r.Contact.value.Phone.text), phone.Number(r.PhoneNumber.text)),
		Raw: body,
	}, nil
}

// field is a text that may be missing, null, or a number (an instanceNumber in some gateways).  A
// list or an object in its place counts as missing: one odd field must not hide the others.
type field struct {
	text  string
	known bool
}

// UnmarshalJSON never fails.
func (f *field) UnmarshalJSON(raw []byte) error {
	*f = field{}
	switch raw[0] {
	case '"':
		f.known = json.Unmarshal(raw, &f.text) == nil
	case 'n', '{', '[':
	default:
		f.text, f.known = string(raw), true
	}
	return nil
}

// or is the text, or that of the nested field where this one is absent.
func (f field) or(nested field) string {
	if f.known {
		return f.text
	}
	return nested.text
}

// part is an object that may be missing, null, or something else, which counts as missing.
type part[T any] struct{ value T }

// UnmarshalJSON never fails.
func (p *part[T]) UnmarshalJSON(raw []byte) error {
	var value T
	if json.Unmarshal(raw, &value) == nil {
		p.value = value
	}
	return nil
}
