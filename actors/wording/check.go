package wording

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	// claims says that there is an appointment.
	claims = regexp.MustCompile(`(?i)(marcad|agendad|confirmad|reservad|garantid)[oa]s?\b`)
	// markdown is formatting that WhatsApp shows as it stands.
	markdown = regexp.MustCompile(`(?m)\*\*|__|^#|\[[^\]]*\]\(|</?[a-zA-Z]+>`)
	// spaces that nobody meant.
	spaces = regexp.MustCompile(`(?m)^[ \t]|[ \t]$|[^ ] {2}[^ ]`)
)

// check lists what is wrong with a text of that name; each continues a sentence that begins with the name.
func check(id ID, text string, parts template) []string {
	var problems []string
	wrong := func(is bool, problem string) {
		if is {
			problems = append(problems, problem)
		}
	}
	wrong(strings.TrimSpace(text) == "", "is empty")
	wrong(strings.Contains(strings.ReplaceAll(text, "\r", ""), "\n\n"), "has a blank line, which would part it into two messages")
	wrong(utf8.RuneCountInString(text) > maxRunes, "is longer than 600 characters")
	wrong(spaces.MatchString(text), "has spaces at the end of a line, or two in a row")
	wrong(markdown.MatchString(text), "has formatting that WhatsApp does not know; *bold* and _italic_ work")
	for line := range strings.Lines(text) {
		wrong(strings.Count(line, "*")%2 != 0, "has a * without its partner in the same line")
	}
	wrong(claims.MatchString(text) && !slices.Contains(mayClaim, id), "says that something is booked, where nobody knows that")
	names := parts.names()
	for _, want := range placeholders[id] {
		wrong(!slices.Contains(names, want), "lacks {"+want+"}")
	}
	for _, name := range names {
		wrong(!slices.Contains(placeholders[id], name), "has {"+name+"}, which nobody fills")
	}
	rest := strings.Join(literals(parts), "")
	wrong(strings.ContainsAny(rest, "{}"), "has a brace without its partner")
	return problems
}

// literals are the parts of a template that are not filled in.
func literals(t template) []string {
	var list []string
	for i := 0; i < len(t); i += 2 {
		list = append(list, t[i])
	}
	return list
}
