package main

import (
	"context"
	"time"

	"atende/cmd/internal/load"
	"atende/integrations/catalog"
)

var loadPage = page{verb: "load", about: `
Drives an agent with many simulated patients and prints a report: turns a second, latencies, what it
cost, and how many messages were lost, repeated or out of order.  Exit code 1 when there were any.

With --webhook-url a running agent is driven.  Load is then its chat gateway and its scheduling API,
so the agent must have been started with both of their URLs pointing here:

  atende serve --gateway-url http://127.0.0.1:9090 --scheduling-url http://127.0.0.1:9090 \
    --allowed-instances 551133330000 --allowed-team Agendamento --quiet-window 0 …
  atende load --webhook-url http://127.0.0.1:8080 --admin-url http://127.0.0.1:8081`}

// loadSettings are those of `atende load`.
type loadSettings struct {
	options   load.Options
	peers     load.PeersConfig
	instances []string
	clinic    *catalog.Clinic // nil: the sample clinic
	json      bool
}

func (s *loadSettings) table() []setting {
	return append(append(s.tableTarget(), s.tablePatients()...), s.tablePeers()...)
}

// tableTarget is who is driven.
func (s *loadSettings) tableTarget() []setting {
	return []setting{
		{variable: "ATENDE_WEBHOOK_URL", required: true, help: "the agent's public address, http://HOST:PORT",
			set: absoluteURL(&s.options.WebhookURL)},
		{flag: "admin-url", help: "the agent's operators' address, for CPU and memory; without one they are unknown",
			set: baseURL(&s.options.Probe.AdminURL)},
		{variable: "ATENDE_WEBHOOK_TOKEN", help: "the agent's, if it has one",
			set: token(&s.options.Token)},
		{variable: "ATENDE_WEBHOOK_SECRET", help: "the agent's, if it has one",
			set: text(&s.options.Secret)},
		{variable: "ATENDE_CATALOG", help: "the agent's catalogue, as patients name doctors and plans; without one, the sample clinic",
			set: clinic(&s.clinic)},
		{flag: "json", def: "false", toggle: true, help: "print the report as JSON, one line",
			set: yesNo(&s.json)},
	}
}

// tablePatients is what they do.
func (s *loadSettings) tablePatients() []setting {
	o := &s.options
	return []setting{
		{flag: "script", def: string(load.Greet), help: "greet: one message, one reply; ask: each reply is matched with its question; book: a whole appointment",
			set: oneOf((*string)(&o.Script), load.Scripts()...)},
		{flag: "sessions", def: "128", help: "conversations at once",
			set: whole(&o.Sessions)},
		{flag: "duration", def: "10s", help: "how long patients write; 0: until they are through with their rounds",
			set: atLeastZero(&o.Duration)},
		{flag: "warmup", def: "2s", help: "how much of it stays out of rates, latencies and CPU",
			set: atLeastZero(&o.Warmup)},
		{flag: "rounds", def: "0", help: "how often each patient goes through the script, 0: until the duration is over",
			set: whole(&o.Rounds)},
		{flag: "rate", def: "0", help: "messages a second whether they are answered or not (open loop); 0: each patient waits for an answer (closed loop)",
			set: rate(&o.Rate)},
		{flag: "think", def: "0s", help: "how long a patient waits before writing again",
			set: atLeastZero(&o.Think)},
		{flag: "burst", def: "1", help: "messages that a patient of ask writes without waiting",
			set: whole(&o.Burst)},
		{flag: "duplicate", def: "0", help: "share of messages that are delivered twice, 0 to 1",
			set: rate(&o.Duplicate)},
		{flag: "connections", def: "64", help: "webhook calls under way at once",
			set: whole(&o.Connections)},
		{flag: "patience", def: "30s", help: "how long a message is delivered again, and how long an answer may take at the end",
			set: atLeastZero(&o.Patience)},
	}
}

// tablePeers is how the two parties behave.
func (s *loadSettings) tablePeers() []setting {
	p := &s.peers
	return []setting{
		{flag: "peers-listen", def: "127.0.0.1:9090", help: "where the agent finds chat gateway and scheduling API",
			set: address(&p.Listen)},
		{variable: "ATENDE_ALLOWED_INSTANCES", def: load.DefaultInstance, help: "sessions belong to the first of these instances",
			set: list(&s.instances)},
		{variable: "ATENDE_ALLOWED_TEAM", def: load.DefaultTeam, help: "sessions belong to this team",
			set: text(&p.Team)},
		{flag: "gateway-delay", def: "0s", help: "how long each call of the gateway takes",
			set: atLeastZero(&p.GatewayDelay)},
		{flag: "scheduling-delay", def: "0s", help: "how long each call of the scheduling API takes",
			set: atLeastZero(&p.SchedulingDelay)},
		{flag: "gateway-failures", def: "0", help: "share of the gateway's calls that are answered 503, 0 to 1",
			set: rate(&p.Failures)},
	}
}

// loadVerb is `atende load`.
func loadVerb(ctx context.Context, w world, args []string) int {
	var s loadSettings
	if err := loadPage.read(s.table(), w, args); err != nil {
		return refuse(w, "load", err)
	}
	s.peers.Instance = s.instances[0]
	s.peers.Clinic, s.options.Clinic = s.clinic, s.clinic
	if err := s.options.Check(); err != nil {
		return refuse(w, "load", err)
	}
	report, err := s.drive(ctx)
	if err != nil {
		return fail(w, "load", err)
	}
	show := report.WriteText
	if s.json {
		show = report.WriteJSON
	}
	if err := show(w.out); err != nil {
		return fail(w, "load", err)
	}
	if !report.OK() {
		return exitFailure
	}
	return exitOK
}

// drive runs the peers and the patients.
func (s *loadSettings) drive(ctx context.Context) (report load.Report, err error) {
	peers, err := load.StartPeers(context.WithoutCancel(ctx), s.peers)
	if err != nil {
		return report, err
	}
	defer func() {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = peers.Stop(limited) // what an agent still asks of a gateway that goes away is cut
	}()
	return load.Drive(ctx, peers, s.options)
}
