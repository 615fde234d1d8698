// Command atende answers the patients of a clinic on WhatsApp and books their appointments.
//
// It is one binary with a verb for each thing it can be: the agent (serve), the scheduling API it
// books through (scheduling), a simulator of the chat gateway (gateway), all of them together
// (demo), the same conversation in a terminal (chat), a look at what the agent understands of a text
// (understand), the texts and the lay words (texts, phrases), whether the settings of an agent would do (doctor), which lines of the clinic file can never book (probe), an operator's look at a cluster of agents
// (cluster), at conversations (conversation, demand, report, export, erase), at what is stored (rekey) or at the agent on this machine (health),
// many simulated patients at once (load), and what shells and manuals want (completion, man) and what the binary was built from (version).  Each verb is one short file; the settings of all of them are the
// tables of settings.go.  What is shipped to a clinic is without those that only try and measure (minimal.go).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	_ "time/tzdata" // the clinic's time zone must exist in an image without files

	_ "golang.org/x/crypto/x509roots/fallback" // and so must the authorities that model servers are signed by

	"atende/cmd/internal/early"
	"atende/integrations/media"
)

// Exit codes (contract, "One binary").  A verb that was well asked for and began says by exitFailure what verb.fails has; a
// command line or a setting that is wrong is exitUsage, and nothing was begun.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// errLeftOut refuses a verb that a minimal build is without.
var errLeftOut = errors.New("this build has only what serves (tag minimal); the verb is in those without the tag, such as the archives of a release")

// world is what a verb may touch of its process.
type world struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	names    func() []string // of the variables that are not empty; nil: unknown
	quiet    time.Duration   // how long a verb works before it says so; 0: silentFor
	exposed  *exposure       // hides secrets of the command line; nil: it is not the process's
}

// verb is one thing the binary can do.
type verb struct {
	name    string
	summary string // one line of the list of verbs
	fails   string // when it exits 1
	run     func(ctx context.Context, w world, args []string) int
}

// verbs lists those of this build.
func verbs() []verb {
	return slices.DeleteFunc(allVerbs(), func(v verb) bool { return v.run == nil })
}

// allVerbs lists those of every build in the order of the help text; run is nil where this one is without (minimal.go).
func allVerbs() []verb {
	return []verb{
		{"demo", "everything in one process: agent, scheduling API and a chat page for the browser",
			"a port is taken, or a part of the demo ended by itself", demoVerb},
		{"serve", "the agent: webhook receiver and conversation engine",
			"a port is taken, the database is away, a listener ended by itself, or with memory: accepted messages are lost", serveVerb},
		{"scheduling", "the scheduling API alone",
			"a port is taken, the database cannot be opened, or the listener ended by itself", schedulingVerb},
		{"gateway", "the chat-gateway simulator alone, with its chat page",
			"a port is taken, or the listener ended by itself", gatewayVerb},
		{"chat", "talk to the agent in the terminal",
			"its parts cannot be started, or a line is too long (4,096 characters) or not answered", chatVerb},
		{"understand", "print what the agent understands of each text",
			"it could not be read or printed", understandVerb},
		{"texts", "print every text that a patient can read; check a clinic's own",
			"it could not be printed", textsVerb},
		{"phrases", "print our lay words; check a clinic's own phrases",
			"it could not be printed", phrasesVerb},
		{"doctor", "whether an agent with these settings could work; says in one line each what is wrong",
			"a check failed", doctorVerb},
		{"probe", "which lines of the catalogue can never book; asks the scheduling API",
			"lines that can never book, or the API fails", probeVerb},
		{"replay", "lead recorded conversations again with other files; tell whose end changes",
			"it failed; with --fail-on-change, an end changed, a line could not be read or there was no conversation", replayVerb},
		{"backup", "copy the databases while they are in use",
			"a copy was not made", backupVerb},
		{"cluster", "who serves which chat sessions; drain a node and wait",
			"the node does not answer or refuses, or a drain took too long", clusterVerb},
		{"conversation", "what was said in a conversation, masked, and why; pause it, hand it over or back",
			"the node does not answer, does not know the conversation or refuses", conversationVerb},
		{"demand", "what patients wished for and could not be offered",
			"the node does not answer or refuses", demandVerb},
		{"report", "what a week came to, for the clinic's owner, as a page or as text",
			"the node does not answer or refuses, or the file could not be written", reportVerb},
		{"appointments", "send the clinic's own appointments, whose patients are asked whether they come",
			"the file cannot be read, rows of it cannot be used, or the node does not answer or refuses", appointmentsVerb},
		{"export", "all that is stored about a person, as JSON or a page to read (LGPD)",
			"the node does not answer or refuses, or the file could not be written", exportVerb},
		{"erase", "forget all that is stored about a person (LGPD)",
			"the node does not answer or refuses, or something is under way in a conversation, which stays", eraseVerb},
		{"rekey", "encrypt what is stored anew, with the data key of today",
			"the node does not answer or refuses, a value cannot be read, or another pass is needed", rekeyVerb},
		{"health", "does the agent on this machine answer; for images without a shell",
			"it does not answer, or not with 200", healthVerb},
		{"load", "drive a running agent with many simulated conversations; print a report",
			"it failed, or the agent lost, repeated or mixed up messages, told of an appointment that there is not, or booked wrongly", loadVerb},
		{"completion", "what makes bash, zsh or fish complete verbs and flags",
			"it could not be printed", completionVerb},
		{"man", "manual pages, made from what --help says",
			"it could not be printed or written", manVerb},
		{"version", "release, commit and Go version of this binary",
			"it could not be printed", versionVerb},
	}
}

func main() {
	media.ReadInChild()
	os.Exit(mainCode())
}

// mainCode runs the process and returns its exit code.  The first SIGTERM, SIGINT or SIGHUP asks the verb
// to drain, a second one ends the process at once.
func mainCode() int {
	ctx, stop := early.Context()
	defer stop()
	w := world{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Getenv, names: environmentNames, exposed: &exposure{}}
	return dispatch(ctx, w, cloned(os.Args[1:]))
}

// dispatch runs the verb that args begins with.
func dispatch(ctx context.Context, w world, args []string) int {
	if len(args) == 0 {
		writeVerbs(w.err)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return help(ctx, w, args[1:])
	case "-version", "--version":
		return versionVerb(ctx, w, args[1:])
	}
	for _, v := range allVerbs() {
		switch {
		case v.name != args[0]:
		case v.run == nil:
			return refuse(w, v.name, errLeftOut)
		default:
			return v.run(ctx, w, args[1:])
		}
	}
	fmt.Fprintf(w.err, "atende: there is no verb %q, the nearest is %s\n", args[0], nearest(args[0], verbNames()))
	writeVerbs(w.err)
	return exitUsage
}

// verbNames are those of all verbs.
func verbNames() (names []string) {
	for _, v := range verbs() {
		names = append(names, v.name)
	}
	return names
}

// help prints the list of verbs, or the page of the one that is named: `atende help conversation pause`.
func help(ctx context.Context, w world, named []string) int {
	if len(named) == 0 || strings.HasPrefix(named[0], "-") || named[0] == "help" {
		writeVerbs(w.out)
		return exitOK
	}
	return dispatch(ctx, w, append(slices.Clone(named), "--help"))
}

// writeVerbs prints the list of verbs.
func writeVerbs(out io.Writer) {
	fmt.Fprint(out, "Usage: atende VERB [flags]\n\nVerbs:\n")
	for _, v := range verbs() {
		fmt.Fprintf(out, "  %-13s %s\n", v.name, v.summary)
	}
	fmt.Fprint(out, "\nHelp on a verb: atende help VERB, or atende VERB --help\n")
}

// refuse reports why a verb could not start: nothing for a help text that was asked for, else one
// line per problem and the exit code of bad usage.
func refuse(w world, verb string, err error) int {
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	writeProblems(w.err, verb, err)
	return exitUsage
}

// fail reports what ended a verb that had started well.
func fail(w world, verb string, err error) int {
	writeProblems(w.err, verb, err)
	return exitFailure
}
