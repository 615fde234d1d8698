package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
	"atende/actors/wording"
)

// wishText says a wish again: "quinta de manhã", "sexta, 27/11, a partir das 16:00".  Nothing where it is too long to
// be said.
func (d *dialogue) wishText(w conversation.Wish) wording.Words {
	if len(w.Any) > maxSaid {
		return wording.Words{}
	}
	if len(w.Any) > 0 {
		return wording.Join(" ou ", each(w.Any, d.wishText)...)
	}
	if len(w.Weekdays) > maxSaid || len(w.Weekdays) == 0 && len(w.Dates) > maxSaid || len(w.Times) > maxSaid {
		return wording.Words{}
	}
	return wording.Join(" ", d.wishedDays(w), d.wishedHours(w))
}

// maxSaid is how many days or hours are said again.
const maxSaid = 2

// wishedDays are the days of a wish.
func (d *dialogue) wishedDays(w conversation.Wish) wording.Words {
	if len(w.Weekdays) > 0 {
		return named(enumerated(each(w.Weekdays, conversation.Weekday)))
	}
	return wording.Join(" e ", each(w.Dates, func(span conversation.Span) wording.Words {
		switch {
		case span.From == span.To:
			return named(conversation.NearDay(span.From, d.now()))
		case conversation.OpenEnded(span):
			return d.text(wording.WishFromDay, "day", d.day(span.From))
		default:
			return d.text(wording.WishDays, "from", d.day(span.From), "to", d.day(span.To))
		}
	})...)
}

// wishedHours are the hours of a wish, or the part of the day.
func (d *dialogue) wishedHours(w conversation.Wish) wording.Words {
	if len(w.Times) > 0 {
		return wording.Join(" ou ", each(w.Times, d.hoursText)...)
	}
	part := map[understand.Period]wording.ID{
		understand.Morning: wording.WishMorning, understand.Afternoon: wording.WishAfternoon, understand.Evening: wording.WishEvening,
	}[w.Period]
	switch {
	case w.Latest:
		return d.text(wording.WishLatest)
	case part != "":
		return d.text(part)
	default:
		return wording.Words{}
	}
}

// eitherEnd makes hours of either end of a day out of what a text wants of both: "primeiro horário da manhã ou fim da tarde".
func eitherEnd(r reading, wish *conversation.Wish) {
	late := r.says(say.OrLate)
	until := ""
	switch {
	case len(wish.Any) > 0:
		return
	case r.says(say.EarlyOr):
		until = earlyUntil
	case r.says(say.MorningOr) && late:
		until = noonHour
	}
	if until == "" && (!late || len(wish.Times) == 0) {
		return
	}
	var times []understand.Span
	if until != "" {
		times = append(times, understand.Span{From: "00:00", To: until})
	}
	if times = append(times, wish.Times...); late {
		times = append(times, understand.Span{From: lateFrom, To: endOfDay})
	}
	wish.Times, wish.Period, wish.Latest = times, "", false
}

// Early in the morning is until earlyUntil, the end of the afternoon from lateFrom on.
const earlyUntil, lateFrom = "10:00", "16:00"

// hoursText says an hour or a stretch of hours.
func (d *dialogue) hoursText(span conversation.Span) wording.Words {
	switch {
	case span.From == span.To:
		return d.text(wording.WishHour, "hour", span.From)
	case span.To >= lastHour && strings.HasSuffix(span.From, "1"): // later than what was shown
		return d.text(wording.WishAfter, "hour", minutesLater(span.From, -1))
	case span.To >= lastHour:
		return d.text(wording.WishFromHour, "hour", span.From)
	case span.From == "00:00" && strings.HasSuffix(span.To, "9"): // earlier than that hour
		return d.text(wording.WishBefore, "hour", minutesLater(span.To, 1))
	case span.From == "00:00":
		return d.text(wording.WishUntilHour, "hour", span.To)
	default:
		return d.text(wording.WishHours, "from", span.From, "to", span.To)
	}
}

// lastHour is from when on the end of a stretch of hours is the end of the day.
const lastHour = "23:00"

// noted is what a turn gave but for what was asked, said again: "Unimed, quinta de manhã"; nothing for nothing.
func (d *dialogue) noted(s *conversation.State) []wording.Words {
	before, now := d.before.Request, s.Request
	var list []wording.Words
	concluded := d.concluded(s)
	changed := before.SpecialtyID != 0 && d.wished.AgendaID == 0 && len(d.clinic.DoctorsOf(now.SpecialtyID)) == 1
	add := func(answers conversation.Question, is bool, words wording.Words) {
		shown := answers == d.before.Asked && answers != conversation.AskNothing && (!concluded || answers != conversation.AskService)
		if is && words.Text != "" && !shown {
			list = append(list, words)
		}
	}
	specialty, _ := d.clinic.Specialty(now.SpecialtyID)
	doctor, _ := d.clinic.Doctor(now.AgendaID)
	procedure, _ := d.clinic.Procedure(now.ProcedureID)
	plan, _ := d.clinic.Plan(now.PlanID)
	add(conversation.AskService, now.SpecialtyID != before.SpecialtyID && (now.AgendaID == 0 || concluded || changed), named(specialty.Name))
	add(conversation.AskDoctor, !d.chose && now.AgendaID != before.AgendaID && len(d.clinic.DoctorsOf(now.SpecialtyID)) > 1, named(doctor.Name))
	add(conversation.AskProcedure, now.ProcedureID != before.ProcedureID && len(d.clinic.ProceduresOf(now.SpecialtyID)) > 1, named(lowered(procedure.Name)))
	add(conversation.AskPlan, !d.toldPlan && now.PlanID != before.PlanID && len(d.clinic.Plans) > 1, named(planName(plan.Name)))
	add(conversation.AskSlot, !s.Wish.Equal(d.before.Wish), d.wishText(s.Wish))
	p, was := s.Patient, d.before.Patient
	if d.tookReturning { // of whom no more is told than was, before all is read back
		return list
	}
	add(conversation.AskName, p.Name != was.Name, named(p.Name))
	add(conversation.AskCPF, p.CPF != was.CPF && p.CPF != "", d.text(wording.CPFLast, "last", lastOfCPF(p.CPF)))
	add(conversation.AskBirthDate, p.BirthDate != was.BirthDate && p.BirthDate != "", d.text(wording.NotedBirth, "birth", written(p.BirthDate)))
	return list
}

// notedText acknowledges by name what a turn gave.  Where the next question shows that it was understood, nothing is
// said.
func (d *dialogue) notedText(s *conversation.State, q question) wording.Words {
	list := d.noted(s)
	first := d.before.Asked == conversation.AskNothing && len(list) == 1 && !d.concluded(s)
	shown := first && s.Wish.Empty() && s.Patient == conversation.Identity{} || q.lists || q.asks == conversation.AskConfirm
	if len(list) == 0 || shown || q.asks == conversation.AskOther || s.Closed != "" {
		return wording.Words{}
	}
	what := wording.Join(", ", list...)
	return d.text(wording.TalkNotedWhat, "what", what.Text).With(what)
}

// concluded reports a specialty that no message of the turn names: it follows from what somebody tells, "tô com muita espinha",
// and is said back.
func (d *dialogue) concluded(s *conversation.State) bool {
	specialty := s.Request.SpecialtyID
	names := func(m decide.Message) bool {
		named := d.find(m.Text)
		return d.facts(m.Text).Choice+len(d.services(reading{Mentions: named}))+len(named.Doctors) > 0 || d.names(m.Text, specialty)
	}
	open := d.before.Asked == conversation.AskNothing || d.before.Asked == conversation.AskService
	return open && specialty != d.before.Request.SpecialtyID && len(d.clinic.Specialties) > 1 && !slices.ContainsFunc(d.turn.Messages, names)
}

// whichHoliday asks for the day of a holiday before or behind which somebody wants to come: it may be one of their city.
func (d *dialogue) whichHoliday(h *heard) {
	open := h.s.Closed == "" && !asksIdentity(h.s.Asked) && !readingBack(h.s)
	if open && len(h.whole.Dates) == 0 && h.whole.says(say.AroundHoliday) {
		d.answerAside(d.text(wording.OfferHoliday))
	}
}

// written is a date YYYY-MM-DD as people write it: 05/03/1980.
func written(date string) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return d.Format("02/01/2006")
}

// dayMonth is a date YYYY-MM-DD without its year: 05/03.
func dayMonth(date string) string { return written(date)[:len("05/03")] }

// passedOn is a text behind the words that pass on when somebody wants to come, where what stands ahead would hide that and says
// nothing that counts: "pera minha mãe tá aqui lendo, ela falou sábado de manhã", "minha mulher disse 10h".
func (d *dialogue) passedOn(s *conversation.State, text string) string {
	p := d.parse(text)
	m, ok := p.match(say.PassesOn)
	if !ok || s.Closed != "" || asksIdentity(s.Asked) || d.mayAnswer(text[:p.tokens[m.From].Start]) {
		return text
	}
	says := m.From
	for !say.SaysWish.Has(p.tokens[says].Text) {
		says++
	}
	rest := strings.TrimSpace(text[p.tokens[says].End:])
	if m.From == 0 && !d.parse(rest).bare() { // "minha mãe falou que hoje não vem"
		return text
	}
	if d.readAgain(s, text).wish().Empty() && !d.readAgain(s, rest).wish().Empty() {
		return rest
	}
	return text
}

// decidesTime reports an answer to the read-back that wishes for another time, or refuses that one, and looks at nothing before:
// "espera, minha mãe disse que só pode de tarde".
func (d *dialogue) decidesTime(s *conversation.State, r reading) bool {
	if s.Choice == nil || !readingBack(s) || r.says(say.LooksFirst) {
		return false
	}
	refused := slices.ContainsFunc(r.not, func(not conversation.Wish) bool { return !not.Empty() && not.Allows(*s.Choice) })
	return refused || !r.wish().Empty() && !r.wish().Allows(*s.Choice)
}
