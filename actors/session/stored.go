package session

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/pii"
	"atende/actors/session/outbox"
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
	rec, _ := readStored(stored)
	standing := Standing{
		Person: rec.owner(now).person() || outbox.HasTransfer(rec.Outbox) && unsaid(stored, rec),
		Ended:  rec.State.Closed != "", Notice: rec.State.Notice,
	}
	if until := pauseOf(stored.Waiting, standing.Person).until; until.After(now) {
		standing.PausedUntil = until
	}
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
	rec, known := readStored(stored)
	return known && (rec.Intent != nil || unsaid(stored, rec))
}

// unsaid reports that something of an outbox is not done: its last item takes the rows away.
func unsaid(stored journal.Stored, rec *record) bool {
	return len(rec.Outbox) > 0 && slices.ContainsFunc(stored.Waiting, func(m journal.Message) bool { return slices.Contains(rec.Answers, m.Seq) })
}

// Concerns reports whether a stored session is about somebody: by CPF (11 digits; "" for nobody) or by phone
// (digits; "" for nobody; with or without country code and ninth digit), in what it remembers, in what its history
// told of, and in what waits.
func Concerns(stored journal.Stored, cpf, phone string) bool {
	rec, _ := readStored(stored)
	if cpf != "" && bytes.Contains(stored.State, []byte(cpf)) || samePhone(rec.Phone, phone) || samePhone(rec.State.Phone, phone) {
		return true
	}
	if pii.Marked(stored.SessionID, rec.Marks, cpf, spellings(phone)...) {
		return true
	}
	if slices.ContainsFunc(rec.State.Masks, func(m conversation.Mask) bool { return samePhone(m.Value, phone) }) {
		return true
	}
	return slices.ContainsFunc(stored.Waiting, func(m journal.Message) bool { return m.Kind == journal.Patient && tells(m.Body, cpf, phone) })
}

// readStored is the record of a stored session; known is false where there is none that can be read.
func readStored(stored journal.Stored) (rec *record, known bool) {
	if stored.State == nil {
		return newRecord(), false
	}
	rec = &record{}
	if readRecord(stored.State, rec) != nil {
		return newRecord(), false
	}
	return rec, true
}

// tells reports whether a message of a patient has a CPF or a phone in it, or comes from that phone.
func tells(body []byte, cpf, phone string) bool {
	m, err := journal.ReadPatientMessage(body)
	if err != nil {
		return cpf != "" && bytes.Contains(body, []byte(cpf)) || phone != "" && bytes.Contains(body, []byte(phone))
	}
	if samePhone(m.From, phone) || m.From == "" && samePhone(m.To, phone) {
		return true
	}
	return slices.ContainsFunc(append(digitRuns(m.Text), digitRuns(m.Transcription)...), func(run string) bool {
		return cpf != "" && strings.Contains(run, cpf) || samePhone(run, phone)
	})
}

// digitRuns are the digits of a text that no letter parts.
func digitRuns(text string) []string {
	return strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case '0' <= r && r <= '9':
			return r
		case strings.ContainsRune(" .-/()+\n", r):
			return -1
		default:
			return ' '
		}
	}, text))
}

// samePhone reports whether two phones, digits with or without country code and ninth digit, are one.  No phone
// is none.
func samePhone(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	return a == b || national(a) != "" && national(a) == national(b)
}

// spellings are the ways in which the marks of a history may know a phone: with country code, and with and without
// the ninth digit where it may have one.
func spellings(phone string) []string {
	n := national(phone)
	if n == "" {
		return []string{phone}
	}
	const country = "55"
	return []string{phone, country + n, country + n[:2] + "9" + n[2:]}
}

// national is a Brazilian phone as area code and the last eight digits, "" for what is none.
func national(digits string) string {
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > 11 {
		digits = strings.TrimPrefix(digits, "55")
	}
	switch {
	case len(digits) == 10:
		return digits
	case len(digits) == 11 && digits[2] == '9':
		return digits[:2] + digits[3:]
	default:
		return ""
	}
}
