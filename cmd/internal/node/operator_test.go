package node

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/router"
	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/integrations/catalog"
	"atende/webhook/admin"
)

// noon is when everything happens here; at the clinic it is nine in the morning.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// A person of these tests, and the records of their sessions.
const (
	mariaCPF   = "52998224725"
	mariaPhone = "5511988887777"
	mariaState = `{"state":{"request":{},"wish":{},"patient":{"name":"Maria Prado","cpf":"52998224725"},"closed":"AGENDADO"},"turn":2}`
	phoneState = `{"state":{"request":{},"wish":{},"patient":{}},"turn":1,"phone":"5511988887777"}`
	otherState = `{"state":{"request":{},"wish":{},"patient":{"name":"Rui","cpf":"11144477735"}},"turn":1,"phone":"5511977776666"}`
	// bookingState has an A4 under way.
	bookingState = `{"state":{"request":{},"wish":{},"patient":{"name":"Maria Prado","cpf":"52998224725"}},"turn":2,` +
		`"intent":{"booking":{},"attempt":1,"token":"t","rows":[1],"hashes":"","since":"2026-11-22T12:00:00Z"}}`
)

// office is a desk over a journal in memory, with what the router was told.
type office struct {
	t *testing.T
	*desk
	journal journal.Store
	logs    *bytes.Buffer
	told    []string
	refusal error // of the router
}

func newOffice(t *testing.T) *office {
	o := &office{t: t, journal: memory.New(memory.Options{Now: func() time.Time { return noon }}), logs: &bytes.Buffer{}}
	t.Cleanup(func() { _ = o.journal.Close() })
	o.desk = newDesk(o.journal, o, Options{Clinic: catalog.Sample(), Now: func() time.Time { return noon }, Log: slog.New(slog.NewTextHandler(o.logs, nil))})
	return o
}

func (o *office) tell(what string) error {
	o.told = append(o.told, what)
	return o.refusal
}

func (o *office) Pause(_ context.Context, id string, until time.Time) error {
	return o.tell("pause " + id + " " + until.Format(time.RFC3339))
}
func (o *office) Resume(_ context.Context, id string) error   { return o.tell("resume " + id) }
func (o *office) HandOver(_ context.Context, id string) error { return o.tell("hand over " + id) }
func (o *office) HandBack(_ context.Context, id string) error { return o.tell("hand back " + id) }

// Tell is durable in the office's journal.
func (o *office) Tell(ctx context.Context, note record.PhoneNote) error {
	o.told = append(o.told, "tell "+note.Phone)
	in := journal.Incoming{SessionID: record.PhoneSession(note.Phone), MessageID: fmt.Sprint(len(o.told)), Kind: journal.Told, Body: note.Encode()}
	return errors.Join(o.refusal, o.journal.Accept(ctx, in))
}

// TellLine only says what it was told.
func (o *office) TellLine(_ context.Context, agendaID int, note conversation.WaitNote) error {
	if note.What == conversation.TellFreed {
		return o.tell(fmt.Sprint("freed ", agendaID))
	}
	return o.tell(fmt.Sprint("unlist ", note.Session, " wish ", note.Number, " of ", agendaID))
}

// store makes a session with a record, a turn in its history and a message that waits, unless they are "".
func (o *office) store(id, state, waiting string) {
	o.t.Helper()
	ctx := o.t.Context()
	if waiting != "" {
		if err := o.journal.Accept(ctx, journal.Incoming{SessionID: id, MessageID: "m", Body: []byte(waiting)}); err != nil {
			o.t.Fatal(err)
		}
	}
	if state == "" {
		return
	}
	active, err := o.journal.Activate(ctx, id, record.Schema)
	if err != nil {
		o.t.Fatal(err)
	}
	entry, err := json.Marshal(history.Entry{Turn: 1, At: noon, Result: "answered"})
	if err != nil {
		o.t.Fatal(err)
	}
	_, err = o.journal.Commit(ctx, record.Schema, journal.Commit{SessionID: id, Version: active.Version, State: []byte(state), Entry: entry})
	if err != nil {
		o.t.Fatal(err)
	}
}

// accessLog is the access log, oldest line first.
func (o *office) accessLog() []string {
	o.t.Helper()
	lines, err := o.Accesses(o.t.Context(), 1000)
	if err != nil {
		o.t.Fatal(err)
	}
	var log []string
	for _, a := range lines {
		log = append([]string{fmt.Sprintf("%s %s %q %d", a.Operator, a.Action, a.Subject, a.Sessions)}, log...)
		if !a.At.Equal(noon) {
			o.t.Errorf("at %v", a.At)
		}
	}
	return log
}

// left are the sessions that are still stored.
func (o *office) left() string {
	o.t.Helper()
	page, err := o.journal.Sessions(o.t.Context(), "", 1000)
	if err != nil {
		o.t.Fatal(err)
	}
	var ids []string
	for _, s := range page {
		ids = append(ids, s.SessionID)
	}
	return strings.Join(ids, " ")
}

// message is the body of a row with a message from a phone.
func message(text, from string) string {
	m := journal.PatientMessage{Kind: "TEXT", Text: text, From: from}
	return string(m.Encode())
}

func TestTimelineOfASession(t *testing.T) {
	o := newOffice(t)
	o.store("s", mariaState, message("oi", mariaPhone))
	got, err := o.Timeline(t.Context(), "joana", "s")
	want := admin.Timeline{
		SessionID: "s", Standing: admin.StandingEnded, Waiting: 1, Turns: []history.Entry{{Turn: 1, At: noon, Result: "answered"}},
	}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v %s", err, cmp.Diff(want, got))
	}
	if got := o.accessLog(); !cmp.Equal(got, []string{`joana timeline "s" 1`}) {
		t.Errorf("access log %q", got)
	}
	if _, err := o.Timeline(t.Context(), "joana", "nobody"); !errors.Is(err, admin.ErrUnknown) || len(o.accessLog()) != 1 {
		t.Errorf("an unknown session: %v, access log %q", err, o.accessLog())
	}
}

// How a session stands follows from its record and from what waits for it.
func TestStandings(t *testing.T) {
	for want, rows := range map[string][]journal.Incoming{
		admin.StandingAgent:  nil,
		admin.StandingPaused: {{Kind: journal.Paused, Body: []byte("2026-11-22T13:00:00Z")}},
		admin.StandingPerson: {{Kind: journal.Transferred}, {Kind: journal.Paused, Body: []byte("2026-11-22T13:00:00Z")}},
	} {
		o := newOffice(t)
		o.store("s", phoneState, "")
		for i, row := range rows {
			row.SessionID, row.MessageID = "s", fmt.Sprint(i)
			if err := o.journal.Accept(t.Context(), row); err != nil {
				t.Fatal(err)
			}
		}
		got, err := o.Timeline(t.Context(), "", "s")
		if err != nil || got.Standing != want || got.Waiting != 0 || got.Until.IsZero() == (want == admin.StandingPaused) {
			t.Errorf("%+v, %v, want %s", got, err, want)
		}
	}
}

func TestOrders(t *testing.T) {
	o := newOffice(t)
	o.store("s", phoneState, "")
	until, err := o.desk.Pause(t.Context(), "joana", "s", 90*time.Minute)
	if want := noon.Add(90 * time.Minute); err != nil || !until.Equal(want) {
		t.Errorf("paused until %v, %v", until, err)
	}
	if err := errors.Join(o.desk.Resume(t.Context(), "joana", "s"), o.desk.HandOver(t.Context(), "joana", "s"), o.desk.HandBack(t.Context(), "", "s")); err != nil {
		t.Error(err)
	}
	if want := []string{"pause s 2026-11-22T13:30:00Z", "resume s", "hand over s", "hand back s"}; !cmp.Equal(o.told, want) {
		t.Errorf("told %q", o.told)
	}
	if want := []string{`joana pause "s" 1`, `joana resume "s" 1`, `joana hand_over "s" 1`, ` hand_back "s" 1`}; !cmp.Equal(o.accessLog(), want) {
		t.Errorf("access log %q", o.accessLog())
	}
	o.refusal = errors.New("500")
	if err := o.desk.HandOver(t.Context(), "", "s"); !errors.Is(err, admin.ErrGateway) {
		t.Errorf("hand over: %v", err)
	}
	if err := o.desk.Resume(t.Context(), "", "s"); err == nil || errors.Is(err, admin.ErrGateway) {
		t.Errorf("resume: %v", err)
	}
	o.refusal = router.ErrPause
	if _, err := o.desk.Pause(t.Context(), "", "s", time.Second); !errors.Is(err, admin.ErrPause) {
		t.Errorf("pause: %v", err)
	}
	for name, order := range map[string]func() error{
		"pause":     func() error { _, err := o.desk.Pause(t.Context(), "", "nobody", time.Hour); return err },
		"resume":    func() error { return o.desk.Resume(t.Context(), "", "nobody") },
		"hand over": func() error { return o.desk.HandOver(t.Context(), "", "nobody") },
		"hand back": func() error { return o.desk.HandBack(t.Context(), "", "nobody") },
	} {
		told := len(o.told)
		if err := order(); !errors.Is(err, admin.ErrUnknown) || len(o.told) != told {
			t.Errorf("%s of nobody: %v, told %q", name, err, o.told)
		}
	}
}

// A pause is told in whole seconds: none ends before it began, and none is longer than the longest.
func TestLengthsOfAPause(t *testing.T) {
	o := newOffice(t)
	o.store("s", phoneState, "")
	late := noon.Add(900 * time.Millisecond)
	o.desk.now = func() time.Time { return late }
	for length, want := range map[time.Duration]time.Duration{
		time.Second: 2 * time.Second, 1500 * time.Millisecond: 2 * time.Second, 3 * time.Second: 3 * time.Second,
		record.LongestPause: record.LongestPause,
	} {
		if until, err := o.desk.Pause(t.Context(), "", "s", length); err != nil || !until.Equal(noon.Add(want)) {
			t.Errorf("%v: until %v, %v", length, until, err)
		}
	}
}

// silent is a journal that takes no line of the access log.
type silent struct{ journal.Archive }

func (silent) Record(context.Context, journal.Access) error { return errors.New("disk full") }

// Without its line in the access log nothing is shown and nothing happens.
func TestNothingWithoutTheAccessLog(t *testing.T) {
	o := newOffice(t)
	o.store("s", mariaState, "")
	o.archive = silent{o.journal}
	who := admin.Person{CPF: mariaCPF}
	shown, err := o.Timeline(t.Context(), "", "s")
	if err == nil || len(shown.Turns) > 0 {
		t.Errorf("timeline %+v, %v", shown, err)
	}
	if err := o.desk.HandOver(t.Context(), "", "s"); err == nil || len(o.told) > 0 {
		t.Errorf("%v, told %q", err, o.told)
	}
	given := 0
	if err := o.Export(t.Context(), "", who, func(admin.ExportedSession) error { given++; return nil }); err == nil || given > 0 {
		t.Errorf("exported %d, %v", given, err)
	}
	if _, err := o.Erase(t.Context(), "", who); err == nil || o.left() != "s" {
		t.Errorf("erased: %v, left %s", err, o.left())
	}
}

// household stores sessions of Maria and of others, more than one page.
func household(t *testing.T) *office {
	o := newOffice(t)
	o.store("a by CPF", mariaState, "")
	o.store("b waiting", "", message("meu cpf é 529.982.247-25", "5511900000000"))
	o.store("c other", otherState, message("oi", "5511977776666"))
	for i := range searchPage + 10 {
		o.store(fmt.Sprintf("d %03d", i), otherState, "")
	}
	o.store("y by phone", phoneState, "")
	o.store("z by phone", "", message("oi", "5511988887777"))
	return o
}

func TestEraseAPerson(t *testing.T) {
	o := household(t)
	done, err := o.Erase(t.Context(), "joana", admin.Person{CPF: mariaCPF})
	if err != nil || done != (admin.Erasure{Sessions: 2}) {
		t.Errorf("by CPF: %+v, %v", done, err)
	}
	done, err = o.Erase(t.Context(), "joana", admin.Person{Phone: mariaPhone})
	if err != nil || done != (admin.Erasure{Sessions: 2}) {
		t.Errorf("by phone: %+v, %v", done, err)
	}
	if left := o.left(); !strings.HasPrefix(left, "c other d 000") || !strings.HasSuffix(left, fmt.Sprintf("d %03d", searchPage+9)) {
		t.Errorf("left %s", left)
	}
	done, err = o.Erase(t.Context(), "", admin.Person{CPF: mariaCPF})
	if err != nil || done != (admin.Erasure{}) {
		t.Errorf("again: %+v, %v", done, err)
	}
	want := []string{
		`joana erase "a by CPF" 1`, `joana erase "b waiting" 1`, `joana erase "" 2`,
		`joana erase "y by phone" 1`, `joana erase "z by phone" 1`, `joana erase "" 2`, ` erase "" 0`,
	}
	if got := o.accessLog(); !cmp.Equal(got, want) {
		t.Errorf("access log %q", got)
	}
}

// Who waits for a time is taken off the waiting list, too, which knows the chat session by its id.
func TestEraseLeavesTheWaitingList(t *testing.T) {
	o := newOffice(t)
	o.store("s", `{"turn":1,"phone":"5511988887777","state":{"request":{},"wish":{},"patient":{},"wait":{"n":2,"request":{"agenda":101},"since":"2026-11-20T12:00:00Z"}}}`, "")
	o.store("z", `{"turn":1,"phone":"5511988887777","state":{"request":{},"wish":{},"patient":{},"wait":{"n":1,"request":{},"among":[101,301],"since":"2026-11-20T12:00:00Z"}}}`, "")
	done, err := o.Erase(t.Context(), "", admin.Person{Phone: mariaPhone})
	if err != nil || done != (admin.Erasure{Sessions: 2}) || !slices.Equal(o.told, []string{"unlist s wish 2 of 101", "unlist z wish 1 of 101", "unlist z wish 1 of 301"}) {
		t.Errorf("%+v, %v, told %q", done, err, o.told)
	}
}

// A booking that was begun comes to its end, and its outcome must be known then.
func TestEraseLeavesWhatIsUnderWay(t *testing.T) {
	o := newOffice(t)
	o.store("s", bookingState, "")
	done, err := o.Erase(t.Context(), "", admin.Person{CPF: mariaCPF})
	if err != nil || done != (admin.Erasure{Busy: 1}) || o.left() != "s" {
		t.Errorf("%+v, %v, left %q", done, err, o.left())
	}
}

// restless is a journal in which a session changes whenever somebody is about to erase it.
type restless struct {
	journal.Store
	changes []func() // what happens before an erasure, one after the other
}

func (r *restless) Erase(ctx context.Context, id string, version int64) error {
	if len(r.changes) > 0 {
		change := r.changes[0]
		r.changes = r.changes[1:]
		change()
	}
	return r.Store.Erase(ctx, id, version)
}

func TestEraseWhatChangesMeanwhile(t *testing.T) {
	for name, test := range map[string]struct {
		states []string // that it gets meanwhile
		done   admin.Erasure
		left   string
	}{
		"it goes on":                  {[]string{mariaState, mariaState}, admin.Erasure{Sessions: 1}, ""},
		"a booking begins":            {[]string{bookingState}, admin.Erasure{Busy: 1}, "s"},
		"it is about somebody else":   {[]string{otherState}, admin.Erasure{}, "s"},
		"it changes all the time":     {[]string{mariaState, mariaState, mariaState, mariaState, mariaState, mariaState}, admin.Erasure{Busy: 1}, "s"},
		"nothing changes in the end":  {nil, admin.Erasure{Sessions: 1}, ""},
		"it changes once, then rests": {[]string{mariaState}, admin.Erasure{Sessions: 1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			o.store("s", mariaState, "")
			r := &restless{Store: o.journal}
			for _, state := range test.states {
				r.changes = append(r.changes, func() { o.store("s", state, "") })
			}
			o.archive = r
			done, err := o.Erase(t.Context(), "", admin.Person{CPF: mariaCPF})
			if err != nil || done != test.done || o.left() != test.left {
				t.Errorf("%+v, %v, left %q", done, err, o.left())
			}
		})
	}
}

func TestExportAPerson(t *testing.T) {
	o := household(t)
	var all []admin.ExportedSession
	err := o.Export(t.Context(), "joana", admin.Person{CPF: mariaCPF}, func(s admin.ExportedSession) error {
		if log := o.accessLog(); log[len(log)-1] != fmt.Sprintf("joana export %q 1", s.SessionID) {
			t.Errorf("before %s is given the access log ends with %q", s.SessionID, log[len(log)-1])
		}
		all = append(all, s)
		return nil
	})
	if err != nil || len(all) != 2 || all[0].SessionID != "a by CPF" || all[1].SessionID != "b waiting" {
		t.Fatalf("%+v, %v", all, err)
	}
	raw, err := json.Marshal(all[0])
	if err != nil || !strings.Contains(string(raw), `"record":{"state":{`) || !strings.Contains(string(raw), "Maria Prado") ||
		!strings.Contains(string(raw), `"history":[{"turn":1,`) {
		t.Errorf("%s %v", raw, err)
	}
	if len(all[1].Waiting) != 1 || !strings.Contains(all[1].Waiting[0], "529.982.247-25") || all[1].Record != nil {
		t.Errorf("%+v", all[1])
	}
	err = o.Export(t.Context(), "joana", admin.Person{CPF: mariaCPF}, func(admin.ExportedSession) error { return errors.New("gone") })
	if err == nil {
		t.Error("a caller that is gone got all")
	}
	want := []string{`joana export "a by CPF" 1`, `joana export "b waiting" 1`, `joana export "" 2`, `joana export "a by CPF" 1`}
	if got := o.accessLog(); !cmp.Equal(got, want) {
		t.Errorf("access log %q", got)
	}
	if strings.Contains(o.logs.String(), "Maria") || strings.Contains(o.logs.String(), "529") {
		t.Errorf("log %s", o.logs)
	}
}

// What operators ordered is nothing that the person wrote, and a record that cannot be read is given as it is.
func TestExportOfWhatIsOdd(t *testing.T) {
	o := newOffice(t)
	o.store("s", mariaState, message("oi", mariaPhone))
	err := o.journal.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "p", Kind: journal.Paused, Body: []byte("2026-11-22T13:00:00Z")})
	if err != nil {
		t.Fatal(err)
	}
	var all []admin.ExportedSession
	err = o.Export(t.Context(), "", admin.Person{Phone: mariaPhone}, func(s admin.ExportedSession) error { all = append(all, s); return nil })
	if err != nil || len(all) != 1 || len(all[0].Waiting) != 1 || !strings.Contains(all[0].Waiting[0], mariaPhone) {
		t.Errorf("%+v, %v", all, err)
	}
	if raw, err := json.Marshal(exported(journal.Stored{State: []byte("{torn")}, nil)); err != nil || !strings.Contains(string(raw), `"record":"{torn"`) {
		t.Errorf("%s, %v", raw, err)
	}
}

// A gateway may name its sessions by phone; the access log keeps neither that nor a CPF.
func TestSessionsNamedByPhone(t *testing.T) {
	for id, noted := range map[string]string{
		"+55|11 8888-7777@c.us": "", "session-52998224725": "", "session-529982247": "session-529982247", "0a1b-2c3d": "0a1b-2c3d",
	} {
		o := newOffice(t)
		o.store(id, mariaState, message("oi", mariaPhone))
		who := admin.Person{Phone: mariaPhone}
		if strings.HasPrefix(id, "session") {
			who = admin.Person{CPF: mariaCPF}
		}
		if done, err := o.Erase(t.Context(), "", who); err != nil || done.Sessions != 1 {
			t.Errorf("%s: %+v %v", id, done, err)
		}
		if want := []string{fmt.Sprintf(" erase %q 1", noted), ` erase "" 1`}; !cmp.Equal(o.accessLog(), want) {
			t.Errorf("%s: access log %q", id, o.accessLog())
		}
	}
}

// Searches that wait end with their callers.
func TestSearchesAtOnce(t *testing.T) {
	o := household(t)
	ctx, cancel := context.WithCancel(t.Context())
	for range maxSearches {
		o.searches <- struct{}{}
	}
	cancel()
	if _, err := o.Erase(ctx, "", admin.Person{CPF: mariaCPF}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
