package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/attendance"
	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/actors/session/history"
	"atende/actors/wording"
)

// maxRounds bounds the moves of a turn and the results that follow a move, as in package session.
const maxRounds = 40

// End is how a conversation ends.
type End struct {
	Outcomes []string `json:"outcomes"`
	Stage    string   `json:"stage"` // the furthest that was reached
	Reasons  []string `json:"reasons"`
	// Turn is the recorded number of the turn with the last outcome, 0 for none.
	Turn int `json:"turn"`
	// Booked are the appointments that were asked for: "Dra. Ana Souza, Consulta, Particular".
	Booked []string `json:"booked,omitempty"`
}

// last is the last outcome, "" for none.
func (e End) last() string {
	if len(e.Outcomes) == 0 {
		return ""
	}
	return e.Outcomes[len(e.Outcomes)-1]
}

func (e End) same(other End) bool {
	return slices.Equal(e.Outcomes, other.Outcomes) && slices.Equal(e.Reasons, other.Reasons) && e.Stage == other.Stage && e.Turn == other.Turn
}

// told is one turn of a conversation that was led.
type told struct {
	turn int // recorded number
	// moves are what was proposed and how it came out, without ids: they may differ between catalogues that
	// mean the same.
	moves []string
	said  []string // parts, in the clear
	// choices are the names behind the numbers of a list that is no offer.
	choices []string
}

// telling is a conversation that was led.
type telling struct {
	turns []told
	end   End
	// moments are what was known before each turn of the recording, and last what is known in the end.
	moments []moment
	last    moment
	booked  []appointment
	// followed says that the patient answered from what the recording tells where another thing was asked.
	followed bool
}

// scene is a conversation under way.
type scene struct {
	recorded Conversation
	people   *cast
	clinic   *conversation.Clinic
	driver   decide.Driver
	state    conversation.State
	memory   *memory
	now      time.Time
	place    int  // in recorded.Turns
	led      int  // number of the last turn that was led
	over     bool // a person has it
	away     bool // a person had it in the recording

	told telling
}

// newScene is before the first turn of a recording; ids go from those of the clinic's files to those of the recording.
func newScene(recorded Conversation, people *cast, clinic *conversation.Clinic, ids translation) *scene {
	return &scene{
		recorded: recorded, people: people, clinic: clinic, driver: emergency.New(attendance.New(rules.New(clinic), clinic), clinic), memory: remember(recorded, ids),
	}
}

// lead leads a recorded conversation with a clinic's files.
func lead(recorded Conversation, people *cast, clinic *conversation.Clinic, ids translation) telling {
	s := newScene(recorded, people, clinic, ids)
	for i := range recorded.Turns {
		s.again(i)
	}
	s.told.last = s.moment(0)
	return s.told
}

// again leads a turn of the recording.
func (s *scene) again(i int) {
	turn := s.recorded.Turns[i]
	s.place = i
	if s.custody(turn); resting(turn) {
		return
	}
	if s.away {
		s.begin()
	}
	s.away = transfers(turn)
	s.pass(turn.At)
	again := turn.Turn == s.led // what came of a turn is told behind it
	if s.now = turn.At; !s.over && !again && len(turn.Heard) > 0 {
		s.told.moments = append(s.told.moments, s.moment(turn.Turn))
		s.turn(turn)
		s.led = turn.Turn
	}
}

// custody follows who has the session by what others did: a person took it, or gave it back.
func (s *scene) custody(turn history.Entry) {
	for _, step := range turn.Steps {
		switch step.Name {
		case "taken":
			s.away, s.over = true, true
		case "handed_back":
			if s.state.Closed == conversation.OutcomeTransferred {
				s.begin()
			}
			s.away, s.over = false, false
		}
	}
}

// begin is a new conversation, as after one that a person had.
func (s *scene) begin() {
	s.state = *s.state.AfterPerson(s.now)
	s.over = false
}

// resting reports a recorded turn in which the agent was not to speak: a person had the session, or it is none of
// ours.
func resting(turn history.Entry) bool {
	return turn.Result == "silent" || turn.Result == "ignored" || turn.Result == "fenced"
}

// transfers reports a recorded turn that gave the session to a person.
func transfers(turn history.Entry) bool {
	return slices.ContainsFunc(turn.Said, func(said history.Said) bool { return said.Kind == "transfer" })
}

// pass lets the time until a turn go by, with the reminders that fall due meanwhile.
func (s *scene) pass(until time.Time) {
	for range maxRounds {
		due := s.clinic.Due(&s.state)
		if visit := s.clinic.DueVisit(&s.state); due.IsZero() || !visit.IsZero() && visit.Before(due) {
			due = visit
		}
		if s.over || s.place == 0 || due.IsZero() || due.After(until) {
			return
		}
		s.now = due
		s.open()
		if _, err := s.follow(conversation.Idle{}); err != nil {
			return // a reminder asks nobody
		}
	}
}

// open begins a turn of the telling.
func (s *scene) open() {
	s.told.turns = append(s.told.turns, told{turn: s.recorded.Turns[s.place].Turn})
}

func (s *scene) turn(turn history.Entry) {
	s.open()
	messages := make([]decide.Message, 0, len(turn.Heard))
	for _, heard := range turn.Heard {
		kind := strings.ToUpper(heard.Type)
		if kind == "" {
			kind = "TEXT"
		}
		messages = append(messages, decide.Message{Type: kind, Text: s.people.reveal(heard.Text), At: heard.At, Spoken: heard.Spoken})
	}
	if alarm := alarmOf(turn); alarm != "" {
		messages[0].Type, messages[0].Text = "TEXT", alarm
	}
	dialogue := s.driver.Start(decide.Turn{Now: s.now.In(s.clinic.Location), Messages: messages})
	if err := s.converse(dialogue); err != nil { // what package session does with an uncontrolled error
		s.note(err.Error())
		for _, effect := range conversation.Fail(s.clinic, &s.state, s.now).Effects {
			_, _ = s.perform(effect) // words and a hand-over: none of it can fail
		}
	}
	s.note("asks " + string(s.state.Asked))
	s.told.turns[len(s.told.turns)-1].choices = s.choices()
}

// alarmOf is a text that raises the alarm of a recorded turn, whose own words may be masked; "" for none.
func alarmOf(turn history.Entry) string {
	text := ""
	for _, said := range turn.Said {
		switch {
		case said.Kind == "transfer" && said.Text == emergency.ReasonEmergency && text == "":
			text = "estou com uma dor muito forte no peito agora"
		case slices.Contains(said.From, wording.Source(wording.TransferDespair)):
			text = "quero me matar"
		}
	}
	return text
}

// errEndless: neither files nor words may lead to a turn without an end.
var errEndless = errors.New("the turn does not come to an end")

func (s *scene) converse(dialogue decide.Dialogue) error {
	var refused *conversation.Refusal
	for range maxRounds {
		event, err := dialogue.Next(context.Background(), &s.state, refused)
		if err != nil {
			return errors.New("the driver failed")
		}
		if move, ok := event.(conversation.Move); ok {
			s.note(move.Tool())
		}
		result, err := s.follow(event)
		if err != nil || result.Done {
			return err
		}
		refused = result.Refusal
	}
	return errEndless
}

// errAPI: the scheduling API failed then, and does so now.
var errAPI = errors.New("the scheduling API failed")

// follow feeds an event to the conversation, and the results of what follows from it.
func (s *scene) follow(event conversation.Event) (conversation.Result, error) {
	for range maxRounds {
		result := conversation.Step(s.clinic, &s.state, s.now, event)
		if result.Refusal != nil {
			s.note("refused " + string(result.Refusal.Reason))
		}
		event = nil
		for _, effect := range result.Effects {
			answer, err := s.perform(effect)
			if err != nil {
				return result, err
			}
			if answer != nil {
				event = answer
			}
		}
		if event == nil {
			return result, nil
		}
	}
	return conversation.Result{}, errEndless
}

// perform does what the conversation decided, in the invented world.
func (s *scene) perform(effect conversation.Effect) (conversation.Event, error) {
	switch e := effect.(type) {
	case conversation.FindSlots:
		return s.findSlots(e)
	case conversation.FindPatient:
		return s.memory.findPatient(e.CPF)
	case conversation.RegisterPatient:
		return s.memory.register(e.Identity.CPF)
	case conversation.MakeAppointment:
		s.book(e)
		event := s.memory.book()
		s.note(fmt.Sprintf("A4 %T", event))
		return event, nil
	case conversation.EnterLine:
		return conversation.Entered{Room: e.Agendas}, nil
	case conversation.Say:
		s.say(e.Text)
	case conversation.HandOver:
		s.told.end.Reasons = append(s.told.end.Reasons, e.Reason)
		s.over = true
		s.finish(conversation.OutcomeTransferred) // which the engine counts when the gateway confirmed it
	case conversation.Reached:
		s.told.end.Stage = further(s.told.end.Stage, string(e.Stage))
	case conversation.Ended:
		s.finish(e.Outcome)
	default: // tags and counts are no part of what a patient lives
	}
	return nil, nil
}

func (s *scene) findSlots(e conversation.FindSlots) (conversation.Event, error) {
	slots, err := s.memory.findSlots(s.place, e, s.now.In(s.clinic.Location))
	if err != nil {
		return nil, err
	}
	s.note(fmt.Sprintf("A1 any=%t", len(slots) > 0))
	return conversation.SlotsFound{Slots: slots}, nil
}

// finish counts an outcome.
func (s *scene) finish(outcome conversation.Outcome) {
	s.note("ends " + string(outcome))
	s.told.end.Outcomes = append(s.told.end.Outcomes, string(outcome))
	s.told.end.Turn = s.recorded.Turns[s.place].Turn
}

// note adds to what happened in the turn.
func (s *scene) note(what string) {
	turn := &s.told.turns[len(s.told.turns)-1]
	turn.moves = append(turn.moves, what)
}

// say splits a text as it is sent (S-C-10).
func (s *scene) say(text string) {
	turn := &s.told.turns[len(s.told.turns)-1]
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			turn.said = append(turn.said, part)
		}
	}
}

// stages in the order of the funnel.
var stages = []conversation.Stage{
	conversation.Started, conversation.Wished, conversation.Identified, conversation.Offered, conversation.Chosen, conversation.PatientOK, conversation.BookedOK,
}

// further is the later of two stages.
func further(a, b string) string {
	if slices.Index(stages, conversation.Stage(b)) > slices.Index(stages, conversation.Stage(a)) {
		return b
	}
	return a
}
