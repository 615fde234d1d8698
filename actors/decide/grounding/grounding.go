// Package grounding decides whether a language model's own words may go out to a patient.  The model states no facts:
// what it wants to tell stands in placeholders, which code fills (Fill).  What it writes itself passes a positive rule,
// in this order:
//
//	characters  ordinary letters of Portuguese, digits, signs and emoji, nothing else
//	covers      what stands for data, names that may be named, the clinic's own words, numbers that mean nothing
//	moments     every day and every hour is one that was offered, chosen or booked, and a pair of both is one time
//	prose       every other word is one of the known ones (grounding.phrases), none of which says that anything was done
//	sentences   who speaks of the appointment or of a time asks, needs something, or offers
//
// Whatever is not matched is refused: a false "marcado" sends a patient to a closed door, a harmless text that is refused
// only sounds stiffer.  So nothing here looks for claims; a claim in new words is one whose words nobody knows.
//
// The package is pure, and its time grows with the length of the text and no faster.
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
		return []Violation{{Reason: "wording", From: at, To: len(text)}}
	}
	c := read(text, &f)
	if !c.visible() {
		return []Violation{{Reason: "empty", To: len(text)}}
	}
	c.coverPlaceholders()
	c.coverFigures()
	c.coverDoctors()
	c.coverSayings()
	c.findMoments()
	c.checkMoments()
	c.checkProse()
	c.checkSentences()
	return c.found
}

// checker holds one text while it is read.
type checker struct {
	f         *Facts
	text      string
	toks      []language.Token
	words     []language.Word // for phrases, one for each token
	covered   []bool          // tokens that are accounted for
	done      []bool          // tokens that say that something was done
	sentences []sentence
	moments   []moment
	people    []person
	chosen    []int // tokens where the chosen time will stand
	sayings   [][]language.Token
	matches   []language.Match
	found     []Violation
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
