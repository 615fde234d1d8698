package rules

import (
	"slices"

	"atende/actors/conversation"
)

// What patients say against what is being booked, where the catalogue has no entry to put in its place.
var (
	// pays: the patient has no plan, or uses none.  privately is no word about that: "em particular".
	pays      = phrase(`\bparticular\b|\b(n[ãa]o (tenho|tem|possuo|uso)|sem) (nenhum |mais )?(plano|conv[êe]nio)|\bdo (meu |pr[óo]prio )*bolso\b`)
	privately = phrase(`\b(em|salas?|escola|col[ée]gio|faculdade|hospital|cl[íi]nica|empresa|rede|carro|vida|aulas?|professora?|assuntos?|motivos?|quest[ãa]o|n[úu]mero|telefone|celular) particular\b`)
	// notPays: "não é particular", "nem particular".
	notPays = phrase(`\bn[ãa]o (é|eh|era|quero|uso|pode ser|vai ser|seria)( mais)?( o| por| pel[oa])? particular\b|\b(nem|sem ser|menos|em vez de) particular\b`)
	// insured: the patient has some plan.
	insured = phrase(`\b(tenho|temos|tinha|uso|usar|pel[oa]|com|meu|minha) (um |uma |o |a |meu |minha )*(plano|conv[êe]nio|carteirinha)\b`)
	// planRest is what may stand beside the name of a plan and nothing else: "Bradesco Saúde".
	planRest = phrase(`^\s*(sa[úu]de|seguros?|plano|conv[êe]nio|tenho|[oa])?\s*$`)
	// callsPlan stands before the name of a plan: "meu plano é o Vida Boa".  ownPlan is no name: "é esse mesmo".
	callsPlan = phrase(`\b(plano|conv[êe]nio|carteirinha)( de sa[úu]de)? ?(([ée]|eh|d[ao]|se chama|:)( o| a| d[oa])?) (?P<who>\p{L}{3,})`)
	ownPlan   = phrase(`^(meu|minha|nosso|nossa|ess[ea]|est[ea]|mesm[oa]|empresa|firma|trabalho|marido|espos[oa]|m[ãa]e|pai|fam[íi]lia|sa[úu]de|cl[íi]nica|aceit[oa]|atendid[oa]|obrigat[óo]ri[oa]|necess[áa]ri[oa]|qual|que|uma?|outr[oa]|n[ãa]o|ela|ele|bom|v[áa]lid[oa]|empresarial|individual|familiar|particular)$`)
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
	if !r.says(pays) || d.clinic.PrivatePlan() != 0 {
		return false
	}
	return pays.MatchString(withoutRefused(notPays.ReplaceAllString(privately.ReplaceAllString(r.text, " "), " ")))
}

// hasOtherPlan reports a plan that the clinic does not take, whatever else is said with it.
func (d *dialogue) hasOtherPlan(r reading) bool {
	if !r.mayHave(otherPlans, insured, callsPlan) {
		return false
	}
	text := r.text
	if r.Name != "" {
		text = without(text, r.Name)
	}
	if len(d.find(text).Plans) > 0 {
		return false
	}
	if otherPlans.MatchString(text) || d.onlyPrivate() && r.says(insured) && !r.says(noPlanNamed) {
		return true
	}
	named := callsPlan.FindStringSubmatch(text)
	return len(named) > 0 && !ownPlan.MatchString(named[callsPlan.SubexpIndex("who")])
}

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
