package admin

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"

	template "github.com/DataDog/datadog-agent/pkg/template/html"
)

// exportWriter writes an export session by session, in one of two forms: for programs, or for the person.
type exportWriter interface {
	// add writes one session.  The error is the caller's connection.
	add(one ExportedSession) error
	end()
	// begun reports that something was written.
	begun() bool
}

// writerOf is the form that is asked for.
func (d desk) writerOf(w http.ResponseWriter, r *http.Request) exportWriter {
	w.Header().Set("Vary", "Accept")
	w.Header().Set("Cache-Control", "no-store")
	if asksForPage(r) {
		return &personPage{w: w, desk: d}
	}
	return &sessionList{w: w, at: d.Now()}
}

// sessionList is JSON: {"at":"…","sessions":[…]}.
type sessionList struct {
	w       http.ResponseWriter
	at      time.Time
	started bool
}

func (l *sessionList) begin() {
	l.started = true
	l.w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(l.w, `{"at":%q,"sessions":[`, l.at.UTC().Format(time.RFC3339)) // add notices a caller that is gone
}

func (l *sessionList) begun() bool { return l.started }

func (l *sessionList) add(one ExportedSession) error {
	between := "\n"
	if l.started {
		between = ",\n"
	} else {
		l.begin()
	}
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	_, err = l.w.Write(append([]byte(between), line...))
	return err
}

func (l *sessionList) end() {
	if !l.started {
		l.begin()
	}
	_, _ = io.WriteString(l.w, "]}\n") // a caller that is gone asks again
}

//go:embed person.html
var personHTML string

// personPolicy is that of a page that is kept as a file: it has its style within.
const personPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

// personPage is one HTML page that stands alone, in the words of somebody who knows neither us nor JSON.
type personPage struct {
	w    http.ResponseWriter
	desk desk
	// sessions are how many were written.
	sessions int
	started  bool
}

// toldSession is a session on the page.
type toldSession struct {
	ExportedSession
	Number int
	Begin  time.Time // when the session was first heard of
}

func (p *personPage) begun() bool { return p.started }

// begin leaves a caller that is gone to add.
func (p *personPage) begin() {
	p.started = true
	header := p.w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", personPolicy)
	header.Set("Referrer-Policy", "no-referrer")
	_ = p.write("person-head", struct {
		Clinic string
		At     time.Time
	}{p.desk.Clinic, p.desk.Now()})
}

func (p *personPage) add(one ExportedSession) error {
	if !p.started {
		p.begin()
	}
	p.sessions++
	begin := one.ChangedAt
	if len(one.History) > 0 {
		begin = one.History[0].At
	}
	return p.write("person-session", toldSession{one, p.sessions, begin})
}

func (p *personPage) end() {
	if !p.started {
		p.begin()
	}
	_ = p.write("person-foot", p.sessions) // a caller that is gone asks again
}

func (p *personPage) write(name string, data any) error {
	_, err := p.w.Write(p.desk.render(name, data))
	return err
}

// bold are words between asterisks, as WhatsApp shows them.
var bold = regexp.MustCompile(`\*([^*\n]+)\*`)

// written is a text of ours as WhatsApp shows it.
func written(text string) template.HTML {
	return template.HTML(bold.ReplaceAllString(template.HTMLEscapeString(text), "<b>$1</b>")) //nolint:gosec // escaped before
}

// dateOf is a day "2026-11-24" as it is read here; what is none stays.
func dateOf(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.Format("02/01/2006")
}

// isoDay is a day within a text.
var isoDay = regexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`)

// inDays is a text with its days as they are read here: "2026-11-26..2026-11-27" is "26/11/2026 a 27/11/2026".
func inDays(text string) string {
	return strings.ReplaceAll(isoDay.ReplaceAllString(text, "$3/$2/$1"), "..", " a ")
}

// cpfOf is a CPF with its signs.
func cpfOf(digits string) string {
	if len(digits) != 11 {
		return digits
	}
	return digits[:3] + "." + digits[3:6] + "." + digits[6:9] + "-" + digits[9:]
}

// phoneOf is a phone with its signs where it is a Brazilian one: +55 (11) 98888-7777.
func phoneOf(digits string) string {
	local, ours := strings.CutPrefix(digits, brazil)
	if !ours || len(local) < leastDomestic || len(local) > mostDomestic {
		return "+" + digits
	}
	cut := len(local) - 4
	return "+" + brazil + " (" + local[:2] + ") " + local[2:cut] + "-" + local[cut:]
}

// mediaOf is what a message without words was.
func mediaOf(kind string) string { return cmp.Or(within("type", kind), "mensagem sem texto") }
