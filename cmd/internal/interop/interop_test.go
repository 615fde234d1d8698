package interop

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"atende/cmd/internal/npm"
	"atende/integrations/model"
	"atende/integrations/outbound"
	"atende/metrics"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// limit is for an installation from a slow registry; the rest takes a second.
const limit = 3 * time.Minute

// tools are strict, with everything that schemas of ours hold.
var tools = []model.Function{
	{
		Name: "consultar_horarios", Description: "Busca horários livres.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"especialidade":{"type":["string","null"]},` +
			`"periodo":{"type":["string","null"],"enum":["manha","tarde","noite",null]},"mais":{"type":"boolean"}},` +
			`"required":["especialidade","periodo","mais"],"additionalProperties":false}`),
	},
	{
		Name: "consultar_clinica", Description: "Informa sobre a clínica.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"assunto":{"type":"string"}},"required":["assunto"],"additionalProperties":false}`),
	},
}

// asks is a request with the words of a patient.
func asks(text string) model.Request {
	return model.Request{Tools: tools, MaxTokens: 500, Messages: []model.Message{
		{Role: model.System, Content: "Você é a recepção.\nSITUAÇÃO:\n{}"}, {Role: model.User, Content: text},
	}}
}

// start is a server of somebody else's for one test.
func start(ctx context.Context, t *testing.T) *Server {
	t.Helper()
	server, err := Start(ctx, filepath.Join("testdata", "client.json"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server
}

// config is how our clients reach it.
func config(s *Server, key string) model.Config {
	return model.Config{URL: s.URL, Key: key, Model: "gpt-4o", Timeout: 10 * time.Second, Metrics: metrics.New(prometheus.NewRegistry()).Clients}
}

func TestClient(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	server := start(ctx, t)
	client := model.New(config(server, Key))
	defer client.Close()
	complete := func(t *testing.T, r model.Request) model.Answer {
		t.Helper()
		answer, err := client.Complete(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}

	t.Run("a text is a text, and its tokens are those of the server", func(t *testing.T) {
		want := model.Answer{Text: "Bom dia! Para qual especialidade?", Usage: model.Usage{Prompt: 120, Completion: 9}}
		if diff := cmp.Diff(want, complete(t, asks("Oi, bom dia"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("what tools answer goes back with the ids of their calls", func(t *testing.T) {
		r := asks("Quero uma cardiologista de manhã. Quanto custa?")
		called := complete(t, r)
		if len(called.Calls) != 2 || called.Text != "" {
			t.Fatalf("%+v: want two calls and no text", called)
		}
		search, clinic := called.Calls[0], called.Calls[1]
		if search.Name != "consultar_horarios" || search.Arguments != `{"especialidade":"cardiologista","periodo":"manha","mais":false}` {
			t.Errorf("%+v", search)
		}
		r.Messages = append(r.Messages, model.Message{Role: model.Assistant, Calls: called.Calls},
			model.Message{Role: model.Tool, CallID: search.ID, Content: `{"ok":true,"situacao":{"oferta":[{"numero":1,"hora":"08:00"}]}}`},
			model.Message{Role: model.Tool, CallID: clinic.ID, Content: `{"ok":true,"resposta":"A consulta custa R$ 250."}`})
		if got := complete(t, r).Text; got != "Tenho amanhã às 08:00. A consulta custa R$ 250." {
			t.Errorf("%q", got)
		}
	})
	t.Run("a text beside a call comes with it", func(t *testing.T) {
		got := complete(t, asks("os dois de uma vez"))
		if got.Text != "Vou procurar." || len(got.Calls) != 1 || got.Calls[0].Arguments != `{"assunto":"preços"}` {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a picture is taken", func(t *testing.T) {
		r := asks("minha carteirinha")
		r.Messages[1].Images = []model.Image{{MIME: "image/png", Data: []byte("\x89PNG\r\n\x1a\n")}}
		if got := complete(t, r).Text; got != "Recebi a carteirinha." {
			t.Errorf("%q", got)
		}
	})
	t.Run("a failure that passes is tried again", func(t *testing.T) {
		if got := complete(t, asks("uma falha passageira")).Text; got != "Agora foi." {
			t.Errorf("%q", got)
		}
	})
	t.Run("a voice message becomes text", func(t *testing.T) {
		transcriber := model.NewTranscriber(config(server, Key))
		defer transcriber.Close()
		text, err := transcriber.Transcribe(ctx, model.Audio{MIME: "audio/ogg", Data: []byte("OggS and then some")})
		if err != nil || text != "quero marcar com a cardiologista" {
			t.Errorf("%q, %v", text, err)
		}
	})
}

func TestClientFailures(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	server := start(ctx, t)
	for _, c := range []struct {
		name, key, says string
		kind            outbound.Kind
		status          int
	}{
		{"a request that is not taken", Key, "recusada", outbound.Refused, 400},
		{"a key that is not known", "outra", "bom dia", outbound.Refused, 401},
		{"an answer that was cut off", Key, "uma história comprida", outbound.Refused, 200},
		{"a server that stays away", Key, "ninguém espera por isto", outbound.Unknown, 503},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := model.New(config(server, c.key))
			defer client.Close()
			answer, err := client.Complete(ctx, asks(c.says))
			var failure *outbound.Error
			if !errors.As(err, &failure) || failure.Kind != c.kind || failure.Status != c.status {
				t.Fatalf("%v: want %v with status %d", err, c.kind, c.status)
			}
			if answer.Text != "" || answer.Calls != nil {
				t.Errorf("%+v beside an error", answer)
			}
			for _, secret := range []string{c.key, c.says, "Invalid schema", "fixture", server.URL} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q tells of %q", err, secret)
				}
			}
		})
	}
}

// What we send has to be what others read: the request, as the server parsed it.
func TestRequestAsRead(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	server := start(ctx, t)
	client := model.New(config(server, Key))
	defer client.Close()
	if _, err := client.Complete(ctx, asks("Oi, bom dia")); err != nil {
		t.Fatal(err)
	}
	heard, err := server.Heard(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(heard) != 1 || heard[0].Path != "/v1/chat/completions" || heard[0].Answer.Status != 200 {
		t.Fatalf("%+v", heard)
	}
	var read struct {
		Model    string
		Stream   bool
		Messages []struct{ Role, Content string }
		Tools    []struct {
			Type     string
			Function struct {
				Name       string
				Strict     bool
				Parameters any
			}
		}
	}
	if err := json.Unmarshal(heard[0].Body, &read); err != nil {
		t.Fatal(err)
	}
	if read.Model != "gpt-4o" || read.Stream || len(read.Messages) != 2 || read.Messages[1].Role != "user" || read.Messages[1].Content != "Oi, bom dia" {
		t.Errorf("%+v", read)
	}
	if len(read.Tools) != len(tools) {
		t.Fatalf("%d tools", len(read.Tools))
	}
	for i, tool := range read.Tools {
		var want any
		if err := json.Unmarshal(tools[i].Parameters, &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, tool.Function.Parameters); diff != "" || tool.Type != "function" || !tool.Function.Strict {
			t.Errorf("%s: %+v %s", tool.Function.Name, tool, diff)
		}
	}
}

func TestStartFails(t *testing.T) {
	server, err := Start(t.Context(), filepath.Join("testdata", "none.json"))
	if err == nil {
		server.Stop()
		t.Fatal("started without fixtures")
	}
	if !strings.Contains(err.Error(), "none.json") {
		t.Errorf("%v does not say why", err)
	}
}

func TestWithoutNode(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Start(t.Context(), filepath.Join("testdata", "client.json")); !errors.Is(err, npm.ErrMissing) {
		t.Errorf("%v: want what to install", err)
	}
}
