package rules

import (
	"strings"
	"testing"

	"atende/actors/conversation"
	"atende/actors/decide"
)

// yesStory is a conversation in which everything but the patient is known.
const yesStory = "clock 2026-11-23 09:00\nslots 101 2026-11-24..2026-12-18 08:00 14:00\n" +
	"> consulta cardio com a dra ana souza, unimed\n\n> 1\n\n"

// A yes with anything beside it that may speak of the appointment books nothing, before all of it was read back and
// then, however the messages are ordered.
func TestYesThatIsNone(t *testing.T) {
	for _, text := range []string{
		"pode marcar, a Dra. Ana não", "pode marcar, unimed não", "pode marcar, é retorno", "sim, confirmo, pela Amil", "sim, cardiologista não",
		"isso, é um retorno com a dra ana", "sim, dra ana não, obrigada", "sim, é encaixe",
		"sim, mas não nesse horário", "acho que sim, mas não sei", "sim, só que é para a minha filha", "até sexta preciso resolver isso",
		"pode ser que eu tenha que viajar", "ok, com a Dra. Sueli", "isso, com o dr. Wagner mesmo", "sim, às 14h", "pode ser, se for de tarde", "isso, mas na quarta", "quando puder, sim", "sim?", "será que pode?",
		"pode marcar minha filha", "pode marcar pra minha filha, fica com Deus", "sim, minha filha vai no meu lugar",
		"é pra mesma, minha filha", "o mesmo pra minha filha",
		"pode marcar, vou ver com meu chefe", "sim, só não sei se consigo chegar", "pode marcar, preciso do atestado antes", "ok, o da esquina",
		"claro, troca pelo preventivo", "sim mas fiquei de ver com meu marido", "beleza, depois confirmo", "pode, contanto que seja rápido",
		"sim, a mulher do balcão errou meu nome", "pode marcar o segundo", "isso, menos a parte do plano", "marca, esse não, o outro",
		"tá certo, quem vai é o Joaquim", "sim, a unimed venceu", "ok, a unimed eu cancelei", "sim, assim que meu chefe liberar", "sim se meu patrão liberar", "ok, só que meu sobrenome é Leitão", "pode se der tempo", "isso só que é com i",
		"sim, meu sobrenome tá faltando", "confirmo se a doutora estiver", "ok se for rápido", "pode, o cpf é outro", "sim, dependendo do preço", "pode, acho", "sim, quando eu voltar de viagem",
		"antes de marcar, tem vaga pro meu marido na sexta também?", "pra marcar, precisa de pedido?", "só pra confirmar, é no centro?", "só pra confirmar",
		"antes de confirmar queria saber do estacionamento", "para agendar tem que pagar antes?", "e pro meu marido tem também?",
		"pode mandar o endereço", "pode falar mais devagar", "pode me confirmar o horário", "pode agendar um eletro", "confirmar valor", "confirmar com o médico",
		"certo, e qual o valor?", "blz vou olhar minha agenda", "perfeito, te confirmo amanhã cedo", "perfeito estado de saúde", "confere meu nome aí", "sim é o que eu diria mas to em dúvida",
		"confirmo depois", "confirmo com meu marido e volto", "ah tá", "aham tá bom vai sonhando", "quero marcar mais um pro meu filho", "ok obrigada, qualquer coisa eu volto",
		"pode uma ova", "sim, nos teus sonhos", "pode marcar. e quanto fica a consulta?", "Prado, com dois D. Resto certo.",
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
		"tá bom, marca aí", "é pra marcar", "é para confirmar sim", "gostaria de marcar", "fechado", "uhum", "claro que sim", "isso aí, Maria Prado Lima", "correto", "sim senhora", "simmm", "s", "blz", "bora",
		"pode marcar minha filha, fica com Deus", "PODE MARCAR ENTAO FIA DEUS LHE PAGUE", "pode, que bom", "sim que alívio", "pode uai", "pode sim filha kkk", "pode, to indo ja",
		"sim. me manda o comprovante", "pode marcar moça, a fila do posto me mata", "até que enfim, glória a Deus pode marcar", "1. sim",
		"agora tá certinho, pode, Nossa Senhora te cubra com o manto", "isso, marca o teimoso kkk",
		"pode marcar, estou com muita dor nas costas", "claro pfvr", "issoo", "fecho", "pode. manda o endereço", "Ok. nota no CNPJ da firma pode?", "isso aeee", "Perfeitamente, pode confirmar.", "confirmado chefe", "marca logo e para de perguntar", "sim caramba, já respondi",
		"é isso mesmo minha filha, pode marcar, Deus abençoe", "tá tudo certinho meu filho, pode confirmar",
	} {
		out := play(t, yesStory+patientOfStory+"\n\n> "+text+"\n").out.String()
		if before, _, _ := strings.Cut(out, "> "+text); strings.Contains(before, "A4") || strings.Count(out, "A4") != 1 {
			t.Errorf("%q did not book:\n%s", text, out)
		}
	}
}

// Who says yes again, after it was asked again, may deny what has nothing to do with the appointment.
func TestYesAgain(t *testing.T) {
	for text, books := range map[string]bool{
		"agora sim, e me manda o comprovante que eu não confio": true, "SIM, nunca vi tanta enrolação": true, "sim mas tô insatisfeita": true,
		"eu disse pra NÃO marcar": false, "já disse que não é pra marcar!": false, "falei pra não marcar": false, "sim, mas não": false, "sim se meu patrão liberar": false, "ok, só que meu sobrenome é Leitão": false, "sim, não é isso": false, "sim, não vou": false, "pode, não quero mais": false, "sim, mas não sei": false, "sim, mas não nesse horário": false, "sim, não é esse médico": false, "sim, sem o convênio": false,
	} {
		out := play(t, yesStory+patientOfStory+"\n\n> sim, talvez\n\n> "+text+"\n").out.String()
		if strings.Contains(out, "A4") != books {
			t.Errorf("%q books is not %t:\n%s", text, books, out)
		}
	}
}

// Old people call whoever answers their child.
func TestOldPeopleCallTheirChild(t *testing.T) {
	old := strings.ReplaceAll(patientOfStory, "1985", "1947")
	for text, books := range map[string]bool{
		"pode marcar minha filha": true, "pode marcar minha filha por favor": true, "ué minha filha de novo. pode marcar": true,
		"Isso mesmo minha filha, pode marcar que meu genro me leva": true,
		"pode minha filha deixa marcado":                            true, "sim meu filho": true,
		"pode marcar pra minha filha": false, "pode, minha filha precisa também": true, // who comes next
	} {
		if out := play(t, yesStory+old+"\n\n> "+text+"\n").out.String(); strings.Contains(out, "A4") != books {
			t.Errorf("%q books is not %t:\n%s", text, books, out)
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

// Where an earlier message of a turn led to the read-back, and a later one took the time back, nothing is read back
// (TestAnyConversation, seed 3913322837561549241: a panic).
func TestNothingIsReadBackWithoutATime(t *testing.T) {
	w := play(t, "clock 2026-11-23 09:00\nslots 101 2026-11-24..2026-12-18 08:00 14:00\n> consulta com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1\n")
	d := New(sampleClinic()).dialogue(decide.Turn{Now: w.now})
	d.ask = &question{text: d.readBackText(&w.state, 0), asks: conversation.AskConfirm}
	if q := d.question(&w.state); q.asks != conversation.AskConfirm {
		t.Fatalf("%q is asked, with a time", q.asks)
	}
	w.state.Choice = nil
	if q := d.question(&w.state); q.asks == conversation.AskConfirm {
		t.Error("it is read back without a time")
	}
}

// trickyStory is what was read back to those who answer in testdata/tricky.
const trickyStory = `clinic hearts
answers
reception
clock 2026-11-23 09:00
slots 101 2026-11-24..2026-12-11 08:00 09:00 11:00 14:30 15:30
slots 102 2026-11-24..2026-12-11 08:00 09:00 11:00 14:30 15:30
slots 103 2026-11-24..2026-12-11 08:00 09:00 11:00 14:30 15:30
> consulta com a dra ana souza, particular, Maria Helena Prado, 529.982.247-25, 05/03/1980

> 1/12 às 14:30
`

// What was written to deceive the reader, by somebody who knew neither examples nor code: of 200 texts that look like a yes
// and are none 17 booked when they were first counted, and 12 since the examples must agree (yesAnswers; chosen with this
// count); some of these say yes and want one more. Of 150 plain yeses 135 booked, then and now.
func TestTrickyYes(t *testing.T) {
	t.Parallel()
	booked, all := map[string]int{}, map[string]int{}
	for _, f := range heldOut(t, "tricky", 2) {
		all[f[0]]++
		if strings.Contains(tell(t, trickyStory+"\n> "+f[1]+"\n"), "A4 #") {
			booked[f[0]]++
		}
	}
	t.Logf("%d of %d yeses book, and %d of %d that are none", booked["yes"], all["yes"], booked["none"], all["none"])
	if few := booked["yes"] < 135; everyText == 1 && few || booked["none"] > 12 {
		t.Errorf("%d of %d yeses book, want 135; %d of %d that are none do, 12 did before", booked["yes"], all["yes"], booked["none"], all["none"])
	}
}
