package catalog

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// defaultTimezone is where the clinics of the spec are (spec A1).
const defaultTimezone = "America/Sao_Paulo"

// checker turns a decoded file into a Clinic and notes every problem on the way.  A value that is
// wrong is noted once, where it stands; what refers to it is not reported again.
type checker struct {
	*problems
	where positions
}

func check(f file, where positions, found *problems) *Clinic {
	c := checker{problems: found, where: where}
	clinic := &Clinic{
		Name:        c.required(f.Clinic, where.key("clinic"), "clinic"),
		Location:    c.location(f.Timezone),
		Phone:       c.phone(f.Phone),
		Specialties: c.specialties(f.Specialties),
		Plans:       c.plans(f.Plans),
		Closed:      c.closed("closed", f.Closed),
		Answers:     c.answers(f.Answers),
		Phrases:     c.phrases(f.Phrases),
		Lines: Lines{
			Specialties: where.lists["specialties"], Doctors: where.lists["doctors"],
			Procedures: where.lists["procedures"], Plans: where.lists["plans"],
		},
	}
	specialties := idSet(clinic.Specialties, func(s Specialty) int { return s.ID })
	clinic.Procedures = c.procedures(f.Procedures, specialties)
	served := idSet(clinic.Procedures, func(p Procedure) int { return p.SpecialtyID })
	clinic.Doctors = c.doctors(f.Doctors, specialties, served)
	agendas := idSet(clinic.Doctors, func(d Doctor) int { return d.AgendaID })
	clinic.Hours = c.hours(f.Hours, agendas)
	procedures := idSet(clinic.Procedures, func(p Procedure) int { return p.ID })
	clinic.Preparations = c.preparations(f.Preparations, procedures)
	clinic.Durations = c.durations(f.Durations, procedures)
	clinic.Offer = c.offer(f.Offer)
	clinic.DPO = c.dpo(f.DPO, where.key("dpo"))
	clinic.Tags = c.tags(f.Tags)
	clinic.Reception = c.reception(f.Reception, clinic.Location, clinic.Closed)
	return clinic
}

// offer checks the section of that name; what it leaves out is as much as the spec allows.
func (c checker) offer(f fileOffer) Offer {
	return Offer{
		Days: c.upTo(f.Days, "days", 5), Morning: c.upTo(f.Morning, "morning", 2), Afternoon: c.upTo(f.Afternoon, "afternoon", 2),
	}
}

// upTo is a whole number from 1 to most, most for none.
func (c checker) upTo(n number, key string, most int) int {
	switch {
	case n.line == 0:
		return most
	case n.bad || n.value < 1 || n.value > most:
		c.add(n.line, "%s in offer is not a whole number from 1 to %d", key, most)
		return most
	default:
		return n.value
	}
}

// maxDPO bounds name and contact of who answers for personal data, in bytes: patients read both in one sentence.
const maxDPO = 150

// dpo checks the section of that name: both of its keys, or none.
func (c checker) dpo(f fileDPO, line int) *DPO {
	if f.Name.line == 0 && f.Contact.line == 0 {
		return nil
	}
	dpo := &DPO{Name: c.required(f.Name, line, "name"), Contact: c.required(f.Contact, line, "contact")}
	if len(dpo.Name) > maxDPO || len(dpo.Contact) > maxDPO {
		c.add(line, "name and contact of dpo have %d bytes at most", maxDPO)
	}
	return dpo
}

// Digits of a phone that patients may call: a local one, and one with country code (ITU-T E.164).
const (
	leastPhone, mostPhone = 8, 15
	// maxPhone bounds how it is written, in bytes.
	maxPhone = 30
)

// phone checks the one that patients read: digits, and the signs that people put between them.
func (c checker) phone(t text) string {
	if t.line == 0 {
		return ""
	}
	digits, others := 0, 0
	for _, r := range t.value {
		switch {
		case '0' <= r && r <= '9':
			digits++
		case !strings.ContainsRune("+() .-", r):
			others++
		}
	}
	if t.bad || others > 0 || digits < leastPhone || digits > mostPhone || len(t.value) > maxPhone {
		c.add(t.line, "phone %q is not a phone: 8 to 15 digits, with spaces, parentheses, hyphens, dots and + between them", t.value)
		return ""
	}
	return t.value
}

func (c checker) location(t text) *time.Location {
	name := t.value
	if t.line == 0 {
		name = defaultTimezone
	}
	location, err := time.LoadLocation(name)
	// LoadLocation takes "" and "Local" too, which would mean another zone on every machine.
	if err != nil || t.bad || name == "" || name == "Local" {
		c.add(max(t.line, 1), "unknown time zone %q", name)
		return time.UTC
	}
	return location
}

func (c checker) specialties(list []fileService) []Specialty {
	out := make([]Specialty, 0, len(list))
	for _, s := range c.services("specialties", list) {
		out = append(out, Specialty(s))
	}
	return out
}

func (c checker) plans(list []fileService) []Plan {
	return c.services("plans", list)
}

// services checks a list whose entries are an id, a name and aliases.
func (c checker) services(key string, list []fileService) []Plan {
	c.notEmpty(key, len(list))
	ids, names := seen[int]{}, seen[string]{}
	out := make([]Plan, 0, len(list))
	for i, s := range list {
		line := c.where.entry(key, i)
		entry := Plan{ID: c.id(s.ID, line, "id"), Name: c.required(s.Name, line, "name"), Aliases: c.aliases(s.Aliases)}
		c.unique(ids, entry.ID, orLine(s.ID.line, line), "id")
		uniqueName(c, names, fold(entry.Name), orLine(s.Name.line, line), entry.Name)
		out = append(out, entry)
	}
	return out
}

func (c checker) procedures(list []fileProcedure, specialties map[int]bool) []Procedure {
	c.notEmpty("procedures", len(list))
	ids, names := seen[int]{}, seen[nameIn]{}
	out := make([]Procedure, 0, len(list))
	for i, p := range list {
		line := c.where.entry("procedures", i)
		entry := Procedure{
			ID: c.id(p.ID, line, "id"), Name: c.required(p.Name, line, "name"), Aliases: c.aliases(p.Aliases),
			SpecialtyID: c.reference(p.SpecialtyID, line, "specialty_id", specialties),
		}
		c.unique(ids, entry.ID, orLine(p.ID.line, line), "id")
		// Every specialty may have its own "Consulta".
		uniqueName(c, names, nameIn{entry.SpecialtyID, fold(entry.Name)}, orLine(p.Name.line, line), entry.Name)
		out = append(out, entry)
	}
	return out
}

func (c checker) doctors(list []fileDoctor, specialties, served map[int]bool) []Doctor {
	c.notEmpty("doctors", len(list))
	ids, names := seen[int]{}, seen[nameIn]{}
	out := make([]Doctor, 0, len(list))
	for i, d := range list {
		line := c.where.entry("doctors", i)
		entry := Doctor{
			AgendaID: c.id(d.AgendaID, line, "agenda_id"), Name: c.required(d.Name, line, "name"), Aliases: c.aliases(d.Aliases),
			SpecialtyID: c.reference(d.SpecialtyID, line, "specialty_id", specialties),
		}
		if specialties[entry.SpecialtyID] && !served[entry.SpecialtyID] {
			c.add(d.SpecialtyID.line, "specialty %d of this doctor has no procedure", entry.SpecialtyID)
		}
		c.unique(ids, entry.AgendaID, orLine(d.AgendaID.line, line), "agenda_id")
		// A doctor of two specialties has two agendas, both with the doctor's name.
		uniqueName(c, names, nameIn{entry.SpecialtyID, withoutTitle(fold(entry.Name))}, orLine(d.Name.line, line), entry.Name)
		out = append(out, entry)
	}
	return out
}

func (c checker) preparations(list []filePreparation, procedures map[int]bool) []Preparation {
	ids := seen[int]{}
	var out []Preparation
	for i, p := range list {
		line := c.where.entry("preparations", i)
		entry := Preparation{
			ProcedureID: c.reference(p.ProcedureID, line, "procedure_id", procedures),
			Text:        c.required(p.Text, line, "text"),
		}
		c.unique(ids, entry.ProcedureID, orLine(p.ProcedureID.line, line), "procedure_id")
		out = append(out, entry)
	}
	return out
}

func (c checker) closed(key string, list []text) []string {
	var out []string
	for i, t := range list {
		day, err := time.Parse(time.DateOnly, t.value)
		if err != nil || t.bad {
			c.add(orLine(t.line, c.where.entry(key, i)), "closed day %q is not a date like 2026-12-25", t.value)
			continue
		}
		out = append(out, day.Format(time.DateOnly))
	}
	return out
}

func (c checker) notEmpty(key string, entries int) {
	if entries == 0 {
		c.add(c.where.key(key), "the list %q is missing or empty", key)
	}
}

// required is the text of a key that must be there and not blank.
func (c checker) required(t text, line int, key string) string {
	switch {
	case t.line == 0:
		c.add(line, "%s is missing", key)
	case t.bad:
		c.add(t.line, "%s must be a text without control characters", key)
	case t.value == "":
		c.add(t.line, "%s is blank", key)
	default:
		return t.value
	}
	return ""
}

// id is the number of a key that must be there and positive; 0 after a problem.
func (c checker) id(n number, line int, key string) int {
	switch {
	case n.line == 0:
		c.add(line, "%s is missing", key)
	case n.bad:
		c.add(n.line, "%s must be a whole number", key)
	case n.value <= 0:
		c.add(n.line, "%s must be greater than zero", key)
	default:
		return n.value
	}
	return 0
}

// reference is an id that must be among known; 0 after a problem.
func (c checker) reference(n number, line int, key string, known map[int]bool) int {
	id := c.id(n, line, key)
	if id == 0 || known[id] {
		return id
	}
	c.add(n.line, "%s %d is not in this file", key, id)
	return 0
}

func (c checker) aliases(list []text) []string {
	var out []string
	for _, t := range list {
		if t.bad || t.value == "" {
			c.add(max(t.line, 1), "an alias must be a text that is not blank")
			continue
		}
		out = append(out, t.value)
	}
	return out
}

// seen remembers on which line a value of a list stood first.
type seen[K comparable] map[K]int

// nameIn is a name that must be unique within one specialty only.
type nameIn struct {
	specialty int
	name      string
}

func (c checker) unique(ids seen[int], id, line int, key string) {
	if id == 0 {
		return // already reported
	}
	if first, repeated := ids[id]; repeated {
		c.add(line, "%s %d is already used at line %d", key, id, first)
		return
	}
	ids[id] = line
}

// uniqueName refuses a name that is the same but for case, accents and title: nobody could ask for
// the one and not the other.
func uniqueName[K comparable](c checker, names seen[K], key K, line int, name string) {
	if name == "" {
		return // already reported
	}
	if first, repeated := names[key]; repeated {
		c.add(line, "the name %q is already used at line %d", name, first)
		return
	}
	names[key] = line
}

func idSet[T any](list []T, id func(T) int) map[int]bool {
	set := make(map[int]bool, len(list))
	for _, entry := range list {
		if n := id(entry); n != 0 {
			set[n] = true
		}
	}
	return set
}

// orLine is line, or fallback for a key that is missing.
func orLine(line, fallback int) int {
	if line == 0 {
		return fallback
	}
	return line
}

// fold removes what does not count in a name: case, accents, runs of spaces.
func fold(name string) string {
	chain := transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), cases.Fold())
	folded, _, err := transform.String(chain, name)
	if err != nil {
		folded = strings.ToLower(name)
	}
	return strings.Join(strings.Fields(folded), " ")
}

// withoutTitle takes "dr." and its like from the front of a folded name.
func withoutTitle(folded string) string {
	first, rest, _ := strings.Cut(folded, " ")
	switch strings.TrimSuffix(first, ".") {
	case "dr", "dra", "doutor", "doutora":
		return rest
	}
	return folded
}
