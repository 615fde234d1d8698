package scheduling

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// S-A1-10: an operator sees what the discards took away, and why.
func TestLook(t *testing.T) {
	for name, tc := range map[string]struct {
		body string
		want Sight
	}{
		"the doctor and a colleague": {
			days(dayOf("24-11-2026", "Dra. Ana Souza", "08:00", "09:00"), dayOf("25-11-2026", "Dr. Bruno Lima", "08:00"), dayOf("26-11-2026", "Dra. Ana Souza", "08:00")),
			Sight{
				Slots:   []Slot{{"2026-11-24", "08:00"}, {"2026-11-24", "09:00"}, {"2026-11-26", "08:00"}},
				Agendas: []Agenda{{Name: "Dra. Ana Souza", Times: 3}, {Name: "Dr. Bruno Lima", Times: 1, Discarded: true}},
			},
		},
		"another name alone": {
			days(dayOf("24-11-2026", "Mariana Souza", "08:00")),
			Sight{Agendas: []Agenda{{Name: "Mariana Souza", Times: 1, Discarded: true}}},
		},
		"a namesake alone is taken": {
			days(dayOf("24-11-2026", "Ana Lima", "08:00")),
			Sight{Slots: []Slot{{"2026-11-24", "08:00"}}, Agendas: []Agenda{{Name: "Ana Lima", Times: 1, Namesake: true}}},
		},
		"a namesake beside the doctor, who is full, is not": {
			days(dayOf("24-11-2026", "Ana Lima", "08:00"), dayOf("24-11-2026", "Ana Souza")),
			Sight{Agendas: []Agenda{{Name: "Ana Lima", Times: 1, Namesake: true, Discarded: true}}},
		},
		"past times, days out of the range and malformed entries are no times": {
			days(dayOf("22-11-2026", "Ana", "08:00"), dayOf("30-12-2027", "Bruno", "08:00"), dayOf("24-11-2026", "Ana", "8:00"), `7`, `{"data":"24-11-2026","agendas":[7]}`),
			Sight{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := setup(t, answer(200, tc.body))
			got, err := c.Look(t.Context(), ana)
			if diff := cmp.Diff(tc.want, got); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

func TestLookFails(t *testing.T) {
	c, _ := setup(t, answer(401, `{"data":"no"}`))
	if got, err := c.Look(t.Context(), ana); err == nil {
		t.Errorf("no error, %+v", got)
	}
}

func TestNamesakesShareAFirstName(t *testing.T) {
	for _, tc := range []struct {
		a, b         string
		share, apart bool
	}{
		{"Dra. Ana Souza", "Dr. Carlos Souza", false, false},
		{"Dra. Ana Souza", "Dra. Ana Lima", true, true},
		{"Dra. Ana Souza", "ANA", true, false},
		{"Dra. Ana Souza", "Ana Maria de Souza", true, false},
		{"João", "Dr. Joao", true, false},
	} {
		if share, apart := Namesakes(tc.a, tc.b); share != tc.share || apart != tc.apart {
			t.Errorf("%s, %s: %t %t", tc.a, tc.b, share, apart)
		}
	}
}
