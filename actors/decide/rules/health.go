package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/wording"
)

// ofMedicine reports a question that only a doctor may answer.
func (d *dialogue) ofMedicine(sentence *parsed) bool {
	if sentence.says(say.WaitRisk) {
		return true
	}
	return sentence.saysAny(say.Clinical, say.Worries) && !sentence.saysAny(say.FoodAndDrink, say.UsesData) && len(d.topics(sentence.text)) == 0
}

// ofHealth answers what only a doctor may: with a kind word who is afraid that an illness is a bad one, which is no question
// that stays open, and with where to go at once, and what is the earliest here, who fears that it is dangerous to wait.
func (d *dialogue) ofHealth(s *conversation.State, sentence *parsed) inquiry {
	switch fears := sentence.says(say.Worries) && !sentence.says(say.Clinical); {
	case sentence.says(say.WaitRisk), fears && (d.tells(say.WaitRisk) || d.tells(say.CanWait)):
		said := 0
		if s.Choice != nil {
			said = 1
		}
		wait := inquiry{answers: []wording.Words{d.variant(wording.AnswerWait, said)}, topic: true}
		if sooner := d.sooner(s, sentence.text); sooner.Text != "" {
			wait.answers = append(wait.answers, sooner)
		}
		return wait
	case fears && (d.tells(say.Unwell) || d.tells(say.InPain)):
		return inquiry{answers: []wording.Words{d.fresh(s, wording.AnswerWorry), d.text(wording.AnswerWorse)}}
	case fears:
		return inquiry{answers: []wording.Words{d.fresh(s, wording.AnswerWorry)}}
	}
	return inquiry{noAnswer: d.variant(wording.AnswerClinical, s.Excuses)}
}

// sooner is the earliest of the times that are offered, or how to come before the one that is chosen; nothing where a turn wants more
// than to know.
func (d *dialogue) sooner(s *conversation.State, sentence string) wording.Words {
	wants := slices.ContainsFunc(d.turn.Messages, func(m decide.Message) bool {
		rest := strings.Replace(m.Text, strings.TrimSpace(sentence), "", 1)
		return d.mayAnswer(rest) || d.said(rest, say.WaitRisk) || d.said(rest, say.CanWait)
	})
	switch {
	case s.Closed != "" || wants:
		return wording.Words{}
	case s.Choice != nil:
		return d.text(wording.AnswerWaitSooner)
	case s.Asked != conversation.AskSlot || len(s.Offer) < 2:
		return wording.Words{}
	}
	first := slices.MinFunc(s.Offer, func(a, b conversation.Slot) int { return strings.Compare(a.Date+a.Hour, b.Date+b.Hour) })
	return d.text(wording.AnswerWaitOffered, "day", d.day(first.Date), "hour", first.Hour)
}
