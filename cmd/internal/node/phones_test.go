package node

import (
	"testing"

	"atende/actors/conversation"
	"atende/actors/session/record"
)

// Who said under a former id that no reminders are wanted is not asked under the new one; the mobile phone that has the
// former id keeps its wish for itself, and is not asked about the land line's appointments.
func TestPhonesOfARelease(t *testing.T) {
	const line, cell = "551133334444", "5511933334444"
	former := record.PhoneSession(cell)
	if record.FormerPhoneSession(line) != former || record.FormerPhoneSession(cell) != "" || record.PhoneSession(line) == former {
		t.Fatal("the ids are not as this test takes them")
	}
	for _, owner := range []string{line, cell} {
		var state conversation.State
		state.NoReminders = true
		state.Visits = []conversation.Visit{{Key: "a1"}}
		phones := map[string]*askedPhone{former: {session: former, phone: owner, state: state}}
		if p := phoneIn(phones, line); p.session != record.PhoneSession(line) || p.state.NoReminders != (owner == line) || p.knows("a1") {
			t.Errorf("%s after %s: %+v", line, owner, p)
		}
		if p := phoneIn(phones, cell); p.session != former || !p.state.NoReminders || p.knows("a1") != (owner == cell) {
			t.Errorf("%s after %s: %+v", cell, owner, p)
		}
	}
}
