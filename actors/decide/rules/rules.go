// Package rules is the embedded agent: it holds a whole booking conversation without a network and
// without a model.  It reads each message with package understand in the light of the question that
// was asked, proposes the moves that follow from it, and asks for the next thing that is missing.
//
// Emergencies it does not know: package emergency stands before it.
//
// It decides nothing that matters by itself: every move is checked by conversation.Step, and the
// confirmation of a booking is spoken there, not here.
package rules

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Driver is the rules agent of one clinic.  It is stateless and safe for concurrent use.
type Driver struct {
	clinic *conversation.Clinic
	tables *tables
}

// New returns the rules agent for a clinic.
func New(clinic *conversation.Clinic) *Driver {
	return &Driver{clinic: clinic, tables: &tables{message: order(), ends: endings(), booked: bookedRules(), another: slices.Concat(answerRules(), otherRules())}}
}

// Prepare compiles all phrases and learns from the files of examples, all at once, some 0.7 s of a processor, but for what few
// messages need.  Without it each is learned when a message first needs it, in 0.4 s at most: most talks need less than half of
// them, and most processes of a test none.
var Prepare = sync.OnceFunc(func() {
	var learning sync.WaitGroup
	for _, examples := range []func() *language.Examples{questions, purposes, afterwards, readBackAnswers, yesAnswers, offerAnswers, kin} {
		learning.Go(func() { examples() })
	}
	language.Prepare()
	learning.Wait()
})

// Start begins the answer to one turn.
func (d *Driver) Start(turn decide.Turn) decide.Dialogue { return d.dialogue(turn) }

func (d *Driver) dialogue(turn decide.Turn) *dialogue {
	return &dialogue{clinic: d.clinic, tables: d.tables, turn: turn}
}

// dialogue answers one turn: it reads the messages one by one, each in the state that the moves of
// the one before it led to, and then replies once.
type dialogue struct {
	clinic *conversation.Clinic
	tables *tables
	turn   decide.Turn

	read  int                 // messages read so far
	moves []conversation.Move // to be proposed, in order
	begun bool
	// before is the state of before this turn; newest the last message of the turn.
	before conversation.State
	newest *decide.Message
	shown  []conversation.Slot // the offer that the patient saw before this turn
	kept   []conversation.Next // in this turn, to be booked afterwards
	// notes are sentences that come before the question.
	notes []wording.Words
	// recap stands before everything else when the patient comes back after a while.
	recap wording.Words
	// learned is set when the turn gave the conversation anything to go on with.
	learned bool
	// rejected is set when what was asked for came, but cannot be right.
	rejected bool
	// unanswered is set when something was asked that only a person can answer.
	unanswered bool
	// noAnswerDue is set when what came could not have been an answer: a reaction, a file; askedUnknown when it was a
	// question that has no answer here.
	noAnswerDue, askedUnknown bool
	// sameReply is set when the reply would have been the one before.
	sameReply bool
	// restated is set when the patient said again what is wanted.
	restated bool
	// sameTimes is set when what was wished for led to the times that were shown before.
	sameTimes bool
	// told is set when a note was made that says more than that there is no answer.
	told bool
	// toldMissing is set when a note says that the clinic does not have what was wished for.
	toldMissing bool
	// whether is set when it was asked if there is an appointment while there was none.
	whether bool
	// answeredAside is set when something else was answered and the open question comes back.
	answeredAside bool
	// wantsRepeat is set when the patient wants to read the same again.
	wantsRepeat bool
	// remarked is set when the turn asked for nothing and gave nothing, and was understood.
	remarked bool
	// asksWorks is set when it was asked whether the doctor works at some hours at all.
	asksWorks bool
	// regretted is set when the turn says that we are sorry.
	regretted bool
	// toldPlan is set when it was answered that the clinic takes a plan.
	toldPlan bool
	// offersPerson is set when the reply offers to go on to a patient who wants a person.
	offersPerson bool
	// leaving is set when an earlier message of the turn says goodbye, which a later one may take back.
	leaving bool
	// toldForeign is the language in which it was said that Portuguese is spoken here.
	toldForeign string
	// paused is set while the reply only lets the patient fetch something.
	paused bool
	// needed is set when a pronoun said who the patient is, who is more than told of then.
	needed bool
	// inARow is set when several times are wanted, one behind the other.
	inARow bool
	// sendsLater is set when the patient says that something that was asked for comes later.
	sendsLater bool
	// held is set while the patient wants to think about it.
	held bool
	// afterwards is what was said that is read once an appointment is made.
	afterwards string
	// spoken is who besides the patient of the booking before was asked about, and for what.
	spoken conversation.Spoken
	// renewed is set once an old offer was looked up again.
	renewed bool
	// given and wished are what was proposed of the patient and of the appointment in this turn.
	given  conversation.Identity
	wished conversation.Request
	// settled is set when the turn said yes or no to what was asked.
	settled bool
	// doubts are what the turn speaks against, and did not put right.
	doubts []conversation.Question
	// literal says that a message is for what its words say, and not for what it is likely for: for the second reader
	// beside a language model, which tells that better.
	literal bool
	// objected is set when a message objects to something, agreed when it says yes to what was read back.
	objected, agreed bool
	// beside is what was said with the yes that the turn books by, besideIs what that is, as in beside.examples.
	beside, besideIs string
	// ofRelative is set while a message is read of which a relative's name was left out: the data beside it are theirs.
	ofRelative bool
	// kinNames are names of the turn's messages that a doctor has, too, and that are relatives'.
	kinNames []string
	// maybe is set when what stands beside such a yes may make it none after all.
	maybe bool
	// readsBeside is set once what waited for an appointment is read.
	readsBeside bool
	// known is set when nothing was said but what is known.
	known bool
	// answered is set once an earlier message of this turn led to a move: the open question of
	// before is no longer what a bare number answers.
	answered bool
	// recorded is set once a fact about the patient was proposed.
	recorded bool
	// searched is set once a Search was proposed.
	searched bool
	// chose is set once a slot was chosen.
	chose bool
	// tookUp is set once something was taken up whose hour had been said.
	tookUp bool
	// tookReturning is set once the patient said which of those who are known by the phone it is for, isStranger once it was said
	// that the writer is none of them.
	tookReturning, isStranger bool
	// confirmed is set once Confirm was proposed: at most one booking attempt a turn.
	confirmed bool
	// ask replaces the question that follows from the state.
	ask *question

	// firedRules are the rules that did anything, see decide.Account.
	firedRules []string
	// parsedTexts are the texts that were looked at, latest is the reading that was made last in the present state.
	parsedTexts []*parsed
	latest      *reading
}

var _ decide.Driver = (*Driver)(nil)

// Next implements decide.Dialogue.
func (d *dialogue) Next(ctx context.Context, s *conversation.State, refused *conversation.Refusal) (conversation.Event, error) {
	d.latest = nil // the state is another one now
	if !d.begun && len(d.turn.Messages) > 0 {
		d.withoutEchoes(s)
		d.before = *s
	}
	if s.Pending != nil {
		return d.pending(s), nil
	}
	if !d.begun {
		d.begun = true
		if d.before.Asked == conversation.AskSlot {
			d.shown = slices.Clone(s.Offer)
		}
		d.noteRelatives()
		d.gather(s)
		d.noteReturn(s)
	}
	if refused != nil {
		d.explain(s, *refused)
	}
	if s.Closed == conversation.OutcomeBooked && !d.readsBeside {
		d.readsBeside = true
		d.readBeside(s.Beside)
	}
	for len(d.moves) == 0 && d.read < len(d.turn.Messages) {
		d.answered = d.searched || d.chose || d.recorded
		d.read++
		d.message(s, d.part(s))
		d.postponeClose()
	}
	if d.leaving && len(d.moves) == 0 {
		d.leaving = false
		d.propose(conversation.Close{})
	}
	if len(d.moves) > 0 {
		move := d.moves[0]
		d.moves = d.moves[1:]
		return move, nil
	}
	if move := d.followUp(s); move != nil {
		return move, nil
	}
	if d.beside != "" && !d.confirmed { // nothing is booked by that yes after all
		d.readBeside(d.beside)
		d.beside = ""
		return d.Next(ctx, s, nil)
	}
	return d.reply(s), nil
}

// followUp proposes what the state is ready for without another word of the patient.
func (d *dialogue) followUp(s *conversation.State) conversation.Move {
	switch {
	case s.Closed != "":
		return nil
	case len(s.Offer) > 0 && s.Ready() && s.Stale(d.turn.Now) && !d.renewed:
		d.renewed = true
		return conversation.Search{Renew: true}
	case s.Choice != nil:
		return d.bookChoice(s)
	case d.foundExactly(s):
		d.chose = true
		return conversation.Choose{Number: 1}
	case s.Request.SpecialtyID == 0 && len(d.clinic.Specialties) == 1 && d.ask == nil && d.before.Asked != conversation.AskNothing:
		// Nothing to ask about.  Whoever only greets is greeted, whether the clinic's system answers or not.
		return conversation.Search{Unsure: d.doubts}
	case s.Ready() && !s.Searched:
		return conversation.Search{}
	default:
		return nil
	}
}

// foundExactly reports that the one time that was wished for is free and all else is known, or is said where it was asked
// whether that time will do: it is read back, and need not be proposed before.
func (d *dialogue) foundExactly(s *conversation.State) bool {
	denied := d.newest != nil && d.facts(d.newest.Text).Intent == understand.Deny
	now := d.searched || d.recorded && !d.unanswered && !denied
	only := len(s.Offer) == 1 && s.Found == conversation.FoundWished && now
	return only && (s.Identified() || d.tookUp) && d.ask == nil && !d.chose
}

// bookChoice proposes to book the time that is chosen, once nothing is open, or to take it back.
func (d *dialogue) bookChoice(s *conversation.State) conversation.Move {
	switch {
	case d.ask != nil && d.ask.asks == conversation.AskSlot:
		return conversation.Choose{} // another one is asked for
	case d.paysBesidePlan(s):
		d.askWhoPays(s)
		return nil
	case d.ask != nil || d.reopened(s) || !s.Identified(): // asked first
		return nil
	case d.confirmed, !d.agreed: // it is read back first
		return nil
	case s.Held && !d.toldToBook(s): // "tá bom" may be to "sem pressa"
		d.askWhetherSure(s)
		return nil
	default:
		d.confirmed = true
		return conversation.Confirm{Agreed: true, Beside: d.allBeside(s)}
	}
}

func (d *dialogue) propose(move conversation.Move) {
	switch m := move.(type) {
	case conversation.Search:
		d.searched = true
		d.wished = conversation.Request{
			SpecialtyID: cmp.Or(m.SpecialtyID, d.wished.SpecialtyID), AgendaID: cmp.Or(m.AgendaID, d.wished.AgendaID),
			ProcedureID: cmp.Or(m.ProcedureID, d.wished.ProcedureID), PlanID: cmp.Or(m.PlanID, d.wished.PlanID),
		}
		m.Unsure = d.unsure(m)
		move = m
	case conversation.TakeUp:
		d.searched, d.tookUp = true, len(d.before.Next) > 0 && len(d.before.Next[0].When().Times) > 0
	case conversation.Choose:
		d.chose = true
	case conversation.SamePatient:
		d.recorded, d.tookReturning = true, d.tookReturning || m.Number > 0
	case conversation.Identify:
		m = d.ofAnother(m)
		move = m
		d.recorded = true
		d.given = conversation.Identity{
			Name: cmp.Or(m.Name, d.given.Name), CPF: cmp.Or(m.CPF, d.given.CPF), BirthDate: cmp.Or(m.BirthDate, d.given.BirthDate),
		}
	}
	d.moves = append(d.moves, move)
	d.learned = true
}

func (d *dialogue) note(words wording.Words) {
	d.addNote(words)
	d.learned, d.told = true, true
}

// addNote keeps a note that was not made yet.
func (d *dialogue) addNote(words wording.Words) {
	if !slices.ContainsFunc(d.notes, func(n wording.Words) bool { return n.Text == words.Text }) {
		d.notes = append(d.notes, words)
	}
}

// explain turns a refusal into the sentence that helps the patient; most need none, because the
// next question asks for what is missing.
func (d *dialogue) explain(s *conversation.State, r conversation.Refusal) {
	switch r.Reason {
	case conversation.ReasonNotOffered:
		if len(s.Offer) > 1 { // else no list was shown
			d.chose = false
			d.sayUnanswered(d.variant(wording.NumberUnknown, s.Excuses))
		}
	case conversation.ReasonBadIdentity:
		for _, q := range r.Missing {
			if q != conversation.AskName || s.Asked == conversation.AskName { // "é pra minha esposa Helena" was no answer
				d.askDataAgain(q)
			}
		}
	case conversation.ReasonNotAgreed: // to what it is now
		d.askInstead(question{text: d.readBackText(s, 0), asks: conversation.AskConfirm})
	case conversation.ReasonOtherRecord:
		d.ask, d.learned = &question{text: d.about(s, wording.Recheck), asks: conversation.AskName}, true
	default:
	}
}

// now is the reference time in the clinic's time zone.
func (d *dialogue) now() time.Time { return d.turn.Now.In(d.clinic.Location) }

// Account implements decide.Accountant.
func (d *dialogue) Account() decide.Account {
	return decide.Account{Agent: "rules", Rules: d.firedRules}
}
