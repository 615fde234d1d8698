package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
)

// plansMeant reads the plans that a text settles: none that it speaks of under a condition, "se não cobrir pago
// particular", where one is known or named beside it.
func (d *dialogue) plansMeant(s *conversation.State, r *reading) {
	if d.asksPrivatePrice(s, *r) {
		r.Plans = nil
	}
	if one := d.planOfTwo(s, r); one != 0 && len(r.Plans) == 0 {
		r.Plans = []int{one}
	}
	if one := d.planSettled(r); one != 0 {
		r.Plans, r.notPlans = []int{one}, append(slices.Clip(r.notPlans), minus(r.Plans, []int{one})...)
	}
	if len(r.Plans) == 0 || !r.says(say.PayingIf) {
		return
	}
	left := d.find(d.withoutPhrase(r.text, say.PayingIf)).Plans
	if s.Request.PlanID != 0 || len(left) > 0 {
		r.notPlans = minus(r.notPlans, r.Plans)
		r.Plans = left
	}
}

// planOfTwo is the plan that was read back, where it is asked whether it is that or none: "pelo plano mesmo"; 0 for another answer.
func (d *dialogue) planOfTwo(s *conversation.State, r *reading) int {
	known := s.Request.PlanID
	two := len(s.Options) == 2 && known != 0 && slices.Contains(s.Options, known) && slices.Contains(s.Options, d.clinic.PrivatePlan())
	if !two || strings.Contains(r.text, "?") || !r.saysAny(say.Insured, say.WithPlan) || r.saysAny(say.NoPlan, say.NoPlanNamed, say.HasNoPlan) {
		return 0
	}
	return known
}

// planSettled is the one of two plans in a text that its words settle, "tenho unimed mas vou pagar particular", "era amil, agora é
// unimed"; 0 for none, and for the learned readers, whose examples know none.
func (d *dialogue) planSettled(r *reading) int {
	if len(r.Plans) != 2 || len(d.turn.Messages) == 0 || r.saysAny(say.PayingIf, say.Or, say.PlanLost) || strings.Contains(r.text, "?") {
		return 0
	}
	hits := d.hits(r.text).Plans
	p := d.parse(d.unnamed(r.text))
	settled := 0
	for _, m := range p.matches(say.SettlesPlan) {
		at := -1
		for _, t := range p.tokens[:m.To] {
			if t.Text == "plano" {
				at++
			}
		}
		if at < 0 || at >= len(hits) || !slices.Contains(r.Plans, hits[at].ID) || settled != 0 && settled != hits[at].ID {
			return 0
		}
		settled = hits[at].ID
	}
	return settled
}

// lostPlan reports that the plan of the patient is no more and no other one is named, so that it is private: "unimed não cobre mais,
// vai particular", "cancelaram meu convênio".
func (d *dialogue) lostPlan(s *conversation.State, r reading) bool {
	private := d.clinic.PrivatePlan()
	cash := slices.Contains(r.Plans, private) || r.saysAny(say.PaysAlone, say.PaysCash)
	byName := cash && d.said(d.unnamed(r.text), say.PlanLost)
	if private == 0 || !byName && !r.says(say.PlanLost) || strings.Contains(r.text, "?") || r.saysAny(say.PayingIf, say.PlanKept) {
		return false
	}
	gone, lost := false, []int{private}
	for _, clause := range d.clauses(r.text) {
		named := d.find(clause).Plans
		if byName && d.said(d.unnamed(clause), say.PlanLost) || d.said(clause, say.PlanLost) {
			gone, lost = true, append(lost, named...)
		}
	}
	spoken := len(r.Plans)+len(r.notPlans) > 0 || s.Asked == conversation.AskPlan || r.says(say.PlanTalk)
	return gone && spoken && len(minus(r.Plans, lost)) == 0
}

// saysNone reads a text that says that the patient has no plan, and names at most the private one and those of others: its "não"
// refuses none of these, "particular mesmo tenho plano nao", "tenho nada não, a patroa é q tem unimed".
func (d *dialogue) saysNone(s *conversation.State, r *reading, text string) bool {
	answers := s.Closed == "" && s.Asked == conversation.AskPlan
	private := d.clinic.PrivatePlan()
	none := r.says(say.HasNoPlan) || answers && r.says(say.NoPlan)
	if private == 0 || len(r.Plans) == 0 || !none || strings.Contains(text, "?") {
		return false
	}
	if s.For == "" && len(s.Next) == 0 {
		text = d.withoutPhrase(text, say.PlanOfOthers)
	}
	own := d.find(text).Plans
	if len(minus(own, []int{private})) > 0 {
		return false
	}
	r.Plans = own
	if r.Intent == understand.Cancel || r.Intent == understand.Decline {
		r.Intent = understand.Other // "não tenho convênio, a firma cortou"
	}
	return true
}

// unnamed is a text with "plano" for each plan that it names: "a unimed cancelou".
func (d *dialogue) unnamed(text string) string {
	for _, hit := range slices.Backward(d.hits(text).Plans) {
		text = text[:min(hit.Start, len(text))] + "plano" + text[min(hit.End, len(text)):]
	}
	return text
}

// leavesPlan reports words without a plan that settle none: a question for the price, or a condition.
func (d *dialogue) leavesPlan(s *conversation.State, r reading) bool {
	if s.Request.PlanID != 0 && r.says(say.PayingIf) {
		return true
	}
	return d.asksPrivatePrice(s, r)
}

// asksPrivatePrice reports a question for the price without a plan, which does not say that there is none: "quanto é sem
// plano?"
func (d *dialogue) asksPrivatePrice(s *conversation.State, r reading) bool {
	insured := len(minus(r.Plans, []int{d.clinic.PrivatePlan()})) > 0
	return !insured && s.Asked != conversation.AskPlan && r.says(say.NoPlanNamed) && r.says(say.PricesAsked) && !r.says(say.HasNoPlan)
}

// withPayer is a text with words for who pays that say nothing of who the patient is: "vou pagar eu mesma", "quem paga é meu filho".
// Beside a yes nothing is rewritten: what books is what was written.
func (d *dialogue) withPayer(s *conversation.State, text string) string {
	if at, ok := d.parse(text).place(say.Payer); ok && !readingBack(s) {
		return text[:at.start] + "pago do meu bolso" + text[at.end:]
	}
	return text
}

// withoutPriced leaves out of a message that wishes for an appointment what only the price is asked of, and answers that:
// "marca uma consulta com a dra. Ana, e me diz quanto é o eletro".
func (d *dialogue) withoutPriced(h *heard) {
	if d.literal || h.s.Closed != "" || !h.whole.says(say.PriceOf) || h.whole.says(say.PricedCash) {
		return
	}
	left, priced := d.pricedApart(h.whole.parsed)
	rest := d.readAgain(h.s, left)
	wished := rest.Intent == understand.Book || rest.saysAny(say.Wishing, say.ToBook) || len(rest.Doctors) > 0
	if priced == "" || !wished || len(rest.Specialties)+len(rest.Doctors)+len(rest.Procedures) == 0 {
		return
	}
	h.whole = rest
	asked := h.asked
	h.reading, h.asked = d.withoutQuestions(h.s, decide.Message{Type: "TEXT", Text: left})
	h.asked.adds(asked)
	h.asked.adds(d.asked(h.s, priced+"?"))
}

// pricedApart are a text without the words that ask the price of a service, and these words.
func (d *dialogue) pricedApart(p *parsed) (left, priced string) {
	hits := d.hits(p.text).Procedures
	for _, m := range p.matches(say.PriceOf) {
		from := p.placeOf(m).start
		thing := slices.IndexFunc(hits, func(hit understand.Hit) bool { return m.To < len(p.tokens) && hit.Start == p.tokens[m.To].Start })
		if thing < 0 {
			continue
		}
		to := len(p.text)
		for i, t := range p.tokens {
			if t.Start >= hits[thing].End && (p.pauses(i) || t.Text == "e") {
				to = t.Start
				break
			}
		}
		return cutOut(p.text, place{from, to}), p.text[from:to]
	}
	return p.text, ""
}

// planBehind is the plan in a clause of its own behind words that put another one right: "amil. ou melhor, particular",
// "unimed. não, particular"; 0 for none.
func (d *dialogue) planBehind(parts []string) int {
	for i := len(parts) - 3; i > 0; i-- {
		right := d.said(parts[i], say.PlanNow) || d.said(parts[i], say.PutRightBehind) && lettersIn(parts[i]) <= maxRight
		if len(d.find(parts[i]).Plans) > 0 || !right || d.said(parts[i+2], say.NotBehind) {
			continue
		}
		if named := d.find(parts[i+2]).Plans; len(named) == 1 && !strings.Contains(parts[i+1], "?") {
			return named[0]
		}
	}
	return 0
}

// maxRight is how many words a clause has that takes back what stands before it, and nothing else.
const maxRight = 3

// planOfAll reports a plan in the first of some parts that stands before all whom an appointment is for, and so is nobody's own:
// "consulta unimed pra minha mãe e pra mim".
func (d *dialogue) planOfAll(parts []reading) bool {
	plans := d.hits(parts[0].text).Plans
	if len(plans) == 0 || len(parts) == 1 {
		return false
	}
	one, forOne := parts[0].forWhom()
	other, forOther := parts[1].forWhom()
	return forOne && one.start >= plans[len(plans)-1].End && forOther && other.start == 0 && len(d.hits(parts[1].text).Plans) == 0
}

// forWhom is where a text says for whom an appointment is.
func (p *parsed) forWhom() (at place, ok bool) {
	if at, ok = p.place(say.ForRelative); ok {
		return at, true
	}
	return p.place(say.Myself)
}

// plansOfPart are the plans that a part of a text names; the private one where somebody has none.
func (d *dialogue) plansOfPart(part reading) []int {
	named := d.find(part.text).Plans
	if len(part.Plans) == 1 {
		named = part.Plans
	}
	if private := d.privateOf(part); len(named) == 0 && private != 0 {
		return []int{private}
	}
	return named
}

// privateOf is the private plan, where one of several people is said to have none; 0 for nothing of that.
func (d *dialogue) privateOf(part reading) int {
	if !part.saysAny(say.TheyHaveNone, say.IHaveNone) {
		return 0
	}
	return d.clinic.PrivatePlan()
}

// withoutNod is a text without the question whether the plan that it tells will do: "é particular mesmo, pode ser?"  Which one it is, is
// told, and what comes next says that it will.
func (d *dialogue) withoutNod(s *conversation.State, text string) string {
	if s.Closed != "" || d.literal || !d.said(text, say.AsksNod) {
		return text
	}
	left := strings.TrimRight(d.withoutPhrase(text, say.AsksNod), " ,.")
	named := len(d.find(left).Plans) == 1 || d.said(left, say.NoPlanNamed)
	if !named || strings.Contains(left, "?") || d.said(left, say.Existing) || d.answersTo(s, d.parse(left)).asks() {
		return text
	}
	return left
}

// asksBookedPlan reports a question under which plan it was booked: "marcou na Unimed mesmo ou particular?"
func asksBookedPlan(h *heard) bool {
	m := h.whole.Mentions
	asks := h.whole.Intent == understand.Question || strings.Contains(h.whole.text, "?")
	others := len(m.Doctors) + len(m.Specialties) + len(m.Procedures)
	return asks && others == 0 && h.whole.says(say.AsksNotedPlan) && !h.whole.identifies()
}

// sharesPlan keeps in mind that the plan that a message settles is that of those whose turn comes, too: it is said of all of them, or
// with all of them in one message, or they are brothers and sisters.  Who has another one is asked otherwise.
func (d *dialogue) sharesPlan(h *heard) {
	if d.literal || h.s.Closed != "" || d.wished.PlanID == 0 || d.wished.PlanID == h.s.Request.PlanID {
		return
	}
	one := h.whole.saysAny(say.PlanOfOne, say.TheyHavePlan, say.TheyHaveNone, say.IHaveNone)
	all := h.whole.saysAny(say.PlanOfBoth, say.PlanOfUs)
	patient := cmp.Or(d.patientOf(h.whole), h.s.For)
	for _, next := range d.queue(h.s) {
		together := slices.ContainsFunc(d.kept, next.Same) && !one
		open := next.For != "" && next.PlanID == 0 && !d.toldPlanOf(next.For)
		if open && (all || together || siblings(patient, next.For)) {
			d.moves = append(d.moves, conversation.Later{Next: conversation.Next{For: next.For, ProcedureID: next.ProcedureID, PlanID: d.wished.PlanID}})
		}
	}
}

// toldPlanOf reports that this turn tells the plan of one of those whose turn comes.
func (d *dialogue) toldPlanOf(whom string) bool {
	return slices.ContainsFunc(d.moves, func(move conversation.Move) bool {
		later, ok := move.(conversation.Later)
		return ok && later.Next.For == whom && later.Next.PlanID != 0
	})
}

// siblings reports that two people are children of the writer's, who have one plan.
func siblings(one, other string) bool {
	child := func(whom string) bool { return strings.Contains(whom, " filh") || strings.HasSuffix(whom, "criança") }
	return child(one) && child(other)
}

// tellsPlan reports a sentence that tells how the patient pays and does not ask for it: "nós não temos plano", "pago no dinheiro".
func tellsPlan(s *conversation.State, topic conversation.Topic, sentence *parsed) bool {
	switch topic {
	case conversation.TopicPlans:
		return sentence.says(say.HasNoPlan)
	case conversation.TopicPayment:
		open := s.Request.PlanID == 0 && s.Closed == "" && !strings.Contains(sentence.text, "?")
		none := sentence.says(say.NoPlanNamed) || s.Asked == conversation.AskPlan && sentence.says(say.NoPlan) && sentence.says(say.PaysAlone)
		return open && (none || sentence.says(say.PaysCash))
	default:
		return false
	}
}
