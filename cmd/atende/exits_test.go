package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updateExits = flag.Bool("exits.update", false, "write the table of exit codes in docs/operate.md anew")

// shut takes nothing, as a pipe whose reader is gone.
type shut struct{}

func (shut) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }

// Each verb exits 0 for its page, 2 for a flag that there is not, and 1 where what its line of docs/operate.md says comes to pass;
// and those lines are in the document.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	away, listen := "--admin-listen=127.0.0.1:1", "192.0.2.1:1"
	serving := complete(t).with("ATENDE_LISTEN", listen, "ATENDE_ADMIN_LISTEN", "127.0.0.1:0", "ATENDE_DATABASE_URL", "sqlite:"+filepath.Join(t.TempDir(), "a.db"))
	fails := map[string][]string{
		"demo": {"--listen=" + listen}, "serve": {}, "scheduling": {"--scheduling-listen=" + listen, "--scheduling-database-url=memory:"},
		"gateway": {"--gateway-listen=" + listen, "--webhook-url=http://127.0.0.1:1/"}, "chat": {}, "understand": {"oi"}, "texts": {}, "phrases": {},
		"doctor": {"--gateway-url=http://127.0.0.1:1", "--scheduling-url=http://127.0.0.1:1"}, "probe": {"--scheduling-url=http://127.0.0.1:1", "--rate=1000"}, "replay": {away, "--save=" + filepath.Join(t.TempDir(), "r.ndjson")},
		"backup": {"--to=" + t.TempDir(), "--database-url=sqlite:/nowhere/a.db"}, "cluster": {away}, "conversation": {"s-1", away}, "demand": {away}, "report": {away}, "appointments": {"-", away},
		"export": {"--cpf=52998224725", away}, "erase": {"--cpf=52998224725", "--yes", away}, "rekey": {away}, "health": {"--listen=127.0.0.1:1"},
		"load":       {"--webhook-url=http://127.0.0.1:1", "--admin-url=http://127.0.0.1:1", "--peers-listen=127.0.0.1:0"},
		"completion": {"fish"}, "man": {"serve"}, "version": {},
	}
	var rows strings.Builder
	for _, v := range verbs() {
		fmt.Fprintf(&rows, "| `%s` | %s |\n", v.name, v.fails)
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			code := func(out io.Writer, args ...string) int {
				w := world{in: strings.NewReader(strings.Repeat("o", 5000) + "\n"), out: out, err: io.Discard, env: serving.get}
				return dispatch(t.Context(), w, append([]string{v.name}, args...))
			}
			var page bytes.Buffer
			if got := code(&page, "--help"); got != exitOK || page.Len() == 0 {
				t.Errorf("its page: %d", got)
			}
			if got := code(io.Discard, "--no-such-flag"); got != exitUsage {
				t.Errorf("a flag that there is not: %d", got)
			}
			args, known := fails[v.name]
			if got := code(shut{}, args...); got != exitFailure || !known {
				t.Errorf("where it fails: %d", got)
			}
		})
	}
	table := "| verb | exits 1 when |\n|---|---|\n" + rows.String()
	path := filepath.Join("..", "..", "docs", "operate.md")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- exits: made by TestExitCodes -->\n\n", "\n<!-- end -->"
	head, rest, begun := strings.Cut(string(raw), begin)
	written, tail, ended := strings.Cut(rest, end)
	switch {
	case !begun || !ended:
		t.Fatal("docs/operate.md has no place for the table")
	case *updateExits:
		if err := os.WriteFile(path, []byte(head+begin+table+end+tail), 0o600); err != nil {
			t.Fatal(err)
		}
	case written != table:
		t.Errorf("docs/operate.md does not say what verbs exit with; go test ./cmd/atende -run TestExitCodes -exits.update\n%s", table)
	}
}

// Each script knows every verb and all of its flags, and bash completes with it.
func TestCompletion(t *testing.T) {
	t.Parallel()
	script := func(shell string) string {
		var out bytes.Buffer
		if code := completionVerb(t.Context(), world{out: &out, err: io.Discard}, []string{shell}); code != exitOK {
			t.Fatalf("%s: exit %d", shell, code)
		}
		return out.String()
	}
	known := completions(t.Context())
	flags := 0
	for _, shell := range shells {
		text := script(shell)
		for _, v := range known {
			flags += len(v.flags)
			for _, name := range slices.Concat([]string{v.name}, v.words, v.flags) {
				if !strings.Contains(text, strings.TrimPrefix(name, "--")) {
					t.Errorf("%s does not know %s of %s", shell, name, v.name)
				}
			}
		}
	}
	if len(known) != len(verbs()) || flags < 3*200 || !slices.ContainsFunc(known, func(c completed) bool { return c.name == "understand" && slices.Contains(c.flags, "--why") }) {
		t.Errorf("%d verbs, %d flags", len(known), flags/3)
	}
	path := filepath.Join(t.TempDir(), "atende.bash")
	if err := os.WriteFile(path, []byte(script("bash")), 0o600); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"ser": "serve", "co": "conversation completion", "conversation hand": "hand-over hand-back", "serve --gateway-u": "--gateway-url",
		"doctor --webhook-u": "--webhook-url", "help und": "understand", "completion z": "zsh", "backup /": "",
	} {
		words := strings.Fields("atende " + typed)
		command := exec.CommandContext(t.Context(), "bash", "-c", `source "$0"; COMP_CWORD=$1; shift; COMP_WORDS=("$@"); _atende; echo "${COMPREPLY[*]}"`,
			path, fmt.Sprint(len(words)-1))
		command.Args = append(command.Args, words...)
		got, err := command.CombinedOutput()
		if err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%q: %q, %v, want %q", typed, got, err, want)
		}
	}
}

// The runbook begins with what its commands need, and all of its commands and settings are there.
func TestRunbook(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "runbook.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	first, alerts := strings.Index(page, "ATENDE_ADMIN_TOKEN_FILE="), strings.Index(page, "\n## AtendeNoBookings")
	if calls := strings.Index(page, "**A1 to A4**"); first < 0 || calls < 0 || first > alerts || calls > alerts || strings.Index(page, "\natende ") < first {
		t.Error("settings, token and what A1 to A4 are do not stand before the rest")
	}
	for _, found := range regexp.MustCompile(`(?:\n|`+"`)(?:/)?atende ([a-z]+)").FindAllStringSubmatch(page, -1) {
		if !slices.Contains(verbNames(), found[1]) {
			t.Errorf("there is no verb %s", found[1])
		}
	}
	for _, name := range regexp.MustCompile(`ATENDE_[A-Z_]+[A-Z]`).FindAllString(page, -1) {
		if !isSetting(name, knownVariables()) {
			t.Errorf("there is no setting %s", name)
		}
	}
}
