package understand

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"atende/actors/language"
)

// Whatever the bytes, Read answers, answers the same again, and what it answers is well-formed.
func FuzzRead(f *testing.F) {
	for _, e := range examples {
		f.Add(e.text)
	}
	f.Add("\xff\xfe às \x80 9\xcc\x81")
	f.Add(strings.Repeat("não, na verdade dia 12 às 9 ou 10 ", 20))
	f.Fuzz(func(t *testing.T, text string) {
		first := Read(text, tuesday)
		if diff := cmp.Diff(first, Read(text, tuesday)); diff != "" {
			t.Fatalf("not deterministic:\n%s", diff)
		}
		checkFacts(t, first)
	})
}

func checkFacts(t *testing.T, f Facts) {
	t.Helper()
	today := dayOf(tuesday).String()
	for _, d := range f.Dates {
		if d.From < today || d.To < d.From {
			t.Errorf("days %+v", d)
		}
	}
	for _, c := range f.Times {
		if len(c.From) != 5 || len(c.To) != 5 || c.To < c.From || c.To > "23:59" {
			t.Errorf("times %+v", c)
		}
	}
	if f.BirthDate > today {
		t.Errorf("birth date %s", f.BirthDate)
	}
	if f.CPF != "" && (!validCPF(f.CPF) || f.InvalidCPF != "") {
		t.Errorf("CPF of the wrong kind")
	}
	if f.Intent == "" || f.Choice < 0 || f.Choice > maxChoice || f.Period != "" && len(f.Times) > 0 {
		t.Errorf("facts %+v", f)
	}
	if !utf8.ValidString(f.Name) {
		t.Errorf("name is not UTF-8")
	}
}

func TestReadAnyCPF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nine := rapid.StringMatching(`[0-9]{8}`).Draw(t, "eight") + "0"
		if nine[0] == '0' {
			nine = "1" + nine[1:] // eleven equal digits are no CPF
		}
		cpf := nine + string(checkDigit(nine))
		cpf += string(checkDigit(cpf))
		format := rapid.SampledFrom([]string{"%s%s%s%s", "%s.%s.%s-%s", "%s %s %s %s", "%s%s%s-%s", "cpf: %s.%s.%s.%s", "é %s.%s.%s%s ok?"}).Draw(t, "format")
		text := fmt.Sprintf(format, cpf[:3], cpf[3:6], cpf[6:9], cpf[9:])
		if f := Read(text, tuesday); f.CPF != cpf || f.InvalidCPF != "" {
			t.Fatalf("Read(%q) = %+v", text, f)
		}
		wrong := cpf[:10] + string('0'+(cpf[10]-'0'+1)%10)
		if f := Read("meu cpf é "+wrong, tuesday); f.CPF != "" || f.InvalidCPF != wrong {
			t.Fatalf("wrong digit: %+v", f)
		}
	})
}

func TestReadAnyDay(t *testing.T) {
	monthNames := map[int]string{}
	for _, name := range pt.Months.Words() {
		m, _ := numberOf(pt.Months, name)
		monthNames[m] = name
	}
	today := dayOf(tuesday)
	rapid.Check(t, func(t *rapid.T) {
		d := today + day(rapid.IntRange(1, 360).Draw(t, "ahead"))
		y, m, n := d.date()
		text := rapid.SampledFrom([]string{
			fmt.Sprintf("%d/%d", n, m), fmt.Sprintf("%02d/%02d/%d", n, m, y), fmt.Sprintf("%d-%02d-%02d", y, m, n),
			fmt.Sprintf("dia %d de %s", n, monthNames[int(m)]), fmt.Sprintf("daqui a %d dias", d-today),
			fmt.Sprintf("%d de %s de %d", n, monthNames[int(m)], y), fmt.Sprintf("%02d.%02d.%d", n, m, y),
		}).Draw(t, "text")
		want := []Span{{d.String(), d.String()}}
		for _, typed := range []string{text, strings.ToUpper(text), "  " + text + "!!", "pode ser " + text + "?"} {
			if diff := cmp.Diff(want, Read(typed, tuesday).Dates); diff != "" {
				t.Fatalf("Read(%q): -want +got\n%s", typed, diff)
			}
		}
	})
}

func TestReadAnyTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, m := rapid.IntRange(7, 23).Draw(t, "h"), rapid.IntRange(1, 59).Draw(t, "m")
		format := rapid.SampledFrom([]string{"%d:%02d", "às %dh%02d", "%dh%02dmin", "umas %d:%02d", "quinta %d:%02d", "%d horas e %d minutos"}).Draw(t, "format")
		text := fmt.Sprintf(format, h, m)
		at := fmt.Sprintf("%02d:%02d", h, m)
		if diff := cmp.Diff([]Span{{at, at}}, Read(text, tuesday).Times); diff != "" {
			t.Fatalf("Read(%q): -want +got\n%s", text, diff)
		}
	})
}

// BenchmarkRead shows that the time grows with the text and no faster: ns/byte stays level.
func BenchmarkRead(b *testing.B) {
	language.Prepare()
	sentence := "oi, queria remarcar pra quinta, não, sexta dia 20 às 10 ou às 11, meu cpf é 529.982.247-25 "
	for _, n := range []int{1, 16, 160} {
		text := strings.Repeat(sentence, n)
		b.Run(fmt.Sprintf("bytes=%d", len(text)), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Read(text, tuesday)
			}
		})
	}
}
