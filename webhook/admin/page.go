package admin

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"atende/actors/journal"
)

//go:embed pages.html
var pagesHTML string

//go:embed style.css
var styleCSS []byte

// pagesIn are the HTML of what a browser asks for, by name, with times of a zone, nil is UTC, and links below base.
func pagesIn(zone *time.Location, base string) *template.Template {
	if zone == nil {
		zone = time.UTC
	}
	return template.Must(template.New("").Funcs(template.FuncMap{
		"at":     func(t time.Time) string { return t.In(zone).Format("02/01/2006 15:04:05") },
		"minute": func(t time.Time) string { return t.In(zone).Format("02/01/2006 15:04") },
		"day":    func(t time.Time) string { return t.In(zone).Format("02/01/2006") },
		"known":  func(t time.Time) bool { return !t.IsZero() },
		"date":   dateOf, "days": inDays, "cpf": cpfOf, "phone": phoneOf, "written": written, "media": mediaOf,
		"zone": func() string { return placeOf(zone.String()) },
		"base": func() string { return base },
		"path": func(id string) string { return base + pathOf(id) },
		"word": word, "within": func(kind string, code any) string { return within(kind, fmt.Sprint(code)) }, "words": words, "codes": codesOf, "result": resultOf, "source": sourceOf, "led": ledOf,
	}).Parse(pagesHTML + personHTML))
}

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

// style answers GET /admin/style.css.
func style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(styleCSS) // a caller that is gone asks again
}

// asksForPage reports a browser.
func asksForPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// show answers a document as JSON, or as the page of that name for a browser.
func (d desk) show(w http.ResponseWriter, r *http.Request, name string, document any) {
	header := w.Header()
	header.Set("Vary", "Accept")
	if !asksForPage(r) {
		answer(w, http.StatusOK, document)
		return
	}
	page := d.render(name, document)
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer") // the address names a session
	header.Set("Cache-Control", "no-store")
	_, _ = w.Write(page) // a caller that is gone asks again
}

// render is the HTML of a page, or of a part of one.  What patients and other parties wrote may hold characters that nobody
// sees and that make a line read otherwise than it is written, an id for example; they are shown by their number.
func (d desk) render(name string, data any) []byte {
	var page bytes.Buffer
	if err := d.pages.ExecuteTemplate(&page, name, data); err != nil {
		panic(fmt.Sprintf("admin: page %s: %v", name, err)) // the templates are ours
	}
	if !bytes.ContainsFunc(page.Bytes(), unseen) {
		return page.Bytes()
	}
	var shown bytes.Buffer
	for _, r := range page.String() {
		if unseen(r) {
			_, _ = fmt.Fprintf(&shown, "[%U]", r) // a buffer takes everything
			continue
		}
		shown.WriteRune(r)
	}
	return shown.Bytes()
}

// unseen reports a character of control or format, but for line ends, tabs and what joins emoji.
func unseen(r rune) bool {
	switch r {
	case '\n', '\r', '\t', '\u200d':
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf)
}
