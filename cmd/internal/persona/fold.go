package persona

import (
	"regexp"
	"strings"
)

// bare takes accents off, one letter for one.
var bare = strings.NewReplacer(
	"á", "a", "à", "a", "â", "a", "ã", "a", "ä", "a", "é", "e", "è", "e", "ê", "e", "í", "i", "ì", "i", "î", "i",
	"ó", "o", "ò", "o", "ô", "o", "õ", "o", "ö", "o", "ú", "u", "ù", "u", "û", "u", "ü", "u", "ç", "c", "ñ", "n",
	"Á", "A", "À", "A", "Â", "A", "Ã", "A", "É", "E", "Ê", "E", "Í", "I", "Ó", "O", "Ô", "O", "Õ", "O", "Ú", "U", "Ç", "C",
)

// marks are WhatsApp's own: a patient sees bold letters, not asterisks.
var marks = strings.NewReplacer("*", "", "_", "", "~", "", "\uFE0F\u20E3", " - ", "\u20E3", " - ")

// fold is a text as it is compared: small letters without accents or marks.
func fold(text string) string { return bare.Replace(strings.ToLower(marks.Replace(text))) }

// sentences parts a text at ends of sentences and lines; a dot within a number or after a title ends
// nothing.
func sentences(text string) []string {
	text = titles.ReplaceAllString(text, "$1")
	var list []string
	for _, line := range strings.Split(text, "\n") {
		for line != "" {
			end := len(line)
			if at := stop.FindStringIndex(line); at != nil {
				end = at[1]
			}
			if s := strings.TrimSpace(line[:end]); s != "" {
				list = append(list, s)
			}
			line = line[end:]
		}
	}
	return list
}

var (
	titles = regexp.MustCompile(`(?i)\b(dra?|sra?)\.`)
	stop   = regexp.MustCompile(`[.!?…]+(\s|$)`)
)
