package admin_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/cluster"
	"atende/actors/journal/sealed"
	"atende/integrations/openapi/openapitest"
	"atende/webhook/admin"
)

// watch holds what is asked and answered against the document; profiles are not in it.
var watch = openapitest.New(admin.OpenAPI.JSON()).Except(func(path string) bool { return strings.HasPrefix(path, "/debug/") })

// handling is a handler whose exchanges are watched.
func handling(c admin.Config) http.Handler { return watch.Over(admin.New(c)) }

// away is a cluster whose database does not answer.
type away struct{}

func (away) Status(context.Context) (cluster.Status, error) {
	return cluster.Status{}, errors.New("away")
}
func (away) RequestDrain(context.Context, string, bool) (bool, error) {
	return false, errors.New("away")
}

// strange is a cluster that has no node of that name.
type strange struct{ away }

func (strange) RequestDrain(context.Context, string, bool) (bool, error) { return false, nil }

// Every path that is served is in the document, and the other way round; and what the rules of this listener refuse is refused
// by every operation that the document says it of.
func TestOpenAPI(t *testing.T) {
	failing := admin.Config{
		Gatherer: prometheus.NewRegistry(), Operator: &clinicDesk{known: "s-1", err: errors.New("away")}, Cluster: away{},
		Rekey: func(context.Context, string, sealed.Progress) (sealed.Progress, error) {
			return sealed.Progress{}, errors.New("away")
		},
		Reload: func(context.Context) error { return errors.New("b.env: is wrong") },
	}
	paths := openapitest.Served(admin.New(failing).(*mux.Router))
	paths = slices.DeleteFunc(paths, func(path string) bool { return strings.HasPrefix(path, "/debug/") })
	for _, problem := range watch.Paths(paths) {
		t.Error(problem)
	}
	locked := failing
	locked.Token = "a-token-of-operators"
	well := admin.Config{Gatherer: prometheus.NewRegistry(), Operator: &clinicDesk{known: "s-1"}, Cluster: strange{}}
	bodies := map[string]string{"/admin/erase": `{"cpf":"52998224725"}`, "/admin/export": `{"cpf":"52998224725"}`, "/admin/search": `{"cpf":"52998224725"}`, "/admin/appointments": `{"appointments":[]}`, "/admin/cluster/drain": `{"node":"n1"}`, "/admin/cluster/resume": `{"node":"n1"}`}
	watch.Operations(func(method, path string, statuses []string) {
		at := strings.Replace(path, "{id}", "s-1", 1)
		right := append([]string{"Authorization", "Bearer " + locked.Token}, asJSON...)
		tries := map[string]func() int{
			"401": func() int { return send(handling(locked), method, at, "").Code },
			"403": func() int {
				return send(handling(locked), method, at, "{}", append(right, "Sec-Fetch-Site", "cross-site")...).Code
			},
			"413": func() int {
				body := strings.Repeat(" ", 5000)
				if path == "/admin/appointments" {
					body = strings.Repeat(" ", admin.MaxUpload+1)
				}
				return send(handling(locked), method, at, body, right...).Code
			},
			"415": func() int {
				return send(handling(locked), method, at, "{}", append(slices.Clone(right), "Content-Type", "text/plain")...).Code
			},
			"421": func() int { return elsewhere(handling(locked), method, at, right...) },
			"429": func() int { return guessed(handling(locked), method, at) },
			"503": func() int { return send(handling(failing), method, at, bodies[path], asJSON...).Code },
		}
		if strings.Contains(path, "{id}") || strings.HasPrefix(path, "/admin/cluster/") {
			tries["404"] = func() int {
				return send(handling(well), method, strings.Replace(path, "{id}", "s-2", 1), bodies[path], asJSON...).Code
			}
		}
		if method == http.MethodPost {
			tries["303"] = func() int { return send(handling(well), method, at, "", asForm...).Code }
			tries["400"] = func() int { return send(handling(well), method, at, "{", asJSON...).Code }
		}
		if path == "/ready" {
			delete(tries, "503") // has a test of its own
		}
		for status, try := range tries {
			promised := slices.Contains(statuses, status)
			if got := http.StatusText(try()); promised && got != http.StatusText(number(status)) {
				t.Errorf("%s %s: %s, want %s", method, path, got, status)
			}
		}
	})
	for token, want := range map[string]int{"": 401, locked.Token: 200} {
		if w := send(handling(locked), "GET", "/openapi.json", "", "Authorization", "Bearer "+token); w.Code != want || want == 200 && w.Body.String() != string(admin.OpenAPI.JSON()) {
			t.Errorf("the document with the token %q: %d", token, w.Code)
		}
	}
}

func number(status string) (n int) {
	for _, digit := range status {
		n = 10*n + int(digit-'0')
	}
	return n
}

// elsewhere calls under a name that somebody could register, as a browser.
func elsewhere(h http.Handler, method, path string, headers ...string) int {
	return answerTo(h, method, path, "evil.example", append(headers, "Sec-Fetch-Site", "same-origin")...)
}

func answerTo(h http.Handler, method, path, host string, headers ...string) int {
	r := httptest.NewRequest(method, path, http.NoBody)
	r.Host = host
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code
}

// guessed calls after many wrong tokens.
func guessed(h http.Handler, method, path string) (status int) {
	for range 11 {
		status = answerTo(h, method, path, "localhost", "Authorization", "Bearer guess")
	}
	return status
}

// A step of the encryption anew says how far it came, and that there is no key.
func TestRekey(t *testing.T) {
	for name, test := range map[string]struct {
		rekey func(context.Context, string, sealed.Progress) (sealed.Progress, error)
		want  int
	}{
		"done": {func(context.Context, string, sealed.Progress) (sealed.Progress, error) {
			return sealed.Progress{Looked: 3}, nil
		}, 200},
		"no key": {func(context.Context, string, sealed.Progress) (sealed.Progress, error) {
			return sealed.Progress{}, sealed.ErrNoKeys
		}, 409},
		"no such use": {nil, 409},
	} {
		h := desk(&clinicDesk{}, func(c *admin.Config) { c.Rekey = test.rekey })
		if w := send(h, "POST", "/admin/rekey", "", asJSON...); w.Code != test.want || (test.want == 200) != strings.Contains(w.Body.String(), `"looked":3`) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}
