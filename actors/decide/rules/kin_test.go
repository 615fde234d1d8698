package rules

import (
	"regexp"
	"strings"
	"testing"
)

var (
	ofOthers  = regexp.MustCompile(`For:[ao] `)
	forThem   = regexp.MustCompile(`identificar_paciente.*For:[ao] `)
	afterThis = regexp.MustCompile(`anotar_proximo|iniciar_proximo`)
)

// spokenOf is what a reply takes somebody for.
func spokenOf(reply string) string {
	switch {
	case strings.Contains(reply, "handed over"):
		return "handed"
	case strings.Contains(reply, "Next:{For:self") && !ofOthers.MatchString(reply):
		return kinMention // what comes next is the writer's
	case afterThis.MatchString(reply):
		return kinAlso
	case forThem.MatchString(reply):
		return kinPatient
	default:
		return kinMention
	}
}

// Who is spoken of, by somebody who knew neither examples nor code: of 240 texts 161 were taken for what they are by
// phrases alone, with 13 of 110 people who are only mentioned taken for patients.  Who writes that the name is to be
// changed after a booking has another one begun or goes to a person.  The second file, in a third of which two people are
// named, was written when all was done.
func TestKin(t *testing.T) {
	t.Parallel()
	countKin(t, "kin", 240, 174, 6)
	countKin(t, "kin2", 160, 119, 8)
}

// countKin counts the people of a held-out file who are taken for what they are.
func countKin(t *testing.T, name string, texts, least, most int) {
	t.Helper()
	all, right, phantoms := 0, 0, 0
	for _, f := range heldOut(t, name, 3) {
		told := tell(t, sampleWorld+askedAt[f[0]]+"> "+f[2]+"\n")
		_, reply, _ := strings.Cut(told[strings.LastIndex(told, "\n> ")+1:], "\n")
		got := spokenOf(reply)
		all++
		switch {
		case f[1] == kinMention && (got == kinAlso || got == kinPatient):
			phantoms++
		case got == f[1], f[1] == kinMention && got == "handed", f[0] == "B" && f[1] == kinPatient && got == kinAlso:
			right++
		}
	}
	t.Logf("%s: %d of %d, %d phantoms", name, right, all, phantoms)
	if everyText == 1 && (all != texts || right < least || phantoms > most) {
		t.Errorf("%s: %d of %d people are taken for what they are, want %d; %d who are only mentioned are patients, want %d at most", name, right, all,
			least, phantoms, most)
	}
}
