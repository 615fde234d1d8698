// Package emergency watches for red flags: a patient who writes of an emergency gets the number of the ambulance and
// a person before anything else, whichever driver is in charge and whatever was talked about.
//
// A text passes these stages, each in its file: words (what each word is to the phrases, in spite of a typo, as a
// diminutive or in dialect), reading (the signs and settings that a text names, and its parts) and judge
// (whether they are of now).  The phrases stand in language/data/pt/emergency.phrases: signs (of heart, brain, body,
// birth, injury, poison and mind), with traits that rules reads, and the settings that take the alarm away: what was
// long ago, is over, denied, asked about, chronic, a figure of speech or the subject of a document.  A setting speaks
// for its part of the message only, unless it is wide, and none of them outweighs a word of now.  Signs that mean
// little alone are an alarm in pairs that belong together, or three at a time.  In doubt there is an alarm: a wrong
// one costs a person's look, a missing one may cost a life.
//
// The time grows with the length of the text and no faster: every stage looks a bounded number of words around.
package emergency

import (
	"strings"

	"atende/actors/understand"
)

// RedFlag reports whether a patient's message describes an emergency of now, the wish to die included, to whom no clinic is
// known.
func RedFlag(text string) bool { return read(text).judge(nil) >= name }

// Why tells whether a message is a red flag, and returns the phrases of the signs that count; without an alarm those of
// all signs, and of what was found beside them and may have taken them back.
func Why(text string) (alarm bool, reasons []understand.Reason) {
	r := read(text)
	found := r.found
	if alarm = r.judge(nil) >= name; alarm {
		found = r.signs
	}
	for _, m := range found {
		var words []string
		for _, n := range r.notes[m.From:m.To] {
			words = append(words, n.text)
		}
		phrase, at := rules.book.Why(m)
		reasons = append(reasons, understand.Reason{Group: rules.book.Name(m.Group), Words: strings.Join(words, " "), Phrase: phrase, At: at})
	}
	return alarm, reasons
}

// kind is what a message calls for.
type kind uint8

const (
	nothing   kind = iota
	name           // only the word "socorro", which a doctor may be called
	emergency      // SAMU and a person
	despair        // the wish to die: CVV, SAMU and a person
)
