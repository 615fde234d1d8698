package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// slot reads a choice from the offer: by number, by hour, by day, or by a plain yes to a single
// one.  What fits several slots or none is no choice; it becomes a wish, and a new offer.
func (d *dialogue) slot(s *conversation.State, r reading) bool {
	others := conversation.Mentions{Specialties: r.Specialties, Procedures: r.Procedures}
	if len(s.Offer) == 0 || s.Closed != "" || !sameRequest(others, s.Request) {
		return false
	}
	if tellsDoctor(s, r) {
		return d.slotOfDoctor(s, r)
	}
	if d.leavesChoice(s, r) {
		return true
	}
	if plan := r.Plans; len(plan) == 1 && plan[0] != s.Request.PlanID {
		return d.underOtherPlan(s, r)
	}
	afterwards := asksIdentity(s.Asked) // after a choice
	// "pode ser o 1" after another was read back; a bare "1" there may as well mean yes
	instead := readingBack(s) && s.OfferRead() && len(s.Offer) > 1 && strings.Trim(r.text, " .!0123456789") != ""
	switch {
	case r.Choice > 0 && (s.Asked == conversation.AskSlot || afterwards || instead):
		return d.chooseNumber(s, r)
	case s.Asked == conversation.AskSlot || !r.wish().Empty():
		return d.anyListed(s, r) || d.slotInWords(s, r)
	case afterwards || readingBack(s):
		return d.takesBack(s, r)
	default:
		return false
	}
}

// anyListed takes the first of several times that will do: "13:20 ou 13:40", "qualquer um desses".
func (d *dialogue) anyListed(s *conversation.State, r reading) bool {
	n := listedBeside(s, r)
	if n == 0 || len(r.Times) < 2 && !anyOne(r) {
		return false
	}
	d.proposeSlot(s, r, n)
	return true
}

// slotInWords reads a choice by its place, by day and hour, or by a yes.
func (d *dialogue) slotInWords(s *conversation.State, r reading) bool {
	switch {
	case r.saysAny(say.Latest, say.EarlyOr, say.OrLate):
		return false // what the day ends with need not be on the list
	case r.says(say.Last) && !doubtful(r) && !r.says(say.Exclusion):
		numbers := matching(s.Offer, r.wish())
		if len(numbers) == 0 {
			return false
		}
		d.proposeSlot(s, r, numbers[len(numbers)-1])
	case r.says(say.Earliest) && !doubtful(r) && !r.says(say.Exclusion):
		wish := r.wish()
		if wish.Empty() {
			wish.Weekdays, _ = r.weekdays() // "a quinta no primeiro horário", which may be the fifth, too
		}
		numbers := matching(s.Offer, wish)
		if len(numbers) == 0 {
			return false
		}
		if r.says(say.HourEarliest) {
			slices.SortStableFunc(numbers, func(a, b int) int { return cmp.Compare(s.Offer[a-1].Hour, s.Offer[b-1].Hour) })
		}
		d.proposeSlot(s, r, numbers[0])
	case r.wish().Empty():
		return d.yesToOffer(s, r)
	case doubtful(r) || r.More && r.Intent != understand.Confirm:
		return false
	default:
		numbers := coming(s, r, matching(s.Offer, r.wish()))
		if len(numbers) != 1 || len(r.Times) == 0 && !r.bare() && !r.says(say.Choosing) {
			return false // "que calor hoje" is no choice: it is asked
		}
		d.proposeSlot(s, r, numbers[0])
	}
	return true
}

// tellsDoctor reports an answer to a list that names a doctor, where that is more than whose times are listed.
func tellsDoctor(s *conversation.State, r reading) bool {
	ofOthers := func(slot conversation.Slot) bool { return !slices.Contains(r.Doctors, slot.AgendaID) }
	return len(r.Doctors) > 0 && (doubtful(r) || slices.ContainsFunc(s.Offer, ofOthers))
}

// slotOfDoctor reads a choice among the times of several doctors that names one of them, "quarta às 8 com a dra. Ana", or a number of
// the list with the doctor's name, "o 3 com a dra Ana".  Where that is another doctor's, it says so, and shows the one's who is named.
func (d *dialogue) slotOfDoctor(s *conversation.State, r reading) bool {
	of := d.doctorOfList(s, r)
	if of == 0 || s.Asked != conversation.AskSlot || r.More || doubtful(r) || r.saysAny(say.WorksShe, say.WorksHe) {
		return false
	}
	theirs := slices.DeleteFunc(matching(s.Offer, r.wish()), func(n int) bool { return s.Offer[n-1].AgendaID != of })
	numbered := d.readAgain(s, d.withoutDoctor(r))
	switch n := numbered.Choice; {
	case n == 0 || n > len(s.Offer) || !s.OfferRead():
		several := slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.AgendaID != of })
		if len(theirs) != 1 || !several {
			return false
		}
		d.proposeSlot(s, r, theirs[0])
	case !hasDigit(numbered.text) && len(theirs) > 0: // "o segundo da dra. Ana" counts within hers
		if n > len(theirs) {
			return false
		}
		d.proposeSlot(s, r, theirs[n-1])
	case slices.Contains(theirs, n):
		d.proposeSlot(s, r, n)
	default:
		d.note(d.text(wording.NumberOfOther, "number", fmt.Sprint(n), "with", d.clinic.With(s.Offer[n-1].AgendaID)))
		d.propose(conversation.Search{Request: conversation.Request{AgendaID: of}})
	}
	return true
}

// doctorOfList is the only doctor whom an answer to offered times names: of two who are called Ana the one who is offered, or who is of
// the specialty; 0 for none.
func (d *dialogue) doctorOfList(s *conversation.State, r reading) int {
	offered := slices.DeleteFunc(slices.Clone(r.Doctors), func(id int) bool {
		return !slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.AgendaID == id })
	})
	if len(offered) == 0 {
		offered = slices.DeleteFunc(slices.Clone(r.Doctors), func(id int) bool { return d.specialtyOf(id) != s.Request.SpecialtyID })
	}
	if len(offered) != 1 {
		return 0
	}
	return offered[0]
}

// withoutDoctor is a text without the doctors whom it names, and what leads to the names: "o 3" of "o 3 com a dra. Ana".
func (d *dialogue) withoutDoctor(r reading) string {
	r.scan()
	var named []place
	for _, hit := range d.hits(r.text).Doctors {
		at := r.tokenAt(hit.Start)
		for at > 0 && say.LeadsToDoctor.Has(r.tokens[at-1].Text) {
			at--
		}
		if at >= 0 {
			named = append(named, place{r.tokens[at].Start, hit.End})
		}
	}
	return strings.TrimSpace(cutOut(r.text, named...))
}

// listedOf lists the numbers of the offered times that fit what was said, and are of the doctor whom it names, if any.
func listedOf(s *conversation.State, r reading) []int {
	return slices.DeleteFunc(matching(s.Offer, r.wish()), func(n int) bool {
		return len(r.Doctors) > 0 && !slices.Contains(r.Doctors, s.Offer[n-1].AgendaID)
	})
}

// withListedHour is an answer to a list of times with the hour of the list for one that is said without what makes it an hour, "a de
// uma hora", "a de 8", and without that it was said before, "8, já falei".
func (d *dialogue) withListedHour(s *conversation.State, text string) string {
	if s.Closed != "" || s.Asked != conversation.AskSlot || !s.OfferRead() || d.literal {
		return text
	}
	if rest := d.withoutPhrase(text, say.SaidBefore); d.mayAnswer(rest) || hasDigit(rest) {
		text = strings.TrimSpace(rest)
	}
	text = d.withOneOClock(s, text)
	p := d.parse(text)
	for _, m := range p.matches(say.HourOfList) {
		n := 0
		for _, t := range p.tokens[m.From:m.To] {
			n = max(n, numberOf(cmp.Or(say.HourWord.Value(t.Text), t.Text)))
		}
		hour := ""
		for _, slot := range s.Offer {
			if at := fmt.Sprintf("%02d:00", n); slot.Hour == at || slot.Hour == fmt.Sprintf("%02d:00", n+12) {
				if hour != "" && hour != slot.Hour {
					return text // of the morning, or of the afternoon
				}
				hour = slot.Hour
			}
		}
		if half := m.To < len(p.tokens) && p.tokens[m.To].Text == "e"; hour != "" && !half {
			at := p.placeOf(m)
			return text[:at.start] + "a das " + hour + text[at.end:]
		}
	}
	return text
}

// withOneOClock is such an answer with the hour of the list for "uma hora" beside a weekday, "deixa então uma hora quarta mesmo", which
// may be any time elsewhere.
func (d *dialogue) withOneOClock(s *conversation.State, text string) string {
	p := d.parse(text)
	m, ok := p.match(say.OneOClock)
	if !ok || !slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.Hour == oneOClock }) {
		return text
	}
	for i := m.From; i+1 < m.To; i++ {
		if one, hour := p.tokens[i], p.tokens[i+1]; one.Text == "uma" && hour.Text == "hora" {
			return text[:one.Start] + "às " + oneOClock + text[hour.End:]
		}
	}
	return text
}

// oneOClock is "uma hora", of the afternoon.
const oneOClock = "13:00"

// coming is the first of several times at the hour that was said, where they are a week apart: "às 14h" of two Fridays.
func coming(s *conversation.State, r reading, numbers []int) []int {
	if !single(r.Times) || len(r.Dates) > 0 || len(numbers) < 2 || len(s.Wish.Weekdays) != 1 {
		return numbers
	}
	return numbers[:1]
}

// underOtherPlan chooses a number together with another plan, which may have other times: it stays chosen
// if the clinic has it then, too.
func (d *dialogue) underOtherPlan(s *conversation.State, r reading) bool {
	numbered := s.Asked == conversation.AskSlot && s.OfferRead() && r.Choice > 0 && r.Choice <= len(s.Offer)
	if !numbered || doubtful(r) || !r.wish().Empty() {
		return false
	}
	d.propose(conversation.Choose{Number: r.Choice})
	d.wanted(s, r)
	return true
}

// takesThis reads an answer to a list that takes the time of which it asks something as a choice: "o das 8 é dia 25 né? pode ser esse",
// "então é esse, mas é quarta agora?"  The day is told when the time is read back.
func takesThis(s *conversation.State, r *reading) {
	if s.Closed == "" && s.Asked == conversation.AskSlot && r.Intent == understand.Question && r.says(say.TakesThis) {
		r.Intent = understand.Book
	}
}

// doubtful reports a text that may name a time without choosing it: a question, or a no.
func doubtful(r reading) bool {
	return r.Intent == understand.Question || r.Intent == understand.Deny || r.parsed != nil && r.says(say.WhichHour)
}

// chooseNumber reads a choice by number, which counts within what else was said ("a primeira de quinta").
// A number that is not on the list but is an hour is that hour.
func (d *dialogue) chooseNumber(s *conversation.State, r reading) bool {
	if !s.OfferRead() {
		d.shown, d.learned = nil, true // a number of another list
		return true
	}
	beyond := r.Choice > len(s.Offer)
	day := slices.IndexFunc(s.Offer, func(slot conversation.Slot) bool { // "25" where 25/11 is on the list
		return strings.HasSuffix(slot.Date, fmt.Sprintf("-%02d", r.Choice))
	})
	excludes := r.says(say.Exclusion) && r.Choice == 1 && !hasDigit(r.text) && !r.says(say.Corrects)
	switch {
	case r.Intent == understand.Question, r.says(say.Address):
		return false
	case (excludes || r.says(say.NotThat) || r.Intent == understand.Deny && !r.saysAny(say.Corrects, say.NotToday)) && !d.picksBehind(r):
		d.asksOther(s) // "qualquer um menos segunda", "não gostei do 1"
	case r.Choice <= len(s.Offer) && !placeWithin(r) && r.wish().Allows(s.Offer[r.Choice-1]):
		d.proposeSlot(s, r, r.Choice) // "5", "5 - 08:00"
	case !r.wish().Empty():
		numbers := matching(s.Offer, r.wish())
		if r.Choice > len(numbers) {
			return false
		}
		d.proposeSlot(s, r, numbers[r.Choice-1])
	case beyond && day >= 0:
		d.propose(conversation.Search{Wish: conversation.Wish{Dates: just(s.Offer[day].Date)}})
	case beyond && isHour(r.Choice):
		hour := fmt.Sprintf("%02d:00", r.Choice)
		if numbers := matching(s.Offer, conversation.Wish{Times: just(hour)}); len(numbers) == 1 {
			d.proposeSlot(s, r, numbers[0])
			return true
		}
		d.propose(conversation.Search{Wish: conversation.Wish{Times: just(hour)}})
	default:
		d.propose(conversation.Choose{Number: r.Choice})
	}
	return true
}

// picksBehind reports a number that is chosen last, behind others that are refused: "nenhuma das 2 primeiras, a 3".
func (d *dialogue) picksBehind(r reading) bool {
	parts := d.clauses(r.text)
	last, before := parts[len(parts)-1], strings.Join(parts[:len(parts)-1], "")
	picked, refused := d.facts(last), d.parse(before)
	if len(parts) == 1 || picked.Choice != r.Choice || doubtful(reading{Facts: picked}) || d.said(last, say.Exclusion) {
		return false
	}
	return refused.saysAny(say.NotThat, say.SomeRefused, say.Exclusion) && d.facts(before).Choice != r.Choice
}

// placeWithin reports a place that counts within what else was said: "a terceira da tarde".
func placeWithin(r reading) bool {
	return !hasDigit(r.text) && len(r.Times) == 0 && !r.wish().Empty() && slices.ContainsFunc(r.tokens, func(t language.Token) bool { return say.Ordinal.Has(t.Text) })
}

// bare reports a text that is a choice and nothing else.
func (p *parsed) bare() bool { return p.says(say.BareNumber) || p.says(say.BareTime) }

// proposeSlot chooses a time; what is missing is asked, and all of it is read back before it is booked.
func (d *dialogue) proposeSlot(s *conversation.State, r reading, n int) {
	d.propose(conversation.Choose{Number: n})
	if s.Patient.Complete() && r.says(say.Others) {
		d.propose(conversation.Identify{Identity: conversation.Identity{Name: r.Name}, Other: true})
	}
}

// just is one day, one hour.
func just(at string) []conversation.Span { return []conversation.Span{{From: at, To: at}} }

// takesBack reads a "não" or "errei" right after a choice: the list comes again.
func (d *dialogue) takesBack(s *conversation.State, r reading) bool {
	denies := s.Asked == conversation.AskName && r.Intent == understand.Deny && !r.says(say.NotMyself)
	wrong := r.says(say.TakesBack) || denies || r.Intent == understand.Reschedule || r.More && asksIdentity(s.Asked)
	return s.Choice != nil && !r.data() && !r.turned && wrong && d.undoChoice() // "ah não, vai ser pro meu pai" is of the patient
}

// leavesChoice reads that the chosen time will not do, or the only one that is offered.
func (d *dialogue) leavesChoice(s *conversation.State, r reading) bool {
	if s.Choice == nil {
		return s.Asked == conversation.AskSlot && d.edgeThanOnly(s, r)
	}
	return d.otherHour(s, r, *s.Choice) || r.says(say.Complains) && d.undoChoice()
}

// otherHour looks for a later or an earlier time than one that is chosen, or offered alone, "tem mais tarde na segunda?": on its day, or on
// that which is said.
func (d *dialogue) otherHour(s *conversation.State, r reading, than conversation.Slot) bool {
	wish := r.wish()
	if len(wish.Times) > 0 || wish.Period != "" {
		return false
	}
	if len(wish.Dates) == 0 {
		wish.Dates = just(than.Date)
	}
	switch {
	case r.says(say.LaterInDay):
		wish.Times = []conversation.Span{{From: minutesLater(than.Hour, 1), To: endOfDay}}
	case r.says(say.SoonerInDay):
		wish.Times = []conversation.Span{{From: "00:00", To: minutesLater(than.Hour, -1)}}
	default:
		return false
	}
	if s.Choice == nil {
		d.propose(conversation.Search{Wish: wish})
		return true
	}
	d.propose(conversation.Choose{})
	d.moves = append(d.moves, conversation.Search{Wish: wish})
	return true
}

// edgeThanOnly reads the first or last time of a day where one alone is offered: "o último horário" is no yes to that.
func (d *dialogue) edgeThanOnly(s *conversation.State, r reading) bool {
	return len(s.Offer) == 1 && r.saysAny(say.Last, say.Earliest) && d.otherHour(s, r, s.Offer[0])
}

// undoChoice gives a time back: the list comes again.
func (d *dialogue) undoChoice() bool {
	d.shown = nil
	d.propose(conversation.Choose{})
	d.note(d.text(wording.TalkNoProblem))
	return true
}

// someRefused reports that the first of several offered times will not do, and nothing of the others: "nenhuma das 2 primeiras".
func someRefused(d *dialogue, h *heard) bool {
	lists := h.s.Closed == "" && h.s.Asked == conversation.AskSlot && h.s.OfferRead() && len(h.s.Offer) > 1
	return lists && !d.literal && h.whole.Choice == 0 && h.whole.wish().Empty() && h.whole.says(say.SomeRefused)
}

// asksOther asks for another of the times that were shown.
func (d *dialogue) asksOther(s *conversation.State) {
	d.askInstead(question{text: d.fresh(s, wording.OfferOthers), asks: conversation.AskSlot})
}

func (d *dialogue) yesToOffer(s *conversation.State, r reading) bool {
	switch {
	case r.Intent == understand.Confirm && len(s.Offer) == 1 && r.says(say.Objects):
		return false // "sim, mas espera"
	case r.Intent == understand.Confirm && len(s.Offer) == 1:
		d.proposeSlot(s, r, 1)
	case len(s.Offer) == 1 && !r.says(say.Objects) && !doubtful(r) && !r.More && d.inClauses(s, r.parsed).agrees():
		d.proposeSlot(s, r, 1) // "esse pra mim tá bom demais, viu querida": it is read back, anyway
	case len(s.Offer) == 1 && r.says(say.FreeThatDay) && r.Intent != understand.Question:
		d.proposeSlot(s, r, 1) // "nesse dia não tenho aula"
	case r.Intent == understand.Confirm && d.recap.Text != "": // the list stands far above
		d.learned = true
	case r.Intent == understand.Confirm:
		d.askInstead(question{text: d.fresh(s, wording.OfferWhich), asks: conversation.AskSlot})
	case r.says(say.AsksList) && !r.More && r.Intent != understand.Deny:
		d.shown, d.learned, d.wantsRepeat = nil, true, true
	case r.says(say.NotThat):
		d.asksOther(s)
	default:
		return false
	}
	return true
}

// matching lists the numbers of the offered slots that fit what was said.
func matching(offer []conversation.Slot, wish conversation.Wish) []int {
	var numbers []int
	for i, slot := range offer {
		if wish.Allows(slot) {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}
