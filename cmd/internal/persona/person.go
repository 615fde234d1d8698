package persona

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Person is somebody who may be treated.
type Person struct {
	Name      string // as it stands in their papers
	CPF       string // 11 digits with right check digits
	BirthDate string // YYYY-MM-DD
}

// Given names and surnames, without those of a clinic's doctors: who has the doctor's name is another
// kind of difficulty.
var (
	women = []string{"Mariana", "Fernanda", "Luciana", "Camila", "Patrícia", "Aparecida", "Vitória", "Letícia", "Rosângela", "Tânia",
		"Maria Clara", "Maria de Lourdes", "Cláudia", "Eduarda", "Sônia"}
	men = []string{"Gustavo", "Otávio", "Luís Fernando", "Marcelo", "José Antônio", "Antônio", "Fábio", "Vinícius", "Paulo", "Diego",
		"Sebastião", "Thiago", "Márcio", "Leonardo", "Edson"}
	surnames = []string{"Oliveira", "Ribeiro", "Ferreira", "Barbosa", "Cardoso", "da Silva", "dos Santos", "Araújo", "Pereira",
		"de Souza Ramos", "Gonçalves", "Rocha", "Moraes", "Conceição", "Vieira", "Farias", "Pinheiro", "Freitas"}
)

// woman and man are adults born around a year.
func woman(r *rand.Rand, year int) Person { return person(r, women, year) }

func man(r *rand.Rand, year int) Person { return person(r, men, year) }

func person(r *rand.Rand, given []string, year int) Person {
	first, last := pick(r, surnames), pick(r, surnames)
	name := pick(r, given) + " " + first
	if last != first && chance(r, 0.6) {
		name += " " + last
	}
	day := time.Date(year-5+r.IntN(10), time.Month(1+r.IntN(12)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC)
	return Person{Name: name, CPF: inventCPF(r), BirthDate: day.Format(time.DateOnly)}
}

// someone is anybody of age.
func someone(r *rand.Rand) Person {
	if chance(r, 0.6) {
		return woman(r, 1950+r.IntN(45))
	}
	return man(r, 1950+r.IntN(45))
}

// inventCPF draws nine digits and completes them.
func inventCPF(r *rand.Rand) string {
	return completed(fmt.Sprintf("%09d", 10_000_000+r.IntN(900_000_000)))
}

// completed adds the two check digits, each weighted 2, 3, 4, … from the right, modulo 11.
func completed(nine string) string {
	digits := []byte(nine)
	for range 2 {
		sum := 0
		for i, digit := range digits {
			sum += int(digit-'0') * (len(digits) + 1 - i)
		}
		digits = append(digits, byte('0'+sum*10%11%10))
	}
	return string(digits)
}

// mistyped is a CPF with one digit that is wrong, and so are then its check digits.
func mistyped(r *rand.Rand, cpf string) string {
	for {
		digits := []byte(cpf)
		at := r.IntN(9)
		digits[at] = '0' + (digits[at]-'0'+1+byte(r.IntN(8)))%10
		if wrong := string(digits); completed(wrong[:9]) != wrong { // the first digit is not always checked
			return wrong
		}
	}
}

// dotted is a CPF with its signs.
func dotted(cpf string) string {
	return cpf[:3] + "." + cpf[3:6] + "." + cpf[6:9] + "-" + cpf[9:]
}

func (p Person) firstName() string { return strings.Fields(p.Name)[0] }

// born is the birth date as it is asked for.
func (p Person) born(layout string) string {
	day, err := time.Parse(time.DateOnly, p.BirthDate)
	if err != nil {
		return p.BirthDate
	}
	return day.Format(layout)
}

// chance is true in p of all cases.
func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// pick is one of the values.
func pick[T any](r *rand.Rand, values []T) T { return values[r.IntN(len(values))] }

// either is one of the texts.
func either(r *rand.Rand, texts ...string) string { return pick(r, texts) }
