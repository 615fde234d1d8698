// Package doctor looks whether an agent with certain settings could do its work, before a patient finds out that it cannot:
// are the gateway and the scheduling API there, do they take the credentials, do all clocks agree, can the journal be written.
//
// It asks and changes nothing: of the gateway it reads one session, of the scheduling API one list of free times (A1), and
// the receiver of webhooks gets an event that is ignored.  Nothing of a patient is told.
//
// The checks run beside each other, and each has a bound of its own, so that a party that hangs hides nothing of the others.
package doctor

import (
	"context"
	"fmt"
	"time"

	"atende/integrations/catalog"
	"atende/integrations/chat"
	"atende/integrations/scheduling"
)

// Result says how a check ended.
type Result string

// The results: something that is wrong, something to look at, and what is as it should be.
const (
	OK   Result = "ok"
	Warn Result = "warn"
	Fail Result = "FAIL"
)

// Finding is one line of the report.
type Finding struct {
	Result Result `json:"result"`
	Name   string `json:"name"` // of the check
	What   string `json:"what"` // what was found and, unless it is OK, what to do
}

// Config is what to check.  What is left empty is not checked, as its setting is wrong and was told already.
type Config struct {
	Gateway chat.Config
	// Filters are what a session must have to be answered; SessionID is one to try them on, "" for none.
	Filters   Filters
	SessionID string

	Scheduling scheduling.Config // Now and Location are filled in
	Clinic     *catalog.Clinic

	DatabaseURL string
	// Root is below what folder systemd's units and the state of services are; "" for the machine itself.
	Root string
	// Free tells the free bytes of the disk that a folder is on, and its size; nil: the real ones.
	Free func(folder string) (free, size uint64, err error)

	// Listen is where the agent takes webhooks, Health asks whether it answers there, and Ready whether it could accept a
	// message.
	Listen        string
	Health, Ready func(context.Context) error

	Webhook Webhook
	// Now is the clock of this machine; required.
	Now func() time.Time
	// Limit bounds each check; 0: 10 s.
	Limit time.Duration
}

// Filters are the fields of a session by which it is answered or left alone (spec B).
type Filters struct {
	Instances []string
	Team      string
	Statuses  []string
}

// defaultLimit leaves room for two tries of a call.
const defaultLimit = 10 * time.Second

// callLimit bounds one try of a call to another party.
const callLimit = 4 * time.Second

// check is a question, and where its answers stand in the report.
type check struct {
	name string
	run  func(context.Context) []Finding
}

// Run makes all checks, and tells what they found, always in the same order.
func Run(ctx context.Context, c Config) []Finding {
	if c.Limit == 0 {
		c.Limit = defaultLimit
	}
	d := &doctor{Config: c}
	checks := []check{
		{"time zone", d.timeZone}, {"gateway", d.gateway}, {"scheduling", d.scheduling}, {"database", d.database},
		{"disk", d.disk}, {"agent", d.agent}, {"webhook", d.webhook},
	}
	answers := make([]chan []Finding, len(checks))
	for i, asked := range checks {
		answers[i] = make(chan []Finding, 1)
		go func() { answers[i] <- d.bounded(ctx, asked) }()
	}
	var all []Finding
	for _, answer := range answers {
		all = append(all, <-answer...)
	}
	return append(all, d.clocks()...)
}

// doctor is a visit under way.
type doctor struct {
	Config
	seen witnesses
}

// bounded makes a check, and does not wait for one that ignores its bound: a disk of the network may hang for ever.
func (d *doctor) bounded(ctx context.Context, asked check) []Finding {
	ctx, cancel := context.WithTimeout(ctx, d.Limit)
	defer cancel()
	done := make(chan []Finding, 1)
	go func() { done <- asked.run(ctx) }()
	select {
	case found := <-done:
		return found
	case <-time.After(d.Limit + time.Second):
		return one(Fail, asked.name, "no answer within %s: it hangs", d.Limit)
	}
}

// one is a check with a single line.
func one(result Result, name, format string, parts ...any) []Finding {
	return []Finding{{result, name, fmt.Sprintf(format, parts...)}}
}
