package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"atende/actors/booking"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/integrations/scheduling"
	"atende/metrics/tracing"
)

// holdAfter is how long a turn waits for its A4 before it tells the patient that the answer takes its time.
const holdAfter = 3 * time.Second

// The rules of an A4.
const (
	// sendWindow: the call leaves within this of starting the commit of its intent, or not at all
	// (B2).
	sendWindow = 2 * time.Second
	// bookTimeout bounds one call.  It does not end with the turn, and not with the node's turns: an
	// A4 on the wire runs to its end, because its answer is a fact worth knowing.
	bookTimeout = 15 * time.Second
	// maxReplays is how often a call is made in all towards a server that answers repeats with the
	// first result.
	maxReplays  = 3
	replayPause = time.Second
)

// errTooLate holds a call back whose window has passed.
var errTooLate = errors.New("the window of the intent has passed")

// flight is an A4 under way, in a goroutine of its own: its turn waits for it only for a while.  It
// uses nothing of the session that the session's actor changes.
type flight struct {
	*Behavior
	host    Host
	session string

	intent *record.Intent
	// title is the right to the session under which the call is made.
	title journal.Title
	// started is when the commit of the intent began, on this process's clock; of a repeat, when it
	// began.
	started time.Time
	// repeat says that the call may have been made before by a process that is gone.
	repeat bool
	span   tracing.Span  // that of the turn
	landed chan struct{} // closed at the end; what follows is valid then

	answer booking.Answer
	reply  scheduling.Booking
	calls  int
	ended  time.Time
}

func (s *session) newFlight(in *record.Intent, span tracing.Span, repeat bool) *flight {
	return &flight{
		Behavior: s.Behavior, host: s.host, session: s.id, title: s.tenure.Title,
		intent: in, started: s.Now(), repeat: repeat, span: span, landed: make(chan struct{}),
	}
}

// over reports whether the flight has ended.
func (f *flight) over() bool {
	select {
	case <-f.landed:
		return true
	default:
		return false
	}
}

// certain reports a first call that was executed, beyond any doubt.
func (f *flight) certain() bool {
	return f.answer.Verdict == booking.Executed && f.answer.Readable && f.calls == 1 && !f.repeat && f.intent.Attempt == 1
}

// howOften is how often the call was made.
func (f *flight) howOften() booking.Calls {
	switch {
	case f.calls == 1 && !f.repeat:
		return booking.CalledOnce
	case f.calls < maxReplays:
		return booking.CalledMore
	default:
		return booking.CalledOut
	}
}

// launch starts the flight.  Its place was reserved; the session is woken when it ends.
func (f *flight) launch() {
	go func() {
		defer f.flights.leave()
		ctx := f.span.Context(context.WithoutCancel(f.host.Context()))
		recorded := f.whole(ctx)
		f.host.Wake(f.session)
		for !recorded && f.Now().Sub(f.started) < booking.Quarantine && sleep(f.host.Context(), journalPause) == nil {
			recorded = f.record(ctx)
		}
	}()
}

// whole is the flight from start to landing; it reports whether what is known of it was recorded.
func (f *flight) whole(ctx context.Context) (recorded bool) {
	defer func() {
		f.ended = f.Now()
		close(f.landed)
	}()
	defer f.recovered()
	f.fly(ctx)
	return f.record(ctx)
}

// record writes what is known into the journal, whoever holds the session by now (B4).  It is tried again for
// as long as somebody may wait for it: this process knows, but the next owner of the session does not.
func (f *flight) record(ctx context.Context) bool {
	return f.answer.Verdict == booking.Open || f.answerIntent(ctx, f.session, f.intent.Token, f.answer)
}

// recovered ends a flight that panicked as one of which nothing is known.
func (f *flight) recovered() {
	if value := recover(); value != nil {
		f.Panics.Inc()
		f.Log.Error("booking call panicked", "session", f.session, "panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
		f.answer, f.reply = booking.Answer{}, scheduling.Booking{}
	}
}

// fly makes the call.  Only towards a server that is known to recognise the intent is an open one
// repeated, and only while the turn waits for it: later a person may have come (settle looks).
func (f *flight) fly(ctx context.Context) {
	for open := f.repeat; ; open = true {
		f.calls++
		f.reply = f.call(ctx, open)
		if f.answer = answerOf(f.reply); open {
			f.answer = f.answer.AsRepeat()
		}
		late := f.Now().Sub(f.started) >= holdAfter
		if f.answer.Verdict != booking.Open || late || f.calls == maxReplays || !f.Scheduling.KnowsIntents() || sleep(f.host.Context(), replayPause) != nil {
			break
		}
	}
}

// call makes the call once.  A first one must leave within its window and under its title (B2); a repeat is
// safe at any time.
func (f *flight) call(ctx context.Context, open bool) scheduling.Booking {
	ctx, cancel := context.WithTimeout(ctx, bookTimeout)
	defer cancel()
	a := f.appointment()
	if !open {
		a.Guard = func() error {
			if f.Now().Sub(f.started) >= sendWindow {
				return errTooLate
			}
			return allowed(f.host, f.session, f.title)
		}
	}
	b, err := f.Scheduling.Book(ctx, a)
	if err != nil {
		f.Log.WarnContext(ctx, "booking call failed", "session", f.session, "error", err)
	}
	return b
}

func (f *flight) appointment() scheduling.Appointment {
	e := f.intent.Booking
	return scheduling.Appointment{
		PatientID: e.PatientID, CPF: e.CPF, PlanID: e.Request.PlanID,
		AgendaID: e.Slot.AgendaID, ProcedureID: e.Request.ProcedureID,
		Date: e.Slot.Date, Hour: e.Slot.Hour,
		// The token keeps two intents apart although a journal was lost and the numbers begin
		// again.
		Intent: fmt.Sprintf("%x/%d-%s", record.HashOf(f.session), e.N, f.intent.Token),
	}
}

// answerOf reads the verdict of the client.
func answerOf(b scheduling.Booking) booking.Answer {
	a := booking.Answer{Status: b.Status, Replayable: b.Replayable}
	switch {
	case b.Verdict == scheduling.Executed:
		a.Verdict, a.Readable = booking.Executed, b.Readable
	case b.Verdict == scheduling.NotExecuted && b.Status == 0:
		a.Verdict = booking.NotSent
	case b.Verdict == scheduling.NotExecuted:
		a.Verdict = booking.Refused
	}
	return a
}

// answerIntent records what is known, and reports whether it did.  Failing is no disaster: without a
// record the intent counts as open.
func (b *Behavior) answerIntent(ctx context.Context, sessionID, token string, a booking.Answer) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTimeout)
	defer cancel()
	data, err := json.Marshal(a)
	if err == nil {
		err = b.Journal.Answer(ctx, sessionID, token, string(data))
	}
	if err != nil {
		b.Log.ErrorContext(ctx, "answer of a booking not recorded", "session", sessionID, "error", err)
	}
	return err == nil
}

// sleep waits, or returns the reason why ctx ended first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
