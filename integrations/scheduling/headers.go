package scheduling

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// ParseHeaders reads ATENDE_SCHEDULING_HEADERS: "Name: value", one per line or separated by ";".  The
// error has a line per problem and never a value, which may be a secret.
func ParseHeaders(text string) (http.Header, error) {
	header := http.Header{}
	var problems []error
	number := 0
	for entry := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		number++
		name, value, ok := strings.Cut(entry, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case !ok:
			problems = append(problems, fmt.Errorf("header %d is not \"Name: value\"", number))
		case !isToken(name):
			problems = append(problems, fmt.Errorf("header %d: the name is not one of HTTP", number))
		case strings.ContainsFunc(value, isControl):
			problems = append(problems, fmt.Errorf("header %d (%s): the value has a control character", number, name))
		default:
			header.Add(name, value)
		}
	}
	return header, errors.Join(problems...)
}

// isToken reports a header name as RFC 9110 wants it.
func isToken(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	})
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
