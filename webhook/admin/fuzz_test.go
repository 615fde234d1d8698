package admin_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"atende/webhook/admin"
)

// Whatever is sent to the pages that change something, the answer is one of theirs, and nothing is done but what was
// asked for.
func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		`{"node":"n2"}`, `{"for":"1h"}`, `{"for":"-1h"}`, `{"for":1}`, `{"cpf":"52998224725"}`, `{"phone":"5511987654321"}`, `{"cpf":"1","phone":"2"}`,
		`null`, `[]`, `{}`, ``, "\xff", `{"NODE":"n2","node":null}`, strings.Repeat("[", 5000),
	} {
		f.Add(body)
	}
	paths := []string{
		"/admin/cluster/drain", "/admin/cluster/resume", "/admin/conversations/s1/pause", "/admin/conversations/s1/resume",
		"/admin/conversations/s1/hand-over", "/admin/conversations/s1/hand-back", "/admin/erase", "/admin/export",
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range paths {
			desk, nodes := &clinicDesk{known: "s1"}, &trio{}
			w := wish(admin.New(admin.Config{Gatherer: prometheus.NewRegistry(), Cluster: nodes, Operator: desk}), path, body)
			if w.Code < 200 || w.Code >= 500 && w.Code != 503 {
				t.Fatalf("%s: %d %s", path, w.Code, w.Body)
			}
			done := len(desk.asked) + len(nodes.wishes)
			if done > 1 || w.Code >= 400 && done > 0 {
				t.Fatalf("%s: %d, and yet %q %q", path, w.Code, desk.asked, nodes.wishes)
			}
			if !json.Valid(w.Body.Bytes()) && w.Header().Get("Content-Type") == "application/json" {
				t.Fatalf("%s: no JSON: %s", path, w.Body)
			}
		}
	})
}
