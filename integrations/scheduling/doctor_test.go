package scheduling

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// S-A1-10: first names are compared without case, accents and titles; what stands behind says how sure it is.
func TestClosenessOfNames(t *testing.T) {
	t.Parallel()
	cases := []struct {
		doctor, agenda string
		want           closeness
	}{
		{"Dra. Ana Souza", "Dra. Ana Souza", sameName},
		{"Dra. Ana Souza", "ANA", bareName},
		{"Dra. Ana Souza", "doutora ana souza - cardiologia", sameName},
		{"Dra. Ana Souza", "Dr(a). Ana Souza", sameName},
		{"Dra. Ana Souza", "DR(A) ANA SOUZA", sameName},
		{"Dra. Ana Souza", "Dr.ª Ana", bareName},
		{"Dra. Ana Souza", "Dra.Ana", bareName},
		{"Dra. Ana Souza", "Agenda Dra. Ana Souza", sameName},
		{"Dra. Ana Souza", "Agenda 2 - Ana Souza", sameName},
		{"Dra. Ana Souza", "Cardiologia - Dra. Ana Souza", sameName},
		{"Dra. Ana Souza", "CARDIO ANA SOUZA", sameName},
		{"Dra. Ana Souza", "CARDIOLOGIA (DRA.ANA)", bareName},
		{"Dra. Ana Souza", "Agenda da Prof.ª Dr.ª Ana Souza", sameName},
		{"Dra. Ana Souza", "Ana Souza, Dra.", sameName},
		{"Dra. Ana Souza", "Souza, Ana", sameName},
		{"Dra. Ana Souza", "Lima, Ana", otherDoctor},
		{"Dra. Ana Souza", "Souza Ana", otherDoctor},
		{"Dra. Ana Souza", "Agenda Dra. Mariana Souza", otherDoctor},
		{"Dra. Ana Souza", "Agenda Dr. Bruno Ana", otherDoctor},
		{"Dra. Ana Souza", "Sala Ana - Dr. Bruno Lima", otherDoctor},
		{"Dra. Ana Souza", "Sala Ana - Bruno Lima", otherDoctor},
		{"Dra. Ana Souza", "Sala 3 - Ana", bareName},
		{"Dra. Ana Souza", "Agenda Dra. Ana Lima", sameFirstName},
		{"Agenda Dra. Ana Souza", "Ana Souza", sameName},
		{"Dra. Ana Souza", "Ana Lima", sameFirstName},
		{"Dra. Ana de Souza", "Ana de Lima", sameFirstName},
		{"Dra. Ana Souza", "Ana - Hospital Lima", bareName},
		{"Dra. Ana Souza", "Ana Souza - Clínica Dr. João", sameName},
		{"Dra. Ana Souza", "Ana S.", abbreviated},
		{"Dra. Ana Souza", "S. ANA", abbreviated},
		{"Dra. Ana Souza", "Ana Sou.", abbreviated},
		{"Dra. Ana Souza", "Ana Sou", sameFirstName}, // no abbreviation: there are people called Sá beside Santos
		{"Dra. Ana Souza", "Ana S. Lima", sameFirstName},
		{"Dra. Ana Souza", "Ana L.", sameFirstName},
		{"Dra. Ana S.", "Ana Souza", abbreviated},
		{"Dra. Ana Paula Souza", "Ana Paula", abbreviated},
		{"Dra. Ana Paula Souza", "Ana Souza", fuller},
		{"Dra. Ana Paula Souza", "Ana P. Souza", fuller},
		{"Dra. Ana Paula Souza", "Ana Paula Lima", sameFirstName},
		{"Dra. Ana Souza", "Ana Paula Souza", fuller},
		{"Dra. Ana", "Ana Lima", bareName},
		{"Dra. Ana", "ANA", sameName},
		{"Dra. Ana Souza", "Mariana Souza", otherDoctor},
		{"Dra. Ana Souza", "Anna Souza", otherDoctor},
		{"Dra. Ana Souza", "", otherDoctor},
		{"Dra. Ana Souza", "Dra.", otherDoctor},
		{"Dr. João Prates", "JOAO", bareName},
		{"Dr. Joao Prates", "Doutor João P.", abbreviated},
		{"Dr. João da Noite", "João Noite", sameName},
		{"Dr. João da Noite", "João Tarde", bareName},
		{"Prof. Dr. Ênio Dias", "enio dias", sameName},
		{"Dr. Carlos Menezes", "CARLOS M.", abbreviated},
		{"Dr. Carlos Menezes", "DR CARLOS MENEZES - CARDIO", sameName},
		{"Dr. Carlos Menezes", "Carlos Menezes Cardiologia", sameName},
		{"Dr. Carlos Menezes", "M. CARLOS", abbreviated},
		{"Dr. Carlos Menezes", "CARLOS - SALA 2 - MANHÃ", bareName},
		{"Dr. Carlos Menezes", "C. Menezes", otherDoctor},
		{"", "", otherDoctor},
	}
	r := newReader()
	for _, tc := range cases {
		doctor := r.person(Doctor{Name: tc.doctor, Specialty: "Cardiologia"})
		if got, _ := doctor.closeness(r.tokens(tc.agenda)); got != tc.want {
			t.Errorf("%q and %q: %d, want %d", tc.doctor, tc.agenda, got, tc.want)
		}
	}
}

// S-A1-10: several agendas of one first name.  The spec compares no more than that, so one name alone is taken; of
// several only those that the names behind it tell apart.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	catalogue := []Doctor{
		{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7, Specialty: "Cardiologia"},
		{AgendaID: 103, Name: "Dra. Ana Prado", SpecialtyID: 7, Specialty: "Cardiologia"},
		{AgendaID: 201, Name: "Dra. Ana Lima", SpecialtyID: 9, Specialty: "Dermatologia"},
		{AgendaID: 202, Name: "Dra. Ana Souza", SpecialtyID: 9, Specialty: "Dermatologia"},
	}
	dermatologist := ana
	dermatologist.AgendaID, dermatologist.SpecialtyID = 202, 9
	for name, tc := range map[string]struct {
		doctors []Doctor
		query   Query
		answer  []string // names; each has one time, the first one at 08:00
		want    []string // names that are offered
	}{
		"only another one":                     {nil, ana, []string{"Dra. Ana Lima"}, []string{"Dra. Ana Lima"}},
		"both":                                 {nil, ana, []string{"Dra. Ana Lima", "Dra. Ana Souza"}, []string{"Dra. Ana Souza"}},
		"an initial tells apart":               {nil, ana, []string{"ANA L.", "ANA S."}, []string{"ANA S."}},
		"two others":                           {nil, ana, []string{"ANA LIMA", "ANA PRADO"}, nil},
		"two others behind a dash":             {nil, ana, []string{"ANA - LIMA", "ANA - PRADO"}, nil},
		"one of two is bare":                   {nil, ana, []string{"ANA", "ANA LIMA"}, nil},
		"full and bare":                        {nil, ana, []string{"ANA", "ANA SOUZA"}, []string{"ANA SOUZA"}},
		"full, last and initial":               {nil, ana, []string{"ANA S.", "ANA SOUZA", "ANA PAULA SOUZA"}, []string{"ANA SOUZA"}},
		"two who are both called so":           {nil, ana, []string{"ANA PAULA SOUZA", "ANA CLARA SOUZA"}, nil},
		"two agendas of one":                   {nil, ana, []string{"ANA SOUZA - MANHÃ", "Dra. Ana Souza (sala 2)"}, []string{"ANA SOUZA - MANHÃ", "Dra. Ana Souza (sala 2)"}},
		"two agendas of one by the first name": {nil, ana, []string{"ANA - MANHÃ", "ANA - TARDE"}, []string{"ANA - MANHÃ", "ANA - TARDE"}},
		"bare, of two in the specialty":        {catalogue, ana, []string{"ANA", "Bruno"}, []string{"ANA"}},
		"bare twice, of two in the specialty":  {catalogue, ana, []string{"ANA", "Dra. Ana"}, nil},
		"initial, of two in the specialty":     {catalogue, ana, []string{"ANA S."}, []string{"ANA S."}},
		"another one's, in the specialty":      {catalogue, ana, []string{"ANA P."}, nil},
		"another one's, of another specialty":  {catalogue, ana, []string{"Ana Lima"}, nil},
		"one whom the catalogue does not have": {catalogue, ana, []string{"Ana Reis"}, nil},
		"bare, alone in the specialty":         {catalogue[:1:1], ana, []string{"ANA"}, []string{"ANA"}},
		"one doctor of two specialties":        {slices.Delete(slices.Clone(catalogue), 1, 3), dermatologist, []string{"ANA", "Bruno"}, []string{"ANA"}},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := setup(t, answer(200, days(agendasOf(tc.answer))))
			c.doctors = newDirectory(tc.doctors)
			sight, err := c.Look(t.Context(), tc.query)
			if err != nil {
				t.Fatal(err)
			}
			var want []Slot
			for i, agenda := range tc.answer {
				taken := slices.Contains(tc.want, agenda)
				if taken {
					want = append(want, Slot{"2026-11-24", fmt.Sprintf("%02d:00", 8+i)})
				}
				if sight.Agendas[i].Discarded == taken {
					t.Errorf("%q: an operator is told the contrary", agenda)
				}
			}
			if diff := cmp.Diff(want, sight.Slots); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// agendasOf is a day with an agenda for each name, the first one with a time at 08:00, the next one at 09:00.
func agendasOf(names []string) string {
	var list []string
	for i, name := range names {
		list = append(list, fmt.Sprintf(`{"agendaNome":%q,"horarios":[{"hora":"%02d:00"}]}`, name, 8+i))
	}
	return `{"data":"24-11-2026","agendas":[` + strings.Join(list, ",") + `]}`
}

// A doctor whose own times are over is in the answer all the same, and a namesake is not taken instead.
func TestNamesakeBesideAFullDoctor(t *testing.T) {
	t.Parallel()
	c, _ := setup(t, answer(200, days(dayOf("24-11-2026", "Dra. Ana Lima", "08:00"), dayOf("20-11-2026", "Dra. Ana Souza", "09:00"))))
	if got, err := c.Slots(t.Context(), ana); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// written is a name as scheduling APIs write it.
func written(dice *rand.Rand, first string, last []string, full bool) string {
	rest := strings.Join(last, " ")
	if !full {
		switch dice.IntN(4) {
		case 0:
			rest = last[len(last)-1][:1] + "."
		case 1:
			rest = last[0][:1]
		case 2:
			rest = last[len(last)-1]
		}
	}
	name := []string{first + " " + rest, "Dr. " + first + " " + rest, "DR(A) " + first + " " + rest, "Agenda Dr " + first + " " + rest}[dice.IntN(4)]
	name += []string{"", " - CARDIO", " (sala 3)", " - Manhã", ", Cardiologia"}[dice.IntN(5)]
	if dice.IntN(2) == 0 {
		name = strings.ToUpper(name)
	}
	return name
}

// Whoever else is called alike and however an API writes it: times are only offered with whose they are, and those
// under the doctor's own name are.
func TestNeverUnderTheWrongDoctor(t *testing.T) {
	t.Parallel()
	last := []string{"Almeida", "Barros", "Castro", "Dias", "Moraes", "Menezes", "Machado", "Nunes", "Prado", "Reis", "Souza", "Santos", "Teixeira"}
	for seed := range uint64(5000) {
		dice := rand.New(rand.NewPCG(seed, 19))
		dice.Shuffle(len(last), func(i, j int) { last[i], last[j] = last[j], last[i] })
		// Up to four doctors of one first name and one specialty, no two with a name in common.
		var catalogue []Doctor
		var names [][]string
		for i, next := 0, 0; i < 1+dice.IntN(4); i++ {
			n := 1 + dice.IntN(2)
			names = append(names, last[next:next+n])
			next += n
			catalogue = append(catalogue, Doctor{AgendaID: 101 + i, Name: "Dr. Carlos " + strings.Join(names[i], " de "), SpecialtyID: 7, Specialty: "Cardiologia"})
		}
		asked := dice.IntN(len(catalogue))
		q := Query{AgendaID: catalogue[asked].AgendaID, Doctor: catalogue[asked].Name, SpecialtyID: 7, From: ana.From, To: ana.To}
		owner := map[string]int{}
		full := "Carlos " + strings.Join(names[asked], " ")
		r := newDirectory(catalogue).roster(q)
		for i := range names {
			for range dice.IntN(3) {
				name := written(dice, "Carlos", names[i], dice.IntN(2) == 0)
				if of, known := owner[name]; known && of != i {
					owner[name] = -1 // both are written so: nobody's
				} else {
					owner[name] = i
				}
				r.add(name)
			}
		}
		owner[full] = asked
		r.add(full)
		for name, i := range owner {
			if r.takes(name) && i != asked {
				t.Errorf("seed %d: %q is offered as %q, of %v", seed, name, q.Doctor, names)
			}
		}
		if !r.takes(full) {
			t.Errorf("seed %d: %q is not offered as %q, of %v", seed, full, q.Doctor, names)
		}
		alone := newDirectory(nil).roster(q)
		name := written(dice, "Carlos", names[asked], false)
		if alone.add(name); !alone.takes(name) {
			t.Errorf("seed %d: %q alone is not offered as %q", seed, name, q.Doctor)
		}
	}
}
