package simulator

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// payload is the body of a webhook (spec section 6), with the nulls and the further fields that
// the real family sends.
func (c *session) payload(m *Message) []byte {
	direction, origin, userID := "FROM_HUB", "GATEWAY", any(nil)
	if m.Direction == "out" {
		direction, origin, userID = "TO_HUB", "DEFAULT", "user-human"
	}
	at := stamp(m.At)
	details := map[string]any{
		"to":            c.fields["instanceNumber"],
		"from":          piped(c.phone),
		"file":          nil,
		"location":      nil,
		"contact":       nil,
		"errors":        nil,
		"transcription": nil,
	}
	content := map[string]any{
		"id":            m.ID,
		"senderId":      nil,
		"createdAt":     at,
		"updatedAt":     at,
		"editedAt":      nil,
		"type":          m.Type,
		"active":        true,
		"sessionId":     c.id,
		"templateId":    nil,
		"userId":        userID,
		"timestamp":     at,
		"text":          nil,
		"direction":     direction,
		"status":        "DELIVERED",
		"origin":        origin,
		"readContactAt": nil,
		"fileId":        nil,
		"refId":         nil,
		"waitingOptIn":  false,
		"details":       details,
	}
	if m.Text != "" {
		content["text"] = m.Text
	}
	if m.Choice != "" {
		details["interactive"] = m.reply()
	}
	if m.Transcription != nil {
		heard := map[string]any{"text": nil, "processing": false, "error": nil}
		maps.Copy(heard, m.Transcription)
		details["transcription"] = heard
	}
	if m.File != nil {
		file := map[string]any{
			"id": "file-" + m.ID, "name": nil, "extension": nil, "mimeType": nil, "type": m.Type,
			"publicUrl": nil, "publicUrlDownload": nil, "size": nil, "thumbnail": nil,
		}
		maps.Copy(file, m.File)
		content["fileId"], details["file"] = file["id"], file
	}
	body, err := json.Marshal(map[string]any{
		"eventType":      "MESSAGE_RECEIVED",
		"date":           at,
		"content":        content,
		"changeMetadata": nil,
	})
	if err != nil {
		panic(fmt.Sprintf("simulator: payload of decoded JSON does not encode: %T", err))
	}
	return body
}

// sign is the value of X-Webhook-Signature for body (contract, "Settings").
func sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// signTimed is the value of X-Webhook-Timed-Signature (docs/deploy.md): over the second, in digits as
// X-Webhook-Timestamp has them, the receiver's path from /webhook/ on, which is what a proxy leaves of it, and body, with
// dots between.
func signTimed(secret, second, path string, body []byte) string {
	path = path[max(strings.LastIndex(path, "/webhook/"), 0):]
	return sign(secret, slices.Concat([]byte(second+"."+path+"."), body))
}
