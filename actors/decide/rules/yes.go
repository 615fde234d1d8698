package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// yesBefore parts a plain yes to what was read back from what a text says behind it: "pode marcar. manda o endereço
// também"; two empty texts where there is none, or nothing behind it.
func (d *dialogue) yesBefore(s *conversation.State, text string) (yes, rest string) {
	if s.Asked != conversation.AskConfirm {
		return "", ""
	}
	agrees, at := false, 0
	for _, clause := range d.remarks(d.parse(text)) {
		if !d.wholeYes(s, clause) || strings.Contains(clause, "?") {
			break
		}
		agrees = agrees || d.said(clause, say.Agreeing)
		at += strings.Index(text[at:], clause) + len(clause)
	}
	rest = strings.TrimLeft(text[at:], " ,.;!-\n")
	if !agrees || rest == "" {
		return "", ""
	}
	return text[:at], rest
}

// squeezed is a text in which words of a yes and the like that are drawn out are written as usual: "issoo", "simmm".
func squeezed(text string) string {
	var list []string
	for _, t := range language.Tokenize(text) {
		if short := drawnOut(t); short != "" {
			list = append(list, t.Raw, short)
		}
	}
	if list == nil {
		return text
	}
	return strings.NewReplacer(list...).Replace(text)
}

// drawnOut is a word of a yes without the letters that are repeated at its end, "" where it is written as usual or is
// another word.
func drawnOut(t language.Token) string {
	word := t.Text
	if t.Kind != language.Letters || len(word) < 3 || word[len(word)-1] != word[len(word)-2] {
		return ""
	}
	short := strings.TrimRight(word, word[len(word)-1:]) + word[len(word)-1:]
	if !say.DrawnOut.Has(short) {
		return ""
	}
	return short
}
