package journal

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPatientMessageIsReadAsItWasWritten(t *testing.T) {
	for _, want := range []PatientMessage{
		{},
		{Kind: "TEXT", Text: "a < b & c > d \u2028\n\"sim\" 🙂", From: "5511999990000", To: "551133330000", Fields: "1f", Origin: "0a1b2c3d"},
		{Kind: "AUDIO", Transcription: "oi", Files: []PatientFile{{URLs: []string{"a", "b"}, MIMEType: "audio/ogg", Name: "n"}, {Name: "x"}}},
	} {
		body := want.Encode()
		if got, err := ReadPatientMessage(body); err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s is read as %+v (%v)", body, got, err)
		}
		if strings.Contains(string(body), `\u003c`) || strings.Contains(string(body), "\n") {
			t.Errorf("%s", body)
		}
	}
}

// The message is there once more for the release before, as much of it as that reads.
func TestFormerIsBounded(t *testing.T) {
	m := PatientMessage{Text: strings.Repeat("ç", formerLongest)}
	if got := strings.Count(string(m.Encode()), "ç"); got != formerLongest+formerLongest/2 {
		t.Errorf("%d characters", got)
	}
}

// What a newer release adds is left alone, what it changes is refused, and no error quotes a patient.
func TestPatientMessageOfOthers(t *testing.T) {
	added := `{"patient_message":1,"text":"oi","reply_to":{"id":"m"}}`
	if got, err := ReadPatientMessage([]byte(added)); err != nil || got.Text != "oi" {
		t.Errorf("%+v (%v)", got, err)
	}
	for body, want := range map[string]error{
		`{"patient_message":2,"text":{"parts":["Maria"]}}`:                                   ErrNewerMessage,
		`{"patient_message":2,"text":"Maria"}`:                                               ErrNewerMessage,
		`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","text":"Maria"}}`: ErrUnreadable,
		`{"patient_message":"1","text":"Maria"}`:                                             ErrUnreadable,
		`{"patient_message":1,"text":"Maria`:                                                 ErrUnreadable,
		`{}`:                                                                                 ErrUnreadable, `Maria`: ErrUnreadable, ``: ErrUnreadable, `null`: ErrUnreadable,
	} {
		got, err := ReadPatientMessage([]byte(body))
		if !errors.Is(err, want) || !cmp.Equal(got, PatientMessage{}) || strings.Contains(err.Error(), "Maria") {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
}

// Rows of the release before come out as those of this one; nothing else is touched.
func TestRenew(t *testing.T) {
	now := PatientMessage{Text: "new"}
	rows := []Message{
		{Kind: Patient, Body: []byte("old")}, {Kind: Patient, Body: now.Encode()}, {Kind: Patient, Body: []byte("broken")},
		{Kind: Paused, Body: []byte("old")}, {Kind: Timer},
	}
	read := Former(func(body []byte) (PatientMessage, error) {
		if string(body) != "old" {
			return PatientMessage{}, ErrUnreadable
		}
		return PatientMessage{Text: "renewed"}, nil
	})
	read.Renew(rows)
	renewed := PatientMessage{Text: "renewed"}
	for i, want := range []string{string(renewed.Encode()), string(now.Encode()), "broken", "old", ""} {
		if got := string(rows[i].Body); got != want {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
	Former(nil).Renew(rows)
}
