package persona

import (
	"slices"
	"testing"
	"time"

	"atende/integrations/catalog"
)

// monday is when the texts of these tests are read.
var monday = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

func plain() *Patient {
	who, _ := Named("plain")
	return who.Patient(catalog.Sample(), 1, monday)
}

// Whatever the words, a patient knows what is asked.
func TestListen(t *testing.T) {
	for _, c := range []struct {
		text string
		want topic
	}{
		{"Bom dia! 😊\nPara qual especialidade você quer marcar?\n*1* - Cardiologia\n*2* - Ortopedia", askService},
		{"Claro! Temos:\n1) Dra. Ana Souza\n2) Dr. Carlos Menezes\nQual você prefere?", askDoctor},
		{"Com qual médico gostaria de se consultar?", askDoctor},
		{"O que você precisa marcar?\n*1* - Consulta\n*2* - Eletrocardiograma", askProcedure},
		{"E o convênio, qual é? Se não tiver, responda *particular*.", askPlan},
		{"Anotado!\nE qual é o seu *convênio*? Pode responder com o número da lista.", askPlan},
		{"Você tem algum plano de saúde?", askPlan},
		{"Tenho estes horários com a Dra. Ana:\n*Terça, 24/11*\n*1* - 08:00   *2* - 09:30\nQual fica melhor? Responda com o *número*.", askSlot},
		{"Tenho *terça, 24/11, às 08:00* com a Dra. Ana. Pode ser? Responda *sim*, ou diga outro dia.", askYes},
		{"Na terça, 24/11, a Dra. Ana tem 8h, 9h30 e 14h. Qual horário fica melhor para você?", askSlot},
		{"Perfeito! Agora me informe o *nome completo* do paciente.", askName},
		{"Ótimo! Terça, 24/11, às 08:00.\nQual é o *nome completo* de quem vai ser atendido?", askName},
		{"Obrigada, Maria! E o CPF?", askCPF},
		{"Não consegui confirmar esse CPF. Confira os 11 números e mande de novo, por favor.", askCPF},
		{"Só falta a *data de nascimento*. Por exemplo: 05/03/1980.", askBirth},
		{"Antes de marcar, preciso conferir os dados do paciente. Me mande de novo o *nome completo* e a *data de nascimento*, como estão no documento.", askName},
		{"Não consegui ler a data. Escreva dia, mês e ano, assim: *05/03/1980*.", askBirth},
		{"É para *Maria Silva* também? Responda *sim* ou *não*.", askSame},
		{"Posso confirmar a consulta na terça, 24/11, às 08:00?", askYes},
		{"Olá! Como posso ajudar?", askAnything},
		{"Por nada! Se precisar de mais alguma coisa, é só me chamar. 😊", askNothing},
		{"Consulta confirmada com Dra. Ana no dia 24/11/2026, às 08:00.", askNothing},
		{"No momento não há horário livre. O que você prefere?\n*1* - Falar com uma pessoa da equipe\n*2* - Deixar para depois", askWay},
	} {
		if got := plain().listen([]string{c.text}, monday).asks; got != c.want {
			t.Errorf("%q asks for %q, want %q", c.text, got, c.want)
		}
	}
}

// A visit notices words of the patient that nothing came to.
func TestUnanswered(t *testing.T) {
	for _, answered := range []bool{true, false} {
		v := NewVisit(plain())
		now := monday
		for range 10 { // a few more after the first words
			if v.Next(now); answered {
				v.Hear("Para qual especialidade você quer marcar?", now)
			}
			now = now.Add(time.Minute)
		}
		if v.Verdict().Broke(Unanswered) == answered {
			t.Errorf("answered: %t, faults %v", answered, v.Verdict().Faults)
		}
	}
}

func TestListenForAPerson(t *testing.T) {
	for text, want := range map[string]bool{
		"Certo! Vou passar você para uma pessoa da nossa equipe.":                  true,
		"Já estou transferindo para um atendente, aguarde.":                        true,
		"Se preferir falar com uma pessoa, escreva *atendente*.":                   false,
		"Posso te transferir para uma pessoa da equipe?":                           false,
		"Essa informação eu não tenho. A nossa equipe pode responder: é só pedir.": false,
	} {
		if got := plain().listen([]string{text}, monday).person; got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestItems(t *testing.T) {
	_, slots := itemsOf("Tenho estes:\n*Terça, 24/11*\n*1* - 08:00   *2* - 09:30\n*Segunda, 04/01*\n3️⃣ 14h\n4) 15h30\nQual?", monday)
	want := []offered{
		{Slot{"2026-11-24", "08:00"}, 1}, {Slot{"2026-11-24", "09:30"}, 2},
		{Slot{"2027-01-04", "14:00"}, 3}, {Slot{"2027-01-04", "15:30"}, 4},
	}
	if !slices.Equal(slots, want) {
		t.Errorf("a list: %v", slots)
	}
	_, slots = itemsOf("1. 24/11 às 08:00\n2. 25/11 às 10h", monday)
	if !slices.Equal(slots, []offered{{Slot{"2026-11-24", "08:00"}, 1}, {Slot{"2026-11-25", "10:00"}, 2}}) {
		t.Errorf("days in the lines: %v", slots)
	}
	_, slots = itemsOf("Na terça, 24/11, tenho 8h ou 9h30; na quarta, 25/11, às 14:00.", monday)
	if !slices.Equal(slots, []offered{{Slot{"2026-11-24", "08:00"}, 0}, {Slot{"2026-11-24", "09:30"}, 0}, {Slot{"2026-11-25", "14:00"}, 0}}) {
		t.Errorf("in a sentence: %v", slots)
	}
	_, slots = itemsOf("*24/11*\n1 - 08:00\n2 - 09:00\nou\n*25/11*\n1 - 10:00", monday)
	if !slices.Equal(slots, []offered{{Slot{"2026-11-25", "10:00"}, 1}}) {
		t.Errorf("a list after a list: %v", slots)
	}
}

func TestClaims(t *testing.T) {
	for text, want := range map[string]bool{
		"Consulta confirmada com Dra. Ana no dia 24/11/2026, às 08:00.":  true,
		"Pronto, já está marcada!":                                       true,
		"Sua consulta foi agendada. Posso ajudar em mais alguma coisa?":  true,
		"Marquei para terça às 8h.":                                      true,
		"Está marcado: *Consulta* com a Dra. Ana, terça, às 08:00.":      true,
		"Ainda não está marcado.":                                        false,
		"Nada foi agendado.":                                             false,
		"Posso deixar agendado?":                                         false,
		"Só fica marcado depois que você confirmar.":                     false,
		"Para ver uma consulta que já está marcada, chamo uma pessoa.":   false,
		"Se o horário estiver confirmado, eu aviso.":                     false,
		"Estou confirmando o seu horário com a agenda.":                  false,
		"Qual horário você quer marcar?":                                 false,
		"Não posso dizer que está marcado sem marcar. Qual o convênio?":  false,
		"Para o seu exame está tudo certo. Sua vaga está reservada hoje": true,
	} {
		if Claims(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

// Every persona has a name of its own, and the same seed is the same patient.
func TestCast(t *testing.T) {
	seen, clinic := map[string]bool{}, catalog.Sample()
	for _, who := range Cast() {
		if seen[who.Name] {
			t.Errorf("two personas are called %q", who.Name)
		}
		seen[who.Name] = true
		for seed := range uint64(20) {
			a, b := who.Patient(clinic, seed, monday), who.Patient(clinic, seed, monday)
			if !slices.Equal(a.goals, b.goals) || !slices.Equal(a.Next(nil, monday).Say, b.Next(nil, monday).Say) {
				t.Errorf("%s: seed %d is two patients", who.Name, seed)
			}
		}
	}
	if len(seen) < 24 {
		t.Errorf("only %d personas", len(seen))
	}
}
