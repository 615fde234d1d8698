package chat

import (
	"context"
	"errors"

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
	_, err := c.peer.Do(ctx, c.dialect.session(id).with(outbound.Call{
		Operation: operation, Repeatable: true,
		Read: func(r outbound.Response) (err error) {
			session, err = c.dialect.readSession(r.Body)
			return err
		},
	}))
	if err != nil {
		return Session{}, err
	}
	return session, nil
}

// errNoRecord: a session is an object with at least one of the four fields that the filters look at.  Without any it
// is the answer of something else than a gateway (a proxy, a page of maintenance), and says nothing of the session.
var errNoRecord = errors.New("no session record")

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
