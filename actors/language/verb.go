package language

import "strings"

// The endings of regular verbs in -ar, behind the stem, and behind the stem as it is spelled before e.
const (
	endingsBeforeA = "ar a o as am amos ando ado ada ados adas ou ava aria arem aram armos arei"
	endingsBeforeE = "e em ei es emos"
)

// regularForms derives the forms of a regular verb in -ar from its infinitive, without accents; none for another verb.
func regularForms(infinitive string) []string {
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
	for end := range strings.FieldsSeq(endingsBeforeA) {
		forms = append(forms, stem+end)
	}
	for end := range strings.FieldsSeq(endingsBeforeE) {
		forms = append(forms, beforeE+end)
	}
	return forms
}
