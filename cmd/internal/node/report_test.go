package node

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/postgres/private"
	"atende/actors/journal/sealed"
	"atende/actors/journal/store"
	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/integrations/catalog"
	"atende/metrics"
	"atende/webhook/admin"
)

// fact is one thing that happened to the patients of a simulated clinic; which field of admin.Counts it belongs to is its kind.
type fact struct {
	day, kind, key string
	n              int
}

// weeks simulates some weeks of a clinic in a journal, and writes down beside it what happened.
type weeks struct {
	t       *testing.T
	dice    *rand.Rand
	clinic  *catalog.Clinic
	known   *conversation.Clinic
	journal journal.Store
	mu      sync.Mutex
	clock   time.Time
	facts   []fact
}

func (w *weeks) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.clock
}

func (w *weeks) set(to time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock = to
}

// happened notes a fact of now.
func (w *weeks) happened(kind, key string) {
	w.facts = append(w.facts, fact{w.now().In(w.clinic.Location).Format(time.DateOnly), kind, key, 1})
}

func anyOf[T any](w *weeks, list ...T) T { return list[w.dice.IntN(len(list))] }

// commit stores a turn.
func (w *weeks) commit(id string, state string, entry *history.Entry, wishes ...journal.Demand) {
	w.t.Helper()
	active, err := w.journal.Activate(w.t.Context(), id, record.Schema)
	if err == nil {
		_, err = w.journal.Commit(w.t.Context(), record.Schema, journal.Commit{SessionID: id, Version: active.Version, State: []byte(state), Entry: entry.Encode(), Demand: wishes})
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// session is a conversation that begins at a time: each of its turns reaches a stage or ends it.
func (w *weeks) session(id string, begin time.Time) {
	w.set(begin)
	state := `{"state":{"request":{},"wish":{},"patient":{"name":"Maria Prado","cpf":"52998224725"}},"turn":1}`
	turns := 1 + w.dice.IntN(len(metrics.Stages)+1)
	for n := 1; n <= turns; n++ {
		e := &history.Entry{Turn: n}
		waited := anyOf(w, 1, 5, 5.01, 9, 29, 59, 250, 4000)
		w.set(w.now().Add(time.Duration(waited * float64(time.Second))))
		e.At, e.Seconds = w.now().Add(-500*time.Millisecond), 0.5
		e.Heard = []history.Heard{{At: e.At.Add(-time.Duration((waited - 0.5) * float64(time.Second))), Type: "TEXT", Text: "oi"}}
		e.Said = []history.Said{{Kind: history.Part, Text: "Oi!"}}
		switch {
		case n <= len(metrics.Stages) && w.dice.IntN(9) > 0:
			w.reach(e, metrics.Stages[n-1])
		case w.dice.IntN(3) == 0:
			e.Result = anyOf(w, "ignored", "silent")
			e.Outcomes = []string{"IGNORADO_STATUS"}
			w.happened("outcomes", "IGNORADO_STATUS")
		default:
			e.Outcomes = []string{"SEM_INTERESSE"}
			w.happened("outcomes", "SEM_INTERESSE")
		}
		if e.Result == "" {
			bucket := 0
			for bucket < len(admin.AnswerBounds) && waited > admin.AnswerBounds[bucket] {
				bucket++
			}
			w.happened("answers", strconv.Itoa(bucket))
			w.happened("messages", "")
		}
		var wishes []journal.Demand
		if w.dice.IntN(4) == 0 {
			wishes = append(wishes, w.wish())
		}
		reason := ""
		if e.Result == "" && w.dice.IntN(6) == 0 {
			reason = anyOf(w, "pediu_atendente", "cancelar", "emergencia")
			e.Said = append(e.Said, history.Said{Kind: history.Transfer, Text: reason})
		}
		w.commit(id, state, e, wishes...)
		if reason != "" {
			w.transferred(id, state, n, reason)
		}
		w.set(w.now().Add(time.Duration(w.dice.IntN(3600)) * time.Second))
	}
	w.visits(id)
}

// reach is a stage, with the appointment at its end.
func (w *weeks) reach(e *history.Entry, stage string) {
	e.Stages = []string{stage, "of a newer release"}
	w.happened("stages", stage)
	if w.known.Away(w.now()) {
		w.happened("away", stage)
	}
	switch stage {
	case "started":
		w.happened("begun", w.now().In(w.clinic.Location).Format(time.DateOnly))
	case "booked":
		doctor, plan := anyOf(w, w.clinic.Doctors...), anyOf(w, w.clinic.Plans...)
		e.Outcomes = []string{"AGENDADO"}
		e.Steps = []history.Step{
			{Name: "A4", With: map[string]string{"agenda": "101", "plan": "1"}, Result: "refused"},
			{Name: "A4", With: map[string]string{"agenda": strconv.Itoa(doctor.AgendaID), "plan": strconv.Itoa(plan.ID)}, Result: anyOf(w, "made", "made, texts lost")},
		}
		w.happened("outcomes", "AGENDADO")
		w.happened("booked", w.now().In(w.clinic.Location).Format(time.DateOnly))
		w.happened("doctors", doctor.Name)
		w.happened("plans", plan.Name)
	}
}

// transferred is what the gateway makes of a transfer, at once or hours later: it confirms it, or not; or a person comes first.
func (w *weeks) transferred(id, state string, turn int, reason string) {
	w.set(w.now().Add(time.Duration(w.dice.IntN(20*3600)) * time.Second))
	e := &history.Entry{Turn: turn, At: w.now()}
	switch w.dice.IntN(3) {
	case 0:
		e.Outcomes = []string{"ERRO"}
		w.happened("outcomes", "ERRO")
	case 1:
		by := anyOf(w, "webhook", "operator")
		e.Turn, e.Steps = turn+1, []history.Step{history.Taken(by)}
		w.happened("outcomes", "TRANSFERIDO")
		w.happened("hand_overs", by)
	default:
		e.Outcomes = []string{"TRANSFERIDO"}
		w.happened("outcomes", "TRANSFERIDO")
		w.happened("hand_overs", reason)
	}
	w.commit(id, state, e)
}

// wish is something that cannot be offered.
func (w *weeks) wish() journal.Demand {
	d := journal.Demand{Day: w.now().In(w.clinic.Location).Format(time.DateOnly), Cause: anyOf(w, "none", "wished", "plan", "person"), Weekday: w.dice.IntN(8) - 1}
	who := "any"
	switch w.dice.IntN(3) {
	case 0:
		doctor := anyOf(w, w.clinic.Doctors...)
		d.AgendaID, d.SpecialtyID, who = doctor.AgendaID, doctor.SpecialtyID, doctor.Name
	case 1:
		specialty := anyOf(w, w.clinic.Specialties...)
		d.SpecialtyID, who = specialty.ID, specialty.Name
	}
	d.Period = anyOf(w, "", "morning", "evening")
	w.happened("causes", d.Cause)
	if d.Cause == "plan" || d.Cause == "person" {
		return d
	}
	weekday, period := "any", "any"
	if d.Weekday >= 0 {
		weekday = strings.ToLower(time.Weekday(d.Weekday).String()[:3])
	}
	if d.Period != "" {
		period = d.Period
	}
	w.happened("wished", who)
	w.happened("times", weekday+" "+period)
	return d
}

// visits are questions whether the patient comes, some days after the talk.
func (w *weeks) visits(id string) {
	var state conversation.State
	for range w.dice.IntN(4) {
		w.set(w.now().Add(time.Duration(w.dice.IntN(40)) * time.Hour))
		event := anyOf(w, metrics.VisitEvents...)
		state.NoteVisit(w.now().In(w.clinic.Location), event)
		w.happened("visits", event)
	}
	raw, err := json.Marshal(map[string]any{"state": state, "turn": 9})
	if err != nil {
		w.t.Fatal(err)
	}
	w.commit(id, string(raw), nil)
}

// of counts the facts of some days.
func (w *weeks) of(from, to string) admin.Counts {
	c := admin.NewCounts()
	kinds := map[string]map[string]int{
		"stages": c.Stages, "away": c.StagesAway, "outcomes": c.Outcomes, "hand_overs": c.HandOvers, "doctors": c.Doctors, "plans": c.Plans,
		"visits": c.Visits, "begun": c.Begun, "booked": c.Booked, "causes": c.WishedCauses, "wished": c.WishedDoctors, "times": c.WishedTimes,
	}
	for _, f := range w.facts {
		switch {
		case f.day < from || f.day > to:
		case f.kind == "messages":
			c.Messages++
		case f.kind == "answers":
			bucket, _ := strconv.Atoi(f.key)
			c.Answers[bucket]++
		default:
			kinds[f.kind][f.key]++
		}
	}
	return c
}

// reportOf adds up all steps.
func (w *weeks) reportOf(d *desk, ask admin.ReportAsk) (whole admin.Report, steps int) {
	w.t.Helper()
	whole, err := d.Report(w.t.Context(), ask)
	for steps = 1; err == nil && whole.Next != ""; steps++ {
		var step admin.Report
		if step, err = d.Report(w.t.Context(), admin.ReportAsk{Since: whole.From, Until: whole.To, After: whole.Next}); err == nil {
			whole.Add(step)
		}
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return whole, steps
}

func simulate(t *testing.T, seed uint64, url string, sessions int, keys *sealed.Source) (*weeks, *desk) {
	t.Helper()
	clinic := catalog.Sample()
	w := &weeks{t: t, dice: rand.New(rand.NewPCG(seed, 7)), clinic: clinic, clock: noon.AddDate(0, 0, -17)}
	var err error
	if w.journal, err = store.Open(t.Context(), url, store.Options{Now: w.now, Keys: keys}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.journal.Close() })
	if shared, ok := w.journal.(journal.Shared); ok {
		if err := journaltest.Sole(t.Context(), shared); err != nil {
			t.Fatal(err)
		}
	}
	d := newDesk(w.journal, nil, Options{Clinic: clinic, Now: func() time.Time { return noon }})
	w.known = d.known
	for i := range sessions {
		w.session(fmt.Sprintf("s-%x", w.dice.Uint32()), noon.Add(-time.Duration(w.dice.IntN(17*24*3600))*time.Second-time.Duration(i)))
	}
	return w, d
}

// Every number of a week is what happened in it, in whatever journal; so are those of the week before, and of any other days.
func TestReportOfSimulatedWeeks(t *testing.T) {
	t.Parallel()
	server, err := private.Start(t.Context(), private.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	file := filepath.Join(t.TempDir(), "key")
	secret := []byte("of 32 bytes, and no two are alike") // a key that only tests have
	if err := os.WriteFile(file, []byte(base64.StdEncoding.EncodeToString(secret[:32])+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	keys, err := sealed.FromFile(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	for name, journal := range map[string]struct {
		url      string
		sessions int
		keys     *sealed.Source
	}{
		"memory": {"memory:", reportSessions + 100, nil}, "sqlite": {"sqlite:" + filepath.Join(t.TempDir(), "a.db"), 60, nil},
		"encrypted": {"sqlite:" + filepath.Join(t.TempDir(), "b.db"), 60, keys}, "postgres": {server.URL(), 60, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w, d := simulate(t, 1, journal.url, journal.sessions, journal.keys)
			asks := []admin.ReportAsk{{Since: "7d"}, {Since: "7d", Until: "1d"}, {Since: "2026-11-20", Until: "2026-11-20"}, {Since: "3d", Until: "2026-11-15"}}
			if journal.sessions > reportSessions { // which takes its time
				asks = asks[:1]
			}
			for _, ask := range asks {
				got, steps := w.reportOf(d, ask)
				for period, want := range map[string][2]any{"present": {w.of(got.From, got.To), got.Present}, "before": {w.of(got.BeforeFrom, got.BeforeTo), got.Before}} {
					if diff := cmp.Diff(want[0], want[1]); diff != "" {
						t.Errorf("%+v, %s (-happened +reported):\n%s", ask, period, diff)
					}
				}
				if got.Unreadable > 0 || journal.sessions > reportSessions && steps < 3 {
					t.Errorf("%d steps, %d unreadable", steps, got.Unreadable)
				}
			}
			week, _ := w.reportOf(d, admin.ReportAsk{Since: "7d"})
			p := week.Present
			if week.From != "2026-11-16" || week.To != "2026-11-22" || week.BeforeFrom != "2026-11-09" || week.BeforeTo != "2026-11-15" || week.KeptFrom != "2026-10-24" || !week.Hours {
				t.Errorf("%+v", week)
			}
			for name, n := range map[string]int{"away": len(p.StagesAway), "hand-overs": len(p.HandOvers), "doctors": len(p.Doctors), "wishes": len(p.WishedTimes), "visits": len(p.Visits), "late": p.Answers[5]} {
				if n == 0 {
					t.Errorf("the week has no %s", name)
				}
			}
			raw, err := json.Marshal(week)
			if err != nil || strings.Contains(string(raw), "Maria") || strings.Contains(string(raw), "529") {
				t.Errorf("%v %s", err, raw)
			}
		})
	}
}

// Days that are none, the wrong way round or too many are refused, and so is a step that there is not.
func TestReportRanges(t *testing.T) {
	o := newOffice(t)
	// Two in the morning in London: the clinic's day is the one before.
	o.now = func() time.Time { return time.Date(2026, 11, 22, 2, 0, 0, 0, time.UTC) }
	for _, test := range []struct{ since, until, first, last string }{
		{"7d", "", "2026-11-15", "2026-11-21"}, {"7d", "1d", "2026-11-14", "2026-11-20"}, {"1d", "0d", "2026-11-21", "2026-11-21"},
		{"2026-11-01", "2026-11-07", "2026-11-01", "2026-11-07"}, {"366d", "", "2025-11-21", "2026-11-21"},
		{"367d", "", "", ""}, {"0d", "", "", ""}, {"-1d", "", "", ""}, {"7", "", "", ""}, {"7d", "ontem", "", ""}, {"2026-11-22", "", "", ""}, {"7d", "99999999999d", "", ""},
	} {
		got, err := o.Report(t.Context(), admin.ReportAsk{Since: test.since, Until: test.until})
		if got.From != test.first || got.To != test.last || errors.Is(err, admin.ErrRange) != (test.first == "") {
			t.Errorf("%s..%s: %s..%s %v", test.since, test.until, got.From, got.To, err)
		}
	}
	if _, err := o.Report(t.Context(), admin.ReportAsk{Since: "7d", After: "x"}); !errors.Is(err, admin.ErrRange) {
		t.Errorf("a step that there is not: %v", err)
	}
	if log := o.accessLog(); len(log) != 0 {
		t.Errorf("nobody's data were looked at, and the access log says %q", log)
	}
}

// What cannot be read is counted as such, and the rest is there.
func TestReportOfTornTurns(t *testing.T) {
	o := newOffice(t)
	o.store("a", otherState, "")
	o.store("b", `{"state":{"visit_events":7}}`, "")
	active, err := o.journal.Activate(t.Context(), "a", record.Schema)
	if err == nil {
		_, err = o.journal.Commit(t.Context(), record.Schema, journal.Commit{SessionID: "a", Version: active.Version, State: []byte(otherState), Entry: []byte("{torn")})
	}
	if err != nil {
		t.Fatal(err)
	}
	first, err := o.Report(t.Context(), admin.ReportAsk{Since: "7d"})
	if err != nil || first.Unreadable != 1 || first.Read != 3 || first.Next != "r" {
		t.Errorf("%+v, %v", first, err)
	}
	second, err := o.Report(t.Context(), admin.ReportAsk{Since: "7d", After: first.Next})
	if err != nil || second.Unreadable != 1 || second.Read != 2 || second.Next != "" {
		t.Errorf("%+v, %v", second, err)
	}
}

// endless is a journal of so many sessions, which are made while they are read; most is the most memory that was in use meanwhile.
type endless struct {
	journal.Archive
	sessions int
	turn     []byte
	pages    int
	most     uint64
}

// from is the number of the first session behind one.
func (e *endless) from(after string) int {
	n, err := strconv.Atoi(after)
	if err != nil {
		return 0
	}
	return n + 1
}

func (e *endless) watch() {
	if e.pages++; e.pages%50 == 0 {
		var now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&now)
		e.most = max(e.most, now.HeapAlloc)
	}
}

func (e *endless) Histories(_ context.Context, after string, _ int64, limit int) (page []journal.SessionEntry, err error) {
	e.watch()
	for i := e.from(after); i < e.sessions && len(page) < limit; i++ {
		page = append(page, journal.SessionEntry{SessionID: fmt.Sprintf("%09d", i), Entry: journal.Entry{Seq: 1, At: noon.Add(-time.Duration(i) * time.Second), Body: e.turn}})
	}
	return page, nil
}

func (e *endless) Sessions(_ context.Context, after string, limit int) (page []journal.Stored, err error) {
	e.watch()
	for i := e.from(after); i < e.sessions && len(page) < limit; i++ {
		page = append(page, journal.Stored{SessionID: fmt.Sprintf("%09d", i), State: []byte(otherState)})
	}
	return page, nil
}

func (e *endless) Demand(context.Context, string, string) ([]journal.DemandCount, error) {
	return nil, nil
}

// A report of 100,000 sessions takes no more memory than one of a thousand, and each of its steps is short.
func TestReportOfABigJournal(t *testing.T) {
	clinic := catalog.Sample()
	turn := history.Entry{Turn: 1, At: noon, Stages: []string{"started"}, Heard: []history.Heard{{At: noon, Text: strings.Repeat("quero marcar ", 50)}}, Said: []history.Said{{Kind: history.Part, Text: "Oi!"}}}
	most := map[int]uint64{}
	for _, sessions := range []int{1000, 100_000} {
		e := &endless{sessions: sessions, turn: turn.Encode()}
		d := newDesk(e, nil, Options{Clinic: clinic, Now: func() time.Time { return noon }})
		e.pages = 49 // a short one is looked at, too
		whole, steps := (&weeks{t: t}).reportOf(d, admin.ReportAsk{Since: "7d"})
		if whole.Present.Stages["started"] != sessions || whole.Read != 2*sessions || steps < sessions/reportTurns+sessions/reportSessions {
			t.Errorf("%d sessions: %d begun, %d read in %d steps", sessions, whole.Present.Stages["started"], whole.Read, steps)
		}
		most[sessions] = e.most
	}
	if more := int64(most[100_000]) - int64(most[1000]); more > 8<<20 {
		t.Errorf("%d bytes more for 100,000 sessions", more)
	}
}
