package grounding

import (
	"regexp"
	"strings"
)

// placeholderFormat is what stands for data of the patient ("[NOME 1]"), or for words of the code ("{ofertas}").
var placeholderFormat = regexp.MustCompile(`\[\p{Lu}[\p{Lu} ]{1,20}([ \x{a0}]\d{1,4})?\]|\bNOME \d{1,4}\b|\{[a-z_]{1,30}\}`)

// blankFormat is a place that code fills.
var blankFormat = regexp.MustCompile(`\{([a-z_]{1,30})\}`)

// Chosen is the name of the placeholder for the time that was chosen.  A sentence with it speaks of a time.
const Chosen = "escolha"

// Fill puts the code's own words into the placeholders of a text.  missing is the first one for which there are none.
func Fill(text string, words func(name string) string) (filled, missing string) {
	filled = blankFormat.ReplaceAllStringFunc(text, func(found string) string {
		name := strings.Trim(found, "{}")
		value := words(name)
		if value == "" && missing == "" {
			missing = found
		}
		return value
	})
	return filled, missing
}
