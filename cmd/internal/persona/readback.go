package persona

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// readsBack tells all that would be booked from other questions: it names the CPF's last digits.
var readsBack = regexp.MustCompile(`cpf[^.?!]{0,20}final`)

// objection is what a patient says who reads that something else would be booked than was wanted, without a text for nothing.
func (p *Patient) objection(h hearing) message {
	if !readsBack.MatchString(h.folded) {
		return message{}
	}
	no := func(text, what, value string) message {
		return message{text: "não, " + text + value, exact: true, says: sayCorrection, values: map[string]string{"what": what, "value": value}}
	}
	g := p.goal()
	switch {
	case p.names(h, p.doctors(), p.doctor(g.AgendaID)):
		return no("é com ", "quem atende", p.doctor(g.AgendaID))
	case p.names(h, p.planNames(), p.plan(g.PlanID)):
		return no("o convênio é ", "o convênio", p.plan(g.PlanID))
	case p.names(h, p.procedures(g.SpecialtyID), p.procedure(g.ProcedureID)):
		return no("é ", "o que vou fazer", p.procedure(g.ProcedureID))
	case !strings.Contains(h.folded, fold(g.For.Name)):
		return no("o nome é ", "o nome", g.For.Name)
	case !strings.Contains(h.folded, lastDigits(g.For.CPF)):
		return no("o CPF é ", "o CPF", g.For.CPF)
	case strings.Contains(h.folded, "nascimento") && !strings.Contains(h.folded, g.For.born("02/01/2006")):
		return no("a data de nascimento é ", "a data de nascimento", g.For.born("02/01/2006"))
	case len(h.slots) == 1 && !p.wanted(h.slots[0].Slot):
		at := fmt.Sprintf("dia %s/%s às %s", p.agreed.Date[8:], p.agreed.Date[5:7], spoken(p.agreed.Hour))
		return message{text: "não, esse horário não", exact: true, says: sayCorrection, values: map[string]string{"what": "o horário", "value": at}}
	default:
		return message{}
	}
}

// object says what is wrong in what was read back.  Those who paraphrase do so again until it was put right.
func (p *Patient) object(h hearing) (Act, bool) {
	if readsBack.MatchString(h.folded) || !p.Persona.Paraphrases {
		p.objected = p.objection(h)
	}
	asked := h.asks == askYes || p.Persona.Paraphrases && (h.asks == askAnything || h.asks == askWay)
	another := len(h.slots) > 0 && !readsBack.MatchString(h.folded) // a time, of which nothing was wrong
	if p.following && p.protested && asked && (p.objected.text != "" || !readsBack.MatchString(h.folded)) {
		return p.leave(), true // it was said once, and not heeded
	}
	if p.objected.text == "" || !asked || another {
		return Act{}, false
	}
	p.protested = true
	return p.write(p.objected), true
}

// lastDigits are the last four of a CPF, as they are written.
func lastDigits(cpf string) string { return cpf[7:9] + "-" + cpf[9:] }

// heed remembers a time that was said as settled: who goes on without a word against it goes along with it.
func (p *Patient) heed(h hearing) {
	if len(h.texts) == 0 || h.booked || h.person {
		return
	}
	_, slots := itemsOf(h.texts[len(h.texts)-1], p.now) // a list that came just before was answered by nobody
	if len(slots) != 1 {
		return
	}
	slot := slots[0].Slot
	if readsBack.MatchString(h.folded) || h.identity() {
		p.settled = &slot
	}
	if p.agreed == nil && h.identity() && p.goal().Wish.allows(slot) {
		p.agreed = &slot
	}
}

// wanted reports a time that was agreed on, or fits all the same.
func (p *Patient) wanted(s Slot) bool {
	return p.agreed == nil || *p.agreed == s || p.goal().Wish.allows(s)
}

// names reports that a text names another of a kind, and not the one that is wanted.
func (p *Patient) names(h hearing, all []string, own string) bool {
	says := func(name string) bool { return strings.Contains(h.folded, fold(name)) }
	return !says(own) && slices.ContainsFunc(all, says)
}

func (p *Patient) doctors() []string {
	var names []string
	for _, d := range p.clinic.Doctors {
		names = append(names, d.Name)
	}
	return names
}

func (p *Patient) planNames() []string {
	var names []string
	for _, plan := range p.clinic.Plans {
		names = append(names, plan.Name)
	}
	return names
}

func (p *Patient) procedures(specialty int) []string {
	var names []string
	for _, one := range p.clinic.Procedures {
		if one.SpecialtyID == specialty {
			names = append(names, one.Name)
		}
	}
	return names
}
