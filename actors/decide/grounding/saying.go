package grounding

import (
	"slices"
	"strings"

	"atende/actors/language"
)

// fact is a number, a day, a price or an address in a text.
type fact struct {
	key      string // what it says, however it is written
	from, to int    // tokens
}

// factsOf are the facts of some tokens, in order.
func factsOf(toks []language.Token, from, to int) []fact {
	var list []fact
	for i := from; i < to; i++ {
		t := toks[i]
		switch end := chunk(toks, i, to); {
		case end > i:
			list = append(list, fact{key: addressOf(toks[i:end]), from: i, to: end})
			i = end - 1
		case t.Kind == language.Digits:
			if key := strings.TrimLeft(t.Text, "0"); key != "" {
				end := i + 1
				if end < to && toks[end].Text == "reais" {
					end++
				}
				list = append(list, fact{key: figure(toks, i) + key, from: i, to: end})
			} else if len(list) > 0 {
				list[len(list)-1].to = i + 1
			}
		case lex.Weekday.Has(t.Text):
			list = append(list, fact{key: "weekday " + lex.Weekday.Value(t.Text), from: i, to: i + 1})
		case lex.Money.Has(t.Text), lex.Month.Has(t.Text), lex.Day.Has(t.Text):
			if t.Text != "reais" {
				list = append(list, fact{key: t.Text, from: i, to: i + 1})
			}
		}
	}
	return list
}

// figure is the unit of the number at token i.
func figure(toks []language.Token, i int) string {
	near := func(k int, texts ...string) bool {
		return k >= 0 && k < len(toks) && slices.Contains(texts, toks[k].Text)
	}
	switch {
	case near(i-1, "$"), near(i+1, "reais", "real"), near(i+3, "reais"):
		return "$"
	case near(i+1, "%"):
		return "%"
	case near(i+1, "h", "hs", "horas", "hora"), near(i+1, ":") && near(i+2, "00"):
		return "h"
	default:
		return ""
	}
}

// maxAddress is how many words and signs of one address are looked at.
const maxAddress = 40

// chunk is the end of an address that begins at token i, else i: "www.clinica.com.br", "contato@clinica.com.br".
func chunk(toks []language.Token, i, to int) int {
	if toks[i].Kind == language.Mark || i > 0 && toks[i].Glued && toks[i-1].Kind != language.Mark {
		return i
	}
	address, end, named := false, i+1, toks[i].Kind == language.Letters
	for end < min(to, i+maxAddress) && toks[end].Glued {
		inner := end+1 < to && toks[end+1].Glued && toks[end+1].Kind == language.Letters
		dotted := named && inner && toks[end].Text == "." && !isTitle(toks[end-1])
		address = address || dotted || toks[end].Text == "@"
		end++
	}
	for end > i && toks[end-1].Kind == language.Mark {
		end--
	}
	if !address {
		return i
	}
	return end
}

func isTitle(t language.Token) bool { return t.Text == "dr" || t.Text == "dra" }

// addressOf is an address without what may be left out.
func addressOf(toks []language.Token) string {
	var b strings.Builder
	for _, t := range toks {
		b.WriteString(t.Text)
	}
	_, after, scheme := strings.Cut(b.String(), "://")
	if scheme {
		return after
	}
	return b.String()
}

// coverSayings accounts for what the clinic itself says: facts of a sentence that stand in one saying in the same order
// with no other between, and the words around them.
func (c *checker) coverSayings() {
	for n, s := range c.sentences {
		if c.has(s, lex.Offer) {
			continue
		}
		facts := factsOf(c.toks, s.from, s.to)
		for _, saying := range c.sayings {
			if !within(facts, factsOf(saying, 0, len(saying))) {
				continue
			}
			for _, one := range facts {
				c.cover(one.from, one.to)
			}
			c.sentences[n].said = len(facts) > 0
			for i := s.from; i < s.to; i++ {
				c.covered[i] = c.covered[i] || slices.ContainsFunc(saying, func(t language.Token) bool { return t.Text == c.toks[i].Text })
			}
		}
	}
}

// within reports that all facts of one list are in another.
func within(list, all []fact) bool {
	return !slices.ContainsFunc(list, func(one fact) bool {
		return !slices.ContainsFunc(all, func(other fact) bool { return other.key == one.key })
	})
}
