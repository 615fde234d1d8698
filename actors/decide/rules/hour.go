package rules

import (
	"fmt"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// spokenHour reads an hour that is said as people speak, where a time is chosen or was read back: "oito e vinte", "uma e
// vinte minha filha", "14 30".  Elsewhere two numbers may be anything, and package understand leaves them alone.
func (d *dialogue) spokenHour(s *conversation.State, r *reading) {
	dropReadBack(s, r)
	dated := !asksIdentity(s.Asked) && (len(r.Dates) > 0 || r.Period != "") // "amanhã 9 e 20", before times are offered
	open := s.Asked == conversation.AskSlot || s.Choice != nil && readingBack(s) || dated
	known := s.Choice != nil && !slices.ContainsFunc(r.Times, func(span conversation.Span) bool { return span != just(s.Choice.Hour)[0] })
	if s.Closed != "" || !open || len(r.Times) > 0 && !known || r.identifies() { // "ainda tá 8 horas, quero oito e vinte"
		return
	}
	for _, m := range r.matches(say.SpokenHour) {
		said := r.placeOf(m)
		if told := r.times != r.text && !strings.Contains(r.times, r.text[said.start:said.end]); told {
			continue // of everyday life
		}
		if at, ok := d.hourIn(s, r.parsed, m); ok {
			r.Times, r.Choice = just(at), 0
			return
		}
	}
}

// dropReadBack drops the hour that was read back where another one is named beside it: "ainda tá 14:30, eu quero oito e vinte".
func dropReadBack(s *conversation.State, r *reading) {
	if s.Closed == "" && s.Choice != nil && readingBack(s) && len(r.Times) > 1 {
		r.Times = slices.DeleteFunc(slices.Clone(r.Times), func(span conversation.Span) bool { return span == just(s.Choice.Hour)[0] })
	}
}

// hourIn is the hour of a match, HH:MM.  Digits alone, which may be two lines of the list, must be an hour of the offer, or
// no such lines: "14 e 30".
func (d *dialogue) hourIn(s *conversation.State, p *parsed, m language.Match) (string, bool) {
	hour, minute := p.tokens[m.From], p.tokens[m.To-1]
	if m.From > 0 && say.BeforeTwo.Has(p.tokens[m.From-1].Text) || minute.Kind == language.Digits && len(minute.Text) != 2 {
		return "", false
	}
	times := d.facts(fmt.Sprintf("às %s e %s", hour.Raw, minute.Raw)).Times
	if len(times) != 1 || times[0].From != times[0].To {
		return "", false
	}
	at := times[0].From
	led := m.From > 0 && say.BeforeHour.Has(p.tokens[m.From-1].Text)
	if led || hour.Kind != language.Digits || minute.Kind != language.Digits {
		return at, true
	}
	lines := numberOf(minute.Text) <= len(s.Offer) || numberOf(minute.Text)%5 != 0
	return at, !lines || slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.Hour == at })
}

// hourAsked reads an hour of which only the number is said, where times are offered or one was read back: "8h não dá, tem 10?"
func (d *dialogue) hourAsked(s *conversation.State, r *reading) {
	d.hourOfBusyDay(r)
	open := s.Asked == conversation.AskSlot || s.Choice != nil && readingBack(s) || asksIdentity(s.Asked) && s.Choice != nil
	m, ok := r.match(say.HourAsked)
	if hourRefused := slices.ContainsFunc(r.not, func(not conversation.Wish) bool { return len(not.Times) > 0 }); !ok && hourRefused {
		m, ok = r.match(say.PutsHour) // "10h não, que tenho fisio, põe 11"
	}
	if s.Closed != "" || !open || len(r.Times)+len(r.Dates) > 0 || r.identifies() {
		return
	}
	if !ok {
		takesHour(s, r)
		return
	}
	if hour := r.number(m); hour >= firstBareHour && hour <= lastBareHour {
		r.Times, r.Choice = just(fmt.Sprintf("%02d:00", hour)), 0
	}
}

// takesHour reads an hour of which only the number is said where one time is spoken of: "17 tá ótimo" is no yes to 15:00, and to 17:00
// or, before that is read back, 17:10 it is one.
func takesHour(s *conversation.State, r *reading) {
	slot, only := onlyTime(s)
	if !only && s.Choice != nil { // just taken
		slot, only = *s.Choice, asksIdentity(s.Asked)
	}
	m, ok := r.match(say.TakesHour)
	if !ok || !only {
		return
	}
	switch hour := fmt.Sprintf("%02d:", r.number(m)); {
	case !strings.HasPrefix(slot.Hour, hour) && hour >= "07:" && hour <= "19:", slot.Hour == hour+"00":
		r.Times, r.Choice = just(hour+"00"), 0
	case strings.HasPrefix(slot.Hour, hour) && !readingBack(s):
		r.Times, r.Choice = just(slot.Hour), 0
	}
}

// firstBareHour and lastBareHour are between which hours a number alone is one.
const firstBareHour, lastBareHour = 7, 19

// isHour reports a number that may be an hour; of a list's last numbers 20 to 23 are, too.
func isHour(n int) bool { return n >= firstBareHour && n < 24 }

// compares leaves no yes in words that only compare with the list: "e mais cedo que isso?"
func compares(r *reading) {
	if r.Intent == understand.Confirm && r.says(say.ThanThese) {
		r.Intent = understand.Other
	}
}

// dayAndHour reports a weekday with an exact hour and no data beside them, which are no half of any: "qua 13:20 dá certo".
func (d *dialogue) dayAndHour(r *reading) bool {
	return single(r.Times) && len(r.Dates) > 0 && !r.identifies() && slices.ContainsFunc(d.mentioned(r.text), func(m understand.Moment) bool { return m.Weekday })
}
