package understand

import "atende/actors/language"

// Everyday are the words that this package reads or takes for everyday Portuguese, folded (lower case, without
// accents), in no order.  Some of them are names of people, too, see PersonName.
func Everyday() []string {
	words := make([]string, 0, len(pt.words))
	for word := range pt.words {
		if !pt.personName(word) || pt.everyday(word) || pt.verbs[word] != "" {
			words = append(words, word)
		}
	}
	return words
}

// PersonName reports whether a folded word is a common given or family name, whatever else it means.
func PersonName(word string) bool { return pt.personName(word) }

// Surname reports whether a word, in any case and with or without accents, is a common family name and no given one:
// "Prado", and not "Rosa".
func Surname(word string) bool {
	tokens := language.Tokenize(word)
	return len(tokens) == 1 && pt.FamilyNames.Has(tokens[0].Text) && !pt.GivenNames.Has(tokens[0].Text)
}
