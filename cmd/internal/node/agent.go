package node

import (
	"cmp"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/emergency"
	decidemodel "atende/actors/decide/model"
	"atende/actors/decide/rules"
	"atende/actors/session"
	"atende/integrations/media"
	"atende/integrations/model"
	"atende/metrics"
)

// agent is who leads conversations, with the clients that only it uses.
type agent struct {
	driver decide.Driver
	// complete reports that a text needs no waiting for more.
	complete func(text string, s *conversation.State, now time.Time) bool
	media    session.Media
	closers  []interface{ Close() }
}

// modelAtOnce is how many calls of the model run at once: each costs its patient's turn a place, and a request.
const modelAtOnce = 8192

// newAgent wires the rules, and the language model over them if there is one.  Whoever leads, red flags come first.
func newAgent(o Options, clinic *conversation.Clinic, measured *metrics.Metrics) *agent {
	embedded := rules.New(clinic)
	a := &agent{
		driver: embedded,
		complete: func(text string, s *conversation.State, now time.Time) bool {
			return emergency.RedFlag(text) || embedded.Complete(text, s, now)
		},
		media: session.Media{
			Source: media.New(media.Config{Allow: o.Media.Allow}), PDF: media.Text, RedFlag: emergency.RedFlag, Metrics: measured.Media,
		},
	}
	if o.Model != nil {
		a.driver = a.model(o, clinic, embedded, measured)
	}
	a.driver = emergency.New(a.driver, clinic)
	if o.Media.TranscriptionURL != "" {
		client := model.NewTranscriber(model.Config{
			URL: o.Media.TranscriptionURL, Model: o.Media.TranscriptionModel, Key: o.Media.TranscriptionKey,
			Metrics: measured.Clients, Log: o.Log,
		})
		a.media.Transcriber, a.closers = client, append(a.closers, client)
	}
	return a
}

func (a *agent) model(o Options, clinic *conversation.Clinic, embedded *rules.Driver, measured *metrics.Metrics) decide.Driver {
	m := o.Model
	client := model.New(model.Config{
		URL: m.URL, Key: m.Key, Model: m.Name, Timeout: m.Timeout, AtOnce: cmp.Or(m.AtOnce, modelAtOnce),
		Prices: model.Prices{Prompt: m.PromptPrice, Completion: m.CompletionPrice}, Metrics: measured.Clients, Log: o.Log,
	})
	a.closers = append(a.closers, client)
	a.media.Sees = m.Sees
	return decidemodel.New(decidemodel.Config{
		Model: client, Name: m.Name, Clinic: clinic, Rules: embedded, Instructions: m.Instructions, Limits: m.Limits,
		Names: m.ShowNames, Sees: m.Sees, Now: time.Now,
	})
}

func (a *agent) close() {
	for _, c := range a.closers {
		c.Close()
	}
}
