package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
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

// withoutRescinded is a message without the choice that it takes back in the same breath, as its day will not do: "o 5 tá bom. ai,
// desculpa, amanhã não vai dar, e na quinta?" says what stands behind the choice, and chooses nothing.
func (d *dialogue) withoutRescinded(s *conversation.State, text string) string {
	if d.literal || noTimes(s) || len(s.Offer) == 0 && s.Choice == nil || len(d.mentioned(text)) == 0 {
		return text
	}
	p := d.parse(text)
	if m, ok := p.match(say.Rethinks); ok { // "ai não, espera, deixa 14h mesmo"
		return text[p.tokens[m.To-1].Start:]
	}
	clauses := d.clauses(text)
	head := 0
	for _, clause := range clauses[:len(clauses)-1] {
		head += len(clause)
		slots := d.chosenIn(s, text[:head])
		if len(slots) == 0 {
			continue
		}
		if behind := strings.TrimLeft(text[head:], " .,;!"); !d.reasonAt(behind) && d.rescinds(s, behind, slots) {
			return behind
		}
		break
	}
	return text
}

// chosenIn are the times that a text, or the beginning of one, may choose.
func (d *dialogue) chosenIn(s *conversation.State, text string) []conversation.Slot {
	r := d.readAgain(s, text)
	only, one := onlyTime(s)
	switch wish := r.wish(); {
	case len(r.not) > 0 || doubtful(r):
		return nil
	case r.Choice > 0 && r.Choice <= len(s.Offer) && s.OfferRead():
		return []conversation.Slot{s.Offer[r.Choice-1]}
	case single(wish.Times):
		return each(matching(s.Offer, wish), func(n int) conversation.Slot { return s.Offer[n-1] })
	case one && d.inClauses(s, r.parsed).agrees():
		return []conversation.Slot{only}
	default:
		return nil
	}
}

// rescinds reports words behind a choice by which none of the times that it may be will do, or not on the day that is thought of: their day
// is refused, and another one may be wished for, "8h20 serve. ai, amanhã não dá, e na quinta?"
func (d *dialogue) rescinds(s *conversation.State, behind string, chosen []conversation.Slot) bool {
	r := d.readAgain(s, behind)
	wish := r.wish()
	other, cannot := namesDay(wish), len(r.not) == 0 && r.says(say.Cannot)
	left := slices.DeleteFunc(slices.Clone(chosen), func(slot conversation.Slot) bool {
		refused := slices.ContainsFunc(r.not, func(not conversation.Wish) bool { return namesDay(not) && not.Allows(slot) })
		return refused || other && cannot && !wish.Allows(slot)
	})
	return len(left) == 0 || other && len(left) < len(chosen)
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
		reason := text[at.end:end]
		denies := told == at.end && d.said(reason, say.ReasonDenied)
		if denies || (told > at.end || d.said(reason, say.ReasonThen)) && !d.said(reason, say.ReasonWishes) {
			return text[:at.end] + text[end:]
		}
	}
	return text
}

// settledAt is where a text names a single hour, or the first or last one of a day.
func (d *dialogue) settledAt(text string) (list []place) {
	all := d.mentioned(text)
	for i, m := range all {
		if m.Time.From == "" || m.Time.From != m.Time.To || m.Work {
			continue
		}
		end := m.End
		if i+1 < len(all) && all[i+1].Time.From == "" && say.BeforeTime.Has(language.Fold(strings.TrimSpace(text[end:all[i+1].Start]))) { // "13h30 de terça"
			end = all[i+1].End
		}
		list = append(list, place{m.Start, end})
	}
	p := d.parse(text)
	return append(list, each(append(p.matches(say.Latest), p.matches(say.Earliest)...), p.placeOf)...)
}

// reasonAt reports a text that begins with a reason.
func (d *dialogue) reasonAt(text string) bool {
	m, ok := d.parse(text).match(say.ReasonBegins)
	return ok && m.From == 0
}
