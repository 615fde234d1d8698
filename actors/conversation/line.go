package conversation

import (
	"slices"
	"time"
)

// The waiting list, as the session of an agenda sees it, which no chat belongs to: it alone decides who is offered what,
// and it is serial like every session.

// Place is somebody who waits for a time of an agenda.
type Place struct {
	// Session is the chat session that the wish is of.
	Session string `json:"session"`
	Wait
	// Beside says that the wish waits for another agenda, too, whose line counts its end.
	Beside bool `json:"beside,omitempty"`
	// Had are the times that were kept for them and not taken, the last maxHad of them.
	Had []Slot `json:"had,omitempty"`
	// Held is the time that is kept for them; nil for none.
	Held *Held `json:"held,omitempty"`
}

// Held is a time that is offered to somebody and to nobody else.
type Held struct {
	ID    string    `json:"id"`
	Slot  Slot      `json:"slot"`
	Until time.Time `json:"until"`
	// Told says that their session was told; Taken that they took it, so that Until was put off.
	Told  bool `json:"told,omitempty"`
	Taken bool `json:"taken,omitempty"`
}

const (
	// MaxLine bounds who waits for an agenda, maxHad the times that are remembered of each.
	MaxLine, maxHad = 20, 9
	// lineGrace is how long after the end of an offer its time goes to the next one: clocks differ, and an answer that came in
	// time may still be on its way.
	lineGrace = 5 * time.Minute
	// lineLead is how long before it begins a time is not offered any more, beside the time for an answer.
	lineLead = 30 * time.Minute
	// For freedFor after a cancellation was heard A1 is asked every freedLook: whoever says that they do not come says it to us,
	// and it takes a person some time to call it off in the clinic's system.
	freedFor, freedLook = 30 * time.Minute, 3 * time.Minute
)

// HearLine takes in what a chat session tells the line of an agenda.  Hearing the same again changes nothing.
func (c *Clinic) HearLine(s *State, now time.Time, note WaitNote) {
	at := slices.IndexFunc(s.Line, func(p Place) bool { return p.Session == note.Session })
	switch {
	case note.What == TellJoin:
		c.join(s, now, note, at)
		return
	case note.What == TellFreed && len(s.Line) > 0:
		s.FreedAt, s.LookAt = now, now
		return
	}
	if at < 0 || s.Line[at].Number != note.Number {
		return
	}
	s.Line = slices.Clone(s.Line)
	p := &s.Line[at]
	mine := p.Held != nil && p.Held.ID == note.ID
	switch {
	case note.What == TellLeave:
		s.Line, s.LookAt = slices.Delete(s.Line, at, at+1), now
	case note.What == TellPass && mine:
		p.let(s, now)
	case note.What == TellTaken && mine && !p.Held.Taken:
		held := *p.Held
		held.Taken, held.Until = true, now.Add(c.Patience.Hold)
		p.Held = &held
	}
}

// join puts somebody at the end; a further wish of the same session takes the place of the one before, at the end.
func (c *Clinic) join(s *State, now time.Time, note WaitNote, at int) {
	if note.Wait == nil || at >= 0 && s.Line[at].Number == note.Number {
		return
	}
	line := slices.Clone(s.Line)
	if at >= 0 {
		line = slices.Delete(line, at, at+1)
	}
	if len(line) >= 2*MaxLine { // several came at once: those are the last for whom there is no room
		return
	}
	wait := *note.Wait
	wait.Offered = nil
	line = append(line, Place{Session: note.Session, Wait: wait, Beside: note.Beside})
	s.Line = line
	if s.LookAt.IsZero() || s.LookAt.Before(now) {
		s.LookAt = now.Add(c.Patience.Look) // the chat has looked just now
	}
}

// let gives back the time that was kept for a place.
func (p *Place) let(s *State, now time.Time) {
	p.Had = append(slices.Clone(p.Had[max(0, len(p.Had)+1-maxHad):]), p.Held.Slot)
	p.Held, s.LookAt = nil, now
}

// LineDue is when the line is to be looked at next, zero for never.
func (c *Clinic) LineDue(s *State) (due time.Time) {
	if c.Patience.Hold <= 0 {
		return due
	}
	for _, p := range s.Line {
		at := s.LookAt
		if p.Held != nil {
			at = p.Held.Until.Add(lineGrace)
		}
		if due.IsZero() || at.Before(due) {
			due = at
		}
	}
	return due
}

// TidyLine ends offers that had no answer, and wishes that are over; it returns what became of them.
func (c *Clinic) TidyLine(s *State, now time.Time) (events []string) {
	now = now.In(c.Location)
	line := slices.Clone(s.Line)
	for i := range line {
		if p := &line[i]; p.Held != nil && now.After(p.Held.Until.Add(lineGrace)) {
			p.let(s, now)
			p.Lapses++
			events = append(events, WaitLapsed)
		}
	}
	s.Line = slices.DeleteFunc(line, func(p Place) bool {
		over := p.Held == nil && (p.Lapses >= maxLapses || p.over(now))
		if over && !p.Beside {
			events = append(events, WaitEnded)
		}
		return over
	})
	if len(s.Line) == 0 {
		s.Line, s.LookAt, s.FreedAt = nil, time.Time{}, time.Time{}
	}
	return events
}

// LineLooks is what A1 is to be asked now for those who wait, each once and in their order; none where it is not time,
// or night.
func (c *Clinic) LineLooks(s *State, now time.Time) (list []Request) {
	if c.Patience.Hold <= 0 || s.LookAt.After(now) {
		return nil
	}
	if day := c.byDay(now); day.After(now) {
		s.LookAt = day
		return nil
	}
	for _, p := range s.Line {
		if p.Held == nil && !slices.Contains(list, p.Request) {
			list = append(list, p.Request)
		}
	}
	return list
}

// LineDays are the days that A1 is asked for.
func (c *Clinic) LineDays(now time.Time) (from, to string) {
	from = now.In(c.Location).Format(time.DateOnly)
	return from, addDays(from, searchDays)
}

// OfferLine keeps free times for those who wait, in their order: each the first that fits, that they did not have, and that
// is kept for nobody else.  newID names each of these offers.
func (c *Clinic) OfferLine(s *State, now time.Time, free map[Request][]Slot, newID func() string) {
	now = now.In(c.Location)
	s.Line, s.LookAt = slices.Clone(s.Line), now.Add(c.lookAfter(s, now))
	for i := range s.Line {
		p := &s.Line[i]
		if p.Held != nil {
			continue
		}
		fit := slices.DeleteFunc(slices.Clone(free[p.Request]), func(slot Slot) bool { return !c.suits(s, *p, slot, now) })
		if len(fit) > 0 {
			p.Held = &Held{ID: newID(), Slot: slices.MinFunc(fit, Slot.compare), Until: now.Add(c.Patience.Hold)}
		}
	}
}

// lookAfter is after what time A1 is asked again.
func (c *Clinic) lookAfter(s *State, now time.Time) time.Duration {
	if now.Sub(s.FreedAt) < freedFor {
		return min(freedLook, c.Patience.Look)
	}
	return c.Patience.Look
}

// suits reports a time that may be offered to who waits.
func (c *Clinic) suits(s *State, p Place, slot Slot, now time.Time) bool {
	soon := c.startOf(slot).Sub(now) < c.Patience.Hold+lineLead
	refused := slices.ContainsFunc(p.Not, func(not Wish) bool { return not.Allows(slot) })
	return p.Wish.Allows(slot) && !refused && !soon && !slices.Contains(p.Had, slot) && !s.holds(slot)
}

// holds reports a time that is kept for somebody.
func (s *State) holds(slot Slot) bool {
	return slices.ContainsFunc(s.Line, func(p Place) bool { return p.Held != nil && p.Held.Slot == slot })
}

// Untold are the places whose session does not know yet what is kept for them, as indices of Line.
func (s *State) Untold() (list []int) {
	for i, p := range s.Line {
		if p.Held != nil && !p.Held.Told {
			list = append(list, i)
		}
	}
	return list
}

// Told notes that the session of a place knows.
func (s *State) Told(at int) {
	s.Line = slices.Clone(s.Line)
	held := *s.Line[at].Held
	held.Told, s.Line[at].Held = true, &held
}
