package receptionist

import (
	"fmt"
	"strings"

	"atende/integrations/model/scripted"
)

// Ways on where no time is left.
const (
	seeDoctor = "Ver horários com "
	toPerson  = "Falar com uma pessoa da equipe"
	forLater  = "Deixar para depois"
)

// list is a question with numbered answers.
func (v *view) list(names []string, heads ...string) string {
	if len(names) == 0 {
		return v.pick(heads...)
	}
	return v.pick(heads...) + "\n" + numbered(names)
}

func numbered(names []string) string {
	var lines []string
	for i, name := range names {
		lines = append(lines, fmt.Sprintf("%d - %s", i+1, name))
	}
	return strings.Join(lines, "\n")
}

// times shows the offer, or asks again for one that was shown.
func (v *view) times() string {
	s := v.situation
	switch {
	case len(s.Offer) == 0 && s.Why == "nenhum":
		return v.ways()
	case len(s.Offer) == 0:
		return v.pick("Para quando você gostaria?", "Que dia e horário seriam bons para você?", "Quando fica melhor para você?")
	case v.shown() && !v.tried(toolSearch) && !v.tried(toolChoose) && !v.tried(toolConfirm):
		return v.pick("Qual horário da lista fica melhor? Responda com o *número*.", "Algum horário da lista serve? É só mandar o *número* dele.",
			"Me diga o *número* do horário da lista que você prefere, ou outro dia.", "E então, qual dos horários da lista você quer?")
	case len(s.Offer) == 1:
		one := s.Offer[0]
		return v.pick("Tenho", "O que tenho é", "Encontrei") + fmt.Sprintf(" *%s, às %s*, com %s. Pode ser?", shortDay(one.Day), one.Hour, v.doctorName()) + " Se preferir, diga outro dia ou horário."
	}
	return v.head() + "\n" + v.lines(s.Offer) + "\n" + v.pick("Qual fica melhor? Responda com o *número*.", "Qual deles você prefere? É só mandar o *número*.", "Qual é o melhor para você? Responda com o *número* ou diga outro dia.", "Qual horário você quer?")
}

// head introduces the offer.
func (v *view) head() string {
	who := v.doctorName()
	switch v.situation.Why {
	case "mais_proximos":
		return v.pick("Para quando você pediu, não há vaga. Os horários mais próximos com "+who+":", "Nesse horário não tenho. O mais perto com "+who+" é:", "Também não há vaga assim. O que há com "+who+":", "Infelizmente não há para esse pedido. Veja o que tenho com "+who+":")
	case "todos_ja_vistos":
		return v.pick("Esses são todos os horários com "+who+":", "Já mostrei todos os horários com "+who+". De novo:", "Não há outros com "+who+". São estes:")
	}
	return v.pick("Tenho estes horários com "+who+":", "Com "+who+", tenho:", "Veja os horários com "+who+":", "Os horários livres com "+who+" são:")
}

// long is from how many times on a list is left to the agent.
const long = 8

// lines are the times of an offer by day, with their numbers; long lists, and those after a text that was not sent, are
// the agent's.
func (v *view) lines(offer []scripted.Slot) string {
	if v.corrected || len(offer) >= long {
		return "{ofertas}"
	}
	var list []string
	day := ""
	for _, one := range offer {
		if one.Day != day {
			day = one.Day
			list = append(list, "*"+upper(shortDay(day))+"*")
		}
		list = append(list, fmt.Sprintf("%d - %s", one.Number, one.Hour))
	}
	return strings.Join(list, "\n")
}

// shown reports that the last list of times that we showed is the present offer.
func (v *view) shown() bool {
	for i := len(v.said) - 1; i >= 0; i-- {
		found := timeItem.FindAllStringSubmatch(marks.Replace(v.said[i]), -1)
		if len(found) == 0 {
			continue
		}
		if len(found) != len(v.situation.Offer) {
			return false
		}
		for k, one := range v.situation.Offer {
			if found[k][1] != fmt.Sprint(one.Number) || found[k][2] != one.Hour {
				return false
			}
		}
		_, date, _ := strings.Cut(shortDay(v.situation.Offer[0].Day), ", ")
		return strings.Contains(v.said[i], date)
	}
	return false
}

// ways are what can be done where no time is left.
func (v *view) ways() string {
	var list []string
	for _, name := range v.doctors() {
		if name != known(v.situation.Request.Doctor) {
			list = append(list, seeDoctor+withArticle(name))
		}
	}
	list = append(list, toPerson, forLater)
	head := v.pick("Por enquanto não há horário livre com "+v.doctorName()+". O que você prefere? Responda com o *número*:",
		"Com "+v.doctorName()+" não há vaga agora. Posso fazer isto, responda com o *número*:", "Continuo sem vaga com "+v.doctorName()+". Qual destas opções você quer?")
	return head + "\n" + numbered(list)
}

// doctorName is the doctor of the request with an article.
func (v *view) doctorName() string {
	if d := v.situation.Request.Doctor; d != nil {
		return withArticle(*d)
	}
	return "a nossa equipe"
}

func withArticle(name string) string {
	switch {
	case strings.HasPrefix(name, "Dra"):
		return "a " + name
	case strings.HasPrefix(name, "Dr"):
		return "o " + name
	}
	return name
}

// shortDay is "terça-feira, 24/11" for "terça-feira, 24/11/2026".
func shortDay(day string) string {
	if len(day) > 5 && day[len(day)-5] == '/' {
		return day[:len(day)-5]
	}
	return day
}

func upper(text string) string {
	letters := []rune(text)
	if len(letters) == 0 {
		return ""
	}
	return strings.ToUpper(string(letters[:1])) + string(letters[1:])
}
