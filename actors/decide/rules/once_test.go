package rules

import (
	"strings"
	"testing"
)

// A yes to the read-back that comes again, because somebody recorded it, books nothing a second time, whatever is asked by then.
func TestYesOnceMore(t *testing.T) {
	for _, talk := range []string{"sim", "sim\n\n> sim\n\n> sim", "obrigada\n\n> sim", "quero marcar mais uma\n\n> sim\n\n> sim", "e pro meu filho?\n\n> sim\n\n> sim"} {
		out := play(t, yesStory+patientOfStory+"\n\n> sim\n\n> "+talk+"\n").out.String()
		if strings.Count(out, "A4") != 1 {
			t.Errorf("%q:\n%s", talk, out)
		}
	}
}
