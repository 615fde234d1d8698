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
	real, model journal.Journal
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
		Kind:      rapid.SampledFrom([]journal.Kind{journal.Patient, journal.Timer, journal.Transferred}).Draw(rt, "kind"),
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
	// Rows are named by their place, those of another session sometimes included.
	done := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 3).Draw(rt, "done")
	attempted := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 3).Draw(rt, "attempted")
	rowsOf := session
	if rapid.IntRange(0, 4).Draw(rt, "rows of another") == 0 {
		rowsOf = drawSession(rt)
	}
	perform := func(j journal.Journal, base int64) (int64, error) {
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
func (p *pair) places(rt *rapid.T, j journal.Journal, session string, places []int) []int64 {
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
	got, err := p.real.Purge(p.ctx, keep, 1000)
	want, wantErr := p.model.Purge(p.ctx, keep, 1000)
	alike(rt, err, wantErr)
	if got != want {
		rt.Fatalf("%d went away, from the model %d", got, want)
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
	Pending int
	Waiting []journal.Waiting
	Rows    map[string][]journal.Message
	Intents map[string][]journal.Intent
	Facts   []journal.Fact
}

func (p *pair) look(rt *rapid.T, j journal.Journal) view {
	v := view{Pending: j.Pending(), Rows: map[string][]journal.Message{}, Intents: map[string][]journal.Intent{}}
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
