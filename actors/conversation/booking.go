package conversation

import (
	"cmp"
	"slices"
	"time"

	"atende/actors/wording"
)

// maxRefusals bounds how often in a row a chosen time may turn out to be gone before a person
// takes over.
const maxRefusals = 3

// staleAfter is how long an offer can be chosen from without looking again.
const staleAfter = 4 * time.Hour

// Stale reports that the offer, and what was chosen from it, must be looked up again.
func (s *State) Stale(now time.Time) bool {
	return !s.OfferedAt.IsZero() && now.Sub(s.OfferedAt) >= staleAfter
}

func choose(s *State, now time.Time, m Choose) Result {
	switch {
	case s.Closed != "":
		return refuse(ReasonClosed)
	case len(s.Offer) == 0:
		return refuse(ReasonNoOffer)
	case m.Number < 0 || m.Number > len(s.Offer):
		return refuse(ReasonNotOffered)
	case m.Number == 0:
		s.leave()
		return Result{}
	}
	slot := s.Offer[m.Number-1]
	if s.Stale(now) {
		s.dropOffer()
		return lookUp(s, now, SearchPlan{Keep: &slot})
	}
	s.take(slot)
	return Result{Effects: reach(s, Chosen)}
}

// settle notes which of the things that a move put down the patient's words speak against, and which not.
func (s *State) settle(put, unsure []Question) {
	s.Unsure = slices.DeleteFunc(slices.Clone(s.Unsure), func(q Question) bool { return slices.Contains(put, q) })
	for _, q := range unsure {
		if slices.Contains(put, q) {
			s.Unsure = append(s.Unsure, q)
		}
	}
}

func confirm(c *Clinic, s *State, now time.Time, m Confirm) Result {
	if s.Closed != "" {
		return refuse(ReasonClosed)
	}
	s.Beside = cmp.Or(m.Beside, s.Beside)
	switch {
	case s.Choice == nil:
		return refuse(ReasonNotChosen)
	case !s.Identified():
		return refuse(ReasonNotIdentified, s.missingData()...)
	case !m.Agreed || !s.wasReadBack(): // or the yes was to something else
		return refuse(ReasonNotAgreed)
	case s.Stale(now):
		return refuse(ReasonStale)
	case s.Choice.Passed(now), s.late(now):
		return appointmentRefused(c, s, now) // the clinic would say no; do not ask
	}
	if s.PatientID != 0 {
		return makeAppointment(s)
	}
	return Result{Effects: []Effect{FindPatient{CPF: s.Patient.CPF}}}
}

func patientFound(c *Clinic, s *State, now time.Time, e PatientFound) Result {
	if s.Choice == nil || e.ID == 0 || !s.wasReadBack() {
		return refuse(ReasonUnexpected)
	}
	if len(e.Differs) > 0 {
		return otherRecord(c, s, now)
	}
	s.PatientID = e.ID
	effects := reach(s, PatientOK)
	res := makeAppointment(s)
	res.Effects = append(effects, res.Effects...)
	return res
}

func makeAppointment(s *State) Result {
	s.Bookings++
	return Result{Effects: []Effect{MakeAppointment{
		N: s.Bookings, PatientID: s.PatientID, CPF: s.Patient.CPF, Slot: *s.Choice, Request: s.Request,
	}}}
}

// patientMissing registers the patient once; one who is still unknown afterwards is a matter for a
// person, not for a loop (S-A3-3).
func patientMissing(c *Clinic, s *State, now time.Time) Result {
	if s.Registered {
		return Fail(c, s, now)
	}
	s.Registered = true
	return Result{Effects: []Effect{RegisterPatient{Identity: s.Patient}}}
}

// appointmentMade is the only place from which a patient hears that something is booked.  Both
// texts are the clinic's own, word for word (S-1-15).
func appointmentMade(c *Clinic, s *State, now time.Time, e AppointmentMade) Result {
	if s.Choice == nil {
		return refuse(ReasonUnexpected)
	}
	return Result{Effects: append(book(c, s, now, e),
		Say{Text: e.Description + "\n\n" + e.Preparation, From: []string{FromA4}},
		Tag{Name: "agendado"}, Ended{Outcome: OutcomeBooked})}
}

// appointmentMadeTextless tells of an appointment that certainly exists in words of its own; what the
// clinic wanted said about it, a person adds.
func appointmentMadeTextless(c *Clinic, s *State, now time.Time) Result {
	if s.Choice == nil {
		return refuse(ReasonUnexpected)
	}
	effects := book(c, s, now, AppointmentMade{})
	booking := c.BookedText(s, now)
	text := wording.Lines(c.words(wording.TransferTextless, "booking", booking.Text).With(booking), c.BackText(now))
	s.Closed, s.HandedOver = OutcomeTransferred, ReasonTextless
	return Result{Done: true, Effects: append(effects, say(text), Tag{Name: "agendado"},
		HandOver{Reason: ReasonTextless}, Ended{Outcome: OutcomeBooked})}
}

// book records the appointment that was made.
func book(c *Clinic, s *State, now time.Time, e AppointmentMade) []Effect {
	request := s.Request
	if at := s.namedNext(); at >= 0 { // "pra mim e pro meu marido Adilson", and the data are his
		s.writerFollows(at)
	}
	s.Earlier = s.Appointments()
	s.Earlier = s.Earlier[max(0, len(s.Earlier)-maxEarlier):]
	s.Booked = &Booked{
		Slot: *s.Choice, ProcedureID: request.ProcedureID, Description: e.Description, Preparation: e.Preparation,
		Name: s.Patient.Name, CPF: s.Patient.CPF, Born: s.Patient.BirthDate, For: s.For, PlanID: request.PlanID,
	}
	c.lookAhead(s, now, *s.Booked)
	c.serve(s, now)
	s.Former = &request
	s.Closed, s.Asked, s.Options, s.Refusals, s.Pending = OutcomeBooked, AskNothing, nil, 0, nil
	s.dropOffer()
	s.Gone, s.Greeted, s.Unsure = nil, true, nil
	s.Next = slices.DeleteFunc(slices.Clone(s.Next), func(next Next) bool { return next.fulfilledBy(request, s.For) })
	return append(reach(s, Started), reach(s, BookedOK)...)
}

// maxEarlier bounds the appointments that a conversation keeps in mind beside the last one.
const maxEarlier = 8

// Appointments are those that this conversation made, the last one last.
func (s *State) Appointments() []Booked {
	if s.Booked == nil {
		return nil
	}
	last := *s.Booked
	if last.Name == "" && s.Closed == OutcomeBooked { // of a release that did not note it
		last.Name, last.For = s.Patient.Name, s.For
		if s.Former != nil {
			last.PlanID = s.Former.PlanID
		}
	}
	return append(slices.Clip(s.Earlier), last)
}

// Twice is the appointment to come that this conversation made for the same patient and the same procedure as would be
// booked now, by the CPF and the name; nil for none.  Whoever is called by two relations ("da sua filha", "para o seu neto") is
// one, and who has another name is none: the CPF was given for somebody else, which A2 tells.
func (s *State) Twice(now time.Time) *Booked {
	return s.madeForPatient(now, func(made Booked) bool { return made.ProcedureID == s.Request.ProcedureID })
}

// Close is such an appointment with another doctor within minutes of the chosen time; nil for none.
func (s *State) Close(now time.Time) *Booked {
	if s.Choice == nil {
		return nil
	}
	return s.madeForPatient(now, func(made Booked) bool {
		apart := minutes(made.Slot.Hour) - minutes(s.Choice.Hour)
		return made.Slot.AgendaID != s.Choice.AgendaID && made.Slot.Date == s.Choice.Date && -closeMinutes < apart && apart < closeMinutes
	})
}

// madeForPatient is the newest of these appointments that fits.
func (s *State) madeForPatient(now time.Time, fits func(Booked) bool) *Booked {
	for _, made := range slices.Backward(s.Appointments()) {
		same := made.CPF != "" && made.CPF == s.Patient.CPF && sameName(made.Name, s.Patient.Name)
		if same && !made.Slot.Passed(now) && fits(made) {
			return &made
		}
	}
	return nil
}

// closeMinutes is how far apart two appointments of one patient must begin: how long each takes is not known here.
const closeMinutes = 30

func appointmentRefused(c *Clinic, s *State, now time.Time) Result {
	if s.Choice == nil {
		return refuse(ReasonUnexpected)
	}
	s.Pending = nil
	s.Refusals++
	if s.Refusals >= maxRefusals {
		return transfer(c, s, now, Transfer{Reason: "horarios_recusados"})
	}
	gone := *s.Choice
	s.Gone = append(s.Gone, gone) // at most maxRefusals
	s.leave()
	s.dropOffer()
	s.SlotGone = true
	return lookUp(s, now, SearchPlan{Near: &gone})
}

// Passed reports whether a slot's time has come; now is in the clinic's time zone.
func (s Slot) Passed(now time.Time) bool { return s.Date+" "+s.Hour <= now.Format("2006-01-02 15:04") }
