package understand

import (
	"slices"
	"testing"

	"atende/actors/language"
)

// What names of specialties and plans are known as where they are written as they are heard, and what only looks like them.
func TestMisspeltNames(t *testing.T) {
	t.Parallel()
	specialties := NewLexicon([]Term{
		{ID: 7, Names: []string{"Cardiologia", "cardiologista", "cardio", "coração"}}, {ID: 9, Names: []string{"Dermatologia", "dermatologista", "dermato", "pele"}},
		{ID: 12, Names: []string{"Ginecologia", "ginecologista", "gineco"}}, {ID: 15, Names: []string{"Ortopedia", "ortopedista", "coluna", "joelho"}},
		{ID: 20, Names: []string{"Urologia", "urologista"}}, {ID: 21, Names: []string{"Neurologia", "neurologista"}},
		{ID: 22, Names: []string{"Psicologia", "psicólogo"}},
	}).Misspelt()
	plans := NewLexicon([]Term{
		{ID: 2, Names: []string{"Unimed"}}, {ID: 3, Names: []string{"Bradesco Saúde", "bradesco"}}, {ID: 4, Names: []string{"Amil"}},
		{ID: 5, Names: []string{"SulAmérica"}}, {ID: 6, Names: []string{"Hapvida"}},
	}).Misspelt()
	for _, tc := range []struct {
		lexicon *Lexicon
		text    string
		want    []int
	}{
		{specialties, "quero genicologista", []int{12}}, {specialties, "um ginicologista", []int{12}}, {specialties, "ginecolojista", []int{12}},
		{specialties, "um demartologista pfv", []int{9}}, {specialties, "dermotologista", []int{9}}, {specialties, "cardeologista", []int{7}},
		{specialties, "caldiologista", []int{7}}, {specialties, "ortopidista", []int{15}}, {specialties, "ortopedita", []int{15}},
		{plans, "unimdi", []int{2}}, {plans, "unimede", []int{2}}, {plans, "bradisco", []int{3}}, {plans, "sulamerca", []int{5}}, {plans, "hapivida", []int{6}},

		{specialties, "radiologista", nil}, {specialties, "mastologista", nil}, {specialties, "hematologista", nil}, {specialties, "reumatologista", nil},
		{specialties, "oftalmologista", nil}, {specialties, "otorrinolaringologista", nil}, {specialties, "psiquiatra", nil}, {specialties, "proctologista", nil},
		{specialties, "odontologista", nil}, {specialties, "oncologista", nil}, {specialties, "gastroenterologista", nil}, {specialties, "angiologista", nil},
		{specialties, "geriatra", nil}, {specialties, "caraca que demora", nil}, {specialties, "genealogia", nil}, {specialties, "ortografia", nil},
		{specialties, "meu joelino", nil}, {specialties, "Carolina", nil}, {specialties, "é com a Karina", nil},
		{plans, "Ana", nil}, {plans, "Emil", nil}, {plans, "Amélia", nil}, {plans, "Camila", nil}, {plans, "Unidos", nil}, {plans, "animado", nil},
		{plans, "na unidade", nil}, {plans, "Ademir", nil}, {plans, "Eunice", nil}, {plans, "Brandão", nil}, {plans, "brasileiro", nil}, {plans, "Américo", nil},
		{plans, "úmido", nil}, {plans, "Francisco", nil}, {plans, "a vida", nil}, {plans, "refresco", nil},
	} {
		var got []int
		for _, hit := range tc.lexicon.Find(tc.text) {
			got = append(got, hit.ID)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%q: %v, want %v", tc.text, got, tc.want)
		}
	}
}

// No given or family name sounds like a plan or a specialty, and no word of everyday life does.
func TestNoKnownWordSoundsLikeAName(t *testing.T) {
	t.Parallel()
	called := []string{"unimed", "bradesco", "sulamerica", "hapvida", "notredame", "cardiologista", "dermatologista", "ginecologista", "ortopedista"}
	for _, word := range slices.Concat(pt.GivenNames.Words(), pt.FamilyNames.Words(), pt.CommonWords.Words()) {
		for _, name := range called {
			if word != name && language.Misspelt(word, name) {
				t.Errorf("%q sounds like %q", word, name)
			}
		}
	}
}
