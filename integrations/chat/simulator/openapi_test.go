package simulator

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"atende/integrations/openapi"
)

// Every path of the control API is in the document, and the other way round; the document itself is for everybody.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{Token: "secret"})
	served := []string{openapi.Path, filePath}
	for _, c := range b.controls() {
		if _, path, _ := strings.Cut(c.pattern, " "); !slices.Contains(served, path) {
			served = append(served, path)
		}
	}
	for _, problem := range watch.Paths(served) {
		t.Error(problem)
	}
	if status, document := b.call(t, http.MethodGet, "/openapi.json", ""); status != http.StatusOK || document["openapi"] != "3.1.0" {
		t.Errorf("%d %v", status, document["openapi"])
	}
}

// What all operations refuse alike: pages of other sites, bodies without end, callers of other machines; and a file comes in parts.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := New(Config{})
	defer s.Close()
	id, err := s.Open(Patient{})
	if err != nil {
		t.Fatal(err)
	}
	handler := watch.Over(s.Handler())
	ask := func(method, path, from, body string, headers ...string) int {
		r := httptest.NewRequest(method, strings.Replace(path, "{id}", id, 1), strings.NewReader(body))
		r.RemoteAddr, r.Host = from, "localhost"
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Code
	}
	const here, there = "127.0.0.1:1000", "192.0.2.7:1000"
	for _, c := range s.controls() {
		method, path, _ := strings.Cut(c.pattern, " ")
		if got := ask(method, path, there, ""); got != http.StatusUnauthorized {
			t.Errorf("%s from another machine: %d", c.pattern, got)
		}
		if method == http.MethodGet {
			continue
		}
		if got := ask(method, path, here, "", "Sec-Fetch-Site", "cross-site"); got != http.StatusForbidden {
			t.Errorf("%s from another site: %d", c.pattern, got)
		}
		if got := ask(method, path, here, strings.Repeat(" ", maxFile+1)); got != http.StatusRequestEntityTooLarge {
			t.Errorf("%s without end: %d", c.pattern, got)
		}
	}
	file, err := s.Attach(id, "", File{Data: []byte("%PDF-1.7"), MIME: "application/pdf"})
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(http.MethodGet, file["publicUrl"].(string), there, "", "Range", "bytes=0-3"); got != http.StatusPartialContent {
		t.Errorf("a part of a file: %d", got)
	}
}
