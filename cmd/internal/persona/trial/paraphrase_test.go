package trial

import (
	"flag"
	"slices"
	"sync"
	"testing"

	"atende/cmd/internal/persona"
)

var wordsFlag = flag.Uint64("trial.paraphrase", 1, "how many seeds of each persona who paraphrases")

// Patients who do not know our phrases are not always understood; what is booked for them is right all the same,
// and they hear of no appointment that there is none of.  How many end right is in the log.
func TestParaphrasers(t *testing.T) {
	agent := sampleAgent()
	var mu sync.Mutex
	var verdicts []persona.Verdict
	t.Run("visits", func(t *testing.T) {
		for _, who := range persona.Paraphrasers() {
			t.Run(who.Name, func(t *testing.T) {
				t.Parallel()
				for seed := uint64(1); seed <= *wordsFlag; seed++ {
					v := visit(t, agent, who, seed)
					if verdict := v.Verdict(); !verdict.OK() {
						t.Logf("%s\n%s", verdict.Why(), v.Story())
					}
					mu.Lock()
					verdicts = append(verdicts, v.Verdict())
					mu.Unlock()
				}
			})
		}
	})
	right, messages := 0, []int{}
	for _, v := range verdicts {
		if v.Right {
			right++
			messages = append(messages, v.Messages)
		}
		for _, fault := range v.Faults {
			if fault.Promise == persona.WrongBooking || fault.Promise == persona.FalseConfirmation {
				t.Errorf("%s seed %d: %s", v.Persona, v.Seed, fault)
			}
		}
	}
	slices.Sort(messages)
	if right == 0 {
		t.Fatal("nobody was understood")
	}
	t.Logf("%d of %d ended right, %d messages in the median", right, len(verdicts), messages[len(messages)/2])
}
