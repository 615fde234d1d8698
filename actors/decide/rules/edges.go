package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// edges are the hours at which the day and its parts begin and end, as patients speak of them.
func edges() []edge {
	return []edge{
		{say.DayBegins, conversation.Span{From: "00:00", To: "08:59"}},
		{say.MorningEnds, conversation.Span{From: "11:00", To: "11:59"}},
		{say.AfternoonBegins, conversation.Span{From: "12:00", To: "13:59"}},
		{say.DayEnds, conversation.Span{From: "16:30", To: endOfDay}},
	}
}

// edgeOfPart makes hours of the end of the morning and the beginning of the afternoon, where one of these is wished and no hour:
// "mais pro fim da manhã".
func (d *dialogue) edgeOfPart(r reading, wish *conversation.Wish) {
	p := d.parse(r.times)
	late, early := p.says(say.MorningEnds), p.says(say.AfternoonBegins)
	switch {
	case d.literal || late == early || len(wish.Times)+len(wish.Any) > 0 || wish.Latest:
	case late && wish.Period == understand.Morning:
		wish.Times = []conversation.Span{{From: lateMorning, To: "11:59"}}
	case early && wish.Period == understand.Afternoon:
		wish.Times = []conversation.Span{{From: noonHour, To: earlyAfternoon}}
	}
}

// The end of the morning begins at lateMorning for who wishes for it, the beginning of the afternoon is until earlyAfternoon: an hour less
// strictly than for who refuses them.
const lateMorning, earlyAfternoon = "10:30", "14:30"

// edge is such words, and their hours.
type edge struct {
	words language.Group
	hours conversation.Span
}

// refuseEdges notes the first or last hours of the day that will not do, and drops the words for them, which name a part of the day and
// wish for none of it: "não de manhã cedinho", "só não pode ser muito cedo", "não queria no fim da tarde".
func (d *dialogue) refuseEdges(s *conversation.State, r *reading) {
	if noTimes(s) || !d.namesEdge(r.times) {
		return
	}
	p := d.parse(r.times)
	var words []place
	for _, edge := range edges() {
		for _, m := range p.matches(edge.words) {
			at, refused := d.refusesAround(r.times, p.placeOf(m))
			if refused {
				r.not = append(r.not, conversation.Wish{Times: []conversation.Span{edge.hours}})
			}
			words = append(words, at...)
		}
	}
	if len(words) == 0 {
		return
	}
	d.retime(r, cutOut(r.times, words...))
	if len(r.not) == 0 {
		r.Intent = d.facts(r.times).Intent
	}
}

// retime reads the days and hours of what is left of the text of times.
func (d *dialogue) retime(r *reading, left string) {
	r.times = left
	said := d.facts(left)
	r.Dates, r.Times, r.Period, r.Any, r.Below, r.Facts.Not = said.Dates, said.Times, said.Period, said.Any, said.Below, said.Not
}

// asksAt reports a question mark at a place in a text, or right before it.
func asksAt(text string, at int) bool {
	return strings.HasSuffix(text[:at], "?") || strings.HasPrefix(strings.TrimSpace(text[at:]), "?")
}

// dropOtherTimes drops words beside a time that say that no other one will do, and would refuse it: "quarta ou quinta de manhã, outro dia
// não dá", "outro dia não posso, só quinta".  A question asks for another one.
func (d *dialogue) dropOtherTimes(r *reading) {
	p := d.parse(r.times)
	at, ok := p.place(say.NoOther)
	if heads := p.matches(say.OtherTimes); !ok && len(heads) > 0 {
		head := p.placeOf(heads[len(heads)-1])
		tail, refuses := d.parse(r.times[head.end:]).place(say.RefusesBehind)
		at, ok = place{head.start, head.end + tail.end}, refuses
	}
	if !ok || asksAt(r.times, at.end) || !d.facts(r.times[:at.start]).Timed && !d.facts(r.times[at.end:]).Timed {
		return
	}
	d.retime(r, cutOut(r.times, at))
	left := d.facts(r.times)
	r.Intent, r.More = left.Intent, left.More
}

// namesEdge reports words for the first or last hours of the day or of a part of it.
func (d *dialogue) namesEdge(text string) bool {
	return d.parse(text).saysAny(say.DayBegins, say.MorningEnds, say.AfternoonBegins, say.DayEnds)
}

// refusesAround is where words stand with those before or behind them that refuse what they name, or tell what is done then.  A refusal behind an hour is of the
// hour; and who asks in such words wishes for it, "não pode ser no fim da tarde?", so that only those before it go.
func (d *dialogue) refusesAround(text string, at place) (words []place, refused bool) {
	before, behind := d.parse(text[:at.start]), d.parse(text[at.end:])
	ahead, ok := before.place(say.RefusesAhead)
	switch {
	case before.says(say.IfNotThen):
		return nil, false
	case asksAt(text, at.end):
		if ok {
			return []place{ahead}, false
		}
		return nil, false
	case ok:
		return []place{{ahead.start, at.end}}, true
	}
	if after, ok := behind.place(say.RefusesBehind); ok && !d.facts(before.text).Timed && !asksAt(behind.text, after.end) {
		return []place{{at.start, at.end + after.end}}, true
	}
	if does := d.clauses(behind.text)[0]; opensPart(before) && d.said(does, say.DoesThen) && !d.parse(does).saysAny(say.PicksOrWishes, say.ReasonWishes, say.ComesHere) && !asksAt(text, at.end+len(does)) {
		return []place{{at.start, at.end + len(does)}}, true
	}
	return nil, false
}

// opensPart reports that a text ends where something new is said: at its begin, behind a sign, or behind words that give a reason.
func opensPart(before *parsed) bool {
	if len(before.tokens) == 0 {
		return true
	}
	last := before.tokens[len(before.tokens)-1]
	return last.Kind == language.Mark || say.LeadsClause.Has(last.Text)
}

// refusesEdge reports that the last hours of a day are refused, which then are not asked for.
func refusesEdge(not []conversation.Wish) bool {
	return slices.ContainsFunc(not, func(w conversation.Wish) bool {
		return len(w.Times) == 1 && len(w.Dates) == 0 && slices.ContainsFunc(edges(), func(e edge) bool { return e.hours == w.Times[0] })
	})
}
