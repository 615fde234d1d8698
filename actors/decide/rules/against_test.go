package rules

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"atende/actors/conversation"
	"atende/actors/decide"
)

// beginnings are conversations at clinics of one plan in which nothing was said about it.
var beginnings = map[string]string{"unimed": "quero marcar com a dra ana", "single": "quero marcar com a dra rosa"}

// objections speak against the only plan of a clinic.
var objections = map[string][]string{
	"unimed": {
		"particular", "é particular", "vou pagar particular", "não tenho convênio", "estou sem plano", "tenho Bradesco", "meu convênio é Amil", "não tenho unimed",
		"minha unimed venceu", "unimed não", "não é unimed, é particular", "meu plano é o Vida Boa", "unimed ou particular", "aceitam particular?",
	},
	"single": {"tenho Unimed", "é pela Amil", "pelo convênio", "meu plano é o Vida Boa", "tenho plano", "particular não", "atende bradesco?"},
}

// Wherever in a conversation somebody speaks against the only plan there is, nothing is booked under it before the
// patient was asked or read it: not with the next data, and not with a yes in the same breath.
func TestOnlyPlanIsNotBookedOverAnObjection(t *testing.T) {
	for clinic, texts := range objections {
		for _, text := range texts {
			for where, turns := range placed(beginnings[clinic], text) {
				story := "clock 2026-11-23 09:00\nclinic " + clinic + "\nslots 101 2026-11-24..2026-12-18 08:00 14:00\nslots 11 2026-11-24..2026-12-18 08:00 14:00\n"
				notBooked(t, clinic+", "+text+", "+where, story+turns)
			}
		}
	}
}

// A return visit that the catalogue does not have is no first one.
func TestReturnVisitIsReadBack(t *testing.T) {
	for _, text := range []string{"é retorno", "retorno", "seria um retorno", "tenho retorno com ela", "é só retorno"} {
		for where, turns := range placed("consulta cardio com a dra ana souza, unimed", text) {
			notBooked(t, text+", "+where, "clock 2026-11-23 09:00\nslots 101 2026-11-24..2026-12-18 08:00 14:00\n"+turns)
		}
	}
}

// placed are conversations that would end with a booking, but for a text at some place in them.
func placed(begins, text string) map[string]string {
	const choice, name, rest = "> amanhã às 8\n", "> Maria Prado Lima\n", "> cpf 529.982.247-25, nascida em 12/03/1985\n"
	first, said := "> "+begins+"\n", "> "+text+"\n"
	return map[string]string{
		"with the first words":   "> " + begins + ", " + text + "\n\n" + choice + "\n" + name + "\n" + rest,
		"before the first words": said + "\n" + first + "\n" + choice + "\n" + name + "\n" + rest,
		"at the list":            first + "\n" + said + "\n" + choice + "\n" + name + "\n" + rest,
		"with the choice":        first + "\n" + choice + said + "\n" + name + "\n" + rest,
		"with the number":        first + "\n> 1, " + text + "\n\n" + name + "\n" + rest,
		"at the name":            first + "\n" + choice + "\n" + said + "\n" + name + "\n" + rest,
		"with the name":          first + "\n" + choice + "\n> Maria Prado Lima, " + text + "\n\n" + rest,
		"before the last data":   first + "\n" + choice + "\n" + name + "\n" + said + "\n" + rest,
		"behind the last data":   first + "\n" + choice + "\n" + name + "\n" + rest + said,
		"with the last data":     first + "\n" + choice + "\n" + name + "\n> cpf 529.982.247-25, nascida em 12/03/1985, " + text + "\n",
		"with a yes":             first + "\n" + choice + "\n" + name + "\n" + rest + "> pode marcar, " + text + "\n",
		"before a yes":           first + "\n" + choice + "\n" + name + "\n" + rest + said + "> pode marcar\n",
		"behind a yes":           first + "\n" + choice + "\n" + name + "\n" + rest + "> pode marcar\n" + said,
		"to the read-back":       first + "\n" + choice + "\n" + name + "\n> cpf 529.982.247-25, nascida em 12/03/1985, mas espera\n\n> sim\n" + said,
	}
}

// notBooked plays a story that must not have booked at its end, and goes on with plain answers, which must get there:
// by way of all of it, read back.
func notBooked(t *testing.T, what, story string) {
	t.Helper()
	w, clinic := play(t, story), storyClinic(story)
	if out := w.out.String(); strings.Contains(out, "A4") {
		t.Errorf("%s: booked:\n%s", what, out)
		return
	}
	if strings.Contains(w.out.String(), "handed over: "+reasonReturn) { // who opens with it
		return
	}
	for range maxAnswers {
		if w.state.Closed == "" {
			answer := cmp.Or(plainAnswers[w.state.Asked], "sim")
			w.line("> %s", answer)
			w.turn(clinic, []decide.Message{message(answer)})
		}
	}
	if out := w.out.String(); w.state.Closed != conversation.OutcomeBooked || !strings.Contains(out, "Posso marcar") {
		t.Errorf("%s: does not get on:\n%s", what, out)
	}
}

// maxAnswers is how many questions there may be left: the way on, the time, a piece of the data, all of it read back.
const maxAnswers = 5

// plainAnswers are what a patient says who wants to get on; "sim" to the rest.
var plainAnswers = map[conversation.Question]string{
	conversation.AskSlot: "1", conversation.AskName: "Maria Prado Lima", conversation.AskBirthDate: "12/03/1985",
}

func TestSpeaksAgainstPlan(t *testing.T) {
	for name, texts := range map[string]map[string]bool{
		"unimed": {
			"particular": true, "seria particular, tem?": true, "não é unimed, particular": true, "eu pago do meu bolso": true, "sem plano": true,
			"não é particular": false, "particular não, é unimed": false, "nem particular": false, "posso falar em particular?": false,
			"trabalho em escola particular": false, "Unimed": false, "carteirinha da unimed": false, "tenho convênio": false,
			"convênio do meu marido": false, "o plano é aceito aí?": false, "meu plano é esse mesmo": false, "plano da empresa": false,
			"convênio: amil": true, "plano da Cassi": true, "carteirinha é do Ipasgo": true, "Maria Amil Souza": true, "Maria Prado": false,
		},
		"single": {
			"tenho convênio": true, "pelo plano": true, "com convênio": true, "não tenho convênio": false, "sem plano": false, "particular": false,
			"quero marcar": false, "Unimed": true,
		},
		"insured": {"particular": true, "bradesco": true, "unimed": false, "meu plano é Amil": false},
	} {
		clinic := otherClinics[name]
		d := reader(conversation.NewClinic(clinic))
		s := &conversation.State{Wanted: conversation.Wanted{Request: conversation.Request{PlanID: clinic.Plans[0].ID}}}
		for text, want := range texts {
			if got := slices.Contains(d.against(s, d.readAgain(s, text)), conversation.AskPlan); got != want {
				t.Errorf("%s, %q: %t", name, text, got)
			}
		}
	}
}

// What is awaited from the clinic is no visit.
func TestReturns(t *testing.T) {
	d := reader(sampleClinic())
	for text, want := range map[string]bool{
		"é retorno": true, "Retorno": true, "é um retorno com a dra ana": true, "consulta de retorno": true, "quero marcar retorno": true,
		"aguardo retorno": false, "aguardo o retorno de vocês": false, "fico esperando um retorno da clínica": false, "eletro de retorno": false, "oi": false,
	} {
		if got := d.returns(d.readAgain(&conversation.State{}, text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
