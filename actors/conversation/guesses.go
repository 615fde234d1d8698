package conversation

import (
	"slices"
	"time"

	"atende/actors/understand"
	"atende/actors/wording"
)

// GivenCPF remembers that a CPF was given, without saying which: thousands of CPFs have the same mark, so that it
// tells two of them apart and identifies no person.
type GivenCPF struct {
	Mark uint16    `json:"m"`
	At   time.Time `json:"at"` // last
}

const (
	// maxCPFs is how many different CPFs a session may give within guessWindow: a family, and a few typos.
	maxCPFs = 5
	// guessWindow is how long a CPF counts.
	guessWindow = 24 * time.Hour
)

// ReasonManyCPFs is the reason of the hand-over of who gives one CPF after another (features 91).
const ReasonManyCPFs = "muitos_cpfs"

// guesses notes CPFs that were given and reports whether with them there are too many.  Numbers that are none do not
// count, and one that is given again is no other.
func (s *State) guesses(now time.Time, cpfs []string) bool {
	fresh := false
	for _, cpf := range cpfs {
		if understand.ValidCPF(cpf) {
			fresh = s.given(now, cpf) || fresh
		}
	}
	return fresh && len(s.CPFs) > maxCPFs
}

// given notes one CPF and reports whether it is another one than those of the last day.
func (s *State) given(now time.Time, cpf string) bool {
	sum := Mark(cpf)
	mark := uint16(sum>>16) ^ uint16(sum&0xffff)
	fresh := true
	kept := make([]GivenCPF, 0, maxCPFs+1) // copies of the state may hold the old list
	for _, g := range s.CPFs {
		switch {
		case g.Mark == mark:
			fresh = now.Sub(g.At) >= guessWindow
		case now.Sub(g.At) < guessWindow:
			kept = append(kept, g)
		}
	}
	kept = append(kept, GivenCPF{Mark: mark, At: now})
	s.CPFs = slices.Clip(kept[max(0, len(kept)-maxCPFs-1):])
	return fresh
}

// tooManyCPFs gives the session to a person before anything is looked up.
func tooManyCPFs(c *Clinic, s *State, now time.Time) Result {
	words := c.words(wording.TransferManyCPFs)
	return transfer(c, s, now, Transfer{Reason: ReasonManyCPFs, Text: words.Text, From: words.From})
}
