package rules

import (
	"slices"
	"strings"
	"testing"
)

// A clinic where Maria has an appointment on Tuesday at 08:00.
const bookedStory = `answers
clock 2026-11-23 09:00
slots 101 2026-11-24..2026-12-04 08:00 09:30 10:00 14:00 14:30
> consulta dra ana souza, unimed, Maria Silva, 52998224725, 12/03/1985
    .

> 1
    .

> sim
    .

`

// After a booking, and after the thanks for it, whoever speaks of a time is answered: never with "Por nada!", and never
// with the menu of specialties.
func TestTimesAfterBooking(t *testing.T) {
	const (
		told   = "Está marcado para *Maria Silva*"
		moves  = "Para mudar o horário de *Maria Silva* com a Dra. Ana Souza (*terça, 24/11, às 08:00*)"
		hours  = "De segunda a sexta, das 8h às 18h."
		exists = "Por aqui marquei só o horário de *Maria Silva*"
	)
	for want, texts := range map[string]string{
		told: `já tenho consulta às 8h?|tenho consulta amanhã às 8h?|minha consulta é às 8h né?|é amanhã minha consulta?|tô marcada pras 8?
			tá marcado pra terça mesmo?|a consulta é terça às 8?|que dia é minha consulta?|que horas é a consulta?|é de manhã ou de tarde?
			tem alguma coisa no meu nome dia 24?|ficou pra que dia?|e a minha consulta das 8h tá de pé?|então é terça 24 às 8h certo?|8h?|terça?
			tem que chegar que horas?|que horas tenho que chegar?|preciso chegar antes?|chego quanto tempo antes?|tem que chegar mais cedo?
			posso chegar em cima da hora?|é pra chegar que horas aí?|quantos minutos antes devo chegar?|com quanto de antecedência?
			posso chegar 8h10?|chegar 15 minutos antes?|a que horas devo estar aí?`,
		exists: `eu tenho horário na sexta?|tenho consulta quinta às 10h?|tô marcada pra sexta?`,
		moves: `consigo mudar pra semana que vem?|dá pra passar pra quinta?|posso ir de tarde?|dá pra ser 14h?|tem como ser mais tarde?|queria outro horário
			não dá pra ser na sexta não?|e se eu for na quinta?|pode ser depois das 10?|tem horário na quarta?|tem vaga à tarde?|posso trocar pra 10h?
			semana que vem tem?|sexta de manhã é possível?|quinta seria melhor pra mim|prefiro quinta
			não posso às 8h|às 8h não dá|8h não consigo|terça não posso|não posso amanhã|amanhã não rola|esse horário não dá pra mim|não posso nesse horário
			nesse horário eu trabalho|às 8h tô no trabalho|8h tá ruim|de manhã não posso|de manhã eu trabalho|amanhã tô viajando|não posso de manhã
			tenho reunião às 8h|tenho compromisso nesse horário|ih 8h não vai dar|acho que não consigo às 8h|8 da manhã é muito cedo pra mim`,
		hours: `sábado atende?|vocês abrem sábado?|atendem de sábado?|a clínica funciona no domingo?|até que horas vocês atendem?|abre que horas?
			abrem no feriado?|que horas fecha?|vcs atendem à noite?|tem atendimento sábado de manhã?|funciona amanhã?|atende até que horas?`,
		"Estou por aqui|Por nada": `até terça|até amanhã!|obrigada, até terça`,
		"Temos estacionamento":    `tem estacionamento?`,
		"não precisa de preparo":  `posso comer antes das 8?`,
	} {
		for text := range strings.FieldsFuncSeq(texts, func(r rune) bool { return r == '|' || r == '\n' }) {
			for _, thanks := range []string{"", "> obrigada\n    .\n\n"} {
				text = strings.TrimSpace(text)
				out := tell(t, bookedStory+thanks+"> "+text+"\n")
				reply := out[strings.LastIndex(out, "> "+text):]
				if !slices.ContainsFunc(strings.Split(want, "|"), func(one string) bool { return strings.Contains(reply, one) }) {
					t.Errorf("want %q:\n%s", want, reply)
				}
			}
		}
	}
}
