package conversation

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"atende/actors/language"
	"atende/actors/understand"
)

// AnswerHit is an answer whose aliases a text names.
type AnswerHit struct {
	At    int // byte offset of the naming words
	Topic Topic
	Text  string // "" where the clinic's file says nothing
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

// FindAnswers looks for answers in a text, in the order in which they are named: by their aliases, in any inflection,
// and by what patients call the topic.
func (c *Clinic) FindAnswers(text string) []AnswerHit {
	return slices.DeleteFunc(c.FindTopics(text), func(hit AnswerHit) bool { return hit.Text == "" })
}

// FindTopics is FindAnswers with those topics that patients ask about and the clinic's file says nothing of, by their
// names in topics.phrases.
func (c *Clinic) FindTopics(text string) []AnswerHit {
	at := map[Topic]AnswerHit{}
	add := func(hit AnswerHit) {
		if known, ok := at[hit.Topic]; !ok || hit.At < known.At {
			at[hit.Topic] = hit
		}
	}
	for _, hit := range c.topics.Find(text) {
		add(AnswerHit{At: hit.Start, Topic: c.Answers[hit.ID].Topic, Text: c.Answers[hit.ID].Text})
	}
	var few [16]language.Token
	tokens := lettersOf(few[:0], text)
	stems := stemsOf(tokens)
	for i, a := range c.Answers {
		for _, alias := range c.stems[i] {
			if at := alias.in(stems); at >= 0 {
				add(AnswerHit{At: tokens[at].Start, Topic: a.Topic, Text: a.Text})
			}
		}
	}
	words, placed := topicBook.PlainTokens(text)
	found := topicBook.Scan(words)
	for _, match := range found.Matches() {
		hit := AnswerHit{At: placed[match.From].Start, Topic: Topic(topicBook.Name(match.Group))}
		if i := c.layTopics[match.Group]; i >= 0 {
			hit.Topic, hit.Text = c.Answers[i].Topic, c.Answers[i].Text
		}
		add(hit)
	}
	var list []AnswerHit
	for _, hit := range at {
		list = append(list, hit)
	}
	slices.SortFunc(list, func(a, b AnswerHit) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Topic, b.Topic)) })
	return list
}

// topicBook is what patients call the topics that they ask about, read once for all clinics.
var topicBook = language.Must(language.Options{Files: []string{"topics"}})

// LayTopics are the topics that patients ask about, whether a clinic's file has an answer or not.
func LayTopics() []Topic {
	var list []Topic
	for g := range topicBook.Groups() {
		list = append(list, Topic(topicBook.Name(language.Group(g))))
	}
	return list
}

// newLayTopics connects each of our topics with the answer that the clinic's file has under one of its names, -1 for none.
func newLayTopics(answers []Answer) []int {
	called := make([][]string, len(answers))
	for i, a := range answers {
		called[i] = layNames(append(slices.Clone(a.Aliases), string(a.Topic)))
	}
	var list []int
	for _, group := range topicNamed() {
		list = append(list, slices.IndexFunc(called, func(names []string) bool {
			return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(group, name) })
		}))
	}
	return list
}

// topicNamed are the names of each group of topicBook, folded when the first clinic is read.
var topicNamed = sync.OnceValue(func() [][]string { return namesOfGroups(topicBook) })

func topicTerms(answers []Answer) []understand.Term {
	var list []understand.Term
	for i, a := range answers {
		list = append(list, understand.Term{ID: i, Names: a.Aliases})
	}
	return list
}

// stemmed are the words of an alias without their endings: "deixar o carro" is also "deixo meu carro".
type stemmed []string

func newStems(answers []Answer) [][]stemmed {
	list := make([][]stemmed, len(answers))
	for i, a := range answers {
		for _, alias := range a.Aliases {
			var words stemmed
			for _, t := range lettersOf(nil, alias) {
				if len(t.Text) >= minStem {
					words = append(words, Stem(t.Text))
				}
			}
			if len(words) > 0 {
				list[i] = append(list[i], words)
			}
		}
	}
	return list
}

// maxApart is how many other words may stand between two words of an alias.
const maxApart = 2

// in is the word of a text, given by its stems, at which the words of an alias stand one after the other, -1 for none.
func (s stemmed) in(stems []string) int {
	for i := range stems {
		if stems[i] != s[0] {
			continue
		}
		at := i
		for _, word := range s[1:] {
			next := slices.Index(stems[at+1:min(at+2+maxApart, len(stems))], word)
			if next < 0 {
				at = -1
				break
			}
			at += next + 1
		}
		if at >= 0 {
			return i
		}
	}
	return -1
}

// stemsOf are the words of a text without their endings.
func stemsOf(tokens []language.Token) []string {
	stems := make([]string, len(tokens))
	for i := range tokens {
		stems[i] = Stem(tokens[i].Text)
	}
	return stems
}

// lettersOf are the words of letters of a text, in an empty list that may have room.
func lettersOf(list []language.Token, text string) []language.Token {
	return slices.DeleteFunc(language.AppendTokens(list, text), func(t language.Token) bool { return t.Kind != language.Letters })
}

// minStem is the shortest word of an alias that counts, and what is left of one without its ending, in bytes.
const minStem = 4

// endings of Portuguese words of one family, the longest first.
var endings = strings.Fields(`amentos imentos amento imento adores acoes antes idade ando endo indo aram ador acao ante ados adas
	ado ada ava ais al ar er ir am em ou os as es s o a e i`)

// Stem is a word, folded, without its ending: "estacionamento", "estacionar" and "estaciono" have one.
func Stem(word string) string {
	for _, end := range endings {
		if left, cut := strings.CutSuffix(word, end); cut && len(left) >= minStem {
			return left
		}
	}
	return word
}
