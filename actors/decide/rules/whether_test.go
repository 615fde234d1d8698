package rules

import (
	"strings"
	"testing"

	"atende/actors/wording"
)

const patientOfStory = "> Maria Prado Lima, cpf 529.982.247-25, nascida em 12/03/1985"

// Who asks whether it is booked hears that it is not, and what is missing; the question books nothing, whatever it was
// asked in answer to.
func TestAsksWhetherItIsBooked(t *testing.T) {
	not := wording.Default().Text(wording.TalkNotBooked)
	for text, early := range map[string]bool{ // whether it is about this appointment before there are any times
		"já está marcado?": true, "tá confirmado?": true, "ficou marcado ?": true, "deu certo?": true, "já marcou?": true, "vc agendou?": true,
		"posso ir?": true, "é só chegar?": true, "já tá marcado": true, "então, já ficou agendado?": true,
		"será que minha consulta está marcada?": false, "meu horário está confirmado?": false,
	} {
		for state, before := range map[string]string{
			"a service is asked for": "clock 2026-11-23 09:00\n> oi\n\n", "times are offered": yesStory[:strings.LastIndex(yesStory, "> 1")],
			"the name is asked for": yesStory, "it was read back": yesStory + patientOfStory + "\n\n",
		} {
			out := play(t, before+"> "+text+"\n").out.String()
			last := out[strings.LastIndex(out, "> "+text):]
			says := early || state != "a service is asked for"
			if strings.Contains(last, not) != says || strings.Contains(out, "A4") || strings.Contains(last, "Que bom") || !strings.ContainsAny(last, "?*") {
				t.Errorf("%s, %q:\n%s", state, text, last)
			}
		}
	}
}

// With the last data it is said beside what is read back; and it is no miss, however often somebody worries.
func TestAsksWhetherWithTheLastData(t *testing.T) {
	not := wording.Default().Text(wording.TalkNotBooked)
	for _, burst := range []string{
		patientOfStory + "\n> já está marcado?\n", "> já está marcado?\n" + patientOfStory + "\n", patientOfStory + ", já está marcado?\n",
		strings.Repeat("> já está marcado?\n\n", 4) + patientOfStory + "\n",
	} {
		out := play(t, yesStory+burst+"\n> sim\n").out.String()
		if strings.Count(out, "A4") != 1 || !strings.Contains(out, not) || strings.Contains(out, "transferir") {
			t.Errorf("%s:\n%s", burst, out)
		}
	}
}

// Words that are near to that question keep their meaning.
func TestAsksSomethingElse(t *testing.T) {
	not := wording.Default().Text(wording.TalkNotBooked)
	for _, text := range []string{
		"pode deixar marcado", "está certo", "posso ir no sábado?", "já marcou com ela a minha irmã, quero o mesmo horário", "tá certo, terça",
	} {
		if out := play(t, yesStory[:strings.LastIndex(yesStory, "> 1")]+"> "+text+"\n").out.String(); strings.Contains(out, not) {
			t.Errorf("%q:\n%s", text, out)
		}
	}
}
