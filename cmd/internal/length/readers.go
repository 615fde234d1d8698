package main

import (
	"context"
	"encoding/json"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/emergency"
	"atende/actors/decide/grounding"
	"atende/actors/decide/rules"
	"atende/actors/language"
	"atende/actors/pii"
	"atende/actors/understand"
	"atende/cmd/internal/node"
	"atende/integrations/catalog"
	"atende/integrations/media"
)

// reader is a part of the program that reads texts of strangers.
type reader struct {
	name    string
	longest int // the longer text of a test, in bytes
	read    func(text string)
}

// What each reader is worth in a test: together they may take a few seconds.
const (
	fast, slow = 2000, 1200
)

// now is a Monday morning at the clinic.
var now = time.Date(2026, 11, 23, 9, 10, 0, 0, time.FixedZone("BRT", -3*60*60))

// readers are all that look at what a patient wrote, said or sent, or at what a model made of that.
func readers() []reader {
	rules.Prepare() // which no text is to be charged with
	clinic := node.Knowledge(catalog.Sample(), nil, conversation.Patience{})
	driver, redactor := rules.New(clinic), pii.NewRedactor(clinic)
	known := []conversation.Mask{{Name: "[NOME 1]", Value: "Maria das Dores"}, {Name: "[CPF 1]", Value: "52998224725"}, {Name: "[NASCIMENTO 1]", Value: "1985-03-12"}}
	examples, err := language.Learn("purposes")
	if err != nil {
		panic(err) // one of our own files
	}
	list := []reader{
		{controlReader, slow, square},
		{"language/fold", fast, func(text string) { language.Fold(text); language.Single(text); language.Squeeze(text, 2) }},
		{"language/examples", fast, func(text string) { examples.Guess(text); examples.Likeliest(text) }},
		{"understand", fast, func(text string) { understand.Read(text, now) }},
		{"emergency", fast, func(text string) { emergency.RedFlag(text) }},
		{"names of the catalogue", fast, func(text string) { clinic.Hits(text); clinic.Lay(text) }},
		{"phone", fast, func(text string) { (&conversation.State{Contact: conversation.Contact{NoPhone: true}}).HearPhone(text) }},
		{"masked/model again", fast, func(text string) { pii.Again(text, known) }},
		{"masked/revealed", fast, func(text string) { pii.Reveal(text, known) }},
		{"media", fast, func(text string) { media.Clean(text) }},
	}
	for _, asked := range []conversation.Question{conversation.AskNothing, conversation.AskName} {
		o := pii.Options{Asked: asked, Now: now}
		list = append(list,
			reader{"masked/model/" + string(asked), fast, func(text string) { pii.Hide(text, known, o) }},
			reader{"masked/history/" + string(asked), fast, func(text string) {
				redaction := redactor.Begin("s", nil, now)
				redaction.KnowMasks(known)
				redaction.Heard(redaction.Find(text, asked))
				redaction.Said(text, false)
			}})
	}
	states := stages(clinic, driver)
	for _, stage := range states {
		if stage.name != "begin" && stage.name != "slot" && stage.name != "read back" {
			continue // the questions for data are read with less
		}
		facts := grounding.Facts{Clinic: clinic, Now: now, Offer: stage.state.Offer, Slots: stage.state.Offer, Booked: stage.state.Booked, Sayings: []string{"Rua das Flores, 120, Centro."}}
		list = append(list,
			reader{"rules/" + stage.name, slow, func(text string) { answer(clinic, driver, stage.copied(), text) }},
			reader{"rules, beside a model/" + stage.name, slow, func(text string) {
				driver.Second(decide.Turn{Now: now, Messages: messages(text)}, stage.copied())
				driver.Complete(text, stage.copied(), now)
			}},
			reader{"grounding/" + stage.name, fast, func(text string) {
				grounding.Check(text, facts)
				grounding.Lists(text, facts.Offer)
			}})
	}
	return list
}

// controlReader is no reader: its work grows with the square of the length, which a test must notice.
const controlReader = "control"

func square(text string) {
	for i := range text {
		for j := range text {
			_ = text[i] == text[j]
		}
	}
}

// stage is a state in the middle of a conversation.
type stage struct {
	name  string
	state *conversation.State
}

// stages are the states of a conversation from the first message to the appointment.
func stages(clinic *conversation.Clinic, driver *rules.Driver) []stage {
	s := &conversation.State{}
	list := []stage{stage{"", s}.named("begin")}
	for _, turn := range []struct{ name, text string }{
		{"plan", "queria marcar um cardiologista com a dra ana, consulta"},
		{"slot", "unimed"},
		{"name", "2"},
		{"cpf", "Maria das Dores e Silva"},
		{"birth", "529.982.247-25"},
		{"read back", "12/03/1985"},
		{"booked", "sim"},
	} {
		answer(clinic, driver, s, turn.text)
		list = append(list, stage{"", s}.named(turn.name))
	}
	if s.Booked == nil {
		panic("length: the conversation led to no appointment")
	}
	return list
}

func (s stage) named(name string) stage { return stage{name, s.copied()} }

func (s stage) copied() *conversation.State {
	data, err := json.Marshal(s.state)
	if err != nil {
		panic(err) // every state encodes
	}
	own := &conversation.State{}
	if err := json.Unmarshal(data, own); err != nil {
		panic(err)
	}
	return own
}

func messages(text string) []decide.Message {
	return []decide.Message{{Type: "TEXT", Text: text, At: now}}
}

// answer holds a turn with a scheduling API that always has the same times.
func answer(clinic *conversation.Clinic, driver decide.Driver, s *conversation.State, text string) {
	dialogue := driver.Start(decide.Turn{Now: now, Messages: messages(text)})
	var refused *conversation.Refusal
	for range 40 {
		event, err := dialogue.Next(context.Background(), s, refused)
		for event != nil && err == nil {
			result := conversation.Step(clinic, s, now, event)
			if result.Done {
				return
			}
			event, refused = nil, result.Refusal
			for _, effect := range result.Effects {
				event = resultOf(effect)
			}
		}
		if err != nil {
			return
		}
	}
}

func resultOf(effect conversation.Effect) conversation.Event {
	switch e := effect.(type) {
	case conversation.FindSlots:
		var slots []conversation.Slot
		for _, date := range []string{"2026-11-24", "2026-11-25"} {
			for _, hour := range []string{"08:00", "09:30", "14:00"} {
				slots = append(slots, conversation.Slot{AgendaID: e.Agendas[0], Date: date, Hour: hour})
			}
		}
		return conversation.SlotsFound{Slots: slots}
	case conversation.FindPatient:
		return conversation.PatientFound{ID: 7}
	case conversation.MakeAppointment:
		return conversation.AppointmentMade{Description: "d", Preparation: "p"}
	default:
		return nil
	}
}
