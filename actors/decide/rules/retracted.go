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
	if len(taken) == 0 {
		return text
	}
	left := cutOut(text, each(taken, func(at understand.Place) place { return place{at.Start, at.End} })...)
	left = d.withoutAgain(left, d.momentsAt(text, taken))
	if readingBack(s) && s.Choice != nil && wishOf(d.facts(left)).Allows(*s.Choice) {
		return text // a yes would be left
	}
	return left
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
		if from := d.reasonFrom(text, end); from >= 0 && from < m.Start && slices.ContainsFunc(taken, same) {
			return text[:from] + text[sentenceAround(text, place{m.Start, m.End}).end:]
		}
		end = m.End
	}
	return text
}

// withoutReason is a text without the reason that is given for an hour right behind it, where that names another time: "quinta 9h, que
// tenho consulta às 10h30", "13h30 que depois busco a neta".
func (d *dialogue) withoutReason(text string) string {
	list := d.mentioned(text)
	for i, hour := range list {
		from := d.reasonFrom(text, hour.End)
		if exact := hour.Time.From != "" && hour.Time.From == hour.Time.To && !hour.Work; !exact || from < 0 {
			continue
		}
		end := sentenceAround(text, place{hour.Start, hour.End}).end
		told := hour
		if i+1 < len(list) && list[i+1].End <= end {
			told = list[i+1]
		}
		end = told.End + len(d.clauses(text[told.End:end])[0])
		reason := text[from:end]
		if other := told.Time.From != "" && told != hour; (other || d.said(reason, say.ReasonThen)) && !d.said(reason, say.ReasonWishes) {
			return text[:from] + text[end:]
		}
	}
	return text
}

// reasonFrom is where the reason begins that is given right behind a place in a text, -1 for none.
func (d *dialogue) reasonFrom(text string, at int) int {
	if at < 0 {
		return -1
	}
	m, ok := d.parse(text[at:]).match(say.ReasonBegins)
	if !ok || m.From > 0 {
		return -1
	}
	return at
}
