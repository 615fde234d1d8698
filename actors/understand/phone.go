package understand

import (
	"strings"

	"atende/actors/language"
)

const (
	countryCode    = "55"
	landlineLength = 10 // with area code
	mobileLength   = 11
	maxPhone       = 15
)

// phoneDigits returns the longest phone at the start of the run, with country code, and the index after it, or "".
func (r *reader) phoneDigits(run digitRun) (string, int) {
	phone, end, count := "", run.start, 0
	for n := range run.groups {
		group := r.at(run.groups[n]).Text
		if count += len(group); count > maxPhone {
			break
		}
		if last := n+1 == len(run.groups) && len(group) < 3; len(group) != 4 && len(group) < 8 && !last {
			continue
		}
		digits := r.join(run, n+1)
		if n == 0 && len(digits) == cpfLength && digits[0] == '0' {
			continue // rather a CPF than a number with a trunk zero
		}
		if national := nationalPhone(digits); national != "" {
			phone, end = countryCode+national, run.endOf(n+1)
		}
	}
	if r.at(end).Glued && r.at(end).key == "/" && r.at(end+1).Kind == language.Digits {
		return "", run.start
	}
	return phone, end
}

// nationalPhone returns area code and number of a phone written with or without 55 and 0, or "".
func nationalPhone(digits string) string {
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > mobileLength && strings.HasPrefix(digits, countryCode) {
		digits = strings.TrimLeft(digits[len(countryCode):], "0")
	}
	if len(digits) < landlineLength || !pt.AreaCodes.Has(digits[:2]) {
		return ""
	}
	first := digits[2]
	mobile := len(digits) == mobileLength && first == '9'
	landline := len(digits) == landlineLength && '2' <= first && first <= '5'
	if mobile || landline {
		return digits
	}
	return ""
}
