package session

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/metrics"
)

// noteUnfinished notes an end of the present workflow, unless it has its appointment.
func (s *session) noteUnfinished(t *turn, outcome conversation.Outcome) {
	stages := s.rec.State.Stages
	if slices.Contains(stages, conversation.BookedOK) {
		return
	}
	end := unfinished{outcome: outcome}
	if len(stages) > 0 {
		end.stage = stages[len(stages)-1]
	}
	t.unfinished = append(t.unfinished, end)
}

// noteEnd takes the end of a workflow into the turn.
func (s *session) noteEnd(t *turn, outcome conversation.Outcome) {
	t.outcomes = append(t.outcomes, outcome)
	if outcome != conversation.OutcomeBooked {
		s.noteUnfinished(t, outcome)
		return
	}
	if began := s.rec.State.StartedAt; !began.IsZero() {
		t.took = append(t.took, s.Now().Sub(began))
	}
}

// maxDemand bounds the wishes that one turn counts, by parts of the week.
const maxDemand = 14

// noteUnmet notes what was wished for in vain, as far as it may be counted: in the journal and in the metrics alike.
func (t *turn) noteUnmet(wished conversation.Unmet) {
	room := maxDemand
	for _, u := range t.unmet {
		room -= len(u.Parts)
	}
	if wished.Parts = wished.Parts[:min(room, len(wished.Parts))]; len(wished.Parts) > 0 {
		t.unmet = append(t.unmet, wished)
	}
}

// countConversion counts what became of the conversation in a turn that stands.
func (s *session) countConversion(t *turn) {
	for _, r := range t.stages {
		s.Conversion.Reached(string(r.stage), s.subject(r.about))
	}
	for _, end := range t.unfinished {
		s.Conversion.Unfinished(string(end.outcome), string(end.stage))
	}
	for _, took := range t.took {
		s.Conversion.Booked(took)
	}
	for _, reason := range t.handOvers {
		s.Conversion.HandOver(reason)
	}
	for _, u := range t.unmet {
		if slices.Contains(metrics.Lacking, u.Cause) {
			s.Conversion.Lack(u.Cause)
			continue
		}
		s.Conversion.Unmet(s.subject(u.Request), wishes(u.Parts)...)
	}
	for _, event := range t.visits {
		s.Conversion.Visit(event)
	}
	for _, event := range t.waiting {
		s.Conversion.Wait(event)
	}
	if t.asked != "" {
		s.Conversion.DataAsked(string(t.asked))
	}
	t.unfinished, t.took, t.handOvers, t.unmet, t.asked, t.visits, t.waiting = nil, nil, nil, nil, "", nil, nil
}

// subject names what a request is about.
func (s *session) subject(r conversation.Request) metrics.Subject {
	var named metrics.Subject
	specialtyID := r.SpecialtyID
	if doctor, known := s.Clinic.Doctor(r.AgendaID); known {
		named.Doctor, specialtyID = doctor.Name, doctor.SpecialtyID
	}
	if specialty, known := s.Clinic.Specialty(specialtyID); known {
		named.Specialty = specialty.Name
	}
	if plan, known := s.Clinic.Plan(r.PlanID); known {
		named.Plan = plan.Name
	}
	return named
}

// wishes are parts of the week by the names of their labels.
func wishes(parts []conversation.Part) []metrics.Wish {
	list := make([]metrics.Wish, 0, len(parts))
	for _, part := range parts {
		wish := metrics.Wish{Period: string(part.Period)}
		if part.Weekday != conversation.AnyDay {
			wish.Weekday = strings.ToLower(part.Weekday.String()[:3])
		}
		list = append(list, wish)
	}
	return list
}

// access is the line in the log of accesses of a turn in which the patient asked for what is stored, nil for none.
func (s *session) access(t *turn) *journal.Access {
	if t.asked == "" {
		return nil
	}
	return &journal.Access{At: s.Now(), Operator: journal.AskedByPatient, Action: "asked_" + string(t.asked), Subject: s.id, Sessions: 1}
}

// demand are the wishes of a turn that could not be met, for the day on which they were wished.
func (s *session) demand(t *turn) []journal.Demand {
	if len(t.unmet) == 0 {
		return nil
	}
	var rows []journal.Demand
	day := s.Now().In(s.Clinic.Location).Format("2006-01-02")
	for _, u := range t.unmet {
		for _, part := range u.Parts {
			rows = append(rows, journal.Demand{
				Day: day, SpecialtyID: u.Request.SpecialtyID, AgendaID: u.Request.AgendaID, PlanID: u.Request.PlanID,
				Weekday: int(part.Weekday), Period: string(part.Period), Cause: u.Cause,
			})
		}
	}
	return rows
}
