package conversation

import (
	"slices"
	"time"
)

// Appointment is one of the clinic's own, which its system tells of: whoever made it, the phone is asked about it like
// about one that atende made.
type Appointment struct {
	// Key is the clinic's name of it: the same key is the same appointment.
	Key  string `json:"key"`
	Slot Slot   `json:"slot"`
	// Name is the patient's first name.
	Name      string `json:"name,omitempty"`
	Cancelled bool   `json:"cancelled,omitempty"`
}

// What became of an Appointment (metrics.AppointmentResults).
const (
	AppointmentAccepted  = "accepted"  // the phone will be asked about it
	AppointmentChanged   = "changed"   // it was known, and is now at another time, with another doctor or of another patient
	AppointmentUnchanged = "unchanged" // it was known so
	AppointmentCancelled = "cancelled" // nobody is asked about it any more
	AppointmentSkipped   = "skipped"   // there is no moment to ask about it, or the phone wants no reminders
)

// maxTold bounds the appointments of the clinic that are known of one phone.
const maxTold = 50

// Announce takes in what the clinic tells of an appointment, in the state of the phone's own session.  Telling the same
// again changes nothing.
func (c *Clinic) Announce(s *State, now time.Time, told Appointment) (result string) {
	now = now.In(c.Location)
	s.Visits = slices.DeleteFunc(slices.Clone(s.Visits), func(v Visit) bool { return !v.own() && v.Slot.Passed(now) })
	at := slices.IndexFunc(s.Visits, func(v Visit) bool { return v.Key == told.Key })
	if at < 0 { // atende may have made it, or have heard that it does not take place
		at = slices.IndexFunc(s.Visits, func(v Visit) bool { return v.Key == "" && v.Slot == told.Slot })
	}
	fresh := Visit{Slot: told.Slot, Key: told.Key, Name: told.Name, Next: c.askNewAt(s, told, now)}
	if at < 0 {
		return c.announceNew(s, fresh, told.Cancelled, now)
	}
	known := &s.Visits[at]
	moved := known.Slot.Date != told.Slot.Date || known.Slot.Hour != told.Slot.Hour
	off := known.Answer == CalledOff
	switch {
	case told.Cancelled && off && !moved:
		return AppointmentUnchanged
	case told.Cancelled:
		*known = Visit{Slot: told.Slot, Key: told.Key, Answer: CalledOff}
		return AppointmentCancelled
	case !off && !moved && known.Key == told.Key && known.Slot == told.Slot && known.Name == told.Name:
		return AppointmentUnchanged
	case !off && !moved: // what was asked and answered is about the time
		known.Key, known.Slot, known.Name = told.Key, told.Slot, told.Name
		if !known.own() {
			known.Next = fresh.Next
		}
		return AppointmentChanged
	}
	before := known.Slot
	if *known = fresh; !fresh.own() {
		s.Visits = slices.Delete(s.Visits, at, at+1)
	}
	if moved && !slices.ContainsFunc(s.Visits, func(v Visit) bool { return v.Slot == before }) { // nobody asks about the old time
		s.Visits = append(s.Visits, Visit{Slot: before, Answer: CalledOff})
	}
	if !fresh.own() {
		return AppointmentSkipped
	}
	return AppointmentChanged
}

// announceNew takes in an appointment that was not known; of one that is cancelled it is kept that nobody asks about it.
func (c *Clinic) announceNew(s *State, fresh Visit, cancelled bool, now time.Time) (result string) {
	full := len(s.Visits) >= maxTold || s.NoReminders
	switch over := !c.startOf(fresh.Slot).After(now); {
	case full, cancelled && over, !cancelled && !fresh.own():
		return AppointmentSkipped
	case cancelled:
		s.Visits = append(s.Visits, Visit{Slot: fresh.Slot, Key: fresh.Key, Answer: CalledOff})
		return AppointmentCancelled
	}
	s.Visits = append(s.Visits, fresh)
	return AppointmentAccepted
}

// askNewAt is when the phone is asked first about an appointment that the clinic tells of now, zero for never: by day, as if
// it had been made here, at once where that time is over, and with the second question where the first one about that day
// was put already.
func (c *Clinic) askNewAt(s *State, told Appointment, now time.Time) time.Time {
	at, start := c.askAt(told.Slot), c.startOf(told.Slot)
	if at.IsZero() || s.NoReminders {
		return time.Time{}
	}
	if at.Before(now) {
		at = c.byDay(now)
	}
	if start.Sub(at) < visitLead {
		return time.Time{}
	}
	day := Visit{Slot: told.Slot, Times: 1}
	again := c.askAgainAt(day, now)
	if again.Before(start) && slices.ContainsFunc(s.Visits, func(v Visit) bool { return v.own() && v.Times > 0 && v.Slot.Date == told.Slot.Date }) {
		return again
	}
	return at
}

// Told is what the session of a phone hears of others: of the clinic about its appointments, of another session of the
// phone about answers, and about appointments that this one is to ask about.
type Told struct {
	Appointments []Appointment `json:"appointments,omitempty"`
	Ahead
}

// Hear takes in what the session of a phone is told; it returns what became of each appointment.
func (c *Clinic) Hear(s *State, now time.Time, told Told) (results []string) {
	for _, a := range told.Appointments {
		results = append(results, c.Announce(s, now, a))
	}
	c.Join(s, told.Ahead, now)
	return results
}

// Join takes over what a chat session knows of appointments: answers, questions that it put, and appointments that it left
// to this session, which is the one of the phone.
func (c *Clinic) Join(s *State, from Ahead, now time.Time) {
	now = now.In(c.Location)
	s.NoReminders = s.NoReminders || from.NoReminders
	s.Visits = slices.Clone(s.Visits)
	for _, v := range from.Visits {
		at := slices.IndexFunc(s.Visits, func(known Visit) bool { return known.Slot == v.Slot })
		switch {
		case v.Slot.Passed(now) || v.Answer == CalledOff:
		case at < 0:
			c.takeOver(s, v, now)
		case !s.Visits[at].own():
		default:
			known := &s.Visits[at]
			if v.Answer != "" {
				known.Answer = v.Answer
			}
			if v.Times > known.Times {
				known.Times, known.AskedAt = v.Times, v.AskedAt
				known.Next = c.askAgainAt(*known, now)
			}
		}
	}
	if s.NoReminders { // nothing is kept that nobody is asked about
		s.Visits = nil
	}
}

// takeOver takes over an appointment that a chat session left to that of the phone, or was asked about without an answer where
// this one asks about the same day: both are one message from now on.
func (c *Clinic) takeOver(s *State, v Visit, now time.Time) {
	sameDay := func(other Visit) bool { return other.own() && other.Slot.Date == v.Slot.Date }
	if len(s.Visits) >= maxTold || !v.own() && (!v.open(now) || !slices.ContainsFunc(s.Visits, sameDay)) {
		return
	}
	if v.Times > 0 {
		v.Next = c.askAgainAt(v, now)
	} else if next := c.askNewAt(s, Appointment{Slot: v.Slot}, now); next.After(v.Next) {
		v.Next = next
	}
	v.Key = v.leftKey()
	s.Visits = append(s.Visits, v)
	for i := range s.Visits {
		if other := &s.Visits[i]; v.Times > 0 && sameDay(*other) && other.Times == 0 && v.Next.After(other.Next) && v.Next.Before(c.startOf(other.Slot)) {
			other.Next = v.Next
		}
	}
}

// leftKey names an appointment that atende made among those of the clinic.
func (v Visit) leftKey() string { return "atende " + v.Slot.Date + " " + v.Slot.Hour }

// Shared is what a session knows of appointments without those that it asks about itself: what it asked and heard.
func (a Ahead) Shared() Ahead {
	a.Visits = slices.Clone(a.Visits)
	for i := range a.Visits {
		a.Visits[i].Next = time.Time{}
	}
	return a
}

// Leave leaves appointments of this session to that of its phone, where that one asks about the same day, and forgets what
// the clinic called off: so the patient gets one message.  left is what that session has to know.
func (s *State) Leave(phone Ahead) (left []Visit) {
	s.Visits = slices.Clone(s.Visits)
	for i := range s.Visits {
		v := &s.Visits[i]
		same := slices.IndexFunc(phone.Visits, func(p Visit) bool { return p.Slot == v.Slot })
		switch {
		case v.Answer != "":
		case same >= 0 && phone.Visits[same].Answer == CalledOff:
			v.Answer, v.Next = CalledOff, time.Time{}
		case v.own() && slices.ContainsFunc(phone.Visits, func(p Visit) bool { return p.own() && p.Slot.Date == v.Slot.Date }):
			v.Key = v.leftKey()
			if same < 0 || v.Times > phone.Visits[same].Times {
				left = append(left, *v)
			}
			v.Next = time.Time{}
		}
	}
	return left
}
