package model

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// temperature is low, because tools are to be called and not invented.
const temperature = 0.1

// completion is a request on the wire.
type completion struct {
	Model               string    `json:"model"`
	Messages            []message `json:"messages"`
	MaxTokens           int       `json:"max_tokens,omitempty"`
	MaxCompletionTokens int       `json:"max_completion_tokens,omitempty"`
	Temperature         float64   `json:"temperature,omitempty"`
	Stream              bool      `json:"stream"`
	Tools               []tool    `json:"tools,omitempty"`
	ReasoningEffort     string    `json:"reasoning_effort,omitempty"`
}

type message struct {
	Role    Role `json:"role"`
	Content any  `json:"content,omitempty"` // a string or []part
	// Calls and CallID are as in Message.
	Calls  []called `json:"tool_calls,omitempty"`
	CallID string   `json:"tool_call_id,omitempty"`
}

type part struct {
	Type  string   `json:"type"`
	Text  string   `json:"text,omitempty"`
	Image *picture `json:"image_url,omitempty"`
}

type picture struct {
	URL string `json:"url"`
}

// called is a call that the model made before; its arguments are JSON inside a string.
type called struct {
	ID       string `json:"id,omitempty"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type tool struct {
	Function definition `json:"function"`
	Type     string     `json:"type"`
}

type definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Strict      bool            `json:"strict"`
	Parameters  json.RawMessage `json:"parameters"`
}

// request is r as it is sent.
func request(model string, r Request) ([]byte, error) {
	out := completion{Model: cmp.Or(r.Model, model)}
	for i := range r.Messages {
		out.Messages = append(out.Messages, messageOf(&r.Messages[i]))
	}
	for _, f := range r.Tools {
		out.Tools = append(out.Tools, tool{Type: "function", Function: definition{
			Name: f.Name, Description: f.Description, Strict: true, Parameters: f.Parameters,
		}})
	}
	if err := out.fit(r.MaxTokens); err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

// errTools says that a model calls tools in OpenAI's Responses API alone.
var errTools = errors.New("this model does not call tools here")

// fit adds bound and temperature as the model takes them: OpenAI's that reason have another field for the bound and no
// temperature, and the newest call tools only without reasoning, which not all of them can do.  All other names are
// those of a model that takes the usual fields.
func (c *completion) fit(bound int) error {
	newest := slices.Contains([]string{"gpt-6-sol", "gpt-6-luna", "gpt-6-astra", "gpt-6.1-sol"}, c.Model)
	begins := func(series string) bool { return strings.HasPrefix(c.Model, series) }
	if !newest && !slices.ContainsFunc([]string{"o1", "o3", "o4", "gpt-5"}, begins) {
		c.MaxTokens, c.Temperature = bound, temperature // the newer field is one that local servers do not know
		return nil
	}
	c.MaxCompletionTokens = bound
	if !newest || len(c.Tools) == 0 {
		return nil
	}
	if c.Model != "gpt-6-sol" && c.Model != "gpt-6-luna" {
		return errTools
	}
	c.ReasoningEffort = "none"
	return nil
}

// messageOf is m as it is sent.  A message that says nothing gets a space: servers refuse one without content.
func messageOf(m *Message) message {
	out := message{Role: m.Role, CallID: m.CallID}
	for _, c := range m.Calls {
		one := called{ID: c.ID, Type: "function"}
		one.Function.Name, one.Function.Arguments = callable(c.Name), object(c.Arguments)
		out.Calls = append(out.Calls, one)
	}
	text := clean(m.Content)
	switch {
	case len(m.Images) > 0:
		out.Content = parts(text, m.Images)
	case text != "":
		out.Content = text
	case len(m.Calls) == 0:
		out.Content = " "
	}
	return out
}

// object is what a model once wrote as arguments, if it is an object, else an empty one: many servers read the
// calls of the conversation again, and one that cannot be read would make every later request fail.
func object(arguments string) string {
	text := strings.TrimSpace(arguments)
	if strings.HasPrefix(text, "{") && json.Valid([]byte(text)) {
		return text
	}
	return "{}"
}

// callable is the name that a model once called, as servers take it back, for the same reason: 64 letters, digits,
// "_" and "-" at most.
func callable(name string) string {
	if usable(name, maxName) {
		return name
	}
	return "unknown"
}

// parts is a text with pictures.
func parts(text string, images []Image) []part {
	var out []part
	if text != "" {
		out = append(out, part{Type: "text", Text: text})
	}
	for _, i := range images {
		url := "data:" + cmp.Or(i.MIME, "image/jpeg") + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
		out = append(out, part{Type: "image_url", Image: &picture{URL: url}})
	}
	return out
}

// clean drops U+0000, which databases and some servers refuse.
func clean(text string) string { return strings.ReplaceAll(text, "\x00", "") }
