package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// rehearsal is a trial whose databases are copied under load, lost, and restored.
type rehearsal struct {
	*trial
	home    *seat
	gateway *ledger
	silent  atomic.Pointer[map[string]bool] // sessions about which the gateway answers no calls; nil for none
	agent   atomic.Pointer[url.URL]

	mu       sync.Mutex
	accepted map[string]acceptance // by message id
}

// acceptance is a message that was answered 202.
type acceptance struct {
	session   string
	came, was time.Time
}

// newRehearsal lets patients talk to an agent with this journal.
func newRehearsal(t *testing.T, database string) *rehearsal {
	r := &rehearsal{trial: newTrial(t, false), accepted: map[string]acceptance{}}
	r.home, r.gateway = r.seats[0], r.trial.gateway
	r.env["ATENDE_DATABASE_URL"] = database
	r.env["ATENDE_GATEWAY_URL"] = r.gate(t)
	r.start(r.home)
	front := httptest.NewServer(http.HandlerFunc(r.forward))
	t.Cleanup(front.Close)
	r.trial.mu.Lock()
	r.home.url = front.URL
	r.trial.mu.Unlock()
	r.populate(*crashPatients)
	return r
}

// start begins a life of the agent.
func (r *rehearsal) start(s *seat) {
	r.t.Helper()
	front := s.url
	r.revive(s)
	agent, err := url.Parse(s.agent.url())
	if err != nil {
		r.t.Fatal(err)
	}
	r.agent.Store(agent)
	if front != "" {
		r.trial.mu.Lock()
		s.url = front
		r.trial.mu.Unlock()
	}
}

// silence lets the gateway answer no calls about half of the sessions that talk now.  The others go on booking, and so do
// those that begin later, however long it takes.
func (r *rehearsal) silence() {
	r.trial.mu.Lock()
	defer r.trial.mu.Unlock()
	silent := map[string]bool{}
	for i, p := range r.patients {
		silent[p.session] = !p.gone.Load() && i%2 == 0
	}
	r.silent.Store(&silent)
}

// unheard reports that a call is about a session that is not answered.
func (r *rehearsal) unheard(request *http.Request) bool {
	silent := r.silent.Load()
	return silent != nil && slices.ContainsFunc(strings.Split(request.URL.Path, "/"), func(part string) bool { return (*silent)[part] })
}

// gate stands before the gateway, so that messages can be accepted that nobody can answer.
func (r *rehearsal) gate(t *testing.T) string {
	behind, err := url.Parse(r.gateway.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	through := &httputil.ReverseProxy{
		Rewrite:  func(p *httputil.ProxyRequest) { p.SetURL(behind) },
		ErrorLog: log.New(io.Discard, "", 0), // of calls that the kill cut
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if r.unheard(request) {
			http.Error(w, "shut", http.StatusNotFound) // an answer: the breaker stays closed for the other sessions
			return
		}
		through.ServeHTTP(w, request)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// forward hands a webhook to the agent and takes note of a 202 before the gateway hears of it.
func (r *rehearsal) forward(w http.ResponseWriter, request *http.Request) {
	var event struct {
		Content struct{ ID, SessionID string }
	}
	body, err := io.ReadAll(request.Body)
	if err != nil || json.Unmarshal(body, &event) != nil {
		http.Error(w, "no event", http.StatusBadRequest)
		return
	}
	came := time.Now()
	answer, err := r.client.Post(r.agent.Load().String()+request.URL.Path, "application/json", strings.NewReader(string(body)))
	if err != nil {
		http.Error(w, "no agent", http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusAccepted {
		r.mu.Lock()
		if _, again := r.accepted[event.Content.ID]; !again {
			r.accepted[event.Content.ID] = acceptance{session: event.Content.SessionID, came: came, was: time.Now()}
		}
		r.mu.Unlock()
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(w, answer.Body) // the patient may have given up
}

// until waits for a condition of the load.
func (r *rehearsal) until(what string, done func() bool) {
	r.t.Helper()
	if !inTime(done) {
		r.t.Fatalf("never: %s", what)
	}
}

// inTime waits until something is so, and reports whether it was before patience was over.
func inTime(done func() bool) bool {
	for deadline := time.Now().Add(patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// told are the sessions that heard of their appointment before a moment.
func (r *rehearsal) told(before time.Time) (sessions []string) {
	r.gateway.mu.Lock()
	defer r.gateway.mu.Unlock()
	for session, chat := range r.gateway.chats {
		for _, h := range chat.entries {
			if stageOf(h) == booked && h.at.Before(before) {
				sessions = append(sessions, session)
				break
			}
		}
	}
	return sessions
}

// unanswered lists messages that were accepted before a moment and that nothing was said after.
func (r *rehearsal) unanswered(before time.Time) (messages []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gateway.mu.Lock()
	defer r.gateway.mu.Unlock()
	for id, m := range r.accepted {
		chat := r.gateway.chats[m.session]
		answered := chat != nil && len(chat.entries) > 0 && chat.entries[len(chat.entries)-1].at.After(m.came)
		if m.was.Before(before) && !answered {
			messages = append(messages, id)
		}
	}
	return messages
}

// lose copies the databases while patients book and others wait for an answer, and ends everything like a power
// failure.  It returns when the copy began.
func (r *rehearsal) lose(copies func()) (begun time.Time) {
	r.t.Helper()
	r.until("patients are told of appointments", func() bool { return len(r.told(time.Now())) >= 5 })
	r.silence()
	r.until("messages wait", func() bool { return len(r.unanswered(time.Now())) >= 5 })
	begun = time.Now()
	copies()
	told := len(r.told(time.Now()))
	r.until("the load goes on", func() bool { return len(r.told(time.Now())) >= told+2 })
	r.kill(r.home, nil)
	r.giveUp()
	r.all.Wait()
	r.t.Logf("%d appointments told and %d messages waiting when the copy began, which took %v",
		len(r.told(begun)), len(r.unanswered(begun)), time.Since(begun).Round(time.Millisecond))
	return begun
}

// restore starts everything on the copies and waits until nothing is left to do.  A process that has just started has not
// counted what waits, so that a metric of 0 alone says little: first something must be answered.
func (r *rehearsal) restore(begun time.Time, journal, scheduling string) {
	r.t.Helper()
	r.env["ATENDE_DATABASE_URL"] = journal
	if scheduling != r.database {
		api := start(r.t, map[string]string{
			"ATENDE_SCHEDULING_LISTEN":       "127.0.0.1:0",
			"ATENDE_SCHEDULING_DATABASE_URL": "sqlite:" + scheduling,
			"ATENDE_CLINIC":                  r.env["ATENDE_CATALOG"],
		}, "scheduling")
		r.env["ATENDE_SCHEDULING_URL"], r.database = api.url(), scheduling
	}
	r.silent.Store(nil)
	waiting := len(r.unanswered(begun))
	r.start(r.home)
	r.until("the restored agent answers", func() bool { return len(r.unanswered(begun)) < waiting })
	r.idle()
}

// verdict wants everything that was confirmed before the copy began, and no appointment twice.
func (r *rehearsal) verdict(begun time.Time) {
	r.t.Helper()
	if lost := r.unanswered(begun); len(lost) > 0 {
		r.t.Errorf("%d messages that were accepted before the copy began are lost: %q", len(lost), lost[:min(5, len(lost))])
	}
	found := map[string]int{}
	for _, row := range appointments(r.t, r.database) {
		found[strings.Split(row, "|")[1]]++
	}
	cpfs := map[string]string{}
	for _, p := range r.patients {
		cpfs[p.session] = p.cpf
		if found[p.cpf] > 1 {
			r.t.Errorf("%s has %d appointments", p.session, found[p.cpf])
		}
	}
	for _, session := range r.told(begun) {
		if found[cpfs[session]] == 0 {
			r.t.Errorf("%s was told of an appointment before the copy began, and it is lost", session)
		}
	}
}

// run executes a program and wants exit code 0.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	output, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, output)
	}
	return string(output)
}

// only is the one file that a pattern names.
func only(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %q %v", pattern, files, err)
	}
	return files[0]
}

// A backup under load, the loss of everything, and a restore: what was confirmed before the backup began is
// there, a message (J4) and an appointment alike.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	r := newRehearsal(t, "sqlite:"+filepath.Join(t.TempDir(), "atende.db"))
	copies := t.TempDir()
	begun := r.lose(func() {
		t.Log(run(t, "atende", "backup", "--to", copies, "--database-url", r.env["ATENDE_DATABASE_URL"], "--scheduling-database-url", "sqlite:"+r.database))
	})
	r.restore(begun, "sqlite:"+only(t, filepath.Join(copies, "atende-*Z.db")), only(t, filepath.Join(copies, "scheduling-*Z.db")))
	r.verdict(begun)
}

// The journal alone is lost and an older copy of it restored, beside a scheduling API that has gone on: what was
// under way then is done once more, and nobody is booked twice by it.
func TestOlderJournal(t *testing.T) {
	t.Parallel()
	r := newRehearsal(t, "sqlite:"+filepath.Join(t.TempDir(), "atende.db"))
	copied := filepath.Join(t.TempDir(), "atende.db")
	begun := r.lose(func() {
		run(t, "atende", "backup", "--to", copied, "--database-url", r.env["ATENDE_DATABASE_URL"])
	})
	r.restore(begun, "sqlite:"+copied, r.database)
	r.verdict(begun)
}

// The same with the journal in PostgreSQL and its own tools.
func TestPostgresBackupUnderLoad(t *testing.T) {
	t.Parallel()
	r := newRehearsal(t, emptyDatabase(t))
	copies := t.TempDir()
	dump := filepath.Join(copies, "atende.dump")
	begun := r.lose(func() {
		run(t, "pg_dump", "--format=custom", "--file="+dump, "--dbname="+r.env["ATENDE_DATABASE_URL"])
		run(t, "atende", "backup", "--to", copies, "--scheduling-only", "--scheduling-database-url", "sqlite:"+r.database)
	})
	restored := emptyDatabase(t)
	run(t, "pg_restore", "--no-owner", "--exit-on-error", "--dbname="+restored, dump)
	r.restore(begun, restored, only(t, filepath.Join(copies, "scheduling-*Z.db")))
	r.verdict(begun)
}
