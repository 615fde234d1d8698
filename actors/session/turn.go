package session

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/attachment"
	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/integrations/chat"
	"atende/integrations/chat/phone"
	"atende/metrics/tracing"
)

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
	t := &turn{number: s.rec.Turn + 1, started: s.Now(), since: rows[0].acceptedAt(), open: s.rec.Intent}
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

// messages is what the patient wrote, with what is attached.  A row that tells of a transfer from outside mutes the session
// on the way, for the messages before it too: the person who took over reads them.  One that gives it back ends
// that; the last one counts.
func (s *session) messages(t *turn, rows []row) (list []decide.Message, files []attachment.File) {
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
				list, files = s.unanswered(list, files)
			}
			s.handBack()
			had = nil
			t.story.Tell(history.HandedBack())
		case journal.Patient:
			if attachment.Comes(r.patient) {
				files = append(files, attachment.File{Message: len(list), Of: r.patient})
			}
			list = append(list, r.message())
		case journal.Told:
			s.notes(r)
		case journal.Listed:
			s.listed(t, r)
		default: // a reminder says nothing beside a message
		}
	}
	if transferred {
		s.note(t, conversation.Tag{Name: conversation.TagTransferred}) // as after a transfer of our own
	}
	return list, files
}

// unanswered is what a person who read messages leaves to the agent: emergencies, with their files.
func (s *session) unanswered(read []decide.Message, attached []attachment.File) (list []decide.Message, files []attachment.File) {
	for i, m := range read {
		if !s.alarming(m) {
			continue
		}
		for _, f := range attached {
			if f.Message == i {
				files = append(files, attachment.File{Message: len(list), Of: f.Of})
			}
		}
		list = append(list, m)
	}
	return list, files
}

// dismiss ends the wait of the rows that are a day old; younger ones, of the same burst or not, go
// on waiting (contract, "Uncontrolled error").
func (s *session) dismiss(ctx context.Context, rows []row) error {
	oldest := rows[0].Seq // expired a moment ago, whatever the clock says now
	rows = slices.DeleteFunc(rows, func(r row) bool { return r.Seq != oldest && !s.expired(r.ReceivedAt) })
	s.dry = false
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

// learnPhone finds the patient's phone (contract, "The patient's phone"), and by which one the writer is known: that of the
// session's record before what a message says of itself, and never where a message only goes to.  That is mostly the
// clinic's number, which all patients would share, and which is nobody's phone here.
func (s *session) learnPhone(rows []row, c chat.Session) {
	if s.ofPhone() {
		return
	}
	from, to := "", ""
	for _, r := range rows {
		from, to = cmp.Or(r.patient.From, from), cmp.Or(r.patient.To, to)
	}
	writer := cmp.Or(s.somebody(c.Phone, c.Instance), s.somebody(s.writer(), c.Instance), s.somebody(from, c.Instance))
	former := s.notClinic(s.rec.Phone, c.Instance)
	s.rec.Phone = cmp.Or(from, c.Phone, writer, s.notClinic(to, c.Instance), former)
	if s.rec.Phone != "" {
		s.rec.Writer = &writer
	}
}

// writer is the phone by which the writer is known beyond this chat session, "" where nobody tells it.
func (s *session) writer() string {
	if s.ofPhone() {
		return s.rec.Phone
	}
	return s.somebody(s.rec.WriterPhone(), "")
}

// somebody is a phone unless everybody whose number is hidden would share it, or who writes to the clinic.
func (s *session) somebody(number, instance string) string {
	if phone.Filler(number) {
		return ""
	}
	return s.notClinic(number, instance)
}

// notClinic is a phone unless it is a number of the clinic: one of those that are answered for, or that of the chat session.
func (s *session) notClinic(number, instance string) string {
	of := func(own string) bool { return phone.Same(phone.Number(own), number) }
	if of(instance) || slices.ContainsFunc(s.Filters.Instances, of) {
		return ""
	}
	return number
}
