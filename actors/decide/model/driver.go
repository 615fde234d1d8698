// Package model lets a language model lead a conversation.  It proposes the same moves as the rules agent, as
// tools, and every one is checked like a request from a stranger:
//
//	lines      what the patient sent becomes lines of text in which nothing identifies anybody
//	prompt     instructions, catalogue and situation, and the words so far
//	tools      what the model may call; arguments become moves, names become ids of the catalogue
//	crosscheck whether the patient's own words bear out what is put down, as a second reader hears them
//	facts      what an outgoing text may claim; package grounding judges it
//	ground     placeholders of a text are filled with the code's words; what is refused is said to the model once
//	takeover   when the model fails, is slow, or makes no sense, the rules agent goes on in the same turn
//
// What the model cannot do: book what was not offered, or what the patient's words do not bear out and was not
// read back; or leave a patient without an answer.  Of what it says itself only words go out that
// package grounding knows; that it sees no CPF, phone or birth date is ensured as far as the patterns of package pii go.
package model

import (
	"cmp"
	"context"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/grounding"
	"atende/actors/decide/rules"
	"atende/integrations/model"
)

// Limits bound one turn; beyond them the rules agent goes on.
type Limits struct {
	Steps  int           // calls of the model
	Turn   time.Duration // of all of them together
	Tokens int           // of all of them together, both directions
}

// DefaultLimits leave room for three slow answers.
var DefaultLimits = Limits{Steps: 6, Turn: 45 * time.Second, Tokens: 60_000}

// Config is what a Driver needs.  Model, Clinic, Rules and Now are required.
type Config struct {
	Model model.Completer
	// Name of the model, for the books.
	Name   string
	Clinic *conversation.Clinic
	// Rules take over, and read every turn a second time.
	Rules *rules.Driver
	// Prompt is what every model is told, "" for BuiltIn: that of another release for the conversations that it began.
	Prompt string
	// Instructions are the clinic's own, added to ours; "" for none.
	Instructions string
	Limits       Limits
	// Names lets the model see names of patients.
	Names bool
	// Sees says that the model takes pictures.
	Sees bool
	// Now is the clock of the budget.
	Now func() time.Time
}

// Driver is the agent of one clinic.  It is stateless and safe for concurrent use.
type Driver struct {
	Config
	prompt prompt
	tools  []tool
	keep   []string // names that are no patient's
	source []string // of what the model says, see conversation.Say
}

var _ decide.Driver = (*Driver)(nil)

// New prepares the prompt.
func New(c Config) *Driver {
	grounding.Prepare() // before the first patient waits for it
	c.Limits.Steps = cmp.Or(c.Limits.Steps, DefaultLimits.Steps)
	c.Limits.Turn = cmp.Or(c.Limits.Turn, DefaultLimits.Turn)
	c.Limits.Tokens = cmp.Or(c.Limits.Tokens, DefaultLimits.Tokens)
	p := newPrompt(c.Clinic, cmp.Or(c.Prompt, builtIn), c.Instructions)
	source := "model:" + c.Name + " prompt=" + p.version
	return &Driver{Config: c, prompt: p, tools: tools(), keep: catalogNames(c.Clinic), source: []string{source}}
}

// catalogNames are all names that are no patient's.
func catalogNames(c *conversation.Clinic) []string {
	names := []string{c.Name}
	add := func(name string, aliases []string) { names = append(append(names, name), aliases...) }
	for _, doctor := range c.Doctors {
		add(doctor.Name, doctor.Aliases)
	}
	for _, p := range c.Procedures {
		add(p.Name, p.Aliases)
	}
	for _, s := range append(c.Plans[:len(c.Plans):len(c.Plans)], c.Specialties...) {
		add(s.Name, s.Aliases)
	}
	return names
}

// Version is a short hash of everything that the model is told beside the conversation.
func (d *Driver) Version() string { return d.prompt.version }

// Start begins the answer to one turn.
func (d *Driver) Start(turn decide.Turn) decide.Dialogue {
	return &dialogue{Driver: d, turn: turn, account: decide.Account{Agent: agentModel, Model: d.Name, Prompt: d.prompt.version}}
}

// Who led a turn, as it is stamped.
const (
	agentModel = "openai"
	agentBoth  = "openai+rules"
	agentRules = "rules"
)

// dialogue answers one turn.
type dialogue struct {
	*Driver
	turn    decide.Turn
	begun   bool
	account decide.Account

	before   conversation.State // before this turn
	second   rules.Second       // what the rules read in it
	fresh    []decide.Message   // without copies of what was answered
	system   string             // the first message, once there was a request
	thread   []model.Message    // of this turn: calls and their results
	calls    []model.Call       // still to be looked at
	asked    *model.Call        // the one whose move is being checked
	move     conversation.Move  // that move
	named    []int              // doctors that tool results of this turn named
	sayings  []string           // words of the clinic that they gave
	refused  map[string]int     // how often a call was refused in this turn
	spent    budget
	knowsWho bool // it was told who the appointment is for
	chose    bool // the model chose, rightly or not
	done     bool // a move of this turn was taken
	// forPerson says that the rules would hand over, or offer to, for what the patient says: the model is asked then.
	forPerson bool
	told      bool // a text was refused, and the model knows why
	// corrected says that nothing came since then; unsaid is why that text was not said.
	corrected bool
	unsaid    []string
	// showsOffer says that the last text leaves the offer to the code.
	showsOffer bool
	empty      int // answers without a meaning
	moves      int
	rest       decide.Dialogue // the rules, once they took over
}

// Account implements decide.Accountant.
func (d *dialogue) Account() decide.Account {
	a := d.account
	if d.rest != nil {
		a.Rules = decide.AccountOf(d.rest).Rules
	}
	return a
}

// Next implements decide.Dialogue.
func (d *dialogue) Next(ctx context.Context, s *conversation.State, refusal *conversation.Refusal) (conversation.Event, error) {
	if !d.begun {
		d.begun = true
		if event := d.begin(s); event != nil {
			return event, nil
		}
	}
	if d.rest != nil {
		event, err := d.hand(ctx, s, refusal)
		if err != nil || !d.handsOver(s, event) {
			return event, err
		}
		d.lead()
	}
	var event conversation.Event
	why := d.settle(s, refusal)
	for {
		switch {
		case why != "":
			return d.takeOver(ctx, s, why)
		case event != nil:
			return event, nil
		}
		if move := d.whoFor(s); move != nil {
			return move, nil
		}
		var err error
		if event, why, err = d.step(ctx, s); err != nil {
			return nil, err
		}
	}
}

// begin records what the patient wrote, and decides who leads.
func (d *dialogue) begin(s *conversation.State) conversation.Event {
	d.before = *s
	d.refused = map[string]int{}
	d.spent = d.newBudget()
	d.fresh = d.Rules.Fresh(d.turn, s)
	heard := d.hear(s)
	if len(d.turn.Messages) > 0 {
		d.second = d.Rules.Second(d.turn, s)
		d.forPerson = d.second.Transfers() || d.second.OffersPerson
	}
	if d.forRules(s) {
		d.account.Agent = agentRules
		d.rest = d.Rules.Start(d.turn)
	}
	if len(heard.Lines) == 0 {
		return nil
	}
	return heard
}

// whoFor is what the rules read of who the appointment is for, once a turn: the data of whoever writes must not be
// taken for the patient's, also not in a later turn.
func (d *dialogue) whoFor(s *conversation.State) conversation.Move {
	if s.Closed != "" || d.knowsWho {
		return nil
	}
	d.knowsWho = true
	who := conversation.Identify{}
	for _, m := range read[conversation.Identify](d) {
		who.Other, who.For = who.Other || m.Other, cmp.Or(m.For, who.For)
	}
	if !who.Other && who.For == "" {
		return nil
	}
	return who
}

// forRules reports turns that need no model: the code knows what to say, or what was agreed.  Where the rules would hand
// over in one of them, the model is asked all the same (handsOver).
func (d *dialogue) forRules(s *conversation.State) bool {
	switch {
	case slices.ContainsFunc(d.fresh, func(m decide.Message) bool { return m.Older }): // to what was tapped there is one answer
		return true
	case len(d.fresh) == 0, d.wordless(): // a turn that goes on after a crash, copies, stickers
		return true
	case s.Pending != nil, s.Lapsed, s.Closed == conversation.OutcomeTransferred:
		return true
	case s.Asked == conversation.AskConfirm: // what was read back is booked, put right or dropped by what is said now
		return true
	default:
		return s.Idled >= maxIdle
	}
}

// maxIdle is how many turns in a row the model may lead without getting on.
const maxIdle = 3
