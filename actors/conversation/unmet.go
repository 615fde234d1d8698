package conversation

import (
	"fmt"
	"slices"
	"time"

	"atende/actors/understand"
	"atende/actors/wording"
)

// Part is a part of the week that somebody would have come in.
type Part struct {
	Weekday time.Weekday      // AnyDay for any
	Period  understand.Period // "" for any
}

// AnyDay is the Weekday of a Part that is on no certain one.
const AnyDay time.Weekday = -1

// maxUnmet bounds what of the wishes of one workflow is remembered as unmet.
const maxUnmet = 32

// unmet counts what was wished for and could not be offered: once for a doctor and a part of the week,
// however often and in whatever words it is said, and whatever else of the request is put right meanwhile.
func (s *State) unmet(cause string) []Effect {
	var fresh []Part
	for _, part := range s.Wish.Parts() {
		mark := Mark(fmt.Sprint(s.Request.SpecialtyID, s.Request.AgendaID, part))
		if !slices.Contains(s.Unmet, mark) && len(s.Unmet) < maxUnmet {
			fresh = append(fresh, part)
			s.Unmet = append(slices.Clip(s.Unmet), mark) // copies of the state may hold the old ones
		}
	}
	if fresh == nil {
		return nil
	}
	return []Effect{Unmet{Request: s.Request, Wish: s.Wish, Parts: fresh, Cause: cause}}
}

// ReasonAsked is the reason of a hand-over that the patient asked for.
const ReasonAsked = "pediu_atendente"

// fromNoPlan are the sources of the texts that tell a patient that the plan is not taken here.
var fromNoPlan = []string{
	wording.Source(wording.AnswerNotPlan), wording.Source(wording.AnswerNotThatPlan), wording.Source(wording.AgainPlanUnknown), wording.Source(wording.NonePlan),
	wording.Source(wording.NoneOnlyPlan), wording.Source(wording.NonePrivate),
}

// missed counts, once in a workflow each, that a plan was refused and that a person was asked for while nobody answers.
func (s *State) missed(c *Clinic, now time.Time, e Event, effects []Effect) []Effect {
	reply, _ := e.(Reply)
	plan, person := false, reply.OffersPerson
	for _, effect := range effects {
		switch effect := effect.(type) {
		case Say:
			plan = plan || slices.ContainsFunc(effect.From, func(from string) bool { return slices.Contains(fromNoPlan, from) })
		case HandOver:
			person = person || effect.Reason == ReasonAsked
		default:
		}
	}
	var fresh []Effect
	if plan {
		fresh = s.lacking(UnmetPlan)
	}
	if person && c.Away(now) {
		fresh = append(fresh, s.lacking(UnmetPerson)...)
	}
	return fresh
}

// lacking counts what is on no day.
func (s *State) lacking(cause string) []Effect {
	mark := Mark(cause)
	if slices.Contains(s.Unmet, mark) || len(s.Unmet) >= maxUnmet {
		return nil
	}
	s.Unmet = append(slices.Clip(s.Unmet), mark)
	return []Effect{Unmet{Request: s.Request, Parts: []Part{{Weekday: AnyDay}}, Cause: cause}}
}

// Parts are the parts of the week that a wish allows: at most twelve, none twice, in order.  Dates count by the days
// of the week that they are, hours by the part of the day.
func (w Wish) Parts() []Part {
	var parts []Part
	for _, one := range w.Any {
		for _, part := range one.Parts() {
			if !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
	}
	if parts != nil {
		return parts
	}
	for _, day := range w.weekdays() {
		for _, period := range w.periods() {
			parts = append(parts, Part{Weekday: day, Period: period})
		}
	}
	return parts
}

// weekdays are those that will do, AnyDay for all of them.
func (w Wish) weekdays() []time.Weekday {
	days := slices.Clone(w.Weekdays)
	for _, span := range w.Dates {
		day, err := time.Parse(time.DateOnly, span.From)
		for n := 0; err == nil && len(w.Weekdays) == 0 && n < 7 && day.Format(time.DateOnly) <= span.To; n++ {
			days = append(days, day.Weekday())
			day = day.AddDate(0, 0, 1)
		}
	}
	slices.Sort(days)
	if days = slices.Compact(days); len(days) == 0 || len(days) == 7 {
		return []time.Weekday{AnyDay}
	}
	return days
}

// periods are the parts of the day that will do, "" for all of them.
func (w Wish) periods() []understand.Period {
	var list []understand.Period
	for _, p := range []struct {
		period   understand.Period
		from, to string
	}{{understand.Morning, "00:00", noon}, {understand.Afternoon, noon, evening}, {understand.Evening, evening, "24:00"}} {
		hours := len(w.Times) == 0 || slices.ContainsFunc(w.Times, func(span Span) bool {
			return span.From < p.to && (span.To > p.from || span.From >= p.from) // "das 8 às 12" is no afternoon, "às 12" is
		})
		if hours && (w.Period == "" || w.Period == p.period) {
			list = append(list, p.period)
		}
	}
	if len(list) == 0 || len(list) == 3 {
		return []understand.Period{w.Period}
	}
	return list
}
