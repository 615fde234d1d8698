package model

import (
	"context"
	"time"

	"atende/actors/conversation"
	"atende/integrations/model"
)

// budget is what is left of a turn's.
type budget struct {
	steps  int
	tokens int
	until  time.Time
}

func (d *Driver) newBudget() budget {
	return budget{steps: d.Limits.Steps, tokens: d.Limits.Tokens, until: d.Now().Add(d.Limits.Turn)}
}

// over is which bound was reached, "" for none.
func (b budget) over(now time.Time) string {
	switch {
	case b.steps <= 0:
		return whySteps
	case b.tokens <= 0:
		return whyTokens
	case !now.Before(b.until):
		return whySeconds
	default:
		return ""
	}
}

// ask calls the model once, within what is left of the turn.  why is set when there is no answer.
func (d *dialogue) ask(ctx context.Context, r model.Request) (answer model.Answer, why string) {
	if why = d.spent.over(d.Now()); why != "" {
		return model.Answer{}, why
	}
	bounded, cancel := context.WithTimeout(ctx, d.spent.until.Sub(d.Now()))
	defer cancel()
	answer, err := d.Model.Complete(bounded, r)
	used := conversation.Usage{Calls: 1, Prompt: answer.Usage.Prompt, Completion: answer.Usage.Completion, Micros: answer.Usage.Micros}
	d.spent.steps--
	d.spent.tokens -= used.Prompt + used.Completion
	d.account.Usage = d.account.Usage.Plus(used)
	switch {
	case err == nil:
		return answer, ""
	case ctx.Err() == nil && bounded.Err() != nil:
		return answer, whySeconds
	default:
		return answer, whyFailed
	}
}
