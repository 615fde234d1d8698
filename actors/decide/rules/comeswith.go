package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// comesWith reports the days on which what somebody comes with runs, which are the only ones that will do, and not when it cannot be; and
// takes the hour at which they are there with it for the one from which on they can come: "a van só roda terça e quinta, chego umas 9".
func (d *dialogue) comesWith(text string, t *told) bool {
	before := text[t.start:t.mention.start]
	if strings.HasPrefix(strings.TrimSpace(text[t.mention.end:]), "?") {
		return false
	}
	if t.atHour() && d.said(before, say.ComesAt) && d.said(text[:t.mention.start], say.RunsThen) {
		t.kind = toldFrom
	}
	return t.kind == toldFrom || t.sort() != "hora" && t.sort() != "parte" && d.said(before, say.RunsThen)
}

// withRuns is a text in which what somebody comes with does not work on its days, as they would who drive it: "o ônibus só roda terça".
func (d *dialogue) withRuns(_ *conversation.State, text string) string {
	if d.literal || len(d.turn.Messages) == 0 {
		return text
	}
	p := d.parse(text)
	runs := rewriting{text: text}
	for _, m := range p.matches(say.RunsThen) {
		if verb := p.tokens[m.To-1]; strings.HasPrefix(verb.Text, "roda") {
			runs.put(verb.Start, verb.End, "passa")
		}
	}
	return runs.whole()
}

// atLesson reports the hour of a lesson or the like which is nothing that the clinic has: "inglês 14h".
func (d *dialogue) atLesson(text string, t told) bool {
	clauses := d.clauses(text[:t.mention.start])
	before := clauses[len(clauses)-1]
	lesson := t.sort() == "hora" && t.atHour() && d.said(before, say.LessonAt)
	return lesson && !d.namesService(before) && !strings.HasPrefix(strings.TrimSpace(text[t.mention.end:]), "?")
}

// dayOfLesson reports a day right before a lesson and its hour, on which it is: "segunda inglês 14h".
func (d *dialogue) dayOfLesson(text string, list []told, i int) bool {
	if i+1 == len(list) || !list[i].onlyDays() {
		return false
	}
	next := list[i+1]
	return d.atLesson(text, next) && !strings.ContainsAny(text[list[i].mention.end:next.mention.start], ",;.!?\n")
}

// hoursOf are the hours at which somebody cannot come by one that is told; a lesson takes an hour.
func (d *dialogue) hoursOf(text string, t told) conversation.Span {
	hour := t.moments[len(t.moments)-1].Time
	if d.atLesson(text, t) {
		return conversation.Span{From: hour.From, To: minutesLater(hour.From, lessonMinutes-1)}
	}
	return d.ruledOutHours(hour, t.kind)
}

// lessonMinutes is how long a lesson takes.
const lessonMinutes = 60

// lastsFrom is for how many days somebody is away from one day on, 0 where a text does not say: "o barco desce dia 4 e dura 5 dias".
func (d *dialogue) lastsFrom(text string, t told) int {
	if t.sort() != "dia" || t.moments[0].Day.From == "" || t.moments[0].Day.From != t.moments[0].Day.To {
		return 0
	}
	p := d.parse(text[t.mention.end:t.end])
	m, ok := p.match(say.LastsFor)
	if !ok {
		return 0
	}
	number, unit := p.tokens[m.To-2].Text, p.tokens[m.To-1].Text
	days := numberOf(cmp.Or(say.WrittenNumber.Value(number), number))
	if strings.HasPrefix(unit, "semana") {
		days *= 7
	}
	return days
}

// rideHours reports the hours of what brings somebody, between which they can come; not the days on which it runs, nor that they leave
// with it.
func (d *dialogue) rideHours(r *reading) bool {
	timed := func(m understand.Moment) bool { return m.Time.From != "" }
	return r.says(say.RideHours) && !r.says(say.RunsThen) && slices.ContainsFunc(d.mentioned(r.times), timed)
}

// refusesStretch reports several days in a row at which somebody cannot come.
func (r reading) refusesStretch() bool {
	return slices.ContainsFunc(r.not, func(not conversation.Wish) bool {
		return slices.ContainsFunc(not.Dates, func(days conversation.Span) bool { return days.From < days.To })
	})
}
