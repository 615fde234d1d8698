// Package openapitest holds OpenAPI documents against what is really asked and answered: the tests of a package go through a
// Watch, and fail where a document and an answer disagree, where something answers that no document names, and where a
// document promises what no test has seen.
package openapitest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gorilla/mux"
	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
)

// enough exchanges of an operation with one status are compared; some tests make tens of thousands.
const enough = 1000

// Watch compares exchanges with a document.  It is safe for concurrent use.
type Watch struct {
	validator validator.Validator
	routes    []route
	others    func(path string) bool // that the document is not about

	mu       sync.Mutex
	problems map[string]bool
	seen     map[string]int // how often, by "POST /path 200"
}

// route is a path of the document.
type route struct {
	path     string
	matches  *regexp.Regexp
	statuses map[string][]string // by method, upper case
}

// New reads a document as it is served.
func New(document []byte) *Watch {
	read, err := libopenapi.NewDocument(document)
	if err != nil {
		panic(fmt.Sprintf("openapitest: %v", err))
	}
	v, failures := validator.NewValidator(read, config.WithFormatAssertions(), config.WithoutSecurityValidation())
	if len(failures) > 0 {
		panic(fmt.Sprintf("openapitest: %v", failures))
	}
	if ok, failures := v.ValidateDocument(); !ok {
		panic(fmt.Sprintf("openapitest: the document is none: %v", failures))
	}
	return &Watch{validator: v, routes: routesOf(document), problems: map[string]bool{}, seen: map[string]int{}}
}

var (
	methods  = []string{"get", "put", "post", "delete", "patch"}
	variable = regexp.MustCompile(`\\\{[^/]*\\\}`)
)

// routesOf lists the paths of a document, those without variables first.
func routesOf(document []byte) []route {
	var content struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(document, &content); err != nil {
		panic(fmt.Sprintf("openapitest: %v", err))
	}
	var routes []route
	for path, item := range content.Paths {
		r := route{path: path, statuses: map[string][]string{}}
		r.matches = regexp.MustCompile("^" + variable.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+") + "$")
		for _, method := range methods {
			var operation struct{ Responses map[string]json.RawMessage }
			if raw, there := item[method]; there && json.Unmarshal(raw, &operation) == nil {
				r.statuses[strings.ToUpper(method)] = slices.Sorted(maps.Keys(operation.Responses))
			}
		}
		routes = append(routes, r)
	}
	slices.SortFunc(routes, func(a, b route) int {
		return cmp.Or(cmp.Compare(strings.Count(a.path, "{"), strings.Count(b.path, "{")), strings.Compare(a.path, b.path))
	})
	return routes
}

// Except leaves paths out that the document is not about.
func (w *Watch) Except(others func(path string) bool) *Watch {
	w.others = others
	return w
}

// Over is a handler whose exchanges are compared.
func (w *Watch) Over(next http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		asked := &heard{ReadCloser: r.Body}
		if r.Body != nil {
			r.Body = asked
		}
		copied := r.Clone(r.Context())
		answered := &recorder{ResponseWriter: out, status: http.StatusOK}
		next.ServeHTTP(answered, r)
		w.compare(copied, asked.Bytes(), answered)
	})
}

// heard keeps what was read of a body.
type heard struct {
	io.ReadCloser
	bytes.Buffer
}

// Read reads, and keeps it.
func (h *heard) Read(p []byte) (int, error) {
	n, err := h.ReadCloser.Read(p)
	h.Buffer.Write(p[:n])
	return n, err
}

// recorder keeps an answer while it is given.
type recorder struct {
	http.ResponseWriter
	status int
	wrote  bool
	body   bytes.Buffer
}

// WriteHeader notes the status.
func (r *recorder) WriteHeader(status int) {
	if !r.wrote {
		r.status, r.wrote = status, true
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write notes the body.
func (r *recorder) Write(p []byte) (int, error) {
	r.wrote = true
	r.body.Write(p)
	return r.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach what is within.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// compare holds an exchange against the document.
func (w *Watch) compare(r *http.Request, asked []byte, answered *recorder) {
	method := r.Method
	if method == http.MethodHead || answered.status == http.StatusNotFound && strings.HasPrefix(answered.Header().Get("Content-Type"), "text/plain") {
		return // a GET without a body; a router's own word that nobody is there
	}
	i := slices.IndexFunc(w.routes, func(known route) bool { return known.matches.MatchString(r.URL.EscapedPath()) })
	status := fmt.Sprint(answered.status)
	switch {
	case i < 0 && w.others != nil && w.others(r.URL.Path), i < 0 && answered.status >= 300, i >= 0 && w.routes[i].statuses[method] == nil && answered.status == http.StatusMethodNotAllowed:
		return // nobody is there, as the document says
	case i < 0, w.routes[i].statuses[method] == nil:
		w.problem("%s %s answers %s and is not in the document", method, r.URL.EscapedPath(), status)
		return
	case !slices.Contains(w.routes[i].statuses[method], status):
		w.problem("%s %s answers %s, which is not in the document: %.200s", method, w.routes[i].path, status, &answered.body)
		return
	}
	operation := method + " " + w.routes[i].path
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen[operation+" "+status]++
	if w.seen[operation+" "+status] > enough {
		return
	}
	request := w.plain(r, w.routes[i].path, asked)
	if answered.status/100 == 2 {
		if ok, failures := w.validator.ValidateHttpRequestSync(request); !ok {
			w.problems[fmt.Sprintf("%s took what the document refuses, %.300s: %v", operation, asked, failures)] = true
		}
	}
	response := &http.Response{StatusCode: answered.status, Header: answered.Header(), Body: io.NopCloser(&answered.body), Request: request}
	kind := response.Header.Get("Content-Type")
	if kind != "" && !strings.HasPrefix(kind, "application/json") {
		return // a page, a stream, a table: that there is one is all that is said
	}
	if ok, failures := w.validator.ValidateHttpResponse(request, response); !ok {
		w.problems[fmt.Sprintf("%s %s: %v", operation, status, failures)] = true
	}
}

// plain is a request as the validator wants it: with its body, with a type for it, and with nothing odd in the variables of
// its path, which is matched after it is unescaped.
func (w *Watch) plain(r *http.Request, path string, body []byte) *http.Request {
	request := r.Clone(r.Context())
	request.Body = io.NopCloser(bytes.NewReader(body))
	request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	request.ContentLength = int64(len(body))
	switch { // nobody who reads JSON looks at what it is called
	case json.Valid(body):
		request.Header.Set("Content-Type", "application/json")
	case request.Header.Get("Content-Type") == "" && len(body) > 0:
		request.Header.Set("Content-Type", "application/octet-stream")
	}
	if odd := r.URL.EscapedPath(); strings.Contains(odd, "%") || strings.Contains(odd, "/.") {
		request.URL = &url.URL{Path: strings.NewReplacer("{", "", "}", "").Replace(path), RawQuery: r.URL.RawQuery}
	}
	return request
}

// Served are the paths of a router; those that begin so (mux.Router.PathPrefix) are left out.
func Served(router *mux.Router) (paths []string) {
	err := router.Walk(func(r *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		path, err := r.GetPathTemplate()
		if err != nil || r.GetHandler() == nil || slices.Contains(paths, path) {
			return nil //nolint:nilerr // a group of routes has no path of its own
		}
		if whole, err := r.GetPathRegexp(); err == nil && strings.HasSuffix(whole, "$") {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		panic(fmt.Sprintf("openapitest: %v", err))
	}
	return paths
}

func (w *Watch) problem(format string, parts ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problems[fmt.Sprintf(format, parts...)] = true
}

// Paths reports what is served and not in the document, and what is in the document and not served.
func (w *Watch) Paths(served []string) (problems []string) {
	var written []string
	for _, r := range w.routes {
		written = append(written, r.path)
	}
	for _, path := range served {
		if !slices.Contains(written, path) {
			problems = append(problems, path+" is served and not in the document")
		}
	}
	for _, path := range written {
		if !slices.Contains(served, path) {
			problems = append(problems, path+" is in the document and not served")
		}
	}
	return problems
}

// Operations calls each with the method, the path and the answers of every operation of the document.
func (w *Watch) Operations(each func(method, path string, statuses []string)) {
	for _, r := range w.routes {
		for _, method := range slices.Sorted(maps.Keys(r.statuses)) {
			each(method, r.path, r.statuses[method])
		}
	}
}

// unseen are the answers that the document promises and nobody got; unreached are those that no test can cause.
func (w *Watch) unseen(unreached []string) (missing []string) {
	for _, r := range w.routes {
		for method, statuses := range r.statuses {
			for _, status := range statuses {
				name := method + " " + r.path + " " + status
				if w.seen[name] == 0 && !slices.Contains(unreached, status) && !slices.Contains(unreached, name) {
					missing = append(missing, name+" is in the document, and no test got it")
				}
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// tests are those of a package, testing.M.
type tests interface{ Run() int }

// watched are tests that fail with what a Watch saw.
type watched struct {
	tests
	watch     *Watch
	unreached []string
}

// Tests are the tests of a package that fail with what w saw, for TestMain.  Where all of them ran, each answer of the document
// must have been got, but for those that are unreached: a status, or an operation with one ("POST /path 500").
func (w *Watch) Tests(m tests, unreached ...string) interface{ Run() int } {
	return watched{m, w, unreached}
}

// Run runs them.
func (t watched) Run() int {
	code := t.tests.Run()
	problems := slices.Sorted(maps.Keys(t.watch.problems))
	if allRan() {
		problems = append(problems, t.watch.unseen(t.unreached)...)
	}
	for _, problem := range problems {
		fmt.Fprintln(os.Stderr, "openapi:", problem)
		code = max(code, 1)
	}
	return code
}

// allRan reports that nothing was left out.
func allRan() bool {
	for _, name := range []string{"test.run", "test.skip", "test.fuzz", "test.list"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return false
		}
	}
	return true
}
