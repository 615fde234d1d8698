package rules

import (
	"slices"
	"strings"
	"sync"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// topicsAsked tells what a question is about where no phrase does; see subjects.examples.
var topicsAsked = sync.OnceValue(func() *language.Examples {
	e, err := language.Learn("subjects")
	if err != nil {
		panic(err) // a test reads the file
	}
	return e
})

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

// likelyAnswer answers a question in which no phrase tells what it is about, or says who knows; nothing where it is not
// likely about anything that is known here.
func (d *dialogue) likelyAnswer(s *conversation.State, text string) wording.Words {
	topic := likelyTopic(text)
	if topic == "" {
		return wording.Words{}
	}
	if prepared := d.bookedAnswer(s, topic, d.parse(text)); prepared.Text != "" {
		return prepared
	}
	if own := d.answerOf(topic); own.Text != "" {
		return own
	}
	if prepared := d.prepared(s, topic); prepared.Text != "" {
		return prepared
	}
	if id := subjects[topic]; id != "" {
		return d.knownBy(s, []wording.ID{id})
	}
	return wording.Words{}
}

// plainlyAsks reports a text that is likely about something that is known here, question mark or not: "quanto q vai dar".
func (d *dialogue) plainlyAsks(s *conversation.State, text string) bool {
	return len(strings.Fields(text)) >= minAsked && slices.Contains(plainTopics, likelyTopic(text)) && d.likelyAnswer(s, text).Text != ""
}

// sayLikely answers a question as far as it is likely about something that is known here, else it says that it is not.
func (d *dialogue) sayLikely(s *conversation.State, text string) {
	if words := d.likelyAnswer(s, text); words.Text != "" && !slices.Contains(words.From, wording.Source(wording.AnswerAbout)) {
		d.answerAside(words)
	} else if words.Text != "" {
		d.sayUnknown(words)
	} else {
		d.sayUnknown(d.variant(wording.AnswerUnknown, s.Excuses))
	}
}

// endsAsking reports a message that ends as a question, and does not only want a nod: "quinta então, né?"
func endsAsking(r reading) bool {
	return strings.HasSuffix(strings.TrimSpace(r.text), "?") && !r.says(say.TagNe)
}
