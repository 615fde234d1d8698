package conversation

import (
	"cmp"
	"slices"

	"atende/actors/understand"
)

// AnswerHit is an answer whose aliases a text names.
type AnswerHit struct {
	At    int // byte offset of the naming words
	Topic Topic
	Text  string
}

// Answer is what the clinic wants said about a topic, "" for nothing.
func (c *Clinic) Answer(topic Topic) string {
	for _, a := range c.Answers {
		if a.Topic == topic {
			return a.Text
		}
	}
	return ""
}

// FindAnswers looks for the aliases of answers in a text, in the order in which they are named.
func (c *Clinic) FindAnswers(text string) []AnswerHit {
	var list []AnswerHit
	for _, hit := range c.topics.Find(text) {
		list = append(list, AnswerHit{At: hit.Start, Topic: c.Answers[hit.ID].Topic, Text: c.Answers[hit.ID].Text})
	}
	slices.SortStableFunc(list, func(a, b AnswerHit) int { return cmp.Compare(a.At, b.At) })
	return list
}

func topicTerms(answers []Answer) []understand.Term {
	var list []understand.Term
	for i, a := range answers {
		list = append(list, understand.Term{ID: i, Names: a.Aliases})
	}
	return list
}
