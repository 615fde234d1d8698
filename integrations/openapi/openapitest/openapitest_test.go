package openapitest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/mux"
)

const document = `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{
	"/a/{id}":{"post":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],
		"requestBody":{"content":{"application/json":{"schema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}}},
		"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object","required":["m"],"additionalProperties":false,"properties":{"m":{"type":"integer"}}}}}},
			"400":{"description":"no","content":{"application/json":{"schema":{"type":"string"}}}}}}}}}`

// silent are tests that do nothing.
type silent struct{ do func() }

func (s silent) Run() int { s.do(); return 0 }

// What a handler does otherwise than the document is a problem, one each.
func TestWatch(t *testing.T) {
	for name, test := range map[string]struct {
		path, asked, answer string
		status              int
		problem             string
	}{
		"right":                        {"/a/1", `{"n":1}`, `{"m":1}`, 200, ""},
		"right, with an odd variable":  {"/a/x%2Fy", `{"n":1}`, `{"m":1}`, 200, ""},
		"a wrong call that is refused": {"/a/1", `{"n":"1"}`, `"no"`, 400, ""},
		"a wrong call that is taken":   {"/a/1", `{"n":"1"}`, `{"m":1}`, 200, "took what the document refuses"},
		"a wrong answer":               {"/a/1", `{"n":1}`, `{"m":"1"}`, 200, "POST /a/{id} 200"},
		"an answer with more":          {"/a/1", `{"n":1}`, `{"m":1,"x":2}`, 200, "POST /a/{id} 200"},
		"a wrong refusal":              {"/a/1", `{}`, `{"m":1}`, 400, "POST /a/{id} 400"},
		"another status":               {"/a/1", `{"n":1}`, `{"m":1}`, 201, "answers 201, which is not in the document"},
		"another path":                 {"/b", ``, `{}`, 200, "/b answers 200 and is not in the document"},
		"nobody there":                 {"/b", ``, `{}`, 404, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := New([]byte(document))
			h := w.Over(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
				_, _ = r.Body.Read(make([]byte, 100))
				out.Header().Set("Content-Type", "application/json")
				out.WriteHeader(test.status)
				_, _ = out.Write([]byte(test.answer))
			}))
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, test.path, strings.NewReader(test.asked)))
			var found []string
			for problem := range w.problems {
				found = append(found, problem)
			}
			if len(found) > 1 || (len(found) == 1) != (test.problem != "") || test.problem != "" && !strings.Contains(found[0], test.problem) {
				t.Errorf("%q, want %q", found, test.problem)
			}
		})
	}
}

// What nobody got, and what is served or written alone, is told.
func TestMissing(t *testing.T) {
	w := New([]byte(document))
	if missing := w.unseen(nil); len(missing) != 2 || !strings.HasPrefix(missing[0], "POST /a/{id} 200") {
		t.Errorf("%q", missing)
	}
	if missing := w.unseen([]string{"400", "POST /a/{id} 200"}); len(missing) != 0 {
		t.Errorf("%q", missing)
	}
	code := w.Tests(silent{func() { w.problem("x") }}, "200", "400").Run()
	if code != 1 {
		t.Errorf("exit %d with a problem", code)
	}
	router := mux.NewRouter()
	nobody := http.NotFoundHandler()
	router.Handle("/b", nobody).Methods(http.MethodGet)
	router.PathPrefix("/c/").Handler(nobody)
	inner := router.NewRoute().Subrouter()
	inner.Path("/a/{id}").Handler(nobody)
	if problems := w.Paths(Served(router)); len(problems) != 1 || problems[0] != "/b is served and not in the document" {
		t.Errorf("%q", problems)
	}
	if problems := w.Paths(nil); len(problems) != 1 || problems[0] != "/a/{id} is in the document and not served" {
		t.Errorf("%q", problems)
	}
}
