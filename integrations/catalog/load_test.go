package catalog

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// bare is the example of the contract, word for word.
const bare = `clinic: Clínica Boa Vida
timezone: America/Sao_Paulo
specialties:
  - {id: 7, name: Cardiologia, aliases: [cardiologista, coração]}
doctors:
  - {agenda_id: 101, name: Dra. Ana Souza, specialty_id: 7}
procedures:
  - {id: 501, name: Consulta, specialty_id: 7, aliases: [consulta de rotina]}
plans:
  - {id: 1, name: Particular, aliases: [sem convênio, pagar]}
`

const extras = `hours:
  - {agenda_id: 101, weekdays: [mon, wed, fri], from: "08:00", to: "12:00", every: 30m}
closed: ["2026-12-25"]
preparations:
  - {procedure_id: 501, text: "Chegue 15 minutos antes, com documento e carteirinha."}
`

// Every entry knows its line, however the list is written.
func TestLines(t *testing.T) {
	file := "# a comment\n" + strings.Replace(bare, "  - {id: 1, name", "\n  - id: 2\n    name: Unimed\n  # a comment\n  - {id: 1, name", 1)
	got, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	want := Lines{Specialties: []int{5}, Doctors: []int{7}, Procedures: []int{9}, Plans: []int{12, 15}}
	if diff := cmp.Diff(want, got.Lines); diff != "" {
		t.Error(diff)
	}
}

func TestParseReadsTheContractsExamples(t *testing.T) {
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	want := &Clinic{
		Name:        "Clínica Boa Vida",
		Location:    saoPaulo,
		Specialties: []Specialty{{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista", "coração"}}},
		Doctors:     []Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}},
		Procedures:  []Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7, Aliases: []string{"consulta de rotina"}}},
		Plans:       []Plan{{ID: 1, Name: "Particular", Aliases: []string{"sem convênio", "pagar"}}},
		Offer:       Offer{Days: 5, Morning: 2, Afternoon: 2},
	}
	byName := cmp.Options{
		cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() }), cmpopts.IgnoreFields(Clinic{}, "Version", "Source", "Lines"),
	}

	t.Run("bare clinic file", func(t *testing.T) {
		got, err := Parse([]byte(bare))
		if diff := cmp.Diff(want, got, byName); err != nil || diff != "" {
			t.Errorf("Parse: %v\n%s", err, diff)
		}
	})
	t.Run("without a time zone", func(t *testing.T) {
		got, err := Parse([]byte(strings.Replace(bare, "timezone: America/Sao_Paulo\n", "", 1)))
		if diff := cmp.Diff(want, got, byName); err != nil || diff != "" {
			t.Errorf("Parse: %v\n%s", err, diff)
		}
	})
	t.Run("clinic file", func(t *testing.T) {
		want.Hours = []Hours{{
			AgendaID: 101, Weekdays: []time.Weekday{time.Monday, time.Wednesday, time.Friday},
			From: "08:00", To: "12:00", Every: 30 * time.Minute,
		}}
		want.Closed = []string{"2026-12-25"}
		want.Preparations = []Preparation{{ProcedureID: 501, Text: "Chegue 15 minutos antes, com documento e carteirinha."}}
		got, err := Parse([]byte(bare + extras))
		if diff := cmp.Diff(want, got, byName); err != nil || diff != "" {
			t.Errorf("Parse: %v\n%s", err, diff)
		}
	})
	t.Run("a date without quotes is a day too", func(t *testing.T) {
		got, err := Parse([]byte(bare + "closed: [2026-12-25]\n"))
		if err != nil || len(got.Closed) != 1 || got.Closed[0] != "2026-12-25" {
			t.Errorf("Parse: %v, %v", got, err)
		}
	})
	t.Run("durations", func(t *testing.T) {
		got, err := Parse([]byte(bare + "durations:\n  - {procedure_id: 501, takes: 1h15m}\n"))
		if want := []Duration{{501, 75 * time.Minute}}; err != nil || !slices.Equal(got.Durations, want) {
			t.Errorf("Parse: %v, %v", got, err)
		}
	})
	t.Run("tags", func(t *testing.T) {
		got, err := Parse([]byte(bare + "tags: {agendado: Consulta marcada, sem_interesse: false}\n"))
		if want := map[string]string{"agendado": "Consulta marcada", "sem_interesse": ""}; err != nil || !maps.Equal(got.Tags, want) {
			t.Errorf("Parse: %v, %v", got, err)
		}
	})
	t.Run("who answers for personal data", func(t *testing.T) {
		got, err := Parse([]byte("dpo: {name: Rita Prado, contact: \"dados@boavida.example, Rua das Flores 120\"}\n" + bare))
		if err != nil || got.DPO == nil || *got.DPO != (DPO{Name: "Rita Prado", Contact: "dados@boavida.example, Rua das Flores 120"}) {
			t.Errorf("%v, %+v", err, got)
		}
		if got, err := Parse([]byte(bare)); err != nil || got.DPO != nil {
			t.Errorf("%v, %+v", err, got)
		}
	})
	t.Run("a phone as people write it", func(t *testing.T) {
		for _, phone := range []string{"(11) 3333-4444", "+55 11 98888-7777", "0800 123 4567", "33334444"} {
			if got, err := Parse([]byte("phone: " + phone + "\n" + bare)); err != nil || got.Phone != phone {
				t.Errorf("%s: %v, %+v", phone, err, got)
			}
		}
	})
	t.Run("a doctor of two specialties has two agendas", func(t *testing.T) {
		text := strings.Replace(bare, "doctors:\n", "  - {id: 8, name: Clínica geral}\ndoctors:\n  - {agenda_id: 102, name: Dra. Ana Souza, specialty_id: 8}\n", 1)
		text = strings.Replace(text, "plans:\n", "  - {id: 502, name: Consulta, specialty_id: 8}\nplans:\n", 1)
		if _, err := Parse([]byte(text)); err != nil {
			t.Error(err)
		}
	})
}

func TestParseNamesTheLineAndTheReason(t *testing.T) {
	whole := bare + extras
	tests := []struct {
		name, old, new string // whole with old replaced by new
		want           string
	}{
		{"empty file", whole, "", "line 1: the file is empty"},
		{"not a mapping", whole, "- a\n- b\n", "line 1: a mapping (key: value) is expected here"},
		{"a list that is a number", "plans:\n  - {id: 1, name: Particular, aliases: [sem convênio, pagar]}", "plans: 5", "line 9: a list is expected here"},
		{"an entry that is a number", "{id: 1, name: Particular, aliases: [sem convênio, pagar]}", "5", "line 10: a mapping (key: value) is expected here"},
		{"broken YAML", "{id: 7,", "{id: 7", "line 3: "},
		{"second document", whole, whole + "---\nclinic: outra\n", "line 1: the file must hold exactly one YAML document"},
		{"unknown key", "clinic:", "fone: 1\nclinic:", `line 1: unknown key "fone", the nearest is phone`},
		{"unknown key in an entry", "{id: 1,", "{id: 1, price: 3,", `line 10: unknown key "price"`},
		{"repeated key", "timezone:", "clinic: x\ntimezone:", `line 2: key "clinic" is already defined at line 1`},
		{"a tag that is none", "preparations:", "tags: {agendado: , transferido: true, sem_interesse: [x]}\npreparations:",
			"line 14: transferido in tags is not a name of one line and at most 50 characters, or false for no such tag\n" +
				"line 14: sem_interesse in tags is not a name of one line and at most 50 characters, or false for no such tag"},
		{"a tag of no workflow", "preparations:", "tags: {faltou: Faltou}\npreparations:", `line 14: unknown key "faltou"`},
		{"a duration of nothing", "preparations:", "durations: [{procedure_id: 501, takes: 45s}, {procedure_id: 501, takes: 13h}, {procedure_id: 9}]\npreparations:",
			"line 14: takes \"45s\" is not a number of whole minutes from 5m0s to 12h0m0s\n" +
				"line 14: procedure_id 501 is already used at line 14\n" +
				"line 14: takes \"13h\" is not a number of whole minutes from 5m0s to 12h0m0s\n" +
				"line 14: procedure_id 9 is not in this file\nline 14: takes is missing"},
		{"missing clinic", "clinic: Clínica Boa Vida\n", "", "line 1: clinic is missing"},
		{"blank name", "name: Particular", `name: "  "`, "line 10: name is blank"},
		{"missing name", "name: Particular, ", "", "line 10: name is missing"},
		{"empty entry", "{id: 1, name: Particular, aliases: [sem convênio, pagar]}", "{}", "line 10: id is missing\nline 10: name is missing"},
		{"null entry", "- {id: 1, name: Particular, aliases: [sem convênio, pagar]}", "-", "line 9: the list \"plans\" is missing or empty\nline 10: this entry of the list is empty"},
		{"control character in a name", "name: Particular", `name: "a\0b"`, "line 10: name must be a text without control characters"},
		{"name that is a list", "name: Particular", "name: [a]", "line 10: name must be a text without control characters"},
		{"phrases in one line", "plans:", "phrases: x\nplans:", `line 9: phrases must be a block of lines: "phrases: |", and the lines below it, indented`},
		{"phrases as a list", "plans:", "phrases: [x]\nplans:", `line 9: phrases must be a block of lines: "phrases: |", and the lines below it, indented`},
		{"many phrases", "plans:", "phrases: |\n  " + strings.Repeat("x", maxPhrases+1) + "\nplans:", "line 9: phrases has 65538 bytes; 65536 are the most"},
		{"blank alias", "[sem convênio, pagar]", `[""]`, "line 10: an alias must be a text that is not blank"},
		{"id in quotes", "{id: 1,", `{id: "1",`, "line 10: id must be a whole number"},
		{"id with a fraction", "{id: 1,", "{id: 1.5,", "line 10: id must be a whole number"},
		{"id zero", "{id: 1,", "{id: 0,", "line 10: id must be greater than zero"},
		{"negative id", "{id: 1,", "{id: -1,", "line 10: id must be greater than zero"},
		{"empty list", "plans:\n  - {id: 1, name: Particular, aliases: [sem convênio, pagar]}", "plans: []", `line 9: the list "plans" is missing or empty`},
		{"missing list", "plans:\n  - {id: 1, name: Particular, aliases: [sem convênio, pagar]}\n", "", `line 1: the list "plans" is missing or empty`},
		{"duplicate id", "hours:", "  - {id: 1, name: Unimed}\nhours:", "line 11: id 1 is already used at line 10"},
		{"duplicate agenda", "procedures:", "  - {agenda_id: 101, name: Dr. Davi, specialty_id: 7}\nprocedures:", "line 7: agenda_id 101 is already used at line 6"},
		{"same name but for accents", "hours:", "  - {id: 2, name: PARTICULÁR}\nhours:", `line 11: the name "PARTICULÁR" is already used at line 10`},
		{"same doctor but for the title", "procedures:", "  - {agenda_id: 102, name: ana souza, specialty_id: 7}\nprocedures:", `line 7: the name "ana souza" is already used at line 6`},
		{"unknown specialty of a doctor", "Souza, specialty_id: 7", "Souza, specialty_id: 8", "line 6: specialty_id 8 is not in this file"},
		{"unknown specialty of a procedure", "Consulta, specialty_id: 7", "Consulta, specialty_id: 8", "line 6: specialty 7 of this doctor has no procedure\nline 8: specialty_id 8 is not in this file"},
		{"specialty without procedure", "doctors:\n", "  - {id: 8, name: Dermatologia}\ndoctors:\n  - {agenda_id: 9, name: Dr. Davi, specialty_id: 8}\n", "line 7: specialty 8 of this doctor has no procedure"},
		{"unknown time zone", "America/Sao_Paulo", "America/Sao_Pablo", `line 2: unknown time zone "America/Sao_Pablo"`},
		{"the machine's zone", "America/Sao_Paulo", "Local", `line 2: unknown time zone "Local"`},
		{"hours of an unknown agenda", "agenda_id: 101, weekdays", "agenda_id: 109, weekdays", "line 12: agenda_id 109 is not in this file"},
		{"unknown weekday", "[mon, wed, fri]", "[seg]", `line 12: unknown weekday "seg" (mon, tue, wed, thu, fri, sat, sun)`},
		{"no weekday", "[mon, wed, fri]", "[]", "line 12: weekdays is missing or empty"},
		{"hour without a zero", `"08:00"`, `"8:00"`, `line 12: from "8:00" is not a time like 08:00`},
		{"hour that does not exist", `"12:00"`, `"24:30"`, `line 12: to "24:30" is not a time like 08:00`},
		{"missing hour", `from: "08:00", `, "", "line 12: from is missing"},
		{"hours end before they begin", `"12:00"`, `"07:00"`, "line 12: no appointment of 30m0s fits between 08:00 and 07:00"},
		{"no duration", "every: 30m", "every: 30", `line 12: every "30" is not a number of whole minutes, at least 5m0s`},
		{"duration too short", "every: 30m", "every: 1m", `line 12: every "1m" is not a number of whole minutes, at least 5m0s`},
		{"overlapping hours", "closed:", "  - {agenda_id: 101, weekdays: [tue, fri, wed], from: \"11:00\", to: \"13:00\", every: 30m}\nclosed:", "line 13: these hours of agenda 101 overlap those of line 12"},
		{"closed day as patients write it", `"2026-12-25"`, `"25/12/2026"`, `line 13: closed day "25/12/2026" is not a date like 2026-12-25`},
		{"dpo without contact", "clinic:", "dpo: {name: Rita}\nclinic:", "line 1: contact is missing"},
		{"dpo of a long name", "clinic:", "dpo: {name: " + strings.Repeat("Rita ", 40) + "Prado, contact: a@b.example}\nclinic:", "line 1: name and contact of dpo have 150 bytes at most"},
		{"dpo that is a text", "clinic:", "dpo: Rita\nclinic:", "line 1: a mapping (key: value) is expected here"},
		{"phone of words", "clinic:", "phone: na recepção\nclinic:", `line 1: phone "na recepção" is not a phone: 8 to 15 digits, with spaces, parentheses, hyphens, dots and + between them`},
		{"phone of few digits", "clinic:", "phone: 192\nclinic:", `line 1: phone "192" is not a phone: 8 to 15 digits, with spaces, parentheses, hyphens, dots and + between them`},
		{"closed day that does not exist", `"2026-12-25"`, `"2026-02-30"`, `line 13: closed day "2026-02-30" is not a date like 2026-12-25`},
		{"preparation of an unknown procedure", "procedure_id: 501", "procedure_id: 509", "line 15: procedure_id 509 is not in this file"},
		{"blank preparation", `"Chegue 15 minutos antes, com documento e carteirinha."`, `""`, "line 15: text is blank"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(whole, tt.old, tt.new, 1)
			if text == whole {
				t.Fatalf("%q is not in the file", tt.old)
			}
			clinic, err := Parse([]byte(text))
			var invalid *InvalidError
			if clinic != nil || !errors.As(err, &invalid) {
				t.Fatalf("Parse: %v, %v; want an InvalidError", clinic, err)
			}
			// Behind a trailing space follow the words of the YAML reader.
			got := err.Error()
			if got != tt.want && (!strings.HasSuffix(tt.want, " ") || !strings.HasPrefix(got, tt.want)) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestParseReportsAllProblemsAtOnceInTheOrderOfTheFile(t *testing.T) {
	_, err := Parse([]byte(`clinic: ""
timezone: Marte/Olympus
specialties: []
doctors:
  - {agenda_id: x, name: Dra. Ana, specialty_id: 7}
procedures:
  - {id: 501, name: Consulta, specialty_id: 7, price: 10}
plans:
  - {id: 1}
`))
	want := `line 1: clinic is blank
line 2: unknown time zone "Marte/Olympus"
line 3: the list "specialties" is missing or empty
line 5: specialty_id 7 is not in this file
line 5: agenda_id must be a whole number
line 7: unknown key "price"
line 7: specialty_id 7 is not in this file
line 9: name is missing`
	if err == nil || !sameLines(err.Error(), want) {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

// sameLines compares without the order inside one line of the file.
func sameLines(got, want string) bool {
	sorted := cmp.Transformer("lines", func(s string) map[string]bool {
		lines := map[string]bool{}
		for line := range strings.SplitSeq(s, "\n") {
			lines[line] = true
		}
		return lines
	})
	return cmp.Equal(got, want, sorted) && strings.HasPrefix(got, "line 1: ")
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clinic.yaml")
	if _, err := Load(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if err := os.WriteFile(path, sampleYAML, 0o600); err != nil {
		t.Fatal(err)
	}
	if clinic, err := Load(path); err != nil || clinic.Name != "Clínica Boa Vida" {
		t.Errorf("sample file: %v, %v", clinic, err)
	}
	if err := os.WriteFile(path, make([]byte, maxFileBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	var invalid *InvalidError
	if _, err := Load(path); !errors.As(err, &invalid) {
		t.Errorf("huge file: %v", err)
	}
}

func TestSampleIsTheClinicOfTheContract(t *testing.T) {
	clinic := Sample()
	if len(clinic.Doctors) < 7 || len(clinic.Specialties) < 4 || len(clinic.Plans) < 5 {
		t.Errorf("too small for a demo: %d doctors", len(clinic.Doctors))
	}
	anas := 0
	for _, d := range clinic.Doctors {
		if strings.HasPrefix(withoutTitle(fold(d.Name)), "ana ") {
			anas++
		}
	}
	if anas != 2 {
		t.Errorf("%d doctors named Ana; the demo shows what happens with two", anas)
	}
	if clinic.Doctors[0].AgendaID != 101 || clinic.Doctors[0].SpecialtyID != 7 {
		t.Errorf("first doctor %+v", clinic.Doctors[0])
	}
	prepared := idSet(clinic.Preparations, func(p Preparation) int { return p.ProcedureID })
	for _, p := range clinic.Procedures {
		if !prepared[p.ID] {
			t.Errorf("procedure %d has no preparation of its own", p.ID)
		}
	}
	for _, topic := range append(slices.Clone(knownTopics), "estacionamento") {
		if !slices.ContainsFunc(clinic.Answers, func(a Answer) bool { return a.Topic == topic }) {
			t.Errorf("nothing is said about %q", topic)
		}
	}
	christmasEve := time.Date(2026, 12, 24, 10, 0, 0, 0, clinic.Location)
	if next, ok := clinic.Reception.Next(christmasEve); !ok || next.Format(time.DateTime) != "2026-12-26 08:00:00" {
		t.Errorf("after Christmas Eve the reception opens %v", next)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(bare))
	f.Add([]byte(bare + extras))
	f.Add(sampleYAML)
	f.Add([]byte(withAnswers))
	f.Add([]byte(withReception))
	f.Add([]byte("answers: &a {x: *a, ~: ~, ? [b] : {text: *a, aliases: *a}}\nreception: *a\n"))
	f.Add([]byte("a: &a [*a]\nclinic: *a\n"))
	f.Add([]byte("plans: [{id: 1, name: &n {x: *n}}]"))
	f.Add([]byte("hours: [~, {}]\n---\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		clinic, err := Parse(data)
		var invalid *InvalidError
		if err != nil {
			if !errors.As(err, &invalid) || clinic != nil || err.Error() == "" {
				t.Fatalf("%v with clinic %v", err, clinic)
			}
			return
		}
		if clinic.Name == "" || clinic.Location == nil || len(clinic.Doctors) == 0 || len(clinic.Procedures) == 0 {
			t.Fatalf("accepted, but incomplete: %+v", clinic)
		}
		specialties := idSet(clinic.Specialties, func(s Specialty) int { return s.ID })
		for _, d := range clinic.Doctors {
			if !specialties[d.SpecialtyID] || d.AgendaID <= 0 {
				t.Fatalf("dangling doctor %+v", d)
			}
		}
		for _, a := range clinic.Answers {
			if a.Topic == "" || a.Text == "" || utf8.RuneCountInString(a.Text) > maxAnswer || strings.Contains(a.Text, "\n\n") {
				t.Fatalf("answer that cannot be sent: %+v", a)
			}
		}
		if r := clinic.Reception; r != nil {
			at := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
			if next, ok := r.Next(at); ok && (!next.After(at) || !r.Open(next)) {
				t.Fatalf("Next is %v", next)
			}
		}
	})
}

// Phrases keep their lines as they are, tabs and comments included.
func TestPhrasesAreABlock(t *testing.T) {
	file := bare + "phrases: | # ours\n\n  [Cardiologia]\n  medico #of pressao\n  \t+ o médico da pressão\n    - x # y\n"
	got, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	want := Phrases{Line: 11, Text: "\n[Cardiologia]\nmedico #of pressao\n\t+ o médico da pressão\n  - x # y\n"}
	if diff := cmp.Diff(want, got.Phrases); diff != "" {
		t.Error(diff)
	}
	if got, err = Parse([]byte(bare + "phrases:\n")); err != nil || got.Phrases != (Phrases{}) {
		t.Errorf("no phrases: %v, %v", got, err)
	}
}

func TestVersionTellsFilesApart(t *testing.T) {
	version := func(text string) string {
		c, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return c.Version
	}
	if again := version(bare); version(bare) != again || again == version(bare+extras) || len(again) != 8 {
		t.Errorf("versions %q and %q", version(bare), version(bare+extras))
	}
}
