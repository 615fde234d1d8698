package rules

import (
	"fmt"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// withTimeOfEach is an answer to a list of times that allots two of them to two people, in whatever order it names them, with each time
// before whom it is for: "8:00 e 8:30, uma pra mãe outra pra mim", "13h e 13:20, ela primeiro".  A text that says anything else is left.
func (d *dialogue) withTimeOfEach(s *conversation.State, text string) string {
	if d.literal || len(d.turn.Messages) == 0 || s.Closed != "" || s.Asked != conversation.AskSlot || !s.OfferRead() {
		return text
	}
	times, people, order, ok := d.allotted(s, d.parse(text))
	if !ok || len(times) != 2 {
		return text
	}
	turned := slices.Contains([]string{"2P", "P2", "2P1P", "P2P1"}, order)
	if !turned && !slices.Contains([]string{"PP", "1P", "P1", "1P2P", "P1P2", "1PP", "P1P"}, order) {
		return text
	}
	if len(people) == 1 {
		people = append(people, d.theOtherOf(s, people[0]))
	}
	if people[0] == people[1] || people[1] == "" {
		return text
	}
	if turned {
		slices.Reverse(people)
	}
	return times[0] + " pra " + people[0] + " e " + times[1] + " pra " + people[1]
}

// allotted are the times and the people of a text that names nothing else, in the order said; order has a P for each person, and 1 or 2
// where they are said to be the first or the second.
func (d *dialogue) allotted(s *conversation.State, p *parsed) (times, people []string, order string, ok bool) {
	p.scan()
	kin := d.kinIn(p)
	self := slices.ContainsFunc(p.tokens, isWriter)
	exact, open := false, false
	for i := 0; i < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.Kind == language.Digits {
			at, words, kind := listedTime(s, p.tokens[i:])
			exact, open = exact || kind == timeExact, open || kind == timeOpen
			times = append(times, at...)
			i += words - 1
			if len(at) == 0 {
				return nil, nil, "", false
			}
			continue
		}
		whom := ""
		switch at := slices.IndexFunc(kin, func(k kinWord) bool { return k.at == i }); {
		case at >= 0:
			whom = ourArticle(kin[at].call) + t.Raw
		case isWriter(t), !self && say.WritersVerb.Has(t.Text), say.MyOwn.Has(t.Text) && !slices.ContainsFunc(kin, func(k kinWord) bool { return k.at == i+1 }):
			whom = "mim"
		case t.Text == "ela" || t.Text == "dela":
			whom = "ela"
		case t.Text == "ele" || t.Text == "dele":
			whom = "ele"
		case say.TurnOf.Value(t.Text) != "":
			order += say.TurnOf.Value(t.Text)
		case !say.Allots.Has(t.Text):
			return nil, nil, "", false
		}
		if whom != "" && (len(people) == 0 || people[len(people)-1] != whom) {
			people, order = append(people, whom), order+"P"
		}
	}
	return times, people, order, exact || !open
}

// How a time of a list is said: by its hour, by its number, or in a way that may be either.
const (
	timeExact = iota + 1
	timeNumbered
	timeOpen
)

// listedTime is the time that some tokens begin with, as the rules read it, of how many tokens it is, and how it is said; nothing where
// it is none.
func listedTime(s *conversation.State, tokens []language.Token) (at []string, words, kind int) {
	hour, minutes := tokens[0].Text, "00"
	digits := func(i int) bool { return i < len(tokens) && tokens[i].Kind == language.Digits }
	is := func(i int, list ...string) bool { return i < len(tokens) && slices.Contains(list, tokens[i].Text) }
	offered := func(at string) bool {
		return slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.Hour == at })
	}
	words, kind = 1, timeExact
	switch {
	case is(1, ":", "h", "hs", "hr", "hrs") && digits(2) && tokens[2].Glued:
		minutes, words = tokens[2].Text, 3
	case is(1, "h", "hs", "hr", "hrs", "hora", "horas"):
		words = 2
	case is(1, "e") && is(2, "meia"):
		minutes, words = "30", 3
	case is(1, "e") && digits(2) && len(tokens[2].Text) == 2 && !is(3, ":", "h", "hs", "hr", "hrs") && offered(clock(hour, tokens[2].Text)):
		minutes, words = tokens[2].Text, 3
	default:
		kind = timeNumbered
	}
	then, number := clock(hour, minutes), numberOf(hour)
	switch listed := number > 0 && number <= len(s.Offer); {
	case then == "":
		return nil, words, 0
	case kind == timeExact, !listed && offered(then):
		return []string{then}, words, timeExact
	case !listed:
		return nil, words, 0
	case offered(then):
		return []string{then}, words, timeOpen
	}
	return []string{"o " + hour}, words, kind
}

// clock is an hour as the clinic writes it, "" for none; a small one is of the afternoon.
func clock(hour, minutes string) string {
	h, m := numberOf(hour), numberOf(minutes)
	if h < firstBareHour {
		h += 12
	}
	if h > 23 || m > 59 || len(minutes) != 2 {
		return ""
	}
	return fmt.Sprintf("%02d:%02d", h, m)
}

// ourArticle is how the writer speaks of somebody who is told back in some words: "a sua mãe" is "minha mãe".
func ourArticle(call string) string {
	if strings.HasPrefix(call, "a ") {
		return "minha "
	}
	return "meu "
}

// theOtherOf is, as the writer says it, for whom the second of two times is where only whose the other one is was said: the patient, or
// the only one who waits; "" where that is open.
func (d *dialogue) theOtherOf(s *conversation.State, whom string) string {
	calls := append([]string{patientNow(s)}, each(d.queue(s), forOf)...)
	left := slices.DeleteFunc(calls, func(call string) bool {
		_, kin, _ := strings.Cut(whom, " ")
		switch whom {
		case "mim":
			return call == conversation.ForWriter
		case "ela":
			return strings.HasPrefix(call, "a ")
		case "ele":
			return strings.HasPrefix(call, "o ")
		}
		return language.Fold(lastWord(call)) == language.Fold(kin)
	})
	if len(left) != 1 {
		return ""
	}
	if left[0] == conversation.ForWriter {
		return "mim"
	}
	return ourArticle(left[0]) + lastWord(left[0])
}
