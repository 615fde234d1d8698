package catalog

import (
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// file is the YAML document as it is written (contract, "clinic file").
type file struct {
	Clinic       text              `yaml:"clinic"`
	Timezone     text              `yaml:"timezone"`
	Phone        text              `yaml:"phone"`
	Specialties  []fileService     `yaml:"specialties"`
	Doctors      []fileDoctor      `yaml:"doctors"`
	Procedures   []fileProcedure   `yaml:"procedures"`
	Plans        []fileService     `yaml:"plans"`
	Hours        []fileHours       `yaml:"hours"`
	Closed       []text            `yaml:"closed"`
	Answers      fileAnswers       `yaml:"answers"`
	Reception    *fileReception    `yaml:"reception"`
	Offer        fileOffer         `yaml:"offer"`
	DPO          fileDPO           `yaml:"dpo"`
	Tags         fileTags          `yaml:"tags"`
	Preparations []filePreparation `yaml:"preparations"`
	Durations    []fileDuration    `yaml:"durations"`
	Phrases      filePhrases       `yaml:"phrases"`
}

// fileDPO is the section of that name.
type fileDPO struct {
	Name    text `yaml:"name"`
	Contact text `yaml:"contact"`
}

// fileService is a line of "specialties" or "plans".
type fileService struct {
	ID      number `yaml:"id"`
	Name    text   `yaml:"name"`
	Aliases []text `yaml:"aliases"`
}

type fileDoctor struct {
	AgendaID    number `yaml:"agenda_id"`
	Name        text   `yaml:"name"`
	SpecialtyID number `yaml:"specialty_id"`
	Aliases     []text `yaml:"aliases"`
}

type fileProcedure struct {
	ID          number `yaml:"id"`
	Name        text   `yaml:"name"`
	SpecialtyID number `yaml:"specialty_id"`
	Aliases     []text `yaml:"aliases"`
}

type fileOffer struct {
	Days      number `yaml:"days"`
	Morning   number `yaml:"morning"`
	Afternoon number `yaml:"afternoon"`
}

// fileTags has the names of spec C, rule 5, as its keys.
type fileTags struct {
	Booked       text `yaml:"agendado"`
	HandedOver   text `yaml:"transferido"`
	Uninterested text `yaml:"sem_interesse"`
	Confirmed    text `yaml:"confirmado"`
}

type fileHours struct {
	AgendaID number `yaml:"agenda_id"`
	Weekdays []text `yaml:"weekdays"`
	From     text   `yaml:"from"`
	To       text   `yaml:"to"`
	Every    text   `yaml:"every"`
}

type filePreparation struct {
	ProcedureID number `yaml:"procedure_id"`
	Text        text   `yaml:"text"`
}

type fileDuration struct {
	ProcedureID number `yaml:"procedure_id"`
	Takes       text   `yaml:"takes"`
}

type fileReception struct {
	Hours    []fileReceptionHours `yaml:"hours"`
	Holidays text                 `yaml:"holidays"`
	Closed   []text               `yaml:"closed"`
}

type fileReceptionHours struct {
	Weekdays []text `yaml:"weekdays"`
	From     text   `yaml:"from"`
	To       text   `yaml:"to"`
}

// number is a whole number that remembers its line.  It never fails while decoding, because one
// failing scalar must not hide the checks of the others; bad says what was there instead.
type number struct {
	value int
	line  int
	bad   bool
}

// UnmarshalYAML accepts an unquoted whole number; "7", 7.0 and lists are bad.
func (n *number) UnmarshalYAML(node *yaml.Node) error {
	n.line = node.Line
	v, err := strconv.Atoi(node.Value)
	n.bad = err != nil || node.Kind != yaml.ScalarNode || node.ShortTag() != "!!int"
	if !n.bad {
		n.value = v
	}
	return nil
}

// text is a scalar that remembers its line; dates and numbers count as the text they were written
// as.
type text struct {
	value string
	line  int
	bad   bool
}

// UnmarshalYAML accepts any scalar and trims it; lists, mappings and control characters are bad.
func (t *text) UnmarshalYAML(node *yaml.Node) error {
	*t = textOf(node)
	return nil
}

func textOf(node *yaml.Node) text {
	t := text{line: node.Line, value: strings.TrimSpace(node.Value)}
	isControl := func(r rune) bool { return unicode.IsControl(r) && r != '\n' }
	t.bad = node.Kind != yaml.ScalarNode || strings.ContainsFunc(t.value, isControl)
	return t
}

// positions finds the line of a list and of its entries, for entries that hold no scalar that could
// tell ("- {}").  A list inside of "reception" is called "reception.hours".
type positions struct {
	lists map[string][]int // lines of the entries that the decoder keeps
	keys  map[string]int
}

func positionsOf(document *yaml.Node) positions {
	p := positions{lists: map[string][]int{}, keys: map[string]int{}}
	if len(document.Content) > 0 {
		p.note("", document.Content[0])
	}
	return p
}

func (p positions) note(prefix string, mapping *yaml.Node) {
	if mapping.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key, value := mapping.Content[i], mapping.Content[i+1]
		name := prefix + key.Value
		p.keys[name] = key.Line
		for _, entry := range value.Content {
			if entry.ShortTag() != "!!null" {
				p.lists[name] = append(p.lists[name], entry.Line)
			}
		}
		if name == "reception" {
			p.note("reception.", value)
		}
	}
}

// key is the line of a key, or 1 when the key is missing: the file as a whole is wrong.
func (p positions) key(name string) int {
	return max(p.keys[name], 1)
}

// entry is the line where the i-th entry of a list begins.
func (p positions) entry(list string, i int) int {
	if lines := p.lists[list]; i < len(lines) {
		return lines[i]
	}
	return p.key(list)
}
