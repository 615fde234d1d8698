package simulator

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"
)

// Persona is an invented patient: who talks in a session, with all that a booking asks for.  The
// page offers these data as a click, so that nobody tries the demo with their own.
type Persona struct {
	Name      string `json:"name"`
	Phone     string `json:"phone"`     // digits with country code
	CPF       string `json:"cpf"`       // formatted, check digits right, belongs to nobody we know
	BirthDate string `json:"birthDate"` // DD/MM/YYYY
}

// None of these names is that of a doctor of the sample clinic: who reads along would take the one for the other.
var (
	firstNames = []string{
		"Mariana", "Renata", "Larissa", "Eduardo", "Fernanda", "Bruno", "Luciana",
		"Antônio", "Camila", "Gustavo", "Sueli", "Marcelo", "Patrícia", "Thiago", "Vera Lúcia",
	}
	lastNames = []string{
		"Oliveira", "Santos Ribeiro", "Ferreira", "Costa Prado", "Machado", "Pereira da Silva",
		"Rocha", "Barbosa", "Cardoso", "Pinto", "Moreira Dias", "Araújo",
	}
)

// newPersona invents a patient between 18 and 80 years old.
func newPersona(now time.Time) Persona {
	birth := now.AddDate(-18, 0, -1-rand.IntN(62*365))
	return Persona{
		Name:      firstNames[rand.IntN(len(firstNames))] + " " + lastNames[rand.IntN(len(lastNames))],
		Phone:     fmt.Sprintf("55119%08d", rand.IntN(100_000_000)),
		CPF:       inventCPF(rand.IntN(1_000_000_000)),
		BirthDate: birth.Format("02/01/2006"),
	}
}

// inventCPF completes nine digits with their two check digits and formats them.
func inventCPF(base int) string {
	if base%111_111_111 == 0 {
		base++ // a CPF of eleven equal digits is not valid
	}
	number := fmt.Sprintf("%09d", base)
	for range 2 {
		number += strconv.Itoa(checkDigit(number))
	}
	return number[:3] + "." + number[3:6] + "." + number[6:9] + "-" + number[9:]
}

// checkDigit is the next check digit of a CPF: weights 2, 3, 4, … from the right, modulo 11.
func checkDigit(number string) int {
	sum := 0
	for i := range len(number) {
		sum += int(number[i]-'0') * (len(number) + 1 - i)
	}
	return sum * 10 % 11 % 10
}
