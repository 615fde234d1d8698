package understand

import "strings"

// ValidCPF reports whether cpf is eleven digits of which the last two check the others, not all equal.
func ValidCPF(cpf string) bool {
	return strings.Trim(cpf, "0123456789") == "" && validCPF(cpf)
}
