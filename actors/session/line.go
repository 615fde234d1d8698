package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
)

// The waiting list of an agenda lives in a session of its own, which no chat belongs to: placed by the same shards, fenced
// and serial like every other one, so that nobody but its one owner decides who is offered a time.  It hears of wishes by
// rows of its journal, looks at A1 when its timer rings, makes durable for whom a time is kept, and only then tells the
// chat session of who waits, by a row of that one.  Whoever dies in between tells it again: the row has the name of the
// offer, so it is one.

// maxLooks is how many calls of A1 a node makes a minute for those who wait.
const maxLooks = 60

// lookAgain is after what time is looked once more where that was not possible.
const lookAgain = time.Minute

// budget bounds calls a minute.  The zero value is full.
type budget struct {
	mu    sync.Mutex
	begun time.Time
	spent int
}

// take takes n calls, all or none.
func (b *budget) take(now time.Time, n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if since := now.Sub(b.begun); since >= time.Minute || since < 0 {
		b.begun, b.spent = now, 0
	}
	if b.spent+n > maxLooks {
		return false
	}
	b.spent += n
	return true
}

// lineNote is something that the line of an agenda is to know.
type lineNote struct {
	agendaID int
	note     conversation.WaitNote
}

// noteWait takes what became of a wish into the turn.
func (t *turn) noteWait(e conversation.WaitNoted) {
	if e.Event != "" {
		t.waiting = append(t.waiting, e.Event)
	}
	again := func(n lineNote) bool { return n.freed() && n.agendaID == e.AgendaID && e.Note.What == n.note.What }
	if e.Note != nil && !slices.ContainsFunc(t.lineNotes, again) {
		t.lineNotes = append(t.lineNotes, lineNote{e.AgendaID, *e.Note})
	}
}

// claims reports what a line has to know before the turn is stored, so that no promise is lost: after a crash in between
// it hears it again, which changes nothing.  What gives a time back is told after that: the turn that begins again may
// decide otherwise, and where it is lost the time goes on when its hour has come.
func (n lineNote) claims() bool {
	return n.note.What == conversation.TellJoin || n.note.What == conversation.TellTaken || n.freed()
}

// freed reports that an appointment is called off: without it the time is found all the same, at the next look.
func (n lineNote) freed() bool { return n.note.What == conversation.TellFreed }

// claimLines tells the lines of agendas what a turn decided that they must know before it is stored.
func (s *session) claimLines(ctx context.Context, t *turn) error {
	for _, told := range t.lineNotes {
		if !told.claims() {
			continue
		}
		err := s.tellLineOf(ctx, told)
		if err != nil && !told.freed() {
			return err
		}
		if err != nil {
			s.Log.WarnContext(ctx, "the waiting list does not hear of a cancellation", "session", s.id, "error", err)
		}
	}
	return nil
}

// leaveLines tells them what they may know once the turn is stored.
func (s *session) leaveLines(ctx context.Context, t *turn) {
	for _, told := range t.lineNotes {
		if told.claims() {
			continue
		}
		if err := s.tellLineOf(ctx, told); err != nil {
			s.Log.WarnContext(ctx, "the waiting list learns later that a time is free", "session", s.id, "error", err)
		}
	}
	t.lineNotes = nil
}

// tellLineOf makes a note durable for the line of an agenda, whose node finds it in its periodic pass.
func (s *session) tellLineOf(ctx context.Context, told lineNote) error {
	if told.freed() {
		if stored, err := s.lineOf(ctx, told.agendaID); err != nil || !record.AnyWaits(stored) {
			return err
		}
	}
	told.note.Session = cmp.Or(told.note.Session, s.id)
	return s.addListed(ctx, record.LineSession(told.agendaID), "wait-"+rand.Text(), record.ListNote{Note: &told.note})
}

// addListed makes a row of the waiting list durable.
func (s *session) addListed(ctx context.Context, sessionID, messageID string, note record.ListNote) error {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	err := s.Journal.Accept(ctx, journal.Incoming{SessionID: sessionID, MessageID: messageID, Kind: journal.Listed, Body: note.Encode()})
	if err != nil {
		return journalAway(fmt.Errorf("waiting list: %w", err))
	}
	return nil
}

// listed takes in a row of the waiting list.
func (s *session) listed(t *turn, r row) {
	note, err := record.ReadListNote(r.Body)
	switch {
	case err != nil || s.ofAgenda() != (note.Note != nil):
		s.Log.Error("waiting note is unreadable", "session", s.id, "seq", r.Seq)
	case note.Note != nil:
		s.Clinic.HearLine(s.rec.State, s.Now(), *note.Note)
	default:
		if tell := s.rec.State.TakeOffer(s.Now(), note.Number, *note.Offer); tell != "" {
			t.lineNotes = append(t.lineNotes, lineNote{note.AgendaID, conversation.WaitNote{What: tell, Number: note.Number, ID: note.Offer.ID}})
		}
	}
}

// enterLine looks whether there is room in the lines of agendas.
func (s *session) enterLine(ctx context.Context, e conversation.EnterLine) (conversation.Event, error) {
	var room []int
	for _, id := range e.Agendas {
		stored, err := s.lineOf(ctx, id)
		if err != nil {
			return nil, err
		}
		if rec, _ := record.ReadStored(stored); len(rec.State.Line)+len(stored.Waiting) < conversation.MaxLine {
			room = append(room, id)
		}
	}
	return conversation.Entered{Room: room}, nil
}

// lineOf is what is stored of the line of an agenda; the zero value where nobody ever waited.
func (s *session) lineOf(ctx context.Context, agendaID int) (journal.Stored, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	stored, _, err := s.Journal.Look(ctx, record.LineSession(agendaID))
	if err != nil {
		return stored, journalAway(fmt.Errorf("look: %w", err))
	}
	return stored, nil
}

// withoutHeld leaves out the times that the waiting list keeps for others at this moment, as far as that can be read: what
// is offered to one patient is not shown to the next.
func (s *session) withoutHeld(ctx context.Context, agendaID int, slots []conversation.Slot) []conversation.Slot {
	if s.Clinic.Patience.Hold <= 0 || s.ofAgenda() || len(slots) == 0 {
		return slots
	}
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	stored, known, err := s.Journal.Look(ctx, record.LineSession(agendaID))
	if err != nil || !known {
		return slots
	}
	rec, _ := record.ReadStored(stored)
	mine := s.id
	if wait := s.rec.State.Wait; wait != nil && wait.Session != "" {
		mine = wait.Session
	}
	return slices.DeleteFunc(slots, func(slot conversation.Slot) bool {
		return slices.ContainsFunc(rec.State.Line, func(p conversation.Place) bool {
			return p.Session != mine && p.Held != nil && p.Held.Slot == slot
		})
	})
}

// dueLine is when a line is to be looked at, or when an offer is to be said that came beside a message; zero for never.
func (s *session) dueLine() time.Time {
	switch due := s.Clinic.LineDue(s.rec.State); {
	case s.rec.State.Offers():
		return s.Now()
	case due.After(s.Now().Add(visitTouch)): // so that it is not forgotten as one that nobody touches
		return s.Now().Add(visitTouch)
	default:
		return due
	}
}

// undisturbed adds to how far a patient may be reminded whether another chat session of the phone is in use.
func (s *session) undisturbed(idle conversation.Idle, from *record.Record) conversation.Idle {
	if from != nil {
		idle.Busy = from.Owner(s.Now()).Person() || s.Now().Sub(from.State.HeardAt) < asksAgainAfter
	}
	return idle
}

// unoffer ends an offer for which the clinic's system could not be asked once more: that is no matter for a person, because
// nobody wrote.
func (s *session) unoffer(ctx context.Context, t *turn, err error) error {
	if !s.rec.State.Offers() || ctx.Err() != nil || s.lost() {
		return err
	}
	_, err = s.follow(ctx, t, conversation.Unasked{Listed: true})
	return err
}

// attendLine is a turn of the line of an agenda.
func (s *session) attendLine(ctx context.Context, t *turn) error {
	t.result = "silent"
	state, now := s.rec.State, s.Now()
	t.waiting = append(t.waiting, s.Clinic.TidyLine(state, now)...)
	if requests := s.Clinic.LineLooks(state, now); len(requests) > 0 {
		if err := s.lookForLine(ctx, requests); err != nil {
			return err
		}
	}
	return s.tellLine(ctx)
}

// lookForLine asks A1 what those who wait can have, and keeps it for them.
func (s *session) lookForLine(ctx context.Context, requests []conversation.Request) error {
	state, free := s.rec.State, map[conversation.Request][]conversation.Slot{}
	if !s.looks.take(s.Now(), len(requests)) {
		state.LookAt = s.Now().Add(lookAgain)
		return nil
	}
	from, to := s.Clinic.LineDays(s.Now())
	for _, request := range requests {
		slots, err := s.slotsOf(ctx, request, from, to)
		if err != nil && (ctx.Err() != nil || s.lost()) {
			return err
		}
		if err != nil { // nobody gets what somebody before them might have had
			s.Log.WarnContext(ctx, "no look for the waiting list", "session", s.id, "error", err)
			state.LookAt = s.Now().Add(lookAgain)
			return nil
		}
		free[request] = slots
	}
	s.Clinic.OfferLine(state, s.Now(), free, rand.Text)
	return nil
}

// tellLine makes durable for whom times are kept, and then tells their sessions.
func (s *session) tellLine(ctx context.Context) error {
	state := s.rec.State
	untold := state.Untold()
	if len(untold) == 0 {
		return nil
	}
	if err := s.commit(ctx, journal.Commit{Sent: s.sent, State: s.rec.Encode()}); err != nil {
		return err
	}
	agendaID := record.LineAgenda(s.id)
	for _, at := range untold {
		p := state.Line[at]
		offer := conversation.ListedTime{ID: p.Held.ID, Slot: p.Held.Slot, Until: p.Held.Until}
		note := record.ListNote{Offer: &offer, Number: p.Number, AgendaID: agendaID}
		if err := s.addListed(ctx, p.Session, "offer-"+offer.ID, note); err != nil {
			return err
		}
		state.Told(at)
	}
	return nil
}
