package emergency

import (
	"context"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/wording"
)

// ReasonEmergency is the reason of the hand-over, for the log and for the person who takes over.
const ReasonEmergency = "emergencia"

// New wraps a driver: when a message of the turn is a red flag, the turn's only move is a
// conversation.Transfer with the number of the ambulance, or of the CVV for a patient in despair,
// before the driver sees anything; every other turn is the driver's.  Where the
// clinic has a doctor of that name, the word "socorro" alone is none unless it is shouted.
func New(driver decide.Driver, clinic *conversation.Clinic) decide.Driver {
	texts := wording.Default()
	if clinic != nil {
		texts = clinic.Texts
	}
	return &watch{driver: driver, clinic: clinic, texts: texts}
}

// Alarm reports what the driver of New takes for a red flag: RedFlag, but for the doctors of a clinic (nil: none).
func Alarm(clinic *conversation.Clinic) func(text string) bool {
	w := &watch{clinic: clinic}
	return func(text string) bool { return w.judge(text) != nothing }
}

// watch is stateless and safe for concurrent use if its driver is.
type watch struct {
	driver decide.Driver
	clinic *conversation.Clinic
	texts  *wording.Texts
}

// Start begins the answer to one turn.
func (w *watch) Start(turn decide.Turn) decide.Dialogue {
	id := wording.TransferEmergency
	switch w.worst(turn.Messages) {
	case emergency:
	case despair:
		id = wording.TransferDespair
	default:
		return w.driver.Start(turn)
	}
	who := wording.EmergencyCalling
	if w.clinic != nil && w.clinic.Away(turn.Now) {
		who = wording.EmergencyAway
	}
	return alert{wording.Join(" ", w.texts.Words(id, 0), w.texts.Words(who, 0))}
}

// worst judges the messages of a burst one by one and as one, because people part sentences: "meu
// pai", "desmaiou agora".
func (w *watch) worst(messages []decide.Message) kind {
	if len(messages) == 1 {
		return w.judge(messages[0].Whole())
	}
	var verdict kind
	texts := make([]string, 0, len(messages))
	for _, m := range messages {
		verdict = max(verdict, w.judge(m.Whole()))
		texts = append(texts, m.Whole())
	}
	return max(verdict, w.judge(strings.Join(texts, " ")))
}

// judge knows the doctors of the clinic by their names.
func (w *watch) judge(text string) kind {
	verdict := read(text).judge()
	if verdict != name {
		return verdict
	}
	shouted := strings.Contains(text, "!") || strings.Contains(text, "SOCORRO")
	if !shouted && w.clinic != nil && w.clinic.CallsDoctor(text) {
		return nothing
	}
	return emergency
}

// alert is a dialogue of one move.
type alert struct{ words wording.Words }

// Next implements decide.Dialogue.
func (a alert) Next(context.Context, *conversation.State, *conversation.Refusal) (conversation.Event, error) {
	return conversation.Transfer{Reason: ReasonEmergency, Text: a.words.Text, From: a.words.From}, nil
}
