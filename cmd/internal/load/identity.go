package load

import "fmt"

// identity is an invented patient, as they write about themselves.  Whoever has the same number is
// the same person.
type identity struct{ name, cpf, birth string }

var (
	firstNames = []string{"Mariana", "Beatriz", "Carlos", "Fernanda", "Rafael", "Luciana", "Camila", "Gustavo"}
	lastNames  = []string{"Oliveira", "Ribeiro", "Ferreira", "Almeida", "Nogueira", "Barbosa", "Cardoso", "Teixeira"}
)

func identityOf(number int) identity {
	return identity{
		name:  firstNames[number%8] + " " + lastNames[number/8%8] + " " + lastNames[number/64%8],
		cpf:   inventCPF(number),
		birth: fmt.Sprintf("%02d/%02d/%d", 1+number%28, 1+number/28%12, 1940+number/336%60),
	}
}

// inventCPF makes the CPF with a number's nine digits and completes it with the two check digits,
// each weighted 2, 3, 4, … from the right, modulo 11.
func inventCPF(number int) string {
	base := 100_000_000 + number%800_000_000
	if base%111_111_111 == 0 {
		base = 900_000_001 + base/111_111_111 // eleven equal digits are no CPF
	}
	digits := fmt.Appendf(nil, "%09d", base)
	for range 2 {
		sum := 0
		for i, digit := range digits {
			sum += int(digit-'0') * (len(digits) + 1 - i)
		}
		digits = append(digits, byte('0'+sum*10%11%10))
	}
	return string(digits)
}
