package model

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

const (
	// maxCalls of one answer are read; a turn has no use for more.
	maxCalls = 16
	// maxID is the longest id that hosted servers take back.
	maxID = 40
	// maxName is that of a function's name.
	maxName = 64
)

// toolCall is a call on the wire.
type toolCall struct {
	ID       json.RawMessage `json:"id"`
	Function function        `json:"function"`
}

// function is what is called.  Arguments is JSON inside a string, or the JSON itself.
type function struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// calls are those of a message in either form.
func (s said) calls() []toolCall {
	if len(s.ToolCalls) == 0 && s.FunctionCall != nil {
		return []toolCall{{Function: *s.FunctionCall}}
	}
	return s.ToolCalls[:min(len(s.ToolCalls), maxCalls)]
}

// mended gives every call an id that no other call of the conversation has: servers leave ids out or repeat them,
// and an answer to a tool is found by its call's id.
func mended(wire []toolCall, r Request) []Call {
	taken := idsOf(r)
	next := len(taken)
	var out []Call
	for _, w := range wire {
		var id string
		_ = json.Unmarshal(w.ID, &id) // a number is no id
		for !usable(id, maxID) || taken[id] {
			next++
			id = fmt.Sprintf("call%05d", next) // nine letters and digits, as some models want it
		}
		taken[id] = true
		out = append(out, Call{ID: id, Name: clean(w.Function.Name), Arguments: w.Function.text()})
	}
	return out
}

// idsOf are the ids of the calls in a request.
func idsOf(r Request) map[string]bool {
	taken := map[string]bool{}
	for i := range r.Messages {
		for _, c := range r.Messages[i].Calls {
			taken[c.ID] = true
		}
	}
	return taken
}

// usable reports an id or a name that every server takes back.
func usable(word string, most int) bool {
	return word != "" && len(word) <= most && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

// text is the arguments as JSON, or whatever the model wrote in place of it; "{}" for none.
func (f function) text() string {
	var text string
	switch {
	case !present(f.Arguments):
	case json.Unmarshal(f.Arguments, &text) == nil:
	default:
		var compact bytes.Buffer
		_ = json.Compact(&compact, f.Arguments) // it was read before
		text = compact.String()
	}
	return cmp.Or(withoutNull(strings.TrimSpace(clean(text))), "{}")
}

// withoutNull drops the escape of U+0000 from JSON, however the backslashes before it stand.
func withoutNull(text string) string {
	const null = `\u0000`
	if !strings.Contains(text, null) {
		return text
	}
	var out strings.Builder
	for text != "" {
		switch {
		case strings.HasPrefix(text, null):
			text = text[len(null):]
		case text[0] == '\\' && len(text) > 1:
			out.WriteString(text[:2])
			text = text[2:]
		default:
			out.WriteByte(text[0])
			text = text[1:]
		}
	}
	return out.String()
}
