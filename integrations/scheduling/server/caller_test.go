package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"atende/integrations/catalog"
)

// calling makes a server that is asked without a network, by callers at any address.
func calling(t *testing.T, token string) (s *Server, ask func(from, path, body string, headers ...string) *httptest.ResponseRecorder, clock *time.Time) {
	t.Helper()
	now := monday
	s, err := New(t.Context(), Config{DatabaseURL: "memory:", Clinic: catalog.Sample(), Token: token, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	handler := watch.Over(s.Handler())
	return s, func(from, path, body string, headers ...string) *httptest.ResponseRecorder {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.RemoteAddr = from
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}, &now
}

const (
	here  = "127.0.0.1:5000"
	there = "192.0.2.8:5000"
)

// Without a token only this machine is answered, and no web page in a browser on it; with one whoever shows it.
func TestCallers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		token, from string
		headers     []string
		status      int
		says        string
	}{
		"here":                      {"", here, nil, 200, ""},
		"here, over IPv6":           {"", "[::1]:5000", nil, 200, ""},
		"there":                     {"", there, nil, 401, "ATENDE_SCHEDULING_TOKEN"},
		"there, over IPv6":          {"", "[2001:db8::1]:5000", nil, 401, "ATENDE_SCHEDULING_TOKEN"},
		"there, with any token":     {"", there, []string{"Authorization", "Bearer segredo"}, 401, "ATENDE_SCHEDULING_TOKEN"},
		"there, as if here":         {"", there, []string{"X-Forwarded-For", "127.0.0.1"}, 401, "ATENDE_SCHEDULING_TOKEN"},
		"nowhere":                   {"", "@", nil, 401, "ATENDE_SCHEDULING_TOKEN"},
		"a page here":               {"", here, []string{"Origin", "http://evil.example"}, 403, "páginas"},
		"a page of the same name":   {"", here, []string{"Sec-Fetch-Site", "same-origin"}, 403, "páginas"},
		"there, with the token":     {"segredo", there, []string{"Authorization", "Bearer segredo"}, 200, ""},
		"there, with a wrong token": {"segredo", there, []string{"Authorization", "Bearer segredos"}, 401, "não autorizado"},
		"here, without the token":   {"segredo", here, nil, 401, "não autorizado"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, ask, _ := calling(t, test.token)
			for _, path := range []string{pathPatient + anaCPF, pathRegister, pathTimes, pathBook} {
				w := ask(test.from, path, "{}", test.headers...)
				if refused := w.Code == 401 || w.Code == 403; refused != (test.status != 200) || refused && w.Code != test.status || !strings.Contains(w.Body.String(), test.says) {
					t.Errorf("%s: %d %s", path, w.Code, w.Body)
				}
				if (w.Code == 401) != (w.Header().Get("WWW-Authenticate") == "Bearer") {
					t.Errorf("%s: %v", path, w.Header())
				}
			}
		})
	}
}

// Who looks for CPFs that nobody has is slowed, at its own address alone; who finds or registers them is not.
func TestUnknownCPFs(t *testing.T) {
	t.Parallel()
	const token, bound = "segredo", 5
	s, ask, clock := calling(t, token)
	s.unknown.Burst = bound
	call := func(from, path, body string) *httptest.ResponseRecorder {
		t.Helper()
		return ask(from, path, body, "Authorization", "Bearer "+token)
	}
	look := func(from string, n, status int) {
		t.Helper()
		w := call(from, pathPatient+fmt.Sprintf("%011d", n), "")
		if w.Code != status || (w.Header().Get("Retry-After") == "1") != (status == 429) {
			t.Errorf("%d from %s: %d %v %s", n, from, w.Code, w.Header(), w.Body)
		}
	}
	register := func(from string, n int) {
		t.Helper()
		w := call(from, pathRegister, fmt.Sprintf(`{"pacientes":[{"nome":"Ana %d","dataNascimento":"1980-01-02","cpf":"%011d","celular":"5511999990000"}]}`, n, n))
		if w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	for n := range 10 * bound { // new patients, each looked up, registered and looked up again
		look(here, n, 200)
		register(here, n)
		look(here, n, 200)
	}
	for n := range bound {
		look(there, 1000+n, 200)
	}
	look(there, 2000, 429)
	look(there, 1, 429) // nobody learns that one is known, either
	for n := range 3 {  // registering who is registered gives nothing back
		register(there, n)
	}
	look(there, 2000, 429)
	look(here, 2000, 200)
	*clock = clock.Add(time.Second)
	look(there, 1, 200) // known: not counted
	look(there, 2000, 200)
	look(there, 2000, 429)
}

// A3 tells nothing of who has a CPF already.
func TestRegisterTellsNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body := func(name, birth, phone string) object {
		return object{"pacientes": []object{{"nome": name, "dataNascimento": birth, "cpf": anaCPF, "celular": phone}}}
	}
	first := b.post(pathRegister, body("Ana Lima", "1980-01-02", "5511911112222"))
	second := b.post(pathRegister, body("Rui Reis", "1990-03-04", "5511933334444"))
	for _, secret := range []string{"Ana", "1980", "5511911112222"} {
		if !strings.Contains(first.raw, secret) || strings.Contains(second.raw, secret) {
			t.Errorf("%s: %s, then %s", secret, first.raw, second.raw)
		}
	}
	if kept := b.post(pathPatient+anaCPF, nil); !strings.Contains(kept.raw, "Ana Lima") {
		t.Errorf("A2: %s", kept.raw)
	}
}
