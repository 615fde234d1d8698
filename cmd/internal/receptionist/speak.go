package receptionist

import (
	"fmt"
	"strings"

	"atende/actors/understand"
	"atende/integrations/model/scripted"
)

// speak is the text that ends the turn: what there is to answer, and then the next question.
func (v *view) speak() string {
	r := v.reads()
	var parts []string
	if len(v.said) == 0 {
		parts = append(parts, "Olá! Aqui é a assistente virtual da *"+v.clinic+"*. 😊")
	}
	if !v.corrected { // what was not sent was one of these
		parts = append(parts, v.answers(r)...)
		parts = append(parts, v.excuses()...)
	}
	parts = append(parts, v.next(r))
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// answers are what there is to say to what the patient wrote beside the booking.
func (v *view) answers(r reading) []string {
	var list []string
	for _, s := range v.steps {
		if s.Name == toolClinic && s.OK && !strings.HasPrefix(s.Arguments, `{"assunto":"medicos"`) {
			list = append(list, strings.ReplaceAll(s.Answer, "\n\n", "\n"))
		}
	}
	switch {
	case len(list) > 0:
	case r.has(clinical):
		list = append(list, v.pick("Sobre saúde e remédios, só a equipe médica pode orientar.", "Isso só a equipe médica pode responder.", "Essa pergunta é para a equipe médica."))
	case r.has(orders):
		list = append(list, v.pick("Posso ajudar só com consultas e exames.", "Aqui eu ajudo com consultas e exames. 🙂"))
	}
	return list
}

// excuses are what is said of calls that were refused.
func (v *view) excuses() []string {
	var list []string
	for _, s := range v.refusals() {
		switch s.Name {
		case toolClinic:
			list = append(list, v.pick("Essa informação eu não tenho por aqui.", "Isso eu não sei dizer.", "Sobre isso eu não tenho informação."))
		case toolIdentify:
			list = append(list, v.badIdentity(s)...)
		case toolSearch:
			list = append(list, v.badSearch(s)...)
		case toolConfirm:
			if len(v.situation.Offer) > 0 && v.situation.Chosen == nil {
				list = append(list, "Que pena, esse horário acabou de ser ocupado.")
			}
		}
	}
	return list
}

func (v *view) badIdentity(s step) []string {
	options := fold(strings.Join(s.Options, " ") + " ")
	var list []string
	if strings.Contains(options, "cpf") {
		list = append(list, v.pick("Esse CPF não bateu na conferência.", "Esse número de CPF também não passou na conferência.", "Ainda não bateu."))
	}
	if strings.Contains(options, "sobrenome") {
		list = append(list, v.pick("Falta só o sobrenome.", "Preciso do nome com o sobrenome."))
	}
	if strings.Contains(options, "nascimento") {
		list = append(list, v.pick("Essa data não parece certa.", "Essa data também não parece certa."))
	}
	return list
}

func (v *view) badSearch(s step) []string {
	switch refusedPart(s) {
	case "especialidade":
		return []string{v.pick("Essa especialidade não temos aqui.", "Essa também não temos.")}
	case "convenio":
		return []string{v.pick("Esse convênio não está na nossa lista.", "Esse também não está na lista.")}
	case "procedimento":
		return []string{v.pick("Isso não temos nessa especialidade.", "Esse procedimento não está na lista.")}
	}
	return nil
}

// next is the next question.
func (v *view) next(r reading) string {
	s := v.situation
	switch {
	case s.Closed == "AGENDADO":
		return v.afterwards(r)
	case s.Closed != "":
		return v.pick("Estou por aqui se precisar. 😊", "Qualquer coisa, é só chamar. 😊", "Fico à disposição! 🙂")
	case v.asksWhichDoctor():
		return v.list(v.doctors(), "Com quem você prefere? Responda com o *número*:", "Qual destes nomes você prefere? Responda com o *número*:", "E com quem você quer se consultar?", "Escolha com quem, pelo número:")
	}
	switch v.wanted() {
	case "especialidade":
		return v.list(v.catalog.specialties(), "Qual especialidade você procura? Responda com o *número* ou o nome:", "Me diga qual especialidade você quer:",
			"Para qual destas especialidades seria?", "Qual das especialidades abaixo é a que você precisa?", "Então, qual é a especialidade?")
	case "medico":
		return v.list(v.doctors(), "Com quem você prefere? Responda com o *número*:", "Qual destes nomes você prefere? Responda com o *número*:", "E com quem você quer se consultar?", "Escolha com quem, pelo número:")
	case "procedimento":
		return v.list(v.catalog.procedures(known(s.Request.Specialty)), "O que você precisa fazer? Responda com o *número*:", "Qual procedimento você quer? Pode responder com o número:",
			"Seria qual destes procedimentos?", "Me diga o que você precisa, pelo número:")
	case "convenio":
		return v.list(v.catalog.Plans, "Qual é o seu convênio? Responda com o *número* ou o nome:", "E o convênio, qual é? Se não tiver, pode ser particular:",
			"Por qual convênio seria?", "Me diga qual destes é o seu plano:")
	case "horario":
		return v.times()
	}
	return v.person()
}

// asksWhichDoctor reports that the doctor who was named is several.
func (v *view) asksWhichDoctor() bool {
	for _, s := range v.refusals() {
		if s.Name == toolSearch && refusedPart(s) == "medico" && len(s.Options) > 0 && v.situation.Request.Doctor == nil {
			return true
		}
	}
	return false
}

// afterwards is what is said once there is an appointment.
func (v *view) afterwards(r reading) string {
	b := v.situation.Booked
	switch {
	case b != nil && r.has(whenMine):
		return fmt.Sprintf("É %s, às %s, com %s.", shortDay(b.Day), b.Hour, withArticle(b.Doctor))
	case r.facts.Intent == understand.Thanks, r.has(thanks):
		return v.pick("Por nada! 😊", "Imagina! Estou por aqui. 😊", "De nada! Até logo. 👋")
	}
	return v.pick("Se precisar de mais alguma coisa, é só chamar. 😊", "Estou por aqui. 😊", "Qualquer dúvida, é só escrever. 🙂")
}

// person asks for what is missing of the patient.
func (v *view) person() string {
	whose := v.whose()
	if whose == "" {
		whose = "de quem vai ser atendido"
	}
	chosen := ""
	switch c := v.situation.Chosen; {
	case c == nil:
	case v.did(toolChoose):
		chosen = v.pick("Ótimo", "Perfeito", "Certo") + ", " + v.moment(c) + ". "
	case v.tried(toolSearch): // a wish that the choice fits
		chosen = v.pick("Certo, fica", "Então continua") + " " + v.moment(c) + ". "
	}
	switch v.wanted() {
	case "nome":
		if v.asksSame() {
			return chosen + "É para " + known(v.former().Name) + " " + sameQuestion
		}
		return chosen + v.pick("Qual é o *nome completo* "+whose+"?", "Me diga o *nome completo* "+whose+", por favor.", "E o *nome completo* "+whose+", qual é?", "Preciso do *nome completo* "+whose+".")
	case "cpf":
		return chosen + v.pick("Qual é o *CPF* "+whose+"?", "E o *CPF* "+whose+"? São 11 números.", "Quando puder, me mande o *CPF* "+whose+", por favor.", "Pode escrever os 11 números do *CPF* "+whose+"?")
	case "nascimento":
		return chosen + v.pick("Qual é a *data de nascimento* "+whose+"?", "E a *data de nascimento* "+whose+"? Com dia, mês e ano.", "Me diga a *data de nascimento* "+whose+", por favor.", "Preciso do dia, mês e ano de *nascimento* "+whose+". Pode mandar?")
	}
	return v.pick("Está tudo certo com esses dados?", "Posso seguir com esses dados?", "Podemos seguir?")
}

// moment is the time that was chosen.
func (v *view) moment(c *scripted.Slot) string {
	if v.corrected {
		return "{escolha}"
	}
	return shortDay(c.Day) + ", às " + c.Hour
}

// sameQuestion ends the question whether it is for the person of the last booking.
const sameQuestion = "também?"

// asksSame reports that it may be for the person of the last booking again.
func (v *view) asksSame() bool {
	i := v.former()
	who, _ := v.patientOf()
	asked := false
	for _, text := range v.said[max(0, len(v.said)-1):] {
		asked = strings.Contains(text, sameQuestion)
	}
	return !asked && v.situation.Booked != nil && who == self && i.Name != nil && i.CPF != nil && i.Birth != nil && v.situation.Patient.CPF == nil
}

// pick is the wording that was not used for the longest time.
func (v *view) pick(wordings ...string) string {
	best, oldest := "", len(v.said)
	for _, w := range wordings {
		last := -1
		for i, text := range v.said {
			if strings.Contains(fold(text), fold(w)) {
				last = i
			}
		}
		if last < oldest {
			best, oldest = w, last
		}
	}
	return best
}
