package rules

import (
	"regexp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// opinions is the topic of questions that nobody answers: whether a doctor is any good.
const opinions = "opinião"

// subjects are what is said of the topics of topics.phrases where the clinic's file says nothing of them.
var subjects = map[conversation.Topic]wording.ID{
	"estacionamento": wording.AboutParking, "acessibilidade": wording.AboutAccess, duration: wording.AboutDuration,
	punctuality: wording.AboutPunctuality, lateness: wording.AboutTolerance, "nota fiscal": wording.AboutInvoice,
	"reembolso": wording.AboutRefund, "crianças": wording.AboutChildren, "gestantes": wording.AboutPregnant, fillsIn: wording.AboutWaitingList,
	companions: wording.AboutCompanion, "menstruação": wording.AboutPeriod, "desconforto": wording.AboutPain,
	"resultados": wording.AboutResults, "lembrete": wording.AboutReminder, "retorno": wording.AboutReturn, "online": wording.AboutOnline,
	requests: wording.AboutReferral, discounts: wording.AboutDiscount, coverage: wording.AboutCoverage, fees: wording.AboutFees,
	phones: wording.AboutPhone, "cnpj": wording.AboutRegistry, "valor para crianças": wording.AboutAgePrice, "carteirinha digital": wording.AboutCard,
}

// duration is the topic of how long something takes.
const duration = "duração"

// lateness is the topic of who comes late, which a question for how early to come sounds like.
const lateness = "tolerância"

// punctuality is the topic of doctors who come late.
const punctuality = "pontualidade"

// howEarly is what the clinic's file says of when to be there.
func (d *dialogue) howEarly() inquiry {
	answer := d.answerOf(conversation.TopicPreparation)
	if !d.said(answer.Text, say.BeEarly) {
		return inquiry{about: []wording.ID{wording.AboutArrival}, topic: true}
	}
	return inquiry{answers: []wording.Words{answer}, topic: true}
}

// coverage and fees are topics of money of which the price of a visit says nothing: what a plan pays, and what it costs to move or
// cancel.
const coverage, fees = "cobertura", "remarcação"

// asksOfCosts reports a question for what a plan pays, or for what it costs to move or cancel.
func (d *dialogue) asksOfCosts(sentence string) bool {
	return slices.ContainsFunc(d.topics(sentence), func(hit conversation.AnswerHit) bool { return hit.Topic == coverage || hit.Topic == fees })
}

// discounts is the topic of a lower price, of which the answer about how to pay may speak.
const discounts = "desconto"

// fillsIn is the topic of times that come free.
const fillsIn = "encaixe"

// phones is the topic of the number to call.
const phones = "telefone"

// companions is the topic of who comes along.
const companions = "acompanhante"

// asksDiscount reports a question for a lower price, which is none for the price.
func (d *dialogue) asksDiscount(sentence string) bool {
	return slices.ContainsFunc(d.topics(sentence), func(hit conversation.AnswerHit) bool { return hit.Topic == discounts })
}

// onlyOfCompanion reports nothing but a question for who may come along, which makes nobody the patient: "meu esposo pode assistir a
// consulta?"
func (d *dialogue) onlyOfCompanion(h *heard) bool {
	return h.asked.only() && slices.ContainsFunc(d.topics(h.whole.text), func(hit conversation.AnswerHit) bool { return hit.Topic == companions })
}

// ofParents is who knows whether somebody is seen without those who have charge of them, and whether they are told: of the writer, who
// may be under age.  Of another patient it may be a reminder that is meant.
func (d *dialogue) ofParents(s *conversation.State, sentence *parsed) inquiry {
	switch {
	case s.For != "":
		return inquiry{}
	case sentence.says(say.AsksTold):
		return inquiry{about: []wording.ID{wording.AboutTold}, topic: true}
	case d.asksAlone(sentence):
		return inquiry{about: []wording.ID{wording.AboutAlone}, topic: true}
	default:
		return inquiry{}
	}
}

// asksAlone reports the question whether somebody under age is seen alone, where the clinic's file does not say so: that somebody may come
// along is no answer to it.
func (d *dialogue) asksAlone(sentence *parsed) bool {
	if !sentence.saysAny(say.AsksAlone, say.ByThemselves) {
		return false // most sentences, for which the whole text need not be read
	}
	answers := d.clinic.FindAnswers(sentence.text)
	whole := sentence // "tenho 16 anos, posso ir sem ninguém?"
	if d.read > 0 && d.read <= len(d.turn.Messages) {
		whole = d.parse(d.turn.Messages[d.read-1].Text)
	}
	if !d.underAge(whole) {
		return len(answers) == 0 && sentence.says(say.AsksAlone)
	}
	known := slices.ContainsFunc(answers, func(hit conversation.AnswerHit) bool { return d.said(hit.Text, say.UnderAge) })
	return !known
}

// underAge reports words of somebody who is under age: "eu tenho 16, precisa minha mãe ir junto?"
func (d *dialogue) underAge(sentence *parsed) bool {
	if sentence.says(say.UnderAge) {
		return true
	}
	sentence.scan()
	for i := range sentence.tokens {
		n := countAt(sentence, i)
		years := n.to < len(sentence.tokens) && say.YearsOld.Has(sentence.tokens[n.to].Text)
		has := i > 0 && slices.Contains([]string{"tenho", "tem", "fez", "fiz"}, sentence.tokens[i-1].Text)
		young := n.to > i && n.value > 0 && n.value < ageOfConsent
		if young && (years || has) {
			return true
		}
	}
	return false
}

// ageOfConsent is from which age on nobody has charge of somebody, in years.
const ageOfConsent = 18

// asksOfParents reports such a question.
func (h *heard) asksOfParents() bool {
	return slices.Contains(h.asked.about, wording.AboutTold) || slices.Contains(h.asked.about, wording.AboutAlone)
}

// answersOrOffers answers what is asked.  The second question in a row that only people may answer a minor is none to be put off
// again: one is offered, and then called.
func (d *dialogue) answersOrOffers(h *heard) {
	if !h.asksOfParents() || h.s.Excuses == 0 || h.s.Closed != "" {
		d.giveAnswers(h.asked)
		return
	}
	h.asked.noAnswer = wording.Words{}
	d.giveAnswers(h.asked)
	if h.s.PersonOffered {
		d.propose(conversation.Transfer{Reason: reasonAsked})
		return
	}
	d.unanswered, d.askedUnknown = true, true
	d.offerPerson(d.text(wording.PersonAnswers), d.text(wording.PersonAskNow))
}

// ofDiscount is how one can pay here, and who knows of discounts where that does not tell.
func (d *dialogue) ofDiscount() (answer wording.Words, about []wording.ID) {
	answer = d.answerOf(conversation.TopicPayment)
	if !strings.Contains(language.Fold(answer.Text), "descont") {
		about = []wording.ID{wording.AboutDiscount}
	}
	return answer, about
}

// ofTopics answers what a sentence asks of the topics that the clinic's file has, or that patients ask about anywhere.
// After a booking the words about the appointment come before "nobody here knows".
func (d *dialogue) ofTopics(s *conversation.State, sentence *parsed) (list []found, about []wording.ID) {
	for _, hit := range d.topics(sentence.text) {
		if hit.Topic == companions && sentence.says(say.TakesThemTo) {
			continue
		}
		if hit.Topic == requests && hit.Text == "" {
			one := d.ofTopic(s, sentence.text, requests)
			list, about = append(list, each(one.answers, func(w wording.Words) found { return found{hit.At, w} })...), append(about, one.about...)
			continue
		}
		switch prepared := d.prepared(s, hit.Topic); {
		case hit.Text != "":
			list = append(list, found{hit.At, quoted(hit.Topic, hit.Text)})
		case hit.Topic == phones && d.clinic.Phone != "":
			list = append(list, found{hit.At, d.phoneText()})
		case hit.Topic == discounts:
			answer, who := d.ofDiscount()
			if answer.Text != "" {
				list = append(list, found{hit.At, answer})
			}
			about = append(about, who...)
		case prepared.Text != "":
			list = append(list, found{hit.At, prepared})
		case hit.Topic == opinions:
			if wishOf(d.facts(sentence.text)).Empty() { // "sexta é boa?" is none
				list = append(list, found{hit.At, d.text(wording.AnswerOpinion)})
			}
		default:
			about = append(about, subjects[hit.Topic])
		}
	}
	return list, about
}

// knownBy says who knows what was asked, the subjects named.
func (d *dialogue) knownBy(s *conversation.State, about []wording.ID) wording.Words {
	names := each(about, func(id wording.ID) wording.Words { return d.text(id) })
	said := enumerated(each(names, func(w wording.Words) string { return w.Text }))
	return d.variant(wording.AnswerAbout, s.Excused, "about", said).With(names...)
}

// prepared is what the words about an appointment that was made say of a topic.
func (d *dialogue) prepared(s *conversation.State, topic conversation.Topic) wording.Words {
	return d.ofPreparation(s, func(sentence string) bool {
		return slices.ContainsFunc(d.topics(sentence), func(hit conversation.AnswerHit) bool { return hit.Topic == topic })
	})
}

// preparedFor is what these words say of what a text asks: a word of it stands there in any inflection.
func (d *dialogue) preparedFor(s *conversation.State, text string) wording.Words {
	asked := stemsOf(text)
	return d.ofPreparation(s, func(sentence string) bool {
		return slices.ContainsFunc(stemsOf(sentence), func(stem string) bool { return slices.Contains(asked, stem) })
	})
}

// ofPreparation are those sentences about an appointment that was made which hold what is looked for.
func (d *dialogue) ofPreparation(s *conversation.State, holds func(sentence string) bool) wording.Words {
	if !afterBooking(s) {
		return wording.Words{}
	}
	var kept []string
	for _, sentence := range statementFormat.FindAllString(s.Booked.Preparation, -1) {
		if holds(sentence) {
			kept = append(kept, strings.TrimSpace(sentence))
		}
	}
	if len(kept) == 0 {
		return wording.Words{}
	}
	return wording.Quote(strings.Join(kept, " "), conversation.FromA4)
}

// answerFor is the clinic's answer to a topic.  Where an exam is being booked, and what it says of the preparation is for visits and
// names that exam nowhere, it is said when the exam's own comes.
func (d *dialogue) answerFor(s *conversation.State, topic conversation.Topic) wording.Words {
	answer, exam := d.answerOf(topic), d.examBooked(s)
	if topic != conversation.TopicPreparation || exam == 0 {
		return answer
	}
	if named := d.find(answer.Text).Procedures; !slices.ContainsFunc(named, d.isVisit) || slices.Contains(named, exam) {
		return answer
	}
	return d.text(wording.AnswerExamPreparation)
}

// statementFormat is a sentence of a text that is written with stops.
var statementFormat = regexp.MustCompile(`.+?(?:[.!?](?:\s+|$)|$)`)

// bookedAnswer is what the words about an appointment that was made say to a question of a topic, or all of them where they
// do not speak of it, and neither does the clinic's file.
func (d *dialogue) bookedAnswer(s *conversation.State, topic conversation.Topic, asked *parsed) wording.Words {
	if !afterBooking(s) || s.Booked.Preparation == "" {
		return wording.Words{}
	}
	switch {
	case topic != conversation.TopicPreparation && topic != conversation.TopicDocuments:
		return wording.Words{}
	case asked.says(say.OfPreparation):
		if own := d.preparedFor(s, asked.text); own.Text != "" {
			return own
		}
		if answer := quoted(topic, d.clinic.Answer(topic)); answer.Text != "" {
			return answer
		}
	}
	return preparation(s.Booked)
}

// stemsOf are the words of a text that say what it is about, without their endings.
func stemsOf(text string) []string {
	var list []string
	for _, t := range language.Tokenize(text) {
		if t.Kind == language.Letters && len(t.Text) >= minTelling && !say.SaysLittle.Has(t.Text) {
			list = append(list, conversation.Stem(t.Text))
		}
	}
	return list
}

// minTelling is the shortest word that tells what a question is about, in bytes.
const minTelling = 5

// answerOf is what the clinic wants said about a topic, nothing where it says nothing.
func (d *dialogue) answerOf(topic conversation.Topic) wording.Words {
	answer := quoted(topic, d.clinic.Answer(topic))
	if topic == conversation.TopicPlans && answer.Text == "" {
		return d.text(wording.AnswerPlans, "plans", enumerated(d.planNames()))
	}
	return answer
}

// preparation is what the clinic wrote about an appointment when it was made.
func preparation(b *conversation.Booked) wording.Words {
	return wording.Quote(b.Preparation, conversation.FromA4)
}

// quoted is an answer of the catalogue, nothing where it says nothing.
func quoted(topic conversation.Topic, text string) wording.Words {
	if text == "" {
		return wording.Words{}
	}
	return wording.Quote(text, "catalog:answers."+string(topic))
}
