package rules

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
	"atende/actors/wording"
)

// words of which random patients make their messages.
var words = strings.Fields(`oi quero marcar consulta com a o dra dr ana bruno souza paula cardiologista unimed particular não
	sim 1 2 5 20 21 às 8 14h quinta sexta segunda amanhã hoje dia 26/11 de manhã tarde nenhum outro mais menos primeiro último
	maria silva 52998224725 529.982.247-24 12/03/1985 meu filho minha mãe é atendente cancelar remarcar desisto obrigado errei
	já volto quanto custa ? , . 😀 eletro plano pra mim prefiro mudei lista onde fica posso tomar estacionar quarta nome dela
	3 mesma doutora privacidade xyz blá !AUDIO`)

// Whatever is written in whatever order: a turn ends, nothing panics, a slot is booked only for a
// complete patient, and only what was offered; where a time was chosen in the turn that books, only a
// bare choice or a yes did it; nobody but the clinic's own texts speaks of an appointment; and what was not
// understood is never asked again in the words of the reply before.
func TestAnyConversation(t *testing.T) {
	clinic := storyClinic("answers\nreception\npatience")
	driver := New(clinic)
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 11, 23, 9, 0, 0, 0, brasilia)
		s := &conversation.State{}
		offered := map[conversation.Slot]bool{}
		lastReply = ""
		if rapid.Bool().Draw(t, "all known") { // only the choice is missing
			first := decide.Message{Type: "TEXT", Text: "consulta dra ana souza, unimed, Maria Silva, 52998224725, 12/03/1985"}
			answerAnything(t, driver, clinic, s, decide.Turn{Now: now, Messages: []decide.Message{first}}, offered)
		}
		for range rapid.IntRange(1, 15).Draw(t, "turns") {
			var burst []decide.Message
			for range rapid.IntRange(1, 2).Draw(t, "messages") {
				text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 7).Draw(t, "words"), " ")
				burst = append(burst, message(text))
			}
			if rapid.IntRange(0, 9).Draw(t, "pause") == 0 {
				now = now.Add(time.Duration(rapid.IntRange(1, 30).Draw(t, "hours")) * time.Hour)
				conversation.Step(clinic, s, now, conversation.Idle{})
				lastReply = "" // something else was said since, or hours ago
			}
			if slices.ContainsFunc(burst, func(m decide.Message) bool { return (&dialogue{}).said(m.Text, say.AsksList) }) {
				lastReply = "" // wanted again
			}
			if s.Pending != nil && rapid.Bool().Draw(t, "answered") {
				settleAnyhow(t, driver, clinic, s, now, offered)
			}
			unchosen, booked := s.Choice == nil && s.Closed == "", s.Bookings
			answerAnything(t, driver, clinic, s, decide.Turn{Now: now, Messages: burst}, offered)
			if unchosen && s.Bookings > booked && !slices.ContainsFunc(burst, chooses) {
				t.Fatalf("booked by %+v", burst)
			}
		}
	})
}

func isBare(text string) bool { return (&parsed{text: text}).bare() }

func chooses(m decide.Message) bool {
	asked := (&dialogue{clinic: storyClinic("answers")}).inquire(&conversation.State{}, m.Text)
	yes := func(text string) bool { return understand.Read(text, time.Time{}).Intent == understand.Confirm }
	return isBare(m.Text) || yes(m.Text) || asked.asks() && (isBare(asked.rest) || yes(asked.rest))
}

func answerAnything(t *rapid.T, driver *Driver, clinic *conversation.Clinic, s *conversation.State, turn decide.Turn, offered map[conversation.Slot]bool) {
	goOn(t, driver, clinic, s, turn, nil, offered)
}

// settleAnyhow ends the wait for an appointment as the engine does: without messages.
func settleAnyhow(t *rapid.T, driver *Driver, clinic *conversation.Clinic, s *conversation.State, now time.Time, offered map[conversation.Slot]bool) {
	first := rapid.SampledFrom([]conversation.Event{
		conversation.AppointmentMade{Description: "d", Preparation: "p"},
		conversation.AppointmentRefused{}, conversation.AppointmentUncertain{}, conversation.AppointmentDropped{},
	}).Draw(t, "answer")
	goOn(t, driver, clinic, s, decide.Turn{Now: now}, first, offered)
	if s.Pending != nil {
		t.Fatal("still pending after the answer")
	}
}

// claims are words that say or imply an appointment.
var claims = regexp.MustCompile(`(?i)agendad|marcad|confirmad|reservad`)

func goOn(t *rapid.T, driver *Driver, clinic *conversation.Clinic, s *conversation.State, turn decide.Turn, event conversation.Event, offered map[conversation.Slot]bool) {
	dialogue, booked := driver.Start(turn), s.Bookings
	var refused *conversation.Refusal
	for range 24 {
		var err error
		if event == nil {
			event, err = dialogue.Next(context.Background(), s, refused)
		}
		if err != nil {
			t.Fatal(err)
		}
		for event != nil {
			res := conversation.Step(clinic, s, turn.Now, event)
			asked := event
			event = nil
			for _, slot := range s.Offer {
				offered[slot] = true
			}
			if reply, ok := asked.(conversation.Reply); ok {
				checkWords(t, reply)
				if reply.Text == "" && s.Closed == conversation.OutcomeBooked && s.Bookings == booked && len(turn.Messages) > 0 {
					t.Fatalf("no word to %+v", turn.Messages)
				}
				checkList(t, s, reply)
			} else if res.Done {
				lastReply = "" // other words ended the turn
			}
			for _, effect := range res.Effects {
				event = anyResult(t, effect, s, offered)
				if say, ok := effect.(conversation.Say); ok && s.Booked == nil && !strings.HasPrefix(say.Text, clinic.Texts.Text(wording.TransferExisting)) && claims.MatchString(say.Text) {
					t.Fatalf("%q without an appointment", say.Text)
				}
			}
			if res.Done {
				return
			}
			refused = res.Refusal
		}
	}
	t.Fatal("the turn does not end")
}

// lastReply is the reply before, of the conversation that is being held.
var lastReply string

// checkWords compares a reply with the one before.
func checkWords(t *rapid.T, reply conversation.Reply) {
	if reply.Text != "" && reply.Text == lastReply && reply.Asks != conversation.AskNothing {
		t.Fatalf("twice in a row: %q", reply.Text)
	}
	if reply.Misunderstood && reply.Asks != conversation.AskConfirm { // what is read back is said in full
		for sentence := range sentencesOf(reply.Text) {
			if sentencesOf(lastReply)[sentence] && !answersSay(sentence) {
				t.Fatalf("%q was in the reply before:\n%s\n--\n%s", sentence, lastReply, reply.Text)
			}
		}
	}
	lastReply = reply.Text
}

// answersSay reports a sentence of the clinic's own answers: whoever asks twice is answered twice.
func answersSay(sentence string) bool {
	return slices.ContainsFunc(storyClinic("answers").Answers, func(a conversation.Answer) bool { return strings.Contains(a.Text, sentence) })
}

// lastList is the list that was read last, of the conversation that is being held.
var lastList []conversation.Slot

// checkList wants a number to mean the list that was read last, and no choice beside the question for one.
func checkList(t *rapid.T, s *conversation.State, reply conversation.Reply) {
	if reply.Lists {
		lastList = slices.Clone(s.Offer)
		for _, slot := range s.Offer {
			if !strings.Contains(reply.Text, slot.Hour) {
				t.Fatalf("%v is not on the list:\n%s", slot, reply.Text)
			}
		}
	}
	if reply.Asks == conversation.AskSlot && (!slices.Equal(lastList, s.Offer) || s.Choice != nil) {
		t.Fatalf("asked to choose from %v, with %v chosen; read was %v:\n%s", s.Offer, s.Choice, lastList, reply.Text)
	}
}

// sentencesOf are the sentences of a reply but for its lists.
func sentencesOf(text string) map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "*") {
			continue
		}
		line = titles.Replace(line)
		for _, sentence := range regexp.MustCompile(`[.?!:] |$`).Split(strings.TrimRight(strings.TrimSpace(line), ".?!:"), -1) { // "Sem problema" weighs the same anywhere
			if len(sentence) > 12 && !strings.HasPrefix(sentence, "Responda ") && sentence != "Pode ser pelo *número*" { // how to answer
				found[sentence] = true
			}
		}
	}
	return found
}

// titles take the full stop of a title away, which ends no sentence.
var titles = strings.NewReplacer("Dr. ", "Dr ", "Dra. ", "Dra ")

// anyResult answers an effect like a clinic that has some times and refuses some bookings.
func anyResult(t *rapid.T, effect conversation.Effect, s *conversation.State, offered map[conversation.Slot]bool) conversation.Event {
	switch e := effect.(type) {
	case conversation.FindSlots:
		var slots []conversation.Slot
		for _, date := range []string{"2026-11-23", "2026-11-26", "2026-11-27"} {
			for _, hour := range []string{"08:00", "10:00", "14:00"} {
				if rapid.IntRange(0, 3).Draw(t, "free") > 0 {
					slots = append(slots, conversation.Slot{AgendaID: e.Agendas[len(slots)%len(e.Agendas)], Date: date, Hour: hour})
				}
			}
		}
		return conversation.SlotsFound{Slots: slots}
	case conversation.FindPatient:
		return conversation.PatientFound{ID: 7}
	case conversation.MakeAppointment:
		if !offered[e.Slot] || !s.Patient.Complete() || e.CPF != s.Patient.CPF {
			t.Fatalf("A4 with %+v", e)
		}
		return rapid.SampledFrom([]conversation.Event{
			conversation.AppointmentMade{Description: "d", Preparation: "p"},
			conversation.AppointmentRefused{}, conversation.AppointmentPending{},
		}).Draw(t, "booking")
	}
	return nil
}
