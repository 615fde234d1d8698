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
	askPlanText      = "Qual é o convênio? Se não tiver, responda *particular*."
	askSlotAgainText = "Qual horário da lista você quer? Responda com o *número*. Se nenhum servir, escreva *outros*."
	sameOfferText    = "Nesse horário não tenho vaga. Algum da lista serve? Responda com o *número* ou escreva *outros*."
	otherOfListText  = "Entendi. Algum dos outros horários da lista serve? Responda com o *número* ou escreva *outros*."
	whichNumberText  = "Que bom! Qual deles? Responda só com o *número*."
	askNameText      = "Qual é o *nome completo* de quem vai ser atendido?"
	askOwnNameText   = "Certo! Qual é o seu *nome completo*?"
	askTheirNameText = "Certo! Qual é o *nome completo* dessa pessoa?"
	askCPFText       = "Agora o *CPF* dessa pessoa, por favor. São 11 números."
	noCPFText        = "Preciso do CPF para marcar por aqui. Se você não tem agora, a nossa equipe ajuda: é só escrever *atendente*."
	askBirthDateText = "Só falta a *data de nascimento*. Por exemplo: 05/03/1980."
	notOfferedText   = "Não encontrei esse número na lista."
	notedText        = "Anotado!"
	noHurryText      = "Sem pressa! 🙂 Fico por aqui."
	noProblemText    = "Sem problema!"

	welcomeText               = "Por nada! Se precisar de mais alguma coisa, é só me chamar. 😊"
	agreedText                = "Combinado! 😊"
	untilThenText             = "Até logo! Quando quiser marcar, é só me chamar. 👋"
	unknownQuestionText       = "Essa informação eu não tenho. A nossa equipe pode responder: é só escrever *atendente*."
	notUnderstoodTransferText = "Desculpe, não consegui ajudar por aqui. Vou chamar uma pessoa da nossa equipe, que continua nesta conversa."
	rescheduleText            = "Para remarcar, vou passar você para uma pessoa da nossa equipe. Ela responde por aqui mesmo. 🙂"
	cancelText                = "Para cancelar, vou passar você para uma pessoa da nossa equipe. Ela responde por aqui mesmo. 🙂"
	withdrawalText            = "Certo! Vou passar você para uma pessoa da nossa equipe, que cuida disso com você por aqui. 🙂"
	existingText              = "Para ver uma consulta que já está marcada, vou passar você para uma pessoa da nossa equipe. Ela responde por aqui mesmo. 🙂"
	stillCallingText          = "Estou chamando uma pessoa da nossa equipe. Ela continua por aqui. 🙂"
	emergencyText             = "Se for uma emergência, ligue agora para o SAMU: *192*. Também estou chamando uma pessoa da nossa equipe."
)

// stillPendingTexts answer one after the other whoever writes while an appointment is being made.  They
// say neither that there is one nor that there is none.
var stillPendingTexts = [...]string{
	"Ainda estou confirmando o seu horário com a agenda. Assim que eu tiver a resposta, te aviso por aqui.",
	"Continuo aguardando a resposta da agenda. Já volto com ela! 🙂",
}

var badIdentityText = map[conversation.Question]string{
	conversation.AskName:      "Obrigada! E o sobrenome? Escreva o *nome completo*, por favor.",
	conversation.AskCPF:       "Não consegui confirmar esse CPF. Confira os 11 números e mande de novo, por favor.",
	conversation.AskBirthDate: "Não consegui ler a data. Escreva dia, mês e ano, assim: *05/03/1980*.",
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
	case s.Misses > 0 && len(s.Options) > 0:
		return "Desculpe, ainda não entendi. Responda só com o *número*. Se preferir falar com uma pessoa, escreva *atendente*."
	case s.Misses > 0:
		return "Desculpe, ainda não entendi. Se preferir falar com uma pessoa, escreva *atendente*."
	case s.Asked == conversation.AskPlan:
		return "Não encontrei esse convênio entre os que a clínica atende."
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
	if len(names) == 1 {
		return "Atendemos *" + names[0] + "*."
	}
	return "Atendemos " + strings.Join(names[:len(names)-1], ", ") + " e " + names[len(names)-1] + "."
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

// dayText is "segunda, 23/11" for 2026-11-23; the year stands with it where it is another than now.
func dayText(date string, now time.Time) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	layout := "02/01"
	if d.Year() != now.Year() {
		layout = "02/01/2006"
	}
	return weekdays[d.Weekday()] + ", " + d.Format(layout)
}

func capitalised(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}

func chosenText(slot conversation.Slot, now time.Time) string {
	return "Ótimo! " + capitalised(dayText(slot.Date, now)) + ", às " + slot.Hour + "."
}

func choiceText(slot conversation.Slot, now time.Time) string {
	return "Você escolheu " + dayText(slot.Date, now) + ", às " + slot.Hour + "."
}

func worksInText(c *conversation.Clinic, agendaID int) string {
	doctor, _ := c.Doctor(agendaID)
	specialty, _ := c.Specialty(doctor.SpecialtyID)
	return doctor.Name + " atende " + specialty.Name + "."
}

// withDoctor is "com a Dra. Ana Souza".
func withDoctor(c *conversation.Clinic, agendaID int) string {
	doctor, _ := c.Doctor(agendaID)
	title, _, _ := strings.Cut(doctor.Name, " ")
	switch strings.ToLower(strings.TrimSuffix(title, ".")) {
	case "dra", "doutora":
		return "com a " + doctor.Name
	case "dr", "doutor":
		return "com o " + doctor.Name
	default: // "Drauzio Varella"
		return "com " + doctor.Name
	}
}

func offerText(c *conversation.Clinic, s *conversation.State, now time.Time) string {
	with := withDoctor(c, s.Request.AgendaID)
	if len(s.Offer) == 1 && !s.SlotGone && s.Found == conversation.FoundWished {
		slot := s.Offer[0]
		return "Tenho *" + dayText(slot.Date, now) + ", às " + slot.Hour + "* " + with +
			". Pode ser? Responda *sim*, ou diga outro dia ou horário."
	}
	head, tail := "Tenho estes horários "+with+":", "Qual fica melhor? É só responder com o *número*."
	switch {
	case s.SlotGone:
		head = "Não consegui confirmar esse horário. 😕 Ainda tenho estes " + with + ":"
	case s.Found == conversation.FoundElse:
		head = "Para esse dia e horário não tenho vaga. 😕 O mais perto que tenho " + with + ":"
	case s.Found == conversation.FoundExhausted:
		head = "Esses são todos os horários que tenho " + with + ":"
	case len(s.Seen) > 0:
		head = "Tenho também estes horários " + with + ":"
		tail = "Qual fica melhor? Responda com o *número*. Se nenhum servir, escreva *atendente*."
	}
	return head + offerLines(s.Offer, now) + "\n" + tail
}

// offerLines lists slots by day, two to a line so that they fit a small phone.
func offerLines(offer []conversation.Slot, now time.Time) string {
	var b strings.Builder
	day, inLine := "", 0
	for i, slot := range offer {
		if slot.Date != day {
			day, inLine = slot.Date, 0
			fmt.Fprintf(&b, "\n*%s*", capitalised(dayText(day, now)))
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
		return "Não consegui confirmar esse horário, e não há outro livre " + with + " nos próximos meses. 😕 O que você prefere?"
	}
	return "No momento não há horário livre " + with + ". 😕 O que você prefere?"
}

func nothingElseText(c *conversation.Clinic, s *conversation.State) string {
	return "Além dos horários que mostrei, não tenho outros " + withDoctor(c, s.Request.AgendaID) + ". 😕 O que você prefere?"
}

func onlyDoctorText(c *conversation.Clinic, s *conversation.State) string {
	doctor, _ := c.Doctor(s.Request.AgendaID)
	return "Nessa especialidade só temos " + doctor.Name + ". O que você prefere?"
}

func sameText(name string) string {
	return "É para *" + name + "* também? Responda *sim* ou *não*."
}

func bookedText(c *conversation.Clinic, b *conversation.Booked, now time.Time) string {
	procedure, _ := c.Procedure(b.ProcedureID)
	return fmt.Sprintf("Está marcado: *%s* %s, %s, às %s.",
		procedure.Name, withDoctor(c, b.Slot.AgendaID), dayText(b.Slot.Date, now), b.Slot.Hour)
}
