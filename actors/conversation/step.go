package conversation

import (
	"slices"
	"time"

	"atende/actors/wording"
)

// Step applies one event to the state and says what follows.  now is the reference time.  The
// caller performs the effects in order; the result of one that has a result is the next event.
//
//	Search ──► FindSlots ──► SlotsFound ──► (FindSlots again, or an offer for the driver's words)
//	Choose, Identify ──► recorded, or refused
//	Confirm ──► FindPatient ──► PatientFound ───────────────► MakeAppointment ──► AppointmentMade
//	                       └──► PatientMissing ► RegisterPatient ► Registered ► FindPatient
//	MakeAppointment ──► AppointmentRefused ──► FindSlots (a new offer)
//	MakeAppointment ──► AppointmentPending ──► Done; until AppointmentMade, …Refused, …Uncertain or
//	                                           …Dropped comes, only Transfer and Reply are taken
//	AppointmentMade ──► the driver may answer what else the patient said; …MadeTextless ──► Done
//	Idle ──► a reminder, a question about an appointment to come, or the end of a conversation in which the
//	         patient stayed silent; Done
//	Attend ──► the answer to that question, recorded
//	Await ──► EnterLine ──► Entered ──► the wish waits in the line of its agenda; Done
//	Close, Transfer, Reply ──► Done
func Step(c *Clinic, s *State, now time.Time, e Event) Result {
	now = now.In(c.Location)
	res := step(c, s, now, e)
	if noted := c.followWait(s, now, e); noted != nil {
		res.Effects = append(noted, res.Effects...)
	}
	s.rememberSaid(e, res.Effects)
	s.date(c, now, e, res.Effects)
	res.Effects = append(res.Effects, s.missed(c, now, e, res.Effects)...)
	return res
}

func step(c *Clinic, s *State, now time.Time, e Event) Result {
	if e, idle := e.(Idle); idle {
		return c.idle(s, now, e)
	}
	if e, ok := e.(Unasked); ok {
		if e.Listed {
			return Result{Done: true, Effects: s.unoffered(e.Refused)}
		}
		return Result{Done: true, Effects: c.unasked(s, now, e)}
	}
	if s.Pending != nil && !endsWait(e) {
		return refuse(ReasonPending)
	}
	switch e := e.(type) {
	case Search:
		return search(c, s, now, e)
	case SlotsFound:
		return c.slotsFound(s, now, e)
	case Choose:
		return choose(s, now, e)
	case Identify:
		return identify(c, s, now, e)
	case Confirm:
		return confirm(c, s, now, e)
	case PatientFound:
		return patientFound(c, s, now, e)
	case PatientMissing:
		return patientMissing(c, s, now)
	case Registered:
		return Result{Effects: []Effect{FindPatient{CPF: s.Patient.CPF}}}
	case AppointmentMade:
		return appointmentMade(c, s, now, e)
	case AppointmentRefused:
		return appointmentRefused(c, s, now)
	case AppointmentPending:
		return appointmentPending(c, s, now)
	case AppointmentUncertain:
		return appointmentUncertain(c, s, now)
	case AppointmentMadeTextless:
		return appointmentMadeTextless(c, s, now)
	case AppointmentDropped:
		return appointmentDropped(s)
	case Later:
		return c.later(s, now, e)
	case TakeUp:
		return c.takeUp(s, now)
	case SamePatient:
		return samePatient(s, e)
	case TakeBack:
		return takeBack(c, s, now, e)
	case Attend:
		return attend(c, s, now, e)
	case Await:
		return await(c, s, now, e)
	case Entered:
		return lineEntered(c, s, now, e)
	case Resume:
		return resume(s)
	case Close:
		return closeWithoutInterest(c, s)
	case Transfer:
		return transfer(c, s, now, e)
	case Reply:
		return reply(c, s, now, e)
	case Heard:
		return heard(c, s, now, e)
	default:
		return refuse(ReasonUnexpected)
	}
}

func refuse(r Reason, missing ...Question) Result {
	return Result{Refusal: &Refusal{Reason: r, Missing: missing}}
}

// reach counts a stage once a workflow.
func reach(s *State, stage Stage) []Effect {
	if slices.Contains(s.Stages, stage) {
		return nil
	}
	s.Stages = append(s.Stages, stage)
	return []Effect{Reached{Stage: stage}}
}

// date notes when the workflow began, and when the privacy notice was said, whoever said it.
func (s *State) date(c *Clinic, now time.Time, e Event, effects []Effect) {
	for _, effect := range effects {
		switch e := effect.(type) {
		case Reached:
			if e.Stage == Started {
				s.StartedAt = now
			}
		case Say:
			if slices.Contains(e.From, fromNotice) {
				s.Notice = &Notice{Version: c.notice, At: now}
			}
		default:
		}
	}
	if r, ok := e.(Reply); ok && !r.Heard.IsZero() && r.Heard.Before(s.StartedAt) {
		s.StartedAt = r.Heard // the message waited before it was looked at
	}
}

// Unsay takes back what Step noted of words from some sources that are not said after all: the greeting with the
// privacy notice.  That somebody read it must not be on record then.
func (s *State) Unsay(from []string) {
	if slices.Contains(from, fromNotice) {
		s.Greeted, s.Notice = false, nil
	}
}

// fromNotice is the source of the privacy notice.
var fromNotice = wording.Source(wording.PrivacyNotice)

// restart begins a new workflow in the same session.  One that ended without a booking is taken up
// where it was left.  After a booking, who it was for is kept aside: the next one may be for a child
// or a parent, so it is asked, not assumed.
func (s *State) restart() {
	if s.Closed == OutcomeNoInterest {
		s.dropOffer()
		s.reopen()
		return
	}
	next := State{
		Wanted:      Wanted{Next: s.Next, SharedPlan: s.SharedPlan},
		PatientData: PatientData{Known: s.Known, Own: s.Own},
		Contact:     s.Contact,
		Progress:    Progress{Bookings: s.Bookings, Booked: s.Booked, Earlier: s.Earlier, Former: s.Former, Served: s.Served},
		Talk:        Talk{Greeted: s.Greeted, Ailing: s.Ailing, HeardAt: s.HeardAt, AskedAt: s.AskedAt},
		ModelMemory: ModelMemory{Thread: s.Thread, Masks: s.Masks},
		Audit:       Audit{Notice: s.Notice, CPFs: s.CPFs, VisitEvents: s.VisitEvents},
		Ahead:       s.Ahead,
		Waiting:     s.Waiting,
	}
	if s.Patient.Complete() {
		known := s.Patient
		next.Known = &known
	}
	*s = next
}

// AfterPerson is the state in which a new conversation begins after one that a person had; what was said in it is
// remembered for a day.
func (s *State) AfterPerson(now time.Time) *State {
	next := &State{
		Contact: s.Contact, Progress: Progress{Bookings: s.Bookings, Served: s.Served},
		Audit: Audit{Notice: s.Notice, CPFs: s.CPFs, VisitEvents: s.VisitEvents}, Ahead: s.Ahead, Waiting: Waiting{Waits: s.Waits},
	}
	next.Recall(s.Remembered(), now)
	return next
}

// reopen begins a new workflow with all that is known.
func (s *State) reopen() {
	s.Ending = Ending{}
	s.Stages, s.Refusals, s.Misses = nil, 0, 0
	s.StartedAt, s.Unmet = time.Time{}, nil
}

func resume(s *State) Result {
	if !s.Lapsed {
		return refuse(ReasonUnexpected)
	}
	s.reopen()
	return Result{}
}
