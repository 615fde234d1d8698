package understand

import (
	"fmt"
	"slices"
	"testing"
)

// A day and a time in one text are what each of them is alone, whatever comes first.
func TestDayAndTimeLaws(t *testing.T) {
	days := []string{"quinta", "sexta-feira", "amanhã", "depois de amanhã", "hoje", "dia 15", "dia 20 de abril", "15/4", "15/04/2026", "3 de maio", "dia 7/5",
		"segunda que vem", "próxima terça", "sábado", "terça da semana que vem", "semana que vem", "daqui a 3 dias", "primeira sexta de julho",
		"entre quarta e sexta", "de 15 a 20 de abril", "até sexta", "a partir do dia 20", "dia 15 ou 16", "quinta ou sexta", "em abril", "dia vinte e cinco de março"}
	times := []string{"às 9h", "às 9", "10h", "10:30", "14h30", "às duas e meia da tarde", "ao meio-dia", "depois das 14h", "antes das 10h", "entre 9h e 11h",
		"das 14h às 16h", "lá pelas 10h", "às 9h ou às 10h", "à tarde", "de manhã", "às 8 da noite", "a partir das 15h", "umas 10h", "depois do almoço", "às quinze para as nove"}
	for _, day := range days {
		for _, at := range times {
			for _, form := range []string{"%[1]s %[2]s", "%[1]s, %[2]s", "%[2]s, %[1]s", "quero marcar %[1]s %[2]s por favor", "tem vaga %[1]s %[2]s?",
				"pode ser %[1]s, de preferência %[2]s"} {
				text := fmt.Sprintf(form, day, at)
				got := Read(text, tuesday)
				if want := Read(day, tuesday).Dates; !slices.Equal(got.Dates, want) {
					t.Errorf("Read(%q): days %v, want %v", text, got.Dates, want)
				}
				when := Read(at, tuesday)
				if !slices.Equal(got.Times, when.Times) || got.Period != when.Period {
					t.Errorf("Read(%q): times %v %s, want %v %s", text, got.Times, got.Period, when.Times, when.Period)
				}
			}
		}
	}
}

// Two times joined by "ou" are both; a correction leaves the second; a range is its ends.
func TestTimeLaws(t *testing.T) {
	times := []string{"9h", "10:30", "11 horas", "duas e meia da tarde", "15h45", "meio-dia", "às 8 da noite", "16:00", "sete da manhã"}
	for _, a := range times {
		first := Read(a, tuesday).Times
		if len(first) != 1 {
			t.Fatalf("Read(%q) = %v", a, first)
		}
		for _, b := range times {
			second := Read(b, tuesday).Times
			if a == b {
				continue
			}
			both := []Span{first[0], second[0]}
			for form, want := range map[string][]Span{
				"%s ou %s": both, "pode ser %s ou então %s": both, "%s, na verdade %s": second, "%s, quer dizer, %s": second,
				"%s não, %s": second, "em vez de %s, %s": second, "quero mudar de %s para %s": second,
			} {
				text := fmt.Sprintf(form, a, b)
				if got := Read(text, tuesday).Times; !slices.Equal(got, want) {
					t.Errorf("Read(%q): %v, want %v", text, got, want)
				}
			}
			if first[0].From >= second[0].From {
				continue
			}
			for _, form := range []string{"de %s até %s", "entre %s e %s", "de %s a %s"} {
				text := fmt.Sprintf(form, a, b)
				if got := Read(text, tuesday).Times; !slices.Equal(got, []Span{{first[0].From, second[0].To}}) {
					t.Errorf("Read(%q): %v", text, got)
				}
			}
		}
	}
}

// Every hour and minute, in digits and in words, is read as the table of the contract says.
func TestHourLaws(t *testing.T) {
	for h := range 24 {
		for m := 0; m < 60; m += 5 {
			afternoon := h
			if 1 <= h && h <= 6 {
				afternoon += 12
			}
			for form, hour := range map[string]int{"%d:%02d": afternoon, "às %dh%02d": afternoon, "%02d:%02d": h, "%dh%02dmin": afternoon} {
				if form == "%02d:%02d" && h >= 10 {
					continue
				}
				text := fmt.Sprintf(form, h, m)
				want := fmt.Sprintf("%02d:%02d", hour, m)
				if got := Read(text, tuesday).Times; !slices.Equal(got, []Span{{want, want}}) {
					t.Errorf("Read(%q): %v, want %s", text, got, want)
				}
			}
			if h == 0 || h > 12 || m == 0 || m > 55 {
				continue
			}
			words := spokenHours[h] + " e " + spokenMinutes(m)
			for part, hour := range map[string]int{" da manhã": h, " da tarde": h%12 + 12} {
				text := "às " + words + part
				want := fmt.Sprintf("%02d:%02d", hour, m)
				if h == 12 {
					want = fmt.Sprintf("12:%02d", m)
				}
				if got := Read(text, tuesday).Times; !slices.Equal(got, []Span{{want, want}}) {
					t.Errorf("Read(%q): %v, want %s", text, got, want)
				}
			}
		}
	}
}

var spokenHours = []string{"", "uma", "duas", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze"}

func spokenMinutes(m int) string {
	if m == 30 {
		return "meia"
	}
	if m < len(spokenNumbers) {
		return spokenNumbers[m]
	}
	tens := map[int]string{3: "trinta", 4: "quarenta", 5: "cinquenta"}[m/10]
	if m%10 == 0 {
		return tens
	}
	return tens + " e " + spokenNumbers[m%10]
}
