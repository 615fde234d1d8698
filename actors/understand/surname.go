package understand

// Surname reports whether a word, in any case and with or without accents, is a common family name and no given
// one: "Prado", and not "Rosa".
func Surname(word string) bool {
	tokens := tokenize(word)
	return len(tokens) == 1 && familyNames.has(tokens[0].text) && !givenNames.has(tokens[0].text)
}
