package emergency

import (
	"context"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
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
	return func(text string) bool { return w.judge(text, read(text)) != nothing }
}

// watch is stateless and safe for concurrent use if its driver is.
type watch struct {
	driver decide.Driver
	clinic *conversation.Clinic
	texts  *wording.Texts
}

// Start begins the answer to one turn.
func (w *watch) Start(turn decide.Turn) decide.Dialogue {
	verdict, all := w.worst(turn.Messages)
	if verdict != nothing {
		return w.alert(turn, verdict)
	}
	dialogue := w.driver.Start(turn)
	if len(all.signs) == 0 {
		return dialogue
	}
	return &remembering{Dialogue: dialogue, watch: w, turn: turn, all: all, ailing: all.kept()}
}

// alert is the answer to an emergency.
func (w *watch) alert(turn decide.Turn, verdict kind) alert {
	id, who := wording.TransferEmergency, wording.EmergencyCalling
	if verdict == despair {
		id = wording.TransferDespair
	}
	if w.clinic != nil && w.clinic.Away(turn.Now) {
		who = wording.EmergencyAway
	}
	return alert{wording.Join(" ", w.texts.Words(id, 0), w.texts.Words(who, 0))}
}

// remembering is the dialogue of a turn with signs that alone are no emergency: together with what was told earlier in the
// conversation they may be ("tô grávida", and two messages later "começou a sangrar"), and what they tell is kept.
type remembering struct {
	decide.Dialogue
	watch  *watch
	turn   decide.Turn
	all    *reading
	ailing []string
	begun  bool
}

// Next implements decide.Dialogue.
func (d *remembering) Next(ctx context.Context, s *conversation.State, refused *conversation.Refusal) (conversation.Event, error) {
	if !d.begun {
		d.begun = true
		if verdict := d.all.judge(groupsOf(s.Ailing)); verdict == emergency {
			d.Dialogue = d.watch.alert(d.turn, verdict)
		}
	}
	event, err := d.Dialogue.Next(ctx, s, refused)
	if reply, ok := event.(conversation.Reply); ok {
		reply.Ailing = d.ailing
		return reply, err
	}
	return event, err
}

// Account implements decide.Accountant where the driver does.
func (d *remembering) Account() decide.Account { return decide.AccountOf(d.Dialogue) }

// groupsOf are the groups of signs by their names; those of another release that has them no more are left out.
func groupsOf(names []string) (groups []language.Group) {
	for _, name := range names {
		if g := rules.book.Group(name); g != language.None {
			groups = append(groups, g)
		}
	}
	return groups
}

// worst judges the messages of a burst one by one and as one, because people part sentences: "meu pai", "desmaiou agora".
// The reading is that of all as one.
func (w *watch) worst(messages []decide.Message) (kind, *reading) {
	if len(messages) == 1 {
		all := read(messages[0].Whole())
		return w.judge(messages[0].Whole(), all), all
	}
	var verdict kind
	texts := make([]string, 0, len(messages))
	for _, m := range messages {
		verdict = max(verdict, w.judge(m.Whole(), read(m.Whole())))
		texts = append(texts, m.Whole())
	}
	whole := strings.Join(texts, " ")
	all := read(whole)
	return max(verdict, w.judge(whole, all)), all
}

// judge knows the doctors of the clinic by their names.
func (w *watch) judge(text string, r *reading) kind {
	verdict := r.judge(nil)
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
