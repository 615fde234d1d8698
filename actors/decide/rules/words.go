package rules

import (
	"fmt"
	"strings"
	"time"

	"atende/actors/conversation"
)

// What the rules agent says.  Sentences are short and warm, ask one thing at a time, and can be
// answered with a number; only WhatsApp's own formatting (*bold*) is used.  No blank lines: they
// would part the text into several messages (spec C, rule 3).
const (
	askServiceText   = "Para qual especialidade você quer marcar? Pode responder com o número:"
	askDoctorText    = "Com quem você prefere marcar?"
	askProcedureText = "O que você precisa marcar?"
	askPlanText      = "Qual é o seu convênio? Sem convênio, é só dizer *particular*."
	askSlotAgainText = "Qual dos horários da lista fica melhor para você? É só responder com o *número*."
	sameOfferText    = "Desse jeito não tem horário livre. Dos que estão na lista, qual fica melhor? É só responder com o *número*."
	whichNumberText  = "Que bom! Só preciso saber qual deles: responda com o *número* do horário."
	askNameText      = "Qual é o *nome completo* do paciente?"
	askCPFText       = "E o *CPF* do paciente? São 11 números."
	askBirthDateText = "Só falta a *data de nascimento* do paciente. Por exemplo: 05/03/1980."
	notOfferedText   = "Não encontrei esse número na lista."

	welcomeText               = "Por nada! Se precisar de mais alguma coisa, é só me chamar. 😊"
	untilThenText             = "Até logo! Quando quiser marcar, é só me chamar. 👋"
	unknownQuestionText       = "Isso eu não sei responder por aqui. Se preferir falar com a nossa equipe, escreva *atendente*."
	notUnderstoodTransferText = "Desculpe, não estou conseguindo entender. Vou passar você para uma pessoa da nossa equipe, que responde por aqui mesmo."
	rescheduleText            = "Para remarcar, vou passar você para uma pessoa da nossa equipe. Ela responde por aqui mesmo. 🙂"
	cancelText                = "Para cancelar, vou passar você para uma pessoa da nossa equipe. Ela responde por aqui mesmo. 🙂"
)

var badIdentityText = map[conversation.Question]string{
	conversation.AskName:      "Preciso do nome e do sobrenome, por favor.",
	conversation.AskCPF:       "Esse CPF não confere. Pode verificar os números e mandar de novo?",
	conversation.AskBirthDate: "Não entendi a data de nascimento. Mande dia, mês e ano, por favor.",
}

func joinLines(lines []string) string { return strings.Join(lines, "\n") }

func greetingText(c *conversation.Clinic, now time.Time) string {
	hello := "Boa noite!"
	switch hour := now.In(c.Location).Hour(); {
	case hour >= 5 && hour < 12:
		hello = "Bom dia!"
	case hour >= 12 && hour < 18:
		hello = "Boa tarde!"
	}
	return hello + " Aqui é a assistente virtual da *" + c.Name + "*. 😊"
}

func missedText(s *conversation.State) string {
	switch {
	case s.Misses > 0:
		return "Ainda não entendi. Pode responder só com o número ou com poucas palavras? Para falar com uma pessoa, escreva *atendente*."
	case s.Asked == conversation.AskPlan:
		return "Não encontrei esse convênio na nossa lista."
	case s.Asked == conversation.AskService:
		return "Desculpe, não encontrei isso entre as nossas especialidades."
	default:
		return "Desculpe, não entendi."
	}
}

func mediaText(kind string) string {
	switch kind {
	case "AUDIO":
		return "Ainda não consigo ouvir áudios. Pode escrever para mim, por favor?"
	case "IMAGE", "DOCUMENT", "VIDEO":
		return "Recebi o seu arquivo, mas não consigo abrir por aqui. Pode escrever para mim, por favor?"
	default:
		return "Não consigo ler esse tipo de mensagem. Pode escrever para mim, por favor?"
	}
}

// numbered adds a list that can be answered with a number; a single option needs none.
func numbered(text string, names []string, options []int, asks conversation.Question) question {
	var b strings.Builder
	b.WriteString(text)
	for i, name := range names {
		fmt.Fprintf(&b, "\n*%d* - %s", i+1, name)
	}
	return question{text: b.String(), asks: asks, options: options}
}

func acceptsPlanText(name string) string {
	if strings.EqualFold(name, "particular") {
		return "Sim, atendemos particular."
	}
	return "Sim, atendemos *" + name + "*."
}

func plansText(c *conversation.Clinic) string {
	var names []string
	for _, p := range c.Plans {
		names = append(names, p.Name)
	}
	return "Atendemos: " + strings.Join(names, ", ") + "."
}

func doctorsText(c *conversation.Clinic) string {
	var b strings.Builder
	b.WriteString("Nossa equipe:")
	for _, s := range c.Specialties {
		var names []string
		for _, d := range c.DoctorsOf(s.ID) {
			names = append(names, d.Name)
		}
		fmt.Fprintf(&b, "\n*%s*: %s", s.Name, strings.Join(names, ", "))
	}
	return b.String()
}

var weekdays = [...]string{"domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"}

// dayText is "segunda, 23/11" for 2026-11-23.
func dayText(date string) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return weekdays[d.Weekday()] + ", " + d.Format("02/01")
}

func capitalised(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}

func chosenText(slot conversation.Slot) string {
	return "Ótimo! " + capitalised(dayText(slot.Date)) + ", às " + slot.Hour + "."
}

// withDoctor is "com a Dra. Ana Souza".
func withDoctor(c *conversation.Clinic, agendaID int) string {
	doctor, _ := c.Doctor(agendaID)
	switch {
	case strings.HasPrefix(doctor.Name, "Dra"):
		return "com a " + doctor.Name
	case strings.HasPrefix(doctor.Name, "Dr"):
		return "com o " + doctor.Name
	default:
		return "com " + doctor.Name
	}
}

func offerText(c *conversation.Clinic, s *conversation.State) string {
	with := withDoctor(c, s.Request.AgendaID)
	if len(s.Offer) == 1 && !s.SlotGone && s.Found == conversation.FoundWished {
		slot := s.Offer[0]
		return "Tenho *" + dayText(slot.Date) + ", às " + slot.Hour + "* " + with + ". Pode ser? Responda *sim* ou diga outro dia."
	}
	head, tail := "Tenho estes horários "+with+":", "Qual fica melhor? É só responder com o *número*."
	switch {
	case s.SlotGone:
		head = "Esse horário acabou de ser preenchido. 😕 Ainda tenho estes " + with + ":"
	case s.Found == conversation.FoundElse:
		head = "Do jeito que você pediu não tem horário livre. O mais próximo " + with + ":"
	case s.Found == conversation.FoundExhausted:
		head = "Esses são todos os horários que tenho " + with + ":"
		tail = "Se nenhum servir, escreva *atendente* e a nossa equipe ajuda você."
	}
	return head + offerLines(s.Offer) + "\n" + tail
}

// offerLines lists slots by day, two to a line so that they fit a small phone.
func offerLines(offer []conversation.Slot) string {
	var b strings.Builder
	day, inLine := "", 0
	for i, slot := range offer {
		if slot.Date != day {
			day, inLine = slot.Date, 0
			fmt.Fprintf(&b, "\n*%s*", capitalised(dayText(day)))
		}
		separator := "\n"
		if inLine%2 == 1 {
			separator = "   "
		}
		fmt.Fprintf(&b, "%s*%d* - %s", separator, i+1, slot.Hour)
		inLine++
	}
	return b.String()
}

func nothingLeftText(c *conversation.Clinic, s *conversation.State) string {
	with := withDoctor(c, s.Request.AgendaID)
	if s.SlotGone {
		return "Esse horário acabou de ser preenchido e não há outro livre " + with + " nos próximos meses. 😕 O que você prefere?"
	}
	return "No momento não há horário livre " + with + ". 😕 O que você prefere?"
}

func sameText(name string) string {
	return "É para *" + name + "* também? Responda *sim* ou *não*."
}

func bookedText(c *conversation.Clinic, b *conversation.Booked) string {
	procedure, _ := c.Procedure(b.ProcedureID)
	return fmt.Sprintf("Seu horário: *%s* %s, %s, às %s. Se quiser marcar outro, é só me dizer.",
		procedure.Name, withDoctor(c, b.Slot.AgendaID), dayText(b.Slot.Date), b.Slot.Hour)
}
