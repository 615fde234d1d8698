package grounding

import (
	"regexp"
	"strings"
	"testing"
)

// Whoever changes one hour or one day of a text that may be said gets one that may not.
func TestAlteredTimes(t *testing.T) {
	alterations := []struct {
		name    string
		written *regexp.Regexp
		instead func(string) string
		still   string // what makes a text harmless all the same
	}{
		{"an hour", regexp.MustCompile(`\b\d\d:\d\d\b`), func(s string) string { return s[:3] + "10" }, "Não tenho|Agora são"},
		{"an hour with h", regexp.MustCompile(`\b(8|14|10|15)h\b`), func(s string) string { return "7h" }, "depois das|entre"},
		{"a date", regexp.MustCompile(`\b2[457]/11\b`), func(string) string { return "26/11" }, ""},
		{"a weekday", regexp.MustCompile(`(?i)\bterça|quarta|sexta\b`), func(string) string { return "quinta" }, "opção é|Não tenho"},
		{"a day of the month", regexp.MustCompile(`\bdia 2[457]\b`), func(string) string { return "dia 29" }, ""},
		{"a doctor", regexp.MustCompile(`\bAna( Souza)?\b`), func(string) string { return "Carla" }, "Obrigada"},
	}
	for _, a := range alterations {
		t.Run(a.name, func(t *testing.T) {
			count, still := 0, regexp.MustCompile(a.still)
			for _, s := range samples(t, "harmless*.txt", true) {
				if s.situation != "offer" && s.situation != "booked" || len(Check(s.text, situations[s.situation])) > 0 || a.still != "" && still.MatchString(s.text) {
					continue
				}
				for _, at := range a.written.FindAllStringIndex(s.text, -1) {
					text := s.text[:at[0]] + a.instead(s.text[at[0]:at[1]]) + s.text[at[1]:]
					count++
					if len(Check(text, situations[s.situation])) == 0 {
						t.Errorf("%s: %q", s.situation, text)
					}
				}
			}
			if count == 0 {
				t.Error("nothing was altered")
			}
			t.Logf("%d texts", count)
		})
	}
}

// Two hours of two days that change places are found out, too.
func TestSwappedTimes(t *testing.T) {
	denial := regexp.MustCompile("não está mais|Não tenho")
	swap := strings.NewReplacer("08:00", "15:00", "15:00", "08:00", "09:30", "10:00", "10:00", "09:30", "14:00", "14:30", "14:30", "14:00")
	for _, s := range samples(t, "harmless*.txt", true) {
		if text := swap.Replace(s.text); s.situation == "offer" && text != s.text && !denial.MatchString(text) && len(Check(text, situations["offer"])) == 0 {
			t.Errorf("%q", text)
		}
	}
}

func TestLists(t *testing.T) {
	six := "1 - terça, 24/11, às 08:00\n2 - terça, 24/11, às 09:30\n3 - terça, 24/11, às 14:00\n4 - quarta, 25/11, às 10:00\n5 - quarta, 25/11, às 15:00\n6 - sexta, 27/11, às 14:30"
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a number before each time", "Tenho:\n" + six + "\nQual prefere?", true},
		{"headings", "*Terça, 24/11*\n1. 08:00\n2. 09:30\n3. 14:00\n\n*Quarta, 25/11*\n4. 10:00\n5. 15:00\n\n*Sexta, 27/11*\n6. 14:30", true},
		{"keys", "Terça\n1️⃣ 08:00\n2️⃣ 09:30\n3️⃣ 14:00\nQuarta\n4️⃣ 10:00\n5️⃣ 15:00\nSexta\n6️⃣ 14:30", true},
		{"bold numbers", strings.NewReplacer("1 -", "*1* -", "6 -", "*6* -").Replace(six), true},
		{"numbers behind", "Terça: 08:00 (opção 1), 09:30 (opção 2), 14:00 (opção 3). Quarta: 10:00 (opção 4), 15:00 (opção 5). Sexta: 14:30 (opção 6).", true},
		{"in a line", "Terça: 1) 08:00 2) 09:30 3) 14:00\nQuarta: 4) 10:00 5) 15:00\nSexta: 6) 14:30", true},
		{"no numbers", "Terça às 08:00, 09:30 ou 14:00, quarta às 10:00 ou 15:00, sexta às 14:30.", false},
		{"one is missing", strings.Replace(six, "\n4 - quarta, 25/11, às 10:00", "", 1), false},
		{"two numbers changed places", strings.NewReplacer("1 -", "2 -", "2 -", "1 -").Replace(six), false},
		{"another hour", strings.Replace(six, "14:30", "14:00", 1), false},
		{"bullets", strings.NewReplacer("1 -", "-", "2 -", "-", "3 -", "-", "4 -", "-", "5 -", "-", "6 -", "-").Replace(six), false},
		{"letters", strings.NewReplacer("1 -", "a)", "2 -", "b)", "3 -", "c)", "4 -", "d)", "5 -", "e)", "6 -", "f)").Replace(six), false},
		{"nothing", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Lists(c.text, offer); got != c.want {
				t.Errorf("%v for %q", got, c.text)
			}
		})
	}
	if Lists(six, nil) {
		t.Error("no offer was listed")
	}
}
