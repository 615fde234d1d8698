package session

import (
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/record"
)

// Whose a session is, whom its patient's words are for, and what is left once its filters pass, for all that a record can
// keep of it.
func TestOwner(t *testing.T) {
	now := time.Now()
	for _, test := range []struct {
		name   string
		record record.Ownership
		owner  record.Owner
		person bool // answers, as far as is known without the gateway
		silent bool // though the filters pass
	}{
		{"nobody", record.Ownership{}, record.TheAgent, false, false},
		{"given", record.Ownership{HandedOver: &record.HandOver{At: now}}, record.APerson, true, true},
		{"given almost a day ago", record.Ownership{HandedOver: &record.HandOver{At: now.Add(1 - record.Patience)}}, record.APerson, true, true},
		{"moved", record.Ownership{HandedOver: &record.HandOver{At: now}, Moved: true}, record.MovedPerson, true, false},
		{"left", record.Ownership{HandedOver: &record.HandOver{At: now, Left: true}}, record.FormerPerson, false, false},
		{"moved and left", record.Ownership{HandedOver: &record.HandOver{At: now, Left: true}, Moved: true}, record.FormerPerson, false, false},
		{"a day ago", record.Ownership{HandedOver: &record.HandOver{At: now.Add(-record.Patience)}}, record.FormerPerson, false, false},
		{"moved, a day ago", record.Ownership{HandedOver: &record.HandOver{At: now.Add(-record.Patience)}, Moved: true}, record.FormerPerson, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &session{Behavior: &Behavior{Config: Config{Now: func() time.Time { return now }}}, rec: record.New()}
			s.rec.Ownership = test.record
			s.rec.State.Closed = conversation.OutcomeTransferred
			if s.owner() != test.owner || s.owner().Person() != test.person || !s.withPerson() {
				t.Errorf("owner %d, a person answers: %t", s.owner(), s.owner().Person())
			}
			if s.silent() != test.silent {
				t.Errorf("silent: %t", !test.silent)
			}
			fresh := test.owner == record.MovedPerson || test.owner == record.FormerPerson
			if again := s.rec.State.Closed == ""; again != fresh || fresh && (s.owner() != record.TheAgent || s.withPerson()) {
				t.Errorf("a new conversation: %t, owner %d", again, s.owner())
			}
		})
	}
}
