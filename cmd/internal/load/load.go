// Package load drives a running agent with many simulated patients and says how it did: how fast,
// at what cost, and whether it lost, repeated or mixed up anything.
//
// Peers are the two parties an agent talks to, the chat gateway and the scheduling API, in one
// server that is cheap enough to share a machine with the program under test.  Drive lets patients
// write to the webhooks of an agent, or of all nodes of a cluster, and hears, through Peers, what is
// answered.  Compare runs whole agents, clusters and baselines as processes of their own, in turns,
// and puts their figures side by side.
//
// A patient writes again when the last message was answered and never before, except within a burst
// that is meant as one; so every part that the agent sends is the answer to something, or too much.
package load

import (
	"errors"
	"fmt"
	"time"

	"atende/integrations/catalog"
)

// Options are one run of Drive.  Webhooks and Sessions are required, and a bound: Duration or Rounds.
type Options struct {
	// Webhooks are where the agent takes messages: its base URL, or that with /webhook/message.  Of
	// the nodes of a cluster each has one, and deliveries go to them in turn.
	Webhooks []string
	// Token and Secret prove to the agent who calls; "": they are not sent.
	Token, Secret string
	// Clinic is the catalogue the agent works with: scripts name its plans and doctors.  nil: the
	// sample clinic.
	Clinic *catalog.Clinic

	// Script is what patients say; "": Greet.
	Script Script
	// Sessions is how many patients talk at once.
	Sessions int
	// Rounds is how often each patient goes through the script; 0: until Duration is over.
	Rounds int
	// Rate opens the loop: so many rounds a second begin (in Book: messages), whether the agent
	// keeps up or not, as long as a patient is free to write.  Latencies count from the moment at
	// which a message was due.  0 closes it: each patient writes again once answered.
	Rate float64
	// Duration is how long patients write, warm-up included.
	Duration time.Duration
	// Warmup is how much of the beginning stays out of latencies, rates and CPU; lost and repeated
	// messages count from the beginning.
	Warmup time.Duration
	// Think is how long a patient waits before writing again.
	Think time.Duration
	// Burst is how many messages a patient of Ask writes without waiting; 0: 1.
	Burst int
	// Duplicate is the share of messages, 0 to 1, that are delivered a second time although they
	// were accepted, as gateways do.
	Duplicate float64

	// Connections bounds the webhook calls that are under way; 0: 64.
	Connections int
	// Patience is how long a message that is not accepted is delivered again, and how long an
	// answer may take once nobody writes any more; 0: 30 s.
	Patience time.Duration
	// Waiting is how many messages the agent has accepted and not answered.  With it a patient of Meet waits until there is
	// none, for Patience at most, instead of a time; nil: unknown.
	Waiting func() int
	// Probes say what the agent used; none: unknown.
	Probes Probes
}

const (
	defaultConnections = 64
	defaultPatience    = 30 * time.Second
	// maxSessions keeps the ledger of a run within some gigabytes.
	maxSessions = 2_000_000
)

func (o Options) withDefaults() Options {
	if o.Clinic == nil {
		o.Clinic = catalog.Sample()
	}
	if o.Script == "" {
		o.Script = Greet
	}
	if o.Burst == 0 {
		o.Burst = 1
	}
	if o.Connections == 0 {
		o.Connections = defaultConnections
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	o.Connections = min(o.Connections, max(1, o.Sessions))
	return o
}

// Check finds what cannot be driven, all of it at once.
func (o Options) Check() error {
	o = o.withDefaults()
	var problems []error
	refuse := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if o.Sessions < 1 || o.Sessions > maxSessions {
		refuse("sessions must be from 1 to %d", maxSessions)
	}
	if o.Duration <= 0 && o.Rounds <= 0 {
		refuse("a run needs an end: a duration or a number of rounds")
	}
	if o.Burst > 1 && o.Script != Ask {
		refuse("only the script %s has bursts: in others nobody could tell which message an answer is for", Ask)
	}
	if plans := len(o.Clinic.Plans); o.Script == Ask && 2*o.Burst > plans {
		refuse("the script %s needs two plans in the catalogue for each message of a burst; there are %d", Ask, plans)
	}
	if o.Duplicate < 0 || o.Duplicate > 1 {
		refuse("the share of duplicates must be from 0 to 1")
	}
	return errors.Join(problems...)
}
