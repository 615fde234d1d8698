package node

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/router"
	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/integrations/catalog"
	"atende/metrics"
	"atende/webhook/admin"
)

// orders is what operators can want of a session; *router.Router has it.
type orders interface {
	Pause(ctx context.Context, sessionID string, until time.Time) error
	Resume(ctx context.Context, sessionID string) error
	HandOver(ctx context.Context, sessionID string) error
	HandBack(ctx context.Context, sessionID string) error
	Tell(ctx context.Context, note record.PhoneNote) error
	TellLine(ctx context.Context, agendaID int, note conversation.WaitNote) error
}

// desk is the node as the operators' pages see it (admin.Operator).  What it shows, exports or changes is in
// the access log first; without that line nothing happens.
//
// The access log names sessions.  What somebody was looked for by is not in it: a CPF is guessable, so a hash of
// it would be as good as the CPF to whoever reads the log.
type desk struct {
	archive journal.Archive
	orders  orders
	clinic  *catalog.Clinic
	known   *conversation.Clinic // the same, as conversations see it
	now     func() time.Time
	log     *slog.Logger
	// searches holds a place for each search through all sessions that may run at once.
	searches chan struct{}
	readings readings
	// uploading holds the place of the upload that runs.
	uploading chan struct{}
	counted   metrics.Conversion
	keep      Keep
}

// maxSearches is how many searches for a person run at once; more wait.
const maxSearches = 2

// maxTurns is how many turns a timeline or an export shows of a session.
const maxTurns = journal.MaxHistory

func newDesk(archive journal.Archive, orders orders, o Options) *desk {
	return &desk{
		archive: archive, orders: orders, clinic: o.Clinic, known: knowledge(o), now: o.Now, log: o.Log, searches: make(chan struct{}, maxSearches),
		uploading: make(chan struct{}, 1), keep: o.Keep.orUsual(),
	}
}

// record writes a line of the access log.
func (d *desk) record(ctx context.Context, by, action, subject string, sessions int) error {
	err := d.archive.Record(ctx, journal.Access{At: d.now(), Operator: by, Action: action, Subject: subject, Sessions: sessions})
	if err != nil {
		return fmt.Errorf("access log: %w", err)
	}
	return nil
}

// Timeline is how a session stands and what is kept of its turns.
func (d *desk) Timeline(ctx context.Context, by, sessionID string) (admin.Timeline, error) {
	stored, known, err := d.archive.Look(ctx, sessionID)
	if err != nil {
		return admin.Timeline{}, fmt.Errorf("timeline: %w", err)
	}
	if !known {
		return admin.Timeline{}, admin.ErrUnknown
	}
	turns, err := d.turns(ctx, sessionID)
	if err != nil {
		return admin.Timeline{}, fmt.Errorf("timeline: %w", err)
	}
	if err := d.record(ctx, by, "timeline", sessionID, 1); err != nil {
		return admin.Timeline{}, err
	}
	shown := admin.Timeline{SessionID: sessionID, Turns: turns}
	describe(&shown, stored, d.now())
	shown.Summary = record.Summarize(stored, d.known)
	return shown, nil
}

// describe fills in how the session stands.
func describe(shown *admin.Timeline, stored journal.Stored, now time.Time) {
	standing := record.Describe(stored, now)
	switch {
	case standing.Person:
		shown.Standing = admin.StandingPerson
	case !standing.PausedUntil.IsZero():
		shown.Standing, shown.Until = admin.StandingPaused, standing.PausedUntil
	case standing.Ended:
		shown.Standing = admin.StandingEnded
	default:
		shown.Standing = admin.StandingAgent
	}
	if notice := standing.Notice; notice != nil {
		shown.Notice, shown.NoticeAt = notice.Version, notice.At.UTC()
	}
	for _, row := range stored.Waiting {
		if row.Kind == journal.Patient {
			shown.Waiting++
		}
	}
}

// turns is the history of a session, oldest turn first.
func (d *desk) turns(ctx context.Context, sessionID string) ([]history.Entry, error) {
	lines, err := d.archive.History(ctx, sessionID, maxTurns)
	if err != nil {
		return nil, err
	}
	turns := make([]history.Entry, 0, len(lines))
	for _, line := range lines {
		var turn history.Entry
		if err := json.Unmarshal(line.Body, &turn); err != nil {
			d.log.WarnContext(ctx, "a line of the history is unreadable", "session", sessionID, "seq", line.Seq)
			continue
		}
		turns = append(turns, turn)
	}
	return turns, nil
}

// leastPause, cut to whole seconds, ends a second from now at the earliest.
const leastPause = 2*time.Second - 1

// Pause keeps messages of a session waiting.  A row holds whole seconds, and never more than was asked for, but for
// the shortest: those would be over before they began.
func (d *desk) Pause(ctx context.Context, by, sessionID string, length time.Duration) (until time.Time, err error) {
	until = d.now().Add(max(length, leastPause)).UTC().Truncate(time.Second)
	return until, d.order(ctx, by, "pause", sessionID, func() error {
		err := d.orders.Pause(ctx, sessionID, until)
		if errors.Is(err, router.ErrPause) {
			return fmt.Errorf("%w: %w", admin.ErrPause, err)
		}
		return err
	})
}

// Resume lets them be answered.
func (d *desk) Resume(ctx context.Context, by, sessionID string) error {
	return d.order(ctx, by, "resume", sessionID, func() error { return d.orders.Resume(ctx, sessionID) })
}

// HandOver gives a session to the human department.
func (d *desk) HandOver(ctx context.Context, by, sessionID string) error {
	return d.order(ctx, by, "hand_over", sessionID, func() error {
		if err := d.orders.HandOver(ctx, sessionID); err != nil {
			return fmt.Errorf("%w: %w", admin.ErrGateway, err)
		}
		return nil
	})
}

// HandBack lets the agent answer again.
func (d *desk) HandBack(ctx context.Context, by, sessionID string) error {
	return d.order(ctx, by, "hand_back", sessionID, func() error { return d.orders.HandBack(ctx, sessionID) })
}

// order does what an operator wants of a session that is known.
func (d *desk) order(ctx context.Context, by, action, sessionID string, do func() error) error {
	switch _, known, err := d.archive.Look(ctx, sessionID); {
	case err != nil:
		return fmt.Errorf("%s: %w", action, err)
	case !known:
		return admin.ErrUnknown
	}
	if err := d.record(ctx, by, action, sessionID, 1); err != nil {
		return err
	}
	return do()
}

// Accesses are the newest lines of the access log.
func (d *desk) Accesses(ctx context.Context, limit int) ([]journal.Access, error) {
	return d.archive.Accesses(ctx, limit)
}

const (
	// searchPage is how many sessions are looked at in one go.
	searchPage = 200
	// maxErasures is how often an erasure of one session is tried that changes meanwhile.
	maxErasures = 5
	// localPhone is how many digits a phone has without area code and ninth digit.
	localPhone = 8
	// reportEvery is how many sessions a search passes between two lines of the log.
	reportEvery = 100_000
)

// Erase forgets the sessions that a person is in, one by one.  One in which an appointment is being made, or
// an answer is being sent, is left: what is under way must come to its end, and be known when it has.  Who
// writes while it runs is a new patient afterwards, as they would be a moment later.
func (d *desk) Erase(ctx context.Context, by string, who admin.Person) (admin.Erasure, error) {
	var done admin.Erasure
	err := d.search(ctx, who, func(found journal.Stored) error {
		erased, busy, err := d.erase(ctx, by, who, found)
		switch {
		case erased:
			done.Sessions++
		case busy:
			done.Busy++
		}
		return err
	})
	if err != nil {
		return admin.Erasure{}, fmt.Errorf("erase: %w", err)
	}
	return done, d.record(ctx, by, "erase", "", done.Sessions)
}

// erase forgets one session, as it was found or as it has become since.
func (d *desk) erase(ctx context.Context, by string, who admin.Person, found journal.Stored) (erased, busy bool, err error) {
	if record.Open(found) {
		return false, true, nil
	}
	if err := d.record(ctx, by, "erase", nameless(found.SessionID, who), 1); err != nil {
		return false, false, err
	}
	for range maxErasures {
		if err := d.unlist(ctx, found); err != nil {
			return false, false, err
		}
		err := d.archive.Erase(ctx, found.SessionID, found.Version)
		if !errors.Is(err, journal.ErrChanged) {
			return err == nil, false, err
		}
		changed, known, err := d.archive.Look(ctx, found.SessionID)
		switch {
		case err != nil:
			return false, false, err
		case !known || !record.Concerns(changed, who.CPF, who.Phone):
			return false, false, nil
		case record.Open(changed):
			return false, true, nil
		}
		found = changed
	}
	return false, true, nil
}

// unlist takes a session off the waiting list, which knows it by its id alone, before it is forgotten.
func (d *desk) unlist(ctx context.Context, found journal.Stored) error {
	rec, _ := record.ReadStored(found)
	wait := rec.State.Wait
	if wait == nil {
		return nil
	}
	note := conversation.WaitNote{What: conversation.TellLeave, Session: cmp.Or(wait.Session, found.SessionID), Number: wait.Number}
	for _, id := range wait.Agendas() {
		if err := d.orders.TellLine(ctx, id, note); err != nil {
			return err
		}
	}
	return nil
}

// nameless is the id of a session, unless the gateway made it of what the person was looked for by: the access
// log outlives the session.
func nameless(sessionID string, who admin.Person) string {
	if record.IsPhoneSession(sessionID) { // a hash of the phone
		return ""
	}
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, sessionID)
	for _, given := range []string{who.CPF, who.Phone} {
		if given != "" && strings.Contains(digits, given[max(0, len(given)-localPhone):]) {
			return ""
		}
	}
	return sessionID
}

// Export hands on the sessions that a person is in.
func (d *desk) Export(ctx context.Context, by string, who admin.Person, each func(admin.ExportedSession) error) error {
	sessions := 0
	err := d.search(ctx, who, func(found journal.Stored) error {
		turns, err := d.turns(ctx, found.SessionID)
		if err != nil {
			return err
		}
		if err := d.record(ctx, by, "export", nameless(found.SessionID, who), 1); err != nil {
			return err
		}
		sessions++
		one := exported(found, turns)
		one.About = record.Tell(found, d.known)
		return each(one)
	})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return d.record(ctx, by, "export", "", sessions)
}

// exported is a session with everything that it holds.
func exported(found journal.Stored, turns []history.Entry) admin.ExportedSession {
	one := admin.ExportedSession{SessionID: found.SessionID, ChangedAt: found.ChangedAt, History: turns}
	switch {
	case found.State == nil:
	case json.Valid(found.State):
		one.Record = json.RawMessage(found.State)
	default:
		one.Record = string(found.State)
	}
	for _, row := range found.Waiting {
		if row.Kind == journal.Patient || row.Kind == journal.Told || row.Kind == journal.Listed {
			one.Waiting = append(one.Waiting, string(row.Body))
		}
	}
	return one
}

// search hands all sessions that a person is in to each, until that fails.
func (d *desk) search(ctx context.Context, who admin.Person, each func(journal.Stored) error) error {
	return d.each(ctx, func(found journal.Stored) error {
		if !record.Concerns(found, who.CPF, who.Phone) {
			return nil
		}
		return each(found)
	})
}

// each hands all sessions to do, until that fails.
func (d *desk) each(ctx context.Context, do func(journal.Stored) error) error {
	select {
	case d.searches <- struct{}{}:
		defer func() { <-d.searches }()
	case <-ctx.Done():
		return ctx.Err()
	}
	for after, passed := "", 0; ; {
		page, err := d.archive.Sessions(ctx, after, searchPage)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, found := range page {
			if err := do(found); err != nil {
				return err
			}
		}
		after = page[len(page)-1].SessionID
		if passed += len(page); passed/reportEvery > (passed-len(page))/reportEvery {
			d.log.InfoContext(ctx, "looking through all sessions", "passed", passed)
		}
	}
}
