package scheduling

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Doctor is a doctor of the catalogue, as far as agendas are told apart by names.
type Doctor struct {
	AgendaID    int
	Name        string
	SpecialtyID int
	Specialty   string // its name, which may stand in an agenda's name and is none of a person
}

// closeness is how an agenda's name (agendaNome) compares to a doctor's; the greater, the surer.
type closeness int

const (
	otherDoctor   closeness = iota // another first name
	sameFirstName                  // and further names that contradict each other
	bareName                       // no further name, in one of the two
	abbreviated                    // an initial in common, or a further name that is not the last
	fuller                         // the last name in common, and nothing that contradicts
	sameName                       // the same names
)

// person is a doctor whose agendas are looked for.  rest are the names behind the first.
type person struct {
	specialtyID int
	specialty   []string // words, folded
	first       string
	rest        []token
}

// token is a word of a name, folded.  Tokens of one segment stand together; behind a dash, a comma or in parentheses
// is another.
type token struct {
	text    string
	segment int
	dotted  bool // a dot stands behind: an abbreviation, where it is the beginning of a name
}

// Words that are no part of a person's name, folded.  Titles stand before a first name, and what stands before them is
// no name ("Agenda Dra. Ana Souza"); connectives tell nobody apart; labels say what an agenda is for, and of them
// leading ones may stand in front of a name without a title.
var (
	titles      = []string{"dr", "dra", "doutor", "doutora", "prof", "profa", "professor", "professora", "sr", "sra"}
	connectives = []string{"de", "da", "do", "das", "dos", "e"}
	leading     = []string{"agenda", "agendamento", "agendamentos", "consulta", "consultas", "medico", "medica"}
	places      = []string{"sala", "consultorio", "unidade", "clinica"}
	labels      = slices.Concat(leading, places, []string{
		"retorno", "retornos", "exame", "exames", "particular", "convenio", "convenios", "crm", "online", "presencial",
		"teleconsulta", "telemedicina", "manha", "tarde", "noite", "seg", "ter", "qua", "qui", "sex", "sab", "dom", "segunda",
		"terca", "quarta", "quinta", "sexta", "sabado", "domingo", "matriz", "filial", "norte", "sul", "leste", "oeste",
	})
)

// reader splits names into tokens; for one goroutine.
type reader struct{ fold transform.Transformer }

func newReader() reader {
	return reader{transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), cases.Fold())}
}

// person reads the name of a doctor.
func (r reader) person(d Doctor) person {
	p := person{specialtyID: d.SpecialtyID}
	for _, t := range r.tokens(d.Specialty) {
		p.specialty = append(p.specialty, t.text)
	}
	// As an agenda would be read that this very doctor has: titles and initials in front are no first name.
	words := behindTitle(r.tokens(d.Name))
	if i := slices.IndexFunc(words, func(t token) bool { return !isTitle(t) && len(t.text) > 1 }); i >= 0 {
		p.first = words[i].text
		p.rest = slices.DeleteFunc(slices.Clone(words[i+1:]), func(t token) bool {
			isName := t.segment == words[i].segment && slices.Contains(labels, t.text) // somebody may be called Leste
			return p.noName(t) && !isName
		})
	}
	return p
}

// tokens are the words of a name.
func (r reader) tokens(name string) []token {
	folded, _, err := transform.String(r.fold, name)
	if err != nil {
		folded = strings.ToLower(name)
	}
	folded = strings.ReplaceAll(folded, "(a)", "") // "Dr(a)."
	var list []token
	segment, start, before := 0, -1, ' '
	for i, c := range folded + " " {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			if before == '-' && start < 0 && i > 1 && folded[i-2] == ' ' {
				segment++ // " -Ana"
			}
			if start < 0 {
				start = i
			}
			before = c
			continue
		}
		if start >= 0 {
			list = append(list, token{folded[start:i], segment, c == '.'})
			start = -1
		}
		if strings.ContainsRune("()/|:;,–—", c) || c == ' ' && before == '-' {
			segment++
		}
		before = c
	}
	return list
}

// closeness compares an agenda's name: by the way of reading it that fits best.
func (p person) closeness(agenda []token) (closeness, []token) {
	best, further := otherDoctor, []token(nil)
	for _, reading := range p.readings(agenda) {
		if found, names := p.compare(reading); found > best {
			best, further = found, names
		}
	}
	return best, further
}

// readings are the ways to read an agenda's name.
func (p person) readings(agenda []token) [][]token {
	all := [][]token{agenda, behindTitle(agenda)}
	if !slices.ContainsFunc(agenda, isTitle) {
		all = append(all, p.behindLabels(agenda), p.lastNameFirst(agenda))
	}
	return all
}

// behindTitle begins with the first title that has a name behind it, because an agenda's name may
// begin with something else ("Cardiologia - Dra. Ana"); without one nothing changes.
func behindTitle(words []token) []token {
	i := slices.IndexFunc(words, isTitle)
	if i < 0 || !slices.ContainsFunc(words[i:], func(t token) bool { return !isTitle(t) && len(t.text) > 1 }) {
		return words
	}
	return words[i:]
}

// behindLabels begins behind what an agenda may be labelled with: "Agenda 2 - Ana Souza", "CARDIOLOGIA ANA".
func (p person) behindLabels(words []token) []token {
	for len(words) > 1 {
		t := words[0]
		place := slices.Contains(places, t.text) && isNumber(words[1]) // "Sala Ana" is called after somebody
		if t.text == p.first || !place && !isNumber(t) && !slices.Contains(leading, t.text) && !slices.Contains(connectives, t.text) && !p.isSpecialty(t) {
			break
		}
		words = words[1:]
	}
	return words
}

// lastNameFirst turns "Souza, Ana" round where all in front of the comma is a name of this doctor.
func (p person) lastNameFirst(words []token) []token {
	i := slices.IndexFunc(words, func(t token) bool { return t.text == p.first })
	if i < 1 || words[i].segment == words[i-1].segment {
		return words
	}
	for _, t := range words[:i] {
		if !p.noName(t) && !slices.ContainsFunc(p.rest, func(own token) bool { return own.text == t.text }) {
			return words
		}
	}
	turned := slices.Concat(words[i:], words[:i])
	for j := range turned[len(words)-i:] {
		turned[len(words)-i+j].segment = words[i].segment
	}
	return turned
}

// compare compares one reading; further are its names behind the first.
func (p person) compare(words []token) (found closeness, further []token) {
	titled := false
	for len(words) > 1 && (isTitle(words[0]) || len(words[0].text) == 1) {
		if !isTitle(words[0]) && !(titled && (words[0].text == "a" || words[0].text == "o")) { // "Dr.ª"
			further = append(further, words[0]) // "M. Ana"
		}
		titled = isTitle(words[0])
		words = words[1:]
	}
	if len(words) == 0 || p.first == "" || words[0].text != p.first {
		return otherDoctor, nil
	}
	for i := range further {
		further[i].segment = words[0].segment
	}
	further = append(further, slices.DeleteFunc(slices.Clone(words[1:]), p.noName)...)
	return p.compareRest(further, words[0].segment), further
}

// compareRest compares the names behind the first.  Only those in the segment of the first name contradict: "Ana -
// Hospital Lima" is no Lima.
func (p person) compareRest(further []token, segment int) closeness {
	m := match(p.rest, further)
	contradicting := slices.ContainsFunc(m.theirs, func(t token) bool { return t.segment == segment })
	switch {
	case m.full == len(p.rest) && !contradicting && (m.full > 0 || len(further) == 0):
		return sameName
	case len(p.rest) == 0 || len(further) == 0, m.full+m.short == 0 && !contradicting:
		return bareName
	case contradicting && (len(m.mine) > 0 || m.full == 0):
		return sameFirstName
	case m.last || m.full > 0 && len(m.mine) == 0:
		return fuller
	default:
		return abbreviated
	}
}

// matched is how two lists of names compare.
type matched struct {
	full, short  int     // names in common, and those of which one list has the beginning
	last         bool    // the last of mine is in common
	mine, theirs []token // those that the other list does not have
}

// match compares two lists of names, in whatever order.
func match(mine, theirs []token) matched {
	m := matched{mine: slices.Clone(mine)}
	for _, t := range theirs {
		i := slices.IndexFunc(m.mine, func(own token) bool { return own.text == t.text })
		if i < 0 {
			m.theirs = append(m.theirs, t)
			continue
		}
		m.full++
		m.last = m.last || len(mine) > 0 && mine[len(mine)-1].text == t.text
		m.mine = slices.Delete(m.mine, i, i+1)
	}
	m.theirs = slices.DeleteFunc(m.theirs, func(t token) bool {
		i := slices.IndexFunc(m.mine, func(own token) bool { return abbreviates(own, t) || abbreviates(t, own) })
		if i >= 0 {
			m.short++
			m.mine = slices.Delete(m.mine, i, i+1)
		}
		return i >= 0
	})
	return m
}

// abbreviates reports an initial of a name, or its beginning with a dot.
func abbreviates(short, long token) bool {
	return (len(short.text) == 1 || short.dotted) && strings.HasPrefix(long.text, short.text)
}

// noName reports a word that tells no person from another.
func (p person) noName(t token) bool {
	if slices.ContainsFunc(p.rest, func(own token) bool { return own.text == t.text }) {
		return false // whatever else it means, it is a name of this doctor
	}
	return isTitle(t) || isNumber(t) || slices.Contains(connectives, t.text) || slices.Contains(labels, t.text) || p.isSpecialty(t)
}

// isSpecialty reports a word of the doctor's specialty, or its beginning: "cardio".
func (p person) isSpecialty(t token) bool {
	const shortest = 4
	return len(t.text) >= shortest && slices.ContainsFunc(p.specialty, func(w string) bool { return strings.HasPrefix(w, t.text) })
}

func isTitle(t token) bool { return slices.Contains(titles, t.text) }

// isNumber reports a word with a digit: a room, a CRM, an hour.
func isNumber(t token) bool { return strings.ContainsFunc(t.text, unicode.IsDigit) }
