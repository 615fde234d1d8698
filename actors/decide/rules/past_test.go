package rules

import (
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
)

// Where another service is wanted than in an earlier conversation of the phone, the plan of then is proposed, and a yes
// takes it; another plan is another plan.
func TestPlanOfAnEarlierConversation(t *testing.T) {
	for answer, want := range map[string]int{"sim": 2, "isso mesmo": 2, "não, particular": 1, "bradesco": 3, "2": 2} {
		w := play(t, "clock 2026-11-23 09:00\nslots 103 2026-11-24..2026-12-18 09:00 16:00\n")
		clinic := sampleClinic()
		w.state.Recall(&conversation.Past{At: w.now.Add(-time.Hour), Request: conversation.Request{SpecialtyID: 7, AgendaID: 101, ProcedureID: 501, PlanID: 2}}, w.now)
		w.turn(clinic, []decide.Message{message("consulta com a dra ana paula reis")})
		if !strings.Contains(w.out.String(), "Da outra vez foi pelo convênio *Unimed*. Continua assim?") {
			t.Fatalf("the plan of then is not proposed:\n%s", w.out.String())
		}
		w.turn(clinic, []decide.Message{message(answer)})
		if w.state.Request.PlanID != want {
			t.Errorf("%q: plan %d, want %d:\n%s", answer, w.state.Request.PlanID, want, w.out.String())
		}
	}
}
