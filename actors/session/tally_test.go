package session

import (
	"errors"
	"strings"
	"testing"

	"atende/actors/newcomer"
)

// How many sessions there are that the gateway never confirmed is for strangers to say, so their lines are few; of a patient's
// each try stands in the log.
func TestPutOffsInTheLog(t *testing.T) {
	for name, test := range map[string]struct {
		confirmed bool
		err       error
		line      string
		want      int
	}{
		"of strangers": {false, errors.New("refused"), "level=WARN msg=\"turn put off\"", 20},
		"of a patient": {true, errors.New("refused"), "level=WARN msg=\"turn put off\"", 100},
		"in a crowd":   {false, newcomer.ErrCrowded, "level=WARN", 0},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.start()
				b.session.confirmed = test.confirmed
				for range 100 {
					b.session.ended(t.Context(), "held", test.err)
				}
				if got := strings.Count(b.log.String(), test.line); got != test.want {
					t.Errorf("%d lines, want %d", got, test.want)
				}
				if len(b.results) != 100 {
					t.Errorf("%d passes are counted", len(b.results))
				}
			})
		})
	}
}
