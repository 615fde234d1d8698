package simulator

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Who may drive the simulator speaks as any patient with the webhook's token: this machine may, callers with the gateway's
// token, and others where the configuration says so.  The operations and the files of patients are for the agent, wherever it is.
func TestWhoDrives(t *testing.T) {
	t.Parallel()
	const here, there = "127.0.0.1:1000", "192.0.2.7:1000"
	for _, test := range []struct {
		name, from string
		token      string // of the simulator
		open       bool
		bearer     string
		want       bool
		host       string // "": the address
	}{
		{"this machine", here, "", false, "", true, ""},
		{"this machine, by its name", here, "", false, "", true, "localhost:8070"},
		{"this machine, under a name that a stranger may own", here, "", false, "", false, "evil.example.com"},
		{"under such a name, the token", here, "secret", false, "secret", true, "evil.example.com"},
		{"this machine, with a token", here, "secret", false, "", true, ""},
		{"another machine", there, "", false, "", false, ""},
		{"another machine, any token", there, "", false, "any", false, ""},
		{"another machine, no token", there, "secret", false, "", false, ""},
		{"another machine, the wrong token", there, "secret", false, "guessed", false, ""},
		{"another machine, the token", there, "secret", false, "secret", true, ""},
		{"another machine, open", there, "secret", true, "", true, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := New(Config{Token: test.token, Open: test.open})
			defer s.Close()
			id, err := s.Open(Patient{})
			if err != nil {
				t.Fatal(err)
			}
			status := func(method, path, body string) int {
				r := httptest.NewRequest(method, path, strings.NewReader(body))
				r.RemoteAddr, r.Host = test.from, cmp.Or(test.host, "127.0.0.1:8070")
				if test.bearer != "" {
					r.Header.Set("Authorization", "Bearer "+test.bearer)
				}
				w := httptest.NewRecorder()
				watch.Over(s.Handler()).ServeHTTP(w, r)
				return w.Code
			}
			for _, call := range [][3]string{
				{"GET", "/", ""},
				{"GET", "/page.js", ""},
				{"GET", "/sim/sessions", ""},
				{"POST", "/sim/sessions", ""},
				{"GET", "/sim/sessions/" + id, ""},
				{"GET", "/sim/sessions/" + id + "/panel", ""},
				{"PATCH", "/sim/sessions/" + id, `{"status":"closed"}`},
				{"POST", "/sim/sessions/" + id + "/messages", `{"text":"oi"}`},
				{"POST", "/sim/sessions/" + id + "/files?name=a.pdf", "%PDF"},
				{"DELETE", "/sim/faults", ""},
			} {
				if got := status(call[0], call[1], call[2]); (got == http.StatusUnauthorized) == test.want {
					t.Errorf("%s %s: %d", call[0], call[1], got)
				}
			}
			if got := status("GET", "/sim/files/none", ""); got != http.StatusNotFound {
				t.Errorf("files: %d", got)
			}
			if got := status("GET", "/chat/v2/session/"+id, ""); got != http.StatusOK && (test.token == "" || test.bearer == test.token) {
				t.Errorf("an operation: %d", got)
			}
		})
	}
}
