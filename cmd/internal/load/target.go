package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// target is a program that Compare can measure.
type target struct {
	name string
	// baselines are the targets it is compared with; none for a baseline.
	baselines []string
	// command says how to start it, given where its peers are and a folder of its own.
	command func(program, peers, folder string) Command
}

// commitWait is how long the waiting committers wait for more messages.
const commitWait = "1ms"

// targets are all there are, in the order in which they run and are shown.
var targets = []target{
	{name: "agent-memory", baselines: []string{"bare"}, command: agent("memory:")},
	{name: "bare", command: bareProgram("")},
	{name: "agent-sqlite", baselines: []string{"bare-file", "bare-file-wait", "bare-sqlite", "bare-sqlite-wait"}, command: agent("sqlite:atende.db")},
	{name: "bare-file", command: bareProgram("file:messages")},
	{name: "bare-file-wait", command: bareProgram("file:messages", "--wait="+commitWait)},
	{name: "bare-sqlite", command: bareProgram("sqlite:messages.db")},
	{name: "bare-sqlite-wait", command: bareProgram("sqlite:messages.db", "--wait="+commitWait)},
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
// database, the catalogue at the path clinic, and free ports.  It answers at once, without a quiet
// window.
func AgentCommand(program, peers, database, clinic string) Command {
	return Command{Program: program, Args: []string{"serve"}, Env: map[string]string{
		"ATENDE_LISTEN":              childListen,
		"ATENDE_ADMIN_LISTEN":        childListen,
		"ATENDE_GATEWAY_URL":         peers,
		"ATENDE_GATEWAY_TOKEN":       childToken,
		"ATENDE_CHANNEL_ID":          childChannel,
		"ATENDE_HUMAN_DEPARTMENT_ID": childDepartment,
		"ATENDE_ALLOWED_INSTANCES":   DefaultInstance,
		"ATENDE_ALLOWED_TEAM":        DefaultTeam,
		"ATENDE_SCHEDULING_URL":      peers,
		"ATENDE_CATALOG":             clinic,
		"ATENDE_DATABASE_URL":        database,
		"ATENDE_QUIET_WINDOW":        "0",
	}}
}

// agent is `atende serve` with a journal in its folder.
func agent(database string) func(program, peers, folder string) Command {
	return func(program, peers, folder string) Command {
		c := AgentCommand(program, peers, database, catalogueFile)
		c.Dir = folder
		return c
	}
}

// bareProgram is `atende load bare` with a store in its folder.
func bareProgram(store string, args ...string) func(program, peers, folder string) Command {
	return func(program, peers, folder string) Command {
		return Command{
			Program: program, Dir: folder,
			Args: append([]string{
				"load", "bare", "--listen=" + childListen, "--gateway-url=" + peers,
				"--instance=" + DefaultInstance, "--team=" + DefaultTeam, "--store=" + store,
			}, args...),
		}
	}
}

// start runs a target in a new folder.  The function it returns ends it and removes the folder.
func (t target) start(ctx context.Context, program, peers string) (*Child, func() error, error) {
	folder, err := os.MkdirTemp("", "atende-load-")
	if err != nil {
		return nil, nil, err
	}
	err = os.WriteFile(filepath.Join(folder, catalogueFile), SampleYAML(), 0o600)
	var child *Child
	if err == nil {
		child, err = StartChild(ctx, t.command(program, peers, folder))
	}
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(folder))
	}
	return child, func() error { return errors.Join(child.Stop(), os.RemoveAll(folder)) }, nil
}
