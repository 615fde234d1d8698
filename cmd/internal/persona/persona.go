// Package persona invents patients who are not cooperative, and judges how an agent treats them.
//
// A Persona is one kind of patient: terse, angry, with a mother for whom to book, silent for a night.
// A Patient is one of them with a seed, who decides everything else: whom to see, when, and how it is
// typed.  A patient reads what the agent says as people do, by what is asked and listed, and never by
// exact sentences or by what goes on inside, so that any agent can be tried and a clinic may change
// its texts.  Nobody here has a clock or a goroutine; the same seed and the same answers give the same
// conversation.
//
//	cast      all personas, by what they do to the agent
//	patient   one patient: what was told, what was agreed, what comes next
//	hear      what a text asks for and offers
//	answer    how a willing patient answers that
//	quirk     what the others do instead, once or a few times
//	typing    how it is written
//	phrasing  words for an answer from paraphrase.txt, which was written without a look at what the reader knows
//	paraphrase  patients who use them, split, misspelt, with asides and corrections
//	visit     a conversation seen from outside: every text and appointment is checked as it happens
//	follow    a patient of a recording who is asked something else
//	verdict   what came of it
//
// Package trial beside it lets them talk to the engine in virtual time; `atende load` lets them talk
// to a running agent.
package persona

import (
	"slices"
	"time"

	"atende/integrations/catalog"
)

// Persona is one kind of patient.
type Persona struct {
	// Name is short, lower case and stable: reports and replays use it.
	Name string
	// Cooperative patients answer what they are asked; they need at most MaxMessages messages.
	Cooperative bool
	// Slow patients leave hours between their messages: only virtual time has those.
	Slow bool
	// Exact patients are what they are only if two messages come at the same moment, which no wire promises:
	// a copy that comes after the answer is an answer.
	Exact bool
	// Paraphrases: they put what they mean in words of their own.  How often they are understood is measured and
	// not demanded.
	Paraphrases bool
	// play gives a patient their goal, quirks and way of typing.
	play func(p *Patient)
}

// MaxMessages is how many messages a cooperative patient may need.
const MaxMessages = 13

// Named finds a persona.
func Named(name string) (Persona, bool) {
	for _, p := range slices.Concat(Cast(), Paraphrasers()) {
		if p.Name == name {
			return p, true
		}
	}
	return Persona{}, false
}

// Act is what a patient does next.
type Act struct {
	// Say is written, in order.
	Say []Utterance
	// Listen is how long the patient then waits for an answer before doing something else.
	Listen time.Duration
	// Done: the patient puts the phone away; nothing is said and nothing more is read.
	Done bool
}

// Utterance is one message.
type Utterance struct {
	Pause time.Duration // before it is sent
	Type  string        // as the gateway names it: "TEXT", "AUDIO", "IMAGE", "STICKER"
	Text  string        // "" for media
}

// Clinic is the part of a clinic file that patients may know.
type Clinic = catalog.Clinic
