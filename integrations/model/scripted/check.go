package scripted

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"regexp"
)

// refusal is why a request is not taken.
type refusal struct {
	status        int
	code, message string
}

func bad(format string, args ...any) *refusal {
	return &refusal{http.StatusBadRequest, "invalid_request", fmt.Sprintf(format, args...)}
}

const (
	maxTools       = 128
	maxDescription = 1024
)

var toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// read decodes and checks the body of a completion.
func (s *Server) read(r *http.Request, body []byte) (Request, *refusal) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return Request{}, bad("Content-Type must be application/json.")
	}
	var w wireRequest
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&w); err != nil {
		return Request{}, bad("We could not parse the JSON body of your request: %v", err)
	}
	if decoder.More() {
		return Request{}, bad("There is more than one JSON value in the body.")
	}
	if refused := s.parameters(w); refused != nil {
		return Request{}, refused
	}
	request := Request{Model: w.Model}
	for _, bound := range []*int{w.MaxTokens, w.MaxCompletionTokens} {
		if bound != nil {
			request.MaxTokens = *bound
		}
	}
	var refused *refusal
	if request.Tools, refused = readTools(w.Tools); refused != nil {
		return Request{}, refused
	}
	request.Messages, refused = readMessages(w.Messages)
	return request, refused
}

// parameters checks everything but messages and tools.
func (s *Server) parameters(w wireRequest) *refusal {
	switch {
	case w.Model == "":
		return bad("you must provide a model parameter")
	case s.config.Model != "" && w.Model != s.config.Model:
		return &refusal{http.StatusNotFound, "model_not_found", fmt.Sprintf("The model %q does not exist.", w.Model)}
	case w.Stream:
		return bad("stream is not supported by this server")
	case w.N != nil && *w.N != 1:
		return bad("n must be 1")
	case w.Temperature != nil && (*w.Temperature < 0 || *w.Temperature > 2):
		return bad("temperature must be between 0 and 2")
	case w.TopP != nil && (*w.TopP < 0 || *w.TopP > 1):
		return bad("top_p must be between 0 and 1")
	case w.MaxTokens != nil && w.MaxCompletionTokens != nil:
		return bad("max_tokens and max_completion_tokens cannot both be set")
	case w.MaxTokens != nil && *w.MaxTokens < 1, w.MaxCompletionTokens != nil && *w.MaxCompletionTokens < 1:
		return bad("max_tokens must be at least 1")
	case len(w.ToolChoice) > 0 && len(w.Tools) == 0:
		return bad("tool_choice is only allowed when tools are specified")
	case w.ParallelToolCalls != nil && len(w.Tools) == 0:
		return bad("parallel_tool_calls is only allowed when tools are specified")
	}
	return nil
}

func readTools(tools []wireTool) ([]Tool, *refusal) {
	if len(tools) > maxTools {
		return nil, bad("at most %d tools", maxTools)
	}
	var list []Tool
	names := map[string]bool{}
	for i, t := range tools {
		f := t.Function
		switch {
		case t.Type != "function":
			return nil, bad("tools[%d].type must be 'function'", i)
		case !toolName.MatchString(f.Name):
			return nil, bad("tools[%d].function.name does not match %s", i, toolName)
		case names[f.Name]:
			return nil, bad("tools[%d]: there is another %s", i, f.Name)
		case len(f.Description) > maxDescription:
			return nil, bad("tools[%d].function.description is longer than %d bytes", i, maxDescription)
		case !f.Strict:
			return nil, bad("tools[%d].function.strict must be true", i)
		}
		if err := checkSchema(f.Parameters); err != nil {
			return nil, bad("Invalid schema for function '%s': %v", f.Name, err)
		}
		names[f.Name] = true
		list = append(list, Tool{f.Name, f.Description, f.Parameters})
	}
	return list, nil
}

// readMessages checks the messages and their order.
func readMessages(messages []wireMessage) ([]Message, *refusal) {
	if len(messages) == 0 {
		return nil, bad("messages must not be empty")
	}
	var list []Message
	open := map[string]bool{} // calls that are not answered yet
	for i, w := range messages {
		m, refused := readMessage(i, w)
		if refused != nil {
			return nil, refused
		}
		switch {
		case m.Role == ToolRole && !open[m.CallID]:
			return nil, bad("messages[%d]: a message of role 'tool' must answer a tool call of the assistant message before it", i)
		case m.Role == ToolRole:
			delete(open, m.CallID)
		case len(open) > 0:
			return nil, bad("messages[%d]: an assistant message with 'tool_calls' must be followed by tool messages that answer each of them", i)
		case m.Role == System && i > 0:
			return nil, bad("messages[%d]: only the first message may be of role 'system'", i)
		}
		for _, c := range m.Calls {
			if open[c.ID] {
				return nil, bad("messages[%d]: two tool calls have the id %q", i, c.ID)
			}
			open[c.ID] = true
		}
		list = append(list, m)
	}
	if len(open) > 0 {
		return nil, bad("the last assistant message has tool calls that are not answered")
	}
	if last := list[len(list)-1].Role; last != User && last != ToolRole {
		return nil, bad("the last message must be of role 'user' or 'tool', not '%s'", last)
	}
	return list, nil
}

func readMessage(i int, w wireMessage) (Message, *refusal) {
	text, images, err := content(w.Content)
	if err != nil {
		return Message{}, bad("messages[%d].%v", i, err)
	}
	m := Message{Role: w.Role, Text: text, Images: images, CallID: w.ToolCallID}
	switch {
	case w.Role != System && w.Role != User && w.Role != Assistant && w.Role != ToolRole:
		return m, bad("messages[%d].role %q is none of system, user, assistant, tool", i, w.Role)
	case w.Role != Assistant && len(w.ToolCalls) > 0:
		return m, bad("messages[%d]: only the assistant calls tools", i)
	case (w.Role == ToolRole) != (w.ToolCallID != ""):
		return m, bad("messages[%d]: tool_call_id belongs to messages of role 'tool', and to all of them", i)
	case w.Role != User && images > 0:
		return m, bad("messages[%d]: only the user sends pictures", i)
	case text == "" && images == 0 && len(w.ToolCalls) == 0:
		return m, bad("messages[%d].content must not be empty", i)
	}
	for k, call := range w.ToolCalls {
		if refused := checkCall(call); refused != "" {
			return m, bad("messages[%d].tool_calls[%d]%s", i, k, refused)
		}
		m.Calls = append(m.Calls, Call{call.ID, call.Function.Name, call.Function.Arguments})
	}
	return m, nil
}

// checkCall is what is wrong with a tool call that is sent back; "" for nothing.  Servers whose chat templates
// read the arguments refuse what is no JSON object, also where it was the model that wrote it.
func checkCall(c wireCall) string {
	var arguments map[string]any
	switch {
	case c.ID == "":
		return ".id must not be empty"
	case c.Type != "function":
		return ".type must be 'function'"
	case !toolName.MatchString(c.Function.Name):
		return ".function.name does not match " + toolName.String()
	case json.Unmarshal([]byte(c.Function.Arguments), &arguments) != nil || arguments == nil:
		return ".function.arguments must be a JSON object"
	}
	return ""
}
