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

// lines are the question as it is said.
func (d *dialogue) lines(q question) []wording.Words {
	lines := append(make([]wording.Words, 0, 2+len(q.names)), q.lead, q.text)
	for i, name := range q.names {
		lines = append(lines, d.numbered(i+1, name))
	}
	return lines
}

// question is the next thing to ask: the first that is missing, in the order of the booking flow
// (spec 1.5).
func (d *dialogue) question(s *conversation.State) question {
	r := s.Request
	switch {
	case d.ask != nil && (d.ask.asks != conversation.AskSlot || s.OfferRead()): // else that list is gone
		return *d.ask
	case s.Closed != "":
		return question{}
	case d.reopened(s):
		return d.openQuestion(s)
	case r.SpecialtyID == 0 && d.start == conversation.AskDoctor && len(s.Options) > 0:
		return d.doctorQuestion(s.Options) // still open: two doctors with one first name
	case r.SpecialtyID == 0:
		return d.specialtyQuestion(nil)
	case r.AgendaID == 0:
		return d.doctorQuestion(agendas(d.clinic.DoctorsOf(r.SpecialtyID)))
	case r.ProcedureID == 0:
		return d.procedureQuestion(procedureIDs(d.clinic.ProceduresOf(r.SpecialtyID)))
	case r.PlanID == 0 && len(d.clinic.Plans) == 1: // which the patient spoke against
		return d.noOtherPlan(s)
	case r.PlanID == 0:
		return d.planQuestion(nil)
	case s.Choice != nil:
		return d.identityQuestion(s)
	case len(s.Offer) > 0:
		return d.offerQuestion(s)
	default:
		return d.waysOnQuestion(s, d.nothingLeftText(s))
	}
}

func (d *dialogue) offerQuestion(s *conversation.State) question {
	if s.Found == conversation.FoundExhausted && (d.searched || d.start == conversation.AskOther) {
		return d.waysOnQuestion(s, d.nothingElseText(s))
	}
	if slices.Equal(d.shown, s.Offer) && s.OfferRead() && (s.Misses == 0 || d.unmoved) && len(s.Offer) > 1 {
		text := d.fresh(s, wording.OfferAgain)
		switch {
		case d.unmoved && s.Found == conversation.FoundElse:
			text = d.variant(wording.OfferNotThere, s.Misses)
		case d.unmoved:
			text = d.variant(wording.OfferSame, s.Misses)
		}
		return question{text: text, asks: conversation.AskSlot}
	}
	return question{text: d.offerText(s), asks: conversation.AskSlot, lists: true}
}

func (d *dialogue) identityQuestion(s *conversation.State) question {
	var lead wording.Words
	switch {
	case d.chose:
		lead = d.chosenText(*s.Choice)
	case (d.searched || d.renewed) && d.recap.Text == "": // else it is in the recap
		lead = d.text(wording.ChoiceKept, "day", dayText(s.Choice.Date, d.now()), "hour", s.Choice.Hour)
	}
	p := s.Patient
	q := question{lead: lead}
	switch {
	case p.Complete():
		return question{text: d.readBackText(s), asks: conversation.AskConfirm}
	case s.Known != nil && p == (conversation.Identity{}):
		q.text, q.asks = d.text(wording.AskSame, "name", s.Known.Name), conversation.AskSame
	case p.Name == "":
		q.text, q.asks = d.identityText(s, wording.AskName, wording.AskNameOf), conversation.AskName
	case p.CPF == "":
		q.text, q.asks = d.identityText(s, wording.AskCPF, wording.AskCPFOf), conversation.AskCPF
	default:
		q.text, q.asks = d.identityText(s, wording.AskBirthDate, wording.AskBirthDateOf), conversation.AskBirthDate
	}
	return q
}

// identityText asks for something of the patient, who is called what the writer called them.
func (d *dialogue) identityText(s *conversation.State, anybody, relative wording.ID) wording.Words {
	if s.For == "" {
		return d.text(anybody)
	}
	return d.text(relative, "of", "d"+s.For)
}

// specialtyQuestion asks for the service: among ids, or among all.
func (d *dialogue) specialtyQuestion(ids []int) question {
	var names []wording.Words
	var options []int
	for _, s := range d.clinic.Specialties {
		if ids == nil || slices.Contains(ids, s.ID) {
			names, options = append(names, named(s.Name)), append(options, s.ID)
		}
	}
	return question{text: d.text(wording.AskService), names: names, options: options, asks: conversation.AskService}
}

func (d *dialogue) doctorQuestion(ids []int) question {
	several := false
	var names []wording.Words
	for _, id := range ids {
		doctor, _ := d.clinic.Doctor(id)
		first, _ := d.clinic.Doctor(ids[0])
		several = several || doctor.SpecialtyID != first.SpecialtyID
		names = append(names, named(doctor.Name))
	}
	if several {
		for i, id := range ids {
			doctor, _ := d.clinic.Doctor(id)
			specialty, _ := d.clinic.Specialty(doctor.SpecialtyID)
			names[i].Text += " (" + specialty.Name + ")"
		}
	}
	return question{text: d.text(wording.AskDoctor), names: names, options: ids, asks: conversation.AskDoctor}
}

func (d *dialogue) procedureQuestion(ids []int) question {
	var names []wording.Words
	for _, id := range ids {
		procedure, _ := d.clinic.Procedure(id)
		names = append(names, named(procedure.Name))
	}
	return question{text: d.text(wording.AskProcedure), names: names, options: ids, asks: conversation.AskProcedure}
}

func (d *dialogue) planQuestion(ids []int) question {
	var names []wording.Words
	var options []int
	for _, p := range d.clinic.Plans {
		if ids == nil || slices.Contains(ids, p.ID) {
			names, options = append(names, named(p.Name)), append(options, p.ID)
		}
	}
	id := wording.AskPlan
	if d.clinic.PrivatePlan() == 0 {
		id = wording.AskPlanOnly
	}
	return question{text: d.text(id), names: names, options: options, asks: conversation.AskPlan}
}

// waysOnQuestion shows the ways on when there is nothing to choose from (contract, "No times at
// all").
func (d *dialogue) waysOnQuestion(s *conversation.State, text wording.Words) question {
	var names []wording.Words
	var options []int
	for _, agenda := range otherAgendas(d.clinic, s.Request) {
		if len(options) < maxWaysOn {
			names, options = append(names, d.text(wording.WayDoctor, "with", d.clinic.With(agenda))), append(options, agenda)
		}
	}
	names = append(names, d.text(wording.WayPerson), d.text(wording.WayLater))
	options = append(options, optionPerson, optionLater)
	return question{text: text, names: names, options: options, asks: conversation.AskOther}
}

// withoutPrivate shows the ways on where everybody needs a plan.
func (d *dialogue) withoutPrivate(s *conversation.State) question {
	return d.waysQuestion(d.variant(wording.NonePrivate, told(s)), d.planWay(), optionPlan)
}

// noOtherPlan shows the ways on to who has another plan than those that the clinic takes.
func (d *dialogue) noOtherPlan(s *conversation.State) question {
	plans := d.planNames()
	for i, name := range plans {
		if isPrivate(name) {
			plans[i] = strings.ToLower(name)
		}
	}
	return d.waysQuestion(d.variant(wording.NoneOnlyPlan, told(s), "plans", enumerated(plans)), d.planWay(), optionPlan)
}

// told is 1 where the ways on without the patient's own plan were shown just before, else 0.
func told(s *conversation.State) int {
	if asksPlanWay(s) {
		return 1
	}
	return 0
}

// planWay is to book with a plan that the clinic takes.
func (d *dialogue) planWay() wording.Words {
	switch {
	case len(d.clinic.Plans) != 1:
		return d.text(wording.WayPlan)
	case d.onlyPrivate():
		return d.text(wording.WayPrivate)
	default:
		return d.text(wording.WayOnlyPlan, "plan", d.clinic.Plans[0].Name)
	}
}

// waysQuestion shows one way on beside those that there are always.
func (d *dialogue) waysQuestion(text, way wording.Words, option int) question {
	return question{
		text: text, asks: conversation.AskOther, names: []wording.Words{way, d.text(wording.WayPerson), d.text(wording.WayLater)},
		options: []int{option, optionPerson, optionLater},
	}
}

// maxWaysOn bounds the other doctors that are proposed after nothing was found.
const maxWaysOn = 5

// otherDoctorQuestion asks with whom else, or shows the ways on where there is nobody else.
func (d *dialogue) otherDoctorQuestion(s *conversation.State) question {
	if list := otherAgendas(d.clinic, s.Request); len(list) > 0 {
		return d.doctorQuestion(list)
	}
	return d.waysOnQuestion(s, d.onlyDoctorText(s))
}

// otherAgendas are the doctors of the specialty but for the one that was wanted.
func otherAgendas(c *conversation.Clinic, r conversation.Request) []int {
	return slices.DeleteFunc(agendas(c.DoctorsOf(r.SpecialtyID)), func(id int) bool { return id == r.AgendaID })
}

func agendas(doctors []conversation.Doctor) []int {
	var ids []int
	for _, d := range doctors {
		ids = append(ids, d.AgendaID)
	}
	return ids
}

func procedureIDs(procedures []conversation.Procedure) []int {
	var ids []int
	for _, p := range procedures {
		ids = append(ids, p.ID)
	}
	return ids
}

// instead asks q rather than what follows from the state.  What was the matter with an earlier message of the
// turn is still said.
func (d *dialogue) instead(q question) {
	if d.rejected && d.ask != nil && d.ask.asks != q.asks && badIdentity[d.ask.asks] != "" {
		d.notes, d.rejected = append(d.notes, d.variant(badIdentity[d.ask.asks], 1)), false
	}
	d.ask, d.learned = &q, true
}
