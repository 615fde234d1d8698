package model

import (
	"bytes"
	"encoding/json"
	"strings"
)

// reply is a completion on the wire, as far as it is read.  What servers disagree about stays raw.
type reply struct {
	Choices []struct {
		Message      said            `json:"message"`
		FinishReason json.RawMessage `json:"finish_reason"`
	} `json:"choices"`
	Usage json.RawMessage `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// said is the message of a choice.  FunctionCall is the older form of a single call.
type said struct {
	Content      json.RawMessage `json:"content"`
	ToolCalls    []toolCall      `json:"tool_calls"`
	FunctionCall *function       `json:"function_call"`
}

// decode reads the answer to r.  Beside an error of kind Refused the Answer holds its Usage alone.
func decode(body []byte, r Request) (Answer, error) {
	var wire reply
	if json.Unmarshal(body, &wire) != nil {
		return Answer{}, sick(causeUnreadable)
	}
	if len(wire.Choices) == 0 {
		if present(wire.Error) {
			return Answer{}, sick(causeReported)
		}
		return Answer{}, sick(causeEmpty)
	}
	choice := wire.Choices[0]
	text, err := content(choice.Message.Content)
	if err != nil {
		return Answer{}, err
	}
	calls := mended(choice.Message.calls(), r)
	usage := used(wire.Usage, r, text, calls)
	if err := ending(choice.FinishReason); err != nil {
		return Answer{Usage: usage}, err
	}
	text = strings.TrimSpace(withoutThoughts(clean(text)))
	if len(calls) == 0 && callsInText(text) {
		return Answer{Usage: usage}, useless(causeInText)
	}
	return Answer{Text: text, Calls: calls, Usage: usage}, nil
}

// present reports a value that is there and not null.
func present(raw json.RawMessage) bool {
	return len(raw) > 0 && !bytes.Equal(raw, []byte("null"))
}

// ending tells the ends of an answer that is not whole from all others.
func ending(reason json.RawMessage) error {
	switch string(bytes.ToLower(reason)) {
	case `"length"`:
		return useless(causeCut)
	case `"content_filter"`:
		return useless(causeFiltered)
	case `"error"`:
		return sick(causeReported)
	default:
		return nil
	}
}

// content is the text of a message: a string, nothing, or a list of parts, of which those that are text count.
func content(raw json.RawMessage) (string, error) {
	if !present(raw) {
		return "", nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var parts []struct {
		Type string          `json:"type"`
		Text json.RawMessage `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return "", sick(causeUnreadable)
	}
	var out strings.Builder
	for _, part := range parts {
		if part.Type == "text" && json.Unmarshal(part.Text, &text) == nil {
			out.WriteString(text)
		}
	}
	return out.String(), nil
}

// marksOfCalls are how models write calls that their server should have read.
var marksOfCalls = []string{"<tool_call>", "<function=", "[TOOL_CALLS]", "<|python_tag|>", "<|tool_call"}

// callsInText reports a call that the server did not recognise, which nobody should read: the server was started
// without the support for the tools of its model.
func callsInText(text string) bool {
	for _, mark := range marksOfCalls {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}
