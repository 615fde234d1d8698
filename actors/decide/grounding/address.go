package grounding

import (
	"slices"
	"strings"
	"unicode"

	"atende/actors/language"
)

// checkAddresses refuses every address that the clinic's own words do not have, letter for letter: what a person or a
// program could take for a place elsewhere, however it is written.  What else a sentence says covers none.
func (c *checker) checkAddresses() {
	var known []string
	for n, s := range c.sayings {
		for _, at := range addressesIn(s) {
			known = append(known, written(c.f.Sayings[n], s, at))
		}
	}
	for _, at := range addressesIn(c.toks) {
		if !slices.Contains(known, written(c.text, c.toks, at)) {
			c.refuse("link", at.from, at.to)
		}
	}
}

// written is an address as it stands in a text.  Only the case may differ; an accent makes another name.
func written(text string, toks []language.Token, at span) string {
	return strings.ToLower(text[toks[at.from].Start:toks[at.to-1].End])
}

// addressesIn are the addresses in some tokens.  One is
//
//	a run without spaces that holds "@", "//", or a dot between letters: "x.co", "1.2.3.4/a", "nome@lugar"
//	a word that only addresses have: "www", "https", "arroba", "br"
//	a word for a dot between two others: "agenda ponto online"
//	an ending of addresses behind a dot, a word for one, or a sign without spaces: "clinica ponto com", "clinica[.]com"
func addressesIn(toks []language.Token) (list []span) {
	for i, seen := 0, 0; i < len(toks); i++ { // seen is the end of the run that was looked at last
		if toks[i].Kind == language.Mark && !addressSign(toks, i) {
			continue
		}
		begins := i >= seen
		if begins {
			seen = runEnd(toks, i)
		}
		switch {
		case begins && runIsAddress(toks, i, seen):
			list = append(list, span{i, seen})
			i = seen - 1
		case lex.AddressWords.Has(toks[i].Text) && !isRoad(toks, i), strings.HasSuffix(toks[i].Text, "pontocom"), endsAddress(toks, i), spokenDot(toks, i-1):
			list = append(list, span{max(i-1, 0), i + 1})
		}
	}
	return list
}

// addressSign reports a sign that an address may begin with: "@clinica", "//clinica".
func addressSign(toks []language.Token, i int) bool {
	return toks[i].Text == "@" || toks[i].Text == "/" && i+1 < len(toks) && toks[i+1].Text == "/" && toks[i+1].Glued
}

// runEnd is the end of what stands at token i without a space, but for signs around it and between parts of a list.
func runEnd(toks []language.Token, i int) int {
	end := i + 1
	for end < len(toks) && toks[end].Glued && !splitsRun(toks, end) {
		end++
	}
	for end > i+1 && toks[end-1].Kind == language.Mark && toks[end-1].Text != "/" {
		end--
	}
	return end
}

// splitsRun reports a sign that ends an address: "site:www.clinica.com.br", "*www.clinica.com.br*".
func splitsRun(toks []language.Token, i int) bool {
	switch toks[i].Text {
	case "*", "(", ")", "\"", "“", "”", ";", "!", "\n":
		return true
	case ":":
		next := i + 1
		return next >= len(toks) || toks[next].Text != "/" && toks[next].Kind != language.Digits
	default:
		return false
	}
}

// runIsAddress reports an address without spaces.
func runIsAddress(toks []language.Token, from, to int) bool {
	for i := from; i < to; i++ {
		t := toks[i]
		switch {
		case t.Text == "@", t.Text == "\\", t.Text == "/" && i+1 < to && toks[i+1].Text == "/":
			return true
		case t.Text != "." || i == from || i+1 >= to || toks[i-1].Kind == language.Mark || toks[i+1].Kind == language.Mark:
		case toks[i-1].Kind == language.Digits && toks[i+1].Kind == language.Digits:
			if dots(toks[from:to]) > 2 { // else a sum, or a day
				return true
			}
		case toks[i-1].Kind == language.Digits && startsSentence(toks[i+1]), isTitle(toks[i-1]):
		case toks[i+1].Kind == language.Letters, i+2 < to:
			return true
		}
	}
	return false
}

// dots are the dots between digits, as in an address of four numbers.
func dots(toks []language.Token) (n int) {
	for _, t := range toks {
		if t.Text == "." {
			n++
		}
	}
	return n
}

// startsSentence reports a word behind a number and a dot that begins an item of a list: "1.Consulta".
func startsSentence(t language.Token) bool {
	return t.Kind == language.Letters && strings.IndexFunc(t.Raw, unicode.IsUpper) == 0
}

// isRoad reports "BR-101".
func isRoad(toks []language.Token, i int) bool {
	return toks[i].Text == "br" && i+2 < len(toks) && toks[i+2].Kind == language.Digits && len(toks[i+2].Text) == 3
}

// endsAddress reports that the word at token i is an ending of addresses, behind a word for a dot, or behind a dot or any
// other sign that no sentence has there.
func endsAddress(toks []language.Token, i int) bool {
	if !lex.Endings.Has(toks[i].Text) || startsSentence(toks[i]) {
		return false
	}
	from, glued := i, toks[i].Glued
	for from--; from >= 0 && toks[from].Kind == language.Mark; from-- {
		glued = glued && toks[from].Glued
	}
	if from < 0 {
		return false
	}
	if lex.Dots.Has(toks[from].Text) {
		return true
	}
	signs := toks[from+1 : i]
	dotted := dots(signs) == 1 && !lex.Abbreviated.Has(toks[from].Text)
	odd := slices.ContainsFunc(signs, func(t language.Token) bool { return t.Text == "·" || t.Text == "•" })
	return len(signs) > 0 && (glued || dotted || odd && signs[len(signs)-1].Glued)
}

// spokenDot reports that the word at token i stands for a dot between two words: "agenda ponto online", and no point is
// meant: "ponto de ônibus".
func spokenDot(toks []language.Token, i int) bool {
	if i < 1 || !lex.Dots.Has(toks[i].Text) {
		return false
	}
	before, behind := toks[i-1], toks[i+1]
	words := before.Kind == language.Letters && behind.Kind == language.Letters
	return words && !lex.BeforePoint.Has(before.Text) && !lex.BehindPoint.Has(behind.Text)
}

// maxSpoken is how many words for digits may stand in a row: more are a telephone, a key or a card.
const maxSpoken = 3

// checkSpoken refuses numbers that are spoken digit by digit: "um, dois, três, quatro".
func (c *checker) checkSpoken() {
	from, count := 0, 0
	for i := range c.toks {
		switch {
		case lex.Spoken.Has(c.toks[i].Text):
			if count == 0 {
				from = i
			}
			if count++; count == maxSpoken+1 {
				c.refuse("number", from, i+1)
			}
		case c.toks[i].Kind != language.Mark || c.is(i, "\n"):
			count = 0
		}
	}
}
