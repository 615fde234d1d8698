package understand

const cpfLength = 11

// cpfDigits returns the eleven digits at the start of the run and the index after them, or "". Unless a CPF was
// announced, the groups must be cut where a CPF is, after 3, 6 and 9 digits, or be all there is and pass the check.
func (r *reader) cpfDigits(run digitRun, announced bool) (string, int) {
	count, usual := 0, true
	for n := range run.groups {
		count += len(r.at(run.groups[n]).Text)
		switch {
		case count == cpfLength && (announced || usual):
			return r.join(run, n+1), run.endOf(n + 1)
		case count == cpfLength && n+1 == len(run.groups):
			if number := r.join(run, n+1); validCPF(number) && (nationalPhone(number) == "" || len(run.groups) == cpfLength) {
				return number, run.endOf(n + 1)
			}
			return "", run.start
		case count >= cpfLength:
			return "", run.start
		}
		usual = usual && (count == 3 || count == 6 || count == 9 || count == 10)
	}
	return "", run.start
}

// minBroken is how many digits after the word CPF are taken for an attempt at one.
const minBroken = 3

// brokenCPF takes the number after the word CPF that has not eleven digits.
func (r *reader) brokenCPF(run digitRun, d *documents) int {
	if len(run.groups) == 0 {
		return run.start
	}
	if _, isDate := r.numeric(run.start); isDate {
		return run.start
	}
	n := 1
	for n < len(run.groups) && len(r.join(run, n)) < cpfLength {
		if _, isDate := r.numeric(run.groups[n]); isDate || !r.isAny(run.groups[n]-1, ".", "-", "/") && r.quantity(run.groups[n]+1) {
			break
		}
		n++
	}
	number, end := r.join(run, n), run.endOf(n)
	if len(number) < minBroken || r.quantity(end) {
		return run.start
	}
	d.put(&d.invalid, number, run.start, end)
	return end
}

// validCPF checks both check digits; a CPF of equal digits passes them and is none.
func validCPF(cpf string) bool {
	if len(cpf) != cpfLength {
		return false
	}
	equal := true
	for i := range cpfLength {
		equal = equal && cpf[i] == cpf[0]
	}
	return !equal && cpf[9] == checkDigit(cpf[:9]) && cpf[10] == checkDigit(cpf[:10])
}

// checkDigit is the check digit that follows the given ones.
func checkDigit(digits string) byte {
	sum := 0
	for i := range len(digits) {
		sum += int(digits[i]-'0') * (len(digits) + 1 - i)
	}
	if rest := sum % cpfLength; rest >= 2 {
		return byte('0' + cpfLength - rest)
	}
	return '0'
}
