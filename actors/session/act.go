package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"atende/actors/conversation"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
	"atende/integrations/chat"
	"atende/integrations/scheduling"
)

// note takes an effect without a result into the turn; false for one that needs a call.  Nothing
// leaves the process here: replies go through the outbox, numbers are counted after the commit.
func (s *session) note(t *turn, effect conversation.Effect) bool {
	switch e := effect.(type) {
	case conversation.Say:
		t.say(e)
	case conversation.HandOver:
		t.items = append(t.items, outbox.Item{Kind: outbox.Transfer, Text: e.Reason})
	case conversation.Tag:
		if name := s.tagName(e.Name); name != "" && s.rec.Phone != "" {
			t.items = append(t.items, outbox.Item{Kind: outbox.Tag, Text: name})
		}
	case conversation.Reached:
		t.stages = append(t.stages, reached{e.Stage, s.rec.State.Request})
	case conversation.Ended:
		s.noteEnd(t, e.Outcome)
	case conversation.VisitNoted:
		t.visits = append(t.visits, e.Event)
		s.rec.State.NoteVisit(s.local(), e.Event)
	case conversation.WaitNoted:
		t.noteWait(e)
	case conversation.DataAsked:
		t.asked = e.What
	case conversation.Unmet:
		t.noteUnmet(e)
	default:
		return false
	}
	return true
}

// say takes words into the turn; what can be tapped belongs to the last part, if it fits there.
func (t *turn) say(e conversation.Say) {
	parts := chat.Split(e.Text)
	for i, part := range parts {
		item := outbox.Item{Kind: outbox.Part, Text: part, From: e.From}
		if e.Menu != nil && i == len(parts)-1 {
			item.Menu = menuUnder(part, e.Menu)
		}
		t.items = append(t.items, item)
	}
}

// menuUnder is a menu as the gateway takes it, nil where it does not fit: then the words go alone.
func menuUnder(text string, m *conversation.Menu) *chat.Menu {
	menu := &chat.Menu{Open: m.Open}
	for _, o := range m.Options {
		menu.Options = append(menu.Options, chat.Option(o))
	}
	if !menu.Fits(text) {
		return nil
	}
	return menu
}

// tagName is what the clinic calls a tag; "" for none.
func (b *Behavior) tagName(tag string) string {
	own, renamed := b.TagNames[tag]
	switch {
	case !b.Tags:
		return ""
	case renamed:
		return own
	default:
		return tag
	}
}

// act performs an effect that has a result, and tells of it.
func (s *session) act(ctx context.Context, t *turn, effect conversation.Effect) (conversation.Event, error) {
	event, err := s.call(ctx, t, effect)
	t.story.Tell(history.Called(effect, event, err))
	if event != nil { // also beside an error, of A3
		return event, nil
	}
	return nil, err
}

// call makes the call of an effect.  The clients have retried what may be retried, so a failing A1 or A2 is an
// uncontrolled error (contract); after a failing A3, A2 tells (register.go).
func (s *session) call(ctx context.Context, t *turn, effect conversation.Effect) (conversation.Event, error) {
	switch e := effect.(type) {
	case conversation.MakeAppointment:
		return s.book(ctx, t, e)
	case conversation.FindSlots:
		return s.findSlots(ctx, e)
	case conversation.EnterLine:
		return s.enterLine(ctx, e)
	default:
	}
	if err := s.places.calls.Enter(ctx, s.class()); err != nil {
		return nil, postpone(err) // nothing was asked yet
	}
	defer s.places.calls.Leave()
	switch e := effect.(type) {
	case conversation.FindPatient:
		return s.findPatient(ctx, t, e)
	case conversation.RegisterPatient:
		return s.registerPatient(ctx, t, e)
	default:
		return nil, &uncontrolled{cause: fmt.Errorf("effect %T is not known", effect)}
	}
}

// errLeftCatalogue: the clinic's file changed since the agenda was chosen.
var errLeftCatalogue = errors.New("the agenda left the catalogue")

// findSlots asks for the times of each agenda, all at once.  Where one answers, those that do not are left out.
func (s *session) findSlots(ctx context.Context, e conversation.FindSlots) (conversation.Event, error) {
	found, failed := make([][]conversation.Slot, len(e.Agendas)), make([]error, len(e.Agendas))
	var asked sync.WaitGroup
	for i, request := range e.Requests() {
		asked.Go(func() { found[i], failed[i] = s.slotsOf(ctx, request, e.From, e.To) })
	}
	asked.Wait()
	if err := errors.Join(failed...); err != nil && !e.Optional && !slices.Contains(failed, nil) {
		return nil, err
	}
	return conversation.SlotsFound{Slots: slices.Concat(found...)}, nil
}

// slotsOf asks for the times of one agenda.
func (s *session) slotsOf(ctx context.Context, r conversation.Request, from, to string) ([]conversation.Slot, error) {
	if err := s.places.calls.Enter(ctx, s.class()); err != nil {
		return nil, postpone(err) // nothing was asked yet
	}
	defer s.places.calls.Leave()
	doctor, ok := s.Clinic.Doctor(r.AgendaID)
	if !ok {
		return nil, &uncontrolled{cause: errLeftCatalogue}
	}
	found, err := s.Scheduling.Slots(ctx, scheduling.Query{
		AgendaID: doctor.AgendaID, Doctor: doctor.Name, SpecialtyID: r.SpecialtyID,
		ProcedureID: r.ProcedureID, PlanID: r.PlanID, From: from, To: to,
	})
	if err != nil {
		return nil, &uncontrolled{cause: err}
	}
	slots := make([]conversation.Slot, 0, len(found))
	for _, slot := range found {
		slots = append(slots, conversation.Slot{AgendaID: doctor.AgendaID, Date: slot.Date, Hour: slot.Hour})
	}
	return s.withoutHeld(ctx, doctor.AgendaID, slots), nil
}

func (s *session) findPatient(ctx context.Context, t *turn, e conversation.FindPatient) (conversation.Event, error) {
	patient, found, err := s.Scheduling.FindPatient(ctx, e.CPF)
	var differs []conversation.Question
	switch {
	case err != nil:
		return nil, &uncontrolled{cause: err}
	case !found:
	case patient.ID == 0:
		return nil, &uncontrolled{cause: errors.New("a patient was found without an id")}
	default:
		record := conversation.Identity{Name: patient.Name, BirthDate: patient.BirthDate}
		differs = s.rec.State.Patient.Differs(record)
	}
	switch many, err := s.guessed(ctx, t, e.CPF, len(differs) > 0); {
	case err != nil:
		return nil, err
	case many:
		return conversation.TooManyMismatches(s.Clinic), nil
	case !found:
		return conversation.PatientMissing{}, nil
	default:
		return conversation.PatientFound{ID: patient.ID, Differs: differs}, nil
	}
}
