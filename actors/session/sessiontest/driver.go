package sessiontest

import (
	"context"
	"errors"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
)

// zone is São Paulo without its data base.
var zone = time.FixedZone("BRT", -3*3600)

// What the driver of this package understands; every other text is echoed.
const (
	Book   = "agendar"  // the whole booking in one turn
	Offer  = "horários" // as far as an offer: from then on the patient is in the middle of a booking
	Person = "pessoa"
	GiveUp = "desisto"
	Panic  = "pânico"
	Error  = "erro"
	Silent = "silêncio"
	Ask    = "pergunta" // a question back, which stays open
	Comes  = "venho"    // the answer to the question about an appointment
	Stop   = "chega"    // no more of these
)

// Question is the question that Ask leads to.
const Question = "Qual é o convênio?"

// Driver proposes moves by the words above, all messages of a turn in order.
type Driver struct {
	// OnTurn, if set, sees every turn first.
	OnTurn func(decide.Turn)
}

// Start implements decide.Driver.
func (d Driver) Start(turn decide.Turn) decide.Dialogue {
	if d.OnTurn != nil {
		d.OnTurn(turn)
	}
	play := &dialogue{}
	var echo []string
	for _, m := range turn.Messages {
		switch m.Text {
		case Book:
			play.events = append(play.events, search,
				conversation.Choose{Number: 1},
				conversation.Identify{Identity: conversation.Identity{Name: "Maria Silva", CPF: "52998224725", BirthDate: "1985-03-12"}},
				conversation.Confirm{Agreed: true})
		case Offer:
			play.events = append(play.events, search)
			echo = append(echo, m.Type+":"+m.Text)
		case Person:
			play.events = append(play.events, conversation.Transfer{Reason: "pedido"})
		case Comes:
			play.events = append(play.events, conversation.Attend{Answer: conversation.Comes, Heard: m.At})
		case Stop:
			play.events = append(play.events, conversation.Attend{Answer: conversation.AskNoMore, Heard: m.At})
		case GiveUp:
			play.events = append(play.events, conversation.Close{})
		case Panic, Error:
			play.fault = m.Text
		case Silent:
		case Ask:
			play.asks, play.heard = conversation.AskPlan, m.At
			echo = append(echo, Question)
		default:
			echo = append(echo, m.Type+":"+m.Text)
		}
	}
	play.text = strings.Join(echo, "|")
	if len(turn.Messages) == 0 {
		play.text = "continuando"
	}
	return play
}

// search is for everything that the clinic of this package has.
var search = conversation.Search{Request: conversation.Request{SpecialtyID: 7, AgendaID: 101, ProcedureID: 501, PlanID: 2}}

type dialogue struct {
	events []conversation.Event
	text   string
	fault  string
	asks   conversation.Question
	heard  time.Time
}

// Next implements decide.Dialogue.
func (d *dialogue) Next(_ context.Context, s *conversation.State, _ *conversation.Refusal) (conversation.Event, error) {
	switch {
	case d.fault == Panic:
		panic("52998224725") // a value that must not be seen anywhere
	case d.fault == Error:
		return nil, errors.New("52998224725")
	case len(d.events) > 0:
		event := d.events[0]
		d.events = d.events[1:]
		if _, books := event.(conversation.Confirm); books {
			ReadBack(s)
		}
		return event, nil
	}
	return conversation.Reply{Text: d.text, Asks: d.asks, Heard: d.heard}, nil
}

// ReadBack makes of a state one in which all that would be booked was read back in the turn before, so that a test books
// in one turn.  While the answer of an A4 is awaited it changes nothing.
func ReadBack(s *conversation.State) {
	if s.Choice != nil && s.Pending == nil && s.Closed == "" {
		conversation.Step(Catalogue(), s, s.OfferedAt, conversation.Reply{Asks: conversation.AskConfirm})
	}
}

// Text is a message of a patient whose phone is known.
func Text(text string) journal.PatientMessage {
	return journal.PatientMessage{Kind: "TEXT", Text: text, From: "5511999990000", To: "551133330000"}
}

// Body is such a message as the body of a row.
func Body(text string) []byte {
	m := Text(text)
	return m.Encode()
}
