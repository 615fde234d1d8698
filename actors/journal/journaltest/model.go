package journaltest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"atende/actors/journal"
	"atende/actors/journal/memory"
)

// Compare runs random operations on b and on package memory, and wants the same answer to each.
func Compare(t *testing.T, b Backend) {
	rapid.Check(t, func(rt *rapid.T) {
		folder, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		p := &pair{
			ctx: t.Context(), backend: b, folder: folder, now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC),
			versions: map[string][]version{},
		}
		p.config = Config{Now: func() time.Time { return p.now }, MaxPending: 6}
		p.model = memory.New(memory.Options{Now: p.config.Now, MaxPending: p.config.MaxPending})
		if p.real, err = b.Open(p.ctx, folder, p.config); err != nil {
			rt.Fatal(err)
		}
		defer func() {
			if err := p.real.Close(); err != nil {
				rt.Error(err)
			}
		}()
		rt.Repeat(p.actions())
	})
}

// pair is a journal and its model, which are told the same.
type pair struct {
	ctx         context.Context
	backend     Backend
	folder      string
	config      Config
	now         time.Time
	real, model journal.Store
	versions    map[string][]version // given so far, by session
}

// version is the same one in both; the numbers themselves may differ.
type version struct{ real, model int64 }

func (p *pair) actions() map[string]func(*rapid.T) {
	actions := map[string]func(*rapid.T){
		"":         p.check,
		"accept":   p.accept,
		"activate": p.activate,
		"commit":   p.commit,
		"answer":   p.answer,
		"purge":    p.purge,
		"learn":    p.learn,
		"ring":     p.ring,
		"erase":    p.erase,
		"record":   p.record,
		"contact":  p.contact,
	}
	if p.backend.Durable {
		actions["reopen"] = p.reopen
	}
	return actions
}

func drawSession(rt *rapid.T) string {
	return rapid.SampledFrom([]string{"a", "b", "c"}).Draw(rt, "session")
}

// alike wants both errors to be the same rule of the journal, or none.
func alike(rt *rapid.T, got, want error) {
	rt.Helper()
	if !errors.Is(got, want) {
		rt.Fatalf("got error %v, the model has %v", got, want)
	}
}

func (p *pair) accept(rt *rapid.T) {
	p.now = p.now.Add(time.Duration(rapid.IntRange(0, 3).Draw(rt, "pause")) * time.Millisecond)
	in := journal.Incoming{
		SessionID: drawSession(rt),
		MessageID: rapid.StringN(0, 4, -1).Draw(rt, "message"),
		Kind:      rapid.SampledFrom([]journal.Kind{journal.Patient, journal.Timer, journal.Transferred, journal.Paused, journal.Resumed, journal.HandedBack, journal.Told, journal.Listed}).Draw(rt, "kind"),
		Body:      rapid.SliceOfN(rapid.Byte(), 0, 8).Draw(rt, "body"),
	}
	alike(rt, p.real.Accept(p.ctx, in), p.model.Accept(p.ctx, in))
}

func (p *pair) activate(rt *rapid.T) {
	session, readable := drawSession(rt), rapid.IntRange(1, 3).Draw(rt, "schema")
	got, err := p.real.Activate(p.ctx, session, readable)
	want, wantErr := p.model.Activate(p.ctx, session, readable)
	alike(rt, err, wantErr)
	if err == nil {
		p.versions[session] = append(p.versions[session], version{got.Version, want.Version})
	}
	got.Version, want.Version = 0, 0
	if diff := cmp.Diff(want, got); diff != "" {
		rt.Fatalf("activation (-model +got):\n%s", diff)
	}
}

func (p *pair) commit(rt *rapid.T) {
	session, written := drawSession(rt), rapid.IntRange(1, 3).Draw(rt, "schema")
	base := version{}
	if given := p.versions[session]; len(given) > 0 {
		base = given[max(0, len(given)-rapid.IntRange(1, 3).Draw(rt, "age"))]
	}
	c := journal.Commit{SessionID: session, Sent: rapid.IntRange(0, 3).Draw(rt, "sent")}
	if rapid.Bool().Draw(rt, "with state") {
		c.State = rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(rt, "state")
	}
	if rapid.Bool().Draw(rt, "with intent") {
		n, attempt := rapid.IntRange(1, 2).Draw(rt, "n"), rapid.IntRange(1, 2).Draw(rt, "attempt")
		c.Intent = &journal.Intent{N: n, Attempt: attempt, Token: fmt.Sprint(n, attempt), Slot: "slot", At: p.now}
	}
	if rapid.Bool().Draw(rt, "with reminder") {
		c.Due = p.due(rt, session)
	}
	if rapid.Bool().Draw(rt, "with entry") {
		c.Entry = rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(rt, "entry")
	}
	c.Demand = rapid.SliceOfN(rapid.SampledFrom(modelDemand), 0, 2).Draw(rt, "demand")
	// Rows are named by their place, those of another session sometimes included.
	done := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 3).Draw(rt, "done")
	attempted := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 3).Draw(rt, "attempted")
	rowsOf := session
	if rapid.IntRange(0, 4).Draw(rt, "rows of another") == 0 {
		rowsOf = drawSession(rt)
	}
	perform := func(j journal.Store, base int64) (int64, error) {
		c := c
		c.Version, c.Done, c.Attempted = base, p.places(rt, j, rowsOf, done), p.places(rt, j, rowsOf, attempted)
		return j.Commit(p.ctx, written, c)
	}
	got, err := perform(p.real, base.real)
	want, wantErr := perform(p.model, base.model)
	alike(rt, err, wantErr)
	if err == nil {
		p.versions[session] = append(p.versions[session], version{got, want})
	}
}

// places are the numbers that the rows at these places have in j.
func (p *pair) places(rt *rapid.T, j journal.Store, session string, places []int) []int64 {
	rows, err := j.Read(p.ctx, session, readLimit)
	if err != nil {
		rt.Fatal(err)
	}
	var seqs []int64
	for _, place := range places {
		if place < len(rows) {
			seqs = append(seqs, rows[place].Seq)
		}
	}
	return seqs
}

func (p *pair) answer(rt *rapid.T) {
	session := drawSession(rt)
	token := fmt.Sprint(rapid.IntRange(1, 2).Draw(rt, "n"), rapid.IntRange(1, 2).Draw(rt, "attempt"))
	answer := rapid.SampledFrom([]string{"", "executed", "not sent"}).Draw(rt, "answer")
	alike(rt, p.real.Answer(p.ctx, session, token, answer), p.model.Answer(p.ctx, session, token, answer))
}

// purge has no limit: which rows go first is not a rule.
func (p *pair) purge(rt *rapid.T) {
	if rapid.IntRange(0, 3).Draw(rt, "purge") != 0 {
		return
	}
	ago := func(name string) time.Time {
		return p.now.Add(-time.Duration(rapid.IntRange(0, 6).Draw(rt, name)) * time.Millisecond)
	}
	var keep journal.Retention
	if rapid.Bool().Draw(rt, "sessions") {
		keep.Sessions = ago("session age")
	}
	if rapid.Bool().Draw(rt, "intents") {
		keep.Intents = ago("intent age")
	}
	if rapid.Bool().Draw(rt, "history") {
		keep.History = ago("entry age")
	}
	if rapid.Bool().Draw(rt, "accesses") {
		keep.Accesses = ago("access age")
	}
	if rapid.Bool().Draw(rt, "contacts") {
		keep.Contacts = ago("contact age")
	}
	got, err := p.real.Purge(p.ctx, keep, 1000)
	want, wantErr := p.model.Purge(p.ctx, keep, 1000)
	alike(rt, err, wantErr)
	if got != want {
		rt.Fatalf("%d went away, from the model %d", got, want)
	}
}

// modelDemand are wishes of two days.
var modelDemand = []journal.Demand{saturday, {Day: saturday.Day, Weekday: -1, Cause: "none"}, {Day: "2026-11-22", AgendaID: 102, Period: "evening", Cause: "none"}}

// forgetDemand is a purge by itself: how many rows a store keeps of one count is not a rule.
func (p *pair) forgetDemand(rt *rapid.T) {
	keep := journal.Retention{Demand: time.Date(2026, 11, rapid.IntRange(21, 23).Draw(rt, "day"), 0, 0, 0, 0, time.UTC)}
	got, err := p.real.Purge(p.ctx, keep, 1000)
	want, wantErr := p.model.Purge(p.ctx, keep, 1000)
	alike(rt, err, wantErr)
	if got < want {
		rt.Fatalf("%d went away, from the model %d", got, want)
	}
}

// erase names the newest version, one of before or one that nobody was given.
func (p *pair) erase(rt *rapid.T) {
	session := drawSession(rt)
	if rapid.IntRange(0, 9).Draw(rt, "demand") == 0 {
		p.forgetDemand(rt)
	}
	base := version{real: -1, model: -1}
	if given := p.versions[session]; len(given) > 0 {
		base = given[max(0, len(given)-rapid.IntRange(1, 3).Draw(rt, "age"))]
	}
	if rapid.Bool().Draw(rt, "as it is") {
		base = version{p.stored(rt, p.real, session).Version, p.stored(rt, p.model, session).Version}
	}
	alike(rt, p.real.Erase(p.ctx, session, base.real), p.model.Erase(p.ctx, session, base.model))
}

func (p *pair) stored(rt *rapid.T, j journal.Store, session string) journal.Stored {
	s, _, err := j.Look(p.ctx, session)
	if err != nil {
		rt.Fatal(err)
	}
	return s
}

func (p *pair) record(rt *rapid.T) {
	a := journal.Access{At: p.now, Action: rapid.SampledFrom([]string{"timeline", "erase"}).Draw(rt, "action"), Subject: drawSession(rt)}
	alike(rt, p.real.Record(p.ctx, a), p.model.Record(p.ctx, a))
}

func (p *pair) contact(rt *rapid.T) {
	phone, since := rapid.SampledFrom([]string{"p", "q"}).Draw(rt, "phone"), p.now.Add(-time.Duration(rapid.IntRange(0, 6).Draw(rt, "since"))*time.Millisecond)
	var note []journal.Contact
	for range rapid.IntRange(0, 2).Draw(rt, "contacts") {
		note = append(note, journal.Contact{CPF: rapid.IntRange(-1, 2).Draw(rt, "cpf"), SessionID: drawSession(rt), At: p.now})
	}
	got, err := p.real.Contacts(p.ctx, phone, since, note...)
	want, wantErr := p.model.Contacts(p.ctx, phone, since, note...)
	alike(rt, err, wantErr)
	if !slices.Equal(got, want) {
		rt.Fatalf("contacts %+v, of the model %+v", got, want)
	}
}

func (p *pair) learn(rt *rapid.T) {
	fact := journal.Fact{AgendaID: rapid.IntRange(1, 2).Draw(rt, "agenda"), Exclusive: rapid.Bool().Draw(rt, "exclusive"), At: p.now}
	alike(rt, p.real.Learn(p.ctx, fact), p.model.Learn(p.ctx, fact))
}

// due is a time around now, to the millisecond of its own that each session has: which of two reminders
// of one time comes first is not a rule.
func (p *pair) due(rt *rapid.T, session string) time.Time {
	slot := p.now.UnixMilli()/10 + int64(rapid.IntRange(-2, 2).Draw(rt, "due"))
	return time.UnixMilli(slot*10 + int64(session[0]-'a'))
}

func (p *pair) ring(rt *rapid.T) {
	now := p.now.Add(time.Duration(rapid.IntRange(-20, 20).Draw(rt, "at")) * time.Millisecond)
	limit := rapid.IntRange(0, 3).Draw(rt, "limit")
	got, err := p.real.Ring(p.ctx, now, limit)
	want, wantErr := p.model.Ring(p.ctx, now, limit)
	alike(rt, err, wantErr)
	if !slices.Equal(got, want) {
		rt.Fatalf("rang %q, the model %q", got, want)
	}
}

// reopen is rare: it costs as much as everything else together.
func (p *pair) reopen(rt *rapid.T) {
	if rapid.IntRange(0, 7).Draw(rt, "reopen") != 0 {
		return
	}
	if err := p.real.Close(); err != nil {
		rt.Fatal(err)
	}
	var err error
	if p.real, err = p.backend.Open(p.ctx, p.folder, p.config); err != nil {
		rt.Fatal(err)
	}
}

// view is all that can be seen without changing anything.
type view struct {
	Pending  int
	Waiting  []journal.Waiting
	Rows     map[string][]journal.Message
	Intents  map[string][]journal.Intent
	Facts    []journal.Fact
	Archived archived
}

// archived is what an archive tells; the numbers of entries and the versions are left out, since they may differ.
type archived struct {
	History  map[string][]journal.Entry
	Entries  []string // of all sessions, with them
	Demand   []journal.DemandCount
	Sessions []journal.Stored
	Accesses []journal.Access
}

func (p *pair) archived(rt *rapid.T, j journal.Store) archived {
	var a archived
	var errs [4]error
	var all []journal.SessionEntry
	a.Demand, errs[0] = j.Demand(p.ctx, "", "9999")
	a.Accesses, errs[1] = j.Accesses(p.ctx, 5)
	a.Sessions, errs[2] = j.Sessions(p.ctx, "", readLimit)
	all, errs[3] = j.Histories(p.ctx, "", 0, readLimit)
	if err := errors.Join(errs[:]...); err != nil {
		rt.Fatal(err)
	}
	a.History = map[string][]journal.Entry{}
	for i, e := range all {
		if i > 0 && e.SessionID == all[i-1].SessionID && e.Seq <= all[i-1].Seq {
			rt.Fatalf("entry %d comes after %d", e.Seq, all[i-1].Seq)
		}
		a.Entries = append(a.Entries, fmt.Sprintf("%s %x %v", e.SessionID, e.Body, e.At))
	}
	for i := range a.Sessions {
		s := &a.Sessions[i]
		if got, want := len(s.Waiting), len(p.places(rt, j, s.SessionID, []int{0, 1, 2, 3, 4, 5})); got != want {
			rt.Fatalf("session %q has %d rows, and tells %d", s.SessionID, want, got)
		}
		if (s.Version == 0) != (s.State == nil) {
			rt.Fatalf("session %+v", s)
		}
		s.Version, s.Waiting = 0, nil
	}
	for _, session := range []string{"a", "b", "c"} {
		entries, err := j.History(p.ctx, session, 5)
		if err != nil {
			rt.Fatal(err)
		}
		for _, e := range entries {
			e.Seq = 0
			a.History[session] = append(a.History[session], e)
		}
	}
	return a
}

func (p *pair) look(rt *rapid.T, j journal.Store) view {
	v := view{
		Pending: j.Pending(), Rows: map[string][]journal.Message{}, Intents: map[string][]journal.Intent{}, Archived: p.archived(rt, j),
	}
	var err error
	if v.Waiting, err = j.Sweep(p.ctx, 2); err != nil {
		rt.Fatal(err)
	}
	for agenda := range 3 {
		fact, _, err := j.Fact(p.ctx, agenda)
		if err != nil {
			rt.Fatal(err)
		}
		v.Facts = append(v.Facts, fact)
	}
	for _, session := range []string{"a", "b", "c"} {
		rows, err := j.Read(p.ctx, session, readLimit)
		if err != nil {
			rt.Fatal(err)
		}
		for i := range rows {
			if i > 0 && rows[i].Seq <= rows[i-1].Seq {
				rt.Fatalf("row %d comes after %d", rows[i].Seq, rows[i-1].Seq)
			}
		}
		for _, row := range rows {
			row.Seq = 0
			row.Body = append([]byte{}, row.Body...) // nil and empty are one
			v.Rows[session] = append(v.Rows[session], row)
		}
		for n := 1; n <= 2; n++ {
			found, err := j.Intents(p.ctx, session, n)
			if err != nil {
				rt.Fatal(err)
			}
			v.Intents[session] = append(v.Intents[session], found...)
		}
	}
	return v
}

func (p *pair) check(rt *rapid.T) {
	if diff := cmp.Diff(p.look(rt, p.model), p.look(rt, p.real)); diff != "" {
		rt.Fatalf("they differ (-model +got):\n%s", diff)
	}
}
