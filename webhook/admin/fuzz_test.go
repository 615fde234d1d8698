package admin_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"atende/webhook/admin"
)

// Whatever a file holds, it is refused, or each of its appointments can be asked about.
func FuzzFiles(f *testing.F) {
	for _, file := range []string{
		"chave;telefone;paciente;m\xe9dico;data;hora;situa\xe7\xe3o\n1;(11) 98888-7777;Rosa;101;24/11/2026;14:30;agendado\n",
		"key,phone,name,doctor,date\n1,11988887777,\"Rosa\nLima\",101,2026-11-24T14:30-03:00\n", "key\n", "", "\xff", "\"", ";;;;\n;;;;\n",
	} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		desk := &clinicDesk{}
		w := send(admin.New(admin.Config{Gatherer: prometheus.NewRegistry(), Operator: desk}), "POST", "/admin/appointments", file, asCSV...)
		if w.Code != 200 && w.Code != 400 && w.Code != 413 || w.Code != 200 && desk.taken != nil || !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%d %s, taken %v", w.Code, w.Body, desk.taken)
		}
		keys := map[string]bool{}
		for _, a := range desk.taken {
			if a.Key == "" || keys[a.Key] || a.Name == "" || a.Doctor == "" || len(a.Phone) < 12 || a.At.IsZero() {
				t.Fatalf("taken %+v", a)
			}
			keys[a.Key] = true
		}
	})
}

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
		"/admin/conversations/s1/hand-over", "/admin/conversations/s1/hand-back", "/admin/erase", "/admin/export", "/admin/appointments",
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
