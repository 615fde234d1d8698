package history

import (
	"slices"
	"strconv"
	"strings"

	"atende/actors/conversation"
	"atende/metrics"
)

// The steps of an entry that are no move of a driver.
const (
	stepSlots    = "A1"
	stepFind     = "A2"
	stepRegister = "A3"
	stepBook     = "A4"
	stepLine     = "waiting list"
	stepReminder = "reminder"    // the patient stayed silent
	stepTaken    = "taken"       // a person was given the session from outside
	stepBack     = "handed_back" // and gave it back
)

// Reminded is the step of a patient who stayed silent.
func Reminded() Step { return Step{Name: stepReminder, Result: resultOK} }

// Taken is the step of a person who was given the session from outside, by whom.
func Taken(by string) Step { return Step{Name: stepTaken, Result: by} }

// HandedBack is the step of a session that the agent was given again.
func HandedBack() Step { return Step{Name: stepBack, Result: resultOK} }

// Booked reports that a step made an appointment.
func (s Step) Booked() bool {
	return s.Name == stepBook && (s.Result == resultMade || s.Result == resultTextless)
}

// TakenBy is who gave the session to a person from outside, "" where the step is another one.
func (s Step) TakenBy() string {
	if s.Name != stepTaken {
		return ""
	}
	return s.Result
}

// Results of steps.
const (
	resultOK       = "ok"
	resultNone     = "none"
	resultFailed   = "failed"
	resultFound    = "found"
	resultDiffers  = "differs:" // and in what, by its questions
	resultMissing  = "missing"
	resultMade     = "made"
	resultTextless = "made, texts lost"
	resultRefused  = "refused"
	resultPending  = "pending" // nobody knows yet
	resultFull     = "full"
)

// codes are what is known of a step: pairs of name and id, without those that are not known.
type codes map[string]string

func (c codes) id(name string, id int) codes {
	if id != 0 {
		c[name] = strconv.Itoa(id)
	}
	return c
}

func (c codes) set(name, value string) codes {
	if value != "" {
		c[name] = value
	}
	return c
}

func (c codes) flag(name string, is bool) codes {
	if is {
		c[name] = "yes"
	}
	return c
}

// agendas are one agenda or several.
func (c codes) agendas(list []int) codes {
	if len(list) == 1 {
		return c.id("agenda", list[0])
	}
	ids := make([]string, len(list))
	for i, id := range list {
		ids[i] = strconv.Itoa(id)
	}
	return c.set("agendas", strings.Join(ids, ","))
}

func (c codes) request(r conversation.Request) codes {
	return c.id("specialty", r.SpecialtyID).id("agenda", r.AgendaID).id("procedure", r.ProcedureID).id("plan", r.PlanID)
}

// Moved is the step of a move and what the conversation said to it.
func Moved(move conversation.Move, refusal *conversation.Refusal) Step {
	step := Step{Name: move.Tool(), With: codesOf(move), Result: resultOK}
	if refusal != nil {
		step.Result = resultRefused + ": " + string(refusal.Reason)
		for _, missing := range refusal.Missing {
			step.Result += " " + string(missing)
		}
	}
	return step
}

// codesOf are the ids and codes of a move, and nothing that the patient said in words.
func codesOf(move conversation.Move) codes {
	c := codes{}
	switch m := move.(type) {
	case conversation.Search:
		c.request(m.Request).flag("more", m.More).flag("renew", m.Renew)
		if !m.Wish.Empty() {
			c.set("wish", wishOf(m.Wish))
		}
	case conversation.Choose:
		c.set("number", strconv.Itoa(m.Number))
	case conversation.Identify:
		c.flag("name", m.Name != "").flag("cpf", m.CPF != "").flag("birth_date", m.BirthDate != "").flag("other", m.Other)
	case conversation.SamePatient:
		c.id("number", m.Number).flag("stranger", m.Stranger)
	case conversation.Confirm:
		c.flag("agreed", m.Agreed)
	case conversation.Transfer:
		c.set("reason", ReasonCode(m.Reason))
	}
	return c
}

// wishOf is a wish as parts of the week: "6 morning, 1".
func wishOf(w conversation.Wish) string {
	var parts []string
	for _, part := range w.Parts() {
		day := ""
		if part.Weekday != conversation.AnyDay {
			day = strconv.Itoa(int(part.Weekday))
		}
		parts = append(parts, strings.TrimSpace(day+" "+string(part.Period)))
	}
	return strings.Join(parts, ", ")
}

// ReasonCode is the reason of a hand-over as one of those that are known: a language model words its own.
func ReasonCode(reason string) string {
	if slices.Contains(metrics.HandOverReasons, reason) {
		return reason
	}
	return metrics.Other
}

// Called is the step of a call to the scheduling API and what came of it.
func Called(effect conversation.Effect, event conversation.Event, err error) Step {
	step := Step{Result: cameOf(event, err)}
	switch e := effect.(type) {
	case conversation.FindSlots:
		step.Name, step.With = stepSlots, asked(e).set("from", e.From).set("to", e.To)
	case conversation.FindPatient:
		step.Name = stepFind
	case conversation.RegisterPatient:
		step.Name = stepRegister
	case conversation.EnterLine:
		step.Name, step.With = stepLine, codes{}.agendas(e.Agendas)
	case conversation.MakeAppointment:
		step.Name, step.With = stepBook, codesOfBooking(e)
	}
	return step
}

// asked are the codes of an A1, or of several at once.
func asked(e conversation.FindSlots) codes {
	requests := e.Requests()
	if len(requests) == 1 {
		return codes{}.request(requests[0])
	}
	e.Request.AgendaID = 0
	return codes{}.request(e.Request).agendas(e.Agendas)
}

// codesOfBooking are those of an A4.
func codesOfBooking(e conversation.MakeAppointment) codes {
	return codes{}.id("n", e.N).request(e.Request).id("agenda", e.Slot.AgendaID).set("slot", e.Slot.Date+" "+e.Slot.Hour)
}

// cameOf is what came of a call.
func cameOf(event conversation.Event, err error) string {
	if err != nil {
		return resultFailed
	}
	switch e := event.(type) {
	case conversation.SlotsFound:
		if len(e.Slots) == 0 {
			return resultNone
		}
		return strconv.Itoa(len(e.Slots))
	case conversation.PatientFound:
		if len(e.Differs) == 0 {
			return resultFound
		}
		result := resultDiffers
		for _, q := range e.Differs {
			result += " " + string(q)
		}
		return result
	case conversation.Entered:
		if len(e.Room) == 0 {
			return resultFull
		}
		return resultOK
	case conversation.PatientMissing:
		return resultMissing
	case conversation.AppointmentMade:
		return resultMade
	case conversation.AppointmentMadeTextless:
		return resultTextless
	case conversation.AppointmentRefused:
		return resultRefused
	case conversation.AppointmentPending:
		return resultPending
	case conversation.AppointmentUncertain:
		return "uncertain"
	case conversation.AppointmentDropped, conversation.Transfer:
		return "left to a person"
	default:
		return resultOK
	}
}
