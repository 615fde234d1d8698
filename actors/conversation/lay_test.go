package conversation

import (
	"slices"
	"testing"
)

func TestLayWordsNameWhatTheClinicHas(t *testing.T) {
	t.Parallel()
	c := NewClinic(Clinic{
		Specialties: []Service{{ID: 7, Name: "Cardiologia"}, {ID: 15, Name: "Clínica de fraturas", Aliases: []string{"ortopedista"}}},
		Procedures:  []Procedure{{ID: 503, Name: "Teste Ergométrico", SpecialtyID: 7}},
	})
	for text, want := range map[string]Mentions{
		"queria um médico do coração":     {Specialties: []int{7}},
		"preciso do doutor dos ossos":     {Specialties: []int{15}}, // by the clinic's alias
		"fazem exame de esteira?":         {Procedures: []int{503}},
		"meu bebê precisa de um pediatra": {}, // which the clinic has not
		"tô com dor de ouvido":            {},
	} {
		got := c.Lay(text)
		if !slices.Equal(got.Specialties, want.Specialties) || !slices.Equal(got.Procedures, want.Procedures) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
