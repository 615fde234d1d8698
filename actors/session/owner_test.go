package session

import (
	"testing"
	"time"

	"atende/actors/conversation"
)

// Whose a session is, whom its patient's words are for, and what is left once its filters pass, for all that a record can
// keep of it.
func TestOwner(t *testing.T) {
	now := time.Now()
	for _, test := range []struct {
		name   string
		record ownership
		owner  owner
		person bool // answers, as far as is known without the gateway
		silent bool // though the filters pass
	}{
		{"nobody", ownership{}, theAgent, false, false},
		{"given", ownership{HandedOver: &handOver{At: now}}, aPerson, true, true},
		{"given almost a day ago", ownership{HandedOver: &handOver{At: now.Add(1 - patience)}}, aPerson, true, true},
		{"moved", ownership{HandedOver: &handOver{At: now}, Moved: true}, movedPerson, true, false},
		{"left", ownership{HandedOver: &handOver{At: now, Left: true}}, formerPerson, false, false},
		{"moved and left", ownership{HandedOver: &handOver{At: now, Left: true}, Moved: true}, formerPerson, false, false},
		{"a day ago", ownership{HandedOver: &handOver{At: now.Add(-patience)}}, formerPerson, false, false},
		{"moved, a day ago", ownership{HandedOver: &handOver{At: now.Add(-patience)}, Moved: true}, formerPerson, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &session{Behavior: &Behavior{Config: Config{Now: func() time.Time { return now }}}, rec: newRecord()}
			s.rec.ownership = test.record
			s.rec.State.Closed = conversation.OutcomeTransferred
			if s.owner() != test.owner || s.owner().person() != test.person || !s.withPerson() {
				t.Errorf("owner %d, a person answers: %t", s.owner(), s.owner().person())
			}
			if s.silent() != test.silent {
				t.Errorf("silent: %t", !test.silent)
			}
			fresh := test.owner == movedPerson || test.owner == formerPerson
			if again := s.rec.State.Closed == ""; again != fresh || fresh && (s.owner() != theAgent || s.withPerson()) {
				t.Errorf("a new conversation: %t, owner %d", again, s.owner())
			}
		})
	}
}
