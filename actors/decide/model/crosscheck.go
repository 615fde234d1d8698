package model

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/grounding"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// A model may put down what the patient did not say: another time than the one that was chosen, a plan of its
// own.  So all that is put down is held against what the rules heard in the patient's own words:
//
//	unsure      a move brings what those words do not bear out
//	overlooked  those words speak against what was put down
//	confusing   a text of the model names something else, or asks for it again: the patient may take its word
//
// What is in doubt is taken all the same, and read back before it is booked.

// values are what is put down, heard or proposed, by the questions that it answers; "" or no entry is none.
type values map[conversation.Question]string

// fields are the questions of values.
func fields() []conversation.Question {
	return []conversation.Question{
		conversation.AskName, conversation.AskCPF, conversation.AskBirthDate, conversation.AskSlot,
		conversation.AskService, conversation.AskDoctor, conversation.AskProcedure, conversation.AskPlan,
	}
}

func requestValues(r conversation.Request) values {
	return values{
		conversation.AskService: idValue(r.SpecialtyID), conversation.AskDoctor: idValue(r.AgendaID),
		conversation.AskProcedure: idValue(r.ProcedureID), conversation.AskPlan: idValue(r.PlanID),
	}
}

func identityValues(i conversation.Identity) values {
	return values{conversation.AskName: i.Name, conversation.AskCPF: i.CPF, conversation.AskBirthDate: i.BirthDate}
}

func idValue(id int) string {
	if id == 0 {
		return ""
	}
	return strconv.Itoa(id)
}

func slotValue(slot conversation.Slot) string { return fmt.Sprint(slot) }

// putDown is the booking so far.
func putDown(s *conversation.State) values {
	all := requestValues(s.Request)
	maps.Copy(all, identityValues(s.Patient))
	if s.Choice != nil {
		all[conversation.AskSlot] = slotValue(*s.Choice)
	}
	return all
}

// differs reports two values of a field that are not the same.
func differs(a, b string) bool { return a != "" && b != "" && !strings.EqualFold(a, b) }

// read are the moves of a kind that the rules would have made in this turn.
func read[M conversation.Move](d *dialogue) []M {
	var list []M
	for _, m := range d.second.Moves {
		if m, ok := m.(M); ok {
			list = append(list, m)
		}
	}
	return list
}

// heard is the choice and the data that the rules read in this turn, the last of each.
func (d *dialogue) heard() values {
	all := values{}
	if slot, ok := d.choiceRead(); ok {
		all[conversation.AskSlot] = slotValue(slot)
	}
	for _, m := range read[conversation.Identify](d) {
		for q, value := range identityValues(m.Identity) {
			all[q] = cmp.Or(value, all[q])
		}
	}
	return all
}

// choiceRead is the time that the rules would have chosen in this turn.
func (d *dialogue) choiceRead() (slot conversation.Slot, ok bool) {
	for _, m := range read[conversation.Choose](d) {
		slot, ok = slotAt(d.before.Offer, m.Number)
	}
	return slot, ok
}

// slotAt is a time by its number in an offer.
func slotAt(offer []conversation.Slot, number int) (slot conversation.Slot, ok bool) {
	if number < 1 || number > len(offer) {
		return slot, false
	}
	return offer[number-1], true
}

// choosesOnly reports that the patient chose from the offer in this turn, and wished for nothing else.
func (d *dialogue) choosesOnly() bool {
	_, chose := d.choiceRead()
	return chose && len(read[conversation.Search](d)) == 0
}

// answered reports that the patient chose or gave the data that were asked for, as the rules read it.
func (d *dialogue) answered() bool { return d.heard()[d.before.Asked] != "" }

// unsure are the values of a move that the patient did not say in this turn, as the rules heard it, and that are not
// borne out otherwise.
func (d *dialogue) unsure(s *conversation.State, move values, borneOut func(conversation.Question, string) bool) []conversation.Question {
	known, heard := putDown(s), d.heard()
	if d.second.Doubtful {
		heard[conversation.AskSlot] = ""
	}
	// "Pedro e Paulo da Silva"; and whose data a question of the model was for, nobody knows
	if !d.wholeName(heard[conversation.AskName]) || s.For != "" {
		heard[conversation.AskName] = ""
	}
	var list []conversation.Question
	for _, q := range fields() {
		value := move[q]
		stands := value == known[q] && !slices.Contains(s.Unsure, q) // said again
		if value != "" && !stands && !strings.EqualFold(value, heard[q]) && !borneOut(q, value) {
			list = append(list, q)
		}
	}
	return list
}

// unsureSearch are the ids of a search that neither this turn nor the patient's last words about them name.
func (d *dialogue) unsureSearch(s *conversation.State, m conversation.Search) []conversation.Question {
	return d.unsure(s, requestValues(m.Request), func(q conversation.Question, id string) bool {
		searched := slices.ContainsFunc(read[conversation.Search](d), func(search conversation.Search) bool {
			return requestValues(search.Request)[q] == id && !slices.Contains(search.Unsure, q)
		})
		return searched || d.mentioned(s, q, id)
	})
}

// mentioned reports that the patient's last words of earlier turns that name anything of the kind name this, and
// nothing beside it.  Of this turn's words only what the rules read counts: "não tenho mais Unimed" names it, too.
func (d *dialogue) mentioned(s *conversation.State, q conversation.Question, id string) bool {
	for _, m := range d.fresh {
		if len(mentions(d.Clinic.Find(m.Text), q)) > 0 {
			return false
		}
	}
	for _, line := range slices.Backward(d.before.Thread) {
		if line.Agent {
			continue
		}
		if ids := mentions(d.Clinic.Find(ownWords(line.Text)), q); len(ids) > 0 {
			return len(ids) == 1 && idValue(ids[0]) == id && !slices.Contains(s.Unsure, q)
		}
	}
	return false
}

func mentions(m conversation.Mentions, q conversation.Question) []int {
	return map[conversation.Question][]int{
		conversation.AskService: m.Specialties, conversation.AskDoctor: m.Doctors,
		conversation.AskProcedure: m.Procedures, conversation.AskPlan: m.Plans,
	}[q]
}

// unsureChoice reports a number of the offer that the patient did not choose; 0 takes back, others are refused.
func (d *dialogue) unsureChoice(s *conversation.State, number int) bool {
	slot, ok := slotAt(s.Offer, number)
	never := func(conversation.Question, string) bool { return false }
	return ok && len(d.unsure(s, values{conversation.AskSlot: slotValue(slot)}, never)) > 0
}

// unsureIdentity are the data that the rules did not read in this turn, unless they are the only CPF, the only birth
// date that the patient ever wrote; of names there are always some that nobody recognised.  After a booking, and for
// somebody else, there are others: the only CPF may be the writer's.
func (d *dialogue) unsureIdentity(s *conversation.State, m conversation.Identify) []conversation.Question {
	alone := s.For == "" && s.Known == nil && !m.Other
	given, known := identityValues(m.Identity), putDown(s)
	list := d.unsure(s, given, func(q conversation.Question, _ string) bool {
		return alone && q != conversation.AskName && len(masksOf(s, q)) == 1
	})
	if m.Other || m.Name == "" || s.Patient.Name == "" || sameName(m.Name, s.Patient.Name) {
		return list
	}
	for _, q := range []conversation.Question{conversation.AskCPF, conversation.AskBirthDate} {
		if given[q] == "" && known[q] != "" { // it may be of the one before
			list = append(list, q)
		}
	}
	return list
}

// wholeName reports that a name is all that stands in its part of the words, but for what leads to it.
func (d *dialogue) wholeName(name string) bool {
	name = folded(name)
	for _, m := range d.fresh {
		for _, part := range strings.FieldsFunc(m.Text, func(r rune) bool { return strings.ContainsRune(",;:.\n()", r) || r >= '0' && r <= '9' }) {
			if before, after, found := strings.Cut(" "+folded(part)+" ", " "+name+" "); found {
				return (strings.TrimSpace(before) == "" || holds(before, say.LeadsTo)) && (strings.TrimSpace(after) == "" || holds(after, say.FollowsOn))
			}
		}
	}
	return true // it was spread over several messages, and read as one
}

// sameName reports that one name is a part of the other.
func sameName(a, b string) bool {
	return hasWords(folded(a), folded(b)) || hasWords(folded(b), folded(a))
}

// hasWords reports that a folded text has these words.
func hasWords(text, words string) bool { return strings.Contains(" "+text+" ", " "+words+" ") }

// overlooked are the things put down that the patient's words of this turn speak against.
func (d *dialogue) overlooked(s *conversation.State) []conversation.Question {
	var list []conversation.Question
	add := func(q conversation.Question, speaksAgainst bool) {
		if speaksAgainst && !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	known := putDown(s)
	against := func(heard values) {
		for _, q := range fields() {
			add(q, differs(heard[q], known[q]))
		}
	}
	against(d.heard())
	add(conversation.AskSlot, s.Choice != nil && d.choiceDenied(*s.Choice))
	add(conversation.AskPlan, slices.Contains(d.second.NotPlans, s.Request.PlanID))
	add(conversation.AskDoctor, slices.Contains(d.second.NotDoctors, s.Request.AgendaID))
	for _, q := range d.second.Against {
		add(q, true)
	}
	for _, m := range d.second.Moves {
		switch m := m.(type) {
		case conversation.Search:
			against(requestValues(m.Request))
		case conversation.Identify:
			add(conversation.AskName, m.Other && s.Patient.Name != "" && s.Patient.Name == d.before.Patient.Name)
		default:
		}
	}
	return list
}

// choiceDenied reports that the patient's words of this turn do not go with the time that is chosen.
func (d *dialogue) choiceDenied(choice conversation.Slot) bool {
	kept := d.before.Choice != nil && *d.before.Choice == choice
	denied := d.second.Held || d.second.Transfers() || d.second.GivesUp()
	for _, m := range read[conversation.Choose](d) {
		denied = denied || m.Number == 0 && kept
	}
	for _, m := range read[conversation.Search](d) {
		speaks := m.More || !m.Wish.Empty() || len(m.Not) > 0 // of times, after one was chosen
		refuses := slices.ContainsFunc(m.Not, func(not conversation.Wish) bool { return !not.Empty() && not.Allows(choice) })
		denied = denied || refuses || kept && speaks || leavesOut(m.Wish, choice)
	}
	return denied || d.namesOther(choice)
}

// leavesOut reports a wish for other times than one.
func leavesOut(wish conversation.Wish, slot conversation.Slot) bool {
	return !wish.Empty() && !wish.Allows(slot)
}

// namesOther reports that the patient names days or hours in this turn, and none of them is the time's.  The rules
// may have taken them for something said in passing; before a booking they are worth a question.
func (d *dialogue) namesOther(choice conversation.Slot) bool {
	return slices.ContainsFunc(d.fresh, func(m decide.Message) bool {
		f := understand.Read(m.Text, d.turn.Now)
		return f.BirthDate == "" && leavesOut(conversation.Wish{Dates: f.Dates, Times: f.Times, Period: f.Period}, choice)
	})
}

// confusing are the things put down beside which a text of the model names others, or which it asks for again.
func (d *dialogue) confusing(s *conversation.State, text string) []conversation.Question {
	known, list := putDown(s), d.asksAgain(s, text)
	if s.Choice != nil && s.Closed == "" {
		without := func(value string) func(conversation.Span) bool {
			return func(span conversation.Span) bool { return value < span.From || span.To < value }
		}
		f := understand.Read(text, d.turn.Now)
		if slices.ContainsFunc(f.Times, without(s.Choice.Hour)) || slices.ContainsFunc(f.Dates, without(s.Choice.Date)) {
			list = append(list, conversation.AskSlot)
		}
	}
	for _, q := range fields() {
		other := slices.ContainsFunc(d.allNamed(text, q), func(id int) bool { return idValue(id) != known[q] })
		if known[q] != "" && other && len(s.Offer) > 0 {
			list = append(list, q)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// allNamed are all entries of a kind that a text names in full, not only the best: "a Dra. Ana não tem, mas o Dr. Carlos
// tem" names two.
func (d *dialogue) allNamed(text string, q conversation.Question) []int {
	hits := d.Clinic.Hits(text)
	of := map[conversation.Question][]understand.Hit{
		conversation.AskService: hits.Specialties, conversation.AskDoctor: hits.Doctors, conversation.AskPlan: hits.Plans,
	}[q]
	var ids []int
	for _, hit := range of {
		if strings.Contains(strings.TrimSpace(text[hit.Start:hit.End]), " ") || q != conversation.AskDoctor {
			ids = append(ids, hit.ID)
		}
	}
	return ids
}

// asksAgain are things put down that a text of the model asks for all the same: the answer may be another.
func (d *dialogue) asksAgain(s *conversation.State, text string) []conversation.Question {
	asks := map[conversation.Question]language.Group{
		conversation.AskSlot: say.SlotAsked, conversation.AskService: say.ServiceAsked, conversation.AskDoctor: say.DoctorAsked,
		conversation.AskProcedure: say.ProcedureAsked, conversation.AskPlan: say.PlanAsked,
	}
	known := putDown(s)
	var list []conversation.Question
	for _, sentence := range strings.SplitAfter(text, "?") {
		question, ends := strings.CutSuffix(sentence, "?")
		last := sentence[strings.LastIndexAny(question, ".!\n?")+1:]
		for q, group := range asks {
			if ends && known[q] != "" && holds(last, group) {
				list = append(list, q)
			}
		}
	}
	return list
}

// maxWhether is how many words a text may have that asks whether it is booked without a question mark.
const maxWhether = 6

// asksWhether reports that the patient asks whether there is an appointment, and there is none: the shortest yes to
// that would be a lie that no text shows.
func (d *dialogue) asksWhether(s *conversation.State) bool {
	if s.Closed == conversation.OutcomeBooked && !d.goesOn() {
		return false
	}
	return slices.ContainsFunc(d.fresh, func(m decide.Message) bool {
		asks := strings.Contains(m.Text, "?") || len(strings.Fields(m.Text)) <= maxWhether
		return asks && holds(m.Text, say.AsksWhether)
	})
}

// notBooked says so, and goes on.
func (d *dialogue) notBooked(s *conversation.State) conversation.Reply {
	reply := d.safe(s)
	d.account.Replaced = append(d.account.Replaced, "booking")
	return saying(reply, wording.Lines(d.Clinic.Texts.Words(wording.TalkNotBooked, 0), wording.Quote(reply.Text, reply.From...)))
}

// soundsBooked reports a text that repeats the day or the hour that was chosen, and neither asks nor says that it is
// not booked yet: however it is worded, it reads like a confirmation.
func (d *dialogue) soundsBooked(s *conversation.State, text string) bool {
	if s.Choice == nil || s.Closed != "" || strings.Contains(text, "?") || holds(text, say.Denies) || grounding.Lists(text, s.Offer) {
		return false
	}
	day, hour := d.names(text, *s.Choice)
	return (day || hour) && !holds(text, say.AsksFor)
}

// names reports whether a text names the day and the hour of a time.
func (d *dialogue) names(text string, slot conversation.Slot) (day, hour bool) {
	f := understand.Read(text, d.turn.Now)
	return slices.Contains(f.Dates, dateSpan(slot)), slices.Contains(f.Times, hourSpan(slot))
}

func dateSpan(slot conversation.Slot) conversation.Span {
	return conversation.Span{From: slot.Date, To: slot.Date}
}

func hourSpan(slot conversation.Slot) conversation.Span {
	return conversation.Span{From: slot.Hour, To: slot.Hour}
}
