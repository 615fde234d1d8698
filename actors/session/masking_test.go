package session

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/actors/journal"
)

// stranger is somebody who does not exist.
type stranger struct{ first, last, cpf, birth, phone string }

func newStranger(rng *rand.Rand) stranger {
	firsts := []string{"Rosa", "Ana", "Clara", "Domingos", "Marcos", "Vitória", "José", "Wanda", "Luz", "Socorro"}
	syllables := []string{"kra", "vu", "zil", "bor", "que", "nho", "tra", "xi", "gue", "lom", "fre", "dy"}
	last := ""
	for range 4 {
		last += syllables[rng.IntN(len(syllables))]
	}
	digits := make([]int, 9, 11)
	for i := range digits {
		digits[i] = rng.IntN(10)
	}
	for len(digits) < 11 {
		sum := 0
		for i, d := range digits {
			sum += d * (len(digits) + 1 - i)
		}
		digits = append(digits, sum*10%11%10)
	}
	born := time.Date(1940+rng.IntN(50), time.Month(1+rng.IntN(12)), 1+rng.IntN(28), 0, 0, 0, 0, time.UTC)
	return stranger{
		first: firsts[rng.IntN(len(firsts))], last: strings.ToUpper(last[:1]) + last[1:],
		cpf: strings.Trim(strings.ReplaceAll(fmt.Sprint(digits), " ", ""), "[]"), birth: born.Format("02/01/2006"),
		phone: fmt.Sprintf("119%08d", rng.IntN(1e8)),
	}
}

// spelled is the CPF in one of the ways in which patients write it.
func (p stranger) spelled(rng *rand.Rand) string {
	c := p.cpf
	return []string{
		c, c[:3] + "." + c[3:6] + "." + c[6:9] + "-" + c[9:], c[:3] + " " + c[3:6] + " " + c[6:9] + " " + c[9:], strings.Join(strings.Split(c, ""), " "),
	}[rng.IntN(4)]
}

// script is a conversation that mostly books, in different orders and words.
func (p stranger) script(rng *rand.Rand) []string {
	name, cpf := p.first+" "+p.last, p.spelled(rng)
	return [][]string{
		{"oi", "cardiologia", "unimed", "1", name, cpf, p.birth, "sim"},
		{"bom dia, sou " + name + ", quero consulta com a Dra. Ana pela unimed", "1", cpf, p.birth, "sim"},
		{"consulta com cardiologista, unimed, para " + name + ", cpf " + cpf + ", nascimento " + p.birth, "1", "sim", "obrigado, " + p.first},
		{"quero marcar pra minha mãe " + strings.ToLower(name), "unimed", "consulta", "1", strings.ToUpper(name), "o cpf dela é " + cpf, p.birth, "sim", "a " + p.first + " agradece, tel " + p.phone},
		{name, "?", p.phone, cpf, p.birth, "consulta", "unimed", "1", name, cpf, p.birth, "sim"},
	}[rng.IntN(5)]
}

// Conversations of patients who all differ leave nothing of them in the history, and still can be read.
func TestHistoryOfManyPatients(t *testing.T) {
	booked, words := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		p := newStranger(rng)
		virtual(t, func(t *testing.T, b *bench) {
			b.config.Driver = emergency.New(rules.New(b.config.Clinic), b.config.Clinic)
			b.clinic.Description = fmt.Sprintf("Olá %s %s, CPF %s: consulta confirmada com a Dra. Ana Souza.", p.first, p.last, p.cpf)
			script := p.script(rng)
			for i, text := range script {
				b.send(fmt.Sprint("p", i), journal.PatientMessage{Kind: "TEXT", Text: text, From: "55" + p.phone})
				b.settle()
			}
			lines, err := b.journal.(journal.Archive).History(t.Context(), "s", 100)
			if err != nil || len(lines) < len(script) {
				t.Fatalf("%d entries of %d messages, %v", len(lines), len(script), err)
			}
			for _, line := range lines {
				p.wantHidden(t, string(line.Body))
			}
			for _, e := range b.history() {
				if slices.Contains(e.Outcomes, "AGENDADO") {
					booked++
				}
				for _, h := range e.Heard {
					words += strings.Count(h.Text, "[") + strings.Count(h.Text, "unimed")
				}
			}
		})
	}
	if booked < 200 || words < 900 {
		t.Errorf("%d conversations booked, %d words can be read: the test looks at too little", booked, words)
	}
}

// wantHidden looks for a patient in a line of the history.
func (p stranger) wantHidden(t *testing.T, line string) {
	t.Helper()
	folded := strings.ToLower(line)
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, line)
	day, _ := time.Parse("02/01/2006", p.birth)
	for _, secret := range []string{p.last, p.birth, day.Format("02/01/06"), day.Format(time.DateOnly)} {
		if strings.Contains(folded, strings.ToLower(secret)) {
			t.Errorf("%q is in %s", secret, line)
		}
	}
	if strings.Contains(digits, p.cpf[1:]) || strings.Contains(digits, p.phone[3:]) {
		t.Errorf("the CPF or the phone of %+v is in %s", p, line)
	}
	if p.first != "Ana" && p.first != "Luz" && strings.Contains(folded, " "+strings.ToLower(p.first)+" ") { // who may be the doctor, or a light
		t.Errorf("%q is in %s", p.first, line)
	}
}
