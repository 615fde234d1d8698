package session

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
	"atende/integrations/chat"
	"atende/metrics/tracing"
)

// turn is what one answer needs beside the record.
type turn struct {
	number  int
	started time.Time
	since   time.Time // the oldest row was accepted
	rows    []int64
	hashes  []byte        // of the rows' message ids
	items   []outbox.Item // decided so far

	open *record.Intent                // stays open after this turn
	held bool                          // and is this turn's own: its rows stay, too
	told bool                          // of a turn that is settled: the patient knows that it takes its time
	made *conversation.MakeAppointment // certainly, at the first call

	// outcomes and stages wait to be counted until the commit stands, so that a turn that is tried
	// again counts once.
	outcomes   []conversation.Outcome
	stages     []reached
	unfinished []unfinished
	took       []time.Duration // of conversations to their appointments
	handOvers  []string        // confirmed, by reason
	unmet      []conversation.Unmet
	asked      conversation.DataRequest // of the patient's own data, "" for nothing

	counted []conversation.Outcome // for the log
	reached []reached              // counted, for the history
	account decide.Account         // until it is counted
	stamp   string                 // of the account, for the history
	led     []slog.Attr            // of the account, for the log
	still   bool                   // nobody is to be reminded after it
	result  string                 // one of metrics.TurnResults, "" for what the items say

	message string // the first one that it answers, for its trace; "" for none
	span    tracing.Span
	story   history.Turn
}

// maxAttempts is how many processes may have begun to think about a row of an earlier one before
// nobody tries it again.
const maxAttempts = 3

// answer is one turn over the waiting rows.
func (s *session) answer(ctx context.Context, rows []row) error {
	t := s.begin(rows)
	ctx = s.follows(ctx, t)
	defer s.endSpan(t)
	messages := s.messages(t, rows)
	t.story.Heard = messages // and what is found in their files
	reminded := len(messages) == 0 && s.overdue(rows)
	if len(messages) == 0 && !reminded {
		if s.owner() == record.APerson {
			s.rec.Moved = s.moved(ctx) // a person was given the session from outside
		}
		t.result = "silent"
		return s.commitTurn(ctx, t)
	}
	c, err := s.fetch(ctx, t, rows)
	if nobody := (*unconfirmedError)(nil); errors.As(err, &nobody) {
		return s.turnAway(ctx, t, nobody)
	}
	if errors.Is(err, errGivenUp) {
		return s.dismiss(ctx, rows)
	}
	if err != nil {
		return err
	}
	if outcome := s.Filters.check(c); outcome != "" {
		s.ignore(t, outcome, len(messages))
		return s.commitTurn(ctx, t)
	}
	if s.silent() {
		t.result, t.story.Foreign = "silent", true
		return s.commitTurn(ctx, t)
	}
	s.learnPhone(rows, c)
	if err := s.recall(ctx); err != nil {
		return err
	}
	release, alone := s.isolate(ctx, rows)
	defer release()
	if err := s.bump(ctx, rows, alone); err != nil {
		return err
	}
	if cause := s.hopeless(rows); cause != nil {
		t.story.Foreign = errors.Is(cause, errTwice) // masking their words may be what kills the process
		s.fail(ctx, t, cause)
		return s.commitTurn(ctx, t)
	}
	if reminded {
		return s.remind(ctx, t)
	}
	if s.hurries(rows, messages) {
		_, err := s.follow(ctx, t, conversation.TooManyMessages(s.Clinic))
		if err := s.rescue(ctx, t, err); err != nil {
			return err
		}
		return s.commitTurn(ctx, t)
	}
	thinking := s.Now()
	forget, err := s.attend(ctx, rows, messages)
	defer forget()
	if err != nil {
		return err
	}
	if err := s.talk(ctx, t, messages, nil); err != nil {
		return err
	}
	return s.conclude(ctx, t, thinking)
}

// hopeless is why nobody should think about the rows, nil if somebody should.
func (s *session) hopeless(rows []row) error {
	switch {
	case len(rows) > maxRows:
		return errFlood
	case s.failures >= maxFailures || s.poisoned(rows):
		return errTwice
	default:
		return nil
	}
}

var (
	// errTwice: what contract calls "a turn that failed twice".
	errTwice = errors.New("turn failed before")
	// errFlood: more messages wait than can be answered one after the other.
	errFlood = errors.New("too many messages of one session")
)

func (s *session) begin(rows []row) *turn {
	t := &turn{number: s.rec.Turn + 1, started: s.Now(), since: rows[0].ReceivedAt, open: s.rec.Intent}
	for _, r := range rows {
		t.rows = append(t.rows, r.Seq)
		if r.Kind != journal.Timer {
			t.hashes = append(t.hashes, record.HashOf(r.MessageID)...)
		}
		if r.Kind == journal.Patient {
			t.story.Answer(r.MessageID, tracing.ID(s.id, r.MessageID))
		}
	}
	if len(t.story.IDs) > 0 {
		t.message = t.story.IDs[0]
	}
	t.story.Begin(s.rec.State)
	return t
}

// messages is what the patient wrote.  A row that tells of a transfer from outside mutes the session
// on the way, for the messages before it too: the person who took over reads them.  One that gives it back ends
// that; the last one counts.
func (s *session) messages(t *turn, rows []row) []decide.Message {
	var list []decide.Message
	transferred, had := false, s.rec.HandedOver
	for _, r := range rows {
		switch r.Kind {
		case journal.Transferred:
			if s.takenOver(t, had, r.ReceivedAt) {
				had = &record.HandOver{} // a further one ends nothing
			}
			s.rec.Give(&record.HandOver{At: r.ReceivedAt})
			transferred = true
			t.story.Tell(history.Taken(takenBy(r.Message)))
		case journal.HandedBack:
			if s.owner().Person() { // the person read what was written so far
				list = slices.DeleteFunc(list, func(m decide.Message) bool { return !s.alarming(m) })
			}
			s.handBack()
			had = nil
			t.story.Tell(history.HandedBack())
		case journal.Patient:
			list = append(list, r.message())
		default: // a reminder says nothing beside a message
		}
	}
	if transferred {
		s.note(t, conversation.Tag{Name: conversation.TagTransferred}) // as after a transfer of our own
	}
	return list
}

// dismiss ends the wait of the rows that are a day old; younger ones, of the same burst or not, go
// on waiting (contract, "Uncontrolled error").
func (s *session) dismiss(ctx context.Context, rows []row) error {
	oldest := rows[0].Seq // expired a moment ago, whatever the clock says now
	rows = slices.DeleteFunc(rows, func(r row) bool { return r.Seq != oldest && !s.expired(r.ReceivedAt) })
	t := s.begin(rows)
	t.result, t.still = "silent", true
	if slices.ContainsFunc(rows, func(r row) bool { return r.Kind != journal.Timer }) {
		t.result = "failed"
		s.noteEnd(t, outcomeError)
	}
	return s.commitTurn(ctx, t)
}

// ignore ends a turn whose chat session is none of ours: no reply, one outcome a message.  After a
// hand-over it also means that the person's turn has begun.
func (s *session) ignore(t *turn, outcome conversation.Outcome, messages int) {
	t.result, t.still, t.story.Foreign = "ignored", true, true
	for range messages {
		t.outcomes = append(t.outcomes, outcome)
	}
	if s.rec.HandedOver != nil {
		s.rec.HandedOver.Left = true
	}
}

// learnPhone finds the patient's phone (contract, "The patient's phone").
func (s *session) learnPhone(rows []row, c chat.Session) {
	from, to := "", ""
	for _, r := range rows {
		from, to = cmp.Or(r.patient.From, from), cmp.Or(r.patient.To, to)
	}
	if phone := cmp.Or(from, c.Phone, to); phone != "" {
		s.rec.Phone = phone
	}
}

// bump counts, before this process first thinks about them, that rows of another process are tried
// once more, an earlier one or the node that owned the session and died: they may be what killed it.  What comes before the thinking cannot kill a process, so a
// row that only waits for the gateway is never counted, however often the process is restarted.  Nor is one that
// could not be isolated.
func (s *session) bump(ctx context.Context, rows []row, alone bool) error {
	if s.bumped || !alone {
		s.bumped = true
		return nil
	}
	var old []int64
	for _, r := range rows {
		if r.ReceivedAt.Before(s.tenure.Suspect) {
			old = append(old, r.Seq)
		}
	}
	if len(old) > 0 {
		if err := s.commit(ctx, journal.Commit{Sent: s.sent, Attempted: old}); err != nil {
			return err
		}
	}
	for i := range rows {
		if rows[i].ReceivedAt.Before(s.tenure.Suspect) {
			rows[i].Attempts++
		}
	}
	s.bumped, s.attempted = true, len(old) > 0
	return nil
}

// poisoned reports whether processes seem to die of these rows.
func (s *session) poisoned(rows []row) bool {
	return slices.ContainsFunc(rows, func(r row) bool { return r.Attempts-s.rec.Spared >= maxAttempts })
}
