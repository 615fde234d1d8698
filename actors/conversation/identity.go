package conversation

import (
	"cmp"
	"strings"
	"time"
	"unicode"

	"atende/actors/understand"
)

// Bounds of a person's data.
const (
	maxName = 120 // bytes
	maxAge  = 130 // years
)

// identify records what can be right and refuses the rest; a rejected value never wipes a good one.
func identify(c *Clinic, s *State, now time.Time, m Identify) Result {
	if s.Closed != "" {
		return refuse(ReasonClosed)
	}
	if s.guesses(now, m) {
		return tooManyCPFs(c, s, now)
	}
	who, before := m.Identity, s.Patient
	if s.ofAnother(m) {
		s.forgetPlan()
	}
	if m.Other {
		aside := cmp.Or(s.Patient, s.Aside)
		if s.UsualPlan != 0 { // it was proposed, and is not what the patient gave
			aside = s.Aside
		}
		s.PatientData = PatientData{For: s.For, Known: s.Known, Aside: aside}
	}
	s.Half = m.Half
	if m.For == ForWriter && s.For != "" && before == (Identity{}) {
		s.Patient, s.Aside = s.Aside, Identity{} // it was for the writer all the time
	}
	if m.For != "" && m.For != cmp.Or(s.For, ForWriter) {
		s.Age = 0 // of somebody else
	}
	if m.Age != 0 {
		s.Age = max(m.Age, 0)
	}
	s.isFor(m.For)
	if who != (Identity{}) {
		s.Returning = nil // the patient's own words say who it is for
	}
	if m.Other || (s.Known != nil && who.Name != "" && who.Name != s.Known.Name) {
		s.Known = nil
	}
	var bad []Question
	if who.Name != "" {
		if validName(who.Name) {
			s.Patient.Name, s.FirstName = strings.Join(strings.Fields(who.Name), " "), ""
		} else {
			s.FirstName = ""
			if onlyFirst(who.Name) {
				s.FirstName = who.Name
			}
			bad = append(bad, AskName)
		}
	}
	if who.CPF != "" {
		if understand.ValidCPF(who.CPF) {
			if s.Patient.CPF != who.CPF {
				s.PatientID, s.Registered, s.Rechecked = 0, false, AskNothing
			}
			s.Patient.CPF = who.CPF
		} else {
			bad = append(bad, AskCPF)
		}
	}
	if who.BirthDate != "" {
		if validBirthDate(who.BirthDate, now) {
			s.Patient.BirthDate = who.BirthDate
		} else {
			bad = append(bad, AskBirthDate)
		}
	}
	s.undispute()
	if s.Patient != before {
		s.PatientID = 0 // the record is held against what counts now
	}
	if bad != nil {
		return refuse(ReasonBadIdentity, bad...)
	}
	return Result{}
}

// ofAnother reports that a move tells of somebody else than the patient of the booking before, by a relative, a name or a CPF.
func (s *State) ofAnother(m Identify) bool {
	known := s.Patient
	if s.Known != nil {
		known = *s.Known
	}
	relative := m.For != "" && m.For != ForWriter && m.For != s.For
	named := m.Name != "" && !sameName(m.Name, known.Name) && (m.CPF == "" || m.CPF != known.CPF)
	return m.Other || relative || named
}

// isFor notes who the patient is to the writer, nothing where that is not said.
func (s *State) isFor(whom string) {
	switch whom {
	case "":
	case ForWriter:
		s.For, s.Own = "", true
		s.onlyFor("")
	default:
		s.For, s.Own, s.Known = whom, false, nil
		s.onlyFor(whom)
	}
}

// forgetPlan forgets the plan of the booking before, which was taken for the same patient's; the time that was chosen is
// wished for under another one.
func (s *State) forgetPlan() {
	if !s.Carried {
		return
	}
	s.Request.PlanID, s.Carried = 0, false
	if s.Choice != nil {
		s.Wish = Wish{Dates: []Span{{From: s.Choice.Date, To: s.Choice.Date}}, Times: []Span{{From: s.Choice.Hour, To: s.Choice.Hour}}}
	}
	s.dropOffer()
}

func (i Identity) missing() []Question {
	var list []Question
	if i.Name == "" {
		list = append(list, AskName)
	}
	if i.CPF == "" {
		list = append(list, AskCPF)
	}
	if i.BirthDate == "" {
		list = append(list, AskBirthDate)
	}
	return list
}

// validName wants a first name and a surname, of letters.
func validName(name string) bool {
	words := strings.Fields(name)
	if len(words) < 2 || len(name) > maxName {
		return false
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" '’.-", r) {
			return false
		}
	}
	return true
}

// onlyFirst reports a name that lacks nothing but more of it.
func onlyFirst(name string) bool { return len(strings.Fields(name)) == 1 && validName(name+" "+name) }

func validBirthDate(date string, now time.Time) bool {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil || date > now.Format(time.DateOnly) {
		return false
	}
	return d.Year() >= now.Year()-maxAge
}
