package model

import (
	"cmp"
	"context"
	"slices"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/wording"
)

// Why the rules take over (metrics.ModelTakeovers).
const (
	whyFailed   = "failed"
	whyNonsense = "nonsense"
	whySteps    = "steps"
	whySeconds  = "seconds"
	whyTokens   = "tokens"
	whyIdle     = "idle"
)

// takeOver lets the rules answer the turn from where it stands.  They read the patient's words again; what they
// read differently from the model they put right.
func (d *dialogue) takeOver(ctx context.Context, s *conversation.State, why string) (conversation.Event, error) {
	d.account.Agent, d.account.Why = agentBoth, why
	d.rest = d.Rules.Start(d.turn)
	if slot, lost := d.lostChoice(s); lost {
		return conversation.Search{Wish: conversation.Wish{
			Dates: []conversation.Span{dateSpan(slot)}, Times: []conversation.Span{hourSpan(slot)},
		}}, nil
	}
	return d.hand(ctx, s, nil)
}

// lostChoice is the time that the patient chose from a list that the model replaced: read in the new one, the same
// words would mean another.  It is looked up again first.
func (d *dialogue) lostChoice(s *conversation.State) (conversation.Slot, bool) {
	slot, chose := d.choiceRead()
	kept := s.Choice != nil && *s.Choice == slot
	return slot, chose && !kept && s.Closed == "" && !slices.Equal(s.Offer, d.before.Offer)
}

// hand passes a step on to the rules.  A turn that they had to lead because the model did not get on counts as
// one more of those, unless it got on.
func (d *dialogue) hand(ctx context.Context, s *conversation.State, refusal *conversation.Refusal) (conversation.Event, error) {
	event, err := d.rest.Next(ctx, s, refusal)
	if d.before.Idled < maxIdle {
		return event, err
	}
	d.account.Why = cmp.Or(d.account.Why, whyIdle)
	if reply, ok := event.(conversation.Reply); ok {
		reply.Idle = !s.Learned(&d.before)
		return reply, err
	}
	return event, err
}

// handsOver reports that the rules, leading in the place of a model that did not fail, would hand over or offer to for
// what the patient says.  Code never does that (spec C.4): the model decides.  Who was to be handed over and is still
// here, and what no model can read, are left to them.
func (d *dialogue) handsOver(s *conversation.State, event conversation.Event) bool {
	if d.account.Agent != agentRules || len(d.fresh) == 0 || d.wordless() || s.Closed == conversation.OutcomeTransferred {
		return false
	}
	_, transfers := event.(conversation.Transfer)
	reply, _ := event.(conversation.Reply)
	return transfers || reply.OffersPerson
}

// lead lets the model go on where the rules stopped.
func (d *dialogue) lead() {
	d.rest, d.forPerson = nil, true
	d.account.Agent, d.account.Why = agentModel, ""
}

// saying is a reply in other words.
func saying(r conversation.Reply, words wording.Words) conversation.Reply {
	r.Text, r.From = words.Text, words.From
	return r
}

// safe is what the code says instead of the model.
func (d *dialogue) safe(s *conversation.State) conversation.Reply {
	reply := d.Rules.Ask(d.turn, s)
	reply.Unsure = d.second.Against
	return reply
}

// wordless reports a turn of stickers, locations and files that nobody can read.
func (d *dialogue) wordless() bool {
	return !slices.ContainsFunc(d.fresh, func(m decide.Message) bool {
		return m.Text != "" || m.Document != "" || m.Image != nil && d.Sees
	})
}

var _ decide.Accountant = (*dialogue)(nil)
