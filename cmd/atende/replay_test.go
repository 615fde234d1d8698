package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/journal"
	"atende/cmd/internal/replay"
	"atende/webhook/admin"
)

// Histories of the counter are two pages of one turn each.
func (c *counter) Histories(_ context.Context, by, afterSession string, afterSeq int64, _ int) ([]journal.SessionEntry, error) {
	c.asked = append(c.asked, fmt.Sprintf("%s: history after %s %d", by, afterSession, afterSeq))
	turn := func(id string, seq int64) []journal.SessionEntry {
		body := `{"turn":1,"at":"2026-11-23T12:00:00Z","heard":[{"at":"2026-11-23T12:00:00Z","type":"TEXT","text":"oi, sou [NOME 1]"}]}`
		return []journal.SessionEntry{{SessionID: id, Entry: journal.Entry{Seq: seq, At: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC), Body: []byte(body)}}}
	}
	switch afterSession {
	case "":
		return turn(counterSession, 7), c.err
	case counterSession:
		return turn("c&d", 9), c.err
	default:
		return nil, c.err
	}
}

// replayed runs the verb against a node with a counter; ADDRESS among the arguments is that of the node.
func replayed(t *testing.T, c *counter, args ...string) (code int, out, problems string) {
	t.Helper()
	server := httptest.NewServer(admin.New(admin.Config{Gatherer: prometheus.NewRegistry(), Operator: c, Token: "s3cret"}))
	defer server.Close()
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "ADDRESS", strings.TrimPrefix(server.URL, "http://"))
	}
	return ask(t, server.URL, "", append([]string{"replay"}, args...)...)
}

// Recordings come page by page, can be kept, and are read from the file as from the node.
func TestReplaySaves(t *testing.T) {
	t.Parallel()
	sample := filepath.Join("..", "..", "integrations", "catalog", "sample.yaml")
	file := filepath.Join(t.TempDir(), "weeks.ndjson")
	c := &counter{}
	if code, out, problems := replayed(t, c, "--save", file); code != exitOK || out != "" || problems != "" {
		t.Fatalf("exit %d: %s%s", code, out, problems)
	}
	if asked := strings.Join(c.asked, ", "); asked != "joana: history after  0, joana: history after a/b c 7, joana: history after c&d 9" {
		t.Error(asked)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
	for _, from := range []string{"--from=" + file, "--from=ADDRESS"} {
		code, out, problems := replayed(t, &counter{}, from, "--against", sample, "--catalog", sample, "--fail-on-change")
		if code != exitOK || !strings.HasPrefix(out, "2 conversations with 2 turns were led twice; 2 of them end") || problems != "" {
			t.Errorf("%s: exit %d: %s%s", from, code, out, problems)
		}
	}
	if code, _, problems := replayed(t, &counter{}, "--save", file); code != exitUsage || !strings.Contains(problems, "already") {
		t.Errorf("exit %d: %s", code, problems)
	}
}

// A recording without a conversation, or one that cannot be read whole, proves nothing.
func TestReplayOfNothing(t *testing.T) {
	t.Parallel()
	sample := filepath.Join("..", "..", "integrations", "catalog", "sample.yaml")
	for content, want := range map[string]string{
		"":                       "the recording has no conversations",
		"no turn of a session\n": "1 line of the recording could not be read",
	} {
		file := filepath.Join(t.TempDir(), "recording.ndjson")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		code, _, problems := replayed(t, &counter{}, "--from", file, "--catalog", sample, "--against", sample, "--fail-on-change")
		if code != exitFailure || !strings.Contains(problems, want) {
			t.Errorf("%q: exit %d, %q", content, code, problems)
		}
		if code, _, _ := replayed(t, &counter{}, "--from", file, "--catalog", sample, "--against", sample); code != exitOK {
			t.Errorf("%q without --fail-on-change: exit %d", content, code)
		}
	}
}

// A node that fails in the middle leaves no file that passes for a recording.
func TestReplayOfANodeThatFails(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "weeks.ndjson")
	code, _, problems := replayed(t, &counter{err: context.DeadlineExceeded}, "--save", file)
	if _, err := os.Stat(file); code != exitFailure || !strings.Contains(problems, "503") || err == nil {
		t.Errorf("exit %d: %s, %v", code, problems, err)
	}
}

func TestReplaySettings(t *testing.T) {
	t.Parallel()
	sample := filepath.Join("..", "..", "integrations", "catalog", "sample.yaml")
	for want, args := range map[string][]string{
		"what is to be tried?":                         {"--against", sample},
		"ATENDE_CATALOG: is required, to compare with": {"--catalog", sample},
		"neither a file nor HOST:PORT":                 {"--catalog", sample, "--against", sample, "--from", "nowhere.ndjson"},
		"--catalog: ":                                  {"--catalog", "nowhere.yaml", "--against", sample},
	} {
		if code, _, problems := replayed(t, &counter{}, args...); code != exitUsage || !strings.Contains(problems, want) {
			t.Errorf("%q: exit %d: %s", args, code, problems)
		}
	}
}

// With what a real agent recorded: the same files change nothing; without a doctor exactly the
// conversation that asked for that doctor ends otherwise.
func TestReplayOfARealDay(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	files := map[string]string{}
	for name, doctors := range map[string]string{
		"present": "{agenda_id: 101, name: Dra. Ana Souza, specialty_id: 7}\n  - {agenda_id: 102, name: Dr. Hugo Nunes, specialty_id: 7}",
		"new":     "{agenda_id: 102, name: Dr. Hugo Nunes, specialty_id: 7}\n  - {agenda_id: 103, name: Dra. Olga Reis, specialty_id: 7}",
	} {
		files[name] = filepath.Join(folder, name+".yaml")
		file := strings.Replace(catalogue, "{agenda_id: 101, name: Dra. Ana Souza, specialty_id: 7}", doctors, 1)
		if err := os.WriteFile(files[name], []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	more := strings.NewReplacer( // a question more, and one that there was not
		"doctors:\n", "doctors:\n  - {agenda_id: 109, name: Dra. Ana Reis, specialty_id: 7}\n", "plans:\n", "plans:\n  - {id: 9, name: Porto Seguro}\n",
	).Replace(catalogue)
	files["more"] = filepath.Join(folder, "more.yaml")
	if err := os.WriteFile(files["more"], []byte(more), 0o600); err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, "ATENDE_CATALOG", files["present"])
	h.books("s-0")
	h.says("s-1", "s-1-1", "bom dia")
	h.gateway.hears("s-1", "Clínica Boa Vida")
	h.measures("atende_journal_pending 0")
	led := func(candidate string) (report replay.Report, code int) {
		t.Helper()
		code, out, problems := ask(t, h.agent.admin, "", "replay", "--against", h.env["ATENDE_CATALOG"], "--catalog", candidate, "--json", "--fail-on-change")
		if err := json.Unmarshal([]byte(out), &report); err != nil {
			t.Fatalf("exit %d: %v %s%s", code, err, out, problems)
		}
		for _, secret := range []string{"Maria", "Aparecida", "52998224725", "529.982", "1980"} {
			if strings.Contains(out, secret) {
				t.Errorf("%s is in the report:\n%s", secret, out)
			}
		}
		return report, code
	}
	same, code := led(files["present"])
	if code != exitOK || same.Conversations != 2 || same.Faithful != 2 || same.Changed != 0 || same.Reworded != 0 {
		t.Errorf("the same files: exit %d, %+v", code, same)
	}
	followed, code := led(files["more"])
	if code != exitOK || followed.Changed != 0 || followed.Followed != 1 {
		t.Errorf("with more to ask: exit %d, %+v", code, followed)
	}
	changed, code := led(files["new"])
	if code != exitFailure || changed.Changed != 1 || changed.Changes[0].Session != "s-0" || changed.Changes[0].Turn != 1 {
		t.Errorf("without the doctor: exit %d, %+v", code, changed)
	}
}
