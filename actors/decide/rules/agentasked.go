package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// ofAgent answers what is asked about the one who answers here, about the data that are asked for, and about the booking.
func (d *dialogue) ofAgent(s *conversation.State, sentence *parsed) wording.Words {
	switch {
	case sentence.says(say.AsksHuman):
		return d.text(wording.AnswerNoPerson, "clinic", d.clinic.Name)
	case sentence.says(say.AsksRobot):
		return d.text(wording.AnswerRobot, "clinic", d.clinic.Name)
	case !asksIdentity(s.Asked) && d.asksClinic(sentence): // else it is of the data
		return d.whoseNumberText()
	case sentence.says(say.AsksWho) && s.Asked == conversation.AskNothing: // the greeting says who it is
		return d.text(wording.AnswerWho)
	case sentence.says(say.AsksWho):
		return d.text(wording.AnswerNoPerson, "clinic", d.clinic.Name)
	default:
		return d.ofData(s, sentence)
	}
}

// asksClinic reports a question whether this is the clinic, which may be called by its name alone: "é o zap da Boa Vida?"
func (d *dialogue) asksClinic(sentence *parsed) bool {
	if sentence.says(say.AsksClinic) {
		return true
	}
	_, alone, _ := strings.Cut(d.clinic.Name, " ") // "Clínica Boa Vida"
	name := language.Tokenize(alone)
	for i := range sentence.tokens[:max(0, len(sentence.tokens)-len(name)+1)] {
		called := sentence.tokens[i : i+len(name)]
		if len(name) > 0 && slices.EqualFunc(called, name, func(a, b language.Token) bool { return a.Text == b.Text }) {
			return d.said(sentence.text[:called[0].Start]+"clínica"+sentence.text[called[len(called)-1].End:], say.AsksClinic)
		}
	}
	return false
}

// whoseNumberText says to who is not sure of it that this is the clinic, and where to call to find out.
func (d *dialogue) whoseNumberText() wording.Words {
	return wording.Lines(d.text(wording.AnswerNumberOf, "clinic", d.clinic.Name), d.phoneText())
}

// phoneText is where patients may call, nothing where the clinic's file does not say.
func (d *dialogue) phoneText() wording.Words {
	if d.clinic.Phone == "" {
		return wording.Words{}
	}
	return d.text(wording.AnswerPhone, "phone", d.clinic.Phone)
}

// ofData answers why the data that are asked for are wanted, and what is without them.
func (d *dialogue) ofData(s *conversation.State, sentence *parsed) wording.Words {
	switch {
	case asksIdentity(s.Asked) && sentence.says(say.IfNot):
		return d.text(wording.DataRefused)
	case s.Asked == conversation.AskConfirm && sentence.says(say.IfNot):
		return d.text(wording.AnswerOnlyYes)
	case sentence.says(say.AsksOwnCPF) && (asksIdentity(s.Asked) || hasWord(sentence.tokens, "cpf")):
		return d.text(wording.AnswerOwnCPF)
	case s.Asked == conversation.AskPlan && sentence.says(say.AsksWhyPlan):
		return d.text(wording.AnswerWhyPlan)
	case sentence.says(say.AsksWhyData), asksIdentity(s.Asked) && sentence.says(say.AlreadyHere) && d.readAgain(s, sentence.text).Name == "":
		return d.text(wording.AnswerWhyData)
	default:
		return d.ofBooking(s, sentence)
	}
}

// asksIfCancelled reports a question how it would be to cancel or move, and of nothing that the clinic's file may tell of it, like what
// that costs.
func (d *dialogue) asksIfCancelled(sentence *parsed) bool {
	return sentence.saysAny(say.IfCancelled, say.AsksToCancel) && len(d.topics(sentence.text)) == 0
}

// ofBooking answers how it is booked here and cancelled later, and what is kept of whoever writes.
func (d *dialogue) ofBooking(s *conversation.State, sentence *parsed) wording.Words {
	switch {
	case s.Closed == "" && sentence.says(say.ByAppointment):
		return d.text(wording.AnswerByAppointment)
	case s.Closed == "" && s.Choice == nil && sentence.says(say.HowToBook):
		return d.text(wording.AnswerHere)
	case s.Closed == "" && (len(s.Offer) > 0 || s.Choice != nil) && d.asksIfCancelled(sentence):
		return d.text(wording.AnswerCancel)
	case sentence.says(say.Worsens):
		return d.text(wording.AnswerWorse)
	case s.Closed == "" && (len(s.Offer) > 1 || len(s.Options) > 1) && sentence.says(say.AsksNumbers):
		return d.text(wording.AnswerNumbers)
	case s.Closed == "" && sentence.says(say.HoldsTime):
		return d.text(wording.AnswerHold)
	case sentence.says(say.ByMail) && !sentence.saysAny(say.AsksForPaper, say.Results, say.WantsPaper, say.PaperWord): // which people send
		return d.text(wording.AnswerByMail)
	case sentence.says(say.PrivacyAsked):
		return d.text(wording.PrivacyFull, "clinic", d.clinic.Name)
	default:
		return wording.Words{}
	}
}
