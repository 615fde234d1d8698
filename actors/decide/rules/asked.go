package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// topicsAsked tells what a question is about where no phrase does; see subjects.examples.
var topicsAsked = learned("subjects")

// topicsOf are the topics behind the kinds of subjects.examples.
var topicsOf = map[string]conversation.Topic{
	"address": conversation.TopicAddress, "price": conversation.TopicPrices, "payment": conversation.TopicPayment, "hours": conversation.TopicHours,
	"documents": conversation.TopicDocuments, "preparation": conversation.TopicPreparation, "plans": conversation.TopicPlans,
	"parking": "estacionamento", "companion": "acompanhante", "duration": "duração", "access": "acessibilidade", "pain": "desconforto",
}

// likelyTopic is what a question is likely about, "" where that is not clear.
func likelyTopic(text string) conversation.Topic {
	if g := topicsAsked().Guess(text); g.Clear && g.Sure >= surelyAbout {
		return topicsOf[g.Kind]
	}
	return ""
}

// surelyAbout is how likely a question must be about any of the topics to be answered with what is said of one.
const surelyAbout = 0.7

// plainTopics are those that no question about the appointment itself sounds like.
var plainTopics = []conversation.Topic{
	conversation.TopicAddress, conversation.TopicPrices, conversation.TopicPayment, "estacionamento", "acessibilidade", "desconforto",
}

// likelyAnswer answers a question in which no phrase tells what it is about; where only a person knows it says so, and it is
// no answer.  It says nothing where the question is not likely about anything that is known here.
func (d *dialogue) likelyAnswer(s *conversation.State, text string) (words wording.Words, answers bool) {
	topic := likelyTopic(text)
	if topic == "" {
		return wording.Words{}, false
	}
	for _, words := range []wording.Words{d.bookedAnswer(s, topic, d.parse(text)), d.answerOf(topic), d.prepared(s, topic)} {
		if words.Text != "" {
			return words, true
		}
	}
	if id := subjects[topic]; id != "" {
		return d.knownBy(s, []wording.ID{id}), false
	}
	return wording.Words{}, false
}

// plainlyAsks reports a text that is likely about something that is known here, question mark or not: "quanto q vai dar".
func plainlyAsks(text string) bool {
	return len(strings.Fields(text)) >= minAsked && slices.Contains(plainTopics, likelyTopic(text))
}

// sayLikely answers a question as far as it is likely about something that is known here, else it says that it is not.
func (d *dialogue) sayLikely(s *conversation.State, text string) {
	switch words, answers := d.likelyAnswer(s, text); {
	case answers:
		d.answerAside(words)
	case words.Text != "":
		d.sayUnknown(words)
	default:
		d.sayUnknown(d.variant(wording.AnswerUnknown, s.Excuses))
	}
}

// endsAsking reports a message that ends as a question, and does not only want a nod: "quinta então, né?"
func endsAsking(r reading) bool {
	return strings.HasSuffix(strings.TrimSpace(r.text), "?") && !r.says(say.TagNe)
}
