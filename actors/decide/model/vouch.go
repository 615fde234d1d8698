package model

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
)

// A model may put down what the patient did not say: another time than the one that was chosen, a plan of its
// own.  So each move is held against what the rules read in the patient's own words.  What they do not bear out is
// taken all the same, and read back before it is booked.

// asked are the ids of a request by their questions.
func asked(r conversation.Request) map[conversation.Question]int {
	return map[conversation.Question]int{
		conversation.AskService: r.SpecialtyID, conversation.AskDoctor: r.AgendaID,
		conversation.AskProcedure: r.ProcedureID, conversation.AskPlan: r.PlanID,
	}
}

// requestQuestions are those of asked, in the order of asking.
var requestQuestions = []conversation.Question{
	conversation.AskService, conversation.AskDoctor, conversation.AskProcedure, conversation.AskPlan,
}

// unsureOf are the ids of a search that neither this turn nor the patient's last words about them name.
func (d *dialogue) unsureOf(s *conversation.State, m conversation.Search) []conversation.Question {
	var unsure []conversation.Question
	wanted, known := asked(m.Request), asked(s.Request)
	for _, q := range requestQuestions {
		id := wanted[q]
		stands := id == known[q] && !slices.Contains(s.Unsure, q) // said again
		if id != 0 && !stands && !d.read(q, id) && !d.mentioned(s, q, id) {
			unsure = append(unsure, q)
		}
	}
	return unsure
}

// read reports that the rules read the same id in this turn.
func (d *dialogue) read(q conversation.Question, id int) bool {
	return slices.ContainsFunc(d.second.Moves, func(m conversation.Move) bool {
		search, ok := m.(conversation.Search)
		return ok && asked(search.Request)[q] == id && !slices.Contains(search.Unsure, q)
	})
}

// mentioned reports that the patient's last words of earlier turns that name anything of the kind name this, and
// nothing beside it.  Of this turn's words only what the rules read counts: "não tenho mais Unimed" names it, too.
func (d *dialogue) mentioned(s *conversation.State, q conversation.Question, id int) bool {
	for _, m := range d.fresh {
		if len(mentions(d.Clinic.Find(m.Text), q)) > 0 {
			return false
		}
	}
	for i := len(d.before.Thread) - 1; i >= 0; i-- {
		if line := d.before.Thread[i]; !line.Agent {
			if ids := mentions(d.Clinic.Find(ownWords(line.Text)), q); len(ids) > 0 {
				return len(ids) == 1 && ids[0] == id && !slices.Contains(s.Unsure, q)
			}
		}
	}
	return false
}

func mentions(m conversation.Mentions, q conversation.Question) []int {
	switch q {
	case conversation.AskService:
		return m.Specialties
	case conversation.AskDoctor:
		return m.Doctors
	case conversation.AskProcedure:
		return m.Procedures
	case conversation.AskPlan:
		return m.Plans
	default:
		return nil
	}
}

// chosen reports that the rules read the same choice in this turn.
func (d *dialogue) chosen(s *conversation.State, number int) bool {
	if number < 1 || number > len(s.Offer) {
		return true // 0 takes back, others are refused
	}
	chosen := s.Offer[number-1]
	if s.Choice != nil && *s.Choice == chosen && !slices.Contains(s.Unsure, conversation.AskSlot) {
		return true // said again
	}
	slot, ok := d.choiceRead()
	return ok && slot == chosen && !d.second.Doubtful
}

// choiceRead is the time that the rules would have chosen in this turn.
func (d *dialogue) choiceRead() (slot conversation.Slot, ok bool) {
	for _, m := range d.second.Moves {
		if choose, chooses := m.(conversation.Choose); chooses {
			ok = choose.Number >= 1 && choose.Number <= len(d.before.Offer)
			if ok {
				slot = d.before.Offer[choose.Number-1]
			}
		}
	}
	return slot, ok
}

// choosesOnly reports that the patient chose from the offer in this turn, and wished for nothing else.
func (d *dialogue) choosesOnly() bool {
	_, chose := d.choiceRead()
	return chose && !slices.ContainsFunc(d.second.Moves, func(m conversation.Move) bool {
		_, searches := m.(conversation.Search)
		return searches
	})
}

// unsureIdentity are the data that the rules did not read in this turn, unless they are the only CPF, the only birth
// date that the patient ever wrote; of names there are always some that nobody recognised.  After a booking, and for
// somebody else, there are others: the only CPF may be the writer's.
func (d *dialogue) unsureIdentity(s *conversation.State, m conversation.Identify) []conversation.Question {
	read, alone := d.identityRead(), s.For == "" && s.Known == nil && !m.Other
	var unsure []conversation.Question
	add := func(q conversation.Question, value, known, read string, only bool) {
		stands := value == known && !slices.Contains(s.Unsure, q) // said again
		if value != "" && !stands && !strings.EqualFold(value, read) && !(alone && only) {
			unsure = append(unsure, q)
		}
	}
	if !d.wholeName(read.Name) { // "Pedro e Paulo da Silva"
		read.Name = ""
	}
	if s.For != "" { // whose data a question of the model was for, nobody knows
		read.Name = ""
	}
	add(conversation.AskName, m.Name, s.Patient.Name, read.Name, false)
	add(conversation.AskCPF, m.CPF, s.Patient.CPF, read.CPF, count(s, "CPF") == 1)
	add(conversation.AskBirthDate, m.BirthDate, s.Patient.BirthDate, read.BirthDate, count(s, "NASCIMENTO") == 1)
	if another := m.Name != "" && s.Patient.Name != "" && !sameName(m.Name, s.Patient.Name); another && !m.Other {
		if m.CPF == "" && s.Patient.CPF != "" { // the one before may be of the one before
			unsure = append(unsure, conversation.AskCPF)
		}
		if m.BirthDate == "" && s.Patient.BirthDate != "" {
			unsure = append(unsure, conversation.AskBirthDate)
		}
	}
	return unsure
}

// wholeName reports that a name is all that stands in its part of the words, but for what leads to it.
func (d *dialogue) wholeName(name string) bool {
	name = folded(name)
	for _, m := range d.fresh {
		for _, part := range strings.FieldsFunc(m.Text, func(r rune) bool { return strings.ContainsRune(",;:.\n()", r) || r >= '0' && r <= '9' }) {
			if part = folded(part); strings.Contains(" "+part+" ", " "+name+" ") {
				before, after, _ := strings.Cut(" "+part+" ", " "+name+" ")
				return (strings.TrimSpace(before) == "" || holds(before, say.LeadsTo)) && (strings.TrimSpace(after) == "" || holds(after, say.FollowsOn))
			}
		}
	}
	return true // it was spread over several messages, and read as one
}

// sameName reports that one name is a part of the other.
func sameName(a, b string) bool {
	a, b = " "+folded(a)+" ", " "+folded(b)+" "
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// identityRead is what the rules read of the patient in this turn.
func (d *dialogue) identityRead() conversation.Identity {
	var who conversation.Identity
	for _, m := range d.second.Moves {
		if i, ok := m.(conversation.Identify); ok {
			who = over(who, i.Identity)
		}
	}
	return who
}

// over is what two moves say of the patient, the later one first.
func over(before, next conversation.Identity) conversation.Identity {
	return conversation.Identity{
		Name: cmp.Or(next.Name, before.Name), CPF: cmp.Or(next.CPF, before.CPF), BirthDate: cmp.Or(next.BirthDate, before.BirthDate),
	}
}

func count(s *conversation.State, kind string) int {
	n := 0
	for _, m := range s.Masks {
		if strings.Contains(m.Name, kind) {
			n++
		}
	}
	return n
}
