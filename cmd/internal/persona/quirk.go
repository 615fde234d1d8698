package persona

import (
	"slices"
	"time"
)

// quirk is something a patient does instead of answering, when its moment comes.
type quirk struct {
	// moment reports whether it is now; nil: at once.
	moment func(p *Patient, h hearing) bool
	// does it; more than once if times says so.
	does  func(p *Patient, h hearing) Act
	times int // 0: once
	done  int
}

// misbehave plays the newest quirk whose moment has come.
func (p *Patient) misbehave(h hearing) (Act, bool) {
	for _, q := range slices.Backward(slices.Clone(p.quirks)) {
		if q.done < max(1, q.times) && (q.moment == nil || q.moment(p, h)) {
			q.done++
			return q.does(p, h), true
		}
	}
	return Act{}, false
}

// instead adds a quirk that is played once.
func (p *Patient) instead(moment func(*Patient, hearing) bool, does func(*Patient, hearing) Act) *quirk {
	q := &quirk{moment: moment, does: does}
	p.quirks = append(p.quirks, q)
	return q
}

// Moments.

// when is when something is asked for.
func when(topics ...topic) func(*Patient, hearing) bool {
	return func(_ *Patient, h hearing) bool {
		for _, t := range topics {
			if h.asks == t {
				return true
			}
		}
		return false
	}
}

// offeredTimes is when there is a list to choose from.
func offeredTimes(_ *Patient, h hearing) bool {
	return (h.asks == askSlot || h.asks == askYes) && len(h.slots) > 0
}

// asksSomething is when anything is asked.
func asksSomething(_ *Patient, h hearing) bool { return h.asks != askNothing && h.asks != askAnything }

// askedOf is when anything about the person is asked.
func askedOf(_ *Patient, h hearing) bool { return h.identity() }

// toldBooked is when the appointment is known.
func toldBooked(_ *Patient, h hearing) bool { return h.booked }

// after is when the patient has written so many messages.
func after(n int) func(*Patient, hearing) bool {
	return func(p *Patient, h hearing) bool { return p.written >= n && !h.booked && !h.person }
}

// Deeds.

// saying is a text, one of several, instead of an answer; the open question is answered next time.
func saying(texts ...string) func(*Patient, hearing) Act {
	return func(p *Patient, _ hearing) Act { return p.say(pick(p.dice, texts)) }
}

// resting says nothing for so long, whatever comes meanwhile, and then goes on with does.
func resting(d time.Duration, does func(*Patient, hearing) Act) func(*Patient, hearing) Act {
	return func(p *Patient, _ hearing) Act {
		until := p.now.Add(d)
		p.quirks = append(p.quirks, &quirk{times: maxWritten, does: func(p *Patient, h hearing) Act {
			if left := until.Sub(p.now); left > 0 {
				return Act{Listen: left}
			}
			p.quirks = p.quirks[:len(p.quirks)-1]
			return does(p, h)
		}})
		return Act{Listen: d}
	}
}
