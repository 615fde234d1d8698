package receptionist

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// services are what can be booked, as the system message lists it.
type services struct {
	Specialties []struct {
		Name       string   `json:"especialidade"`
		Procedures []string `json:"procedimentos"`
	} `json:"especialidades"`
	Plans []string `json:"convenios"`
}

// servicesOf finds the catalogue in the system message: a line that is such a JSON object.
func servicesOf(system string) services {
	for line := range strings.Lines(system) {
		var c services
		if strings.HasPrefix(line, "{") && json.Unmarshal([]byte(line), &c) == nil && len(c.Specialties) > 0 {
			return c
		}
	}
	return services{}
}

func (c services) specialties() []string {
	var names []string
	for _, s := range c.Specialties {
		names = append(names, s.Name)
	}
	return names
}

// procedures are those of a specialty, of all for "", each name once.
func (c services) procedures(specialty string) []string {
	var names []string
	for _, s := range c.Specialties {
		for _, name := range s.Procedures {
			if (specialty == "" || s.Name == specialty) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// stem is how many letters of a word tell it: "cardiologista" is about Cardiologia.
const stem = 6

// named is the name of the list that a text holds, the longest if there are several; "" for none.  Long words
// may end in another way.
func named(list []string, text string) string {
	words, best := strings.Fields(fold(text)), ""
	for _, name := range list {
		all := true
		for _, part := range strings.Fields(fold(name)) {
			all = all && (len(part) < 3 || slices.ContainsFunc(words, func(w string) bool { return sameStem(w, part) }))
		}
		if all && len(name) > len(best) {
			best = name
		}
	}
	return best
}

func sameStem(word, part string) bool {
	if word == part {
		return true
	}
	return len(part) > stem && len(word) >= stem && word[:stem] == part[:stem]
}

// fold is text without case, accents and signs, words parted by one space.
func fold(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r < 0x300 || r > 0x36f:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
