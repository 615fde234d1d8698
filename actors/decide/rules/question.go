package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// question is what a reply ends with.
type question struct {
	// lead comes before the question and is no part of it ("Ótimo! Terça, 24/11, às 14:00.").
	lead wording.Words
	text wording.Words
	// names are the numbered answers, options the ids behind them.
	names   []wording.Words
	options []int
	asks    conversation.Question
	// brief is set for the short form.
	brief bool
	// lists is set where every time of the offer is in the question.
	lists bool
}

// add gives the next number to an answer.
func (q *question) add(id int, name wording.Words) {
	q.names, q.options = append(slices.Clip(q.names), name), append(slices.Clip(q.options), id)
}

// addAll adds those of a list whose ids are given, all for none.
func (q *question) addAll(list []conversation.Service, ids []int) {
	for _, entry := range list {
		if len(ids) == 0 || slices.Contains(ids, entry.ID) {
			q.add(entry.ID, named(entry.Name))
		}
	}
}

// texts are what a question is asked with.
type texts struct {
	ask, askOf wording.ID // at first, askOf for somebody else than the writer
	again      wording.ID // in other words, after an answer that was not understood
	brief      wording.ID // when it comes back behind an answer to something else
	numbers    wording.ID // with numbers for who does not have the data
	bad        wording.ID // after an answer that cannot be right
}

// textsOf are those of each question; what it has not is not asked in that way.
var textsOf = map[conversation.Question]texts{
	conversation.AskService:   {ask: wording.AskService, again: wording.AgainService, brief: wording.ShortService},
	conversation.AskDoctor:    {ask: wording.AskDoctor, again: wording.AgainDoctor, brief: wording.ShortDoctor},
	conversation.AskProcedure: {ask: wording.AskProcedure, again: wording.AgainProcedure, brief: wording.ShortProcedure},
	conversation.AskPlan:      {ask: wording.AskPlan, again: wording.AgainPlan, brief: wording.ShortPlan},
	conversation.AskSlot:      {again: wording.AgainSlot, brief: wording.ShortSlot},
	conversation.AskOther:     {again: wording.AgainOther, brief: wording.ShortOther},
	conversation.AskSame:      {again: wording.AgainSame, brief: wording.ShortSame},
	conversation.AskPerson:    {again: wording.AgainPerson},
	conversation.AskConfirm:   {brief: wording.ShortConfirm},
	conversation.AskName: {wording.AskName, wording.AskNameOf, wording.AgainName, wording.ShortName,
		wording.NumbersName, wording.BadName},
	conversation.AskCPF: {wording.AskCPF, wording.AskCPFOf, wording.AgainCPF, wording.ShortCPF,
		wording.NumbersCPF, wording.BadCPF},
	conversation.AskBirthDate: {wording.AskBirthDate, wording.AskBirthDateOf, wording.AgainBirthDate, wording.ShortBirthDate,
		wording.NumbersBirthDate, wording.BadBirthDate},
	conversation.AskPhone: {wording.AskPhone, wording.AskPhone, wording.AgainPhone, wording.ShortPhone,
		wording.NumbersPhone, wording.BadPhone},
}

// lines are the question as it is said, but for its lead.
func (d *dialogue) lines(q question) []wording.Words {
	lines := append(make([]wording.Words, 0, 1+len(q.names)), q.text)
	for i, name := range q.names {
		lines = append(lines, d.numbered(i+1, name))
	}
	return lines
}

// question is the next thing to ask: the first that is missing, in the order of the booking flow
// (spec 1).
func (d *dialogue) question(s *conversation.State) question {
	r := s.Request
	switch {
	case d.ask != nil && d.stillAsks(s):
		return *d.ask
	case s.Closed == conversation.OutcomeBooked && d.confirmed && len(s.Next) > 0:
		return d.nextQuestion(s)
	case s.Closed == conversation.OutcomeBooked && d.confirmed:
		return question{text: d.whoseBooked(s)}
	case s.Closed != "", d.onlyWaits(s):
		return question{}
	case d.reopened(s):
		return d.openQuestion(s)
	case !s.Ready():
		return d.requestQuestion(s)
	case s.Choice != nil:
		return d.identityQuestion(s)
	case len(s.Offer) > 0:
		return d.offerQuestion(s)
	default:
		id := wording.NoneLeft
		if s.SlotGone {
			id = wording.NoneLeftGone
		}
		if d.clinic.CanWait(s) {
			return d.waitQuestion(s)
		}
		return d.waysOnQuestion(s, d.text(id, "with", d.clinic.WithWhom(r)))
	}
}

// stillAsks reports that what an earlier message of the turn led to asking can be asked: not about a list that a later one
// replaced, nor about a time that it took back.
func (d *dialogue) stillAsks(s *conversation.State) bool {
	switch d.ask.asks {
	case conversation.AskSlot:
		return s.OfferRead()
	case conversation.AskConfirm:
		return s.Choice != nil
	default:
		return true
	}
}

// requestQuestion asks for what of the request is missing.
func (d *dialogue) requestQuestion(s *conversation.State) question {
	r := s.Request
	switch {
	case r.SpecialtyID == 0 && d.before.Asked == conversation.AskDoctor && len(s.Options) > 0:
		return d.catalogueQuestion(s, conversation.AskDoctor, s.Options) // still open: two doctors with one first name
	case r.SpecialtyID == 0 && d.remembers(s):
		return d.pastQuestion(s)
	case r.SpecialtyID == 0:
		return d.catalogueQuestion(s, conversation.AskService, nil)
	case r.AgendaID == 0 && len(s.Among) == 0:
		return d.catalogueQuestion(s, conversation.AskDoctor, nil)
	case r.ProcedureID == 0:
		return d.catalogueQuestion(s, conversation.AskProcedure, nil)
	case s.Proposes(): // whose plan it is
		return d.returningQuestion(s)
	case len(d.clinic.Plans) == 1: // which the patient spoke against
		return d.withoutPlan(s, wording.NoneOnlyPlan)
	default:
		return d.catalogueQuestion(s, conversation.AskPlan, nil)
	}
}

func (d *dialogue) offerQuestion(s *conversation.State) question {
	if s.Found == conversation.FoundExhausted && (d.searched || d.before.Asked == conversation.AskOther) {
		return d.waysOnQuestion(s, d.text(wording.NoneElse, "with", d.clinic.WithWhom(s.Request)))
	}
	if slices.Equal(d.shown, s.Offer) && s.OfferRead() && (s.Misses == 0 || d.sameTimes) && len(s.Offer) > 1 {
		text := d.fresh(s, wording.OfferAgain)
		switch {
		case d.sameTimes && s.Found == conversation.FoundElse:
			text = d.notThere(s)
		case d.sameTimes:
			text = d.variant(wording.OfferSame, s.Misses)
		}
		return question{text: text, asks: conversation.AskSlot}
	}
	return question{text: wording.Lines(d.offerFor(s), d.offerText(s), d.waitTail(s)), asks: conversation.AskSlot, lists: true}
}

// notThere says that nothing is free as wished, where the list stays as it is.
func (d *dialogue) notThere(s *conversation.State) wording.Words {
	if when := d.wishText(s.Wish); when.Text != "" && s.Misses == 0 {
		if near := nearest(s); near != "" {
			return d.text(wording.OfferNotThereNear, "when", when.Text, "hour", near).With(when)
		}
		return d.text(wording.OfferNotThereWhen, "when", when.Text).With(when)
	}
	return d.variant(wording.OfferNotThere, s.Misses)
}

// nearest are the hours of the list around the one that is wished for, where all of them are of one day; "" for none.
func nearest(s *conversation.State) string {
	if !single(s.Wish.Times) || slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.Date != s.Offer[0].Date }) {
		return ""
	}
	before, behind := "", ""
	for _, slot := range s.Offer {
		if slot.Hour < s.Wish.Times[0].From {
			before = max(before, slot.Hour)
		} else if behind == "" || slot.Hour < behind {
			behind = slot.Hour
		}
	}
	return strings.Join(slices.DeleteFunc([]string{before, behind}, func(hour string) bool { return hour == "" }), " ou ")
}

func (d *dialogue) identityQuestion(s *conversation.State) question {
	var lead wording.Words
	switch {
	case d.chose:
		lead = d.choiceText(s)
	case (d.searched || d.renewed) && d.recap.Text == "": // else it is in the recap
		lead = d.timeText(wording.ChoiceKept, *s.Choice)
	}
	p := s.Patient
	missing := conversation.AskBirthDate
	switch {
	case s.Identified():
		return question{text: d.readBackText(s, 0), asks: conversation.AskConfirm}
	case p.Complete():
		missing = conversation.AskPhone
	case s.Proposes():
		q := d.returningQuestion(s)
		q.lead = lead
		return q
	case s.Known != nil && p == (conversation.Identity{}):
		return question{lead: lead, text: d.sameText(s), asks: conversation.AskSame}
	case p == conversation.Identity{} && s.FirstName == "":
		return question{lead: lead, text: d.patientText(s), asks: conversation.AskName}
	case p.Name == "":
		missing = conversation.AskName
	case p.CPF == "":
		missing = conversation.AskCPF
	}
	q := d.dataQuestion(s, missing)
	if d.sendsLater {
		q.text = d.sentLaterText(s, missing)
	}
	q.lead = lead
	return q
}

// patientText asks for all that is needed of the patient.
func (d *dialogue) patientText(s *conversation.State) wording.Words {
	if s.For == "" {
		return d.text(wording.AskPatient)
	}
	return d.text(wording.AskPatientOf, "of", "d"+s.For).With(d.called(s.For))
}

// dataQuestion asks for something of the patient, who is called what the writer called them.
func (d *dialogue) dataQuestion(s *conversation.State, asks conversation.Question) question {
	if s.For == "" {
		return question{text: d.text(textsOf[asks].ask), asks: asks}
	}
	return question{text: d.text(textsOf[asks].askOf, "of", "d"+s.For).With(d.called(s.For)), asks: asks}
}

// catalogueQuestion asks which of some entries of the catalogue is meant, or of all in the specialty that is known.
func (d *dialogue) catalogueQuestion(s *conversation.State, asks conversation.Question, ids []int) question {
	q := question{text: d.text(textsOf[asks].ask), asks: asks}
	switch asks {
	case conversation.AskService:
		q.addAll(d.clinic.Specialties, ids)
	case conversation.AskPlan:
		if d.clinic.PrivatePlan() == 0 {
			q.text = d.text(wording.AskPlanOnly)
		} else if several := d.whomOfSeveral(s); several.Text != "" {
			q.text = d.planOfText(s)
		}
		if past := d.pastPlan(s); past != 0 && len(ids) == 0 {
			plan := d.clinic.PlanText(past, wording.BackPlan, wording.BackPrivate)
			q.text = d.text(wording.AskPlanPast, "plan", plan.Text).With(plan)
		}
		q.addAll(d.clinic.Plans, ids)
	case conversation.AskProcedure:
		all := each(d.clinic.ProceduresOf(s.Request.SpecialtyID), func(p conversation.Procedure) int { return p.ID })
		for _, id := range firstFilled(ids, all) {
			procedure, _ := d.clinic.Procedure(id)
			q.add(id, named(procedure.Name))
		}
	default:
		ids = firstFilled(ids, agendas(d.clinic.DoctorsOf(s.Request.SpecialtyID)))
		several := slices.ContainsFunc(ids, func(id int) bool { return d.specialtyOf(id) != d.specialtyOf(ids[0]) })
		for _, id := range ids {
			doctor, _ := d.clinic.Doctor(id)
			if several {
				specialty, _ := d.clinic.Specialty(doctor.SpecialtyID)
				doctor.Name += " (" + specialty.Name + ")"
			}
			q.add(id, named(doctor.Name))
		}
	}
	return q
}

// specialtyOf is what a doctor works in.
func (d *dialogue) specialtyOf(agendaID int) int {
	doctor, _ := d.clinic.Doctor(agendaID)
	return doctor.SpecialtyID
}

// waysOnQuestion shows the ways on when there is nothing to choose from (contract, "No times at
// all").
func (d *dialogue) waysOnQuestion(s *conversation.State, text wording.Words) question {
	q := question{text: text, asks: conversation.AskOther}
	for i, agenda := range otherAgendas(d.clinic, s.Request) {
		if i < maxWaysOn {
			q.add(agenda, d.text(wording.WayDoctor, "with", d.clinic.With(agenda)))
		}
	}
	return d.withWaysOut(q)
}

// withWaysOut adds what is always possible.
func (d *dialogue) withWaysOut(q question) question {
	q.add(optionPerson, d.text(wording.WayPerson))
	q.add(optionLater, d.text(wording.WayLater))
	return q
}

// withoutPlan shows the ways on to who has none of the plans that the clinic takes: NonePrivate to who has no plan at
// all, NoneOnlyPlan to who has another one.
func (d *dialogue) withoutPlan(s *conversation.State, id wording.ID) question {
	said := 0
	if asksPlanWay(s) {
		said = 1
	}
	way := d.text(wording.WayPlan)
	switch {
	case d.onlyPrivate():
		way = d.text(wording.WayPrivate)
	case len(d.clinic.Plans) == 1:
		way = d.text(wording.WayOnlyPlan, "plan", d.clinic.Plans[0].Name)
	}
	plans := each(d.clinic.Plans, func(plan conversation.Service) string { return planName(plan.Name) })
	return d.waysQuestion(d.variant(id, said, "plans", enumerated(plans)), way, optionPlan)
}

// waysQuestion shows one way on beside those that there are always.
func (d *dialogue) waysQuestion(text, way wording.Words, option int) question {
	q := question{text: text, asks: conversation.AskOther}
	q.add(option, way)
	return d.withWaysOut(q)
}

// maxWaysOn bounds the other doctors that are proposed after nothing was found.
const maxWaysOn = 5

// otherDoctorQuestion asks with whom else, or shows the ways on where there is nobody else.
func (d *dialogue) otherDoctorQuestion(s *conversation.State) question {
	if list := otherAgendas(d.clinic, s.Request); len(list) > 0 {
		return d.catalogueQuestion(s, conversation.AskDoctor, list)
	}
	doctor, _ := d.clinic.Doctor(s.Request.AgendaID)
	return d.waysOnQuestion(s, d.text(wording.NoneOnlyDoctor, "doctor", doctor.Name))
}

// otherAgendas are the doctors of the specialty but for the one that was wanted.
func otherAgendas(c *conversation.Clinic, r conversation.Request) []int {
	return minus(agendas(c.DoctorsOf(r.SpecialtyID)), []int{r.AgendaID})
}

// minus is a list without what another one has.
func minus[T comparable](list, other []T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(one T) bool { return slices.Contains(other, one) })
}

// single reports one day, or one hour, and no stretch of them.
func single(list []conversation.Span) bool { return len(list) == 1 && list[0].From == list[0].To }

// only is what all of a list are, the zero value for none or several.
func only[T comparable](list []T) (one T) {
	if len(list) == 0 || slices.ContainsFunc(list, func(other T) bool { return other != list[0] }) {
		return one
	}
	return list[0]
}

func agendas(doctors []conversation.Doctor) []int {
	return each(doctors, func(doctor conversation.Doctor) int { return doctor.AgendaID })
}

// each is what one gets of each of a list, nil of none.
func each[T, U any](list []T, get func(T) U) []U {
	var all []U
	for _, one := range list {
		all = append(all, get(one))
	}
	return all
}

// askInstead asks q rather than what follows from the state.  What was the matter with an earlier message of the
// turn is still said.
func (d *dialogue) askInstead(q question) {
	if d.rejected && d.ask != nil && d.ask.asks != q.asks && textsOf[d.ask.asks].bad != "" {
		d.notes, d.rejected = append(d.notes, d.variant(textsOf[d.ask.asks].bad, 1)), false
	}
	d.ask, d.learned = &q, true
}

// reopened reports that before this turn something was asked again that is known already (a plan that
// changed, which of two CPFs), and that the turn does not answer it.  Nothing is booked before.
func (d *dialogue) reopened(s *conversation.State) bool {
	if s.Closed != "" || d.before.Closed != "" || d.settled {
		return false
	}
	r, p := d.before.Request, d.before.Patient
	switch d.before.Asked {
	case conversation.AskService:
		return r.SpecialtyID != 0 && d.wished.SpecialtyID+d.wished.AgendaID+d.wished.ProcedureID == 0
	case conversation.AskDoctor:
		return r.AgendaID != 0 && d.wished.SpecialtyID+d.wished.AgendaID == 0
	case conversation.AskProcedure:
		return r.ProcedureID != 0 && d.wished == conversation.Request{PlanID: d.wished.PlanID}
	case conversation.AskPlan:
		return r.PlanID != 0 && d.wished.PlanID == 0
	case conversation.AskName:
		return p.Name != "" && d.given.Name == ""
	case conversation.AskCPF:
		return p.CPF != "" && d.given.CPF == ""
	case conversation.AskBirthDate:
		return p.BirthDate != "" && d.given.BirthDate == ""
	default:
		return false
	}
}

// openQuestion is the question that is still open.
func (d *dialogue) openQuestion(s *conversation.State) question {
	if asksIdentity(d.before.Asked) {
		return d.dataQuestion(s, d.before.Asked)
	}
	return d.catalogueQuestion(s, d.before.Asked, slices.DeleteFunc(slices.Clone(d.before.Options), func(id int) bool { return id <= 0 }))
}
