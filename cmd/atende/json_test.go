package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"atende/actors/journal/sealed"
	journals "atende/actors/journal/store"
)

// With --json a verb prints one JSON document and nothing else, with what it says in words otherwise.
func TestJSONOfVerbs(t *testing.T) {
	t.Parallel()
	progress, err := json.Marshal(sealed.Progress{Stage: sealed.StageDone, Looked: 3, Rewritten: 1})
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{
		"/health": "", "/admin/rekey": string(progress), "/admin/erase": `{"status":"erased","sessions":2,"busy":0}`,
		"/admin/cluster/drain": "", "/admin/cluster/resume": "", "/admin/cluster": `{"node":"n2","members":[{"node":"n2"}],"shards":[{"shard":0,"owner":"n2#1"}]}`,
		"/admin/conversations/s-1/pause": `{"status":"paused","until":"2026-11-22T13:00:00Z"}`,
	}
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if said, known := answers[r.URL.Path]; known {
			if r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/admin/cluster/") {
				w.WriteHeader(http.StatusAccepted)
			}
			_, _ = io.WriteString(w, said)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(node.Close)
	address := strings.TrimPrefix(node.URL, "http://")
	folder := t.TempDir()
	database := "sqlite:" + filepath.Join(folder, "a.db")
	journal, err := journals.Open(t.Context(), database, journals.Options{})
	if err != nil || journal.Close() != nil {
		t.Fatal(err)
	}
	sample := filepath.Join("..", "..", "integrations", "catalog", "sample.yaml")
	for _, test := range []struct {
		args  []string
		holds string // the document, without spaces
		words string // what is said without --json
	}{
		{[]string{"health", "--listen=" + address}, `{"status":"ok"}`, "ok\n"},
		{[]string{"backup", "--to=" + folder, "--database-url=" + database}, `"copies":[{"kind":"journal","file":`, "wrote the file"},
		{[]string{"rekey", "--admin-listen=" + address}, `"looked":3,"rewritten":1`, "no other key is needed"},
		{[]string{"erase", "--cpf=52998224725", "--yes", "--admin-listen=" + address}, `{"sessions":2}`, "2 sessions forgotten"},
		{[]string{"conversation", "pause", "s-1", "--admin-listen=" + address}, `{"status":"paused","until":"2026-11-22T13:00:00Z"}`, "messages wait until"},
		{[]string{"cluster", "drain", "n1", "--admin-listen=" + address}, `{"node":"n1","status":"drained"}`, "n1 owns nothing"},
		{[]string{"cluster", "resume", "n1", "--admin-listen=" + address}, `{"node":"n1","status":"resumed"}`, "n1 takes shards again"},
		{[]string{"texts"}, `{"id":"greeting.morning","variants":["Bom dia!"]}`, "greeting.morning\n    Bom dia!\n"},
		{[]string{"phrases"}, `"group":"cardiologia","also":["cardiologista","cardio"],"phrases":["cardiologo|cardiologa","#doctor #of coracao"`, "[cardiologia: "},
		{[]string{"phrases", "--check=" + sample}, `"phrases":`, "phrases, their examples hold"},
	} {
		t.Run(test.args[0], func(t *testing.T) {
			run := func(args ...string) string {
				t.Helper()
				var out bytes.Buffer
				w := world{in: strings.NewReader(""), out: &out, err: io.Discard, env: func(string) string { return "" }}
				if code := dispatch(t.Context(), w, args); code != exitOK {
					t.Errorf("%q: exit %d", args, code)
				}
				return out.String()
			}
			printed := run(append(test.args, "--json")...)
			var whole bytes.Buffer
			if err := json.Compact(&whole, []byte(printed)); err != nil || !strings.Contains(whole.String(), test.holds) {
				t.Errorf("%v\n%s", err, printed)
			}
			if test.args[0] == "backup" {
				return // a second copy within a second has the same name
			}
			if said := run(test.args...); !strings.Contains(said, test.words) || json.Valid([]byte(said)) {
				t.Errorf("in words: %s", said)
			}
		})
	}
}
