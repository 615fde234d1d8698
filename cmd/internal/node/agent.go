package node

import (
	"cmp"
	"context"

	"atende/actors/journal"
	"atende/actors/session/attachment"
	"atende/integrations/media"
	"atende/integrations/model"
	"atende/metrics"
)

// agent is who leads conversations, with the clients that only it uses.
type agent struct {
	roster  *roster
	media   attachment.Config
	closers []interface{ Close() }
}

// modelAtOnce is how many calls of the model run at once: each costs its patient's turn a place, and a request.
const modelAtOnce = 8192

// server is the language model whose server is called, nil for none.
func (o Options) server() *Model {
	if o.Model == nil && o.Canary != nil {
		return o.Canary.Model
	}
	return o.Model
}

// newAgent wires the rules, and the language model over them if there is one.
func newAgent(ctx context.Context, o Options, versions journal.Versions, measured *metrics.Metrics) (*agent, error) {
	a := &agent{
		media: attachment.Config{
			Source: media.New(media.Config{Allow: o.Media.Allow}), PDF: media.Text, Metrics: measured.Media,
		},
	}
	if o.Media.TranscriptionURL != "" {
		client := model.NewTranscriber(model.Config{
			URL: o.Media.TranscriptionURL, Model: o.Media.TranscriptionModel, Key: o.Media.TranscriptionKey,
			Metrics: measured.Clients, Log: o.Log,
		})
		a.media.Transcriber, a.closers = client, append(a.closers, client)
	}
	completer := a.completer(o, measured)
	var err error
	if a.roster, err = newRoster(ctx, o, completer, versions); err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

// completer is the client of the language model, nil where there is none.
func (a *agent) completer(o Options, measured *metrics.Metrics) model.Completer {
	m := o.server()
	if m == nil {
		return nil
	}
	client := model.New(model.Config{
		URL: m.URL, Key: m.Key, Model: m.Name, Timeout: m.Timeout, AtOnce: cmp.Or(m.AtOnce, modelAtOnce),
		Prices: model.Prices{Prompt: m.PromptPrice, Completion: m.CompletionPrice}, Metrics: measured.Clients, Log: o.Log,
	})
	a.closers = append(a.closers, client)
	a.media.Sees = m.Sees
	return client
}

func (a *agent) close() {
	if a.roster != nil {
		a.roster.close()
	}
	for _, c := range a.closers {
		c.Close()
	}
}
