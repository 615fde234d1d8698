package load

import (
	"errors"
	"fmt"
	"maps"
	"strings"
)

// target is what Compare can measure: a program, or several that are one cluster.
type target struct {
	name string
	// baselines are the targets it is compared with; none for a baseline.
	baselines []string
	// shares: it works with a PostgreSQL server of its own, by the protocol of a cluster.
	shares bool
	// commands say how to start its programs.
	commands func(place) []Command
}

// place is where the programs of a target run.
type place struct {
	program  string            // path of the atende binary
	peers    string            // URL of the two parties
	folder   string            // of their own
	database string            // URL of their PostgreSQL, "" if they have none
	led      map[string]string // settings of who leads agents
	token    string            // what agents ask of webhooks
}

// commitWait is how long the waiting committers wait for more messages.
const commitWait = "1ms"

// targets are all there are, in the order in which they run and are shown.
var targets = []target{
	{name: "agent-memory", baselines: []string{"bare"}, commands: agent("memory:")},
	{name: "bare", commands: bareProgram("")},
	{name: "agent-sqlite", baselines: []string{"bare-file", "bare-file-wait", "bare-sqlite", "bare-sqlite-wait"}, commands: agent("sqlite:atende.db")},
	{name: "bare-file", commands: bareProgram("file:messages")},
	{name: "bare-file-wait", commands: bareProgram("file:messages", "--wait="+commitWait)},
	{name: "bare-sqlite", commands: bareProgram("sqlite:messages.db")},
	{name: "bare-sqlite-wait", commands: bareProgram("sqlite:messages.db", "--wait="+commitWait)},
	{name: "agent-postgres", baselines: []string{"agent-sqlite"}, shares: true, commands: nodes(1, "")},
	{name: "cluster-1", baselines: []string{"agent-sqlite", "agent-postgres"}, shares: true, commands: nodes(1, childListen)},
	{name: "cluster-2", baselines: []string{"agent-sqlite", "cluster-1"}, shares: true, commands: nodes(2, childListen)},
	{name: "cluster-3", baselines: []string{"agent-sqlite", "cluster-1"}, shares: true, commands: nodes(3, childListen)},
}

// Targets lists the names for a help text.
func Targets() []string {
	var names []string
	for _, t := range targets {
		names = append(names, t.name)
	}
	return names
}

// choose finds targets by name, in our order.
func choose(names []string) ([]target, error) {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var chosen []target
	for _, t := range targets {
		if wanted[t.name] {
			chosen = append(chosen, t)
			delete(wanted, t.name)
		}
	}
	var problems []error
	for name := range wanted {
		problems = append(problems, fmt.Errorf("there is no target %q, only %s", name, strings.Join(Targets(), ", ")))
	}
	if len(chosen) == 0 {
		problems = append(problems, errors.New("at least one target is needed"))
	}
	return chosen, errors.Join(problems...)
}

// What children are told, and nobody checks.
const (
	childToken      = "load"
	childChannel    = "load"
	childDepartment = "load"
	childListen     = "127.0.0.1:0"
	catalogueFile   = "clinic.yaml"
)

// AgentCommand is how to start an agent whose parties are at the URL peers, with the journal at
// database, the catalogue at the path clinic, and free ports.  Webhooks prove themselves with the token.  It answers
// at once, without a quiet window.
func AgentCommand(program, peers, database, clinic, token string) Command {
	return Command{Program: program, Args: []string{"serve"}, Env: map[string]string{
		"ATENDE_LISTEN":              childListen,
		"ATENDE_ADMIN_LISTEN":        childListen,
		"ATENDE_GATEWAY_URL":         peers,
		"ATENDE_GATEWAY_TOKEN":       childToken,
		"ATENDE_CHANNEL_ID":          childChannel,
		"ATENDE_HUMAN_DEPARTMENT_ID": childDepartment,
		"ATENDE_ALLOWED_INSTANCES":   DefaultInstance,
		"ATENDE_ALLOWED_TEAM":        DefaultTeam,
		"ATENDE_WEBHOOK_TOKEN":       token,
		"ATENDE_SCHEDULING_URL":      peers,
		"ATENDE_CATALOG":             clinic,
		"ATENDE_DATABASE_URL":        database,
		"ATENDE_QUIET_WINDOW":        "0",
		"ATENDE_MAX_MESSAGES":        "0", // its patients ask again as soon as they are answered, some 30 times a second
	}}
}

// agent is `atende serve` with a journal in its folder.
func agent(database string) func(place) []Command {
	return func(p place) []Command {
		c := AgentCommand(p.program, p.peers, database, catalogueFile, p.token)
		c.Dir = p.folder
		maps.Copy(c.Env, p.led)
		return []Command{c}
	}
}

// nodes are count times `atende serve` on one database; with listen, where each takes the hints of the
// others.
func nodes(count int, listen string) func(place) []Command {
	return func(p place) []Command {
		var commands []Command
		for n := range count {
			c := agent(p.database)(p)[0]
			c.Env["ATENDE_NODE_ID"] = fmt.Sprintf("n%d", n+1)
			c.Env["ATENDE_CLUSTER_LISTEN"] = listen
			commands = append(commands, c)
		}
		return commands
	}
}

// bareProgram is `atende load bare` with a store in its folder.
func bareProgram(store string, args ...string) func(place) []Command {
	return func(p place) []Command {
		return []Command{{
			Program: p.program, Dir: p.folder,
			Args: append([]string{
				"load", "bare", "--listen=" + childListen, "--gateway-url=" + p.peers,
				"--instance=" + DefaultInstance, "--team=" + DefaultTeam, "--store=" + store,
			}, args...),
		}}
	}
}
