package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	template "github.com/DataDog/datadog-agent/pkg/template/html"
	"github.com/gorilla/mux"

	"atende/integrations/chat/event"
)

const (
	// operatorTimeout bounds a look at the journal, or a row of it.
	operatorTimeout = 10 * time.Second
	// handOverTimeout leaves the gateway its 30 s (S-C-1).
	handOverTimeout = 40 * time.Second
	// pauseDefault, pauseLeast and pauseMost are how long a session may rest.
	pauseDefault, pauseLeast, pauseMost = time.Hour, time.Second, 12 * time.Hour
	// maxOperator is how much of an operator's name is kept, in characters.
	maxOperator = 64
	// maxAccesses is how many lines of the access log one answer holds.
	maxAccesses = 1000
)

// desk answers the pages about conversations.
type desk struct {
	Config
	pages *template.Template
}

// route adds the pages; reading and writing have rules already.
func (d desk) route(reading, writing *mux.Router) {
	reading.Path("/admin").Handler(http.RedirectHandler(d.Base+"/admin/", http.StatusSeeOther))
	reading.Path("/admin/").HandlerFunc(d.index)
	reading.Path("/admin/style.css").HandlerFunc(style)
	reading.Path("/admin/conversations").HandlerFunc(d.find)
	reading.Path("/admin/conversations/{id}").HandlerFunc(d.timeline)
	reading.Path("/admin/history").HandlerFunc(d.history)
	reading.Path("/admin/demand").HandlerFunc(d.demand)
	reading.Path("/admin/report").HandlerFunc(d.report)
	reading.Path("/admin/accesses").HandlerFunc(d.accesses)
	writing.Path("/admin/conversations/{id}/pause").HandlerFunc(d.pause)
	writing.Path("/admin/conversations/{id}/resume").HandlerFunc(d.resume)
	writing.Path("/admin/conversations/{id}/hand-over").HandlerFunc(d.handOver)
	writing.Path("/admin/conversations/{id}/hand-back").HandlerFunc(d.handBack)
	writing.Path("/admin/appointments").HandlerFunc(d.appointments)
	writing.Path("/admin/search").HandlerFunc(d.search)
	writing.Path("/admin/erase").HandlerFunc(d.erase)
	writing.Path("/admin/export").HandlerFunc(d.export)
	writing.Path("/admin/rekey").HandlerFunc(d.rekey)
}

// timeline answers GET /admin/conversations/{id}: what was heard, done and said, masked, and where each reply
// comes from.
func (d desk) timeline(w http.ResponseWriter, r *http.Request) {
	id, ok := sessionOf(r)
	if !ok {
		refuse(w, http.StatusNotFound, "unknown_session")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), operatorTimeout)
	defer cancel()
	shown, err := d.Operator.Timeline(ctx, operatorOf(r), id)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	d.show(w, r, "conversation", shown)
}

// accesses answers GET /admin/accesses: who looked at what, newest first.
func (d desk) accesses(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), operatorTimeout)
	defer cancel()
	lines, err := d.Operator.Accesses(ctx, maxAccesses)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	d.show(w, r, "accesses", accessLog(lines))
}

// pause answers POST …/pause {"for":"1h"}; without a time it is an hour.
func (d desk) pause(w http.ResponseWriter, r *http.Request) {
	d.act(w, r, operatorTimeout, func(ctx context.Context, id string, wish wish) (verdict, error) {
		length, err := wish.length()
		if err != nil {
			return verdict{}, err
		}
		until, err := d.Operator.Pause(ctx, operatorOf(r), id, length)
		return verdict{Status: "paused", Until: until}, err
	})
}

// resume answers POST …/resume.
func (d desk) resume(w http.ResponseWriter, r *http.Request) {
	d.act(w, r, operatorTimeout, func(ctx context.Context, id string, _ wish) (verdict, error) {
		return verdict{Status: "resumed"}, d.Operator.Resume(ctx, operatorOf(r), id)
	})
}

// handOver answers POST …/hand-over, with 200 once the gateway confirmed it.
func (d desk) handOver(w http.ResponseWriter, r *http.Request) {
	d.act(w, r, handOverTimeout, func(ctx context.Context, id string, _ wish) (verdict, error) {
		return verdict{Status: "transferred"}, d.Operator.HandOver(ctx, operatorOf(r), id)
	})
}

// handBack answers POST …/hand-back.
func (d desk) handBack(w http.ResponseWriter, r *http.Request) {
	d.act(w, r, operatorTimeout, func(ctx context.Context, id string, _ wish) (verdict, error) {
		return verdict{Status: "handed_back"}, d.Operator.HandBack(ctx, operatorOf(r), id)
	})
}

// wish is the body of a change to one conversation.
type wish struct {
	For string `json:"for"`
}

func (w wish) length() (time.Duration, error) {
	if w.For == "" {
		return pauseDefault, nil
	}
	length, err := time.ParseDuration(w.For)
	if err != nil || length < pauseLeast || length > pauseMost {
		return 0, ErrPause
	}
	return length, nil
}

// act does something to one conversation.  A form of our own page is led back to it.
func (d desk) act(w http.ResponseWriter, r *http.Request, limit time.Duration, do func(ctx context.Context, id string, wish wish) (verdict, error)) {
	id, ok := sessionOf(r)
	if !ok {
		refuse(w, http.StatusNotFound, "unknown_session")
		return
	}
	var asked wish
	form := fromOurPage(r)
	if form {
		asked.For = r.PostFormValue("for")
	} else if status, reason := readJSON(w, r, &asked); status != 0 {
		refuse(w, status, reason)
		return
	}
	ctx, cancel := patiently(w, r, limit)
	defer cancel()
	done, err := do(ctx, id, asked)
	switch {
	case err != nil:
		d.fail(w, r, err)
	case form:
		http.Redirect(w, r, d.Base+pathOf(id), http.StatusSeeOther)
	default:
		answer(w, http.StatusOK, done)
	}
}

// fail answers an Operator's error.  What the caller cannot mend is for the log.
func (d desk) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, ErrUnknown):
		refuse(w, http.StatusNotFound, "unknown_session")
	case errors.Is(err, ErrPause):
		refuse(w, http.StatusBadRequest, "invalid_for")
	case errors.Is(err, ErrRange):
		refuse(w, http.StatusBadRequest, "invalid_range")
	case errors.Is(err, ErrGateway):
		d.Log.WarnContext(r.Context(), "operator", slog.Any("error", err))
		refuse(w, http.StatusBadGateway, "gateway_failure")
	default:
		d.Log.WarnContext(r.Context(), "operator", slog.Any("error", err))
		refuse(w, http.StatusServiceUnavailable, "unavailable")
	}
}

// sessionOf is the session that a path names.
func sessionOf(r *http.Request) (id string, ok bool) {
	id, err := url.PathUnescape(mux.Vars(r)["id"]) // the router matches the path as it was sent
	return id, err == nil && event.Usable(id)
}

// pathOf is where a conversation is shown, below Config.Base.
func pathOf(id string) string { return "/admin/conversations/" + url.PathEscape(id) }

// operatorOf is who asks, as far as the caller says: the header Atende-Operator, or the name that a browser was
// given beside the token; "" without both.
func operatorOf(r *http.Request) string {
	given, _, _ := r.BasicAuth()
	name := []rune(strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) && c != unicode.ReplacementChar {
			return c
		}
		return -1
	}, cmp.Or(r.Header.Get("Atende-Operator"), given)))
	return strings.TrimSpace(string(name[:min(len(name), maxOperator)]))
}

// fromOurPage reports whether a form of our own page was sent; what comes from elsewhere was refused, but for
// browsers that do not say where a form is from.
func fromOurPage(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded" &&
		(r.Header.Get("Sec-Fetch-Site") == "same-origin" || r.Header.Get("Origin") != "")
}

// readJSON reads a body into target; a status other than 0 refuses it.  No body at all leaves target as it is.
func readJSON(w http.ResponseWriter, r *http.Request, target any) (status int, reason string) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWish))
	if err != nil {
		return http.StatusRequestEntityTooLarge, "body_too_large"
	}
	given := r.Header.Get("Content-Type")
	if given == "" && len(body) == 0 {
		return 0, ""
	}
	if kind, _, err := mime.ParseMediaType(given); err != nil || kind != "application/json" {
		return http.StatusUnsupportedMediaType, "not_json" // what a form of another site could send
	}
	if len(body) > 0 && json.Unmarshal(body, target) != nil {
		return http.StatusBadRequest, "invalid_json"
	}
	return 0, ""
}

// patiently is the context of a request that may take as long as limit, whatever the server allows others.
func patiently(w http.ResponseWriter, r *http.Request, limit time.Duration) (context.Context, context.CancelFunc) {
	// A server without deadlines needs none moved.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit + operatorTimeout))
	return context.WithTimeout(r.Context(), limit)
}
