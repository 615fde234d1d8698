package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"atende/actors/session"
	"atende/cmd/internal/logging"
	"atende/cmd/internal/node"
	"atende/integrations/catalog"
	"atende/integrations/chat"
	"atende/integrations/scheduling"
)

// The tables of every verb's settings.  Names and defaults are the contract's ("Settings").

// tableLog is what every verb that serves takes.
func tableLog(o *logging.Options, level, format string) []setting {
	return []setting{
		{variable: "ATENDE_LOG_LEVEL", def: level, help: "debug, info, warn or error",
			set: oneOf(&o.Level, "debug", "info", "warn", "error")},
		{variable: "ATENDE_LOG_FORMAT", def: format, help: "json or text",
			set: oneOf(&o.Format, "json", "text")},
	}
}

// serveSettings are those of `atende serve`.
type serveSettings struct {
	node node.Options
	log  logging.Options

	agent      agentSettings
	clusterTLS clusterTLS
	speech     speech
	trace      traceSettings
	data       dataKeys

	open      bool // webhooks may come from anybody
	adminOpen bool // so may operators
	signature string
	recognise bool   // phones
	clinics   string // folder of their files, see severalSettings
	// given are settings that were there, right or wrong: a wrong one has its line already.
	given struct{ token, secret, adminToken bool }
}

func (s *serveSettings) table() []setting {
	var rows []setting
	rows = append(rows, s.tableParties()...)
	rows = append(rows, s.tableClinics()...)
	rows = append(rows, s.tableBehaviour()...)
	rows = append(rows, s.tableOperators()...)
	rows = append(rows, s.data.table()...)
	rows = append(rows, s.speech.table()...)
	rows = append(rows, s.tableCluster()...)
	rows = append(rows, s.agent.table()...)
	rows = append(rows, s.agent.tableCanary()...)
	rows = append(rows, s.agent.tableMedia()...)
	rows = append(rows, s.trace.table()...)
	return append(rows, tableLog(&s.log, "info", "json")...)
}

// tableParties is who the agent talks to.
func (s *serveSettings) tableParties() []setting {
	o := &s.node
	return []setting{
		{variable: "ATENDE_LISTEN", def: ":8080", help: "where webhooks come in: HOST:PORT or :PORT",
			set: address(&o.Listen)},
		{variable: "ATENDE_ADMIN_LISTEN", def: "127.0.0.1:8081", help: "metrics, readiness, profiles; for operators only",
			set: address(&o.AdminListen)},
		{variable: "ATENDE_GATEWAY_URL", required: true, help: "base URL of the chat gateway",
			set: baseURL(&o.Gateway.URL)},
		{variable: "ATENDE_GATEWAY_TOKEN", required: true, help: "sent to the gateway as Authorization: Bearer …",
			set: token(&o.Gateway.Token)},
		{variable: "ATENDE_GATEWAY_DIALECT", def: chat.Spec.Name, help: "how the gateway writes its webhooks and takes calls: " + strings.Join(dialects(), " or ") + "; docs/gateways.md says which is whose",
			set: dialect(&o.Gateway.Dialect)},
		{variable: "ATENDE_CHANNEL_ID", required: true, help: "channelId of messages sent by phone; with flw the number of the channel",
			set: settled(text(&o.Gateway.ChannelID))},
		{variable: "ATENDE_HUMAN_DEPARTMENT_ID", required: true, help: "departmentId sessions are transferred to",
			set: settled(text(&o.Gateway.DepartmentID))},
		{variable: "ATENDE_ALLOWED_INSTANCES", required: true, help: "instance numbers that are answered, with commas",
			set: settled(list(&o.Filters.Instances))},
		{variable: "ATENDE_ALLOWED_TEAM", required: true, help: "name of the team that is answered",
			set: settled(text(&o.Filters.Team))},
		{variable: "ATENDE_OPEN_STATUSES", help: "session statuses that are answered, with commas; without it " + statuses(func(d *chat.Dialect) []string { return d.OpenStatuses }),
			set: list(&o.Filters.Statuses)},
		{variable: "ATENDE_CLOSED_STATUSES", help: "statuses of sessions that are over, with commas: who has an appointment is asked about it by phone then (ATENDE_CONFIRM_BEFORE); without it " + statuses(func(d *chat.Dialect) []string { return d.ClosedStatuses }),
			set: list(&o.Filters.Closed)},
		{variable: "ATENDE_CONFIRM_TEMPLATE", help: "id of the WhatsApp template that asks about an appointment (ATENDE_CONFIRM_BEFORE) a day after the patient's last message, and behind a space the name of its one parameter; needs a dialect with templates (flw)",
			set: template(&o.Gateway.Template)},
		{variable: "ATENDE_WAITING_TEMPLATE", help: "the same for a time that the waiting list offers (ATENDE_WAITING_LIST)",
			set: template(&o.Gateway.Offer)},
		{variable: "ATENDE_SCHEDULING_URL", required: true, help: "base URL of the scheduling API",
			set: baseURL(&o.Scheduling.URL)},
		{variable: "ATENDE_SCHEDULING_HEADERS", help: "extra request headers, Name: value, one per line or with semicolons",
			set: headers(&o.Scheduling.Headers)},
		{variable: "ATENDE_CATALOG", required: true, help: "path of the clinic catalogue (YAML)",
			set: clinic(&o.Clinic)},
		{variable: "ATENDE_WEBHOOK_TOKEN", help: "inbound calls need Authorization: Bearer …; this, the secret, or both",
			seen: &s.given.token, set: secret(token(&o.Webhook.Token))},
		{variable: "ATENDE_WEBHOOK_SECRET", help: "inbound calls need X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the raw body>, or the one with time and path of docs/deploy.md",
			seen: &s.given.secret, set: secret(text(&o.Webhook.Secret))},
		{variable: "ATENDE_WEBHOOK_SIGNATURE", def: "plain", help: "plain: signatures of the body alone are taken, too; timed: only those that hold time and path",
			set: oneOf(&s.signature, "plain", "timed")},
		{variable: "ATENDE_WEBHOOK_OPEN", def: "false", toggle: true, help: "true: without token and secret inbound calls are taken from anybody",
			set: yesNo(&s.open)},
	}
}

// tableBehaviour is how the agent works.
func (s *serveSettings) tableBehaviour() []setting {
	o := &s.node
	return []setting{
		{variable: "ATENDE_DATABASE_URL", def: "sqlite:atende.db", help: "journal of messages and conversations: sqlite:PATH, memory: or postgres://… (for a cluster)",
			set: journalURL(&o.DatabaseURL)},
		{variable: "ATENDE_DRAIN_TIMEOUT", def: defaultDrain.String(), help: "how long turns go on after SIGTERM, and with memory: how long what was accepted may take to be answered; the exit comes 3s later at most",
			set: upTo(maxDrain, &o.Drain)},
		{variable: "ATENDE_QUIET_WINDOW", def: "1s", help: "answer a burst of messages once nothing came for this long; 0 answers at once",
			set: atLeastZero(&o.QuietWindow)},
		{variable: "ATENDE_GATEWAY_RATE", def: "0", help: "calls a second towards the gateway, 0 = no limit",
			set: rate(&o.Gateway.Rate)},
		{variable: "ATENDE_MAX_BOOKINGS", def: defaultBookings, help: "appointments of a phone, and of a CPF, within a day; the next one goes to a person; 0 = no limit",
			set: between(0, session.MaxBookings, &o.Limits.Bookings)},
		{variable: "ATENDE_MAX_MESSAGES", def: defaultMessages, help: "messages of a session within a minute, beyond which a person takes it; 0 = no limit",
			set: between(0, maxMessages, &o.Limits.Messages)},
		{variable: "ATENDE_TAGS", def: "false", toggle: true, help: "add the contact tags agendado, transferido, sem_interesse, confirmado, as tags of the catalogue calls them",
			set: yesNo(&o.Tags)},
		{variable: "ATENDE_INTERACTIVE", def: "false", toggle: true, help: "send buttons (at most 3) and lists (at most 10 rows) under questions that fit them, beside the numbers in the text; the gateway must know the field, as docs/gateways.md has it, or ignore it",
			set: yesNo(&o.Interactive)},
		{variable: "ATENDE_RECOGNISE", def: "false", toggle: true, help: "greet who booked from a phone before by the name in a new chat session, and propose the patients of before instead of asking for all of their data, for as long as ATENDE_KEEP_SESSIONS; with the agent rules",
			set: yesNo(&s.recognise)},
	}
}

// The limits of abuse, and the highest that may be set.
const (
	defaultBookings, defaultMessages = "3", "100"
	maxMessages                      = 10_000
)

// maxDrain is the longest that a stop may take.
const maxDrain = 10 * time.Minute

// tableCluster is how this node is one of several.
func (s *serveSettings) tableCluster() []setting {
	host, _ := os.Hostname() // a machine without a name needs one for its node
	c := &s.node.Cluster
	return []setting{
		{variable: "ATENDE_CLUSTER_LISTEN", help: "HOST:PORT other nodes reach this one at; needs a postgres:// database",
			set: hostAddress(&c.Listen)},
		{variable: "ATENDE_NODE_ID", def: host, required: host == "", help: "this node's name in the cluster",
			set: nodeName(&c.Name)},
		{variable: "ATENDE_CLUSTER_CERT", help: "PEM file with this node's certificate: nodes then talk in TLS, each proves itself",
			set: text(&s.clusterTLS.cert)},
		{variable: "ATENDE_CLUSTER_KEY", help: "PEM file with its key",
			set: text(&s.clusterTLS.key)},
		{variable: "ATENDE_CLUSTER_CA", help: "PEM file with the authority that signed the certificates of all nodes",
			set: text(&s.clusterTLS.ca)},
	}
}

// verify finds what single rows cannot see: settings that do not go together, and those that this
// release cannot serve.  It reads the data keys and the files of the cluster's certificates.
func (s *serveSettings) verify() error {
	var problems []error
	s.statusesOf(s.node.Gateway.Dialect)
	alone := strings.HasPrefix(s.node.DatabaseURL, "sqlite:") || s.node.DatabaseURL == "memory:" // "" was refused
	problems = append(problems, s.agent.verify())
	if s.node.Cluster.Listen != "" && alone {
		problems = append(problems, errors.New("ATENDE_CLUSTER_LISTEN: needs a postgres:// ATENDE_DATABASE_URL"))
	}
	if s.node.Webhook.Timed = s.signature == "timed"; s.node.Webhook.Timed && !s.given.secret {
		problems = append(problems, errors.New("ATENDE_WEBHOOK_SIGNATURE: timed needs ATENDE_WEBHOOK_SECRET"))
	}
	if !s.given.token && !s.given.secret && !s.open {
		problems = append(problems, errors.New("ATENDE_WEBHOOK_TOKEN: set it, or ATENDE_WEBHOOK_SECRET, to what the gateway proves itself with; ATENDE_WEBHOOK_OPEN=true takes webhooks from anybody"))
	}
	problems = append(problems, s.verifyOperators())
	if d := s.node.Gateway.Dialect; s.node.Gateway.Template.ID != "" && d != nil && !d.HasTemplates() {
		problems = append(problems, fmt.Errorf("ATENDE_CONFIRM_TEMPLATE: the dialect %s has no templates", d.Name))
	}
	if d := s.node.Gateway.Dialect; s.node.Gateway.Offer.ID != "" && d != nil && !d.HasTemplates() {
		problems = append(problems, fmt.Errorf("ATENDE_WAITING_TEMPLATE: the dialect %s has no templates", d.Name))
	}
	problems = append(problems, menusOf(s.node.Gateway.Dialect, s.node.Interactive))
	if s.recognise {
		s.node.Recognises = s.node.Keep.Sessions
	}
	plain := s.agent.plain
	problems = append(problems, plain.database(s.node.DatabaseURL), plain.url("ATENDE_GATEWAY_URL", wordGateway, s.node.Gateway.URL),
		plain.url("ATENDE_SCHEDULING_URL", wordScheduling, s.node.Scheduling.URL))
	var err error
	if s.node.DataKeys, err = s.data.load(context.Background()); err != nil {
		problems = append(problems, err)
	}
	s.node.Cluster.TLS, err = s.clusterTLS.load()
	return errors.Join(append(problems, err)...)
}

// menusOf refuses what can be tapped where the dialect has no way to send it.
func menusOf(d *chat.Dialect, wanted bool) error {
	if !wanted || d == nil || d.HasMenus() { // nil was refused
		return nil
	}
	return fmt.Errorf("ATENDE_INTERACTIVE: the dialect %s has neither buttons nor lists", d.Name)
}

// dialect takes the name of a gateway's dialect.
func dialect(target **chat.Dialect) func(string) error {
	var name string
	take := oneOfNear(&name, dialects())
	return func(value string) error {
		if err := take(value); err != nil {
			return err
		}
		*target = chat.DialectNamed(name)
		return nil
	}
}

// dialects are the names of those that the agent speaks, the default first.
func dialects() []string {
	var names []string
	for _, d := range chat.Dialects {
		names = append(names, d.Name)
	}
	return names
}

// statusesOf takes from the dialect which sessions are open, and which are over, where nothing else was said.
func (s *serveSettings) statusesOf(d *chat.Dialect) {
	if d == nil {
		return
	}
	if f := &s.node.Filters; len(f.Statuses) == 0 {
		f.Statuses = d.OpenStatuses
	}
	if f := &s.node.Filters; len(f.Closed) == 0 {
		f.Closed = d.ClosedStatuses
	}
}

// statuses are some of each dialect, as a help text has them.
func statuses(of func(*chat.Dialect) []string) string {
	var parts []string
	for _, d := range chat.Dialects {
		parts = append(parts, strings.Join(of(d), ",")+" ("+d.Name+")")
	}
	return strings.Join(parts, " or ")
}

// template takes the id of a template and the name of its parameter.
func template(target *chat.Template) func(string) error {
	return func(value string) error {
		fields := strings.Fields(value)
		if len(fields) != 2 {
			return errors.New("must be an id and the name of a parameter, with a space between them")
		}
		*target = chat.Template{ID: fields[0], Parameter: fields[1]}
		return nil
	}
}

// headers takes extra request headers.
func headers(target *http.Header) func(string) error {
	return func(value string) error {
		h, err := scheduling.ParseHeaders(value)
		if err != nil {
			return err
		}
		*target = h
		return nil
	}
}

// clinic takes the path of a clinic file and reads it; every problem in the file is one of the
// setting.
func clinic(target **catalog.Clinic) func(string) error {
	return func(path string) error {
		c, _, err := loadClinic(path)
		if invalid, ok := errors.AsType[*catalog.InvalidError](err); ok {
			return inFileOf(path, invalid)
		}
		if err != nil {
			return err
		}
		*target = c
		return nil
	}
}

// inFileOf are the problems of a clinic file, each with the file that has it.
func inFileOf(path string, invalid *catalog.InvalidError) (err error) {
	for _, p := range invalid.Problems {
		err = errors.Join(err, fmt.Errorf("%s, %s", path, p))
	}
	return err
}

// loadClinic also checks what the catalogue cannot, its phrases, and counts them.
func loadClinic(path string) (c *catalog.Clinic, phrases int, err error) {
	if c, err = catalog.Load(path); err != nil {
		return nil, 0, err
	}
	phrases, err = node.CheckPhrases(c)
	return c, phrases, err
}
