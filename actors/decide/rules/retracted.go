package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// withoutRetracted is a message without the days and hours that it takes back at once, and without why: "11h. Não, espera, 10h que
// tenho reunião às 11h30" says no more than "10h".  What else reads the message knows of no such thing.
func (d *dialogue) withoutRetracted(s *conversation.State, text string) string {
	if d.literal || noTimes(s) || len(d.mentioned(text)) == 0 {
		return text
	}
	return d.withoutTakenBack(s, d.withoutReason(d.withoutTakenBack(s, text))) // a reason may tell which it is, or hide it
}

// withoutTakenBack is a text without the days and hours that it takes back.
func (d *dialogue) withoutTakenBack(s *conversation.State, text string) string {
	taken := understand.Retracted(text, d.turn.Now)
	if len(taken) == 0 || d.busyAtAny(text, taken) {
		return text
	}
	left := cutOut(text, each(taken, func(at understand.Place) place { return place{at.Start, at.End} })...)
	left = d.withoutAgain(left, d.momentsAt(text, taken))
	if readingBack(s) && s.Choice != nil && wishOf(d.facts(left)).Allows(*s.Choice) {
		return text // a yes would be left
	}
	return left
}

// busyAtAny reports that one of some times belongs to a day that is told as busy before it, and was never wished for: "quarta ele tem
// prova até 9h, melhor 10h".
func (d *dialogue) busyAtAny(text string, places []understand.Place) bool {
	list := d.toldIn(text)
	for i := range list {
		t := &list[i]
		if t.kind = d.toldAs(text, *t); t.onlyDays() || !d.toldWithLast(text, list, i) {
			continue
		}
		if slices.ContainsFunc(places, func(at understand.Place) bool { return t.mention.start < at.End && at.Start < t.mention.end }) {
			return true
		}
	}
	return false
}

// momentsAt are the times that are named at some places of a text.
func (d *dialogue) momentsAt(text string, places []understand.Place) (list []understand.Moment) {
	for _, m := range d.mentioned(text) {
		if slices.ContainsFunc(places, func(at understand.Place) bool { return at.Start <= m.Start && m.End <= at.End }) {
			list = append(list, m)
		}
	}
	return list
}

// withoutAgain is a text without the clause that says why a time was taken back that it names again: "terça, pq segunda é minha
// folga mas vou viajar".
func (d *dialogue) withoutAgain(text string, taken []understand.Moment) string {
	end := -1 // of the wish before
	for _, m := range d.mentioned(text) {
		same := func(other understand.Moment) bool {
			return other.Day == m.Day && other.Time == m.Time && other.Period == m.Period
		}
		if end >= 0 && d.reasonAt(text[end:]) && slices.ContainsFunc(taken, same) {
			return text[:end] + text[sentenceAround(text, place{m.Start, m.End}).end:]
		}
		end = m.End
	}
	return text
}

// withoutReason is a text without the reason that is given right behind an hour, or the first or last one of a day, where that names another
// time: "quinta 9h, que tenho consulta às 10h30", "13h30 que depois busco a neta", "o último de quinta, que de manhã eu durmo".
func (d *dialogue) withoutReason(text string) string {
	for _, at := range d.settledAt(text) {
		if !d.reasonAt(text[at.end:]) {
			continue
		}
		end, told := sentenceAround(text, at).end, at.end
		list := d.mentioned(text)
		if i := slices.IndexFunc(list, func(m understand.Moment) bool { return m.Start >= at.end && m.End <= end && m.Day.From == "" }); i >= 0 {
			told = list[i].End
		}
		end = told + len(d.clauses(text[told:end])[0])
		if reason := text[at.end:end]; (told > at.end || d.said(reason, say.ReasonThen)) && !d.said(reason, say.ReasonWishes) {
			return text[:at.end] + text[end:]
		}
	}
	return text
}

// settledAt is where a text names a single hour, or the first or last one of a day.
func (d *dialogue) settledAt(text string) (list []place) {
	for _, m := range d.mentioned(text) {
		if m.Time.From != "" && m.Time.From == m.Time.To && !m.Work {
			list = append(list, place{m.Start, m.End})
		}
	}
	p := d.parse(text)
	return append(list, each(append(p.matches(say.Latest), p.matches(say.Earliest)...), p.placeOf)...)
}

// reasonAt reports a text that begins with a reason.
func (d *dialogue) reasonAt(text string) bool {
	m, ok := d.parse(text).match(say.ReasonBegins)
	return ok && m.From == 0
}
