package record

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"strings"

	"atende/actors/conversation"
)

// unknownFields is what a newer release stored in a record and this one does not know.  While both serve one
// cluster each writes what the other left, so it is kept as it was.
type unknownFields struct {
	record map[string]json.RawMessage
	state  map[string]json.RawMessage
	// of is the state that the second is about: a new conversation begins without.
	of *conversation.State
}

// readRecord reads a stored record, and what this release does not know in it.
func readRecord(data []byte, rec *Record) error {
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if strict.Decode(rec) == nil && rec.State != nil {
		return nil
	}
	*rec = Record{}
	if err := json.Unmarshal(data, rec); err != nil || rec.State == nil {
		return errBroken // without the detail, which may quote the state
	}
	all := map[string]json.RawMessage{}
	_ = json.Unmarshal(data, &all) // it is an object
	rec.unknown.state = map[string]json.RawMessage{}
	_ = json.Unmarshal(all["state"], &rec.unknown.state)
	rec.unknown.record, rec.unknown.of = all, rec.State
	drop(rec.unknown.record, recordFields)
	drop(rec.unknown.state, stateFields)
	return nil
}

// with adds what this release does not know to a record that is about to be stored.
func (s unknownFields) with(data []byte, state *conversation.State) []byte {
	if s.of != state {
		s.state = nil
	}
	if len(s.record)+len(s.state) == 0 {
		return data
	}
	all := map[string]json.RawMessage{}
	inner := map[string]json.RawMessage{}
	_ = json.Unmarshal(data, &all) // ours, and therefore an object with a state
	_ = json.Unmarshal(all["state"], &inner)
	maps.Copy(inner, s.state)
	maps.Copy(all, s.record)
	all["state"] = mustEncode(inner)
	return mustEncode(all)
}

// The names of what this release stores.
var (
	recordFields = fieldsOf(reflect.TypeFor[Record]())
	stateFields  = fieldsOf(reflect.TypeFor[conversation.State]())
)

// fieldsOf are the JSON names of a struct, with those of the structs that are embedded in it.
func fieldsOf(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for _, field := range reflect.VisibleFields(t) {
		if field.Anonymous {
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names[name] = true
	}
	return names
}

func drop(from map[string]json.RawMessage, known map[string]bool) {
	maps.DeleteFunc(from, func(name string, _ json.RawMessage) bool { return known[name] })
}
