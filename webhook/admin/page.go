package admin

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"atende/actors/journal"
)

//go:embed pages.html
var pagesHTML string

//go:embed style.css
var styleCSS []byte

// pages are the HTML of what a browser asks for, by name.
var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"at":   func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") },
	"path": pathOf,
	"codes": func(codes map[string]string) string {
		var list []string
		for _, key := range slices.Sorted(maps.Keys(codes)) {
			list = append(list, key+"="+codes[key])
		}
		return strings.Join(list, " ")
	},
}).Parse(pagesHTML))

// policy lets a page load its style and send its forms, and nothing else.
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// accessLine is a line of the access log.
type accessLine struct {
	At       time.Time `json:"at"`
	Operator string    `json:"operator"` // "" unknown
	Action   string    `json:"action"`
	Subject  string    `json:"subject"` // a session; "" for a request by CPF or phone as a whole
	Sessions int       `json:"sessions"`
}

// accessPage is the access log.
type accessPage struct {
	Accesses []accessLine `json:"accesses"`
}

func accessLog(lines []journal.Access) accessPage {
	log := accessPage{Accesses: []accessLine{}}
	for _, line := range lines {
		log.Accesses = append(log.Accesses, accessLine(line))
	}
	return log
}

// index answers GET /admin/ with links to the others.
func (d desk) index(w http.ResponseWriter, r *http.Request) {
	show(w, r, "index", map[string][]string{"pages": {
		"/admin/cluster", "/admin/conversations/{id}", "/admin/demand", "/admin/accesses", "/metrics", "/ready", "/debug/pprof/",
	}})
}

// style answers GET /admin/style.css.
func style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(styleCSS) // a caller that is gone asks again
}

// show answers a document as JSON, or as the page of that name for a browser.
func show(w http.ResponseWriter, r *http.Request, name string, document any) {
	header := w.Header()
	header.Set("Vary", "Accept")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		answer(w, http.StatusOK, document)
		return
	}
	var page bytes.Buffer
	if err := pages.ExecuteTemplate(&page, name, document); err != nil {
		panic(fmt.Sprintf("admin: page %s: %v", name, err)) // the templates are ours
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer") // the address names a session
	header.Set("Cache-Control", "no-store")
	_, _ = w.Write(page.Bytes()) // a caller that is gone asks again
}
