//go:build !minimal

package main

import (
	"errors"
	"strings"
	"time"

	"atende/cmd/internal/demo"
	"atende/cmd/internal/demo/crowd"
	"atende/cmd/internal/demo/fleet"
	"atende/cmd/internal/logging"
	"atende/cmd/internal/node"
	"atende/integrations/catalog"
	"atende/integrations/chat/simulator"
	"atende/integrations/scheduling/server"
)

// tablesOfLab are those of the verbs that a minimal build is without; ofLab has their variables.
func tablesOfLab() [][]setting {
	var (
		scheduling schedulingSettings
		gateway    gatewaySettings
		demo       demoSettings
		chat       chatSettings
		load       loadSettings
		bare       bareSettings
	)
	return [][]setting{scheduling.table(), gateway.table(), demo.table(), chat.table(), load.table(), bare.table()}
}

// schedulingSettings are those of `atende scheduling`.
type schedulingSettings struct {
	listen      string
	databaseURL string
	token       string
	clinic      *catalog.Clinic // nil: the sample clinic
	quirks      server.Quirks
	log         logging.Options
}

func (s *schedulingSettings) table() []setting {
	return append([]setting{
		{variable: "ATENDE_SCHEDULING_LISTEN", def: ":8090", help: "where the API listens: HOST:PORT or :PORT",
			set: address(&s.listen)},
		{variable: "ATENDE_SCHEDULING_DATABASE_URL", def: "sqlite:scheduling.db", help: "patients and appointments: sqlite:PATH or memory:",
			set: store(&s.databaseURL, "sqlite:", "memory:")},
		{variable: "ATENDE_SCHEDULING_TOKEN", help: "calls need Authorization: Bearer …; without one, only this machine is answered",
			set: secret(token(&s.token))},
		{variable: "ATENDE_CLINIC", help: "path of the clinic file (YAML); without one, a sample clinic",
			set: clinic(&s.clinic)},
		{variable: "ATENDE_SCHEDULING_QUIRKS", help: "habits of real servers, with commas: other_agendas, past_days, passed_hours, top_level, odd_register, slow_errors",
			set: quirks(&s.quirks)},
	}, tableLog(&s.log, "info", "json")...)
}

// gatewaySettings are those of `atende gateway`.
type gatewaySettings struct {
	listen     string
	token      string
	dialect    string
	webhookURL string
	webhook    node.Webhook
	publicURL  string
	open       bool
	instances  []string
	team       string
	log        logging.Options
}

func (s *gatewaySettings) table() []setting {
	return append([]setting{
		{variable: "ATENDE_GATEWAY_LISTEN", def: ":8070", help: "where the gateway and its chat page listen: HOST:PORT or :PORT",
			set: address(&s.listen)},
		{variable: "ATENDE_WEBHOOK_URL", required: true, help: "where messages of patients are delivered",
			set: absoluteURL(&s.webhookURL)},
		{variable: "ATENDE_GATEWAY_PUBLIC_URL", help: "where the agent reaches this gateway, for files of patients; without one, where the chat page was opened",
			set: baseURL(&s.publicURL)},
		{variable: "ATENDE_GATEWAY_DIALECT", def: simulator.Dialects()[0], help: "how it writes its webhooks and takes calls: " + strings.Join(simulator.Dialects(), " or "),
			set: oneOfNear(&s.dialect, simulator.Dialects())},
		{variable: "ATENDE_GATEWAY_TOKEN", help: "the token that callers must send; without one, any is taken",
			set: token(&s.token)},
		{variable: "ATENDE_GATEWAY_OPEN", def: "false", toggle: true, help: "callers of other machines may drive the simulator without the token, too",
			set: yesNo(&s.open)},
		{variable: "ATENDE_WEBHOOK_TOKEN", help: "if set, deliveries carry Authorization: Bearer …",
			set: token(&s.webhook.Token)},
		{variable: "ATENDE_WEBHOOK_SECRET", help: "if set, deliveries carry X-Webhook-Signature: sha256=…",
			set: text(&s.webhook.Secret)},
		{variable: "ATENDE_ALLOWED_INSTANCES", help: "new sessions come from the first of these instance numbers",
			set: list(&s.instances)},
		{variable: "ATENDE_ALLOWED_TEAM", help: "new sessions belong to this team",
			set: text(&s.team)},
	}, tableLog(&s.log, "info", "json")...)
}

// demoSettings are those of `atende demo`.
type demoSettings struct {
	listen     string
	data       string
	clinic     *catalog.Clinic // nil: the sample clinic
	clinicFile string          // where it was read
	quiet      time.Duration
	webhook    string // token of webhooks; "": a random one
	speech     speech
	agent      agentSettings
	log        logging.Options

	clinics     int // more than one: several beside each other
	nodes       int // more than one: the demo of a cluster, and what is below
	boardListen string
	patients    int
	rate        float64
}

func (s *demoSettings) table() []setting {
	rows := []setting{
		{flag: "listen", def: "127.0.0.1:0", help: "where the chat page listens; port 0 takes a free one",
			set: address(&s.listen)},
		{flag: "data", help: "folder that keeps the data; without one, a temporary folder that goes away",
			set: text(&s.data)},
		{variable: "ATENDE_CLINIC", help: "path of the clinic file (YAML); without one, a sample clinic",
			set: both(clinic(&s.clinic), text(&s.clinicFile))},
		{variable: "ATENDE_QUIET_WINDOW", def: "1s", help: "answer a burst of messages once nothing came for this long; 0 answers at once",
			set: atLeastZero(&s.quiet)},
		{variable: "ATENDE_WEBHOOK_TOKEN", help: "what the agent asks of webhooks, Authorization: Bearer …; without one, a random one",
			set: token(&s.webhook)},
		{flag: "clinics", def: "1", help: "how many clinics the agent serves; more than one have a gateway and a scheduling API each, and their chat pages stand on one page",
			set: between(1, demo.MaxClinics, &s.clinics)},
		{flag: "nodes", def: "1", help: "how many agents; more than one are processes of their own on a private PostgreSQL, with a page to watch them",
			set: between(1, fleet.MaxNodes, &s.nodes)},
		{flag: "cluster-page", def: "127.0.0.1:0", help: "where the page of the cluster listens; port 0 takes a free one",
			set: address(&s.boardListen)},
		{flag: "patients", def: "90", help: "simulated patients who write to a cluster",
			set: between(0, crowd.MaxPatients, &s.patients)},
		{flag: "rate", def: "3", help: "messages a second that they write at first; the page changes it",
			set: rate(&s.rate)},
	}
	rows = append(rows, s.speech.table()...)
	rows = append(rows, s.agent.table()...)
	rows = append(rows, s.agent.tableMedia()...)
	return append(rows, tableLog(&s.log, "warn", "text")...)
}

// verify finds what single rows cannot see.
func (s *demoSettings) verify() error {
	if s.nodes > 1 && s.clinics > 1 {
		return errors.Join(s.agent.verify(), errors.New("--clinics: the demo of a cluster is of one clinic"))
	}
	if s.nodes > 1 && s.agent.agent == "openai" {
		return errors.Join(s.agent.verify(), errors.New("--nodes: the demo of a cluster is led by the rules agent"))
	}
	return s.agent.verify()
}

// chatSettings are those of `atende chat`.
type chatSettings struct {
	now    time.Time // zero: the real time
	clinic *catalog.Clinic
	quiet  time.Duration
	speech speech
	agent  agentSettings
	log    logging.Options
}

func (s *chatSettings) table() []setting {
	rows := []setting{
		{flag: "now", help: "the time the clinic's clock starts at, RFC 3339; without one, the real time",
			set: instant(&s.now)},
		{variable: "ATENDE_CLINIC", help: "path of the clinic file (YAML); without one, a sample clinic",
			set: clinic(&s.clinic)},
		{variable: "ATENDE_QUIET_WINDOW", def: "0s", help: "answer a burst of messages once nothing came for this long; 0 answers at once",
			set: atLeastZero(&s.quiet)},
	}
	rows = append(rows, s.speech.table()...)
	rows = append(rows, s.agent.table()...)
	return append(rows, tableLog(&s.log, "error", "text")...)
}

// quirks takes the habits that the scheduling API shows.
func quirks(target *server.Quirks) func(string) error {
	return func(value string) error {
		q, err := server.ParseQuirks(value)
		if err != nil {
			return err
		}
		*target = q
		return nil
	}
}

// instant takes a point in time.
func instant(target *time.Time) func(string) error {
	return func(value string) error {
		t, err := time.Parse(time.RFC3339, value)
		if err != nil {
			return errors.New("must be a time such as 2026-03-02T09:00:00-03:00")
		}
		*target = t
		return nil
	}
}
