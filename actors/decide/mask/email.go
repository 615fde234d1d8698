package mask

import (
	"regexp"
	"strings"
)

var (
	plainEmail  = regexp.MustCompile(`[^\s@<>(),;:"]*[\p{L}\p{N}_+\-]@[\p{L}\p{N}][^\s@<>(),;:"]*`)
	spacedEmail = regexp.MustCompile(`(?i)(?:[\p{L}\p{N}]+ ?[._\-] ?){0,4}[\p{L}\p{N}._%+\-]+ {0,2}@ {0,2}[\p{L}\p{N}\-]+(?: {0,2}\. {0,2}[\p{L}]{2,4}\b){1,3}`)
	spokenEmail = regexp.MustCompile(`(?i)(?:[\p{L}\p{N}_\-]+ (?:ponto|underline|traço) ){0,4}[\p{L}\p{N}._\-]+,? arroba,? [\p{L}\p{N}\-.]+(?: ponto \p{L}+){0,4}`)
	saidSigns   = regexp.MustCompile(`(?i),? (arroba|ponto|underline|traço),? `)
)

// emails hides e-mail addresses, with spaces around their signs and with signs said in words, too.
func (h *hider) emails() {
	if strings.Contains(h.text, "@") {
		h.each(spacedEmail, email, squeezed)
		h.each(plainEmail, email, squeezed)
	}
	if strings.Contains(foldText(h.text), "arroba") {
		h.each(spokenEmail, email, saidEmail)
	}
}

// each hides what a pattern finds.
func (h *hider) each(pattern *regexp.Regexp, k kind, value func(string) string) {
	for _, at := range pattern.FindAllStringIndex(h.text, -1) {
		to := at[0] + len(strings.TrimRight(h.text[at[0]:at[1]], ".!?*_~'"))
		i, j := h.tokensIn(at[0], to)
		if i < j && h.free(i, j) {
			from := max(at[0]+strings.IndexFunc(h.text[at[0]:to], isPlain), at[0])
			h.take(i, j, k, value(h.text[from:to]))
			h.spans[len(h.spans)-1].from, h.spans[len(h.spans)-1].to = from, max(to, h.toks[j-1].to)
		}
	}
}

// isPlain tells letters and digits from signs.
func isPlain(r rune) bool { _, _, ok := fold(r); return ok }

// tokensIn are the tokens between two bytes.
func (h *hider) tokensIn(from, to int) (i, j int) {
	i = h.tokenAt(from)
	j = i
	for j < len(h.toks) && h.toks[j].from < to {
		j++
	}
	return i, j
}

// tokenAt is the first token that ends behind a byte.
func (h *hider) tokenAt(at int) int {
	low, high := 0, len(h.toks)
	for low < high {
		mid := (low + high) / 2
		if h.toks[mid].to > at {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

func squeezed(s string) string { return strings.ReplaceAll(s, " ", "") }

func saidEmail(s string) string {
	signs := map[string]string{"arroba": "@", "ponto": ".", "underline": "_", "traço": "-"}
	s = saidSigns.ReplaceAllStringFunc(s, func(sign string) string { return signs[strings.ToLower(strings.Trim(sign, ", "))] })
	return squeezed(s)
}
