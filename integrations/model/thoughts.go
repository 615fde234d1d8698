package model

import (
	"regexp"
	"strings"
)

// thought is a mark with which models frame what they think before they speak.
var thought = regexp.MustCompile(`(?i)<(/?)think(?:ing)?>`)

// withoutThoughts drops what stands between the marks.  An end without a beginning ends all that stands before it,
// because servers put the beginning into the prompt; a beginning without an end was cut off.
func withoutThoughts(text string) string {
	var said strings.Builder
	at, thinking := 0, false
	for _, mark := range thought.FindAllStringSubmatchIndex(text, -1) {
		ends := mark[2] < mark[3]
		switch {
		case ends && !thinking:
			said.Reset()
		case !ends && !thinking:
			said.WriteString(text[at:mark[0]])
		}
		at, thinking = mark[1], !ends
	}
	if !thinking {
		said.WriteString(text[at:])
	}
	return said.String()
}
