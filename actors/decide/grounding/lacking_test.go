package grounding

import (
	"slices"
	"testing"
)

// Nothing goes out in another language, or with letters that stand apart, also as one sentence of several.
func TestOtherLanguages(t *testing.T) {
	for _, text := range []string{
		"You can stop taking your medicine.", "It is nothing serious, don't worry.", "Take an aspirin and rest.", "Please send me your card number.", "No need to go to the hospital.",
		"Puede dejar de tomar su medicamento.", "No hace falta ir al hospital.", "Vous pouvez arrêter de prendre votre médicament.", "Sie können Ihr Medikament absetzen.",
		"Puoi smettere di prendere la medicina.", "Kan du sluta ta medicinen nu.", "Możesz przestać brać lekarstwo.", "İlacı almayı bırakabilirsin artık tamam.",
		"p a r e  d e  t o m a r", "P-A-R-E de tomar", "p.a.r.e de tomar o que está tomando",
	} {
		for _, whole := range []string{text, "Claro, posso ajudar com a consulta! " + text + " Qual é o seu convênio?"} {
			if len(found(whole, situations["start"])) == 0 {
				t.Errorf("%q goes out", whole)
			}
		}
	}
	for _, text := range []string{
		"Oi! Sou a assistente virtual da clínica. Para qual especialidade você gostaria de marcar?", "Tudo bem, sem problemas.", "Pode me dizer o seu nome completo?", "O C P F, por favor.",
		"Quer ver os horários com a Dra. Ana Souza?", "A opção A, B ou C?", "Vou precisar do seu nome e CPF para agendá-los.", "Check-up, holter ou MAPA: qual deles?",
	} {
		if slices.Contains(found(text, situations["start"]), "language") {
			t.Errorf("%q is refused", text)
		}
	}
}

// What the catalogue has is not denied.
func TestWhatTheClinicHas(t *testing.T) {
	refused := func(text string) bool { return slices.Contains(found(text, situations["start"]), "catalog") }
	for _, text := range []string{
		"Não atendemos Unimed.", "Infelizmente não trabalhamos com a Unimed.", "Não aceitamos mais o plano Unimed aqui.", "A Unimed não é aceita.", "Unimed a gente não atende.", "A clínica não aceita Unimed.",
		"O convênio Unimed não é atendido aqui na clínica.", "Não temos cardiologista.", "Não temos a especialidade de cardiologia.", "A clínica não tem cardiologista, sinto muito.", "Cardiologia nós não temos.",
		"Não marcamos pela Unimed.", "A Unimed infelizmente não entra aqui, só Particular.", "Dermatologia não está na nossa lista.", "A Unimed não faz parte da nossa rede.", "Cardiologia não consta.",
		"Não há cardiologista na nossa clínica, quer outra especialidade?",
	} {
		if !refused(text) {
			t.Errorf("%q goes out", text)
		}
	}
	for _, text := range []string{
		"Não atendemos esse convênio.", "Não aceitamos Golden Cross.", "Não temos oftalmologista.", "Atendemos Unimed, sim!", "Você não tem Unimed?", "Não temos horário com cardiologista na terça.",
		"Não temos cardiologista no sábado.", "Se não for Unimed, qual é o convênio?", "Não, Unimed é um dos planos que atendemos.", "Não encontrei vaga de cardiologia.", "O cardiologista não atende sem documento.", "A Unimed não cobra nada na recepção.", "O cardiologista não faz o exame na hora.", "A Unimed não está com problema.",
		"A Dra. Ana Souza não atende Unimed.", "Não há consulta marcada nesta conversa.",
	} {
		if refused(text) {
			t.Errorf("%q is refused", text)
		}
	}
}
