package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// withNameSpelt is an answer with data of the patient, with a name as it is put right in the same breath, "Joana ferras digo ferraz",
// "Marcelo Sousa, é Souza com z", or behind the name that was given: "com z no final".
func (d *dialogue) withNameSpelt(s *conversation.State, text string) string {
	if s.Closed != "" || d.literal || !asksIdentity(s.Asked) && !readingBack(s) || strings.Contains(text, "?") {
		return text
	}
	return d.withLetters(s, d.withoutNameSlip(s, text))
}

// withoutNameSlip is a text with a word of a name that was put right as it is right: "Joana ferraz" for "Joana ferras digo ferraz".
func (d *dialogue) withoutNameSlip(s *conversation.State, text string) string {
	p := d.parse(text)
	for _, m := range p.matches(say.SlipsName) {
		wrong, right := m.From-1, m.To
		for wrong >= 0 && p.tokens[wrong].Kind == language.Mark {
			wrong--
		}
		for right < len(p.tokens) && (p.tokens[right].Kind == language.Mark || say.NameLead.Has(p.tokens[right].Text)) {
			right++
		}
		if right == len(p.tokens) || p.tokens[right].Kind != language.Letters { // "1962... não, 1961"
			continue
		}
		word := p.tokens[right]
		known := strings.Fields(s.Patient.Name)
		switch at := slices.IndexFunc(known, func(of string) bool { return mistyped(language.Fold(of), word.Text) }); {
		case wrong >= 0 && mistyped(p.tokens[wrong].Text, word.Text):
			return text[:p.tokens[wrong].Start] + word.Raw + text[word.End:]
		case wrong < 0 && at >= 0:
			known[at] = capitalised(strings.ToLower(word.Raw))
			return "o nome é " + strings.Join(known, " ") + text[word.End:]
		}
	}
	return text
}

// mistyped reports two words of which one is the other with a typing error.
func mistyped(wrong, right string) bool {
	return min(len(wrong), len(right)) >= minMistyped && wrong != right && language.OneTypo(wrong, right)
}

// withLetters is a text with the name as the letters have it that are told behind it, and without them: "Marcelo Souza" for "Marcelo
// Sousa com z".  A text of letters alone is of the name that is known.
func (d *dialogue) withLetters(s *conversation.State, text string) string {
	p := d.parse(text)
	at := slices.IndexFunc(p.matches(say.Spells), func(m language.Match) bool { return spelling(p, m) })
	if at < 0 {
		return text
	}
	m := p.matches(say.Spells)[at]
	from, to := m.From, m.To
	if end, ok := p.match(say.AtNameEnd); ok {
		from, to = min(from, end.From), max(to, end.To)
	}
	head, word := nameBeforeLetters(p, from)
	behind := text[p.tokens[to-1].End:]
	name := strings.Fields(capitalisedName(head))
	switch {
	case len(name) == 0 && word < 0 && from == 0 && s.Asked != conversation.AskName:
		name = strings.Fields(s.Patient.Name)
	case s.Asked != conversation.AskName || len(name) < 2 || !nameLike(name):
		return text
	}
	told := p.text[p.tokens[from].Start:p.tokens[to-1].End]
	if word >= 0 {
		told = p.tokens[word].Raw + " " + told
	}
	right := d.spelt(name, told, word >= 0)
	switch {
	case right == "":
		return text
	case head == "":
		return "o nome é " + right + behind
	default:
		return right + behind
	}
}

// nameBeforeLetters is the name that stands in a text before its letters are told, and the word that is spelt, -1 for none: "Marcelo
// Sousa" and "Souza" of "Marcelo Sousa, é Souza com z".
func nameBeforeLetters(p *parsed, from int) (head string, word int) {
	word, end := -1, from
	if from > 0 && p.tokens[from-1].Kind == language.Letters && !say.NameLead.Has(p.tokens[from-1].Text) {
		word, end = from-1, from-1
		if from < 2 || p.tokens[from-2].Kind == language.Letters && !say.NameLead.Has(p.tokens[from-2].Text) { // the end of the name
			end = from
		}
	}
	for end > 0 && (p.tokens[end-1].Kind == language.Mark || say.NameLead.Has(p.tokens[end-1].Text)) {
		end--
	}
	if end == 0 {
		return "", word
	}
	return p.text[:p.tokens[end-1].End], word
}

// spelt is a name with the letters that are told of it, or as it is where it has them; "" where it is not clear which.  Of a word that
// is told with them, it is that one.
func (d *dialogue) spelt(name []string, told string, named bool) string {
	p := d.parse(told)
	spells, ok := p.match(say.Spells)
	if !ok {
		return ""
	}
	letter := letterOf(p.tokens[spells.To-1].Text)
	if named {
		if at := likeWord(name, p.tokens[0].Text); at >= 0 && language.Fold(name[at]) != p.tokens[0].Text { // "Sousa, é Souza com z"
			name = slices.Clone(name)
			name[at] = capitalised(strings.ToLower(p.tokens[0].Raw))
		}
	}
	twice := spells.To-spells.From > 2 // "com dois t"
	if named && !twice && strings.Contains(p.tokens[0].Text, letter) {
		return strings.Join(name, " ") // "Ana Luiza Souza com z"
	}
	last := name[len(name)-1]
	if p.says(say.AtNameEnd) {
		if old := say.LikeLetter.Value(letter); strings.HasSuffix(language.Fold(last), old) && old != "" {
			return strings.Join(append(slices.Clone(name[:len(name)-1]), last[:len(last)-len(old)]+letter), " ")
		}
	}
	return respelled(name, p)
}
