package scheduling

import (
	"bytes"
	"encoding/json"
	"errors"
)

// errEnvelope: an answer is an object with the key data (spec 2.1).
var errEnvelope = errors.New("answer without data")

// dataOf is what the envelope of an answer holds, undecoded, because its type depends on the case
// (spec 2.1): a list, an object or a string.
func dataOf(body []byte) (json.RawMessage, error) {
	var envelope struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		return nil, err
	}
	if envelope.Data == nil {
		return nil, errEnvelope
	}
	return envelope.Data, nil
}

// shape is the first byte of a JSON value, which tells its type: { [ " n for null.
func shape(value json.RawMessage) byte {
	if value = bytes.TrimLeft(value, " \t\r\n"); len(value) > 0 {
		return value[0]
	}
	return 0
}
