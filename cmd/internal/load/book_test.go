package load

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a patient who books makes of the agent's parts, each in the state that the parts before it
// led to.
func TestBookReads(t *testing.T) {
	const (
		offer   = "Tenho estes horários com a Dra. Ana Souza:\n*Ter 24/11*  *1* 08:00  *2* 14:00"
		name    = "Ótimo! Qual é o *nome completo* do paciente?"
		cpf     = "Agora o *CPF* dessa pessoa, por favor."
		birth   = "Só falta a *data de nascimento*."
		check   = "Só para conferir: *Ana Lima*, Consulta com a Dra. Ana Souza, terça, às 08:00. Posso marcar?"
		confirm = confirmationMark + " 23-11-2026 às 08:00."
		prepare = preparationMark + " chegue antes."
	)
	answers := hearing{answered: []int{0}}
	for _, c := range []struct {
		name  string
		parts []string
		want  hearing // of the last part
	}{
		{"the offer", []string{offer}, answers},
		{"a question", []string{offer, name}, answers},
		{"half of the confirmation", []string{offer, name, cpf, birth, check, confirm}, hearing{}},
		{"all of it", []string{offer, name, cpf, birth, check, confirm, prepare}, hearing{answered: []int{0}, over: true}},
		{"a question came twice", []string{offer, name, name}, hearing{repeated: true}},
		{"half of the confirmation came twice", []string{offer, confirm, confirm}, hearing{repeated: true}},
		{"a question came too late", []string{offer, name, cpf, name + "!"}, hearing{disordered: true}},
		{"the second half came first", []string{offer, birth, prepare}, hearing{disordered: true}},
		{"the same question in other words", []string{offer, name, "O sobrenome? O *nome completo*, por favor."}, hearing{answered: []int{0}, over: true, unread: true}},
		{"something else", []string{offer, "Como assim?"}, hearing{answered: []int{0}, over: true, unread: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBook(Sample())
			p := &patient{total: 1}
			var got hearing
			for _, part := range c.parts {
				if len(p.waiting) == 0 && len(b.say(p)) == 1 {
					p.waiting = []message{{}}
				}
				got = b.hear(p, part)
				p.heard = digest(part)
				if len(got.answered) > 0 {
					p.waiting = nil
				}
			}
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(hearing{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An appointment that is made twice for one patient at one time is counted, two different ones are
// not.
func TestDoubledAppointments(t *testing.T) {
	peers := startPeers(t, PeersConfig{})
	book := func(hour string) {
		body := []byte(`{"cpf":"52998224725","data":"23-11-2026","hora":"` + hour + `"}`)
		response, err := http.Post(peers.URL()+"/api/v1/agendamento/agendamento", "application/json", bytes.NewReader(body))
		if err != nil {
			t.Error(err)
			return
		}
		response.Body.Close()
	}
	agent := newFake(t, peers, func(_ *fake, _, text string) []string {
		book("08:00")
		book("09:00")
		book("08:00")
		return []string{text}
	})
	report := drive(t, peers, agent.server.URL, Options{Script: Greet, Sessions: 1, Rounds: 1})
	if report.Booked != 2 || report.Doubled != 1 || report.OK() {
		t.Errorf("booked %d, doubled %d, want 2 and 1", report.Booked, report.Doubled)
	}
}
