package grounding

import (
	"regexp"
	"strings"
)

// placeholderFormat is a place that code fills: "{ofertas}".
var placeholderFormat = regexp.MustCompile(`\{([a-z_]{1,30})\}`)

// Chosen is the name of the placeholder for the time that was chosen.  A sentence with it speaks of a time.
const Chosen = "escolha"

// Fill puts the code's own words into the placeholders of a text.  missing is the first one for which there are none.
func Fill(text string, words func(name string) string) (filled, missing string) {
	filled = placeholderFormat.ReplaceAllStringFunc(text, func(found string) string {
		name := strings.Trim(found, "{}")
		value := words(name)
		if value == "" && missing == "" {
			missing = found
		}
		return value
	})
	return filled, missing
}
