package catalog

import (
	"strings"
	"unicode/utf8"
)

// maxTag bounds the name of a tag, in characters.
const maxTag = 50

// noTag is the value of a tag that the clinic does not want.
const noTag = "false"

// tags checks the section of that name; nil when it changes nothing.
func (c checker) tags(f fileTags) map[string]string {
	names := map[string]string{}
	for _, entry := range []struct {
		tag  string
		name text
	}{{"agendado", f.Booked}, {"transferido", f.HandedOver}, {"sem_interesse", f.Uninterested}, {"confirmado", f.Confirmed}} {
		value := entry.name.value
		switch {
		case entry.name.line == 0:
		case entry.name.bad || value == "" || value == "true" || strings.Contains(value, "\n") || utf8.RuneCountInString(value) > maxTag:
			c.add(entry.name.line, "%s in tags is not a name of one line and at most %d characters, or false for no such tag", entry.tag, maxTag)
		case value == noTag:
			names[entry.tag] = ""
		default:
			names[entry.tag] = value
		}
	}
	if len(names) == 0 {
		return nil
	}
	return names
}
