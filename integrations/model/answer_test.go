package model

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// body is a completion with a message, a reason to end and the rest of the object.
func body(message, reason, rest string) string {
	return `{"choices":[{"index":0,"message":` + message + `,"finish_reason":` + reason + `}]` + rest + `}`
}

const counts = `,"usage":{"prompt_tokens":100,"completion_tokens":20}`

// Servers of the family differ; all of these are answers.
func TestAnswers(t *testing.T) {
	usage := Usage{Prompt: 100, Completion: 20}
	call := func(id, name, arguments string) Call { return Call{ID: id, Name: name, Arguments: arguments} }
	calls := func(list string) string { return `{"role":"assistant","content":null,"tool_calls":` + list + `}` }
	cases := []struct {
		name, body string
		want       Answer
	}{
		{"a text", body(`{"content":" Bom dia!\n"}`, `"stop"`, counts), Answer{Text: "Bom dia!"}},
		{"fences of Markdown stay", body("{\"content\":\"```\\nx\\n```\"}", `"stop"`, counts), Answer{Text: "```\nx\n```"}},
		{"a text in parts", body(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Bom "},{"type":"text","text":"dia"},{"type":"text"}]}`, `"stop"`, counts), Answer{Text: "Bom dia"}},
		{"U+0000 is dropped", body(`{"content":"a\u0000b"}`, `"stop"`, counts), Answer{Text: "ab"}},
		{"a reasoning field is nobody's business", body(`{"content":"Oi","reasoning_content":"hm","reasoning":"hm"}`, `"stop"`, counts), Answer{Text: "Oi"}},
		{"thoughts are dropped", body(`{"content":"<think>hm\n\nCPF?</think>\n\nOi"}`, `"stop"`, counts), Answer{Text: "Oi"}},
		{"no reason to end", body(`{"content":"Oi"}`, `null`, counts), Answer{Text: "Oi"}},
		{"a reason of a strange type", body(`{"content":"Oi"}`, `{"type":"stop"}`, counts), Answer{Text: "Oi"}},
		{"silence: null", body(`{"content":null}`, `"stop"`, counts), Answer{}},
		{"silence: empty", body(`{"content":""}`, `"stop"`, counts), Answer{}},
		{"silence: no content", body(`{}`, `"stop"`, counts), Answer{}},
		{"silence: no message", `{"choices":[{}]` + counts + `}`, Answer{}},
		{"silence: a refusal", body(`{"content":null,"refusal":"Não posso ajudar."}`, `"stop"`, counts), Answer{}},
		{"a call", body(calls(`[{"id":"call_abc-1","type":"function","function":{"name":"f","arguments":"{\"a\": 1}"}}]`), `"tool_calls"`, counts),
			Answer{Calls: []Call{call("call_abc-1", "f", `{"a": 1}`)}}},
		{"a call that ends with stop, and a text beside it", body(`{"content":"Já vejo","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}`, `"stop"`, counts),
			Answer{Text: "Já vejo", Calls: []Call{call("a", "f", "{}")}}},
		{"arguments as an object", body(calls(`[{"id":"a","function":{"name":"f","arguments":{"a": [1, "x"]}}}]`), `"stop"`, counts),
			Answer{Calls: []Call{call("a", "f", `{"a":[1,"x"]}`)}}},
		{"arguments that are nothing", body(calls(`[{"id":"a","function":{"name":"f"}},{"id":"b","function":{"name":"f","arguments":""}},{"id":"c","function":{"name":"f","arguments":null}}]`), `"stop"`, counts),
			Answer{Calls: []Call{call("a", "f", "{}"), call("b", "f", "{}"), call("c", "f", "{}")}}},
		{"arguments that are no JSON stay", body(calls(`[{"id":"a","function":{"name":"f","arguments":"{\"a\": "}}]`), `"stop"`, counts),
			Answer{Calls: []Call{call("a", "f", `{"a":`)}}},
		{"U+0000 in a call is dropped, escaped or not", body(calls(`[{"id":"a","function":{"name":"f\u0000","arguments":"{\"a\": \"x\\u0000\u0000y\\\\u0000\"}"}}]`), `"stop"`, counts),
			Answer{Calls: []Call{call("a", "f", `{"a": "xy\\u0000"}`)}}},
		{"U+0000 in arguments as an object", body(calls(`[{"id":"a","function":{"name":"f","arguments":{"a":"x\u0000y"}}}]`), `"stop"`, counts),
			Answer{Calls: []Call{call("a", "f", `{"a":"xy"}`)}}},
		{"no ids", body(calls(`[{"function":{"name":"f","arguments":"{}"}},{"id":"","function":{"name":"g","arguments":"{}"}},{"id":7,"function":{"name":"h","arguments":"{}"}}]`), `"stop"`, counts),
			Answer{Calls: []Call{call("call00001", "f", "{}"), call("call00002", "g", "{}"), call("call00003", "h", "{}")}}},
		{"the same id again, one too long, one with a line break", body(calls(`[{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"a","function":{"name":"g","arguments":"{}"}},{"id":"`+strings.Repeat("x", 41)+`","function":{"name":"h","arguments":"{}"}},{"id":"a\nb","function":{"name":"i","arguments":"{}"}}]`), `"stop"`, counts),
			Answer{Calls: []Call{call("a", "f", "{}"), call("call00001", "g", "{}"), call("call00002", "h", "{}"), call("call00003", "i", "{}")}}},
		{"the older form of a call", body(`{"content":null,"function_call":{"name":"f","arguments":"{\"a\":1}"}}`, `"function_call"`, counts),
			Answer{Calls: []Call{call("call00001", "f", `{"a":1}`)}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			client, _, _ := setup(t, Config{}, answer(http.StatusOK, c.body))
			got, err := client.Complete(t.Context(), hello())
			if err != nil {
				t.Fatal(err)
			}
			c.want.Usage = usage
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

// An id that a call of the conversation has is not given again, neither by the server nor by us.
func TestIDsAreUniqueInTheConversation(t *testing.T) {
	r := Request{Messages: []Message{{Role: Assistant, Calls: []Call{{ID: "call00002"}, {ID: "a"}}}}}
	text := body(`{"tool_calls":[{"id":"a","function":{"name":"f"}},{"function":{"name":"g"}},{"id":"b","function":{"name":"h"}}]}`, `"stop"`, "")
	for range 2 { // the same request has the same ids
		got, err := decode([]byte(text), r)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, c := range got.Calls {
			ids = append(ids, c.ID)
		}
		if diff := cmp.Diff([]string{"call00003", "call00004", "b"}, ids); diff != "" {
			t.Errorf("ids (-want +got):\n%s", diff)
		}
	}
}

func TestCallsOfAnAnswerAreBounded(t *testing.T) {
	one := `{"function":{"name":"f"}},`
	got, err := decode([]byte(body(`{"tool_calls":[`+strings.TrimSuffix(strings.Repeat(one, 1000), ",")+`]}`, `"stop"`, "")), hello())
	if err != nil || len(got.Calls) != maxCalls {
		t.Errorf("%d calls, %v", len(got.Calls), err)
	}
}

func TestThoughts(t *testing.T) {
	for text, want := range map[string]string{
		"Oi":                       "Oi",
		"<think>a</think>Oi":       "Oi",
		"<THINK>a</Think>Oi":       "Oi",
		"<thinking>a</thinking>Oi": "Oi",
		"a</think>Oi":              "Oi", // the beginning is in the prompt
		"<think>a":                 "",
		"<think>":                  "",
		"Oi <think>a":              "Oi ",
		"Oi <think>a</think>tudo <think>b</think>bem": "Oi tudo bem",
		"<think>as marcas <think> e </think>Oi":       "Oi",
		"<think>a</think>b</think>Oi":                 "Oi",
		"1 < 2, </b>, <thinker>":                      "1 < 2, </b>, <thinker>",
	} {
		if got := withoutThoughts(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestUsage(t *testing.T) {
	prices := Prices{Prompt: 2_500_000, Completion: 10_000_000} // 2.50 and 10 a million
	message := body(`{"content":"12345678","tool_calls":[{"id":"a","function":{"name":"ab","arguments":"{}"}}]}`, `"stop"`, "%")
	// 11 + 3 bytes of text, 2 pictures, a tool of 1 + 2 + 4 bytes
	r := Request{
		Messages: []Message{{Role: System, Content: "Seja breve."}, {Role: User, Content: "Oi!", Images: make([]Image, 2)}},
		Tools:    []Function{{Name: "f", Description: "gh", Parameters: []byte("null")}},
	}
	estimated := Usage{Prompt: 6 + 2000, Completion: 3, Micros: 5045}
	cases := []struct {
		name, usage string
		want        Usage
	}{
		{"as counted", `{"prompt_tokens":1000,"completion_tokens":100,"total_tokens":1100}`, Usage{1000, 100, 3500}},
		{"rounded", `{"prompt_tokens":1,"completion_tokens":1}`, Usage{1, 1, 13}},
		{"one is missing", `{"prompt_tokens":1000}`, Usage{1000, 3, 2530}},
		{"absent", ``, estimated},
		{"null", `null`, estimated},
		{"of a strange type", `[1]`, estimated},
		{"negative and beyond belief", `{"prompt_tokens":-5,"completion_tokens":1e300}`, estimated},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rest := ""
			if c.usage != "" {
				rest = `,"usage":` + c.usage
			}
			client, _, _ := setup(t, Config{Prices: prices}, answer(http.StatusOK, strings.Replace(message, "%", rest, 1)))
			got, err := client.Complete(t.Context(), r)
			if err != nil || got.Usage != c.want {
				t.Errorf("%+v, %v; want %+v", got.Usage, err, c.want)
			}
		})
	}
}
