package model

import (
	"regexp"
	"strconv"
	"strings"

	"atende/actors/conversation"
)

// numberedLineFormat is a line of a list: "1 - Cardiologia", "*2.* Dr. Carlos".
var numberedLineFormat = regexp.MustCompile(`(?m)^[\s*_]*(\d{1,2})[\s*_]*[-–).:]+[\s*_]*(.+)$`)

// numbered are the ids behind the numbers of a list in a text of the model, so that "2" means to the rules what it
// means to the patient; nil unless every line from 1 on names one entry of what is asked for.
func (d *dialogue) numbered(s *conversation.State, text string, asks conversation.Question) []int {
	var ids []int
	for _, line := range numberedLineFormat.FindAllStringSubmatch(text, -1) {
		number, _ := strconv.Atoi(line[1]) // two digits
		entry := d.entry(s, strings.Trim(line[2], " *_."), asks)
		if number != len(ids)+1 || entry == 0 {
			return nil
		}
		ids = append(ids, entry)
	}
	return ids
}

// entry is the one entry of the catalogue that a line of a list names, 0 for none.
func (d *dialogue) entry(s *conversation.State, label string, asks conversation.Question) int {
	found := mentions(d.Clinic.Find(label), asks)
	if asks == conversation.AskProcedure { // several specialties have a "Consulta"
		found = d.proceduresIn(found, s.Request.SpecialtyID)
	}
	if len(found) != 1 {
		return 0
	}
	return found[0]
}

func mentions(m conversation.Mentions, q conversation.Question) []int {
	return map[conversation.Question][]int{
		conversation.AskService: m.Specialties, conversation.AskDoctor: m.Doctors,
		conversation.AskProcedure: m.Procedures, conversation.AskPlan: m.Plans,
	}[q]
}
