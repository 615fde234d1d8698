package persona

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

var workingDays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}

// choosy patients do not take what they are offered.
var choosy = []Persona{
	{Name: "none of these", play: func(p *Patient) {
		p.instead(offeredTimes, saying("nenhum desses", "tem outros horários?", "nenhum serve", "outro dia")).times = 2
	}},
	{Name: "another week", play: func(p *Patient) {
		p.instead(offeredTimes, saying("outra semana", "tem na semana que vem?", "só consigo na outra semana"))
	}},
	{Name: "later in the day", play: func(p *Patient) {
		p.instead(offeredTimes, saying("mais tarde", "tem mais tarde?", "um pouco mais tarde"))
	}},
	{Name: "insists, then takes one", play: func(p *Patient) { p.insist(2) }},
	{Name: "insists, then gives up", play: func(p *Patient) {
		p.instead(offeredTimes, func(p *Patient, _ hearing) Act { return p.giveUp() })
		p.insist(2)
		p.ends = []End{Gone}
	}},
	{Name: "ambiguous doctor", Cooperative: true, play: func(p *Patient) {
		g := p.goal()
		if namesake := p.namesakes(); len(namesake) > 0 {
			*g = p.wantDoctor(pick(p.dice, namesake))
		}
		name := strings.Fields(p.doctor(g.AgendaID))
		p.opening = "quero marcar com " + strings.Join(name[:min(2, len(name))], " ")
	}},
	{Name: "slot gone", play: func(p *Patient) { p.gone = 1 }},
}

// insist asks for a time that no doctor has.
func (p *Patient) insist(times int) {
	p.instead(offeredTimes, saying("só posso às 5h da manhã", "queria às 22h", "tem que ser domingo às 23h", "preciso às 21h30")).times = times
}

// namesakes are the agendas of doctors with the same first name as another one.
func (p *Patient) namesakes() []int {
	count := map[string][]int{}
	for _, d := range p.clinic.Doctors {
		if name := strings.Fields(d.Name); len(name) > 1 {
			count[name[1]] = append(count[name[1]], d.AgendaID)
		}
	}
	var agendas []int
	for _, d := range p.clinic.Doctors {
		for _, same := range count {
			if len(same) > 1 && slices.Contains(same, d.AgendaID) {
				agendas = append(agendas, d.AgendaID)
			}
		}
	}
	return agendas
}

// wantDoctor is a goal with a doctor that is given.
func (p *Patient) wantDoctor(agenda int) Goal {
	for {
		if g := p.want(p.writer, ""); g.AgendaID == agenda {
			return g
		}
	}
}

// giveUp says so, and means it.
func (p *Patient) giveUp() Act {
	p.gaveUp = true
	return p.farewell(either(p.dice, "deixa pra lá, não quero mais", "desisto, obrigado", "não quero mais marcar", "deixa, vou procurar outro lugar"))
}

// leavers do not want an appointment in the end, or a person.
var leavers = []Persona{
	{Name: "gives up", play: func(p *Patient) {
		p.instead(after(1+p.dice.IntN(3)), func(p *Patient, _ hearing) Act { return p.giveUp() })
		p.ends = []End{Gone}
	}},
	{Name: "person at once", play: func(p *Patient) {
		p.opening = either(p.dice, "quero falar com um atendente", "me passa pra uma pessoa", "atendente por favor", "quero falar com alguém de verdade")
		p.wantsPerson()
	}},
	{Name: "person after a while", play: func(p *Patient) {
		p.instead(after(2+p.dice.IntN(3)), func(p *Patient, _ hearing) Act {
			p.wantsPerson()
			return p.say(either(p.dice, "quero falar com uma pessoa", "me passa pra um atendente humano", "prefiro falar com gente", "uma pessoa, por favor"))
		})
		p.ends = []End{Handed("pediu_atendente")}
	}},
	{Name: "angry, wants a person", play: func(p *Patient) {
		p.instead(after(2), func(p *Patient, _ hearing) Act {
			p.wantsPerson()
			return p.say(either(p.dice, "que palhaçada, quero falar com um humano AGORA", "chega de robô, me passa pra alguém"))
		})
		p.ends = []End{Handed("pediu_atendente")}
	}},
	{Name: "cancels an appointment", play: func(p *Patient) {
		p.opening = either(p.dice, "preciso cancelar minha consulta de amanhã", "quero desmarcar a consulta que marquei", "cancela minha consulta por favor")
		p.ends = []End{Handed("cancelar", "consulta_existente", "pediu_atendente")}
	}},
	{Name: "reschedules an appointment", play: func(p *Patient) {
		p.opening = either(p.dice, "preciso remarcar minha consulta", "quero mudar o dia da consulta que já marquei", "dá pra trocar o horário da minha consulta de sexta?")
		p.ends = []End{Handed("remarcar", "consulta_existente", "pediu_atendente")}
	}},
	{Name: "reschedules at once", play: func(p *Patient) {
		p.instead(toldBooked, func(p *Patient, _ hearing) Act {
			return p.say(either(p.dice, "ih, não vou poder nesse dia, dá pra remarcar?", "preciso cancelar essa consulta que acabei de marcar", "quero trocar o horário"))
		})
		p.ends = []End{Handed("remarcar", "cancelar", "consulta_existente", "pediu_atendente")}
	}},
	{Name: "red flag", play: func(p *Patient) {
		p.instead(after(1+p.dice.IntN(3)), saying("estou com uma dor muito forte no peito e falta de ar", "meu pai desmaiou agora aqui na sala",
			"tô com dor no peito agora irradiando pro braço", "minha mãe tá com a boca torta e não consegue falar"))
		p.ends = []End{Handed("emergencia")}
	}},
}

// wantsPerson asks once more if they are kept, and then does not go on.
func (p *Patient) wantsPerson() {
	p.ends = []End{Handed("pediu_atendente")}
	p.instead(nil, saying("não, quero um atendente", "uma pessoa, por favor")).times = 2
}

// clockwork patients let time pass.
var clockwork = []Persona{
	{Name: "comes back next day", Slow: true, play: func(p *Patient) {
		p.instead(after(2+p.dice.IntN(3)), resting(time.Duration(20+p.dice.IntN(6))*time.Hour, func(p *Patient, _ hearing) Act {
			return p.say(either(p.dice, "oi, voltei", "bom dia, desculpa a demora", "oi, podemos continuar?"))
		}))
	}},
	{Name: "answers the nudge", Slow: true, play: func(p *Patient) {
		p.instead(after(2+p.dice.IntN(3)), func(p *Patient, h hearing) Act {
			if h.asks == askNothing {
				return p.answer(h)
			}
			return Act{Listen: 20 * time.Hour}
		})
	}},
	{Name: "falls silent", Slow: true, play: func(p *Patient) {
		p.instead(after(1+p.dice.IntN(4)), resting(40*time.Hour, func(p *Patient, _ hearing) Act { return p.leave() }))
		p.ends = []End{Gone}
	}},
	{Name: "takes minutes", Slow: true, Cooperative: true, play: func(p *Patient) {
		p.style = style{}
		p.instead(askedOf, resting(25*time.Minute, func(p *Patient, _ hearing) Act {
			return p.exactly(fmt.Sprintf("%s, CPF %s, %s", p.goal().For.Name, p.goal().For.CPF, p.goal().For.born("02/01/2006")))
		}))
	}},
}

// strangers are none of the above.
var strangers = []Persona{
	{Name: "only asks", play: func(p *Patient) {
		p.opening = either(p.dice, "vocês abrem sábado?", "qual o endereço?", "quais especialidades vocês têm?")
		p.instead(nil, func(p *Patient, _ hearing) Act { return p.giveUp() })
		p.ends = []End{Gone}
	}},
	{Name: "no CPF at all", play: func(p *Patient) {
		p.instead(when(askCPF, askWay), saying("não tenho CPF", "não tenho cpf não", "sou estrangeiro, não tenho CPF")).times = 4
		p.ends = []End{Handed()}
	}},
}
