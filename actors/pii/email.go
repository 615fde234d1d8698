package pii

import (
	"regexp"
	"strings"
)

// emails finds e-mail addresses, with spaces around their signs and with signs said in words, too.
func (r *reader) emails() {
	if strings.Contains(r.text, "@") {
		r.addresses(formats.spacedEmail)
		r.addresses(formats.email)
	}
	if strings.Contains(foldText(r.text), "arroba") {
		r.addresses(formats.spokenEmail)
	}
}

// addresses takes the addresses of a format.
func (r *reader) addresses(format *regexp.Regexp) {
	for _, at := range format.FindAllStringIndex(r.text, -1) {
		from, to := at[0], at[0]+len(strings.TrimRight(r.text[at[0]:at[1]], ".!?*_~'"))
		i, j := r.tokensIn(from, to)
		if i == j || !r.free(i, j) {
			continue
		}
		from += max(0, strings.IndexFunc(r.text[from:to], func(c rune) bool { _, _, ok := fold(c, false); return ok }))
		address := r.text[from:to]
		if format == formats.spokenEmail {
			address = formats.emailSign.ReplaceAllStringFunc(address, func(sign string) string {
				return words.EmailSign.Value(strings.ToLower(strings.Trim(sign, ", ")))
			})
		}
		r.take(i, j, email, strings.ReplaceAll(address, " ", ""))
		s := &r.spans[len(r.spans)-1]
		s.from, s.to = from, max(to, s.to)
	}
}
