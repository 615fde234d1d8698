package grounding

// later reads days that are counted from now: "daqui a 10 dias", "mês que vem", "fim de semana".
func (r *reading) later(i int, c calendar) (day, int) {
	if d, next := r.within(i, c); next > i {
		return d, next
	}
	if d, next := r.weekend(i, c); next > i {
		return d, next
	}
	w, then := r.word(i), r.word(i+1)
	comes := then == "que" && r.word(i+2) == "vem"
	next := i + 2 + boolInt(comes)
	switch coming := comes || then == "seguinte"; {
	case w == "mes" && coming, r.oneOf(i, "proximo", "outro") && then == "mes":
		return c.month(1), next
	case r.in(i, thisOne) && then == "mes":
		return c.month(0), next
	case w == "ano" && coming, w == "proximo" && then == "ano":
		return day{year: c.today.Year() + 1}, next
	case w == "semana" && then == "seguinte":
		return day{first: c.monday(1), last: c.monday(1).AddDate(0, 0, 6)}, next
	}
	return day{}, i
}

var thisOne = words("este esse neste nesse deste desse")

// month are the days of the month so many months from this one.
func (c calendar) month(months int) day {
	first := c.today.AddDate(0, months, 1-c.today.Day())
	return day{first: first, last: first.AddDate(0, 1, -1)}
}

// weekend reads the next Saturday and Sunday.
func (r *reading) weekend(i int, c calendar) (day, int) {
	if r.oneOf(i, "fim", "final", "fins", "finais") && r.word(i+1) == "de" && r.oneOf(i+2, "semana", "semanas") {
		return day{first: c.monday(0).AddDate(0, 0, 5), last: c.monday(0).AddDate(0, 0, 6)}, i + 3
	}
	return day{}, i
}

var (
	offering  = words("tenho temos tem ha consigo conseguimos vaga vagas horario horarios agenda disponibilidade encaixe disponivel so livre")
	spanDays  = words("dia dias")
	spanWeeks = words("semana semanas")
	spanMonth = words("mes meses")
	spanShort = words("hora horas h minuto minutos min")
)

// within reads "daqui a 10 dias", "dentro de duas semanas", and "em 10 dias" behind what is offered.
func (r *reading) within(i int, c calendar) (day, int) {
	at := i + 1
	switch {
	case r.word(i) == "daqui":
		at += boolInt(r.oneOf(at, "a", "ha"))
	case r.word(i) == "dentro" && r.word(at) == "de":
		at++
	case r.word(i) == "em" && (r.in(i-1, offering) || r.in(i-2, offering)):
	default:
		return day{}, i
	}
	n, next := r.count(at)
	if next == at && r.word(at) == "meia" {
		n, next = 0, at+1
	}
	switch one := func(days int) day { return day{first: c.after(days), last: c.after(days)} }; {
	case next == at:
	case r.in(next, spanDays):
		return one(n), next + 1
	case r.in(next, spanWeeks):
		return one(7 * n), next + 1
	case r.in(next, spanMonth):
		d := c.today.AddDate(0, n, 0)
		return day{first: d, last: d}, next + 1
	case r.in(next, spanShort):
		return one(0), next + 1
	}
	return day{}, i
}
