package language

import "strings"

// grammar is how regular verbs end.
type grammar struct{ plain, beforeE []string }

// newGrammar reads grammar.phrases, which every book is made with.
func newGrammar() (grammar, error) {
	text, err := Builtin("grammar")
	if err != nil {
		return grammar{}, err
	}
	s := &source{}
	s.parse("grammar.phrases", text)
	var g grammar
	for _, class := range s.classes {
		switch class.name {
		case "ar":
			g.plain = class.words
		case "ar-before-e":
			g.beforeE = class.words
		}
	}
	return g, nil
}

// forms derives the forms of a regular verb in -ar from its infinitive, without accents; none for another verb.
func (g grammar) forms(infinitive string) []string {
	stem, regular := strings.CutSuffix(infinitive, "ar")
	if !regular || stem == "" {
		return nil
	}
	beforeE := stem
	switch stem[len(stem)-1] {
	case 'c':
		beforeE = stem[:len(stem)-1] + "qu"
	case 'g':
		beforeE = stem + "u"
	}
	var forms []string
	for _, end := range g.plain {
		forms = append(forms, stem+end)
	}
	for _, end := range g.beforeE {
		forms = append(forms, beforeE+end)
	}
	return forms
}
