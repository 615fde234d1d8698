package webhook

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"atende/integrations/chat/event"
)

// maxMessageID is the longest content.id, in bytes, that is kept as it is.
const maxMessageID = 200

// message answers POST /webhook/message (spec B, rules 1 to 4).
func (rc *receiver) message(ctx context.Context, body []byte) answer {
	ev, err := event.Decode(body)
	switch {
	case err != nil:
		return invalidJSON
	case ev.Type != event.MessageReceived:
		return notMessageReceived
	case ev.Direction != event.FromHub:
		return notFromHub
	case strings.TrimSpace(ev.SessionID) == "":
		return missingSessionID
	}
	return rc.accept(ctx, Message{
		SessionID: ev.SessionID,
		MessageID: messageID(ev, body),
		Type:      typeOf(ev),
		Caller:    callerIn(ctx),
		// JSON may carry bytes that are not UTF-8, and PostgreSQL refuses such a text for ever.
		Body: bytes.ToValidUTF8(body, []byte("\ufffd")),
	})
}

// types are those of messages that are told apart in logs and traces; the gateway may send any text.
var types = []string{"TEXT", "AUDIO", "IMAGE", "VIDEO", "DOCUMENT", "STICKER", "LOCATION", "CONTACT", "REACTION"}

func typeOf(ev event.Event) string {
	switch {
	case ev.MessageType == "":
		return "TEXT"
	case slices.Contains(types, ev.MessageType):
		return ev.MessageType
	default:
		return "other"
	}
}

// messageID names a message so that a repeated delivery has the same name: content.id.  Without
// one the body itself is the name, but only if it says when the message was written; else the
// second "sim" of a patient would pass for a repetition of the first, and a name of its own is the
// lesser evil.
func messageID(ev event.Event, body []byte) string {
	switch id := strings.TrimSpace(ev.ID); {
	case len(id) > maxMessageID:
		return "id-" + hash([]byte(id))
	case id != "":
		return id
	case !ev.Timestamp.IsZero():
		return "body-" + hash(body)
	default:
		return "random-" + rand.Text()
	}
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
