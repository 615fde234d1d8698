//go:build !minimal

package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"atende/cmd/internal/load"
	"atende/integrations/catalog"
)

var loadPage = page{verb: "load", about: `
Drives an agent with many simulated patients and prints a report: turns a second, latencies, what it
cost, and how many messages were lost, repeated or out of order.  Exit code 1 when there were any.

With --webhook-url a running agent is driven.  Load is then its chat gateway and its scheduling API,
so the agent must have been started with both of their URLs pointing here:

  atende serve --gateway-url http://127.0.0.1:8060 --scheduling-url http://127.0.0.1:8060 \
    --allowed-instances 551133330000 --allowed-team Agendamento --quiet-window 0 …
  atende load --webhook-url http://127.0.0.1:8080 --admin-url http://127.0.0.1:8081

Of a cluster, both addresses are lists: messages go to all nodes in turn.

Without it, load starts agents and baselines itself, with a journal in a temporary folder, lets them
run in turns and prints a table.  The baselines are the least programs that make the same calls: bare
remembers nothing, bare-file and bare-sqlite make each message durable before its 202, and those with
-wait let a commit wait 1 ms for more.

agent-postgres is one agent on a PostgreSQL server that load starts for it and that flushes every
commit; cluster-1, -2 and -3 are so many nodes of a cluster on one such server.  They need the programs
of PostgreSQL on this machine, and are driven once each node serves its share of the sessions.

Whatever belongs to a target shares one core, nodes and database together, and the driver has the
others; so a second node brings no second core, and the table says what a cluster costs, not how far it
scales.  Its CPU is counted apart: the agents', and that of all processes of the database server (the
journal in a file is the agent's own work).  Turns per CPU second count both.

With --personas, patients who are not cooperative come instead: some are angry, book for their mother,
mistype, change their mind or want a person.  Each writes until they have what they wanted, and is judged:
the right appointment for the right person, no confirmation without one, no sentence twice.  The report
says which ends were reached and prints --stories conversations that went wrong; exit code 1 when a
promise was broken.  Without --webhook-url the first of the targets is driven:

  atende load --personas all --seeds 5 --targets agent-memory

With --personas paraphrase, patients come who put each answer in words that nobody wrote for the agent: regional,
misspelt, in pieces, with asides and corrections.  How many end right is reported in a line of its own and not
demanded; a wrong booking or a false confirmation is exit code 1 all the same.

With --agent openai a language model leads that agent, before it leads anything for your patients.  The
report then says, too, how often the model was refused, corrected or replaced, what it cost and how long
it took.  Fewer patients write at once, and they wait longer; exit code 1 when somebody was told of an
appointment that there is none of, an appointment was wrong, or the model led no turn at all.  Of an agent
that runs already the same is read at --admin-url:

  atende load --personas all --seeds 1 --agent openai --model NAME --model-url http://HOST:11434/v1

A single run prints its report; this one fills the memory with conversations at rest and says what each
of them takes:

  atende load --targets agent-memory --repeats 1 --sessions 20000 --rounds 1 --duration 0`}

// loadSettings are those of `atende load`.
type loadSettings struct {
	options   load.Options
	admins    []string
	peers     load.PeersConfig
	instances []string
	clinic    *catalog.Clinic // nil: the sample clinic
	targets   []string        // to be started; of no meaning with a webhook URL
	repeats   int
	personas  []string // none: scripts are played
	cast      load.Cast
	agent     agentSettings
	led       map[string]string // those of agent, as they were given
	json      bool
}

func (s *loadSettings) table() []setting {
	s.led = map[string]string{}
	return slices.Concat(s.tableTarget(), s.tablePatients(), s.tablePersonas(), noted(s.agent.table(), s.led), s.tablePeers())
}

// noted are rows that also note each value under its variable, for a program of ours that is started.
func noted(rows []setting, values map[string]string) []setting {
	for i := range rows {
		row := rows[i]
		rows[i].set = func(value string) error {
			values[row.variable] = value
			return row.set(value)
		}
	}
	return rows
}

// tableTarget is who is driven.
func (s *loadSettings) tableTarget() []setting {
	return []setting{
		{variable: "ATENDE_WEBHOOK_URL", help: "public address of a running agent, http://HOST:PORT, or of each node with commas; without one, targets are started",
			set: each(absoluteURL, &s.options.Webhooks)},
		{flag: "targets", def: "agent-memory,bare,agent-sqlite,bare-file,bare-sqlite", help: "what to start and compare, with commas: " + strings.Join(load.Targets(), ", "),
			set: list(&s.targets)},
		{flag: "repeats", def: "3", help: "how often each target runs; the table shows medians",
			set: whole(&s.repeats)},
		{flag: "admin-url", help: "the agent's operators' address, or each node's with commas, for CPU and memory; without one they are unknown",
			set: each(baseURL, &s.admins)},
		{variable: "ATENDE_WEBHOOK_TOKEN", help: "the agent's, if it has one",
			set: token(&s.options.Token)},
		{variable: "ATENDE_WEBHOOK_SECRET", help: "the agent's, if it has one",
			set: text(&s.options.Secret)},
		{variable: "ATENDE_CATALOG", help: "the agent's catalogue, as patients name doctors and plans; without one, the sample clinic",
			set: clinic(&s.clinic)},
		jsonRow(&s.json, "print the report as JSON, one line"),
	}
}

// tablePatients is what they do.
func (s *loadSettings) tablePatients() []setting {
	o := &s.options
	return []setting{
		{flag: "script", def: string(load.Greet), help: "greet: one message, one reply; ask: each reply is matched with its question; talk: seven questions a session; book: a whole appointment",
			set: oneOf((*string)(&o.Script), load.Scripts()...)},
		{flag: "sessions", help: fmt.Sprintf("conversations at once; default %d, with a language model %d", defaultSessions, slowSessions),
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
		{flag: "patience", help: fmt.Sprintf("how long a message is delivered again, and how long an answer may take at the end; default %v, with a language model as much more than its turns", defaultPatience),
			set: atLeastZero(&o.Patience)},
	}
}

// everybody stands for all personas.
const everybody = "all"

// tablePersonas is who comes instead of patients with a script.
func (s *loadSettings) tablePersonas() []setting {
	return []setting{
		{flag: "personas", help: "patients who are not cooperative, with semicolons or commas, or " + everybody + ": " + strings.Join(load.Personas(), "; ") +
			"; or " + load.Paraphrase,
			set: personas(&s.personas)},
		{flag: "seeds", def: "5", help: "how many of each",
			set: whole(&s.cast.Seeds)},
		{flag: "stories", def: "3", help: "how many of the conversations that went wrong are printed",
			set: whole(&s.cast.Stories)},
	}
}

// personas takes names of personas between semicolons or commas, in any case; some names have a comma themselves.
func personas(target *[]string) func(string) error {
	known := slices.Concat([]string{everybody, load.Paraphrase}, load.Personas(), load.Paraphrasers())
	return func(value string) error {
		var names []string
		for part := range strings.SplitSeq(value, ";") {
			found, err := namesOf(strings.Split(part, ","), known)
			if err != nil {
				return err
			}
			names = append(names, found...)
		}
		*target = names
		return nil
	}
}

// namesOf puts pieces between commas together to known names, the longest first.
func namesOf(pieces, known []string) (names []string, err error) {
	for begin := 0; begin < len(pieces); {
		at, end := -1, len(pieces)
		for ; at < 0 && end > begin; end-- {
			given := strings.Join(strings.Fields(strings.Join(pieces[begin:end], ", ")), " ")
			at = slices.IndexFunc(known, func(name string) bool { return strings.EqualFold(name, given) })
		}
		if at < 0 {
			given := strings.TrimSpace(pieces[begin])
			return nil, fmt.Errorf("there is no persona %q, the nearest is %q", given, nearest(given, known))
		}
		names = append(names, known[at])
		begin = end + 1
	}
	return names, nil
}

// tablePeers is how the two parties behave.
func (s *loadSettings) tablePeers() []setting {
	p := &s.peers
	return []setting{
		{flag: "peers-listen", help: "where the agent finds chat gateway and scheduling API; without it " + load.DefaultPeersListen + ", or a free port for targets",
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

// each takes a list with commas whose entries are all of one kind.
func each(kind func(*string) func(string) error, target *[]string) func(string) error {
	return func(value string) error {
		var words []string
		if err := list(&words)(value); err != nil {
			return err
		}
		for i := range words {
			if err := kind(&words[i])(words[i]); err != nil {
				return err
			}
		}
		*target = words
		return nil
	}
}

// Defaults that depend on who leads: a language model takes its time, and some servers one call at a time.
const (
	byLeader        = -1
	defaultSessions = 128
	slowSessions    = 8
	defaultPatience = 30 * time.Second
)

// read takes the settings and fills in what depends on who leads.
func (s *loadSettings) read(w world, args []string) error {
	err := loadPage.read(s.table(), w, args)
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	sessions, patience := defaultSessions, defaultPatience
	if s.started() && s.agent.leader() != nil {
		err = errors.Join(err, s.verifyModel())
		sessions, patience = slowSessions, defaultPatience+s.agent.model.Limits.Turn
	}
	if s.options.Sessions == byLeader {
		s.options.Sessions = sessions
	}
	if s.options.Patience == byLeader {
		s.options.Patience = patience
	}
	return err
}

// started reports that load starts the agent; how one is led that runs already is its own business.
func (s *loadSettings) started() bool { return len(s.options.Webhooks) == 0 }

// verifyModel finds what stands in the way of a language model, and lets the agent find its instructions.
func (s *loadSettings) verifyModel() error {
	if len(s.personas) == 0 {
		return errors.New("--agent: a language model needs patients who read what it says: --personas")
	}
	if path := s.led[instructionsVariable]; path != "" {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		s.led[instructionsVariable] = absolute
	}
	return s.agent.verify()
}

// instructionsVariable is the setting that names a file; the agent has another working directory.
const instructionsVariable = "ATENDE_MODEL_INSTRUCTIONS"

// loadVerb is `atende load`.
func loadVerb(ctx context.Context, w world, args []string) int {
	if len(args) > 0 && args[0] == "bare" {
		return bareVerb(ctx, w, args[1:])
	}
	s := loadSettings{options: load.Options{Sessions: byLeader, Patience: byLeader}}
	if err := s.read(w, args); err != nil {
		return refuse(w, "load", err)
	}
	for _, admin := range s.admins {
		s.options.Probes.Agents = append(s.options.Probes.Agents, load.Probe{AdminURL: admin})
	}
	switch {
	case len(s.personas) > 0:
		return s.meet(ctx, w)
	case s.started():
		return s.compare(ctx, w)
	default:
		return s.drive(ctx, w)
	}
}

// result is what a run has to show: a report or a table.
type result interface {
	OK() bool
	WriteText(io.Writer) error
	WriteJSON(io.Writer) error
}

// show prints a result; its exit code says whether the agent did well.
func (s *loadSettings) show(w world, r result) int {
	if t, met := r.(load.Treatment); met && t.Stopped > 0 && t.Visits == 0 {
		return nobodyHeard(w)
	}
	write := r.WriteText
	if s.json {
		write = r.WriteJSON
	}
	if err := write(w.out); err != nil {
		return fail(w, "load", err)
	}
	if !r.OK() {
		return exitFailure
	}
	return exitOK
}

// nobodyHeard is the end of a run that was stopped before it could show anything.
func nobodyHeard(w world) int {
	fmt.Fprintln(w.err, "atende load: stopped before the first patient was through")
	return exitOK
}

// drive runs the patients of a script at a running agent.
func (s *loadSettings) drive(ctx context.Context, w world) int {
	if err := s.options.Check(); err != nil {
		return refuse(w, "load", err)
	}
	return s.withPeers(ctx, w, func(peers *load.Peers) (result, error) {
		return load.Drive(ctx, peers, s.options)
	})
}

// withPeers runs the peers of a running agent while patients write to it, and shows what came of it.
func (s *loadSettings) withPeers(ctx context.Context, w world, patients func(*load.Peers) (result, error)) int {
	s.peers.Listen = cmp.Or(s.peers.Listen, load.DefaultPeersListen)
	s.peers.Instance = s.instances[0]
	s.peers.Clinic, s.options.Clinic = s.clinic, s.clinic
	peers, err := load.StartPeers(context.WithoutCancel(ctx), s.peers)
	if err != nil {
		return fail(w, "load", err)
	}
	working := w.wait("load", "patients write")
	defer working.end()
	s.watch(working)
	r, err := patients(peers)
	working.end()
	if err := errors.Join(err, peers.Stop()); err != nil {
		return fail(w, "load", err)
	}
	return s.show(w, r)
}

// meet sends personas to a running agent, or to one that is started for them.
func (s *loadSettings) meet(ctx context.Context, w world) int {
	if len(s.personas) != 1 || s.personas[0] != everybody {
		s.cast.Personas = s.personas
	}
	if err := s.cast.Check(); err != nil {
		return refuse(w, "load", err)
	}
	if s.started() {
		program, err := os.Executable()
		if err != nil {
			return fail(w, "load", err)
		}
		working := w.wait("load", "patients write")
		defer working.end()
		s.watch(working)
		agent := load.Candidate{Program: program, Target: s.targets[0], Led: s.led}
		treatment, err := load.MeetTarget(ctx, agent, s.peers, s.options, s.cast)
		working.end()
		switch {
		case errors.Is(err, context.Canceled) && ctx.Err() != nil:
			return nobodyHeard(w)
		case err != nil:
			return fail(w, "load", err)
		}
		return s.show(w, treatment)
	}
	return s.withPeers(ctx, w, func(peers *load.Peers) (result, error) {
		return load.Meet(ctx, peers, s.options, s.cast)
	})
}

// watch tells of each visit that ended: in a line that stays where a language model leads, as that can take an hour.
func (s *loadSettings) watch(working *waiting) {
	s.cast.Progress = func(step load.Step) { working.of(step.Ended, step.All) }
	if s.started() && s.agent.leader() != nil {
		s.cast.Progress = func(step load.Step) { working.line(progress(step)) }
	}
}

// progress is a line for each visit.
func progress(step load.Step) string {
	line := fmt.Sprintf("%3d of %d  %-30s %s, %s", step.Ended, step.All, step.Visit.Persona, step.Visit.End, plural(step.Visit.Messages, "message"))
	if why := step.Visit.Why(); why != "" {
		line += "; " + why
	}
	return line
}

// compare starts the targets, one after the other.
func (s *loadSettings) compare(ctx context.Context, w world) int {
	program, err := os.Executable()
	if err != nil {
		return fail(w, "load", err)
	}
	working := w.wait("load", "measuring")
	defer working.end()
	c := load.Comparison{
		Program: program, Targets: s.targets, Repeats: s.repeats, Load: s.options, Peers: s.peers,
		Progress: func(target string, r load.Report) {
			working.line(fmt.Sprintf("%-17s %6.0f turns/s, %6.0f turns/CPU s", target, r.TurnsPerSecond, r.TurnsPerWholeCPUSecond))
		},
	}
	if err := c.Check(); err != nil {
		return refuse(w, "load", err)
	}
	table, err := load.Compare(ctx, c)
	working.end()
	if err != nil {
		return fail(w, "load", err)
	}
	if report, single := table.Single(); single {
		return s.show(w, report)
	}
	return s.show(w, table)
}
