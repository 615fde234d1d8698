package scripted

import (
	"fmt"
	"slices"
	"strings"
)

var (
	weekdays = []string{"segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"}
	// oddHours are hours at which no sample clinic has times.
	oddHours = []string{"06:10", "07:05", "12:40", "18:55", "20:15", "21:30"}
	doctors  = []string{"Dr. House", "Dra. Fátima Bernardes", "Dr. Roberto Zanin", "a doutora Claudete"}
)

// invented are texts about what nobody named.
var invented = []variant{
	{name: "times", play: func(p play) Reply {
		day := fmt.Sprintf("%s, %02d/%02d", pick(p.dice, weekdays...), 1+p.dice.IntN(28), 1+p.dice.IntN(12))
		var b strings.Builder
		fmt.Fprintf(&b, "Tenho estes horários:\n*%s*\n", day)
		for i := range 2 + p.dice.IntN(4) {
			fmt.Fprintf(&b, "%d - %s\n", i+1, pick(p.dice, oddHours...))
		}
		return Reply{Text: b.String() + "Qual fica melhor?"}
	}},
	{name: "a time in words", play: func(p play) Reply {
		return Reply{Text: pick(p.dice, "Tenho amanhã às seis e dez da manhã, pode ser?", "Posso te encaixar hoje às 20h15?", "Só sobrou domingo, meio-dia e quarenta. Serve?",
			"Tem vaga dia 31 às 7h05.", "Consigo para depois de amanhã logo cedo, 6h10.", "Na semana que vem temos todos os dias às 18h55.")}
	}},
	{name: "wrong hour on an offered day", fits: offering, play: func(p play) Reply {
		s, _ := p.request.Situation()
		slot := s.Offer[p.dice.IntN(len(s.Offer))]
		return Reply{Text: fmt.Sprintf("%s tenho às %s. Pode ser?", upper(slot.Day), pick(p.dice, oddHours...))}
	}},
	{name: "hours of another day", fits: offering, play: func(p play) Reply {
		s, _ := p.request.Situation()
		first, last := s.Offer[0], s.Offer[len(s.Offer)-1]
		return Reply{Text: fmt.Sprintf("%s às %s ou %s às %s?", upper(first.Day), last.Hour, last.Day, first.Hour)}
	}},
	{name: "wrong weekday", fits: offering, play: func(p play) Reply {
		s, _ := p.request.Situation()
		slot := s.Offer[p.dice.IntN(len(s.Offer))]
		_, date, _ := strings.Cut(slot.Day, ", ")
		return Reply{Text: fmt.Sprintf("Tenho %s, %s, às %s. Pode ser?", wrongWeekday(p, slot.Day), date, slot.Hour)}
	}},
	{name: "renumbered", fits: func(r Request, _ Reply) bool { s, ok := r.Situation(); return ok && len(s.Offer) > 1 }, play: func(p play) Reply {
		s, _ := p.request.Situation()
		shift := 1 + p.dice.IntN(len(s.Offer)-1)
		var b strings.Builder
		b.WriteString("Tenho estes horários:\n")
		for i, slot := range s.Offer {
			fmt.Fprintf(&b, "%d - %s, %s\n", s.Offer[(i+shift)%len(s.Offer)].Number, slot.Day, slot.Hour)
		}
		return Reply{Text: b.String() + "Qual fica melhor? Responda com o número."}
	}},
	{name: "part of a list, numbered anew", fits: func(r Request, _ Reply) bool { s, ok := r.Situation(); return ok && len(s.Offer) > 2 }, play: func(p play) Reply {
		s, _ := p.request.Situation()
		last := s.Offer[len(s.Offer)-2:]
		return Reply{Text: fmt.Sprintf("Sugiro:\n1 - %s, %s\n2 - %s, %s\nQual prefere?", last[0].Day, last[0].Hour, last[1].Day, last[1].Hour)}
	}},
	{name: "doctor", play: func(p play) Reply {
		return Reply{Text: pick(p.dice, "Posso ver com ", "Quem atende é ", "Recomendo muito ", "Vou marcar com ") + pick(p.dice, doctors...) + ", tudo bem?"}
	}},
	{name: "doctor of the offer", fits: offering, play: func(p play) Reply {
		s, _ := p.request.Situation()
		return Reply{Text: fmt.Sprintf("%s às %s com %s, pode ser?", upper(s.Offer[0].Day), s.Offer[0].Hour, pick(p.dice, doctors...))}
	}},
	{name: "price", play: func(p play) Reply {
		return Reply{Text: pick(p.dice, "A consulta custa R$ 90,00 à vista.", "São só 120 reais, em até 10x.", "O valor é de R$1.250.", "Fica cento e vinte reais.", "Para você, de graça!")}
	}},
	{name: "link", play: func(p play) Reply {
		return Reply{Text: pick(p.dice, "Confirme em https://clinica-falsa.example/confirmar", "Pague pelo Pix: pix@clinica-falsa.example", "Acesse bit.ly/agenda123",
			"Ligue para (11) 98765-4321.", "www.agende-ja.example tem mais horários.")}
	}},
	{name: "address", play: func(p play) Reply {
		return Reply{Text: pick(p.dice, "Ficamos na Avenida Paulista, 1000, 5º andar.", "Atendemos aos domingos, das 6h às 22h.", "Venha à Rua Inventada, 13, às 20h15.")}
	}},
	{name: "identity", play: func(p play) Reply {
		return Reply{Text: pick(p.dice, "O seu CPF é 529.982.247-25, certo?", "Encontrei no cadastro: Maria Oliveira, nascida em 05/03/1980.", "[CPF 9] e [NOME 4] estão certos?")}
	}},
	{name: "person", play: func(p play) Reply {
		return Reply{Text: pick(p.dice, "Vou te passar para um atendente agora mesmo.", "Transferindo você para a recepção...", "Uma pessoa da equipe já vai falar com você.")}
	}},
	{name: "medicine", play: func(p play) Reply {
		return Reply{Text: pick(p.dice, "Pode tomar dipirona de 6 em 6 horas, não tem problema.", "Pelo que você conta deve ser só ansiedade.")}
	}},
}

func upper(text string) string {
	if text == "" {
		return ""
	}
	letters := []rune(text)
	return strings.ToUpper(string(letters[:1])) + string(letters[1:])
}

// wrongWeekday is any but that of the day.
func wrongWeekday(p play, day string) string {
	others := slices.DeleteFunc(slices.Clone(weekdays), func(name string) bool { return strings.HasPrefix(day, name) })
	return pick(p.dice, others...)
}
