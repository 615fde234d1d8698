package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// environment is a process environment without a process.
type environment map[string]string

func (e environment) get(name string) string { return e[name] }

// with is a copy with more variables.
func (e environment) with(pairs ...string) environment {
	copied := environment{}
	for name, value := range e {
		copied[name] = value
	}
	for i := 0; i < len(pairs); i += 2 {
		copied[pairs[i]] = pairs[i+1]
	}
	return copied
}

// complete has every required variable of serve.
func complete(t *testing.T) environment {
	t.Helper()
	return environment{
		"ATENDE_GATEWAY_URL":         "https://gateway.example",
		"ATENDE_GATEWAY_TOKEN":       "s3cret",
		"ATENDE_WEBHOOK_TOKEN":       "gate",
		"ATENDE_CHANNEL_ID":          "channel",
		"ATENDE_HUMAN_DEPARTMENT_ID": "department",
		"ATENDE_ALLOWED_INSTANCES":   "5511900000000, 5511900000001",
		"ATENDE_ALLOWED_TEAM":        "Recepção",
		"ATENDE_SCHEDULING_URL":      "http://127.0.0.1:8090/base",
		"ATENDE_CATALOG":             filepath.Join("..", "..", "integrations", "catalog", "sample.yaml"),
	}
}

// readServe reads serve's settings like serveVerb does.
func readServe(env environment, args ...string) (serveSettings, error) {
	var s serveSettings
	w := world{out: &bytes.Buffer{}, err: &bytes.Buffer{}, env: env.get}
	err := s.read(servePage, s.table(), w, args)
	return s, err
}

func TestServeDefaults(t *testing.T) {
	t.Parallel()
	s, err := readServe(complete(t))
	if err != nil {
		t.Fatal(err)
	}
	o := s.node
	for _, c := range []struct{ name, got, want string }{
		{"listen", o.Listen, ":8080"},
		{"admin", o.AdminListen, "127.0.0.1:8081"},
		{"database", o.DatabaseURL, "sqlite:atende.db"},
		{"quiet window", o.QuietWindow.String(), "1s"},
		{"statuses", strings.Join(o.Filters.Statuses, "|"), "Pendente|IN_PROGRESS"},
		{"instances", strings.Join(o.Filters.Instances, "|"), "5511900000000|5511900000001"},
		{"agent", s.agent.agent, "rules"},
		{"log level", s.log.Level, "info"},
		{"log format", s.log.Format, "json"},
	} {
		if c.got != c.want {
			t.Errorf("%s is %q, want %q", c.name, c.got, c.want)
		}
	}
	if o.Tags || o.Gateway.Rate != 0 || o.Clinic == nil {
		t.Errorf("tags %t, rate %v, clinic %v", o.Tags, o.Gateway.Rate, o.Clinic)
	}
	if host, err := os.Hostname(); err != nil || s.node.Cluster.Name != host {
		t.Errorf("node id %q, host %q, %v", s.node.Cluster.Name, host, err)
	}
}

// Phones are recognised only where that is wanted, for as long as conversations are kept.
func TestRecogniseSetting(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{"": 0, "false": 0, "true": 7 * 24 * time.Hour} {
		s, err := readServe(complete(t).with("ATENDE_RECOGNISE", value, "ATENDE_KEEP_SESSIONS", "7d"))
		if err != nil || s.node.Recognises != want {
			t.Errorf("%q: %v, %v, want %v", value, s.node.Recognises, err, want)
		}
	}
}

func TestFlagsWinOverVariables(t *testing.T) {
	t.Parallel()
	env := complete(t).with("ATENDE_LISTEN", ":1", "ATENDE_QUIET_WINDOW", "5s", "ATENDE_WEBHOOK_TOKEN", "old", "ATENDE_GATEWAY_RATE", "")
	s, err := readServe(env, "--listen", "127.0.0.1:2", "--quiet-window=0", "--tags", "--webhook-token=", "--webhook-open",
		"--scheduling-headers", "X-Key: a; X-Other: b", "--gateway-rate", "3.3")
	if err != nil {
		t.Fatal(err)
	}
	o := s.node
	if o.Listen != "127.0.0.1:2" || o.QuietWindow != 0 || !o.Tags || o.Webhook.Token != "" || o.Gateway.Rate != 3.3 {
		t.Errorf("%+v", o)
	}
	if o.Scheduling.Headers.Get("X-Key") != "a" || o.Scheduling.Headers.Get("X-Other") != "b" {
		t.Errorf("headers %v", o.Scheduling.Headers)
	}
}

// Each wrong value is one line that names its variable and does not repeat the value.
func TestServeRefusals(t *testing.T) {
	t.Parallel()
	const leak = "leak"
	for _, c := range []struct{ variable, value, want string }{
		{"ATENDE_LISTEN", "leak", "HOST:PORT"},
		{"ATENDE_LISTEN", "leak:99999", "port"},
		{"ATENDE_ADMIN_LISTEN", "leak:http", "port"},
		{"ATENDE_GATEWAY_URL", "leak.example", "absolute URL"},
		{"ATENDE_GATEWAY_URL", "ftp://leak.example", "absolute URL"},
		{"ATENDE_GATEWAY_URL", "http://", "absolute URL"},
		{"ATENDE_GATEWAY_URL", "http://u:leak@[::1", "absolute URL"},
		{"ATENDE_SCHEDULING_URL", "http://leak.example/?key=1", "query"},
		{"ATENDE_GATEWAY_TOKEN", "leak leak", "printable"},
		{"ATENDE_CHANNEL_ID", "leak\nleak", "control characters"},
		{"ATENDE_CHANNEL_ID", " ", "is required"},
		{"ATENDE_ALLOWED_TEAM", " \t", "is required"},
		{"ATENDE_ALLOWED_INSTANCES", " , ", "at least one"},
		{"ATENDE_SCHEDULING_HEADERS", "leak", ""},
		{"ATENDE_DATABASE_URL", "mysql://leak", "must begin with"},
		{"ATENDE_DATABASE_URL", "sqlite:", "sqlite:PATH"},
		{"ATENDE_DATABASE_URL", "sqlite::memory:", "memory:"},
		{"ATENDE_DATABASE_URL", "memory:leak", "must begin with"},
		{"ATENDE_DATABASE_URL", "postgres://u:leak@h:abc/db", "not a valid postgres URL"},
		{"ATENDE_DATABASE_URL", "postgres://u:leak@h/%zz", "not a valid postgres URL"},
		{"ATENDE_DATABASE_URL", "postgres://u:leak@h/db?sslmode=bogus", "not a valid postgres URL"},
		{"ATENDE_AGENT", "leak", "one of"},
		{"ATENDE_QUIET_WINDOW", "-1s", "negative"},
		{"ATENDE_QUIET_WINDOW", "leak", "duration"},
		{"ATENDE_CONFIRM_BEFORE", "-1h", "negative"},
		{"ATENDE_CONFIRM_BEFORE", "200h", "at most 168h"},
		{"ATENDE_WAITING_TEMPLATE", "leak vaga", "has no templates"},
		{"ATENDE_WAITING_LIST", "5m", "from 15m0s to 12h0m0s"},
		{"ATENDE_WAITING_LIST", "-1h", "negative"},
		{"ATENDE_WAITING_LOOK", "0", "from 1m0s to 24h0m0s"},
		{"ATENDE_CONFIRM_TEMPLATE", "leak", "name of a parameter"},
		{"ATENDE_CONFIRM_TEMPLATE", "leak consulta", "has no templates"},
		{"ATENDE_GATEWAY_RATE", "-1", "0 or more"},
		{"ATENDE_GATEWAY_RATE", "NaN", "0 or more"},
		{"ATENDE_TAGS", "leak", "true or false"},
		{"ATENDE_MODEL_URL", "leak", "absolute URL"},
		{"ATENDE_MODEL_TIMEOUT", "0", "more than 0"},
		{"ATENDE_MODEL_TURN", "3m", "at most 2m"},
		{"ATENDE_MODEL_STEPS", "0", "from 1 to 20"},
		{"ATENDE_MODEL_TOKENS", "leak", "whole number"},
		{"ATENDE_MODEL_AT_ONCE", "0", "whole number"},
		{"ATENDE_MODEL_PRICES", "2.50", "two prices"},
		{"ATENDE_MODEL_PRICES", "-1/leak", "two prices"},
		{"ATENDE_MODEL_INSTRUCTIONS", "/leak/at/all", "no such file"},
		{"ATENDE_MODEL_SEES", "leak", "true or false"},
		{"ATENDE_CANARY", "leak", "a share and what differs"},
		{"ATENDE_CANARY", "100% agent=openai", "less than 100%"},
		{"ATENDE_CANARY", "0% agent=openai", "more than 0%"},
		{"ATENDE_CANARY", "leak agent=openai", "begin with a share"},
		{"ATENDE_CANARY", "10% leak=leak", "one of agent="},
		{"ATENDE_CANARY", "10% agent=leak", "agent: must be one of"},
		{"ATENDE_CANARY", "10% prompt=/leak/at/all", "no such file"},
		{"ATENDE_CANARY", "10% agent=rules", "the same as the agent"},
		{"ATENDE_CANARY", "10% model=leak", "neither model nor prompt"},
		{"ATENDE_TRANSCRIPTION_URL", "leak", "absolute URL"},
		{"ATENDE_MEDIA_ALLOW", "http://leak/", "host"},
		{"ATENDE_CLUSTER_LISTEN", "leak:1", "postgres://"},
		{"ATENDE_CLUSTER_LISTEN", ":7000", "host that other nodes"},
		{"ATENDE_CLUSTER_LISTEN", "0.0.0.0:7000", "host that other nodes"},
		{"ATENDE_CLUSTER_LISTEN", "[::]:7000", "host that other nodes"},
		{"ATENDE_NODE_ID", "le ak", "letters"},
		{"ATENDE_NODE_ID", "n#1", "letters"},
		{"ATENDE_CLUSTER_CERT", "leak.pem", "ATENDE_CLUSTER_KEY"},
		{"ATENDE_LOG_LEVEL", "leak", "one of"},
		{"ATENDE_LOG_FORMAT", "leak", "one of"},
		{"ATENDE_CATALOG", "/nowhere/at/all.yaml", "no such file"},
	} {
		t.Run(c.variable+"="+c.value, func(t *testing.T) {
			_, err := readServe(complete(t).with(c.variable, c.value))
			if err == nil {
				t.Fatal("accepted")
			}
			lines := strings.Split(err.Error(), "\n")
			if len(lines) != 1 || !strings.HasPrefix(lines[0], c.variable+": ") || !strings.Contains(lines[0], c.want) {
				t.Errorf("got %q, want one line with %q", lines, c.want)
			}
			if strings.Contains(err.Error(), leak) {
				t.Errorf("the value is repeated: %v", err)
			}
		})
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	t.Parallel()
	env := complete(t).with("ATENDE_GATEWAY_URL", "", "ATENDE_CHANNEL_ID", "", "ATENDE_QUIET_WINDOW", "soon",
		"ATENDE_CLUSTER_LISTEN", "10.0.0.1:4000", "ATENDE_AGENT", "openai")
	_, err := readServe(env)
	if err == nil {
		t.Fatal("accepted")
	}
	for _, variable := range []string{"ATENDE_GATEWAY_URL", "ATENDE_CHANNEL_ID", "ATENDE_QUIET_WINDOW", "ATENDE_CLUSTER_LISTEN", "ATENDE_MODEL", "ATENDE_MODEL_URL"} {
		if strings.Count(err.Error(), variable+": ") != 1 {
			t.Errorf("%s has not exactly one line in:\n%v", variable, err)
		}
	}
}

// A broken catalogue shows every problem with its line.
func TestCatalogueProblems(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "broken.yaml")
	broken := "clinic: X\nspecialties:\n  - {id: 7, name: Cardiologia}\n  - {id: 7, name: Outra}\ndoctors:\n  - {agenda_id: 1, name: Ana, specialty_id: 9}\n"
	if err := os.WriteFile(path, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := readServe(complete(t).with("ATENDE_CATALOG", path))
	if err == nil {
		t.Fatal("accepted")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) < 3 {
		t.Errorf("only %q", lines)
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, "ATENDE_CATALOG: "+path+", line ") {
			t.Errorf("%q names no variable, no file or no line", line)
		}
	}
}

func TestBadUsage(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"unknown flag": {"--no-such-flag"},
		"argument":     {"extra"},
		"no value":     {"--listen"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readServe(complete(t), args...); err == nil || errors.Is(err, flag.ErrHelp) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Every row of every table has a help text, and no two rows share a flag; the variables are those of
// the contract.
func TestTables(t *testing.T) {
	t.Parallel()
	var (
		serve      serveSettings
		scheduling schedulingSettings
		gateway    gatewaySettings
		demo       demoSettings
		chat       chatSettings
	)
	for name, table := range map[string][]setting{
		"serve": serve.table(), "scheduling": scheduling.table(), "gateway": gateway.table(),
		"demo": demo.table(), "chat": chat.table(),
	} {
		var flags []string
		for _, row := range table {
			if row.help == "" || row.set == nil || (row.required && row.def != "") {
				t.Errorf("%s: --%s is incomplete", name, row.flagName())
			}
			if slices.Contains(flags, row.flagName()) {
				t.Errorf("%s: --%s stands there twice", name, row.flagName())
			}
			flags = append(flags, row.flagName())
			if row.def != "" {
				if err := row.set(row.def); err != nil {
					t.Errorf("%s: the default of --%s is refused: %v", name, row.flagName(), err)
				}
			}
		}
	}
	const ours = 45 // the gateway's dialect, limits of abuse, certificates of the cluster, texts, reminders, questions before an appointment, how far a model may go, a second agent, what operators see and where, traces, data keys, plaintext, recognising a phone, the waiting list, several clinics, buttons and lists
	if got := len(serve.table()) - ours; got != 31 {
		t.Errorf("serve has %d settings, the contract 31", got)
	}
}

func TestMediaAllow(t *testing.T) {
	t.Parallel()
	for entry, want := range map[string]bool{
		"media.example": true, "media.example:9000": true, "10.0.0.0/8": true, "::1": true, "[::1]:80": true, "127.0.0.1": true,
		"http://media": false, "media:http": false, "10.0.0.0/99": false, "a b": false, "[::1": false, ":80": false, "u@h": false,
	} {
		var got []string
		if err := hosts(&got)(entry); (err == nil) != want {
			t.Errorf("%s: %v", entry, err)
		}
	}
}

func TestChatClock(t *testing.T) {
	t.Parallel()
	if startingAt(time.Time{}) != nil {
		t.Error("without --now the clock is the real one")
	}
	start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	if got := startingAt(start)(); got.Before(start) || got.After(start.Add(time.Minute)) {
		t.Errorf("the clock shows %v", got)
	}
}

// Every verb refuses variables that are no settings, so the list of those that are must hold what any verb's help
// names.
func TestKnownVariables(t *testing.T) {
	t.Parallel()
	known := knownVariables()
	variable := regexp.MustCompile(`(?m)^  --\S+  \((ATENDE_[A-Z_]+)\)`)
	named := 0
	for _, verb := range verbs() {
		for _, args := range [][]string{{verb.name, "--help"}, {verb.name, "bare", "--help"}, {verb.name, "drain", "n", "--help"}, {verb.name, "pause", "s", "--help"}} {
			var out, problems bytes.Buffer
			dispatch(t.Context(), world{in: strings.NewReader(""), out: &out, err: &problems, env: environment{}.get}, args)
			for _, match := range variable.FindAllStringSubmatch(out.String(), -1) {
				named++
				if !slices.Contains(known, match[1]) {
					t.Errorf("atende %s: %s is not among the known variables", strings.Join(args, " "), match[1])
				}
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d variables stand in the help texts", named)
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	known := knownVariables()
	for wrong, want := range map[string]string{
		"ATENDE_WEBHOOK_TOKENS":     "ATENDE_WEBHOOK_TOKEN",
		"ATENDE_LISTN":              "ATENDE_LISTEN",
		"ATENDE_WEBHOK_SECRET_FILE": "ATENDE_WEBHOOK_SECRET_FILE",
		"ATENDE_QUIET":              "ATENDE_QUIET_WINDOW",
	} {
		if got := nearest(wrong, known); got != want {
			t.Errorf("%s: %s, want %s", wrong, got, want)
		}
	}
}
