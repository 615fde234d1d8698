package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// fieldKinds are the kinds of answers to the read-back that put something of it right.
var fieldKinds = []string{meansTime, meansPlan, meansDoctor, meansService, meansName, meansBirth, meansCPF, meansWhom, meansWrong}

const (
	// surelyWrong is how likely it must be that an answer puts anything right, for it to be read for that; partly how likely
	// it must be that this is one field.
	surelyWrong, partly = 0.5, 0.12
	// surelyField is how likely it must be that it is one field, to ask for that.
	surelyField = 0.5
)

// putRight is what a text says of the patient that was not read back; sure where it can hardly be meant otherwise.
type putRight struct {
	conversation.Identity
	sure bool
}

// newsOf are the patient's data as a text puts them right, a part of the birth date by some of its words.
func (d *dialogue) newsOf(s *conversation.State, r reading, birth string) (n putRight) {
	if !d.callsOther(s, r.parsed) {
		n.Name, n.sure = d.newName(s.Patient.Name, s.For, r.parsed)
	}
	ofBirth := r.BirthDate != "" || !r.says(say.AboutCPF) || r.says(say.AboutBirth)
	if away := r.says(say.LastsFor) && r.refusesStretch() && !r.saysAny(say.AboutBirth, say.Born, say.BirthPart); ofBirth && !away { // "meu cpf termina em 35"
		n.BirthDate = d.newBirth(s, birth)
	}
	if r.CPF != s.Patient.CPF {
		n.CPF = r.CPF
	}
	n.sure = n.sure || n.BirthDate+n.CPF != ""
	return n
}

// leave leaves of it what is likely put right, a name that the text says to be the patient's, and a whole date of birth.
func (n *putRight) leave(r reading, likely func(kinds ...string) bool) {
	if !r.NameStated && !likely(meansName) {
		n.Name = ""
	}
	month := hasWord(r.tokens, "mes") // of which n was read, with a denial
	if whole := r.BirthDate != "" && r.BirthDate == n.BirthDate; !whole && !month && !likely(meansBirth) {
		n.BirthDate = ""
	}
}

// withoutBirth are days but for that of a birth that is put right: "nasci dia 15, e quero na quarta".
func (n *putRight) withoutBirth(days []understand.Span) []understand.Span {
	return slices.DeleteFunc(slices.Clone(days), func(day understand.Span) bool {
		return n.BirthDate != "" && day.From == day.To && day.From[len("2006-01"):] == n.BirthDate[len("2006-01"):]
	})
}

// putsRight takes all that an answer to the read-back puts right, in half a sentence or in several: what kinds of data
// these are is learned from examples, and each is looked for where it is likely.  All is read back anew.
func (d *dialogue) putsRight(h *heard) bool {
	if len(h.s.Next)+len(d.kept)+len(h.beside) > 0 || asksNoted(h) || d.namesRelative(h.s, h.whole) { // it may be of those whose turn comes
		return false
	}
	text := marked(h.whole.text, h.marks)
	likely := func(kinds ...string) bool { return readBackAnswers().Likely(text, kinds...) >= partly }
	n, r := d.newsOf(h.s, h.whole, d.birthBeside(h.s, h.whole.text)), h.reading
	if d.asksOfRelated(h, &n) {
		return true
	}
	wrong := readBackAnswers().Likely(text, fieldKinds...) >= surelyWrong
	if !wrong && (!n.sure || h.likely == meansNo || h.likely == meansPerson) {
		return false
	}
	either := func(kinds ...string) bool { return likely(kinds...) || d.partLikely(h, kinds...) }
	if wrong {
		n.leave(h.whole, either)
	}
	if readBackAnswers().Likely(text, meansWhom) >= surelyField && d.forAnother(h) {
		return true
	}
	r.Intent, r.More, r.Choice, r.NameStated = understand.Other, false, 0, true
	r.Name, r.BirthDate, r.CPF = n.Name, n.BirthDate, n.CPF
	r.Dates = n.withoutBirth(r.Dates)
	r.Plans, r.notPlans = nil, nil
	if plan := d.newPlan(h); plan != 0 && either(meansPlan) {
		r.Plans = []int{plan}
	}
	d.leaveLikely(h.s, &r, either)
	if len(r.Plans) == 0 && !r.identifies() { // times, doctors and services are for the rules that follow
		return false
	}
	d.objected, d.agreed = true, false
	d.searchesAnew(h.s, r)
	if r.identifies() {
		d.propose(conversation.Identify{Identity: r.patient()})
	}
	return true
}

// searchesAnew looks for what is put right beside the data: other times, none at that time, another plan, doctor or service.
func (d *dialogue) searchesAnew(s *conversation.State, r reading) {
	searches := !r.wish().Empty() || len(r.not)+len(r.Plans) > 0 || len(r.Doctors) == 1 || len(d.services(r)) == 1
	if searches && !d.refuseTimes(s, r) {
		d.wanted(s, r)
	}
}

// partLikely reports that a part of an answer, taken by itself, likely puts right one of some kinds: "o ano é 1951, ah e dá
// pra passar pra sexta".
func (d *dialogue) partLikely(h *heard, kinds ...string) bool {
	parts := d.remarks(h.whole.parsed)
	return len(parts) > 1 && slices.ContainsFunc(parts, func(part string) bool {
		return readBackAnswers().Likely(marked(part, d.answerMarks(h.s, d.readAgain(h.s, part))), kinds...) >= surelyField
	})
}

// forAnother takes whom the appointment is for, where that is another one than was read back.
func (d *dialogue) forAnother(h *heard) bool {
	who := d.newPatient(h)
	if who == "" {
		return false
	}
	d.objected, d.agreed = true, false
	d.propose(conversation.Identify{Identity: conversation.Identity{Name: d.theirNewName(h)}, For: who, Other: true})
	return true
}

// leaveLikely leaves of a reading the times, doctors and services that are likely put right.  Another hour stays whatever
// else is put right: "13:20, e o sobrenome é Duarte".
func (d *dialogue) leaveLikely(s *conversation.State, r *reading, likely func(kinds ...string) bool) {
	if !likely(meansTime) && !namesOtherHour(s, *r) && !leavesTime(s, *r) {
		r.Dates, r.Times, r.Period, r.Any, r.Below, r.not = nil, nil, "", nil, nil, nil
	}
	if r.Doctors = minus(r.Doctors, []int{s.Request.AgendaID}); !likely(meansDoctor) {
		r.Doctors, r.notDoctors = nil, nil
	}
	if !likely(meansService, meansDoctor) {
		r.Specialties, r.Procedures, r.notServices = nil, nil, nil
	}
}

// leavesTime reports words that refuse the time that was read back, or change it for another one.
func leavesTime(s *conversation.State, r reading) bool {
	if s.Choice == nil {
		return false
	}
	changes := !r.wish().Empty() && !r.wish().Allows(*s.Choice) && r.saysAny(say.Changes, say.MovesIt)
	return changes || slices.ContainsFunc(r.not, func(not conversation.Wish) bool { return not.Allows(*s.Choice) })
}

// namesOtherHour reports one hour that is not the one that was read back.
func namesOtherHour(s *conversation.State, r reading) bool {
	return s.Choice != nil && single(r.Times) && r.Times[0].From != s.Choice.Hour
}

// newPlan is the plan that an answer to the read-back puts right, 0 for none: the only other one that it names, or none at
// all, "pago do meu bolso".
func (d *dialogue) newPlan(h *heard) int {
	others := minus(d.find(d.withoutPhrase(h.whole.text, say.PayingIf)).Plans, append(d.plansOfBooked(h), h.s.Request.PlanID))
	if len(others) > 1 {
		others = minus(others, h.whole.notPlans)
	}
	switch {
	case len(others) == 1:
		return others[0]
	case len(others) > 1, d.hasOtherPlan(h.whole), h.whole.says(say.PayingIf), d.asksDiscount(h.whole.text):
		return 0
	case h.whole.saysAny(say.Privately, say.NoPlanNamed, say.HasNoPlan, say.PaysAlone) && d.clinic.PrivatePlan() != h.s.Request.PlanID:
		return d.clinic.PrivatePlan()
	default:
		return 0
	}
}

// newPatient is for whom an answer to the read-back says that the appointment is; "" where it does not say.
func (d *dialogue) newPatient(h *heard) string {
	p := h.whole.parsed
	p.scan()
	whom := ""
	for i := range p.tokens {
		call := d.toldBack(p, language.Match{From: i, To: i + 1})
		if call == "" || call == h.s.For && !d.callsOther(h.s, p) || deniedAt(p, i, i+1) || p.onlyNamed(kinWord{at: i}) {
			continue
		}
		own := i > 0 && say.Our.Has(p.tokens[i-1].Text)
		if whom == "" || own && !strings.Contains(whom, "seu") && !strings.Contains(whom, "sua") {
			whom = call
		}
	}
	if h.s.For != "" && h.whole.says(say.Myself) && !h.whole.saysAny(say.NotMyself, say.WriterIs) {
		return conversation.ForWriter
	}
	return whom
}

// callsOther reports that whom it is for is called with a first name alone that is none of the name that was read back: "é pra
// minha esposa Camila", of Bruno Lins.  What is known is not hers then, the surname neither.
func (d *dialogue) callsOther(s *conversation.State, p *parsed) bool {
	if !p.says(say.ForSomebody) {
		return false
	}
	known := strings.Fields(s.Patient.Name)
	return slices.ContainsFunc(d.kinIn(p), func(kin kinWord) bool {
		at := kin.at + 1
		alone := at < len(p.tokens) && partOfName(p.tokens[at]) && (at+1 == len(p.tokens) || p.pauses(at+1))
		return alone && likeWord(known, p.tokens[at].Text) < 0 && !understand.Surname(p.tokens[at].Raw)
	})
}

// theirNewName is the full name of somebody else that an answer to the read-back gives.
func (d *dialogue) theirNewName(h *heard) string {
	p := h.whole.parsed
	for _, r := range nameRuns(strings.Fields(h.s.Patient.Name), p) {
		if words := wordsOf(p, r); !r.denied && content(words) > 1 && language.Fold(words[0]) != language.Fold(firstName(h.s.Patient.Name)) {
			return strings.Join(words, " ")
		}
	}
	return ""
}

// asksChange asks for what is wrong where that could not be read: for the field where it is clear which, else what it is.
func (d *dialogue) asksChange(h *heard) bool {
	dealt := len(d.moves)+len(d.notes)+len(d.kept) > 0 || d.ask != nil || d.told || d.unanswered || d.answeredAside
	if dealt || h.s.Asked != conversation.AskConfirm || h.s.Closed != "" {
		return false
	}
	if h.whole.says(say.LenderOf) && h.whole.says(say.AboutCPF) { // "esse cpf é da mãe dele, não tem problema né"
		d.reject(conversation.AskCPF, d.about(h.s, wording.BadCPFLent))
		return true
	}
	if !slices.Contains(fieldKinds, h.likely) || h.likely == meansBirth && d.otherDate(h) {
		return false
	}
	text := marked(h.whole.text, h.marks)
	if readBackAnswers().Likely(text, fieldKinds...) < surelyChange || h.marked("condition") {
		return false
	}
	h.purpose = h.likely
	fields := map[string]conversation.Question{meansName: conversation.AskName, meansBirth: conversation.AskBirthDate, meansCPF: conversation.AskCPF}
	if field, ok := fields[h.likely]; ok && readBackAnswers().Likely(text, h.likely) >= surelyField {
		d.note(d.text(wording.TalkNoProblem))
		d.askInstead(d.dataQuestion(h.s, field))
		return true
	}
	d.askInstead(question{text: d.text(wording.AskChange), asks: conversation.AskChange})
	return true
}

// paysBesidePlan reports an answer to what was read back with a plan that says to pay the visit, and not what becomes of the plan: "sim,
// a gente paga na hora mesmo".  It may go without the plan, or cost something beside it.
func (d *dialogue) paysBesidePlan(s *conversation.State) bool {
	private, plan := d.clinic.PrivatePlan(), s.Request.PlanID
	insured := private != 0 && plan != 0 && plan != private
	if !insured || !readingBack(&d.before) || d.wished.PlanID != 0 || d.ask != nil && d.ask.asks != conversation.AskConfirm {
		return false
	}
	return slices.ContainsFunc(d.turn.Messages[:d.read], func(m decide.Message) bool { return d.paysVisit(m.Text) })
}

// paysVisit reports a sentence that says to pay the visit, and asks nothing.
func (d *dialogue) paysVisit(text string) bool {
	return slices.ContainsFunc(sentencesIn(text), func(sentence string) bool {
		return !strings.Contains(sentence, "?") && d.said(d.withoutPhrase(d.withoutPhrase(sentence, say.PayingIf), say.PlanPays), say.PaysVisit)
	})
}

// askWhoPays asks whether it is with the plan or without one.
func (d *dialogue) askWhoPays(s *conversation.State) {
	plan := d.clinic.PlanText(s.Request.PlanID, wording.BackPlan, wording.BackPrivate)
	q := d.catalogueQuestion(s, conversation.AskPlan, []int{s.Request.PlanID, d.clinic.PrivatePlan()})
	q.text = d.text(wording.AskPlanPays, "plan", plan.Text).With(plan)
	d.askInstead(q)
	if d.paysVisit(d.beside) { // which is what is asked about
		d.beside = ""
	}
}
