package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// withoutSameBirth is a text without words by which two patients of this talk were born on one day, "os dois nasceram no mesmo dia",
// "a mesma, são gêmeos": they wish for no day, and speak of nobody else.  The birth date that is known of one is taken for the
// other, and is read back before anything is booked.  "" where that is all it says.
func (d *dialogue) withoutSameBirth(s *conversation.State, text string) string {
	own := d.facts(text).BirthDate
	data := s.Choice != nil && (asksIdentity(s.Asked) || readingBack(s)) || s.Asked == conversation.AskSlot && own != ""
	if d.literal || s.Closed != "" || !data || strings.Contains(text, "?") {
		return text
	}
	p := d.parse(text)
	together := p.matches(say.BornTogether)
	as := s.Asked == conversation.AskBirthDate && p.says(say.BornAsThey) && !hasDigit(text)
	if len(together) == 0 && !as {
		return text
	}
	switch born := d.bornBefore(s); {
	case own == "" && s.Patient.BirthDate == "" && born != "":
		d.propose(conversation.Identify{Identity: conversation.Identity{BirthDate: born}})
		if as {
			return ""
		}
	case len(together) > 0:
		d.keepBirth(s, own)
	}
	rest := strings.Trim(cutOut(text, each(together, p.placeOf)...), " ,.;()!\n")
	if left := d.parse(rest); len(left.tokens) <= maxIdle && !hasDigit(rest) {
		d.learned = true
		return ""
	}
	return rest
}

// maxIdle is how many words are left of a text that says nothing else: "ne kk".
const maxIdle = 2

// bornBefore is the birth date of the last one whom this talk has an appointment for, "" where none is known.
func (d *dialogue) bornBefore(s *conversation.State) string {
	for _, made := range slices.Backward(s.Appointments()) {
		if made.Born != "" {
			return made.Born
		}
	}
	return ""
}

// keepBirth keeps in mind that the only one whose turn comes was born on the day of the patient.
func (d *dialogue) keepBirth(s *conversation.State, own string) {
	born := s.Patient.BirthDate
	if own != "" {
		born = own
	}
	if len(s.Next) != 1 || born == "" || s.Next[0].For == "" || s.Next[0].For == conversation.ForWriter {
		return
	}
	next := conversation.Next{For: s.Next[0].For, ProcedureID: s.Next[0].ProcedureID, Patient: conversation.Identity{BirthDate: born}}
	d.moves, d.learned = append(d.moves, conversation.Later{Next: next}), true
}

// withoutWritersBirth is a text without words by which the birth date that is known, or its year, is the writer's and not the
// patient's, "1955 sou eu! a Emilly é 2013": all of it is forgotten and asked, since nothing of it is theirs.  One that names the
// whole date is read as any other.
func (d *dialogue) withoutWritersBirth(s *conversation.State, text string) string {
	born := s.Patient.BirthDate
	p := d.parse(text)
	if own := s.For == "" && s.Own && !namesKnown(s, reading{parsed: p}); d.literal || s.Closed != "" || born == "" || own {
		return text
	}
	at, says := p.place(say.WritersBirth)
	if !says || d.facts(cutOut(text, at)).BirthDate != "" || strings.Contains(text, "?") {
		return text
	}
	words := digitsOf(text[at.start:at.end])
	if words != "" && !strings.HasSuffix(words, born[2:4]) {
		return text
	}
	kept := s.Patient
	kept.BirthDate = ""
	d.propose(conversation.Identify{Identity: kept, Other: true})
	d.given, d.agreed, d.objected = conversation.Identity{}, false, true
	rest := strings.Trim(cutOut(text, at), " ,.;!\n")
	if left := d.readAgain(s, rest); left.Name == "" && left.CPF == "" && len(left.Plans) == 0 {
		d.note(d.text(wording.TalkNoProblem))
		return ""
	}
	return rest
}
