package model

import (
	"regexp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
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
	return ok && slot == chosen
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
// date that the patient ever wrote; of names there are always some that nobody recognised.  After a booking, and for somebody else, there are others: the only CPF may be the writer's.
func (d *dialogue) unsureIdentity(s *conversation.State, m conversation.Identify) []conversation.Question {
	read, alone := d.identityRead(), s.For == "" && s.Known == nil && !m.Other
	var unsure []conversation.Question
	add := func(q conversation.Question, value, known, read string, only bool) {
		stands := value == known && !slices.Contains(s.Unsure, q) // said again
		if value != "" && !stands && !strings.EqualFold(value, read) && !(alone && only) {
			unsure = append(unsure, q)
		}
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

func over(before, next conversation.Identity) conversation.Identity {
	if next.Name != "" {
		before.Name = next.Name
	}
	if next.CPF != "" {
		before.CPF = next.CPF
	}
	if next.BirthDate != "" {
		before.BirthDate = next.BirthDate
	}
	return before
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

// overlooked are the things put down that the patient's words of this turn speak against.
func (d *dialogue) overlooked(s *conversation.State) []conversation.Question {
	var list []conversation.Question
	add := func(q conversation.Question, speaksAgainst bool) {
		if speaksAgainst && !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	who, known := d.identityRead(), asked(s.Request)
	add(conversation.AskName, who.Name != "" && s.Patient.Name != "" && !strings.EqualFold(who.Name, s.Patient.Name))
	add(conversation.AskCPF, who.CPF != "" && s.Patient.CPF != "" && who.CPF != s.Patient.CPF)
	add(conversation.AskBirthDate, who.BirthDate != "" && s.Patient.BirthDate != "" && who.BirthDate != s.Patient.BirthDate)
	add(conversation.AskSlot, d.choiceDenied(s))
	add(conversation.AskPlan, slices.Contains(d.second.NotPlans, s.Request.PlanID))
	add(conversation.AskDoctor, slices.Contains(d.second.NotDoctors, s.Request.AgendaID))
	for _, m := range d.second.Moves {
		switch m := m.(type) {
		case conversation.Search:
			for q, id := range asked(m.Request) {
				add(q, id != 0 && known[q] != 0 && id != known[q])
			}
		case conversation.Identify:
			add(conversation.AskName, m.Other && s.Patient.Name != "" && s.Patient.Name == d.before.Patient.Name)
		default:
		}
	}
	return list
}

// choiceDenied reports that the patient's words of this turn do not go with the time that is chosen.
func (d *dialogue) choiceDenied(s *conversation.State) bool {
	if s.Choice == nil {
		return false
	}
	kept := d.before.Choice != nil && *d.before.Choice == *s.Choice
	denied := d.second.Held
	for _, m := range d.second.Moves {
		switch m := m.(type) {
		case conversation.Choose:
			denied = denied || m.Number == 0 && kept
		case conversation.Search:
			speaks := m.More || !m.Wish.Empty() || len(m.Not) > 0 // of times, after one was chosen
			refuses := slices.ContainsFunc(m.Not, func(not conversation.Wish) bool { return !not.Empty() && not.Allows(*s.Choice) })
			denied = denied || refuses || kept && speaks || !m.Wish.Empty() && !m.Wish.Allows(*s.Choice)
		case conversation.Transfer, conversation.Close:
			denied = true
		default:
		}
	}
	slot, read := d.choiceRead()
	return denied || read && slot != *s.Choice || d.namesOther(*s.Choice)
}

// namesOther reports that the patient names days or hours in this turn, and none of them is the time's.  The rules
// may have taken them for something said in passing; before a booking they are worth a question.
func (d *dialogue) namesOther(choice conversation.Slot) bool {
	for _, m := range d.fresh {
		f := understand.Read(m.Text, d.turn.Now)
		wish := conversation.Wish{Dates: f.Dates, Times: f.Times, Period: f.Period}
		if f.BirthDate == "" && !wish.Empty() && !wish.Allows(choice) {
			return true
		}
	}
	return false
}

// confusing are the things put down beside which a text of the model names others: the patient may take its word.
func (d *dialogue) confusing(s *conversation.State, text string) []conversation.Question {
	var list []conversation.Question
	if s.Choice != nil && s.Closed == "" {
		f := understand.Read(text, d.turn.Now)
		for _, span := range f.Times {
			if wish := (conversation.Wish{Times: []conversation.Span{span}}); !wish.Allows(*s.Choice) {
				list = append(list, conversation.AskSlot)
			}
		}
		for _, span := range f.Dates {
			if wish := (conversation.Wish{Dates: []conversation.Span{span}}); !wish.Allows(*s.Choice) {
				list = append(list, conversation.AskSlot)
			}
		}
	}
	named, known := d.Clinic.Find(text), asked(s.Request)
	for _, q := range requestQuestions {
		if ids := mentions(named, q); known[q] != 0 && len(ids) > 0 && !slices.Contains(ids, known[q]) {
			list = append(list, q)
		}
	}
	list = append(list, d.asksAgain(s, text)...)
	slices.Sort(list)
	return slices.Compact(list)
}

// asksWords tell what a question of the model is about.
var asksWords = []struct {
	q     conversation.Question
	words *regexp.Regexp
}{
	{conversation.AskSlot, regexp.MustCompile(`\b(horarios?|que dia|qual dia|que horas?)\b`)},
	{conversation.AskDoctor, regexp.MustCompile(`\b(medic[oa]s?|doutora?|profissional|com quem)\b`)},
	{conversation.AskPlan, regexp.MustCompile(`\b(convenio|plano)\b`)},
	{conversation.AskProcedure, regexp.MustCompile(`\b(procedimento|exame)\b`)},
	{conversation.AskService, regexp.MustCompile(`\bespecialidade\b`)},
}

// asksAgain are things put down that a text of the model asks for all the same: the answer may be another.
func (d *dialogue) asksAgain(s *conversation.State, text string) []conversation.Question {
	known := asked(s.Request)
	known[conversation.AskSlot] = 0
	if s.Choice != nil {
		known[conversation.AskSlot] = 1
	}
	var list []conversation.Question
	for _, sentence := range strings.SplitAfter(text, "?") {
		if !strings.HasSuffix(sentence, "?") {
			continue
		}
		last := sentence[strings.LastIndexAny(strings.TrimSuffix(sentence, "?"), ".!\n?")+1:]
		for _, about := range asksWords {
			if known[about.q] != 0 && about.words.MatchString(folded(last)) {
				list = append(list, about.q)
			}
		}
	}
	return list
}

// answered reports that the patient answered the open question, as the rules read it.
func (d *dialogue) answered() bool {
	who := d.identityRead()
	switch d.before.Asked {
	case conversation.AskSlot:
		_, ok := d.choiceRead()
		return ok
	case conversation.AskName:
		return who.Name != ""
	case conversation.AskCPF:
		return who.CPF != ""
	case conversation.AskBirthDate:
		return who.BirthDate != ""
	default:
		return false
	}
}
