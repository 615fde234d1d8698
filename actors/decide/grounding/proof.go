// Package grounding reads what a language model wants to say to a patient and finds what nothing covers: an appointment
// that was not made, a day, an hour, a doctor, a price that no tool result of this conversation named.  It is pure.
//
// A text passes these stages, each in its file: fold and token (letters of any script become plain ones, what only
// decorates goes), disguise (words that are broken, spaced or mistyped), sentence (what each sentence does: asks,
// denies, offers), ref (days and hours, with day and hour), item (numbers of a list), and then one check for each kind of
// claim.  Every stage looks a bounded number of words around, so that the time grows with the length of the text and no
// faster.
//
// A claim of an appointment that slips through sends a patient to a closed door, a harmless text that is refused only
// sounds stiffer: in doubt a text is refused.
package grounding

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
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
	// Sayings are the clinic's own words that a tool result gave: what they say of hours, prices and links may
	// be said again.
	Sayings []string
	// HandsOver says that a person takes over in this very turn.
	HandsOver bool
}

// Violation is a claim that nothing covers.
type Violation struct {
	// Reason is one of metrics.ModelGuards.
	Reason string
	// From and To are where it stands, in bytes.
	From, To int
}

// Check returns every claim in an outgoing text that the facts do not cover, in the order of the text; none means
// that it may be said.
func Check(text string, f Facts) []Violation {
	c := &checker{f: &f, clock: calendarOf(f.Now), wish: wishOf(f.Wished)}
	c.sayings = sayingsOf(f.Sayings, c.clock)
	c.knows(&f)
	c.prepare(text)
	if !c.visible() {
		return []Violation{{Reason: "empty", To: len(text)}}
	}
	c.findDoctors()
	c.checkBookings()
	c.checkDays()
	c.checkHours()
	c.checkDenials()
	c.checkNumbers()
	c.checkDoctors()
	c.checkPrices()
	c.checkLinks()
	return merged(c.found)
}

// merged sorts violations and makes one of those with one reason that overlap.
func merged(list []Violation) []Violation {
	slices.SortFunc(list, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To), cmp.Compare(a.Reason, b.Reason))
	})
	last := map[string]int{} // reason → its last violation, counted from 1
	var kept []Violation
	for _, v := range list {
		if n := last[v.Reason]; n > 0 && v.From < kept[n-1].To {
			kept[n-1].To = max(kept[n-1].To, v.To)
			continue
		}
		kept = append(kept, v)
		last[v.Reason] = len(kept)
	}
	return kept
}

// prepare reads a text and pairs its hours with its days.
func (c *checker) prepare(text string) {
	c.reading = read(text, c.clock)
	c.hourSentences = make([]bool, len(c.sentences))
	for _, one := range c.refs {
		if one.sort == anHour {
			c.hourSentences[one.sentence] = true
		}
	}
	c.plain = !slices.ContainsFunc(c.toks, func(t token) bool { return t.accent })
	c.pairUp()
}

// knows takes the times of the facts.
func (c *checker) knows(f *Facts) {
	for _, s := range f.Offer {
		if one, ok := slotOf(s); ok {
			c.offer = append(c.offer, one)
		}
	}
	c.known = slices.Clone(c.offer)
	for _, s := range f.Slots {
		if one, ok := slotOf(s); ok {
			c.known = append(c.known, one)
		}
	}
	if f.Booked == nil {
		return
	}
	if one, ok := slotOf(f.Booked.Slot); ok {
		c.booked, c.known = &one, append(c.known, one)
	}
}

// visible reports whether a text shows letters, digits or pictures.
func (c *checker) visible() bool {
	if slices.ContainsFunc(c.toks, func(t token) bool { return t.kind == word || t.kind == number }) {
		return true
	}
	return strings.ContainsFunc(c.text, func(r rune) bool { return r >= firstPicture && foldRune(r).role == decoration })
}

// firstPicture is where the signs begin that are looked at and not read.
const firstPicture = 0x203c
