package rules

import (
	"slices"
	"strings"

	"atende/actors/language"
)

// withSaidSigns writes the signs that a dictated text has as words: "quarta não dá vírgula tem sexta interrogação".  A full stop is only
// one beside other such words, and beside no number: "cinco dois nove ponto nove" is part of a CPF.
func withSaidSigns(text string) string {
	tokens := language.Tokenize(text)
	sure := func(t language.Token) bool { return say.SaidSign.Has(t.Text) && say.SaidSign.Value(t.Text) != "." }
	if !slices.ContainsFunc(tokens, sure) {
		return text
	}
	var out strings.Builder
	from := 0
	for i, t := range tokens {
		sign := say.SaidSign.Value(t.Text)
		if sign == "" || i == 0 || saidOfNumber(tokens, i) || sign == "." && slices.Contains([]string{"em", "no", "o", "um"}, tokens[i-1].Text) {
			continue
		}
		begin := t.Start
		if i > 2 && tokens[i-1].Text == "de" && tokens[i-2].Text == "ponto" { // "ponto de interrogação"
			begin = tokens[i-2].Start
		} else if i+1 < len(tokens) && sign == "." && tokens[i+1].Text == "de" {
			continue
		}
		out.WriteString(strings.TrimRight(text[from:begin], " ") + sign)
		from = t.End
	}
	return out.String() + text[from:]
}

// saidOfNumber reports a sign between two numbers: "trinta e oito vírgula cinco".
func saidOfNumber(tokens []language.Token, i int) bool {
	number := func(t language.Token) bool {
		return t.Kind == language.Digits || say.WrittenNumber.Has(t.Text) || say.PlaceNumber.Has(t.Text) || say.HourWord.Has(t.Text)
	}
	return i > 0 && i+1 < len(tokens) && number(tokens[i-1]) && number(tokens[i+1])
}
