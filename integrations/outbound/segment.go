package outbound

import (
	"fmt"
	"strings"
)

// Segment escapes text so that it stands in a path as exactly one segment: everything but letters,
// digits, hyphen, underscore and tilde, and dots where they are all there is.  url.PathEscape leaves
// "..", which servers and proxies resolve, and "+", which some read as a space.
func Segment(text string) string {
	onlyDots := strings.Trim(text, ".") == ""
	var out strings.Builder
	for i := range len(text) {
		c := text[i]
		if plain(c) || c == '.' && !onlyDots {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

func plain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '~'
}
