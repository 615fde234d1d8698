package language

import "strings"

// Plain makes words of a text as it stands: each is what is typed, with and without its accents; a sentence ends at
// ".", "!", "?", ";" and the end of a line, and a pause is at a comma, a colon, a bracket or a dash.
func (b *Book) Plain(text string) []Word {
	words, _ := b.PlainTokens(text)
	return words
}

// PlainTokens is Plain with the token that each word stands for.
func (b *Book) PlainTokens(text string) ([]Word, []Token) {
	const ends, pauses = ".!?;\n", ",:()-"
	toks := TokenizeToKeep(text)
	words := make([]Word, 0, len(toks))
	kept := toks[:0]
	breaks, pause := true, false
	for _, t := range toks {
		if t.Kind == Mark && strings.Contains(ends, t.Text) {
			breaks = true
			continue
		}
		if t.Kind == Mark && strings.Contains(pauses, t.Text) {
			pause = true
			continue
		}
		w := b.Typed(&t)
		w.Breaks, w.Pause, w.First = breaks, pause, breaks
		if breaks && len(words) > 0 {
			words[len(words)-1].Last = true
		}
		words, kept = append(words, w), append(kept, t)
		breaks, pause = false, false
	}
	if len(words) > 0 {
		words[len(words)-1].Last = true
	}
	return words, kept
}
