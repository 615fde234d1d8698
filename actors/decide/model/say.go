package model

import "atende/actors/language"

// book has the phrases of this package, say their names.
var (
	book = language.Must(language.Options{Files: []string{"model"}})
	say  = bound()
)

// phrases are the groups of model.phrases, where each is explained.
type phrases struct {
	Stalls, Promises, AsksWhether, Denies, AsksFor, SpeaksOfNumber language.Group
}

func bound() phrases {
	var p phrases
	book.MustBind(&p)
	return p
}

// holds reports that a text has a phrase of a group.
func holds(text string, group language.Group) bool { return book.Occurs(group, wordsOf(text)) }

// wordsOf are the words of a text; its signs are none.
func wordsOf(text string) []language.Word {
	tokens := language.Tokenize(text)
	words := make([]language.Word, 0, len(tokens))
	for i := range tokens {
		if tokens[i].Kind != language.Mark {
			words = append(words, book.Typed(&tokens[i]))
		}
	}
	return words
}
