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

func TestLayWordsNameWhatOnlyOtherClinicsHave(t *testing.T) {
	t.Parallel()
	c := NewClinic(Clinic{Specialties: []Service{{ID: 7, Name: "Cardiologia"}, {ID: 9, Name: "Dermatologia"}}})
	for text, want := range map[string][]string{
		"meu filho tá com dor de ouvido":                {"otorrinolaringologia"},
		"tô com dor de ouvido e com manchas no rosto":   nil, // which the clinic sees to
		"queria um médico do coração":                   nil,
		"qual o canal de atendimento?":                  nil,
		"minha menstruação atrasou e a azia não passa":  {"ginecologia", "gastroenterologia"},
		"perdi o horário, minha unha quebrou no portão": nil,
	} {
		if got := c.LayElsewhere(text); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
