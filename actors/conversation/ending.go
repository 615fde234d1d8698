package conversation

import "atende/actors/wording"

// The three ways a turn ends: with words of the driver, with the patient giving up, with a person.

func reply(s *State, r Reply) Result {
	s.Asked, s.Options = r.Asks, r.Options
	s.Greeted = true
	s.SlotGone = false
	if r.Misunderstood {
		s.Misses++
	} else {
		s.Misses = 0
	}
	res := Result{Effects: reach(s, Started), Done: true}
	if r.Text != "" {
		s.countHolding()
		res.Effects = append(res.Effects, Say{Text: r.Text})
	}
	return res
}

func closeWithoutInterest(c *Clinic, s *State) Result {
	if s.Closed != "" {
		return refuse(ReasonClosed)
	}
	effects := reach(s, Started)
	s.Closed, s.Asked, s.Options = OutcomeNoInterest, AskNothing, nil
	return Result{Done: true, Effects: append(effects,
		Say{Text: c.Texts.Text(wording.CloseGoodbye)}, Tag{Name: "sem_interesse"}, Ended{Outcome: OutcomeNoInterest})}
}

func transfer(c *Clinic, s *State, t Transfer) Result {
	text := t.Text
	if text == "" {
		text = c.Texts.Text(wording.TransferAsked)
	}
	return handOver(s, t.Reason, text)
}

// ReasonError is the reason of the hand-over that an uncontrolled error ends in.
const ReasonError = "erro"

// Fail is the one place where an uncontrolled error becomes a transfer (S-C-12): the patient gets
// one short sentence and the session goes to a person.
func Fail(c *Clinic, s *State) Result {
	return handOver(s, ReasonError, c.Texts.Text(wording.TransferFailure))
}

func handOver(s *State, reason, text string) Result {
	effects := reach(s, Started)
	s.Closed, s.Asked, s.Options = OutcomeTransferred, AskNothing, nil
	return Result{Done: true, Effects: append(effects,
		Say{Text: text}, HandOver{Reason: reason}, Tag{Name: "transferido"})}
}
