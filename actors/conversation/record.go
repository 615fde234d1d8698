package conversation

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atende/actors/language"
)

// ReasonRecord is the reason of the hand-over of who gives data that the clinic's record under the CPF contradicts.
const ReasonRecord = "cadastro_diverge"

// Differs tells what was said otherwise than the clinic has it on record under the CPF: a mistyped CPF, or a parent's,
// must not book on a stranger's record.  What the record does not have contradicts nothing.
func (i Identity) Differs(record Identity) []Question {
	var differ []Question
	if !sameName(i.Name, record.Name) {
		differ = append(differ, AskName)
	}
	if record.BirthDate != "" && record.BirthDate != i.BirthDate {
		differ = append(differ, AskBirthDate)
	}
	return differ
}

// sameName reports two names of one person: the same first name, and the last one of either among the other's.
func sameName(said, recorded string) bool {
	a, b := nameWords(said), nameWords(recorded)
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	shares := len(b) == 1 || slices.Contains(b[1:], a[len(a)-1]) || slices.Contains(a[1:], b[len(b)-1])
	return a[0] == b[0] && shares
}

// nameWords are the words of a name, folded.
func nameWords(name string) []string {
	var words []string
	for _, t := range language.Tokenize(name) {
		if t.Kind == language.Letters {
			words = append(words, t.Text)
		}
	}
	return words
}

// undispute takes the rest of what was said before the clinic's record said something else, once any of it is put right:
// which datum differs is told to nobody, and so who gives one alone says that the others are as they were.
func (s *State) undispute() {
	now, before := s.Patient, s.Disputed
	same := (now.Name == "" || strings.EqualFold(now.Name, before.Name)) && (now.BirthDate == "" || now.BirthDate == before.BirthDate)
	if before == (Identity{}) || same && (now.CPF == "" || now.CPF == before.CPF) {
		return
	}
	s.Patient.Name = cmp.Or(s.Patient.Name, s.Disputed.Name)
	s.Patient.BirthDate = cmp.Or(s.Patient.BirthDate, s.Disputed.BirthDate)
	s.Disputed = Identity{}
}

// otherRecord asks for name and birth date again, once for each CPF, and then hands over; the same whichever of them
// differs, so that neither can be guessed alone.  What the record says is told to nobody.
func otherRecord(c *Clinic, s *State, now time.Time) Result {
	if s.Rechecked != AskNothing {
		return transfer(c, s, now, TooManyMismatches(c))
	}
	s.Rechecked = AskName
	s.Disputed = s.Patient
	s.Patient.Name, s.Patient.BirthDate = "", ""
	return refuse(ReasonOtherRecord, AskName, AskBirthDate)
}
