package conversation

import "slices"

// Together says how the times of an offer suit several people who want to come on one day.
type Together string

// How they can: right behind each time there are times for the others, or on its day; or nowhere.
const (
	TogetherRow  Together = "row"
	TogetherDay  Together = "day"
	TogetherNone Together = "none"
)

// maxStep is how far, in minutes, two times are apart at most that come one right behind the other.
const maxStep = 60

// together keeps, of the times that fit, those with times for the others who want to come on the same day, right behind them if that was
// said, and notes what was found: all of them where there is none.
func (s *State) together(fit, free []Slot) []Slot {
	people, row := s.people()
	if s.Together = ""; people < 2 {
		return fit
	}
	day := fit
	if slices.ContainsFunc(s.Wish.Times, func(span Span) bool { return span.From == span.To }) { // the hour of one of them
		day = free
	}
	for _, way := range []struct {
		is   Together
		suit func(Slot) bool
	}{
		{TogetherRow, func(at Slot) bool { return row && inRow(free, at, people) }},
		{TogetherDay, func(at Slot) bool { return len(behind(day, Slot{AgendaID: at.AgendaID, Date: at.Date})) >= people }},
	} {
		if list := slices.DeleteFunc(slices.Clone(fit), func(at Slot) bool { return !way.suit(at) }); len(list) > 0 {
			s.Together = way.is
			return list
		}
	}
	s.Together = TogetherNone
	return fit
}

// people is how many want to come on the day of what is booked now, of the same doctor, and whether right behind each other.
func (s *State) people() (n int, row bool) {
	n, row = 1, true
	for _, next := range s.Next {
		same := (next.ProcedureID == 0 || next.ProcedureID == s.Request.ProcedureID) && (next.AgendaID == 0 || next.AgendaID == s.Request.AgendaID)
		if next.For == "" || !next.SameDay && !next.After || !same || !next.When().Empty() {
			break
		}
		n, row = n+1, row && next.After
	}
	return n, row
}

// behind are the free times of the doctor and the day of one, behind it.
func behind(free []Slot, at Slot) []Slot {
	return slices.DeleteFunc(slices.Clone(free), func(slot Slot) bool {
		return slot.AgendaID != at.AgendaID || slot.Date != at.Date || slot.Hour <= at.Hour
	})
}

// inRow reports that so many times of one doctor follow each other from one on, as close as that doctor has any.
func inRow(free []Slot, at Slot, n int) bool {
	step := stepOf(free, at.AgendaID)
	last := at.Hour
	for i, slot := range behind(free, at) {
		if i == n-1 {
			break
		}
		if minutes(slot.Hour)-minutes(last) > step {
			return false
		}
		last = slot.Hour
	}
	return len(behind(free, at)) >= n-1
}

// stepOf is how far apart, in minutes, the times of a doctor are where they are closest, and not too far to come one right behind the
// other; 0 for none.
func stepOf(free []Slot, agendaID int) int {
	step, last := maxStep+1, Slot{}
	for _, slot := range free { // in order of day and hour
		if slot.AgendaID != agendaID {
			continue
		}
		if slot.Date == last.Date {
			step = min(step, minutes(slot.Hour)-minutes(last.Hour))
		}
		last = slot
	}
	if step > maxStep {
		return 0
	}
	return step
}
