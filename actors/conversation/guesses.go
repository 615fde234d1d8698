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
	// maxCPFs is how many different CPFs a session, and a phone in all of its sessions, may give within GuessWindow: a
	// family, and a few typos.
	maxCPFs = 5
	// GuessWindow is how long a CPF counts.
	GuessWindow = 24 * time.Hour
)

// ReasonManyCPFs is the reason of the hand-over of who gives one CPF after another.
const ReasonManyCPFs = "muitos_cpfs"

// guesses notes the CPFs that an event gives and reports whether with them there are too many.  Numbers that are none
// do not count, and one that is given again is no other.
func (s *State) guesses(now time.Time, e Event) bool {
	fresh := false
	for _, cpf := range cpfsOf(e) {
		if understand.ValidCPF(cpf) {
			fresh = s.given(now, cpf) || fresh
		}
	}
	return fresh && len(s.CPFs) > maxCPFs
}

// given notes one CPF and reports whether it is another one than those of the last day.
func (s *State) given(now time.Time, cpf string) bool {
	mark := markOf(cpf)
	fresh := true
	kept := make([]GivenCPF, 0, maxCPFs+1) // copies of the state may hold the old list
	for _, g := range s.CPFs {
		switch {
		case g.Mark == mark:
			fresh = now.Sub(g.At) >= GuessWindow
		case now.Sub(g.At) < GuessWindow:
			kept = append(kept, g)
		}
	}
	kept = append(kept, GivenCPF{Mark: mark, At: now})
	s.CPFs = slices.Clip(kept[max(0, len(kept)-maxCPFs-1):])
	return fresh
}

// markOf is the mark of a CPF.
func markOf(cpf string) uint16 {
	sum := Mark(cpf)
	return uint16(sum>>16) ^ uint16(sum&0xffff)
}

// cpfsOf are the CPFs that an event brings, those that are none included.
func cpfsOf(e Event) []string {
	switch e := e.(type) {
	case Identify:
		return append(e.Beside[:len(e.Beside):len(e.Beside)], e.CPF)
	case Later:
		return []string{e.Next.Patient.CPF}
	case Heard:
		return masked(e.Masks, "CPF")
	default:
		return nil
	}
}

// FreshCPFs are the marks of the CPFs that an event gives and this conversation was not given within GuessWindow.
func (s *State) FreshCPFs(now time.Time, e Event) []uint16 {
	var fresh []uint16
	for _, cpf := range cpfsOf(e) {
		mark := markOf(cpf)
		given := slices.ContainsFunc(s.CPFs, func(g GivenCPF) bool { return g.Mark == mark && now.Sub(g.At) < GuessWindow })
		if understand.ValidCPF(cpf) && !given && !slices.Contains(fresh, mark) {
			fresh = append(fresh, mark)
		}
	}
	return fresh
}

// GivenBefore adds CPFs that were given in other conversations of the same phone: they count like those of this one.
// Of one that both know the later time counts.
func (s *State) GivenBefore(others ...GivenCPF) {
	all := slices.Clone(s.CPFs) // copies of the state may hold the old list
	for _, other := range others {
		at := slices.IndexFunc(all, func(g GivenCPF) bool { return g.Mark == other.Mark })
		switch {
		case at < 0:
			all = append(all, other)
		case all[at].At.Before(other.At):
			all[at] = other
		}
	}
	slices.SortStableFunc(all, func(a, b GivenCPF) int { return a.At.Compare(b.At) })
	s.CPFs = slices.Clip(all[max(0, len(all)-maxCPFs-1):])
}

// tooManyCPFs gives the session to a person before anything is looked up.
func tooManyCPFs(c *Clinic, s *State, now time.Time) Result {
	words := c.words(wording.TransferManyCPFs)
	return transfer(c, s, now, Transfer{Reason: ReasonManyCPFs, Text: words.Text, From: words.From})
}
