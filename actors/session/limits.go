package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/record"
)

// Limits bound what one phone, CPF or session may do before a person looks; 0: no limit.
type Limits struct {
	Bookings int // within ContactWindow, of a phone and of a CPF; at most MaxBookings
	Messages int // of a session, within a minute
}

// MaxBookings is the highest limit of bookings: of a phone no more contacts are kept.
const MaxBookings = journal.MaxContacts - 2

// What is counted of a phone and of a CPF.
const (
	bookings   = "booking"
	mismatches = "mismatch"
)

// keysOf are what something of this session's phone and of a CPF is counted under, as contacts (journal.Contact).  The CPF
// is a mark that some sixty CPFs share: enough to count, and not to tell whose it is.  Where nobody tells the writer's phone
// it is the chat session that counts.
func (s *session) keysOf(what, cpf string) []string {
	sum := sha256.Sum256([]byte("atende " + what + " of cpf " + cpf))
	who := record.SessionKey(s.id)
	if phone := s.writer(); phone != "" {
		who = record.PhoneKey(phone)
	}
	return []string{what + "-cpf-" + hex.EncodeToString(sum[:3]), what + "-" + who}
}

// bookingCode tells the bookings of a phone or a CPF apart.
func bookingCode(e conversation.MakeAppointment) int {
	sum := fnv.New32a()
	fmt.Fprint(sum, e.Slot.AgendaID, " ", e.Slot.Date, " ", e.Slot.Hour, " ", e.CPF)
	return int(sum.Sum32() >> 1)
}

// admit counts a booking that is about to be made, and reports whether the phone or the CPF has had as many as it may.
// It is counted before the call, so that a crash makes one too many of it and not one too few; what is refused is taken
// back.
func (s *session) admit(ctx context.Context, e conversation.MakeAppointment) (bool, error) {
	if s.Limits.Bookings == 0 {
		return true, nil
	}
	made, err := s.noteBooking(ctx, e, s.Now())
	if err != nil || made < s.Limits.Bookings {
		return err == nil, err
	}
	return false, s.takeBack(ctx, e)
}

// takeBack counts a booking no more that was not made.
func (s *session) takeBack(ctx context.Context, e conversation.MakeAppointment) error {
	if s.Limits.Bookings == 0 {
		return nil
	}
	_, err := s.noteBooking(ctx, e, time.UnixMilli(0))
	return err
}

// takeBackRefused is takeBack for a booking that was refused.  It is worth no answer: where it fails the booking counts
// for a day.
func (s *session) takeBackRefused(ctx context.Context, e conversation.MakeAppointment) {
	if err := s.takeBack(ctx, e); err != nil {
		s.Log.WarnContext(ctx, "a booking that was refused counts for a day", "session", s.id, "error", err)
	}
}

// noteBooking notes a booking at a time, and tells how many others the phone or the CPF has had within a day.
func (s *session) noteBooking(ctx context.Context, e conversation.MakeAppointment, at time.Time) (others int, err error) {
	code := bookingCode(e)
	return s.others(ctx, s.keysOf(bookings, e.CPF), code, journal.Contact{CPF: code, SessionID: s.id, At: at})
}

// others notes something under each of some keys, or nothing, and tells of how many others than code the fullest of them
// has had within a day.
func (s *session) others(ctx context.Context, keys []string, code int, note ...journal.Contact) (most int, err error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	for _, key := range keys {
		found, err := s.Journal.Contacts(ctx, key, s.Now().Add(-ContactWindow), note...)
		if err != nil {
			return 0, journalAway(fmt.Errorf("limits: %w", err))
		}
		found = slices.DeleteFunc(found, func(c journal.Contact) bool { return c.CPF == code })
		most = max(most, len(found))
	}
	return most, nil
}

// guessed reports that the clinic's record has contradicted a phone, or what was said with a CPF, as often as it may within
// a day, whatever it says this time: what is told then depends on nothing that A2 answered.  A mismatch is noted before it
// is told, so that neither a crash nor sessions at the same time make one too few of it; the turn that begins again after
// a crash notes the same one.
func (s *session) guessed(ctx context.Context, t *turn, cpf string, differs bool) (bool, error) {
	sum := fnv.New32a()
	fmt.Fprint(sum, s.id, " ", t.number, " ", cpf)
	code := int(sum.Sum32() >> 1)
	var note []journal.Contact
	if differs {
		note = []journal.Contact{{CPF: code, SessionID: s.id, At: s.Now()}}
	}
	others, err := s.others(ctx, s.keysOf(mismatches, cpf), code, note...)
	return others >= conversation.MaxMismatches, err
}

// minute is what Limits.Messages counts.
const minute = time.Minute

// hurries reports that a patient has sent more messages within a minute than anybody writes by hand.  Words of an emergency
// are answered whatever came before.  It is counted in memory: who begins a new minute with another node has two.
func (s *session) hurries(rows []row, messages []decide.Message) bool {
	if s.Limits.Messages == 0 {
		return false
	}
	for _, r := range rows {
		if r.Kind == journal.Patient && r.Seq > s.counted {
			s.recent, s.counted = append(s.recent, r.ReceivedAt), r.Seq
		}
	}
	if len(s.recent) > 0 {
		newest := s.recent[len(s.recent)-1]
		s.recent = slices.DeleteFunc(s.recent, func(at time.Time) bool { return newest.Sub(at) >= minute })
	}
	return len(s.recent) > s.Limits.Messages && !slices.ContainsFunc(messages, s.alarming)
}
