package understand

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// tuesday is the time at which all texts of testdata are read.
var tuesday = time.Date(2026, 3, 10, 9, 0, 0, 0, brazil)

// testdata holds one file per part of a text (docs/wire.md, "How a text is read"); a line is "text => facts".
func TestReadTestdata(t *testing.T) {
	for _, tc := range []struct {
		file  string
		shown func(Facts) string
	}{
		{"days", when},
		{"spoken", when},
		{"hours", when},
		{"choices", func(f Facts) string { return joinWords(number0(f.Choice), when(f)) }},
		{"people", func(f Facts) string { return joinWords(who(f), prefixed("d=", when(f))) }},
		{"intents", func(f Facts) string { return string(f.Intent) }},
		{"more", func(f Facts) string { return fmt.Sprint(f.More) }},
	} {
		t.Run(tc.file, func(t *testing.T) {
			for _, line := range lines(t, "testdata/"+tc.file+".txt") {
				text, want, ok := strings.Cut(line+" ", " => ")
				if !ok {
					t.Fatalf("no => in %q", line)
				}
				t.Run(text, func(t *testing.T) {
					text := strings.ReplaceAll(text, `\n`, "\n")
					read := Read
					if tc.file == "spoken" {
						read = ReadSpoken
					}
					if got := tc.shown(read(text, tuesday)); got != strings.TrimSpace(want) {
						t.Errorf("Read(%q): got %q, want %q", text, got, strings.TrimSpace(want))
					}
				})
			}
		})
	}
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, line := range strings.Split(string(b), "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			kept = append(kept, line)
		}
	}
	return kept
}

// when shows days without the year 2026, times, and the part of the day.
func when(f Facts) string {
	days := strings.ReplaceAll(spans(f.Dates), "2026-", "")
	return joinWords(days, spans(f.Times), string(f.Period))
}

func who(f Facts) string {
	return joinWords(prefixed("name=", f.Name), prefixed("cpf=", f.CPF), prefixed("invalid_cpf=", f.InvalidCPF),
		prefixed("birth_date=", f.BirthDate), prefixed("phone=", f.Phone))
}

func spans(list []Span) string {
	var shown []string
	for _, s := range list {
		if s.From == s.To {
			shown = append(shown, s.From)
		} else {
			shown = append(shown, s.From+".."+s.To)
		}
	}
	return strings.Join(shown, ",")
}

func number0(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func joinWords(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// The reference time may come in any zone; the clinics' day counts.
func TestReadInAnyZone(t *testing.T) {
	late := time.Date(2026, 3, 11, 2, 30, 0, 0, time.UTC) // still the 10th in Brazil
	for _, zone := range []*time.Location{time.UTC, brazil, time.FixedZone("", 9*60*60)} {
		want := []Span{{"2026-03-11", "2026-03-11"}}
		if diff := cmp.Diff(want, Read("amanhã", late.In(zone)).Dates); diff != "" {
			t.Errorf("in %v: -want +got\n%s", zone, diff)
		}
	}
}

// Whether a name was introduced decides if it is taken without asking back.
func TestReadNameStated(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       bool
	}{
		{"introduced", "me chamo rita moura", true},
		{"beside a CPF", "rita moura 529.982.247-25", true},
		{"beside a birth date", "rita moura, 03/05/1971", true},
		{"only words", "rita moura", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if f := Read(tc.text, tuesday); f.Name != "Rita Moura" || f.NameStated != tc.want {
				t.Errorf("Read(%q) = %q, stated %v", tc.text, f.Name, f.NameStated)
			}
		})
	}
}

// The last days a calendar knows must not overflow anything.
func TestReadAtTheEndsOfTime(t *testing.T) {
	for _, now := range []time.Time{{}, time.Unix(-1<<40, 0), time.Date(9999, 12, 31, 23, 0, 0, 0, brazil)} {
		for _, text := range []string{"29/2", "ano que vem", "daqui a 900 anos", "dia 31", "última sexta de fevereiro"} {
			Read(text, now)
		}
	}
}
