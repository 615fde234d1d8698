package rules

import (
	"strings"
	"testing"

	"atende/actors/conversation"
)

// yesStory is a conversation in which everything but the patient is known.
const yesStory = "clock 2026-11-23 09:00\nslots 101 2026-11-24..2026-12-18 08:00 14:00\n" +
	"> consulta cardio com a dra ana souza, unimed\n\n> 1\n\n"

// A yes with anything beside it that may speak of the appointment books nothing before all of it was read back, however
// the messages are ordered, and neither does it then.
func TestYesThatIsNone(t *testing.T) {
	const patient = "> Maria Prado Lima, cpf 529.982.247-25, nascida em 12/03/1985\n"
	for text, known := range map[string]bool{ // whether it is none to what was read back, either
		"pode marcar, a Dra. Ana não": true, "pode marcar, unimed não": true, "pode marcar, é retorno": true,
		"sim, confirmo, pela Amil": true, "sim, cardiologista não": true, "isso, é um retorno com a dra ana": true,
		"sim, dra ana não, obrigada": true, "pode marcar, estou com muita dor nas costas": false, "sim, é encaixe": false,
	} {
		for order, story := range map[string]string{
			"behind": yesStory + patient + "> " + text + "\n", "before": yesStory + "> " + text + "\n" + patient,
		} {
			if out := play(t, story).out.String(); strings.Contains(out, "A4") {
				t.Errorf("%q %s the data booked:\n%s", text, order, out)
			}
		}
		readBack := yesStory + patient + "> pode marcar, estou com pressa\n\n> " + text + "\n"
		w := play(t, readBack)
		if booked := strings.Contains(w.out.String(), "A4"); booked && known {
			t.Errorf("%q booked what was read back:\n%s", text, w.out.String())
		}
	}
}

func TestPlainYesBooks(t *testing.T) {
	const patient = "> Maria Prado Lima, cpf 529.982.247-25, nascida em 12/03/1985\n"
	for _, text := range []string{
		"pode marcar", "sim, pode marcar, muito obrigada viu", "confirmo!", "pode marcar com a Dra. Ana, por favor", "isso, pela Unimed mesmo",
		"ok", "pode agendar a consulta então, aguardo", "quero marcar sim, terça às 8h",
	} {
		if out := play(t, yesStory+patient+"> "+text+"\n").out.String(); strings.Count(out, "A4") != 1 {
			t.Errorf("%q did not book:\n%s", text, out)
		}
	}
}

// Who is refused by a "não" behind the name is not wanted; other "não"s refuse nobody.
func TestRefusedBehind(t *testing.T) {
	d := reader(storyClinic("answers"))
	for text, want := range map[string]struct{ doctors, plans, notDoctors, notPlans int }{
		"a Dra. Ana Souza não":                 {notDoctors: 1},
		"dra ana souza não, pode ser o bruno?": {doctors: 1, notDoctors: 1},
		"unimed não":                           {notPlans: 1},
		"Unimed não, particular":               {plans: 1, notPlans: 1},
		"Unimed não?":                          {plans: 1},
		"vocês têm Unimed ou não":              {plans: 1},
		"pois não, Unimed":                     {plans: 1},
		"com a Dra. Ana Souza, por que não":    {doctors: 1},
	} {
		r := d.reading(&conversation.State{}, text)
		got := struct{ doctors, plans, notDoctors, notPlans int }{len(r.Doctors), len(r.Plans), len(r.notDoctors), len(r.notPlans)}
		if got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
