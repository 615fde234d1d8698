package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
)

// withTimes is a message with the hour or the day itself for one that is told by how far it is from the time that was read
// back, or from the only one that is offered: "isso, mas pode ser meia hora mais tarde?", "no dia seguinte".
func (d *dialogue) withTimes(s *conversation.State, text string) string {
	from, ok := onlyTime(s)
	if !ok || d.literal {
		return text
	}
	p := d.parse(text)
	moved := rewriting{text: text}
	for _, m := range p.matches(say.TimeApart) {
		at := p.placeOf(m)
		then := d.timeApart(p.tokens[m.From:m.To], from)
		if then.Before(d.now()) || !d.wishesApart(p, m) {
			continue
		}
		format := "dia 02/01"
		switch sameDay := then.Format(time.DateOnly) == from.Date; {
		case sameDay && len(d.facts(text).Dates) > 0: // of the day that is said
			format = "às 15:04"
		case sameDay:
			format = "dia 02/01 às 15:04"
		}
		moved.put(at.start, at.end, then.Format(format))
	}
	return moved.whole()
}

// withNextWeek is a message beside a question for data with "semana que vem" for "na outra semana", where a time of this week is chosen: it
// may be any week elsewhere.  "Quinta não dá mais, na outra semana tem?"
func (d *dialogue) withNextWeek(s *conversation.State, text string) string {
	if d.literal || s.Closed != "" || s.Choice == nil || !asksIdentity(s.Asked) || s.Choice.Date >= d.nextMonday() {
		return text
	}
	p := d.parse(text)
	week := rewriting{text: text}
	for _, m := range p.matches(say.OtherWeek) {
		at := p.placeOf(m)
		week.put(at.start, at.end, "semana que vem")
	}
	return week.whole()
}

// nextMonday is the day with which the next week begins.
func (d *dialogue) nextMonday() string {
	now := d.now()
	return now.AddDate(0, 0, 7-sinceMonday(now)).Format(time.DateOnly)
}

// sinceMonday is how many days of its week lie before a day: 0 for Monday, 6 for Sunday.
func sinceMonday(day time.Time) int { return (int(day.Weekday()) + 6) % 7 }

// onlyTime is the one time that is spoken of: what was read back, or is offered alone.
func onlyTime(s *conversation.State) (slot conversation.Slot, ok bool) {
	switch {
	case s.Closed != "":
		return slot, false
	case s.Choice != nil && readingBack(s):
		return *s.Choice, true
	case s.Asked == conversation.AskSlot && len(s.Offer) == 1:
		return s.Offer[0], true
	}
	return slot, false
}

// withoutOwnHour is a text without the hour of an appointment of this talk, or of the time that is chosen, where something else shall be
// near it: "quarta de manhã, perto do meu horário das 8".
func (d *dialogue) withoutOwnHour(s *conversation.State, text string) string {
	if len(s.Appointments()) == 0 && s.Choice == nil {
		return text
	}
	p := d.parse(text)
	m, ok := p.match(say.BesideMine)
	if !ok {
		return text
	}
	for i := m.To - 1; i > m.From; i-- {
		if say.HourLead.Has(p.tokens[i].Text) {
			from, to := p.tokens[i-1].End, p.tokens[m.To-1].End
			if rest := strings.IndexAny(text[to:], " ,;\n"); rest >= 0 { // "8:30", "8h"
				return text[:from] + text[to+rest:]
			}
			return text[:from]
		}
	}
	return text
}

// wishesApart reports that a time so told is wished for: in a clause that asks for it, or that says nothing else, and not "chego
// 15 minutos antes", "dois dias depois da cirurgia".
func (d *dialogue) wishesApart(p *parsed, m language.Match) bool {
	at := p.placeOf(m)
	if m.To < len(p.tokens) && say.NameParticle.Has(p.tokens[m.To].Text) {
		return false
	}
	for _, clause := range d.remarkPlaces(p) {
		if clause.start <= at.start && at.end <= clause.end {
			ahead, behind := strings.TrimSpace(p.text[clause.start:at.start]), p.text[at.end:clause.end]
			asks := ahead == "" || d.said(ahead, say.TimeMoved) || d.said(behind, say.TimeMoved)
			return asks && !d.said(p.text[clause.start:clause.end], say.TimeKept)
		}
	}
	return false
}

// timeApart is the time that is so far from another one.
func (d *dialogue) timeApart(words []language.Token, from conversation.Slot) time.Time {
	count, minutes, days := 1, 0, 0
	sooner := false
	for _, word := range words {
		switch {
		case word.Kind == language.Digits:
			count = numberOf(word.Text)
		case say.WrittenNumber.Value(word.Text) != "":
			count = numberOf(say.WrittenNumber.Value(word.Text))
		}
		switch text := word.Text; {
		case text == "meia":
			minutes = 30
		case strings.HasPrefix(text, "min"):
			minutes = count
		case text[0] == 'h' && minutes == 0:
			minutes = count * 60
		case strings.HasPrefix(text, "semana"):
			days = 7 * count
		case strings.HasPrefix(text, "dia"), text == "vespera":
			days = count
		}
		sooner = sooner || say.Sooner.Has(word.Text)
	}
	if sooner {
		minutes, days = -minutes, -days
	}
	at, err := time.ParseInLocation(time.DateOnly+" 15:04", from.Date+" "+from.Hour, d.clinic.Location)
	if err != nil {
		return time.Time{}
	}
	return at.AddDate(0, 0, days).Add(time.Duration(minutes) * time.Minute)
}

// notThatTime looks for other times where somebody cannot on the day or at the hour that was read back, whatever yes stands
// beside it: "certo, embora nesse horário eu tô saindo do trabalho".
func (d *dialogue) notThatTime(h *heard) bool {
	r := h.whole
	if d.literal || r.identifies() || r.Choice > 0 {
		return false
	}
	if !readingBack(h.s) || h.s.Choice == nil {
		return d.noneInTime(h)
	}
	r.not = slices.Clone(r.not)
	if notInTime(r) {
		r.not = append(r.not, upTo(*h.s.Choice)...)
	}
	if r.says(say.NotThatDay) {
		r.not = append(r.not, conversation.Wish{Dates: just(h.s.Choice.Date)})
	}
	if r.says(say.NotThatHour) {
		r.not = append(r.not, conversation.Wish{Times: just(h.s.Choice.Hour)})
	}
	if len(r.not) == len(h.whole.not) || conditional(r) || !d.refuseTimes(h.s, r) {
		return false
	}
	d.objected, d.agreed = true, false
	return true
}

// notInTime reports that somebody cannot be there so soon, and says nothing of when: "até lá não dá tempo".
func notInTime(r reading) bool {
	return r.says(say.NotInTime) && r.wish().Empty() && len(r.not) == 0 && !strings.Contains(r.text, "?")
}

// upTo are a time and all before it: who is not there in time for one is not there in time for those either.
func upTo(slot conversation.Slot) []conversation.Wish {
	return []conversation.Wish{
		{Dates: []conversation.Span{{To: daysLater(slot.Date, -1)}}},
		{Dates: just(slot.Date), Times: []conversation.Span{{From: "00:00", To: slot.Hour}}},
	}
}

// noneInTime looks for more times where somebody cannot be there in time for those of a list.
func (d *dialogue) noneInTime(h *heard) bool {
	if h.s.Asked != conversation.AskSlot || len(h.s.Offer) == 0 || !notInTime(h.whole) || conditional(h.whole) {
		return false
	}
	d.propose(conversation.Search{More: true})
	return true
}

// picksAnother takes another number of the list than the one that was read back: "mas você botou 2 e eu queria a 3".
func (d *dialogue) picksAnother(h *heard) bool {
	picks := h.whole.matches(say.PicksAnother)
	if d.literal || !readingBack(h.s) || h.s.Choice == nil || h.whole.identifies() || len(picks) == 0 {
		return false
	}
	last := picks[len(picks)-1]
	n := h.whole.number(last)
	listed := n >= 1 && n <= len(h.s.Offer) && h.s.Offer[n-1] != *h.s.Choice
	datum := h.whole.saysAny(say.AboutName, say.AboutCPF, say.AboutBirth, say.BirthPart) // "o mês tá errado, é 04"
	if !listed || datum || !h.whole.wish().Empty() {                                     // "quero a 5 da tarde"
		return false
	}
	d.objected, d.agreed = true, false
	d.propose(conversation.Choose{Number: n})
	return true
}
