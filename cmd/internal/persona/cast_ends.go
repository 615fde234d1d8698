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

// particular patients say which times will do, and mean it.
var particular = []Persona{
	{Name: "any day but one", play: func(p *Patient) {
		day := pick(p.dice, workingDays)
		p.wishes(Wish{Fixed: true, Never: true, Weekday: day}, "qualquer dia menos "+weekdayNames[day], "não posso na "+weekdayNames[day], weekdayNames[day]+" não dá pra mim")
	}},
	{Name: "after an hour", play: func(p *Patient) {
		p.wishes(Wish{After: "15:00"}, "depois das 15h", "só consigo depois das 3 da tarde", "a partir das 15h")
	}},
	{Name: "from a day on", play: func(p *Patient) {
		day := p.now.AddDate(0, 0, 6+p.dice.IntN(4))
		p.wishes(Wish{From: day.Format(time.DateOnly)}, "só a partir do dia "+day.Format("02/01"), "estou viajando, só depois do dia "+day.AddDate(0, 0, -1).Format("02/01"),
			"a partir de "+day.Format("02/01"))
	}},
	{Name: "only on one day", play: func(p *Patient) {
		day := pick(p.dice, workingDays)
		p.wishes(Wish{Fixed: true, Weekday: day}, "só posso na "+weekdayNames[day], "só "+weekdayNames[day], "tem que ser "+weekdayNames[day])
	}},
	{Name: "mornings only", play: func(p *Patient) {
		p.wishes(Wish{Period: morning}, "só de manhã", "de tarde eu trabalho, só posso de manhã")
	}},
	{Name: "words for numbers", Cooperative: true, play: func(p *Patient) {
		p.instead(offeredTimes, func(p *Patient, h hearing) Act { return p.ordinal(h) })
	}},
	{Name: "last of the list", Cooperative: true, play: func(p *Patient) {
		p.instead(offeredTimes, func(p *Patient, h hearing) Act {
			slot := h.slots[len(h.slots)-1].Slot
			p.agreed = &slot
			return p.say(either(p.dice, "o último", "pode ser o último", "quero o último da lista"))
		})
	}},
}

// wishes makes times that do not fit unacceptable, and says so at the first offer.
func (p *Patient) wishes(w Wish, texts ...string) {
	w.Said = pick(p.dice, texts)
	p.instead(offeredTimes, func(p *Patient, _ hearing) Act {
		p.goal().Wish, p.picky = w, 3
		return p.say(w.Said)
	})
	p.goal().Wish = Wish{}
}

// ordinal takes one of the first times by its place in words.
func (p *Patient) ordinal(h hearing) Act {
	words := []string{"o primeiro", "o segundo", "o terceiro", "opção quatro"}
	at := p.dice.IntN(min(len(words), len(h.slots)))
	slot := h.slots[at].Slot
	p.agreed = &slot
	return p.say(words[at])
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
	{Name: "answers an old list", Slow: true, play: func(p *Patient) {
		p.instead(offeredTimes, resting(time.Duration(5+p.dice.IntN(40))*time.Hour, func(p *Patient, _ hearing) Act {
			ahead := slices.DeleteFunc(slices.Clone(p.shown), func(one offered) bool {
				return one.Date+" "+one.Hour <= p.now.Add(time.Hour).Format("2006-01-02 15:04")
			})
			if len(ahead) == 0 {
				return p.explain()
			}
			return p.take(hearing{slots: p.shown}, pick(p.dice, ahead))
		}))
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
	{Name: "wants to die", play: func(p *Patient) {
		p.instead(after(1+p.dice.IntN(3)), saying("não aguento mais viver, quero morrer", "tô pensando em me matar", "não quero mais viver"))
		p.ends = []End{Handed("emergencia")}
	}},
	{Name: "no times left", play: func(p *Patient) {
		p.full = p.goal().AgendaID
		p.ends = []End{Booked, Gone, Handed("sem_horarios", "pediu_atendente")}
		if len(p.colleagues(*p.goal())) == 0 {
			p.instead(when(askWay), func(p *Patient, h hearing) Act { return p.exactly(fmt.Sprint(pick(p.dice, h.items).number)) })
			p.gaveUp = true // where that is what the number says
		}
	}},
	{Name: "no CPF at all", play: func(p *Patient) {
		p.instead(when(askCPF, askWay), saying("não tenho CPF", "não tenho cpf não", "sou estrangeiro, não tenho CPF")).times = 4
		p.ends = []End{Handed()}
	}},
}
