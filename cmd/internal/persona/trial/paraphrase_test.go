package trial

import (
	"flag"
	"slices"
	"sync"
	"testing"

	"atende/cmd/internal/persona"
)

var wordsFlag = flag.Uint64("trial.paraphrase", 1, "how many seeds of each persona who paraphrases")

// How many of the patients who do not know our phrases end right is a figure in the log and no demand; but somebody
// must.  Asked for more seeds than one, this is the bench of whoever mends the reader, and what was booked or promised
// wrongly fails it.
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
		wrong := v.Broke(persona.WrongBooking) || v.Broke(persona.FalseConfirmation)
		if wrong && *wordsFlag > 1 {
			t.Errorf("%s seed %d: %s", v.Persona, v.Seed, v.Why())
		}
		if v.Right && !wrong {
			right++
			messages = append(messages, v.Messages)
		}
	}
	slices.Sort(messages)
	if right == 0 {
		t.Fatal("nobody was understood")
	}
	t.Logf("%d of %d ended right, %d messages in the median", right, len(verdicts), messages[len(messages)/2])
}
