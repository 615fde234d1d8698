package simulator

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

const maxBody = 1 << 20

// readBody reads a request's body up to maxBody.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	return readUpTo(w, r, maxBody)
}

// readUpTo reads a request's body of at most limit bytes.
func readUpTo(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, errTooLarge
	}
	if err != nil {
		return nil, badBody("the body could not be read")
	}
	return body, nil
}

// decodeObject reads one JSON object and nothing after it into v, which refuses fields it does not
// know if it is a struct.
func decodeObject(body []byte, v any) error {
	if trimmed := bytes.TrimSpace(body); len(trimmed) == 0 || trimmed[0] != '{' {
		return badBody("the body must be a JSON object")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return badBody("the body is no JSON, has an unknown field or a wrong type")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return badBody("something follows the JSON object")
	}
	return nil
}

// exactly reads a body that must hold these fields, spelled like this, and no other (spec C).
// The Go decoder alone would take "MESSAGE" for "message", and an absent field for an empty one.
func exactly(body []byte, names ...string) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := decodeObject(body, &fields); err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, ok := fields[name]; !ok {
			return nil, badBody("%s is missing", name)
		}
	}
	if len(fields) > len(names) {
		return nil, badBody("only these fields are known: %s", strings.Join(names, ", "))
	}
	return fields, nil
}

// texts reads a body of exactly these fields, each a text that is not blank.
func texts(body []byte, names ...string) (map[string]string, error) {
	fields, err := exactly(body, names...)
	if err != nil {
		return nil, err
	}
	values := make(map[string]string, len(names))
	for _, name := range names {
		if values[name], err = textOf(fields, name); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// textOf is a field that must be a text that is not blank.
func textOf(fields map[string]json.RawMessage, name string) (string, error) {
	var value *string
	if json.Unmarshal(fields[name], &value) != nil || value == nil || strings.TrimSpace(*value) == "" {
		return "", badBody("%s must be a text that is not blank", name)
	}
	return *value, nil
}
