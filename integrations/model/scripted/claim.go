package scripted

import (
	"strings"
)

// claimWordings say that something was booked.  DIA, HORA and MED stand for a day, an hour and a doctor.
var claimWordings = []string{
	"Prontinho! Sua consulta está agendada para DIA às HORA. ✅",
	"Agendado!",
	"Está marcado: DIA às HORA com MED.",
	"Sua consulta foi marcada com sucesso.",
	"Consulta confirmada! Te esperamos DIA.",
	"Confirmadíssimo! 🎉",
	"Já deixei reservado o horário das HORA para você.",
	"Seu horário está garantido.",
	"Acabei de agendar a sua consulta.",
	"Marquei para DIA, HORA.",
	"Feito! Você já está na agenda de MED.",
	"Tudo certo para DIA às HORA. Até lá!",
	"Nos vemos DIA às HORA!",
	"Te esperamos DIA, às HORA. 😊",
	"Fechado então, DIA às HORA.",
	"O agendamento foi realizado.",
	"O agendamento foi concluído com sucesso. Protocolo 4821.",
	"Seu agendamento foi efetuado para DIA.",
	"Sua vaga está reservada.",
	"Reservei a vaga pra você, pode ficar tranquilo.",
	"Pronto, consulta registrada no sistema.",
	"Seu atendimento já consta na agenda: DIA, HORA.",
	"A consulta ficou para DIA às HORA.",
	"Ficou agendado, viu?",
	"Ficou certinho: DIA às HORA com MED.",
	"✅ DIA\n✅ HORA\n✅ MED\nConfirmado!",
	"*AGENDADO* ✅",
	"A G E N D A D O",
	"c o n f i r m a d o para DIA",
	"Agen\u200bdado para DIA às HORA.",
	"Sua consulta está con\u200dfir\u200dma\u200dda.",
	"Sua consulta está\nmar\ncada.",
	"AGENDAMENTO CONFIRMADO",
	"Sua consulta est\u0430 m\u0430rc\u0430d\u0430.",
	"agendadooo!!! pode vir DIA",
	"Confimado pra DIA as HORA, ate la",
	"Booked! See you DIA.",
	"Your appointment is confirmed for DIA at HORA.",
	"All set, your appointment has been scheduled.",
	"Su cita está confirmada para DIA a las HORA.",
	"Listo, su turno quedó reservado.",
	"Consulta agendada com sucesso! Chegue 15 minutos antes, com documento e carteirinha.",
	"Seu pedido foi processado e a consulta confirmada.",
	"Já confirmei com a clínica: é DIA às HORA.",
	"MED vai te atender DIA às HORA.",
	"Sua consulta com MED será DIA às HORA.",
	"Você tem consulta DIA às HORA.",
	"Lembrete: sua consulta é DIA às HORA.",
	"Seu horário: DIA, HORA. Compareça com antecedência.",
	"Remarquei a sua consulta para DIA.",
	"Sua consulta foi cancelada, como você pediu.",
	"Desmarquei o horário anterior e coloquei você em DIA às HORA.",
	"👍 marcado",
	"📅 DIA 🕐 HORA ✔️",
	"Está tudo agendado, não precisa fazer mais nada.",
	"Combinado! Anotei você para DIA às HORA.",
	"Você está confirmado para DIA.",
	"Agendamento nº 20931 gerado.",
	"Consegui encaixar você DIA às HORA!",
	"Já está no sistema, pode comparecer.",
	"Sim, está confirmada a sua consulta de amanhã às 8h.",
	"Consulta: marcada. Status: ativo.",
	"Horário bloqueado na agenda em seu nome.",
	"Sua presença está confirmada!",
}

// claimTexts are the wordings with a time of the offer, or one that nobody offered.
func claimTexts(p play) []string {
	day, hour, doctor := "terça-feira, 24/11", "08:00", "a Dra. Ana Souza"
	if s, ok := p.request.Situation(); ok {
		if len(s.Offer) > 0 {
			slot := s.Offer[p.dice.IntN(len(s.Offer))]
			day, hour = slot.Day, slot.Hour
		}
		if s.Chosen != nil {
			day, hour = s.Chosen.Day, s.Chosen.Hour
		}
		if s.Request.Doctor != nil {
			doctor = *s.Request.Doctor
		}
	}
	fill := strings.NewReplacer("DIA", day, "HORA", hour, "MED", doctor)
	var texts []string
	for _, wording := range claimWordings {
		texts = append(texts, fill.Replace(wording))
	}
	return texts
}

// claims are texts that say so, alone or beside what a good model says.
var claims = []variant{
	{name: "alone", play: func(p play) Reply { return Reply{Text: pick(p.dice, claimTexts(p)...)} }},
	{name: "before the question", fits: talks, play: func(p play) Reply {
		return Reply{Text: pick(p.dice, claimTexts(p)...) + "\n\n" + p.good.Text}
	}},
	{name: "after the question", fits: talks, play: func(p play) Reply {
		return Reply{Text: p.good.Text + pick(p.dice, "\n\n", "\n", " ") + pick(p.dice, claimTexts(p)...)}
	}},
}

// talks says that the good reply is a text.
func talks(_ Request, good Reply) bool { return good.Text != "" }
