package understand

import "maps"

// Everyday are the words that this package reads or takes for everyday Portuguese, folded (lower case, without
// accents), in no order.  Some of them are names of people, too, see PersonName.
func Everyday() []string {
	all := map[string]struct{}{}
	for word := range vocabulary.known {
		all[word] = struct{}{}
	}
	for _, list := range classes {
		maps.Copy(all, list.members)
	}
	for word := range shortForms {
		all[word] = struct{}{}
	}
	for _, names := range []set{givenNames, familyNames} {
		for word := range names.members {
			if !everydayToo(word) {
				delete(all, word)
			}
		}
	}
	words := make([]string, 0, len(all))
	for word := range all {
		words = append(words, word)
	}
	return words
}

// everydayToo tells whether a name is a word that people write without meaning anybody.
func everydayToo(word string) bool {
	return commonWords.has(word) || functionWords.has(word) || temporalWords.has(word) || vocabulary.lemma[word] != ""
}

// PersonName reports whether a folded word is a common given or family name, whatever else it means.
func PersonName(word string) bool { return givenNames.has(word) || familyNames.has(word) }
