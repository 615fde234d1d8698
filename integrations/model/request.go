package model

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/sashabaranov/go-openai"
)

// temperature is low, because tools are to be called and not invented, and not 0, which the library leaves out.
const temperature = 0.1

// request is r as the library sends it.
func request(model string, r Request) openai.ChatCompletionRequest {
	out := openai.ChatCompletionRequest{Model: cmp.Or(r.Model, model)}
	for i := range r.Messages {
		out.Messages = append(out.Messages, message(&r.Messages[i]))
	}
	for _, f := range r.Tools {
		out.Tools = append(out.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
			Name: f.Name, Description: f.Description, Parameters: f.Parameters, Strict: true,
		}})
	}
	return fitted(out, r.MaxTokens)
}

// fitted adds bound and temperature as the model takes them, as far as the library knows: those that reason have
// another field for the bound and no temperature, and the newest call tools only without reasoning.
func fitted(r openai.ChatCompletionRequest, bound int) openai.ChatCompletionRequest {
	usual, reasoning := r, r
	usual.MaxTokens = bound //nolint:staticcheck // the newer field is one that local servers do not know
	usual.Temperature = temperature
	reasoning.MaxCompletionTokens = bound
	quick := reasoning
	quick.ReasoningEffort = openai.ReasoningEffortNone
	for _, form := range []openai.ChatCompletionRequest{usual, reasoning, quick} {
		if openai.NewReasoningValidator().Validate(form) == nil {
			return form
		}
	}
	return usual // the library will say no
}

// message is m as the library sends it.  A message that says nothing gets a space: the library would leave its
// content out, which servers refuse.
func message(m *Message) openai.ChatCompletionMessage {
	out := openai.ChatCompletionMessage{Role: string(m.Role), Content: clean(m.Content), ToolCallID: m.CallID}
	for _, c := range m.Calls {
		out.ToolCalls = append(out.ToolCalls, openai.ToolCall{
			ID: c.ID, Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: callable(c.Name), Arguments: object(c.Arguments)},
		})
	}
	if len(m.Images) > 0 {
		out.Content, out.MultiContent = "", parts(out.Content, m.Images)
	}
	if out.Content == "" && len(out.ToolCalls) == 0 && len(out.MultiContent) == 0 {
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
func parts(text string, images []Image) []openai.ChatMessagePart {
	var out []openai.ChatMessagePart
	if text != "" {
		out = append(out, openai.ChatMessagePart{Type: openai.ChatMessagePartTypeText, Text: text})
	}
	for _, i := range images {
		url := "data:" + cmp.Or(i.MIME, "image/jpeg") + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
		out = append(out, openai.ChatMessagePart{
			Type: openai.ChatMessagePartTypeImageURL, ImageURL: &openai.ChatMessageImageURL{URL: url},
		})
	}
	return out
}

// clean drops U+0000, which databases and some servers refuse.
func clean(text string) string { return strings.ReplaceAll(text, "\x00", "") }
