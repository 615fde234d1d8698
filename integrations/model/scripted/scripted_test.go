package scripted

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// goodTool is a tool with a schema that is strict enough.
const goodTool = `{"type":"function","function":{"name":"escolher_horario","description":"d","strict":true,` +
	`"parameters":{"type":"object","properties":{"numero":{"type":"integer"}},"required":["numero"],"additionalProperties":false}}}`

// body is a request with messages and tools.
func body(messages, tools string) string {
	return `{"model":"m","temperature":0.1,"messages":[` + messages + `],"tools":[` + tools + `]}`
}

const (
	system    = `{"role":"system","content":"s"}`
	user      = `{"role":"user","content":"oi"}`
	called    = `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"escolher_horario","arguments":"{\"numero\":1}"}}]}`
	calledTwo = `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]}`
)

// post asks for a completion in process.
func post(t *testing.T, s *Server, body string, header ...string) (int, string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "http://model.example/v1/chat/completions", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := s.Transport().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(got)
}

func TestTakesWhatEveryServerTakes(t *testing.T) {
	for name, text := range map[string]string{
		"a question":            body(system+","+user, goodTool),
		"without tools":         `{"model":"m","messages":[` + user + `],"max_tokens":200}`,
		"several of the user":   body(system+","+user+","+user, goodTool),
		"an answered call":      body(system+","+user+","+called+`,{"role":"tool","tool_call_id":"a","content":"{}"}`, goodTool),
		"two answered calls":    body(user+","+calledTwo+`,{"role":"tool","tool_call_id":"b","content":"{}"},{"role":"tool","tool_call_id":"a","content":"{}"}`, goodTool),
		"a picture":             body(`{"role":"user","content":[{"type":"text","text":"veja"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}`, goodTool),
		"said before":           body(user+`,{"role":"assistant","content":"olá"},`+user, goodTool),
		"the same id next turn": body(user+","+called+`,{"role":"tool","tool_call_id":"a","content":"{}"},`+called+`,{"role":"tool","tool_call_id":"a","content":"{}"}`, goodTool),
	} {
		t.Run(name, func(t *testing.T) {
			if status, answer := post(t, New(Config{Model: "m"}), text); status != http.StatusOK {
				t.Errorf("%d %s", status, answer)
			}
		})
	}
}

func TestRefusesWhatSomeServerRefuses(t *testing.T) {
	schema := func(parameters string) string {
		return body(user, `{"type":"function","function":{"name":"f","strict":true,"parameters":`+parameters+`}}`)
	}
	for name, c := range map[string]struct{ body, want string }{
		"no JSON":                     {`{`, "parse"},
		"two values":                  {body(user, "") + "{}", "more than one"},
		"an unknown field":            {`{"model":"m","messages":[` + user + `],"tool":[]}`, "unknown field"},
		"an unknown field inside":     {body(`{"role":"user","content":"oi","text":"x"}`, ""), "unknown field"},
		"another model":               {`{"model":"gpt","messages":[` + user + `]}`, "does not exist"},
		"no model":                    {`{"messages":[` + user + `]}`, "model parameter"},
		"streaming":                   {`{"model":"m","stream":true,"messages":[` + user + `]}`, "stream"},
		"heat":                        {`{"model":"m","temperature":3,"messages":[` + user + `]}`, "temperature"},
		"both bounds":                 {`{"model":"m","max_tokens":5,"max_completion_tokens":5,"messages":[` + user + `]}`, "both"},
		"a choice without tools":      {`{"model":"m","tool_choice":"auto","messages":[` + user + `]}`, "tool_choice"},
		"no messages":                 {body("", goodTool), "empty"},
		"an unknown role":             {body(`{"role":"developer","content":"x"}`, ""), "role"},
		"an empty text":               {body(`{"role":"user","content":""}`, ""), "empty"},
		"a late system message":       {body(user+","+system+","+user, ""), "first message"},
		"the assistant at the end":    {body(user+`,{"role":"assistant","content":"olá"}`, ""), "last message"},
		"an unanswered call":          {body(user+","+called+","+user, goodTool), "must be followed"},
		"a call at the end":           {body(user+","+called, goodTool), "not answered"},
		"one of two unanswered":       {body(user+","+calledTwo+`,{"role":"tool","tool_call_id":"b","content":"{}"}`, goodTool), "not answered"},
		"an answer to nothing":        {body(user+`,{"role":"tool","tool_call_id":"a","content":"{}"}`, goodTool), "must answer"},
		"an answer twice":             {body(user+","+called+strings.Repeat(`,{"role":"tool","tool_call_id":"a","content":"{}"}`, 2), goodTool), "must answer"},
		"an answer without an id":     {body(user+","+called+`,{"role":"tool","content":"{}"}`, goodTool), "tool_call_id"},
		"broken arguments":            {body(user+","+strings.Replace(called, `{\"numero\":1}`, `{\"numero\":`, 1)+`,{"role":"tool","tool_call_id":"a","content":"{}"}`, goodTool), "JSON object"},
		"a tool name with spaces":     {body(user+","+strings.Replace(called, "escolher_horario", "escolher horario", 1)+`,{"role":"tool","tool_call_id":"a","content":"{}"}`, goodTool), "does not match"},
		"an id twice":                 {body(user+","+strings.Replace(calledTwo, `"b"`, `"a"`, 1)+`,{"role":"tool","tool_call_id":"a","content":"{}"}`, goodTool), "two tool calls"},
		"a picture by http":           {body(`{"role":"user","content":[{"type":"image_url","image_url":{"url":"http://x/y.png"}}]}`, ""), "picture"},
		"a loose tool":                {body(user, strings.Replace(goodTool, `"strict":true,`, "", 1)), "strict"},
		"a tool twice":                {body(user, goodTool+","+goodTool), "another"},
		"no schema":                   {schema(`null`), "Invalid schema"},
		"an open object":              {schema(`{"type":"object","properties":{},"required":[]}`), "additionalProperties"},
		"an optional property":        {schema(`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`), "every key"},
		"a property without a type":   {schema(`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`), "type"},
		"a keyword that is not taken": {schema(`{"type":"object","properties":{"a":{"type":"string","default":"x"}},"required":["a"],"additionalProperties":false}`), "default"},
		"an enum without its null":    {schema(`{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x"]}},"required":["a"],"additionalProperties":false}`), "null"},
		"an enum of another type":     {schema(`{"type":"object","properties":{"a":{"type":"string","enum":[1]}},"required":["a"],"additionalProperties":false}`), "validate"},
		"a list of anything":          {schema(`{"type":"object","properties":{"a":{"type":"array"}},"required":["a"],"additionalProperties":false}`), "items"},
		"an open object in a list":    {schema(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{}}}},"required":["a"],"additionalProperties":false}`), "additionalProperties"},
	} {
		t.Run(name, func(t *testing.T) {
			told := ""
			status, answer := post(t, New(Config{Model: "m", Refused: func(message string) { told = message }}), c.body)
			var e struct {
				Error struct{ Message, Type string }
			}
			if err := json.Unmarshal([]byte(answer), &e); err != nil || e.Error.Type != "invalid_request_error" {
				t.Errorf("not the usual form: %s", answer)
			}
			if status/100 != 4 || !strings.Contains(e.Error.Message, c.want) || told != e.Error.Message {
				t.Errorf("%d %s, told %q", status, answer, told)
			}
		})
	}
}

func TestKeyAndPaths(t *testing.T) {
	s := New(Config{Key: "k", Model: "m"})
	if status, _ := post(t, s, body(user, goodTool), "Authorization", "Bearer x"); status != http.StatusUnauthorized {
		t.Errorf("a wrong key: %d", status)
	}
	if status, _ := post(t, s, body(user, goodTool), "Authorization", "Bearer k"); status != http.StatusOK {
		t.Errorf("the right key: %d", status)
	}
	if status, _ := post(t, s, body(user, goodTool), "Authorization", "Bearer k", "Content-Type", "text/plain"); status != http.StatusBadRequest {
		t.Errorf("text/plain: %d", status)
	}
	for path, want := range map[string]int{"/v1/models": 200, "/models": 200, "/v1/chat/completions": 405, "/v1": 404} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Authorization", "Bearer k")
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != want {
			t.Errorf("GET %s: %d, want %d", path, w.Code, want)
		}
	}
}

func TestSaysWhatTheBrainSays(t *testing.T) {
	s := New(Config{Brain: Replies(Reply{Text: "olá", Calls: []Call{Calling("f", map[string]any{"a": 1}), {Name: "g", Arguments: "{broken"}}}, Reply{})})
	_, answer := post(t, s, body(user, goodTool))
	var a wireAnswer
	if err := json.Unmarshal([]byte(answer), &a); err != nil || len(a.Choices) != 1 {
		t.Fatal(err, answer)
	}
	m := a.Choices[0].Message
	if m.Content == nil || *m.Content != "olá" || len(m.ToolCalls) != 2 || a.Choices[0].FinishReason != "tool_calls" || a.Usage.PromptTokens == 0 {
		t.Errorf("%s", answer)
	}
	if m.ToolCalls[0].ID == m.ToolCalls[1].ID || m.ToolCalls[0].Function.Arguments != `{"a":1}` || m.ToolCalls[1].Function.Arguments != "{broken" {
		t.Errorf("%+v", m.ToolCalls)
	}
	if _, answer = post(t, s, body(user, goodTool)); !strings.Contains(answer, `"content":""`) {
		t.Errorf("nothing was said as %s", answer)
	}
	if status, _ := post(t, s, body(user, goodTool)); status != http.StatusInternalServerError {
		t.Errorf("the script is over: %d", status)
	}
}

func TestTranscribes(t *testing.T) {
	send := func(name, data string, fields ...string) (int, string) {
		var b bytes.Buffer
		form := multipart.NewWriter(&b)
		file, err := form.CreateFormFile("file", name)
		if err == nil {
			_, err = io.WriteString(file, data)
		}
		for i := 0; i+1 < len(fields) && err == nil; i += 2 {
			err = form.WriteField(fields[i], fields[i+1])
		}
		if err = errors.Join(err, form.Close()); err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/v1/audio/transcriptions", &b)
		r.Header.Set("Content-Type", form.FormDataContentType())
		w := httptest.NewRecorder()
		New(Config{Transcribe: func(a Audio) Reply { return Reply{Text: a.Language + ": " + string(a.Data)} }}).ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if status, answer := send("voz.ogg", "bytes", "model", "whisper", "language", "pt"); status != 200 || answer != `{"text":"pt: bytes"}` {
		t.Errorf("%d %s", status, answer)
	}
	for name, code := range map[string]func() (int, string){
		"no model":           func() (int, string) { return send("voz.ogg", "x") },
		"no extension":       func() (int, string) { return send("voz", "x", "model", "w") },
		"an empty file":      func() (int, string) { return send("voz.ogg", "", "model", "w") },
		"another form":       func() (int, string) { return send("voz.ogg", "x", "model", "w", "response_format", "srt") },
		"an unknown ending":  func() (int, string) { return send("voz.exe", "x", "model", "w") },
		"no model but other": func() (int, string) { return send("voz.ogg", "x", "language", "pt") },
	} {
		if status, answer := code(); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
}

func TestScripts(t *testing.T) {
	list, err := ReadReplies(strings.NewReader("# a comment\n\n" + `{"text":"olá","after":"2s"}` + "\n" +
		`{"calls":[{"name":"f","arguments":{"a":1}},{"name":"g","arguments":"{broken"}]}` + "\n" + `{"status":503}` + "\n" + `{"hang":true}`))
	if err != nil || len(list) != 4 {
		t.Fatal(err, list)
	}
	if list[0].Text != "olá" || list[0].After != 2*time.Second || list[1].Calls[0].Arguments != `{"a":1}` || list[1].Calls[1].Arguments != "{broken" || list[2].Status != 503 || !list[3].Hang {
		t.Errorf("%+v", list)
	}
	for _, script := range []string{"{}\nx", `{"txt":"a"}`, `{"after":"soon"}`, `{"calls":[{"name":"f"}]}`} {
		if _, err := ReadReplies(strings.NewReader(script)); err == nil || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%s: %v", script, err)
		}
	}
}
