// Package grounding decides whether a language model's own words may go out to a patient: word for word, unless they
// claim what nothing in this conversation covers (contract, "A language model's text").  It is pure, and its time grows
// with the length of the text and no faster.
//
// What a model wants to tell best stands in placeholders, which code fills (Fill).  What it writes itself is read in this
// order, each in its file:
//
//	characters  letters of western languages, digits, signs and emoji: in others a claim hides
//	cover       what stands for data, doctors who may be named, numbers that say nothing; saying: the clinic's own words
//	moment      days, hours and numbers of a list, and where they stand; package understand reads what they say
//	slot        each must be one that was offered, chosen or booked, and a day and an hour together one time
//	address     addresses of any form, which the clinic's own words must have letter for letter
//	claim       phrases that say that an appointment was made or moved, that a person comes, that there are times
//	            (grounding.phrases), unless a negation, a condition or a question takes them back
//	foreign     another language, words that are spaced out
//	lacking     that the clinic has not, or takes not, what its catalogue has
//	harm        what no reply of ours does: money, cards and secrets asked for, health advice, a diagnosis, that it is
//	            nothing, that a person writes (replies.examples); self: what the writer may say of itself
//
// Facts need no phrases: any day, hour, doctor, sum or address that is not known is refused.  Phrases know sentences, not
// words; a claim in a sentence that nobody thought of gets through.  testdata/gaps.txt has those that are known.
package grounding

import (
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
)

// Facts is what the conversation knows.
type Facts struct {
	Clinic *conversation.Clinic
	Now    time.Time // in the clinic's time zone
	// Offer is the present offer, in the order of its numbers; Slots are all times that were offered or
	// chosen in this conversation, the offer included.
	Offer []conversation.Slot
	Slots []conversation.Slot
	// Booked is the appointment that was made in this conversation, nil for none.
	Booked *conversation.Booked
	// Doctors are the agendas that a tool result or the patient named.
	Doctors []int
	// Wished is what was looked for: its days may be named where it is said that there is nothing.
	Wished conversation.Wish
	// Sayings are the clinic's own words that a tool result gave.
	Sayings []string
	// HandsOver says that a person takes over in this very turn.
	HandsOver bool
}

// Violation is a part of a text that nothing covers.
type Violation struct {
	// Reason is one of metrics.ModelGuards.
	Reason string
	// From and To are where it stands, in bytes.
	From, To int
}

// Check returns what in an outgoing text the facts do not cover; none means that it may be said.
func Check(text string, f Facts) []Violation {
	if at, odd := oddCharacter(text); odd {
		return []Violation{{Reason: "booking", From: at, To: len(text)}} // hidden from who reads letters
	}
	c := read(text, &f)
	if !c.visible() {
		return []Violation{{Reason: "empty", To: len(text)}}
	}
	c.checkLanguage()
	c.checkLacking()
	c.checkMoments()
	c.checkAddresses()
	c.checkWords()
	c.checkSpoken()
	c.checkHarm()
	c.checkClaims()
	c.checkStanding()
	c.checkBooked()
	c.dropDoubtless()
	return c.found
}

// checker holds one text while it is read.
type checker struct {
	f         *Facts
	text      string
	toks      []language.Token
	words     []language.Word // for phrases
	spans     []span          // the tokens of each word
	covered   []bool          // tokens that are accounted for
	sentences []sentence
	moments   []moment
	people    []person
	chosen    []int // tokens where the chosen time will stand
	sayings   [][]language.Token
	matches   []language.Match
	open      []bool // whether a sentence or one behind it asks for leave or for what is missing
	posed     bool   // a program could not say of itself what the text does
	found     []Violation
	asked     map[asked]sought // see has
}

// asked is a class that was looked for from a token on.
type asked struct {
	from  int
	class *language.Class
}

// refuse notes that the tokens from, up to but without to, are covered by nothing.
func (c *checker) refuse(reason string, from, to int) {
	c.found = append(c.found, Violation{Reason: reason, From: c.toks[from].Start, To: c.toks[to-1].End})
}

// visible reports whether a text shows words, digits or emoji.
func (c *checker) visible() bool {
	for i := range c.toks {
		if c.toks[i].Kind != language.Mark || strings.ContainsFunc(c.toks[i].Raw, isEmoji) {
			return true
		}
	}
	return false
}
