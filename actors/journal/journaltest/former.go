package journaltest

import (
	"strings"
	"testing"

	"atende/actors/journal"
)

// ReadFormer is a reader of rows of the release before, which begin with "former ".  It and FormerRows go with
// journal/former.go.
func ReadFormer(body []byte) (journal.PatientMessage, error) {
	text, found := strings.CutPrefix(string(body), "former ")
	if !found {
		return journal.PatientMessage{}, journal.ErrUnreadable
	}
	return journal.PatientMessage{Text: text}, nil
}

// FormerRows checks that rows of the release before come out as those of this one, wherever rows come out.  The store was
// wrapped with ReadFormer.
func FormerRows(t *testing.T, s journal.Store) {
	t.Helper()
	now := journal.PatientMessage{Text: "two"}
	for id, body := range map[string][]byte{"1": []byte("former one"), "2": now.Encode(), "3": []byte("neither")} {
		if err := s.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: id, Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{"1": "one", "2": "two", "3": "unreadable"}
	check := func(where string, rows []journal.Message, err error) {
		t.Helper()
		if err != nil || len(rows) != len(want) {
			t.Errorf("%s: %d rows, %v", where, len(rows), err)
		}
		for _, row := range rows {
			m, err := journal.ReadPatientMessage(row.Body)
			if err != nil {
				m.Text = "unreadable"
			}
			if m.Text != want[row.MessageID] {
				t.Errorf("%s: row %s is %q", where, row.MessageID, row.Body)
			}
		}
	}
	rows, err := s.Read(t.Context(), "s", 9)
	check("Read", rows, err)
	stored, _, err := s.Look(t.Context(), "s")
	check("Look", stored.Waiting, err)
	page, err := s.Sessions(t.Context(), "", 9)
	if err != nil || len(page) != 1 {
		t.Fatalf("%d sessions, %v", len(page), err)
	}
	check("Sessions", page[0].Waiting, nil)
}
