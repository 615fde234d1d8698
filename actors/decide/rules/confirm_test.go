package rules

import (
	"strings"
	"testing"

	"atende/actors/conversation"
)

// yesStory is a conversation in which everything but the patient is known.
const yesStory = "clock 2026-11-23 09:00\nslots 101 2026-11-24..2026-12-18 08:00 14:00\n" +
	"> consulta cardio com a dra ana souza, unimed\n\n> 1\n\n"

// A yes with anything beside it that may speak of the appointment books nothing, before all of it was read back and
// then, however the messages are ordered.
func TestYesThatIsNone(t *testing.T) {
	for _, text := range []string{
		"pode marcar, a Dra. Ana não", "pode marcar, unimed não", "pode marcar, é retorno", "sim, confirmo, pela Amil", "sim, cardiologista não",
		"isso, é um retorno com a dra ana", "sim, dra ana não, obrigada", "pode marcar, estou com muita dor nas costas", "sim, é encaixe",
		"sim, mas não nesse horário", "acho que sim, mas não sei", "sim, só que é para a minha filha", "até sexta preciso resolver isso",
		"sim, às 14h", "pode ser, se for de tarde", "isso, mas na quarta", "quando puder, sim", "sim?", "será que pode?",
		"pode marcar minha filha", "pode marcar pra minha filha, fica com Deus", "sim, minha filha vai no meu lugar",
		"é pra mesma, minha filha", "o mesmo pra minha filha",
	} {
		for order, story := range map[string]string{
			"behind the data": patientOfStory + "\n> " + text + "\n", "before the data": "> " + text + "\n" + patientOfStory + "\n",
			"to the read-back": patientOfStory + "\n\n> " + text + "\n",
		} {
			if out := play(t, yesStory+story).out.String(); strings.Contains(out, "A4") {
				t.Errorf("%q %s booked:\n%s", text, order, out)
			}
		}
	}
}

func TestPlainYesBooks(t *testing.T) {
	for _, text := range []string{
		"sim", "pode marcar", "sim, pode marcar, muito obrigada viu", "confirmo!", "pode marcar com a Dra. Ana, por favor", "isso, pela Unimed mesmo",
		"ok", "pode agendar a consulta então, aguardo", "quero marcar sim, terça às 8h", "isso mesmo", "ta certinho, pode confirmar 🙏", "👍", "pode sim",
		"tá bom, marca aí", "fechado", "uhum", "claro que sim", "isso aí, Maria Prado Lima", "correto", "sim senhora", "simmm", "s", "blz", "bora",
		"pode marcar minha filha, fica com Deus", "PODE MARCAR ENTAO FIA DEUS LHE PAGUE", "pode uai", "pode sim filha kkk", "pode, to indo ja",
		"é isso mesmo minha filha, pode marcar, Deus abençoe", "tá tudo certinho meu filho, pode confirmar",
	} {
		out := play(t, yesStory+patientOfStory+"\n\n> "+text+"\n").out.String()
		if before, _, _ := strings.Cut(out, "> "+text); strings.Contains(before, "A4") || strings.Count(out, "A4") != 1 {
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
