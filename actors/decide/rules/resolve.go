package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// resolve turns mentions and times into a search; false when the text holds neither.  What the text
// does not tell apart becomes a question, never a guess.
func (d *dialogue) resolve(s *conversation.State, r reading) (conversation.Search, bool) {
	if r.Intent == understand.Question && s.Closed == "" {
		doctors := r.Doctors
		if r.Mentions = news(s.Request, r.Mentions); d.asksTimesOf(s, r, doctors) {
			r.Doctors = doctors
		}
	}
	move := conversation.Search{Wish: d.searchWish(s, r)}
	move.Wish.Latest = r.says(say.Latest) && !refusesEdge(r.not) && (r.Intent != understand.Question || !move.Wish.Empty() || len(s.Offer) > 0)
	eitherEnd(r, &move.Wish)
	d.edgeOfPart(r, &move.Wish)
	d.takeTimesBack(s, r, &move)
	d.keepFirst(s, &move)
	specialty := d.specialty(s, r, &move)
	d.doctor(s, r, &move, &specialty)
	d.procedure(s, r, &move, specialty)
	d.plan(s, r, &move)
	move.Shared = move.PlanID != 0 && r.says(say.PlanOfUs)
	return move, d.ask != nil || !move.Wish.Empty() || move.AnyDay || move.AnyHour || asksSomething(move)
}

// asksTimesOf reports a question, at a list of times or behind a choice, for times of another doctor of the specialty, or when that
// one works, or behind a choice whether it is with that one, which the times of that one answer: "o doutor Carlos atende que dia?",
// "a dra. Ana tem na quinta?", "volta pro Carlos, ele atende sem ser quinta?", "mas é com a Ana né?"
func (d *dialogue) asksTimesOf(s *conversation.State, r reading, doctors []int) bool {
	wishes := !r.wish().Empty() || len(r.not) > 0 || r.saysAny(say.LaterInDay, say.SoonerInDay, say.AnotherDay, say.AsksHoursOf, say.AsksDaysOf)
	asks := (s.Asked == conversation.AskSlot || s.Choice != nil) && wishes || s.Choice != nil && r.says(say.WithPerson)
	others := otherAgendas(d.clinic, s.Request)
	if s.Choice != nil && len(s.Among) > 0 { // any would do before
		others = s.Among
	} else if slices.Contains(doctors, s.Request.AgendaID) {
		return false
	}
	return asks && len(doctors)-len(minus(doctors, others)) == 1 // of two who are called Ana
}

// plan settles under which plan it is, or asks where what the text says of plans leaves that open.
func (d *dialogue) plan(s *conversation.State, r reading, move *conversation.Search) {
	plans := r.Plans
	left := minus(each(d.clinic.Plans, func(plan conversation.Service) int { return plan.ID }), r.notPlans)
	switch {
	case d.lostPlan(s, r):
		move.PlanID = d.clinic.PrivatePlan()
		if !slices.Contains(plans, move.PlanID) || r.says(say.NoPlanNamed) {
			d.answerAside(d.text(wording.TalkPrivate))
		}
	case len(plans) == 1:
		move.PlanID = plans[0]
		if move.PlanID == d.clinic.PrivatePlan() && r.says(say.NoPlanNamed) {
			d.answerAside(d.text(wording.TalkPrivate)) // the clinic's own alias for it
		}
	case len(plans) > 1:
		d.askInstead(d.catalogueQuestion(s, conversation.AskPlan, plans))
	case len(r.notPlans) > 0 && len(left) == 0:
		d.askInstead(d.withoutPlan(s, wording.NoneOnlyPlan))
	case len(r.notPlans) > 0:
		d.askInstead(d.catalogueQuestion(s, conversation.AskPlan, left))
	case s.Asked == conversation.AskPlan && r.says(say.Private) && d.clinic.PrivatePlan() == 0:
		d.askInstead(d.withoutPlan(s, wording.NonePrivate))
	case d.leavesPlan(s, r):
	case r.says(say.NoPlanNamed), paysCash(s, r.parsed), s.Asked == conversation.AskPlan && r.hasNone():
		if move.PlanID = d.clinic.PrivatePlan(); move.PlanID != 0 {
			d.answerAside(d.text(wording.TalkPrivate)) // so that nobody pays by surprise
		} else {
			d.askInstead(d.withoutPlan(s, wording.NonePrivate))
		}
	}
}

// paysCash reports somebody who is going to pay, before a plan is known: "vou pagar em dinheiro".
func paysCash(s *conversation.State, text *parsed) bool {
	return s.Request.PlanID == 0 && s.Closed == "" && !strings.Contains(text.text, "?") && text.says(say.PaysCash)
}

// hasNone reports an answer to the question for the plan that there is none: a no that is about nothing else.
func (r *reading) hasNone() bool {
	if endsAsking(*r) && (len(r.Doctors) > 0 || !r.wish().Empty()) { // "n, com a dra ana. 13:50 tem nao?"
		return false
	}
	return r.says(say.NoPlan) || r.says(say.Nothing) && (r.Intent == understand.Deny || r.Intent == understand.Decline)
}

// takeTimesBack takes back days and hours of which a text says that they do not matter, or that nobody said them.
func (d *dialogue) takeTimesBack(s *conversation.State, r reading, move *conversation.Search) {
	if s.Closed != "" || s.Wish.Empty() {
		return
	}
	misread := r.says(say.NotSaid) || r.says(say.NeverSaidThat)
	never := d.asksWorks && len(move.Wish.Dates)+len(move.Wish.Weekdays) == 0
	move.AnyDay, move.AnyHour = misread || never || r.says(say.AnyDay), misread || r.says(say.AnyHour)
	if r.says(say.AnyDay) { // "sábado eu só perguntei, pode ser qualquer dia"
		move.Wish.Dates = slices.DeleteFunc(slices.Clone(move.Wish.Dates), func(span conversation.Span) bool { return span.From == span.To })
	}
	if misread && r.wish().Empty() {
		d.note(d.text(wording.TalkMisread))
	}
}

// asksSomething reports that a search names something of the catalogue.
func asksSomething(m conversation.Search) bool {
	return m.Request != conversation.Request{} || len(m.Candidates)+len(m.Among) > 0
}

// news keeps mentions of what is not known yet: a question ("vocês atendem Bradesco?") may fill a
// gap, but does not change what was said before.
func news(known conversation.Request, m conversation.Mentions) conversation.Mentions {
	if known.PlanID != 0 {
		m.Plans = nil
	}
	if known.ProcedureID != 0 {
		m.Procedures = nil
	}
	if known.AgendaID != 0 {
		m.Doctors, m.Specialties = nil, nil
	}
	return m
}

// specialty is the one the text names, else the one that is known, else 0.
func (d *dialogue) specialty(s *conversation.State, r reading, move *conversation.Search) int {
	switch {
	case len(r.Specialties) == 1:
		move.SpecialtyID = r.Specialties[0]
		return move.SpecialtyID
	case len(r.Specialties) > 1 && d.joins(s, r):
		for _, id := range r.Specialties[1:] {
			d.keep(conversation.Next{ProcedureID: d.consultationOf(id)})
		}
		move.SpecialtyID = r.Specialties[0]
		return move.SpecialtyID
	case len(r.Specialties) > 1:
		d.askInstead(d.catalogueQuestion(s, conversation.AskService, r.Specialties))
	}
	if s.Closed != "" {
		return 0
	}
	return s.Request.SpecialtyID
}

// joins reports that several things are wanted, one after the other: "cardiologista e dermatologista".
func (d *dialogue) joins(s *conversation.State, r reading) bool {
	booked := !slices.ContainsFunc(r.Specialties, func(id int) bool { return d.consultationOf(id) == 0 })
	return s.Request.SpecialtyID == 0 && booked && (r.both || r.says(say.AndAnother) && !r.says(say.Or))
}

// consultationOf is the consultation of a specialty, 0 for none.
func (d *dialogue) consultationOf(specialty int) int {
	list := d.clinic.ProceduresOf(specialty)
	at := slices.IndexFunc(list, isConsultation)
	if at < 0 {
		return 0
	}
	return list[at].ID
}

// doctor settles whom the text names.  One who does not work in the specialty that was named with
// them is told, and asked.
func (d *dialogue) doctor(s *conversation.State, r reading, move *conversation.Search, specialty *int) {
	d.former(s, r, move)
	doctors, fit := d.candidates(s, r, *specialty)
	all := agendas(d.clinic.DoctorsOf(*specialty))
	switch {
	case len(doctors) == 0:
		d.unnamedDoctor(s, r, move, *specialty)
	case len(fit) == 0 && len(r.Specialties) == 1 && !r.says(say.TitledName):
		// "Maria Souza aqui, quero ginecologista": a surname is no doctor
	case len(fit) == 0 && len(r.Specialties) == 1:
		d.note(d.worksInText(doctors[0]))
		d.askInstead(d.catalogueQuestion(s, conversation.AskDoctor, append(doctors[:1:1], all...)))
		move.SpecialtyID = 0
	case len(fit) > 1 || (len(fit) == 0 && len(doctors) > 1):
		d.askInstead(d.catalogueQuestion(s, conversation.AskDoctor, firstFilled(fit, doctors)))
	default:
		move.AgendaID = firstFilled(fit, doctors)[0]
		*specialty = d.specialtyOf(move.AgendaID)
		d.tellsChosen(s, r, move.AgendaID)
	}
}

// tellsChosen says with whom the chosen time is, to who asks whether it is with somebody else, whose times come behind: "mas é com o dr
// Carlos né?"
func (d *dialogue) tellsChosen(s *conversation.State, r reading, agenda int) {
	if s.Closed == "" && s.Choice != nil && s.Choice.AgendaID != agenda && asks(r) && r.says(say.IsWith) {
		d.answerAside(d.choiceTold(s))
	}
}

// unnamedDoctor settles whom a text wants that names nobody: not this one, another one, any.
func (d *dialogue) unnamedDoctor(s *conversation.State, r reading, move *conversation.Search, specialty int) {
	if specialty == 0 && len(r.notDoctors) > 0 { // "não gostei do dr. Rafael, quero a outra"
		specialty = d.specialtyOf(r.notDoctors[0])
		move.SpecialtyID = specialty
	}
	all := agendas(d.clinic.DoctorsOf(specialty))
	left := minus(all, r.notDoctors)
	refused := len(r.notDoctors) > 0 && specialty != 0
	if kept := d.keptDoctor(s, r); kept != 0 {
		move.AgendaID = kept
		return
	}
	switch {
	case refused && s.Request.AgendaID != 0 && !slices.Contains(r.notDoctors, s.Request.AgendaID): // nor was wanted before
	case refused && len(left) == 1:
		move.AgendaID = left[0]
	case refused:
		d.askInstead(d.catalogueQuestion(s, conversation.AskDoctor, firstFilled(left, all)))
	case len(d.ofOtherSex(s, r)) == 1:
		move.AgendaID = d.ofOtherSex(s, r)[0]
	case d.otherToo(s, r) != nil:
		move.Among = d.otherToo(s, r)
	case d.notOffered(s) != nil && (r.says(say.OtherDoctor) || r.says(say.TheOther) && len(s.Next)+len(d.kept) == 0):
		if others := d.notOffered(s); len(others) == 1 {
			move.AgendaID = others[0]
			return
		}
		d.anotherDoctor(s, r)
	default:
		if among := d.among(s, r, specialty); len(among) > 0 {
			move.Among = among
			d.tellsWhoThen(s, r)
		}
	}
}

// keptDoctor is the doctor of the chosen time where another time is wished with them, "tem 14h com ele na quarta?", or at the read-back
// with nobody else, though another one was asked for before, or any: "só pode depois do dia 5"; 0 where the search tells who it is.
func (d *dialogue) keptDoctor(s *conversation.State, r reading) int {
	if s.Choice == nil || s.Closed != "" || r.wish().Empty() && len(r.not) == 0 {
		return 0
	}
	if r.says(say.WithThem) && !r.wish().Empty() {
		return s.Choice.AgendaID
	}
	same := s.OfferFor == s.Choice.AgendaID || s.OfferFor == 0 && len(s.Among) == 0
	if same || !readingBack(s) || r.anyDoctor || !r.Mentions.Empty() {
		return 0
	}
	if len(r.notDoctors) > 0 || r.saysAny(say.OtherDoctor, say.TheOther, say.RatherWoman, say.RatherMan) {
		return 0
	}
	return s.Choice.AgendaID
}

// notOffered are the others than the doctor who is known, or than those whose times are shown where any will do; nil where there is
// nobody who is another one.
func (d *dialogue) notOffered(s *conversation.State) []int {
	switch {
	case s.Request.AgendaID != 0:
		return append([]int{}, otherAgendas(d.clinic, s.Request)...)
	case s.Closed == "" && s.OfferRead():
		if left := minus(s.Among, each(s.Offer, func(slot conversation.Slot) int { return slot.AgendaID })); len(left) > 0 {
			return left
		}
	}
	return nil
}

// anotherDoctor asks with whom else, unless the question for another one has its answer.
func (d *dialogue) anotherDoctor(s *conversation.State, r reading) {
	if !d.answersOnlyOne(s, r) {
		d.askInstead(d.otherDoctorQuestion(s))
	}
}

// answersOnlyOne answers who asks, at times that are offered, for another doctor where there is none, and leaves the times open:
// "ele só atende de tarde é? e outro médico não tem?"
func (d *dialogue) answersOnlyOne(s *conversation.State, r reading) bool {
	if !strings.Contains(r.text, "?") || len(s.Offer) == 0 || len(otherAgendas(d.clinic, s.Request)) > 0 {
		return false
	}
	doctor, _ := d.clinic.Doctor(s.Request.AgendaID)
	d.answerAside(d.text(wording.AnswerOnlyDoctor, "doctor", doctor.Name))
	if r.saysAny(say.AsksHoursOf, say.AsksDaysOf, say.AsksIfWorks) {
		d.answerAside(d.text(wording.AnswerDaysFree))
	}
	return true
}

// ofOtherSex are the women, or the men, who are wanted instead of the doctor that is known, "fica com a mulher mesmo", or whose
// times are asked for.
func (d *dialogue) ofOtherSex(s *conversation.State, r reading) []int {
	if s.Request.AgendaID == 0 || s.Closed != "" || len(s.Next)+len(d.kept) > 0 {
		return nil
	}
	if r.Intent == understand.Question || r.saysAny(say.AsksHoursOf, say.AsksDaysOf) {
		return d.asksTimesOfOtherSex(s, r.parsed)
	}
	return d.othersOfSex(s, sexOf(r.parsed, say.RatherWoman, say.RatherMan))
}

// asksTimesOfOtherSex are the women, or the men, whose times a text asks for at a list of the other ones': "a doutora atende em quais
// horários?"
func (d *dialogue) asksTimesOfOtherSex(s *conversation.State, p *parsed) []int {
	if s.Asked != conversation.AskSlot || s.Request.AgendaID == 0 || !p.saysAny(say.AsksHoursOf, say.AsksDaysOf, say.AsksDaysOfAll) {
		return nil
	}
	return d.othersOfSex(s, sexOf(p, say.WomanDoctor, say.ManDoctor))
}

// othersOfSex are the women, or the men, beside the doctor that is known, who is none.
func (d *dialogue) othersOfSex(s *conversation.State, of string) []int {
	others := otherAgendas(d.clinic, s.Request)
	switch {
	case of == womanWanted && !d.woman(s.Request.AgendaID):
		return d.women(others)
	case of == manWanted && d.woman(s.Request.AgendaID):
		return minus(others, d.women(others))
	default:
		return nil
	}
}

// listedOfSex is the only woman, or the only man, of several doctors whose times are listed, where a time of one of them is meant by
// that: "a das 8 com a doutora".
func (d *dialogue) listedOfSex(s *conversation.State, r reading) []int {
	if s.Closed != "" || s.Asked != conversation.AskSlot || !severalDoctors(s.Offer) || r.Choice == 0 && r.wish().Empty() {
		return nil
	}
	var listed []int
	for _, slot := range s.Offer {
		if !slices.Contains(listed, slot.AgendaID) {
			listed = append(listed, slot.AgendaID)
		}
	}
	women := d.women(listed)
	of := women
	switch sexOf(r.parsed, say.RatherWoman, say.RatherMan) {
	case womanWanted:
	case manWanted:
		of = minus(listed, women)
	default:
		return nil
	}
	if len(of) != 1 {
		return nil
	}
	return of
}

// What doctor is wanted, where that is said.
const womanWanted, manWanted = "woman", "man"

// sexOf is whether a woman or a man is wanted as the doctor, by words for the one and the other: by those that come first, the other
// way round where they are denied, "com o doutor mesmo, que ele fica encabulado com médica", "não com a doutora"; "" where it is not said.
func sexOf(p *parsed, woman, man language.Group) string {
	first, of := len(p.tokens)+1, ""
	for _, is := range []struct {
		group       language.Group
		said, other string
	}{{woman, womanWanted, manWanted}, {man, manWanted, womanWanted}} {
		for _, m := range p.matches(is.group) {
			if m.To >= first { // the word for the doctor ends it
				continue
			}
			if first, of = m.To, is.said; p.deniedJustBefore(m.From) || deniedAt(p, m.From, m.To) {
				of = is.other
			}
		}
	}
	return of
}

// deniedJustBefore reports that what begins at a token is denied, with a word or two between: "não com o".
func (p *parsed) deniedJustBefore(from int) bool {
	for i := from - 1; i >= max(0, from-3) && !p.pauses(i); i-- {
		if say.Denial.Has(p.tokens[i].Text) {
			return true
		}
	}
	return false
}

// woman reports a doctor whose title is a woman's.
func (d *dialogue) woman(agendaID int) bool { return d.said(d.doctorName(agendaID), say.TitledWoman) }

// women are those of some agendas.
func (d *dialogue) women(list []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(id int) bool { return !d.woman(id) })
}

// among are the doctors any of whom will do: of those that were asked about, or of the specialty, all, the women or the
// men.  Who answers with days and hours where a doctor was asked for does not mind who it is.
func (d *dialogue) among(s *conversation.State, r reading, specialty int) []int {
	asked := s.Asked == conversation.AskDoctor && s.Closed == ""
	if specialty == 0 || s.Request.AgendaID != 0 && !asked && !r.anyDoctor && s.Closed == "" {
		return nil
	}
	list := agendas(d.clinic.DoctorsOf(specialty))
	if asked && len(s.Options) > 0 && s.Options[0] > 0 {
		list = slices.DeleteFunc(slices.Clone(s.Options), func(id int) bool { return id <= 0 }) // "a person" is none
	}
	wanted := d.parse(d.withoutLayDoctor(d.withoutPhrase(d.withoutPhrase(r.text, say.AnyDoctor), say.ToldByDoctor))) // "tanto faz o doutor" wants no man
	switch of := sexOf(wanted, say.WomanDoctor, say.ManDoctor); {
	case of == womanWanted && len(d.women(list)) > 0:
		return d.women(list)
	case of == manWanted && len(d.women(list)) < len(list):
		return minus(list, d.women(list))
	case r.anyDoctor, asked && !r.wish().Empty() && r.Intent != understand.Question:
		return list
	default:
		return nil
	}
}

// withoutLayDoctor is a text without the title of who is only named by what they are for: "o doutor do coração" may be a woman.
func (d *dialogue) withoutLayDoctor(text string) string {
	p := d.parse(text)
	for _, m := range p.matches(say.DoctorOfWhat) {
		behind := text[p.tokens[m.To-1].End:]
		if parts := d.clauses(behind); len(parts) > 0 {
			behind = parts[0]
		}
		if len(d.find(behind).Specialties)+len(d.clinic.Lay(behind).Specialties) > 0 {
			return d.withoutLayDoctor(cutOut(text, p.placeOf(m)))
		}
	}
	return text
}

// doctorName is the name of a doctor with the title.
func (d *dialogue) doctorName(agendaID int) string {
	doctor, _ := d.clinic.Doctor(agendaID)
	return doctor.Name
}

// former takes what the last booking was of: "com a mesma doutora", "pelo mesmo convênio".
func (d *dialogue) former(s *conversation.State, r reading, move *conversation.Search) {
	if s.Former == nil {
		return
	}
	if r.says(say.SameDoctor) && len(r.Doctors) == 0 && len(r.Specialties) == 0 {
		move.AgendaID = s.Former.AgendaID
		if len(r.Procedures) == 0 {
			move.ProcedureID = s.Former.ProcedureID
		}
	}
	if r.says(say.SamePlan) && len(r.Plans) == 0 {
		move.PlanID = s.Former.PlanID
	}
	move.SamePlan = len(r.Plans) == 0 && d.forSamePatient(s, r)
}

// forSamePatient reports that what is wanted after a booking is, as far as the text says, for its patient again.  Where it
// turns out not to be, the core forgets the plan.
func (d *dialogue) forSamePatient(s *conversation.State, r reading) bool {
	if s.Closed != conversation.OutcomeBooked || s.Booked == nil || len(r.notPlans) > 0 || r.says(say.PlanTalk) {
		return false
	}
	who := d.patientOf(r)
	return (who == "" || who == cmp.Or(s.Booked.For, conversation.ForWriter)) && !r.saysAny(say.Others, say.ForSomebody)
}

// candidates are the doctors the text names, and those of them in the specialty.  Where several were
// asked to choose from, a specialty names the one who works in it, unless any will do: "alergia na pele. pode ser qualquer um dos dois".
func (d *dialogue) candidates(s *conversation.State, r reading, specialty int) (doctors, fit []int) {
	doctors = r.Doctors
	if len(doctors) == 0 && s.Asked == conversation.AskDoctor && len(r.Specialties) == 1 && !r.anyDoctor {
		doctors = s.Options
	}
	fit = slices.DeleteFunc(slices.Clone(doctors), func(id int) bool { return d.specialtyOf(id) != specialty })
	if len(r.Doctors) == 0 {
		doctors = fit
	}
	return doctors, fit
}

// firstFilled is the first of some lists that has any.
func firstFilled[T any](lists ...[]T) []T {
	for _, list := range lists {
		if len(list) > 0 {
			return list
		}
	}
	return nil
}

// specialtyOfAll is the specialty that all of the procedures belong to, 0 for none.
func (d *dialogue) specialtyOfAll(procedures []int) int {
	return only(each(procedures, d.specialtyOfThing))
}

// specialtyOfThing is the specialty that a procedure belongs to, 0 for none.
func (d *dialogue) specialtyOfThing(id int) int {
	procedure, _ := d.clinic.Procedure(id)
	return procedure.SpecialtyID
}

func (d *dialogue) procedure(s *conversation.State, r reading, move *conversation.Search, specialty int) {
	if common := d.specialtyOfAll(r.Procedures); specialty == 0 && common != 0 && len(r.Procedures) > 1 {
		specialty, move.SpecialtyID = common, common // "eletro e teste ergométrico"
	}
	fit := slices.DeleteFunc(slices.Clone(r.Procedures), func(id int) bool { return d.specialtyOfThing(id) != specialty })
	switch {
	case len(fit) == 0 && s.Closed == "" && s.Request.ProcedureID != 0 && slices.Contains(r.notServices, s.Request.ProcedureID):
		all := each(d.clinic.ProceduresOf(specialty), func(p conversation.Procedure) int { return p.ID })
		d.askInstead(d.catalogueQuestion(s, conversation.AskProcedure, minus(all, r.notServices)))
	case len(fit) == 1:
		move.ProcedureID = fit[0]
	case len(fit) > 1 && d.ask == nil:
		d.oneOf(s, fit, r, move)
	case len(r.Procedures) == 1 && move.AgendaID == 0 && move.SpecialtyID == 0:
		move.ProcedureID = r.Procedures[0] // names its specialty, too
	case len(r.Procedures) > 0 && specialty == 0:
		move.Candidates = r.Procedures
	case (s.Request.ProcedureID == 0 || s.Closed != "") && d.seesSpecialist(r, specialty):
		move.ProcedureID = d.consultationOf(specialty)
	}
}

// oneOf takes the first of several procedures, and keeps the others in mind, where all of them are wanted; else it asks which.
func (d *dialogue) oneOf(s *conversation.State, fit []int, r reading, move *conversation.Search) {
	all := r.both || r.says(say.AndAnother) && !r.says(say.Or) || r.says(say.Also)
	if !all {
		d.askInstead(d.catalogueQuestion(s, conversation.AskProcedure, fit))
		return
	}
	move.ProcedureID = fit[0]
	for _, id := range fit[1:] {
		d.keep(conversation.Next{ProcedureID: id})
	}
}

// seesSpecialist reports who asks for a specialist, or a doctor by name, and speaks of no exam: that is a consultation, and
// it is said back with what was noted, or offered.
func (d *dialogue) seesSpecialist(r reading, specialty int) bool {
	if len(r.Procedures) > 0 || len(d.clinic.ProceduresOf(specialty)) < 2 {
		return false
	}
	return (r.says(say.SeesSpecialist) || len(r.Doctors) == 1) && !r.says(say.SomeExam) && len(r.notServices) == 0
}
