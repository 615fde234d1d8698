package record

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/pii"
	"atende/actors/session/outbox"
	"atende/integrations/chat/phone"
)

// Standing is how a stored session stands, for operators.  It holds no patient data.
type Standing struct {
	// Person says that a person has the session, or that it waits for the transfer to one.
	Person bool
	// Ended says that the workflow ended and nothing new was begun.
	Ended bool
	// PausedUntil is the end of a pause, zero for none.
	PausedUntil time.Time
	// Notice is the privacy notice that the patient read last, nil for none.
	Notice *conversation.Notice
}

// Describe says how a stored session stands at a time.  Rows that wait count as if they were read already.  A
// record that nobody can read is that of a session without one.
func Describe(stored journal.Stored, now time.Time) Standing {
	rec, _ := ReadStored(stored)
	standing := Standing{
		Person: rec.Owner(now).Person() || outbox.HasTransfer(rec.Outbox) && unsaid(stored, rec),
		Ended:  rec.State.Closed != "", Notice: rec.State.Notice,
	}
	if until := PauseOf(stored.Waiting, standing.Person).Until; until.After(now) {
		standing.PausedUntil = until
	}
	// The filters failed at the patient's last message: whoever the gateway gave the session to has it until they pass.
	standing.Person = standing.Person || rec.HandedOver != nil && rec.HandedOver.Left
	for _, m := range stored.Waiting {
		switch m.Kind {
		case journal.Transferred:
			standing.Person = true
		case journal.HandedBack:
			standing.Person = false
		default:
		}
	}
	return standing
}

// Open reports that something of a stored session is under way that must come to its end: an appointment is being
// made, or something was decided and is not said yet.
func Open(stored journal.Stored) bool {
	rec, known := ReadStored(stored)
	return known && (rec.Intent != nil || unsaid(stored, rec))
}

// unsaid reports that something of an outbox is not done: its last item takes the rows away.
func unsaid(stored journal.Stored, rec *Record) bool {
	return len(rec.Outbox) > 0 && slices.ContainsFunc(stored.Waiting, func(m journal.Message) bool { return slices.Contains(rec.Answers, m.Seq) })
}

// Concerns reports whether a stored session is about somebody: by CPF (11 digits; "" for nobody) or by phone
// (digits with country code; "" for nobody; with or without the ninth digit of a mobile phone), in what it remembers, in
// what its history told of, and in what waits.
func Concerns(stored journal.Stored, cpf, number string) bool {
	rec, _ := ReadStored(stored)
	if cpf != "" && bytes.Contains(stored.State, []byte(cpf)) || concernsPhone(rec, number) {
		return true
	}
	if pii.Marked(stored.SessionID, rec.Marks, cpf, phone.Spellings(number)...) {
		return true
	}
	if slices.ContainsFunc(rec.State.Masks, func(m conversation.Mask) bool { return phone.Same(m.Value, number) }) {
		return true
	}
	return slices.ContainsFunc(stored.Waiting, func(m journal.Message) bool {
		switch m.Kind {
		case journal.Patient:
			return tells(m.Body, cpf, number)
		case journal.Told:
			note, err := ReadPhoneNote(m.Body)
			return err == nil && phone.Same(note.Phone, number)
		default:
			return false
		}
	})
}

// concernsPhone reports whether a phone is one of those that a record has.
func concernsPhone(rec *Record, number string) bool {
	return phone.Same(rec.Phone, number) || phone.Same(rec.WriterPhone(), number) || phone.Same(rec.State.Phone, number)
}

// ReadStored is the record of a stored session; known is false where there is none that can be read.
func ReadStored(stored journal.Stored) (rec *Record, known bool) {
	if stored.State == nil {
		return New(), false
	}
	rec = &Record{}
	if readRecord(stored.State, rec) != nil {
		return New(), false
	}
	return rec, true
}

// tells reports whether a message of a patient has a CPF or a phone in it, or comes from that phone.
func tells(body []byte, cpf, number string) bool {
	m, err := journal.ReadPatientMessage(body)
	if err != nil {
		return cpf != "" && bytes.Contains(body, []byte(cpf)) || number != "" && bytes.Contains(body, []byte(number))
	}
	if phone.Same(m.From, number) || m.From == "" && phone.Same(m.To, number) {
		return true
	}
	return slices.ContainsFunc([]string{m.Text, m.Transcription}, func(text string) bool {
		named := cpf != "" && slices.ContainsFunc(digitRuns(text), func(run string) bool { return strings.Contains(run, cpf) })
		return named || number != "" && namesPhone(text, number)
	})
}
