package webhook

import (
	"context"
	"encoding/json"
	"strings"

	"atende/integrations/chat/event"
)

// maxReason is how much of a reason is passed on, in bytes.
const maxReason = 500

// transferRequest is the body of POST /webhook/transfer; the session id may stand in either place
// (contract).  EventType is that of an event: a message that was sent, signed, to the other path asks for nothing here.
type transferRequest struct {
	EventType eventTypes `json:"eventType"`

	SessionID string `json:"sessionId"`
	Reason    string `json:"reason"`
	Content   struct {
		SessionID string `json:"sessionId"`
	} `json:"content"`
}

// eventTypes notes whether any eventType of a body, which may name several, is that of a message.
type eventTypes struct{ message bool }

// UnmarshalJSON implements json.Unmarshaler; it is called for each of them, null included.
func (e *eventTypes) UnmarshalJSON(value []byte) error {
	var name string
	e.message = e.message || json.Unmarshal(value, &name) == nil && name == event.MessageReceived
	return nil
}

// transfer answers POST /webhook/transfer.
func (rc *receiver) transfer(ctx context.Context, body []byte) answer {
	var request *transferRequest // a pointer, because null is no request
	if json.Unmarshal(body, &request) != nil || request == nil || request.EventType.message {
		return invalidJSON
	}
	sessionID := request.SessionID
	if strings.TrimSpace(sessionID) == "" {
		sessionID = request.Content.SessionID
	}
	switch {
	case !event.Usable(sessionID):
		return invalidJSON
	case strings.TrimSpace(sessionID) == "":
		return missingSessionID
	}
	return rc.handOver(ctx, sessionID, shorten(storable(request.Reason)))
}

// storable drops U+0000, which PostgreSQL cannot store, and makes blank texts empty.
func storable(s string) string {
	s = strings.ReplaceAll(s, "\x00", "")
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return s
}

func shorten(reason string) string {
	if len(reason) <= maxReason {
		return reason
	}
	return strings.ToValidUTF8(reason[:maxReason], "") // the cut may go through a character
}
