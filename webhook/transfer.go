package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"atende/integrations/chat/event"
)

// maxReason is how much of a reason is passed on, in bytes.
const maxReason = 500

// transferRequest is the body of POST /webhook/transfer; the session id may stand in either place (contract).
type transferRequest struct {
	SessionID string `json:"sessionId"`
	Reason    string `json:"reason"`
	Content   struct {
		SessionID string `json:"sessionId"`
	} `json:"content"`
}

// isEvent reports that a body, which is JSON, has an eventType anywhere, but for an empty one and one that names a transfer:
// the specification says that the gateway may call this path, and not with what.  What the gateway tells of a
// session names that session, too, and may be signed with the same secret: sent again to this path it asks for nothing.
func isEvent(body []byte) bool {
	tokens := json.NewDecoder(bytes.NewReader(body))
	var objects []bool       // of each open bracket, whether it is an object
	var key, typeBehind bool // whether the next token is a key, and whether the last one was an eventType
	for {
		token, err := tokens.Token()
		if err != nil {
			return false
		}
		switch t := token.(type) {
		case json.Delim:
			if typeBehind {
				return true
			}
			if t == '{' || t == '[' {
				objects = append(objects, t == '{')
			} else {
				objects = objects[:len(objects)-1]
			}
		case string:
			if key {
				key, typeBehind = false, strings.EqualFold(t, "eventType")
				continue
			}
			if typeBehind && t != "" && !strings.Contains(strings.ToUpper(t), "TRANSFER") {
				return true
			}
		default: // null is none
			if typeBehind && t != nil {
				return true
			}
		}
		key, typeBehind = len(objects) > 0 && objects[len(objects)-1], false
	}
}

// transfer answers POST /webhook/transfer.
func (rc *receiver) transfer(ctx context.Context, body []byte) answer {
	var request *transferRequest // a pointer, because null is no request
	if json.Unmarshal(body, &request) != nil || request == nil || isEvent(body) {
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
