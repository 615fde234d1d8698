package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
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
	plan := s.Request.PlanID // that would be booked
	if plan == 0 && len(d.clinic.Plans) == 1 {
		plan = d.clinic.Plans[0].ID
	}
	if d.wantsPrivate(r) || d.hasOtherPlan(r) || slices.Contains(r.notPlans, plan) {
		list = append(list, conversation.AskPlan)
	}
	if d.returns(r) {
		list = append(list, conversation.AskProcedure)
	}
	return list
}

// wantsPrivate reports a patient without a plan where everybody needs one.
func (d *dialogue) wantsPrivate(r reading) bool {
	return r.says(say.Pays) && d.clinic.PrivatePlan() == 0 &&
		d.said(d.withoutRefused(d.withoutPhrase(d.withoutPhrase(r.text, say.Privately), say.NotPrivate)), say.Pays)
}

// hasOtherPlan reports a plan that the clinic does not take, whatever else is said with it.
func (d *dialogue) hasOtherPlan(r reading) bool {
	text := d.without(r.text, r.Name)
	if r.says(say.Dental) {
		return true
	}
	says := r.says(say.OtherPlans) || r.says(say.Insured) || r.says(say.CallsPlan)
	if !says || len(d.find(text).Plans) > 0 {
		return false
	}
	if d.said(text, say.OtherPlans) || d.onlyPrivate() && r.says(say.Insured) && !r.says(say.NoPlanNamed) {
		return true
	}
	p := d.parse(text)
	named, ok := p.match(say.CallsPlan)
	return ok && len(p.tokens[named.To-1].Text) >= minPlanWord && !say.NoPlanName.Has(p.tokens[named.To-1].Text)
}

// planNotHere says that a plan is not taken, by its name where many have it, and which ones are.
func (d *dialogue) planNotHere(s *conversation.State, p *parsed) wording.Words {
	plans := enumerated(d.planNames())
	m, named := p.match(say.OtherPlans)
	if !named {
		return d.variant(wording.AnswerNotPlan, s.Excuses, "plans", plans)
	}
	words := each(p.tokens[m.From:m.To], func(t language.Token) string {
		if m.To-m.From == 1 && len(t.Text) <= maxAcronym {
			return strings.ToUpper(t.Raw)
		}
		return capitalised(strings.ToLower(t.Raw))
	})
	return d.text(wording.AnswerNotThatPlan, "plan", strings.Join(words, " "), "plans", plans)
}

// maxAcronym is the longest name of a plan that is written in capitals: SUS, GEAP.
const maxAcronym = 4

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
		ways = d.withoutPlan(s, wording.NonePrivate)
	case len(d.clinic.Plans) == 1:
		ways = d.withoutPlan(s, wording.NoneOnlyPlan)
	default:
		return
	}
	d.askInstead(ways)
	d.rejected = d.rejected || asksPlanWay(s)
}

// asksPlanWay reports that the open question is how to go on without the patient's own plan.
func asksPlanWay(s *conversation.State) bool {
	return s.Asked == conversation.AskOther && (slices.Contains(s.Options, optionPlan) || slices.Contains(s.Options, optionPrivate))
}

// separateRefusedDoctors keeps, of the doctors that a text names, those that are wanted.
func (d *dialogue) separateRefusedDoctors(r *reading) {
	left := d.withoutRefused(d.withoutDenied(say.NotDoctor, r.text))
	if len(r.Doctors) == 0 || left == r.text {
		return
	}
	wanted := d.find(left).Doctors
	r.Doctors, r.notDoctors = wanted, minus(r.Doctors, wanted)
}

// separatePlans takes words about money for a plan only where the plan was asked for.
func (d *dialogue) separatePlans(s *conversation.State, r *reading) {
	text := d.withoutPhrase(r.text, say.Fetching)
	if s.Asked != conversation.AskPlan && !d.barePlan(*r) {
		text = d.withoutPhrase(text, say.Paying)
	}
	if text != r.text {
		r.Plans = d.find(text).Plans
	}
	if r.says(say.Dental) {
		r.Plans = nil
	}
	if len(r.Plans) > 0 && d.planInPassing(s, *r) {
		r.Plans = nil
	}
	if d.saysNone(s, r, text) {
		return
	}
	left := d.withoutRefused(d.withoutParts(d.withoutDenied(say.NotPlan, text), say.PlanEnded))
	if len(r.Plans) > 0 && left != text {
		wanted := d.find(left).Plans
		if at, ok := d.parse(text).place(say.PlanEnded); ok && len(wanted) == 0 {
			wanted = d.find(text[at.end:]).Plans // "bradesco mas acho q ta vencido kkk bota bradesco"
		}
		r.Plans, r.notPlans = wanted, minus(r.Plans, wanted)
	}
	if now := d.planNow(text); now != 0 {
		r.notPlans = minus(append(r.notPlans, r.Plans...), []int{now})
		r.Plans = []int{now}
	}
	ended := d.said(text, say.PlanEnded) && (len(r.notPlans) > 0 || d.said(text, say.OtherPlans))
	if ended && (r.Intent == understand.Cancel || r.Intent == understand.Decline) {
		r.Intent = understand.Other // "tinha Amil mas cancelei"
	}
}

// planNow is the one of several plans that counts: "Amil. ou não, cancelei, tô na Unimed agora"; 0 for none.
func (d *dialogue) planNow(text string) int {
	if len(d.find(text).Plans) < 2 {
		return 0
	}
	if at, ok := d.parse(text).place(say.PlanMoved); ok {
		if to := d.find(text[at.end:]).Plans; len(to) == 1 {
			return to[0]
		}
	}
	parts := d.clauses(text)
	for i := len(parts) - 1; i >= 0; i-- {
		named := d.find(parts[i]).Plans
		if len(named) == 1 && i > 0 && d.said(parts[i], say.PlanNow) {
			return named[0]
		}
	}
	return d.planBehind(parts)
}

// barePlan reports a text that is the name of a plan and next to nothing else.
func (d *dialogue) barePlan(r reading) bool {
	return len(r.Plans) == 1 && len(strings.Fields(r.text)) <= maxPlanWords && !r.says(say.Living) && !hasDigit(r.text)
}

// planInPassing reports a plan's name in chatter or in a person's name: "meu primo trabalha na Santa Casa".  Another
// plan than the one that is known takes a word about it, or nothing beside it.
func (d *dialogue) planInPassing(s *conversation.State, r reading) bool {
	one := len(r.Plans) == 1 && r.Plans[0] != d.clinic.PrivatePlan()
	short := len(strings.Fields(r.text)) <= 3 && (!r.says(say.Living) || r.says(say.ThroughWork)) && s.Asked != conversation.AskName
	if !one || short || r.saysAny(say.PlanEnded, say.PlanTalk) {
		return false
	}
	theirs := s.For != "" && r.says(say.TheyHavePlan) // the patient's
	passing := s.Closed == "" && r.Choice == 0 && !theirs && !r.says(say.PlanIs)
	if s.Asked == conversation.AskPlan || (s.Request.PlanID == 0 || s.Carried) && !asksIdentity(s.Asked) {
		passing = !slices.ContainsFunc(d.clauses(d.withoutPhrase(r.text, say.ThroughWork)), func(clause string) bool { // "Amil. mas trabalho quinta à noite"
			return len(d.find(clause).Plans) > 0 && !d.parse(clause).saysAny(say.Living, say.Calling)
		})
	}
	if !passing || d.notPerson(s, strings.Trim(r.text, " ,.!?")) {
		return false
	}
	left := d.withoutRefused(r.text)
	return left == r.text || len(d.find(left).Plans) > 0
}

// withoutRefused drops what is refused by a "não" behind it: "a Dra. Ana não", "Unimed não, obrigada".
func (d *dialogue) withoutRefused(text string) string {
	if !d.said(text, say.Exclusion) {
		return text
	}
	var left strings.Builder
	parts := d.clauses(text)
	for i, clause := range parts {
		asked := i+1 < len(parts) && strings.Contains(parts[i+1], "?")
		if p := d.parse(clause); asked || !p.says(say.NotBehind) || p.says(say.IdleNot) {
			left.WriteString(clause)
		}
	}
	return left.String()
}

// withoutDenied drops what a group of phrases denies and the one or two words behind them, where these are an entry of
// the catalogue: "não quero esperar" is none.
func (d *dialogue) withoutDenied(denial language.Group, text string) string {
	p := d.parse(text)
	var denied []place
	for _, m := range p.matches(denial) {
		if m.To == len(p.tokens) || p.tokens[m.To].Kind != language.Letters {
			continue
		}
		if word := p.tokens[m.To].Raw; d.find(word).Empty() && len(d.abbreviated(word)) == 0 {
			continue
		}
		last := m.To
		if p.apart(last) && last+1 < len(p.tokens) && p.tokens[last+1].Kind == language.Letters {
			last++
		}
		denied = append(denied, place{p.tokens[m.From].Start, p.tokens[last].End})
	}
	return cutOut(text, denied...)
}
