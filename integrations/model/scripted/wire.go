package scripted

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// wireRequest is the body of POST /chat/completions.  Fields that make no difference here are known all the
// same: a field that is not known is refused.
type wireRequest struct {
	Model               string          `json:"model"`
	Messages            []wireMessage   `json:"messages"`
	Tools               []wireTool      `json:"tools"`
	ToolChoice          json.RawMessage `json:"tool_choice"`
	ParallelToolCalls   *bool           `json:"parallel_tool_calls"`
	Temperature         *float64        `json:"temperature"`
	TopP                *float64        `json:"top_p"`
	N                   *int            `json:"n"`
	MaxTokens           *int            `json:"max_tokens"`
	MaxCompletionTokens *int            `json:"max_completion_tokens"`
	Stream              bool            `json:"stream"`
	Stop                json.RawMessage `json:"stop"`
	Seed                *int            `json:"seed"`
	User                string          `json:"user"`
	ResponseFormat      json.RawMessage `json:"response_format"`
	ReasoningEffort     string          `json:"reasoning_effort"`
	PresencePenalty     *float64        `json:"presence_penalty"`
	FrequencyPenalty    *float64        `json:"frequency_penalty"`
}

type wireMessage struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	Name       string          `json:"name"`
	ToolCalls  []wireCall      `json:"tool_calls"`
	ToolCallID string          `json:"tool_call_id"`
	Refusal    json.RawMessage `json:"refusal"`
}

type wireCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Index    *int         `json:"index,omitempty"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type wireTool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Strict      bool            `json:"strict"`
		Parameters  json.RawMessage `json:"parameters"`
	} `json:"function"`
}

// wirePart is one part of the content of a message.
type wirePart struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	ImageURL *struct {
		URL    string `json:"url"`
		Detail string `json:"detail"`
	} `json:"image_url"`
}

type wireAnswer struct {
	ID      string       `json:"id"`
	Object  string       `json:"object"`
	Created int64        `json:"created"`
	Model   string       `json:"model"`
	Choices []wireChoice `json:"choices"`
	Usage   wireUsage    `json:"usage"`
}

type wireChoice struct {
	Index   int `json:"index"`
	Message struct {
		Role      string     `json:"role"`
		Content   *string    `json:"content"`
		Refusal   *string    `json:"refusal"`
		ToolCalls []wireCall `json:"tool_calls,omitempty"`
	} `json:"message"`
	Logprobs     *int   `json:"logprobs"`
	FinishReason string `json:"finish_reason"`
}

type wireUsage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
}

// completion is the body of an answer.
func completion(r Request, reply Reply) ([]byte, error) {
	a := wireAnswer{ID: fmt.Sprintf("chatcmpl-%016x-%d", r.Hash, r.Repeat), Object: "chat.completion", Created: time.Now().Unix(), Model: r.Model}
	var choice wireChoice
	choice.Message.Role, choice.FinishReason = Assistant, "stop"
	if reply.Text != "" || len(reply.Calls) == 0 {
		choice.Message.Content = &reply.Text
	}
	for i, call := range reply.Calls {
		if call.ID == "" {
			call.ID = fmt.Sprintf("call_%012x_%d", r.Hash>>16, i)
		}
		choice.Message.ToolCalls = append(choice.Message.ToolCalls, wireCall{ID: call.ID, Type: "function", Function: wireFunction{call.Name, call.Arguments}})
		choice.FinishReason = "tool_calls"
	}
	if reply.Finish != "" {
		choice.FinishReason = reply.Finish
	}
	a.Choices = []wireChoice{choice}
	a.Usage = usage(r, reply)
	return json.Marshal(a)
}

// usage counts four bytes as a token.
func usage(r Request, reply Reply) wireUsage {
	prompt, said := 0, len(reply.Text)
	for _, m := range r.Messages {
		prompt += len(m.Text) + 16
		for _, c := range m.Calls {
			prompt += len(c.Name) + len(c.Arguments)
		}
	}
	for _, t := range r.Tools {
		prompt += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	for _, c := range reply.Calls {
		said += len(c.Name) + len(c.Arguments)
	}
	u := wireUsage{PromptTokens: prompt/4 + 1, CompletionTokens: said/4 + 1}
	u.TotalTokens = u.PromptTokens + u.CompletionTokens
	return u
}

// fail answers an error in the usual form.
func fail(w http.ResponseWriter, status int, code, message string) {
	kind := "invalid_request_error"
	if status >= http.StatusInternalServerError {
		kind = "server_error"
	}
	body, err := json.Marshal(map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": code}})
	if err != nil {
		body = []byte(`{"error":{"message":"unknown"}}`)
	}
	write(w, status, "", body)
}

func write(w http.ResponseWriter, status int, contentType string, body []byte) {
	if contentType == "" {
		contentType = "application/json"
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	w.Write(body) //nolint:errcheck // a client that is gone is not told
}

// models is GET /models.
func (s *Server) models(w http.ResponseWriter, _ *http.Request) {
	name := s.config.Model
	if name == "" {
		name = "scripted"
	}
	body, err := json.Marshal(map[string]any{
		"object": "list", "data": []map[string]any{{"id": name, "object": "model", "created": 0, "owned_by": "scripted"}},
	})
	if err != nil {
		fail(w, http.StatusInternalServerError, "server_error", "The list cannot be written.")
		return
	}
	write(w, http.StatusOK, "", body)
}

// content reads the content of a message: a text, null, or parts of which some are pictures.
func content(raw json.RawMessage) (text string, images int, err error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", 0, nil
	}
	if json.Unmarshal(raw, &text) == nil {
		return text, 0, nil
	}
	var parts []wirePart
	if err := json.Unmarshal(raw, &parts); err != nil || len(parts) == 0 {
		return "", 0, fmt.Errorf("content must be a string or a list of parts")
	}
	var texts []string
	for _, part := range parts {
		switch {
		case part.Type == "text" && part.Text != "":
			texts = append(texts, part.Text)
		case part.Type == "image_url" && part.ImageURL != nil && picture(part.ImageURL.URL):
			images++
		default:
			return "", 0, fmt.Errorf("a part of content must be a text or an image_url with a picture")
		}
	}
	return strings.Join(texts, "\n"), images, nil
}

// picture reports whether a URL is one under which a model can see a picture.
func picture(url string) bool {
	for _, kind := range []string{"jpeg", "png", "webp", "gif"} {
		if data, ok := strings.CutPrefix(url, "data:image/"+kind+";base64,"); ok {
			return data != ""
		}
	}
	return strings.HasPrefix(url, "https://")
}
