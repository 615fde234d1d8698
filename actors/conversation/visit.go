package conversation

import (
	"slices"
	"strings"
	"time"

	"atende/actors/wording"
)

// Ahead are the appointments that take place some day, and whether the patient wants to be asked about them.
type Ahead struct {
	// Visits are those that the patient is asked about before they take place, at most maxVisits.
	Visits []Visit `json:"visits,omitempty"`
	// NoReminders is set once the patient wants nothing to be written first any more.
	NoReminders bool `json:"no_reminders,omitempty"`
}

// Visit is an appointment that atende made, or that the clinic told of (Appointment), as far as the patient is asked about
// it: whether it still stands is known to the clinic alone, so it is never more than a question.
type Visit struct {
	Slot Slot `json:"slot"`
	// Key is the clinic's name of one that it told of; "" for others.
	Key string `json:"key,omitempty"`
	// Name is the first name of the patient, For who that is to the writer; "" for the writer.
	Name string `json:"name,omitempty"`
	For  string `json:"for,omitempty"`
	// Next is when something is to be done about it, if it is still worth it; zero where another session of the phone does.
	Next time.Time `json:"next,omitzero"`
	// AskedAt is when the patient was asked last, Times how often.
	AskedAt time.Time `json:"asked_at,omitzero"`
	Times   int       `json:"times,omitempty"`
	// Answer is what the patient said to that.
	Answer Attendance `json:"answer,omitempty"`
}

// Attendance is an answer to the question whether the patient comes.
type Attendance string

// The answers.
const (
	Comes        Attendance = "yes"
	ComesNot     Attendance = "no"
	ComesAnother Attendance = "move" // another time is wanted
	AskNoMore    Attendance = "stop" // no reminders any more: no answer, but said to one
	Unreached    Attendance = "none" // the gateway does not take the question
	CalledOff    Attendance = "off"  // the clinic said that it does not take place then
)

// Events of visits, for the books (metrics.VisitEvents).
const (
	VisitAsked      = "asked"
	VisitAskedAgain = "asked_again"
	VisitConfirmed  = "confirmado"
	VisitDeclined   = "cancelar"
	VisitMoved      = "remarcar"
	VisitStopped    = "no_reminders"
	VisitSilent     = "silent"  // it began, and the patient said nothing to the question
	VisitMissed     = "missed"  // it began, and there was no moment to ask
	VisitRefused    = "refused" // the gateway does not take the question
)

const (
	// maxVisits bounds the appointments that a conversation asks about, maxAsked how often about each.
	maxVisits, maxAsked = 9, 2
	// visitLead is how long before an appointment the question comes too late, morningLead how long before it a second one
	// is still planned.
	visitLead, morningLead = 30 * time.Minute, time.Hour
	// talkPause is how long after the patient's last words an open question of the talk is not interrupted.
	talkPause = time.Hour
	// eveningAt is the hour of the evening before at which is asked what would come in the night.
	eveningAt = quietFrom - 1
)

// VisitNoted counts what became of the question about an appointment.
type VisitNoted struct{ Event string }

func (VisitNoted) effect() {}

// VisitEvent is a VisitNoted of a day, YYYY-MM-DD in the clinic's time zone.
type VisitEvent struct {
	Day   string `json:"day"`
	Event string `json:"event"`
}

// maxVisitEvents bounds those that a session remembers.
const maxVisitEvents = 64

// NoteVisit remembers what became of a question; now is in the clinic's time zone.
func (s *State) NoteVisit(now time.Time, event string) {
	all := append(slices.Clone(s.VisitEvents), VisitEvent{Day: now.Format(time.DateOnly), Event: event}) // copies of the state may hold the old list
	s.VisitEvents = slices.Clip(all[max(0, len(all)-maxVisitEvents):])
}

// Attend (responder_presenca) records the answer to the question whether the patient comes, to all appointments that are
// asked about.
type Attend struct {
	Answer Attendance
	// Heard is when the message came.
	Heard time.Time
	// More says that the message says more than that: the turn goes on.
	More bool
}

func (Attend) Tool() string { return "responder_presenca" }

// lookAhead notes an appointment that was made, unless it is so near that the question would come at once.
func (c *Clinic) lookAhead(s *State, now time.Time, made Booked) {
	at := c.askAt(made.Slot)
	if at.IsZero() || !at.After(now) || s.NoReminders {
		return
	}
	first, _, _ := strings.Cut(made.Name, " ")
	visits := slices.DeleteFunc(slices.Clone(s.Visits), func(v Visit) bool { return v.Slot.Passed(now) })
	visits = visits[max(0, len(visits)+1-maxVisits):]
	s.Visits = slices.Concat(visits, []Visit{{Slot: made.Slot, Name: first, For: made.For, Next: at}})
}

// startOf is when an appointment begins, zero for a time that nobody can read.
func (c *Clinic) startOf(slot Slot) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04", slot.Date+" "+slot.Hour, c.Location)
	if err != nil {
		return time.Time{}
	}
	return at
}

// askAt is when the patient is asked about an appointment for the first time, by day: in the morning for what falls into
// the night, or in the evening before where the appointment is on that day.  Zero: never.
func (c *Clinic) askAt(slot Slot) time.Time {
	start := c.startOf(slot)
	if c.Patience.Before <= 0 || start.IsZero() {
		return time.Time{}
	}
	at := start.Add(-c.Patience.Before)
	if day := c.byDay(at); day.Format(time.DateOnly) != slot.Date || day.Equal(at) {
		return day
	}
	return c.hourOf(slot.Date, eveningAt).AddDate(0, 0, -1)
}

// hourOf is an hour of a day (YYYY-MM-DD).
func (c *Clinic) hourOf(date string, hour int) time.Time {
	day, _ := time.ParseInLocation(time.DateOnly, date, c.Location) // of a slot that was read
	return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, c.Location)
}

// DueVisit is when Idle should be said next because of an appointment, zero for never.  After Idle was said at that time
// it is later, or never.
func (c *Clinic) DueVisit(s *State) (due time.Time) {
	if c.Patience.Before <= 0 {
		return due
	}
	for _, v := range s.Visits {
		if v.own() && (due.IsZero() || v.Next.Before(due)) {
			due = v.Next
		}
	}
	return due
}

// AsksVisit reports that the question about some appointment may be put now: it is time, and not over yet.
func (c *Clinic) AsksVisit(s *State, now time.Time) bool {
	return slices.ContainsFunc(s.Visits, func(v Visit) bool { return c.askable(s, v, now) && !v.Next.After(now) })
}

// askable reports that a question about an appointment has a point: it is not answered, not put too often, and not late.
func (c *Clinic) askable(s *State, v Visit, now time.Time) bool {
	late := c.startOf(v.Slot).Sub(now) < visitLead
	_, works := c.Doctor(v.Slot.AgendaID) // who left the catalogue is not to be asked about
	return v.own() && v.Answer == "" && v.Times < maxAsked && !late && works && !s.NoReminders
}

// ByDay reports that a patient may be written to who did not write.
func (c *Clinic) ByDay(now time.Time) bool { return c.byDay(now).Equal(now.In(c.Location)) }

// visits puts the questions that are due, as one message.
func (c *Clinic) visits(s *State, now time.Time, e Idle) (effects []Effect) {
	if due := c.DueVisit(s); due.IsZero() || due.After(now) {
		return nil
	}
	s.Visits = slices.Clone(s.Visits) // copies of the state may hold the old ones
	var asked []*Visit
	days := map[string]bool{}
	for i := range s.Visits {
		v := &s.Visits[i]
		switch due := v.own() && !v.Next.After(now); {
		case !due:
		case !c.askable(s, *v, now):
			v.Next = c.startOf(v.Slot)
		case e.Taken, e.Talking, !c.ByDay(now), c.talking(s, now):
			v.Next = c.putOff(s, *v, now, e)
		default:
			days[v.Slot.Date] = true
			asked = append(asked, v)
		}
	}
	for i := range s.Visits { // what is on the same day is asked with them
		v := &s.Visits[i]
		if days[v.Slot.Date] && v.Times == 0 && v.Next.After(now) && c.askable(s, *v, now) {
			asked = append(asked, v)
		}
	}
	if len(asked) > 0 {
		effects = append(effects, say(c.visitText(asked, now)))
	}
	for _, v := range asked {
		effects = append(effects, VisitNoted{Event: map[bool]string{true: VisitAsked, false: VisitAskedAgain}[v.Times == 0]})
		v.AskedAt = now
		v.Times++
		v.Next = c.askAgainAt(*v, now)
	}
	return append(effects, c.pastVisits(s, now)...)
}

// askAgainAt is when there is something to do about an appointment that was asked about: on its morning, or once it begins.
func (c *Clinic) askAgainAt(v Visit, now time.Time) time.Time {
	start, morning := c.startOf(v.Slot), c.hourOf(v.Slot.Date, quietTo)
	if morning.After(now) && v.Times < maxAsked && start.Sub(morning) >= morningLead {
		return morning
	}
	return start
}

// pastVisits forgets the appointments that began.
func (c *Clinic) pastVisits(s *State, now time.Time) (effects []Effect) {
	s.Visits = slices.DeleteFunc(s.Visits, func(v Visit) bool {
		if !v.Slot.Passed(now) {
			return false
		}
		switch {
		case !v.own(), v.Answer != "", s.NoReminders:
		case v.Times > 0:
			effects = append(effects, VisitNoted{Event: VisitSilent})
		default:
			effects = append(effects, VisitNoted{Event: VisitMissed})
		}
		return true
	})
	if len(s.Visits) == 0 {
		s.Visits = nil
	}
	return effects
}

// talking reports that the patient is in the middle of something, which a question about something else would disturb.
func (c *Clinic) talking(s *State, now time.Time) bool {
	waits := s.Phase().awaitsPatient() && s.Asked != AskNothing && now.Sub(s.HeardAt) < talkPause
	return waits || s.Pending != nil
}

// putOff is when a question that cannot be put now has its next chance: by day, a while after a talk, on the morning where
// a person has the chat session; else it is given up.
func (c *Clinic) putOff(s *State, v Visit, now time.Time, e Idle) time.Time {
	start, at := c.startOf(v.Slot), c.byDay(now)
	switch {
	case e.Taken:
		at = c.hourOf(v.Slot.Date, quietTo)
	case e.Talking, c.talking(s, now):
		at = c.byDay(now.Add(talkPause))
	}
	if !at.After(now) || start.Sub(at) < visitLead {
		return start
	}
	return at
}

// visitText asks whether the patient comes, about all appointments at once.
func (c *Clinic) visitText(asked []*Visit, now time.Time) wording.Words {
	v := asked[0]
	when, with := c.visitTime(v.Slot, now), c.With(v.Slot.AgendaID)
	switch {
	case len(asked) == 1 && v.named():
		return c.words(wording.VisitAskOf, "name", v.Name, "when", when, "with", with)
	case len(asked) == 1 && v.Times > 0:
		return c.words(wording.VisitAgain, "when", when, "with", with)
	case len(asked) == 1:
		return c.words(wording.VisitAsk, "when", when, "with", with)
	}
	lines := []wording.Words{c.words(wording.VisitHead)}
	for _, v := range asked {
		line, values := wording.VisitLine, []string{"name", v.Name}
		if v.Name == "" {
			line, values = wording.VisitAlone, nil
		}
		lines = append(lines, c.words(line, append(values, "when", c.visitTime(v.Slot, now), "with", c.With(v.Slot.AgendaID))...))
	}
	return wording.Lines(append(lines, c.words(wording.VisitTail))...)
}

// VisitPhrase is what the last question is about, in one line for a template: "amanhã, terça, 24/11, às 14h, com a Dra. Ana
// Souza"; several with the names of the patients.
func (c *Clinic) VisitPhrase(s *State, now time.Time) string {
	var asked []Visit
	for _, v := range s.Visits {
		if v.latest(s) {
			asked = append(asked, v)
		}
	}
	var parts []string
	for _, v := range asked {
		part := c.visitTime(v.Slot, now) + ", " + c.With(v.Slot.AgendaID)
		if v.Name != "" && (len(asked) > 1 || v.named()) {
			part = v.Name + ": " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

// Unreachable reports that WhatsApp lets nothing but templates be said, a day after the patient's last message.
func (s *State) Unreachable(now time.Time) bool { return now.Sub(s.HeardAt) >= window }

// visitTime is when an appointment is, in words: "amanhã, terça, 24/11, às 14h".
func (c *Clinic) visitTime(slot Slot, now time.Time) string {
	day, near := Day(slot.Date, now), NearDay(slot.Date, now)
	if near != day {
		day = near + ", " + day
	}
	return day + ", às " + clockHour(c.startOf(slot))
}

// StillAsks reports that a question that was decided on may still be said: by day, before one of its appointments begins.
func (c *Clinic) StillAsks(s *State, now time.Time) bool {
	return c.ByDay(now) && slices.ContainsFunc(s.Visits, func(v Visit) bool { return v.latest(s) && v.open(now) })
}

// latest reports an appointment that the last question of this session was about.
func (v Visit) latest(s *State) bool {
	return v.own() && v.Times > 0 && !slices.ContainsFunc(s.Visits, func(other Visit) bool { return other.own() && other.AskedAt.After(v.AskedAt) })
}

// named reports an appointment of which is said whose it is: of somebody else than the writer, or of whoever the clinic has
// this phone of.
func (v Visit) named() bool { return v.Name != "" && (v.For != "" || v.Key != "") }

// own reports an appointment that this session asks about, and no other one.
func (v Visit) own() bool { return !v.Next.IsZero() }

// Unasked says that the last question was not said after all: it came too late or into the night, or the gateway does not
// take it (Refused), and then does not take a further one either.
type Unasked struct {
	Refused bool
	// Listed says that it was no such question, but an offer of the waiting list.
	Listed bool
}

// unasked puts a question off that was not said, or ends it.
func (c *Clinic) unasked(s *State, now time.Time, e Unasked) (effects []Effect) {
	visits := slices.Clone(s.Visits)
	for i := range visits {
		switch v := &visits[i]; {
		case !s.Visits[i].latest(s):
		case e.Refused:
			v.Answer, v.Next = Unreached, c.startOf(v.Slot)
			effects = append(effects, VisitNoted{Event: VisitRefused})
		default:
			v.Times--
			v.Next = c.putOff(s, *v, now, Idle{})
		}
	}
	s.Visits = visits
	return append(effects, c.pastVisits(s, now)...)
}

// AskedToCome reports that the last question was whether the patient comes: a short answer is to that.
func (s *State) AskedToCome(now time.Time) bool {
	return slices.ContainsFunc(s.Visits, func(v Visit) bool {
		return v.open(now) && (s.Asked == AskNothing || s.Closed != "" || !v.AskedAt.Before(s.AskedAt))
	})
}

// SaidToCome reports that the patient has just said that they come, and nothing was asked since: thanks are for that.
func (s *State) SaidToCome(now time.Time) bool {
	said := slices.ContainsFunc(s.Visits, func(v Visit) bool { return v.Answer == Comes && !v.Slot.Passed(now) })
	return said && s.Asked == AskNothing && now.Sub(s.HeardAt) < talkPause
}

// open reports that an answer is awaited; now is in the clinic's time zone.
func (v Visit) open(now time.Time) bool { return v.Times > 0 && v.Answer == "" && !v.Slot.Passed(now) }

// attend records an answer.  A no is a matter for a person: only the clinic can call an appointment off.
func attend(c *Clinic, s *State, now time.Time, m Attend) Result {
	again := m.Answer == Comes && s.SaidToCome(now)
	writes := c.Patience.Before > 0 || m.Answer == AskNoMore && c.Patience.Hold > 0
	if !writes || m.Answer != AskNoMore && !again && !s.AskedToCome(now) {
		return refuse(ReasonUnexpected)
	}
	if s.heard(now, m.Heard); again {
		return Result{Done: true, Effects: []Effect{say(c.words(wording.VisitUntil))}}
	}
	if m.Answer == AskNoMore {
		s.NoReminders = true
		effects := append(s.endWait(WaitEnded), say(c.words(wording.VisitStop)), VisitNoted{Event: VisitStopped})
		return Result{Done: !m.More, Effects: effects}
	}
	event := map[Attendance]string{Comes: VisitConfirmed, ComesNot: VisitDeclined, ComesAnother: VisitMoved}[m.Answer]
	var effects []Effect
	var agendas []int
	s.Visits = slices.Clone(s.Visits)
	for i := range s.Visits {
		if v := &s.Visits[i]; v.open(now) {
			v.Answer = m.Answer
			effects = append(effects, VisitNoted{Event: event})
			agendas = append(agendas, v.Slot.AgendaID)
		}
	}
	if m.Answer == Comes {
		effects = append([]Effect{say(c.words(wording.VisitThanks))}, append(effects, Tag{Name: TagConfirmed})...)
		return Result{Done: !m.More, Effects: effects}
	}
	words := c.words(wording.TransferCancel)
	if m.Answer == ComesAnother {
		words = c.words(wording.TransferReschedule)
	}
	res := transfer(c, s, now, Transfer{Reason: event, Text: words.Text, From: words.From})
	res.Effects = slices.Concat(effects, c.freed(agendas...), res.Effects)
	return res
}

// TagConfirmed is the tag of a contact who said yes to the question about an appointment.
const TagConfirmed = "confirmado"

// Adopt takes over what another session of the phone knows of appointments: those that it asked about, which the patient
// may answer here, and the answers that it got.
func (s *State) Adopt(from Ahead, now time.Time) {
	s.NoReminders = s.NoReminders || from.NoReminders
	for _, v := range from.Visits {
		at := slices.IndexFunc(s.Visits, func(known Visit) bool { return known.Slot == v.Slot })
		switch {
		case v.Times == 0 || v.Slot.Passed(now):
		case at < 0 && len(s.Visits) < maxVisits:
			v.Next = time.Time{}
			s.Visits = append(slices.Clip(s.Visits), v)
		case at >= 0 && s.Visits[at].Answer == "":
			s.Visits = slices.Clone(s.Visits)
			known := &s.Visits[at]
			known.Answer = v.Answer
			if !known.own() {
				known.AskedAt, known.Times = v.AskedAt, v.Times
			}
		}
	}
}
