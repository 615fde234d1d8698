package persona

import (
	"fmt"
	"slices"
	"strings"
)

// answer is what a willing patient answers to what was asked.
func (p *Patient) answer(h hearing) Act {
	if p.agreed != nil && h.asks == askSlot {
		p.agreed = nil // the list came again: nothing is agreed on
	}
	if p.repeats[h.asks] > 5 || p.following && p.lacks(h.asks) {
		return p.leave() // nobody answers the same thing for ever
	}
	if h.asks != askNothing {
		p.lost = 0
	}
	if h.identity() {
		if act, objects := p.accept(h); objects {
			return act
		}
	}
	if act, objects := p.object(h); objects {
		return act
	}
	g := p.goal()
	switch h.asks {
	case askService:
		return p.fromList(h, p.specialty(g.SpecialtyID))
	case askDoctor:
		return p.fromList(h, p.doctor(g.AgendaID))
	case askProcedure:
		return p.fromList(h, p.procedure(g.ProcedureID))
	case askPlan:
		return p.fromList(h, p.plan(g.PlanID))
	case askSlot:
		return p.choose(h)
	case askName:
		if len(p.quirks) == 0 && !p.Persona.Paraphrases && h.says(together) { // who paraphrases gives one thing at a time
			p.known[askCPF], p.known[askBirth] = true, true
			return p.exactly(g.For.Name + ", CPF " + p.cpf() + ", " + g.For.born(p.style.date(p.dice)))
		}
		return p.tell(sayName, g.For.Name)
	case askCPF:
		return p.tell(sayCPF, p.cpf())
	case askBirth:
		return p.tell(sayBirth, g.For.born(p.style.date(p.dice)))
	case askSame:
		return p.same(h)
	case askYes:
		return p.agree(h)
	case askWay:
		return p.way(h)
	case askAnything:
		return p.explain()
	case askNothing, askList:
	}
	p.lost++
	if p.lost > maxLost {
		return p.leave()
	}
	return p.explain()
}

// accept goes along with a time that was settled without a question ("Ótimo! Sexta, 04/12, às 16:30."),
// or objects to one that does not fit.
func (p *Patient) accept(h hearing) (Act, bool) {
	if p.agreed != nil || len(h.slots) != 1 {
		return Act{}, false
	}
	slot := h.slots[0].Slot
	if !p.goal().Wish.allows(slot) && p.picky > 0 {
		p.picky--
		return p.when(), true
	}
	p.agreed = &slot
	return Act{}, false
}

// explain says what is wanted, in other words each time.
func (p *Patient) explain() Act {
	g := p.goal()
	switch p.repeats[p.last] % 3 {
	case 1:
		return p.mean(sayWant, p.wishFor())
	case 2:
		return p.mean(sayWant, "quero "+lower(p.procedure(g.ProcedureID))+" com "+p.doctor(g.AgendaID))
	default:
		return p.mean(sayWant, "quero marcar "+p.specialty(g.SpecialtyID))
	}
}

// cpf is typed in one of the usual ways.
func (p *Patient) cpf() string {
	cpf := p.goal().For.CPF
	if p.style.plain || chance(p.dice, 0.5) {
		return cpf
	}
	return dotted(cpf)
}

// fromList answers with a number of the list or with words, and with the other if that was not
// understood.
func (p *Patient) fromList(h hearing, want string) Act {
	at := slices.IndexFunc(h.items, func(one item) bool { return sameWords(one.label, want) || fold(one.label) == fold(want) })
	words := p.style.words == (p.repeats[h.asks]%2 == 1)
	if at < 0 || words {
		return p.mean(p.inWords(h.asks), want)
	}
	return p.number(fmt.Sprint(h.items[at].number), h.items[at].number)
}

// choose takes a time that fits, asks for others, or in the end takes what there is.
func (p *Patient) choose(h hearing) Act {
	g := p.goal()
	var fit []offered
	for _, one := range h.slots {
		if g.Wish.allows(one.Slot) {
			fit = append(fit, one)
		}
	}
	switch {
	case len(h.slots) == 0 && len(h.items) > 0:
		return p.way(h)
	case len(h.slots) == 0:
		return p.when()
	case len(fit) == 0 && p.picky > 0:
		p.picky--
		return p.when()
	case len(fit) == 0:
		fit = h.slots
	}
	if p.following {
		return p.take(h, g.nearest(fit))
	}
	return p.take(h, pick(p.dice, fit))
}

// when says when the patient would like to come.
func (p *Patient) when() Act {
	if said := p.goal().Wish.Said; said != "" {
		return p.mean(sayWish, either(p.dice, said, "como eu disse, "+said, said+", por favor"))
	}
	if wish := p.goal().Wish.words(); wish != "" {
		return p.mean(sayWish, either(p.dice, "prefiro "+wish, "tem "+wish+"?", wish+" seria melhor"))
	}
	return p.mean(sayAnyTime, either(p.dice, "quais horários tem?", "o que tiver mais cedo", "qualquer dia"))
}

// take agrees to a time, by its number or in words that mean it alone.
func (p *Patient) take(h hearing, one offered) Act {
	slot := one.Slot
	p.agreed = &slot
	if len(h.slots) == 1 && one.number == 0 {
		return p.mean(sayAccept, either(p.dice, "sim", "pode ser", "pode", "isso"))
	}
	words := p.style.words == (p.repeats[askSlot]%2 == 1)
	if one.number > 0 && !words {
		return p.number(either(p.dice, fmt.Sprint(one.number), fmt.Sprintf("opção %d", one.number), fmt.Sprintf("pode ser o %d", one.number)), one.number)
	}
	return p.tell(sayTime, p.described(h, slot))
}

// described is a time in words that fit no other one of the list.
func (p *Patient) described(h hearing, slot Slot) string {
	hours, days := alike(h.slots, slot)
	at := spoken(slot.Hour)
	switch {
	case hours == 1 && chance(p.dice, 0.5):
		return either(p.dice, "o das "+at, "às "+at, "pode ser "+at)
	case days == 1:
		return either(p.dice, weekdayNames[slot.weekday()]+" às "+at, weekdayNames[slot.weekday()]+" "+at)
	}
	return fmt.Sprintf("dia %s/%s às %s", slot.Date[8:], slot.Date[5:7], at)
}

// alike counts the times of a list with the hour of one of them, and those with its weekday, too.
func alike(list []offered, slot Slot) (hours, days int) {
	for _, other := range list {
		if other.Hour != slot.Hour {
			continue
		}
		hours++
		if other.weekday() == slot.weekday() {
			days++
		}
	}
	return hours, days
}

// spoken is "8h", "14h30".
func spoken(hour string) string {
	h, minute, _ := strings.Cut(hour, ":")
	return strings.TrimPrefix(h, "0") + "h" + strings.TrimSuffix(minute, "00")
}

// same answers whether it is for the person of the last booking.
func (p *Patient) same(h hearing) Act {
	g := p.goal()
	switch {
	case strings.Contains(h.folded, fold(g.For.Name)):
		return p.mean(sayYes, "sim")
	case p.at == 0 && g.Relation == "":
		return p.mean(saySelf, either(p.dice, "é para mim", "pra mim mesmo"))
	case g.Relation != "":
		return p.say("não, é " + forWhom(g.Relation))
	}
	return p.say("não, é para mim")
}

// agree says yes to a proposal that is what was wanted.
func (p *Patient) agree(h hearing) Act {
	if len(h.slots) == 1 && (p.agreed == nil || *p.agreed != h.slots[0].Slot) {
		if !p.goal().Wish.allows(h.slots[0].Slot) && p.picky > 0 {
			p.picky--
			return p.when()
		}
		slot := h.slots[0].Slot
		p.agreed = &slot
	}
	if p.agreed == nil && len(h.slots) == 0 {
		p.agreed = p.settled // "E então, posso marcar?"
	}
	if len(h.slots) == 1 && !readsBack.MatchString(h.folded) {
		return p.mean(sayAccept, either(p.dice, "sim", "isso", "pode ser", "sim, por favor"))
	}
	return p.mean(sayYes, either(p.dice, "sim", "isso", "pode ser", "sim, por favor"))
}

// way takes a way on that still leads to the goal: what was asked for before, then a colleague.
func (p *Patient) way(h hearing) Act {
	g := p.goal()
	for _, one := range h.items { // those who have something against it said so before
		if p.Persona.Paraphrases && readsBack.MatchString(h.folded) && strings.HasPrefix(fold(one.label), "sim") {
			return p.number(fmt.Sprint(one.number), one.number)
		}
	}
	switch {
	case strings.Contains(h.folded, "cpf"):
		return p.tell(sayCPF, g.For.CPF)
	case strings.Contains(h.folded, "nascimento"):
		return p.tell(sayBirth, g.For.born("02/01/2006"))
	case strings.Contains(h.folded, "nome completo"):
		return p.tell(sayName, g.For.Name)
	}
	for _, agenda := range p.colleagues(*g) {
		for _, one := range h.items {
			if strings.Contains(fold(one.label), fold(p.doctor(agenda))) {
				g.AgendaID = agenda
				return p.number(fmt.Sprint(one.number), one.number)
			}
		}
	}
	return p.explain()
}
