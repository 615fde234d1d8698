package rules

import (
	"slices"

	"atende/actors/conversation"
)

// doubt notes what a message speaks against, for nothing is booked under it before it was asked about or read back.
// Where no other question would settle it, the ways on are asked at once.
func (d *dialogue) doubt(s *conversation.State, r reading) {
	d.doubts = slices.DeleteFunc(slices.Clone(d.doubts), func(q conversation.Question) bool {
		return q == conversation.AskPlan && len(r.Plans) == 1 || q == conversation.AskProcedure && len(d.services(r)) > 0
	})
	for _, q := range d.against(s, r) {
		if !slices.Contains(d.doubts, q) {
			d.doubts = append(d.doubts, q)
		}
		if q == conversation.AskPlan && len(r.Plans) == 0 {
			d.otherWays(s, r)
		}
	}
}

// unsure are the doubts about what a search looks for.  Where a return visit was spoken of before, a consultation is
// still no answer to that.
func (d *dialogue) unsure(m conversation.Search) []conversation.Question {
	list := slices.Concat(m.Unsure, d.doubts)
	if p, _ := d.clinic.Procedure(m.ProcedureID); isConsultation(p) && slices.Contains(d.before.Unsure, conversation.AskProcedure) {
		list = append(list, conversation.AskProcedure)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// against are the questions whose answers, given or not, a text speaks against.
func (d *dialogue) against(s *conversation.State, r reading) []conversation.Question {
	var list []conversation.Question
	if d.wantsPrivate(r) || d.hasOtherPlan(r) || slices.Contains(r.notPlans, d.planOf(s)) {
		list = append(list, conversation.AskPlan)
	}
	if d.returns(r) {
		list = append(list, conversation.AskProcedure)
	}
	return list
}

// planOf is the plan that would be booked, 0 while that is open.
func (d *dialogue) planOf(s *conversation.State) int {
	if s.Request.PlanID == 0 && len(d.clinic.Plans) == 1 {
		return d.clinic.Plans[0].ID
	}
	return s.Request.PlanID
}

// wantsPrivate reports a patient without a plan where everybody needs one.
func (d *dialogue) wantsPrivate(r reading) bool {
	if !r.says(say.Pays) || d.clinic.PrivatePlan() != 0 {
		return false
	}
	return d.said(d.withoutRefused(d.withoutPhrase(d.withoutPhrase(r.text, say.Privately), say.NotPrivate)), say.Pays)
}

// hasOtherPlan reports a plan that the clinic does not take, whatever else is said with it.
func (d *dialogue) hasOtherPlan(r reading) bool {
	if !r.says(say.OtherPlans) && !r.says(say.Insured) && !r.says(say.CallsPlan) {
		return false
	}
	text := r.text
	if r.Name != "" {
		text = without(text, r.Name)
	}
	if len(d.find(text).Plans) > 0 {
		return false
	}
	if d.said(text, say.OtherPlans) || d.onlyPrivate() && r.says(say.Insured) && !r.says(say.NoPlanNamed) {
		return true
	}
	p := d.passage(text)
	named, ok := p.match(say.CallsPlan)
	if !ok {
		return false
	}
	name := p.tokens[named.To-1].Text
	return len(name) >= minPlanWord && !say.NoPlanName.Has(name)
}

// minPlanWord is the shortest word behind "meu plano é" that is the name of one.
const minPlanWord = 3

// onlyPrivate reports a clinic that takes no plan at all.
func (d *dialogue) onlyPrivate() bool {
	return len(d.clinic.Plans) == 1 && d.clinic.PrivatePlan() != 0
}

// otherWays asks how to go on without the plan that was named, where the plan is no question of its own.  Who was asked
// already and says the same does not get on.
func (d *dialogue) otherWays(s *conversation.State, r reading) {
	var ways question
	switch {
	case d.wantsPrivate(r):
		ways = d.withoutPrivate(s)
	case len(d.clinic.Plans) == 1:
		ways = d.noOtherPlan(s)
	default:
		return
	}
	d.instead(ways)
	d.rejected = d.rejected || asksPlanWay(s)
}

// asksPlanWay reports that the open question is how to go on without the patient's own plan.
func asksPlanWay(s *conversation.State) bool {
	return s.Asked == conversation.AskOther && (slices.Contains(s.Options, optionPlan) || slices.Contains(s.Options, optionPrivate))
}
