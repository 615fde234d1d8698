package mask

import "strings"

// areaCodes are the area codes of Brazil.
var areaCodes = words(`11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49
	51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89
	91 92 93 94 95 96 97 98 99`)

const (
	countryCode    = "55"
	localLength    = 8 // without area code
	landlineLength = 10
	mobileLength   = 11
	maxPhone       = 15
)

// national is area code and number of a phone with or without 55 and 0, "" for what is none.
func national(digits string) string {
	digits = strings.TrimPrefix(digits, "0")
	if len(digits) > mobileLength && strings.HasPrefix(digits, countryCode) {
		digits = strings.TrimPrefix(digits[len(countryCode):], "0")
	}
	if len(digits) < landlineLength || !areaCodes.has(digits[:2]) {
		return ""
	}
	mobile := len(digits) == mobileLength && digits[2] == '9'
	landline := len(digits) == landlineLength && '2' <= digits[2] && digits[2] <= '9'
	if mobile || landline {
		return digits
	}
	return ""
}

// phone reads the longest phone at a group.  Its value has the country code, if it has an area code.
func (h *hider) phone(g []group, i int) finding {
	found := finding{}
	said := h.announced(g[i].tok, phoneWords) || h.plus(g[i].tok)
	count, longest := 0, 0
	for j := i; j < len(g) && j-i < maxWindow; j++ {
		count, longest = count+len(g[j].digits), max(longest, len(g[j].digits))
		if count > maxPhone {
			break
		}
		if longest < 4 && !said || len(g[j].digits) < 3 && j+1 < len(g) && len(g[j+1].digits) < 3 {
			continue
		}
		digits := join(g[i : j+1])
		if number := national(digits); number != "" {
			found = finding{j + 1 - i, phone, countryCode + number}
		} else if found.count == 0 && h.local(g[i:j+1], said) && !(j+1 < len(g) && h.tight(g[j], g[j+1])) {
			found = finding{j + 1 - i, phone, digits}
		}
	}
	return found
}

// local tells whether groups are a phone without an area code: 98765-4321, 3456-7890.
func (h *hider) local(g []group, said bool) bool {
	digits := join(g)
	if len(digits) != localLength && (len(digits) != localLength+1 || digits[0] != '9') || digits[0] < '2' {
		return false
	}
	return said || len(g) == 2 && len(g[1].digits) == 4 && strings.ContainsAny(h.gap(g[0], g[1]), "-‐‑–.") && digits[:2] != "20"
}
