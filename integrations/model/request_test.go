package model

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/outbound"
)

var update = flag.Bool("update", false, "write the request bodies anew; review the difference")

// schema is a strict one.
var schema = json.RawMessage(`{"type":"object","properties":{"numero":{"type":"integer"}},"required":["numero"],"additionalProperties":false}`)

// conversation is a request with everything that goes over the wire.
func conversation() Request {
	return Request{
		MaxTokens: 400,
		Messages: []Message{
			{Role: System, Content: "Você atende.\n\nSITUAÇÃO:\n{\"oferta\":[]}"},
			{Role: User, Content: "Quero <b>cardio</b> & nada mais\x00"},
			{Role: Assistant, Calls: []Call{
				{ID: "call00001", Name: "escolher_horario", Arguments: ` {"numero": 1} `},
				{ID: "call00002", Name: "confirmar_agendamento", Arguments: "isto não é JSON"},
				{ID: "call00003"}, {ID: "call00004", Name: "uma ferramenta"},
			}},
			{Role: Tool, CallID: "call00001", Content: `{"ok":true,"situacao":{}}`},
			{Role: Tool, CallID: "call00002", Content: `{"ok":false,"motivo":"falta o nome"}`},
			{Role: Tool, CallID: "call00003", Content: `{"ok":false}`},
			{Role: Tool, CallID: "call00004", Content: `{"ok":false}`},
			{Role: Assistant, Content: "Qual é o seu nome?"},
			{Role: User, Content: ""},
		},
		Tools: []Function{
			{Name: "escolher_horario", Description: "Escolhe um horário da oferta.", Parameters: schema},
			{Name: "confirmar_agendamento", Parameters: json.RawMessage(`{"type":"object","properties":{},"required":[],"additionalProperties":false}`)},
		},
	}
}

// pictures is a request to a model that sees.
func pictures() Request {
	return Request{Messages: []Message{
		{Role: User, Content: "Minha carteirinha", Images: []Image{{MIME: "image/png", Data: []byte("\x89PNG")}}},
		{Role: User, Images: []Image{{MIME: "image/jpeg", Data: []byte{0xff, 0xd8}}, {Data: []byte{1}}}},
	}}
}

// What goes over the wire, byte for byte but for the white space.
func TestRequestBodies(t *testing.T) {
	cases := []struct {
		name, model string
		request     Request
	}{
		{"hello", "small", hello()},
		{"conversation", "small", conversation()},
		{"pictures", "small", pictures()},
		{"a model that reasons", "gpt-5-mini", conversation()},
		{"a model that calls tools only without reasoning", "gpt-6-sol", conversation()},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			client, a, _ := setup(t, Config{Model: c.model}, says("oi"))
			if _, err := client.Complete(t.Context(), c.request); err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := json.Indent(&got, a.seen()[0].body, "", "  "); err != nil {
				t.Fatal(err)
			}
			got.WriteByte('\n')
			golden(t, "testdata/"+strings.ReplaceAll(c.name, " ", "_")+".json", got.String())
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-file +now):\n%s", name, diff)
	}
}

func TestRequestHeaders(t *testing.T) {
	for _, c := range [][2]string{{"", ""}, {"sk-1", "Bearer sk-1"}, {" sk-1\n", "Bearer sk-1"}} {
		key, want := c[0], c[1]
		client, a, _ := setup(t, Config{Key: key}, says("oi"))
		if _, err := client.Complete(t.Context(), hello()); err != nil {
			t.Fatal(err)
		}
		got := a.seen()[0]
		if got.method != "POST" || got.uri != "/v1/chat/completions" {
			t.Errorf("%s %s", got.method, got.uri)
		}
		if _, sent := got.header["Authorization"]; sent != (want != "") || got.header.Get("Authorization") != want {
			t.Errorf("key %q: Authorization %q", key, got.header["Authorization"])
		}
		if got.header.Get("Content-Type") != "application/json" || got.header.Get("Accept") != "application/json" {
			t.Errorf("header %v", got.header)
		}
	}
}

func TestURLWithoutSlash(t *testing.T) {
	c, a := serve(t, Config{}, says("oi"))
	c.URL = strings.TrimSuffix(c.URL, "/")
	client := New(c)
	defer client.Close()
	if _, err := client.Complete(t.Context(), hello()); err != nil || a.seen()[0].uri != "/v1/chat/completions" {
		t.Errorf("%v; asked %v", err, a.seen()[0].uri)
	}
}

// What cannot be sent is not sent, and the error says no more than that.
func TestRequestThatCannotBeBuilt(t *testing.T) {
	broken := hello()
	broken.Tools = []Function{{Name: "x", Parameters: json.RawMessage(`{"segredo":`)}}
	cases := []struct {
		name, model string
		request     Request
	}{
		{"a schema that is no JSON", "small", broken},
		{"a model that never calls tools here", "gpt-6-astra", conversation()},
		{"another one", "gpt-6.1-sol", conversation()},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			client, a, _ := setup(t, Config{Model: c.model}, says("oi"))
			_, err := client.Complete(t.Context(), c.request)
			if f := failed(t, err); f.Kind != outbound.NotSent || f.Error() != "model complete: not sent: request cannot be built" {
				t.Errorf("got %v", err)
			}
			if len(a.seen()) != 0 {
				t.Error("it was sent")
			}
		})
	}
}
