// Package demo is everything in one process: an agent, the scheduling API it books through, and the
// simulated gateway with its chat page, wired to each other on ports of this machine.  They talk over
// HTTP as they would between machines; nothing here is a short cut.
//
// Cluster is the same with several agents that are processes of their own on a private PostgreSQL,
// simulated patients, and a page to watch who takes over.
package demo

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/wording"
	"atende/cmd/internal/endpoint"
	"atende/cmd/internal/node"
	"atende/cmd/internal/peers"
	"atende/integrations/catalog"
	"atende/integrations/chat"
	"atende/integrations/chat/simulator"
	"atende/integrations/scheduling/server"
)

// What agent and gateway have agreed on.
const (
	token      = "demo"
	channel    = "whatsapp"
	department = "recepcao"
	instance   = "551133330000"
	team       = "Agendamento"
)

// Options say how to run the demo; the zero value of each is usable.
type Options struct {
	// Listen is where the chat page listens; "" takes a free port of this machine.
	Listen string
	// Folder keeps journal and appointments; "" keeps them in memory.
	Folder string
	// Dialect is how gateway and agent write to each other, one of simulator.Dialects; "" is the spec's.
	Dialect string
	// Clinic is what can be booked; nil is the sample clinic.
	Clinic *catalog.Clinic
	// Quirks are habits of the scheduling API.
	Quirks server.Quirks
	// QuietWindow is how long a burst of messages must rest before it is answered.
	QuietWindow time.Duration
	// Texts are what the agent says; nil: those that atende comes with.
	Texts *wording.Texts
	// Patience is how long the agent waits for an answer.
	Patience conversation.Patience
	// Model leads conversations; nil: the rules agent does.
	Model *node.Model
	// Media is what is done with attachments; those of the demo's own gateway are always fetched.
	Media node.Media
	// Now is the clock of all parts; nil is the real one.
	Now func() time.Time
	// Unattended leaves a session that is handed over as it is in the gateway, as where no person has come yet: the agent is
	// silent by itself, and answers an emergency.  Of the spec's dialect alone.
	Unattended bool
	// Log is where all parts log; nil is slog's default.
	Log *slog.Logger
	// WebhookToken is what the agent asks of the gateway; "" makes a random one.
	WebhookToken string
}

// Demo is a running demo.
type Demo struct {
	scheduling *peers.Scheduling
	agent      *node.Node
	gateway    *peers.Gateway
	ended      chan struct{}
}

// anyPort is a free port that only this machine reaches.
const anyPort = "127.0.0.1:0"

// Start runs a demo.  Stop ends it.
func Start(ctx context.Context, o Options) (*Demo, error) {
	o = o.withDefaults()
	d := &Demo{ended: make(chan struct{})}
	var err error
	d.scheduling, err = peers.StartScheduling(ctx, anyPort, server.Config{
		DatabaseURL: o.database("scheduling.db"),
		Clinic:      o.Clinic,
		Now:         o.Now,
		Log:         o.Log.With("part", "scheduling"),
		Quirks:      o.Quirks,
	})
	if err != nil {
		return nil, err
	}
	listening, err := endpoint.Listen(ctx, o.Listen)
	if err != nil {
		return nil, errors.Join(err, d.scheduling.Stop(ctx))
	}
	d.agent, err = node.Start(ctx, o.agent(listening.URL(), d.scheduling.URL()))
	if err != nil {
		return nil, errors.Join(err, listening.Stop(ctx), d.scheduling.Stop(ctx))
	}
	d.gateway = peers.StartGateway(listening, o.simulator(d.agent.PublicURL(), listening.URL(), d.scheduling.API()))
	go d.watch()
	return d, nil
}

// watch closes ended when the first part ends; all of them do when the demo is stopped.
func (d *Demo) watch() {
	defer close(d.ended)
	select {
	case <-d.scheduling.Ended():
	case <-d.agent.Ended():
	case <-d.gateway.Ended():
	}
}

// Ended is closed when a part of the demo runs no more.
func (d *Demo) Ended() <-chan struct{} { return d.ended }

// Err says which parts ended by themselves, and why; valid once Stop returned.
func (d *Demo) Err() error {
	return errors.Join(d.scheduling.Err(), d.agent.Err(), d.gateway.Err())
}

// Stop ends the demo in the order in which messages flow, so that each part finishes with the next
// one still there: what patients wrote is delivered, the agent answers it and books, and only then
// the gateway and the scheduling API go.
func (d *Demo) Stop(ctx context.Context) error {
	err := d.gateway.Simulator().Drain(ctx)
	return errors.Join(err, d.agent.Stop(ctx), d.gateway.Stop(ctx), d.scheduling.Stop(ctx))
}

// Idle reports whether the agent has answered everything it accepted.
func (d *Demo) Idle() bool { return d.agent.Pending() == 0 }

// Gateway is the simulated gateway.
func (d *Demo) Gateway() *simulator.Simulator { return d.gateway.Simulator() }

// Scheduling is the scheduling API.
func (d *Demo) Scheduling() *server.Server { return d.scheduling.API() }

// PageURL is the address of the chat page, without a slash at the end.
func (d *Demo) PageURL() string { return d.gateway.URL() }

// SchedulingURL is {base_url} of the scheduling API.
func (d *Demo) SchedulingURL() string { return d.scheduling.URL() }

// AgentURL is where the agent takes webhooks.
func (d *Demo) AgentURL() string { return d.agent.PublicURL() }

// AdminURL is where the agent shows its metrics.
func (d *Demo) AdminURL() string { return d.agent.AdminURL() }

func (o Options) withDefaults() Options {
	if o.Listen == "" {
		o.Listen = anyPort
	}
	if o.Clinic == nil {
		o.Clinic = catalog.Sample()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.WebhookToken == "" {
		o.WebhookToken = rand.Text()
	}
	return o
}

// database is where a part keeps its data.
func (o Options) database(name string) string {
	if o.Folder == "" {
		return "memory:"
	}
	return "sqlite:" + filepath.Join(o.Folder, name)
}

// agent are the options of the agent.
func (o Options) agent(gatewayURL, schedulingURL string) node.Options {
	dialect := cmp.Or(chat.DialectNamed(o.Dialect), chat.Spec)
	return node.Options{
		Listen:      anyPort,
		AdminListen: anyPort,
		Gateway: node.Gateway{
			URL: gatewayURL, Token: token, ChannelID: channel, DepartmentID: department, Dialect: dialect,
		},
		Scheduling: node.Scheduling{URL: schedulingURL},
		Webhook:    node.Webhook{Token: o.WebhookToken},
		Filters: node.Filters{
			Instances: []string{instance}, Team: team, Statuses: dialect.OpenStatuses,
		},
		Clinic:      o.Clinic,
		DatabaseURL: o.database("atende.db"),
		QuietWindow: o.QuietWindow,
		Tags:        true,
		Interactive: true,
		Texts:       o.Texts,
		Patience:    o.Patience,
		Model:       o.Model,
		Media:       o.mediaFrom(gatewayURL),
		Now:         o.Now,
		Log:         o.Log.With("part", "agent"),
	}
}

// mediaFrom lets the agent fetch what patients attach on the chat page.
func (o Options) mediaFrom(gatewayURL string) node.Media {
	m := o.Media
	if at, err := url.Parse(gatewayURL); err == nil {
		m.Allow = append(slices.Clone(m.Allow), at.Host)
	}
	return m
}

// simulator is the configuration of the gateway.
func (o Options) simulator(agentURL, gatewayURL string, api *server.Server) simulator.Config {
	return simulator.Config{
		Dialect:      o.Dialect,
		Open:         true, // it listens where it is told to, on this machine alone if it is told nothing
		WebhookURL:   agentURL + "/webhook/message",
		WebhookToken: o.WebhookToken,
		PublicURL:    gatewayURL,
		Token:        token,
		ChannelID:    channel,
		DepartmentID: department,
		Defaults:     simulator.Defaults{InstanceNumber: instance, TeamName: team},
		Unattended:   o.Unattended,
		Clinic:       o.Clinic.Name,
		Panel:        panel{api: api}.facts,
		Now:          o.Now,
		Log:          o.Log.With("part", "gateway"),
	}
}
