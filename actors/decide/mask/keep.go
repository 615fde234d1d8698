package mask

import "slices"

// keep are the names, in folded words, that are no patient's.
type keep [][]string

var (
	titles        = words("dr dra drs doutor doutora doutores prof profa professor professora medico medica")
	nameParticles = words("a o da de do das dos di del e")
)

func newKeep(names []string) keep {
	var k keep
	for _, name := range names {
		var list []string
		for _, t := range tokenize(name) {
			if !titles.has(t.text) && !nameParticles.has(t.text) {
				list = append(list, t.text)
			}
		}
		if list != nil {
			k = append(k, list)
		}
	}
	return k
}

// name tells whether all words stand in one of the names, in its order.
func (k keep) name(list []string) bool {
	return slices.ContainsFunc(k, func(kept []string) bool { return within(list, kept) })
}

// within tells whether the words of a list, particles aside, stand in another in the same order.
func within(list, other []string) bool {
	for _, w := range list {
		if nameParticles.has(w) {
			continue
		}
		at := slices.Index(other, w)
		if at < 0 {
			return false
		}
		other = other[at+1:]
	}
	return true
}
