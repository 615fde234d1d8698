package replay

import (
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/history"
	"atende/cmd/internal/persona"
	"atende/integrations/catalog"
)

// moment is what was asked and known before a turn of the recording.
type moment struct {
	turn  int // its number
	asked conversation.Question
	known persona.Known
}

// appointment is one that was asked for with A4, in ids of the recording.
type appointment struct {
	agenda, procedure, plan int
	cpf                     string
	turn                    int // of the recording
	known                   persona.Known
}

// of reports that two appointments are the same but for the time, which follows from when it is asked for.
func (a appointment) of(b appointment) bool {
	return a.agenda == b.agenda && a.procedure == b.procedure && a.plan == b.plan && a.cpf == b.cpf
}

// moment is now, before a turn.
func (s *scene) moment(turn int) moment {
	return moment{turn, s.state.Asked, s.known(s.state.Request, s.state.Choice)}
}

// known is what the patient is known to want, in names.
func (s *scene) known(r conversation.Request, slot *conversation.Slot) persona.Known {
	who := s.state.Patient
	k := persona.Known{Person: persona.Person{Name: who.Name, CPF: who.CPF, BirthDate: who.BirthDate}, Relation: relation(s.state.For)}
	if slot != nil {
		k.Time = &persona.Slot{Date: slot.Date, Hour: slot.Hour}
		r.AgendaID = slot.AgendaID
	}
	if d, found := s.clinic.Doctor(r.AgendaID); found {
		k.Doctor, r.SpecialtyID = d.Name, d.SpecialtyID
	}
	if one, found := s.clinic.Specialty(r.SpecialtyID); found {
		k.Specialty = one.Name
	}
	if one, found := s.clinic.Procedure(r.ProcedureID); found {
		k.Procedure = one.Name
	}
	if one, found := s.clinic.Plan(r.PlanID); found {
		k.Plan = one.Name
	}
	return k
}

// relation is who somebody is to the writer in the writer's words: "a sua mãe" is "minha mãe".
func relation(who string) string {
	return strings.NewReplacer("a sua ", "minha ", "o seu ", "meu ").Replace(who)
}

// book notes an A4.
func (s *scene) book(e conversation.MakeAppointment) {
	request := e.Request
	request.AgendaID = e.Slot.AgendaID
	ids, known := s.memory.ids.back(request), s.known(request, &e.Slot)
	s.told.end.Booked = append(s.told.end.Booked, strings.Join([]string{known.Doctor, known.Procedure, known.Plan}, ", "))
	s.told.booked = append(s.told.booked, appointment{
		agenda: ids.AgendaID, procedure: ids.ProcedureID, plan: ids.PlanID, cpf: e.CPF, turn: s.recorded.Turns[s.place].Turn,
		known: known,
	})
}

// maxFollowed bounds what a patient says who is asked something else.
const maxFollowed = 30

// follow leads a conversation whose two tellings part at a turn once more with the candidate.  From there on the patient no
// longer says what answered the questions of then, but reads what is asked now and answers from what the telling with the present
// files came to know: a closed loop.  What they did of their own accord they still do, in the words of the recording: they turn
// away where they did, and say the same after the last appointment.
func follow(recorded Conversation, people *cast, clinic *conversation.Clinic, ids translation, before telling, parted int) telling {
	s := newScene(recorded, people, clinic, ids)
	s.told.followed = true
	next := 0
	for ; next < len(recorded.Turns) && recorded.Turns[next].Turn <= parted; next++ {
		s.again(next)
	}
	plan := before.planFrom(parted)
	if len(recorded.Turns) > 0 && next < len(recorded.Turns) {
		s.answer(persona.Following(fileOf(clinic), plan.known, s.now), plan)
	}
	for ; next < len(recorded.Turns); next++ {
		if number := recorded.Turns[next].Turn; plan.own > 0 && number >= plan.own {
			s.again(next)
		}
	}
	s.told.last = s.moment(0)
	return s.told
}

// plan is what a patient was about to do from a turn on.
type plan struct {
	known []persona.Known // the appointments that were wanted
	books bool            // they were made
	// own is the first turn in which the patient does something of their own accord, 0 for none; until is the question that
	// was open then.
	own   int
	until conversation.Question
}

// planFrom is what the patient of a telling did behind a turn.
func (t telling) planFrom(parted int) plan {
	var p plan
	for _, a := range t.booked {
		if a.turn > parted {
			p.known, p.books, p.own = append(p.known, a.known), true, a.turn+1
		}
	}
	if p.books {
		return p
	}
	p.known, p.until = []persona.Known{t.last.known}, t.last.asked
	for _, m := range t.moments {
		if m.turn > parted && m.turn == t.end.Turn {
			p.known, p.until, p.own = []persona.Known{m.known}, m.asked, m.turn
		}
	}
	return p
}

// answer lets a patient read and answer until they turn away, have what they want, or fall silent.
func (s *scene) answer(patient *persona.Patient, p plan) {
	made := len(s.told.booked)
	for range maxFollowed {
		turned, done := !p.books && s.state.Asked == p.until, p.books && len(s.told.booked)-made >= len(p.known)
		if s.over || turned || done {
			return
		}
		act := patient.Next(s.lastSaid(), s.now.In(s.clinic.Location))
		if act.Done || len(act.Say) == 0 {
			return
		}
		s.place = len(s.recorded.Turns) - 1
		s.now = s.now.Add(time.Minute)
		turn := history.Entry{Turn: s.recorded.Turns[s.place].Turn, At: s.now}
		for _, said := range act.Say {
			turn.Heard = append(turn.Heard, history.Heard{At: s.now, Type: said.Type, Text: said.Text})
		}
		s.turn(turn)
	}
}

// lastSaid is what the agent said last.
func (s *scene) lastSaid() []string {
	if len(s.told.turns) == 0 {
		return nil
	}
	return s.told.turns[len(s.told.turns)-1].said
}

// fileOf is the part of a clinic's file that patients may know.
func fileOf(c *conversation.Clinic) *persona.Clinic {
	file := &persona.Clinic{Name: c.Name, Location: c.Location}
	for _, s := range c.Specialties {
		file.Specialties = append(file.Specialties, catalog.Specialty{ID: s.ID, Name: s.Name})
	}
	for _, d := range c.Doctors {
		file.Doctors = append(file.Doctors, catalog.Doctor{AgendaID: d.AgendaID, Name: d.Name, SpecialtyID: d.SpecialtyID})
	}
	for _, p := range c.Procedures {
		file.Procedures = append(file.Procedures, catalog.Procedure{ID: p.ID, Name: p.Name, SpecialtyID: p.SpecialtyID})
	}
	for _, p := range c.Plans {
		file.Plans = append(file.Plans, catalog.Plan{ID: p.ID, Name: p.Name})
	}
	return file
}

// choices are the names of what can be chosen by its number now.
func (s *scene) choices() (names []string) {
	for _, id := range s.state.Options {
		name := ""
		switch s.state.Asked {
		case conversation.AskService:
			one, _ := s.clinic.Specialty(id)
			name = one.Name
		case conversation.AskDoctor:
			one, _ := s.clinic.Doctor(id)
			name = one.Name
		case conversation.AskProcedure:
			one, _ := s.clinic.Procedure(id)
			name = one.Name
		case conversation.AskPlan:
			one, _ := s.clinic.Plan(id)
			name = one.Name
		default:
		}
		names = append(names, strings.ToLower(name))
	}
	return names
}
