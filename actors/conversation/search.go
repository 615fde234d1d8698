package conversation

import (
	"cmp"
	"slices"
	"time"

	"atende/actors/understand"
)

const (
	// searchDays is the recommended range of A1 (spec A1).
	searchDays = 90
	// maxSeen bounds the earlier offers that a search remembers: three full ones.
	maxSeen = 3 * maxOffer
	// maxOffer bounds an offer: what a clinic's file may ask for.
	maxOffer = 5 * maxPerDay
	// daysAhead is how far before a wished date the nearest time may be.
	daysAhead = 7
)

// search records what is wanted and looks for times as soon as all identifiers are known.
func search(c *Clinic, s *State, now time.Time, m Search) Result {
	if !c.lists(m.Request) {
		return refuse(ReasonUnknownID)
	}
	if s.Closed != "" {
		s.restart()
	}
	if m.Shared {
		s.SharedPlan = m.PlanID
	}
	effects := reach(s, Started)
	before := s.Request
	if s.Carried = m.PlanID == 0 && (s.Carried || m.SamePlan && s.Former != nil); s.Carried && m.SamePlan {
		m.PlanID = s.Former.PlanID
	}
	s.settle(slices.Concat(m.named(), m.Unsure), m.Unsure)
	c.merge(s, m)
	var keep *Slot
	if m.More {
		s.forgetHours(m)
		s.leave()
	}
	if m.AnyDay {
		s.Wish.Dates, s.Wish.Weekdays, s.Wish.Any = nil, nil, nil
	}
	if m.AnyHour {
		s.Wish.Times, s.Wish.Period, s.Wish.Latest, s.Wish.Any = nil, "", false, nil
	}
	if s.Request != before || m.refines() {
		s.forgetHours(m)
		s.refuse(m)
		s.Wish = s.Wish.with(m.Wish)
		if keep = s.keepable(m); keep == nil && m.AgendaID == 0 && len(m.Among) == 0 {
			s.leave()
		}
		s.dropOffer()
	}
	c.settleDoctor(s)
	if !slices.Contains(s.Stages, Identified) { // in the order of the funnel, also in states of a release without it
		effects = append(effects, reach(s, Wished)...)
	}
	if missing := s.missing(); missing != nil {
		res := refuse(ReasonMissing, missing...)
		res.Effects = effects
		return res
	}
	effects = append(effects, reach(s, Identified)...)
	if len(s.Offer) > 0 && !m.More {
		return Result{Effects: effects} // the same question again: the offer stands
	}
	plan := SearchPlan{Keep: keep}
	if keep == nil {
		plan.AfterOffer = s.passOver() && s.Wish.Empty() // else what is left of the wished days comes first
	}
	if keep == nil && s.Wish.Empty() && !m.More {
		plan.Near = s.Near
	}
	s.Near = nil
	res := lookUp(s, now, plan)
	res.Effects = append(effects, res.Effects...)
	return res
}

// named are the questions that the ids of a request answer.
func (r Request) named() []Question {
	var list []Question
	for _, id := range []struct {
		id int
		q  Question
	}{{r.SpecialtyID, AskService}, {r.AgendaID, AskDoctor}, {r.ProcedureID, AskProcedure}, {r.PlanID, AskPlan}} {
		if id.id != 0 {
			list = append(list, id.q)
		}
	}
	return list
}

// forgetHours drops an hour that no day has ("mais tarde" than the last one) once something else is wished.
func (s *State) forgetHours(m Search) {
	nowhere := s.Found == FoundElse && len(s.Wish.Dates)+len(s.Wish.Weekdays) == 0
	if nowhere && len(m.Wish.Times) == 0 {
		s.Wish.Times = nil
	}
}

// keepable is a chosen time that what was said does not speak against: it stays chosen if the clinic
// has it under the new plan or for the new procedure, too.
func (s *State) keepable(m Search) *Slot {
	if s.Choice == nil || len(m.Among) > 0 || !m.Wish.Allows(*s.Choice) || s.Choice.AgendaID != s.Request.AgendaID || s.refuses(*s.Choice) {
		return nil
	}
	return s.Choice
}

// refines reports that what was found so far does not answer the search.
func (m Search) refines() bool {
	return len(m.Among)+len(m.Not) > 0 || !m.Wish.Empty() || m.AnyDay || m.AnyHour || m.Renew
}

// maxNot bounds the times that will not do; beyond it the oldest are forgotten.
const maxNot = 8

// refuse adds times that will not do.  What is wished again is no longer refused.
func (s *State) refuse(m Search) {
	for _, not := range m.Not {
		s.Wish = s.Wish.without(not)
		if !not.Empty() && !slices.ContainsFunc(s.Not, not.Equal) {
			s.Not = append(slices.Clone(s.Not), not)
		}
	}
	if all := len(s.Offer) > 0 && !slices.ContainsFunc(s.Offer, func(slot Slot) bool { return !s.refuses(slot) }); all && m.Wish.Empty() {
		s.Wish = s.Wish.leftBy(m.Not) // nothing of what was asked for will do
	}
	s.Not = slices.DeleteFunc(s.Not[max(0, len(s.Not)-maxNot):], m.Wish.overrules)
}

// leftBy is what is left of a wish of which all that was offered will not do: its days, where only hours are refused.
func (w Wish) leftBy(not []Wish) Wish {
	if slices.ContainsFunc(not, func(one Wish) bool { return len(one.Dates)+len(one.Weekdays) > 0 }) {
		return Wish{}
	}
	return Wish{Dates: w.Dates, Weekdays: w.Weekdays}
}

// refuses reports whether a slot is at a time that will not do.
func (s *State) refuses(slot Slot) bool {
	return slices.ContainsFunc(s.Not, func(not Wish) bool { return not.Allows(slot) })
}

// Equal reports the same wish.
func (w Wish) Equal(other Wish) bool {
	return w.Period == other.Period && w.Latest == other.Latest && slices.Equal(w.Dates, other.Dates) &&
		slices.Equal(w.Times, other.Times) && slices.Equal(w.Weekdays, other.Weekdays) && slices.EqualFunc(w.Any, other.Any, Wish.Equal)
}

// without drops from a wish what of it will not do: days, hours, or hours of the wished day.
func (w Wish) without(not Wish) Wish {
	days, hours := len(not.Dates)+len(not.Weekdays) > 0, len(not.Times) > 0 || not.Period != ""
	refused := func(span Span) bool {
		return span.From == span.To && within(not.Dates, span.From) && onWeekday(not.Weekdays, span.From)
	}
	onDay := !days || len(w.Dates) > 0 && !slices.ContainsFunc(w.Dates, func(span Span) bool { return !refused(span) })
	switch {
	case days && !hours:
		w.Dates = slices.DeleteFunc(slices.Clone(w.Dates), refused)
		w.Weekdays = slices.DeleteFunc(slices.Clone(w.Weekdays), func(day time.Weekday) bool { return slices.Contains(not.Weekdays, day) })
	case hours && onDay:
		w.Times = slices.DeleteFunc(slices.Clone(w.Times), func(span Span) bool {
			return len(not.Times) > 0 && within(not.Times, span.From) && within(not.Times, span.To)
		})
		if w.Period == not.Period {
			w.Period = ""
		}
	}
	w.Any = slices.DeleteFunc(slices.Clone(w.Any), func(one Wish) bool { return !one.Equal(one.without(not)) })
	return w.tidy()
}

// tidy leaves no empty lists in a wish, and no alternatives where there is only one.
func (w Wish) tidy() Wish {
	if len(w.Any) == 1 {
		w.Dates, w.Weekdays, w.Times, w.Period = w.Any[0].Dates, w.Any[0].Weekdays, w.Any[0].Times, w.Any[0].Period
		w.Any = nil
	}
	if len(w.Dates) == 0 {
		w.Dates = nil
	}
	if len(w.Weekdays) == 0 {
		w.Weekdays = nil
	}
	if len(w.Times) == 0 {
		w.Times = nil
	}
	if len(w.Any) == 0 {
		w.Any = nil
	}
	return w
}

// overrules reports that w asks for what not refused: the last word counts.
func (w Wish) overrules(not Wish) bool {
	onDay := slices.ContainsFunc(w.Dates, func(span Span) bool {
		return span.From == span.To && (len(not.Dates) > 0 || len(not.Weekdays) > 0) &&
			within(not.Dates, span.From) && onWeekday(not.Weekdays, span.From)
	})
	ofDays := len(not.Weekdays)+len(not.Times) == 0 && not.Period == ""
	inDays := ofDays && slices.ContainsFunc(w.Dates, func(span Span) bool { // all of a stretch, of which nothing would be left
		return slices.ContainsFunc(not.Dates, func(out Span) bool { return out.From <= span.From && span.To <= out.To })
	})
	onWeek := slices.ContainsFunc(w.Weekdays, func(day time.Weekday) bool { return slices.Contains(not.Weekdays, day) })
	anyDay := len(not.Dates)+len(not.Weekdays) == 0 || len(w.Dates)+len(w.Weekdays) == 0
	ofHours := len(not.Times) > 0 || not.Period != ""
	atHour := slices.ContainsFunc(w.Times, func(span Span) bool { // "9:20 não … eu quero 9:20", "de tarde não … 13h"
		return span.From == span.To && ofHours && within(not.Times, span.From) && inPeriod(not.Period, span.From)
	})
	return onDay || inDays || onWeek || anyDay && atHour || w.Period != "" && w.Period == not.Period || w.inside(not)
}

// inside reports a wish for hours of which a refusal would leave nothing worth saying, or one of some wishes any of which will do: who
// works in the morning and asks for a morning now has one free.
func (w Wish) inside(not Wish) bool {
	if len(not.Times) == 0 {
		return false
	}
	core, ok := coreHours[w.Period]
	covered := ok && refusedHours(not, core)
	for _, span := range w.Times {
		span.To = min(span.To, lateHour)
		covered = covered || span.From < span.To && refusedHours(not, span)
	}
	return covered || slices.ContainsFunc(w.Any, func(one Wish) bool { return one.inside(not) })
}

// refusedHours reports that one stretch of what is refused holds all of some hours.
func refusedHours(not Wish, hours Span) bool {
	return slices.ContainsFunc(not.Times, func(span Span) bool { return span.From <= hours.From && hours.To <= span.To })
}

// coreHours are the hours of each part of a day that any who sees patients then has.
var coreHours = map[understand.Period]Span{
	understand.Morning: {From: "08:00", To: "11:30"}, understand.Afternoon: {From: "13:30", To: "16:30"}, understand.Evening: {From: "18:00", To: "19:30"},
}

// lateHour is until when a stretch of hours counts that has no end.
const lateHour = "20:00"

// passOver remembers the offer as refused and reports whether the next one should go on after it.  A
// single time was one answer to one wish: who refuses it wants to see what else there is.
func (s *State) passOver() bool {
	refused := len(s.Offer)
	s.Seen = append(s.Seen, s.Offer...)
	s.Seen = s.Seen[max(0, len(s.Seen)-maxSeen):]
	s.Offer, s.Choice, s.Left = nil, nil, s.latest()
	if refused == 1 {
		s.Wish = Wish{}
	}
	return refused > 1
}

// dropOffer forgets the search, the offer and the choice.  What the patient read, which times are gone, and the other
// question with numbers stay.
func (s *State) dropOffer() {
	s.Offering = Offering{Listed: s.Listed, Gone: s.Gone, SlotGone: s.SlotGone, Options: s.Options, Left: s.latest()}
}

// latest is the time that is chosen, or was last; nil for none.
func (s *State) latest() *Slot { return cmp.Or(s.Choice, s.Left) }

// with puts a new wish over an older one: days replace days, hours and parts of the day replace
// each other.  A day of the week narrows a stretch of days ("a partir do dia 10", then "sexta"), and several single
// ones ("terça ou quarta da semana que vem", then "quarta").
func (w Wish) with(next Wish) Wish {
	if len(next.Any) > 0 {
		return next
	}
	w = w.narrowed(next)
	switch {
	case len(next.Dates) > 0:
		w.Dates, w.Weekdays = next.Dates, next.Weekdays
	case len(next.Weekdays) > 0:
		single := func(span Span) bool { return span.From == span.To }
		left := slices.DeleteFunc(slices.Clone(w.Dates), func(span Span) bool { return !holds(span, next.Weekdays) })
		if len(left) == len(w.Dates) { // the day that was wished already: now any such day
			left = slices.DeleteFunc(left, single)
		}
		w.Dates, w.Weekdays = left, next.Weekdays
	}
	if len(next.Times) > 0 || next.Period != "" || next.Latest {
		w.Times, w.Period, w.Latest = next.Times, next.Period, next.Latest
	}
	return w
}

// holds reports that a stretch of days has one of some weekdays.
func holds(s Span, weekdays []time.Weekday) bool {
	from, err := time.Parse(time.DateOnly, s.From)
	for n := 0; err == nil && n < 7; n++ {
		day := from.AddDate(0, 0, n)
		if day.Format(time.DateOnly) > s.To {
			return false
		}
		if slices.Contains(weekdays, day.Weekday()) {
			return true
		}
	}
	return err != nil
}

// narrowed keeps, of wishes any of which will do, those on days that are said now, and none once hours are said.
func (w Wish) narrowed(next Wish) Wish {
	days, hours := len(next.Dates)+len(next.Weekdays) > 0, len(next.Times) > 0 || next.Period != "" || next.Latest
	if len(w.Any) == 0 || !days && !hours {
		return w
	}
	left := slices.DeleteFunc(slices.Clone(w.Any), func(one Wish) bool { return hours || !one.onDaysOf(next) })
	if len(left) == 0 {
		return Wish{}
	}
	w.Any = left
	return w.tidy()
}

// onDaysOf reports that a wish is of single days all of which another one allows.
func (w Wish) onDaysOf(other Wish) bool {
	return len(w.Dates) > 0 && !slices.ContainsFunc(w.Dates, func(span Span) bool {
		return span.From != span.To || !within(other.Dates, span.From) || !onWeekday(other.Weekdays, span.From)
	})
}

// take chooses a time, which settles the doctor.
func (s *State) take(slot Slot) {
	s.Choice, s.Left, s.Request.AgendaID = &slot, nil, slot.AgendaID
}

// leave takes the choice back, and the doctor with it where another one had been asked for, or any.
func (s *State) leave() {
	if s.Choice != nil && (s.OfferFor != 0 || len(s.Among) > 0) {
		s.Request.AgendaID = s.OfferFor
	}
	s.Choice, s.Left = nil, s.latest()
}

// agendas are those that a search asks.
func (s *State) agendas(plan SearchPlan) []int {
	switch {
	case plan.Keep != nil:
		return []int{plan.Keep.AgendaID}
	case s.Request.AgendaID == 0:
		return s.Among
	default:
		return []int{s.Request.AgendaID}
	}
}

// lookUp asks A1 for the part of the calendar that a plan describes.
func lookUp(s *State, now time.Time, plan SearchPlan) Result {
	today := now.Format(time.DateOnly)
	from := today
	if first := s.Wish.firstDay(); !plan.FromToday && first > from {
		from = first
		if plan.IgnoreWish && s.Wish.singleDays() { // the nearest may be the day before
			from = max(today, addDays(first, -daysAhead))
		}
	}
	switch {
	case plan.AfterOffer && len(s.Seen) > 0:
		from = max(from, addDays(s.Seen[len(s.Seen)-1].Date, 1))
	case plan.Keep != nil:
		from = max(today, plan.Keep.Date)
	case plan.Near != nil:
		from = max(from, plan.Near.Date)
	}
	s.SearchPlan = &plan
	return Result{Effects: []Effect{FindSlots{Request: s.Request, Agendas: s.agendas(plan), From: from, To: addDays(from, searchDays)}}}
}

// askOthers asks the other doctors of the specialty for what the one who was asked for has not as wished.
func (c *Clinic) askOthers(s *State, now time.Time) Result {
	res := lookUp(s, now, SearchPlan{Others: true})
	find, _ := res.Effects[0].(FindSlots)
	find.Agendas, find.Optional = c.others(s.Request), true
	res.Effects[0] = find
	return res
}

// others are the agendas of the specialty but for the one of a request.
func (c *Clinic) others(r Request) []int {
	var list []int
	for _, d := range c.DoctorsOf(r.SpecialtyID) {
		if d.AgendaID != r.AgendaID && len(list) < MaxAgendas {
			list = append(list, d.AgendaID)
		}
	}
	return list
}

// slotsFound turns the answer of A1 into an offer, or looks once more in a wider part of the
// calendar: first for the time that is to be kept, then the days after the last offer or near a time
// that is gone, then what is left of the earlier ones, then with other doctors as wished and not refused, then
// without the wish but around its first day, then from today on, then with what was refused, then all of it again.
// Each step happens at most once a search.
func (c *Clinic) slotsFound(s *State, now time.Time, e SlotsFound) Result {
	if s.SearchPlan == nil {
		return refuse(ReasonUnexpected)
	}
	plan := *s.SearchPlan
	if plan.Listed {
		return c.listedFound(s, now, e)
	}
	left := slices.DeleteFunc(s.stillFree(now, e.Slots), func(slot Slot) bool {
		return s.refuses(slot) || (!plan.RepeatOffers && slices.Contains(s.Seen, slot))
	})
	if plan.Keep != nil {
		return keep(s, now, left, *plan.Keep)
	}
	fit := left
	if !plan.IgnoreWish {
		fit = s.Wish.filter(left)
	}
	if !plan.IgnoreWish && !plan.Others {
		s.Lacking, s.NoDays = s.Wish.lacking(fit), s.Wish.noDays(e.Slots)
	}
	switch {
	case plan.Others:
		beside := pick(fit, c.Offer, true, nil)
		return lookUp(s, now, SearchPlan{IgnoreWish: true, Beside: beside[:min(len(beside), maxWished/2)]})
	case len(fit) > 0 && plan.IgnoreWish:
		return c.offer(s, now, fit, plan)
	case len(fit) > 0:
		return c.offer(s, now, s.together(fit, s.stillFree(now, e.Slots)), plan)
	case plan.AfterOffer, plan.Near != nil:
		return lookUp(s, now, SearchPlan{})
	case !plan.IgnoreWish && (!s.Wish.Empty() || len(s.Not) > 0) && s.Request.AgendaID != 0 && len(c.others(s.Request)) > 0:
		return c.askOthers(s, now)
	case !plan.IgnoreWish && !s.Wish.Empty():
		return lookUp(s, now, SearchPlan{IgnoreWish: true})
	case !plan.FromToday && s.Wish.firstDay() > now.Format(time.DateOnly):
		return lookUp(s, now, SearchPlan{IgnoreWish: true, FromToday: true, Beside: plan.Beside})
	case len(plan.Beside) > 0:
		return c.offer(s, now, nil, plan)
	case len(s.Not) > 0:
		s.Not = nil
		return lookUp(s, now, SearchPlan{IgnoreWish: true, FromToday: true})
	case len(s.Seen) > 0 && !plan.RepeatOffers:
		return lookUp(s, now, SearchPlan{IgnoreWish: true, FromToday: true, RepeatOffers: true})
	}
	s.SearchPlan, s.Searched, s.Found = nil, true, FoundNothing
	return Result{Effects: append(s.unmet(UnmetNone), Ended{Outcome: OutcomeNoSlots})}
}

// stillFree are the times of an answer of A1, in order, that are not past, and that the clinic did not refuse to book.
func (s *State) stillFree(now time.Time, slots []Slot) []Slot {
	free := slices.DeleteFunc(slices.Clone(slots), func(slot Slot) bool { return slot.Passed(now) || slices.Contains(s.Gone, slot) })
	slices.SortStableFunc(free, Slot.compare)
	return free
}

// keep leaves a time chosen that is still free, or else offers what is near it.
func keep(s *State, now time.Time, left []Slot, slot Slot) Result {
	if !slices.Contains(left, slot) {
		s.SlotGone = true
		return lookUp(s, now, SearchPlan{Near: &slot})
	}
	s.Offer, s.OfferFor = []Slot{slot}, s.Request.AgendaID
	s.take(slot)
	s.Found, s.OfferedAt, s.SearchPlan, s.Searched = FoundWished, now, nil, true
	return Result{Effects: append(reach(s, Offered), reach(s, Chosen)...)}
}

func (c *Clinic) offer(s *State, now time.Time, fit []Slot, plan SearchPlan) Result {
	s.Found, s.OfferedAt = FoundWished, now
	switch {
	case plan.RepeatOffers:
		s.Found, s.Seen = FoundExhausted, nil
	case plan.IgnoreWish:
		s.Found = FoundElse
		fit = s.Wish.nearest(fit)
	}
	if s.Wish.Latest {
		fit = lastOfDays(fit)
	}
	wished := (!s.Wish.Empty() || len(s.Not) > 0) && !plan.RepeatOffers || len(s.Among) > 0
	s.Offer, s.OfferFor = pick(fit, c.Offer, wished, plan.Near), s.Request.AgendaID
	if len(plan.Beside) > 0 {
		s.Offer = beside(s.Offer, plan.Beside)
	}
	s.SearchPlan, s.Searched = nil, true
	effects := reach(s, Offered)
	if s.Found != FoundWished {
		effects = append(effects, s.unmet(UnmetWished)...)
	}
	return Result{Effects: effects}
}

// addDays moves a day YYYY-MM-DD by n days; a malformed day stays as it is.
func addDays(day string, n int) string {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return d.AddDate(0, 0, n).Format(time.DateOnly)
}
