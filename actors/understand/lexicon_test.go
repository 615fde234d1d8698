package understand

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLexiconFind(t *testing.T) {
	people := NewLexicon([]Term{
		{ID: 1, Names: []string{"Dra. Ana Souza"}, Person: true},
		{ID: 2, Names: []string{"Dra. Ana Lúcia Prado"}, Person: true},
		{ID: 3, Names: []string{"Dr. Márcio Dias"}, Person: true},
		{ID: 4, Names: []string{"Dr. Henrique de Albuquerque"}, Person: true},
	})
	things := NewLexicon([]Term{
		{ID: 10, Names: []string{"Consulta", "consulta de rotina"}},
		{ID: 11, Names: []string{"Cardiologia", "cardiologista", "coração"}},
		{ID: 12, Names: []string{"Particular", "sem convênio"}},
		{ID: 13, Names: []string{"Raio X", "raio-x"}},
		{ID: 14, Names: []string{"...", ""}},
		{ID: 15, Names: []string{"joelho"}},
	})
	for _, tc := range []struct {
		name, text string
		lexicon    *Lexicon
		want       []int
		tied       bool // the first two hits have the same score
	}{
		{"first name shared by two", "quero com a ana", people, []int{1, 2}, true},
		{"full name wins", "com a Dra. ANA SOUZA por favor", people, []int{1, 2}, false},
		{"last name", "tem horário com o Dr Albuquerque?", people, []int{4}, false},
		{"particle left out", "henrique albuquerque", people, []int{4}, false},
		{"one wrong letter", "dr henriqui", people, []int{4}, false},
		{"swapped letters", "doutor henrqiue", people, []int{4}, false},
		{"no typo in short words", "quero com a ane", people, nil, false},
		{"common word is no doctor", "quais dias vocês têm?", people, nil, false},
		{"common word with a title is", "com o dr. dias", people, []int{3}, false},
		{"accent missing", "pode ser o marcio", people, []int{3}, false},
		{"another name is no typo", "meu nome é marcia", people, nil, false},
		{"alias", "vou pagar sem convenio", things, []int{12}, false},
		{"alias with a hyphen", "preciso de raio-x", things, []int{13}, false},
		{"typo in a thing", "um cardiolgista", things, []int{11}, false},
		{"typo in a short thing", "o meu joelo", things, []int{15}, false},
		{"another first letter is another word", "o meu toelho", things, nil, false},
		{"but of a long one", "um vardiologista", things, []int{11}, false},
		{"half of a name is not enough", "raio de sol", things, nil, false},
		{"longer name first", "consulta de rotina com cardiologista", things, []int{10, 11}, false},
		{"inside of a word is nothing", "consultando", things, nil, false},
		{"named twice", "consulta, consulta!", things, []int{10}, false},
		{"empty", "", things, nil, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			hits := tc.lexicon.Find(tc.text)
			var got []int
			for _, h := range hits {
				got = append(got, h.ID)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Fatalf("Find(%q): -want +got\n%s", tc.text, diff)
			}
			if len(hits) > 1 && (hits[0].Score == hits[1].Score) != tc.tied {
				t.Errorf("Find(%q): scores %d and %d, want tied %v", tc.text, hits[0].Score, hits[1].Score, tc.tied)
			}
		})
	}
}

func TestLexiconOffsets(t *testing.T) {
	l := NewLexicon([]Term{{ID: 1, Names: []string{"João Araújo"}, Person: true}})
	text := "é com o Dr. João  Araújo, né?"
	hits := l.Find(text)
	if len(hits) != 1 || text[hits[0].Start:hits[0].End] != "João  Araújo" {
		t.Fatalf("Find(%q) = %+v", text, hits)
	}
}
