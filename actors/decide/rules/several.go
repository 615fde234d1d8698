package rules

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// keep keeps in mind what is booked afterwards, and says so.
func (d *dialogue) keep(next conversation.Next) {
	if next.Patient == (conversation.Identity{}) && next.ProcedureID == 0 && next.When().Empty() && d.onlyMentions() {
		return
	}
	d.keepAsked(next)
}

// keepAsked keeps in mind who or what was asked about in so many words.
func (d *dialogue) keepAsked(next conversation.Next) {
	next.Called = cmp.Or(next.Called, d.calledBehind(next.For))
	d.unsayKept() // which the new words say, too
	if at := slices.IndexFunc(d.kept, next.Same); at >= 0 {
		d.kept[at] = d.kept[at].With(next)
	} else {
		d.kept = append(d.kept, next)
	}
	d.note(d.keptText())
	d.moves = append(d.moves, conversation.Later{Next: next})
}

// unsayKept takes back what was said of those who are kept in mind.
func (d *dialogue) unsayKept() {
	before, oneByOne := d.keptText(), d.text(wording.TalkOneByOne)
	d.notes = slices.DeleteFunc(d.notes, func(n wording.Words) bool { return n.Text == before.Text || n.Text == oneByOne.Text })
}

// keptText says what was kept in mind in this turn, in one sentence.
func (d *dialogue) keptText() wording.Words {
	whats := each(d.kept, d.nextText)
	texts := each(whats, func(what wording.Words) string { return what.Text })
	return d.text(wording.TalkNext, "what", enumerated(texts)).With(whats...)
}

// nextText is what is booked afterwards: "para o seu filho", "eletrocardiograma".
func (d *dialogue) nextText(next conversation.Next) wording.Words {
	procedure, named := d.clinic.Procedure(next.ProcedureID)
	name := lowered(procedure.Name)
	same := procedure.SpecialtyID == d.before.Request.SpecialtyID && procedure.ID != d.before.Request.ProcedureID
	if specialty, ok := d.clinic.Specialty(procedure.SpecialtyID); ok && isConsultation(procedure) && !same {
		name = specialty.Name // "consulta" there is everywhere
	}
	whom := d.called(next.For)
	var what wording.Words
	switch {
	case !named:
		what = d.text(wording.NextFor, "for", whom.Text).With(whom)
	case next.For == "":
		what = d.text(wording.NextService, "procedure", name)
	default:
		what = d.text(wording.NextBoth, "procedure", name, "for", whom.Text).With(whom)
	}
	if next.AgendaID != 0 {
		what = d.text(wording.NextWith, "what", what.Text, "with", d.clinic.With(next.AgendaID)).With(what)
	}
	switch when := d.wishText(next.When()); {
	case next.Hour != "" && next.Date == "":
		what = d.text(wording.NextAt, "what", what.Text, "hour", next.Hour).With(what)
	case when.Text != "":
		what = d.text(wording.NextWhen, "what", what.Text, "when", when.Text).With(what, when)
	case next.SameDay && next.For != "":
		what = d.text(wording.NextSameDay, "what", what.Text).With(what)
	}
	return what
}

// nextInFull is that, with the thing that is taken over from the booking before where none is known: nobody is to find out only on the
// list of times that somebody else's specialty was taken for theirs.
func (d *dialogue) nextInFull(s *conversation.State, next conversation.Next) wording.Words {
	if s.Former != nil && next.AgendaID == 0 {
		next.ProcedureID = cmp.Or(next.ProcedureID, s.Former.ProcedureID)
	}
	return d.nextText(next)
}

// called is how the writer is told back for whom something is: "o seu filho", "você".
func (d *dialogue) called(whom string) wording.Words {
	switch other := d.text(wording.NextOther); whom {
	case conversation.ForWriter:
		return d.text(wording.NextSelf)
	case other.Text:
		return other
	default:
		return wording.Words{Text: whom}
	}
}

// planCalled is a plan as it is said in a sentence.
func (d *dialogue) planCalled(id int) string {
	at := slices.IndexFunc(d.clinic.Plans, func(plan conversation.Service) bool { return plan.ID == id })
	if at < 0 {
		return ""
	}
	return planName(d.clinic.Plans[at].Name)
}

// waiting are those whose turn comes: kept in mind, or named in the text beside the patient.
func (d *dialogue) waiting(h *heard) []conversation.Next {
	list := d.othersOf(h)
	for _, next := range d.queue(h.s) {
		if next.For == "" {
			list = append(list, next)
		}
	}
	return list
}

// onlyThing is the procedure that a text names, or the consultation of its specialty; 0 for none or several.
func (d *dialogue) onlyThing(r reading) int {
	switch services := d.services(r); {
	case len(services) == 1:
		return services[0]
	case len(services) == 0 && len(r.Specialties) == 1:
		return d.consultationOf(r.Specialties[0])
	}
	return 0
}

// sideBySide reads an answer and what is wanted next in one text, "1 pra mim e 2 pra Sofia", "pode. e o eletro às 9:30?",
// "sim, e o do irmão dela?": the first is answered now, the second kept in mind.
func (d *dialogue) sideBySide(h *heard) {
	if h.s.Asked != conversation.AskSlot && h.s.Asked != conversation.AskConfirm || h.s.Closed != "" {
		return
	}
	for first, rest := range d.firstAndRest(h) {
		one := d.readAgain(h.s, first)
		two := d.readAgain(h.s, strings.TrimPrefix(rest, "e "))
		if d.othersFirst(h, one, two) {
			one, two, rest = two, one, one.text
			if len(one.Dates) == 0 {
				one.Dates = two.Dates // the day that was said first is both's
			}
		}
		if !d.answersFirst(h.s, one) || d.asksAbout(two) {
			continue
		}
		if next, ok := d.nextBeside(h, one, two, d.readAgain(h.s, rest)); ok {
			d.keepNew(h.s, next)
			h.reading, h.asked, h.apart = one, inquiry{}, true
			return
		}
	}
}

// firstAndRest parts a text in an answer and what else it says: at the read-back by its clauses, and of two times at any place
// where a text may be parted.
func (d *dialogue) firstAndRest(h *heard) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if h.s.Asked == conversation.AskConfirm {
			if yes, rest := d.yesAndRest(h.s, h.whole.text); yes != "" && rest != "" {
				yield(yes, rest)
			}
			return
		}
		for i := range h.whole.seams(func(t language.Token) bool { return t.Text == "e" }) {
			t := h.whole.tokens[i]
			rest := h.whole.text[t.Start:]
			if t.Kind == language.Mark {
				rest = strings.TrimSpace(h.whole.text[t.End:])
			}
			if !yield(h.whole.text[:t.Start], rest) {
				return
			}
		}
	}
}

// othersFirst reports two times of which the first is for somebody else, and the second for the patient: "17:30 pra ela e 18h
// pra mim".
func (d *dialogue) othersFirst(h *heard, one, two reading) bool {
	patient := patientNow(h.s)
	if !one.says(say.WhoseTime) || !two.says(say.WhoseTime) || d.owner(h, two) != patient {
		return false
	}
	first := d.ownerBeside(h, one)
	return first != patient && (first != "" || one.says(say.ThirdPerson))
}

// forWhomBeside reads a time that is taken and, behind it, for whom: "pode. mas é pra minha sogra".
func (d *dialogue) forWhomBeside(h *heard) {
	if h.s.Asked != conversation.AskSlot || h.s.Closed != "" || !h.saysAny(say.NotMyself, say.ForRelative) {
		return
	}
	for i := range h.seams(nil) {
		t := h.tokens[i]
		one, two := d.readAgain(h.s, h.text[:t.Start]), d.readAgain(h.s, strings.TrimSpace(h.text[t.End:]))
		whom := two.saysAny(say.NotMyself, say.ForRelative) && !one.saysAny(say.NotMyself, say.ForRelative)
		if !whom || !d.answersFirst(h.s, one) || !two.wish().Empty() || two.Choice > 0 || two.says(say.Provided) {
			continue
		}
		one.Name, one.CPF, one.BirthDate = h.Name, h.CPF, h.BirthDate
		h.reading, h.whom = one, two
		return
	}
}

// maxSeams is at how many places a text is parted to read both parts for themselves.  Each time all of it is read, so
// that without a bound the work would grow with the square of its length.
const maxSeams = 10

// seams are the first places at which a text may be parted in two, as indices of tokens: at marks that pause, and at words
// that join, nil for none.
func (p *parsed) seams(joins func(language.Token) bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		tried := 0
		for i := 1; i < len(p.tokens) && tried < maxSeams; i++ {
			if !p.pauses(i) && (joins == nil || !joins(p.tokens[i])) {
				continue
			}
			if tried++; !yield(i) {
				return
			}
		}
	}
}

// pauses reports a mark that is no part of a number: "pode. e o eletro", and not "10/10/1970".
func (p *parsed) pauses(i int) bool {
	if p.tokens[i].Kind != language.Mark {
		return false
	}
	digits := func(i int) bool { return i >= 0 && i < len(p.tokens) && p.tokens[i].Kind == language.Digits }
	inside := p.tokens[i].Glued && i+1 < len(p.tokens) && p.tokens[i+1].Glued
	return !inside || !digits(i-1) || !digits(i+1)
}

// answersFirst reports that the first part of a text chooses a time or agrees to what was read back.
func (d *dialogue) answersFirst(s *conversation.State, one reading) bool {
	if s.Asked == conversation.AskConfirm {
		return d.agreesToAll(s, one)
	}
	_, _, timed := timeOf(s, one)
	return timed || one.Intent == understand.Confirm && len(s.Offer) == 1
}

// timeOf is the time that a text names, by its number in the list or by its hour; date is "" for an hour alone.
func timeOf(s *conversation.State, r reading) (date, hour string, ok bool) {
	switch {
	case s.OfferRead() && r.Choice > 0 && r.Choice <= len(s.Offer):
		return s.Offer[r.Choice-1].Date, s.Offer[r.Choice-1].Hour, true
	case single(r.Times):
		return "", r.Times[0].From, true
	}
	return "", "", false
}

// nextBeside is what the second of two parts of a text wants beside the first; whole is that with the "e" before it.  Words
// that may speak against the first want nothing, and neither do those that leave open whom or what they mean.
func (d *dialogue) nextBeside(h *heard, one, two, whole reading) (next conversation.Next, ok bool) {
	s := h.s
	date, hour, timed := timeOf(s, two)
	more, another := d.moreThings(s, two), whole.says(say.AnotherNow)
	whose := timed && one.says(say.WhoseTime) && two.says(say.WhoseTime)
	switch {
	case two.identifies(), date != "" && one.Choice == two.Choice, whole.Intent == understand.Deny:
		return next, false
	case ofWaiting(s, more, two, whole): // "o cardio quero na terça"
		next = s.Next[0]
	case whole.says(say.Objects), whole.says(say.Amends):
		return next, false
	case len(more) > 0 && (timed || another || whole.saysAny(say.Also, say.AndOne, say.RightAfter, say.SameDay)):
		next = more[0]
	case !whose && !another:
		return next, false
	default:
		next = d.meant(h, whole)
	}
	if next.For == d.text(wording.NextOther).Text && len(two.Specialties)+len(two.Procedures) > 0 {
		return next, false // "e depois a consulta 15:30", which is known
	}
	next.Date, next.Hour = date, hour
	if days := two.Dates; date == "" && single(days) {
		next.Date = days[0].From
	}
	if len(two.Plans) == 1 {
		next.PlanID = two.Plans[0]
	}
	next.SameDay, next.After = two.says(say.SameDay), two.says(say.RightAfter)
	return next, d.isAnother(s, next) || s.Asked == conversation.AskSlot
}

// ofWaiting reports, beside a yes, when the one thing shall be whose turn comes, by its name or as the other one.
func ofWaiting(s *conversation.State, more []conversation.Next, two, whole reading) bool {
	if len(s.Next) != 1 || s.Asked != conversation.AskConfirm || two.wish().Empty() {
		return false
	}
	if len(more) == 0 {
		return s.Next[0].ProcedureID != 0 && whole.says(say.OtherThing)
	}
	return len(more) == 1 && s.Next[0].Same(more[0])
}

// isAnother reports that it is known who or what is wanted next, and that it is not what is being booked.
func (d *dialogue) isAnother(s *conversation.State, next conversation.Next) bool {
	return next.ProcedureID != 0 || next.For != s.For && next.For != d.text(wording.NextOther).Text
}

// keepNew keeps in mind what is not yet.
func (d *dialogue) keepNew(s *conversation.State, next conversation.Next) {
	if slices.ContainsFunc(s.Next, func(kept conversation.Next) bool { return kept.Same(next) && kept.With(next).Equal(kept) }) {
		d.learned = true
		return
	}
	d.keep(next)
}

// somebodyElse is whom besides the patient a text speaks of: of the family, or somebody.
func (d *dialogue) somebodyElse(r reading) conversation.Next {
	if list := d.relatives(r); len(list) > 0 {
		return conversation.Next{For: list[0]}
	}
	if ids := d.services(r); len(ids) == 1 {
		return conversation.Next{ProcedureID: ids[0]}
	}
	if !d.before.Own && r.says(say.Myself) { // "agora pra mim"
		return conversation.Next{For: conversation.ForWriter}
	}
	if m, ok := r.match(say.AnotherNow); ok { // "e o do meu filho"
		m.To = min(m.To+nearKin, len(r.tokens))
		if call := d.toldBack(r.parsed, m); call != "" {
			return conversation.Next{For: call}
		}
	}
	return conversation.Next{For: d.text(wording.NextOther).Text}
}

// meant is who or what a text beside the present booking speaks of: who it names, else the first that is kept in mind.
func (d *dialogue) meant(h *heard, r reading) conversation.Next {
	named := d.somebodyElse(r)
	if call := d.calledByName(h, r); call != "" {
		named.For = call
	}
	waiting := slices.Concat(h.s.Next, d.othersOf(h))
	nameless := slices.ContainsFunc(waiting, func(next conversation.Next) bool { // who may be the one
		return cmp.Or(next.Called, next.Patient.Name) == "" && strings.ToLower(next.For) == next.For
	})
	if of, ok := d.somebodyIn(alone(h.s, r)); !nameless && named.For == d.text(wording.NextOther).Text {
		if _, calls := d.namesIn(r); ok {
			named.For = of.call // "e a Lara"
		} else if len(calls) == 1 {
			named.For = calls[0] // "o 2 pra Lara"
		}
	}
	at := turnOf(waiting, named.For)
	switch {
	case at >= 0:
		return waiting[at]
	case len(waiting) > 0 && named.For == d.text(wording.NextOther).Text:
		return waiting[0]
	}
	return named
}

// nearKin is how many words behind "e o" a relative may stand.
const nearKin = 3

// anotherNow reads the wish for the next one after a booking: "agora o do Enzo, 14:30".
func (d *dialogue) anotherNow(h *heard) bool {
	asks := h.Intent == understand.Question && h.wish().Empty()
	asks = asks || h.meant != meansNew && d.onlyMentions()
	wants := h.whole.saysAny(say.AnotherNow, say.NotForgotten) || d.stranger(h) || h.of != nil && h.Intent != understand.Thanks
	if id := d.besides(h); id != 0 {
		d.moves = append(d.moves, conversation.Later{}, conversation.Later{Next: conversation.Next{ProcedureID: id, SameDay: h.whole.says(say.SameDay)}})
		d.takeNext(h)
		return true
	}
	if h.s.Former == nil || namesOther(*h.s.Former, h.Mentions) || !wants || h.says(say.Amends) || asks {
		return false
	}
	if len(h.s.Next) == 0 {
		next := d.somebodyElse(h.reading)
		if h.of != nil && next.ProcedureID == 0 {
			next.For = h.of.call
		}
		what := d.nextInFull(h.s, next)
		d.addNote(d.text(wording.TalkNextNow, "what", what.Text).With(what))
		d.moves = append(d.moves, conversation.Later{Next: next})
		if list := d.relatives(h.reading); len(list) > 1 && list[0] == next.For {
			d.keepOthers(h.s, list[1:])
		}
	}
	d.takeNext(h)
	return true
}

// besides is an exam or the consultation of the same specialty that the patient of the booking before wants, too: "dá pra
// marcar o eletro dela no mesmo dia?", "agora a consulta, 14h30"; or anything else that the writer, who was the patient, wants
// "pra mim também"; 0 for none.
func (d *dialogue) besides(h *heard) int {
	services := d.services(h.whole)
	if h.s.Former == nil || len(h.s.Next) > 0 || len(d.relatives(h.whole)) > 0 {
		return 0
	}
	if h.s.Booked != nil && !h.s.Own && h.whole.says(say.Myself) { // the writer may be another patient
		return 0
	}
	if visit := d.visitAfter(*h.s.Former, h.whole); len(services) == 0 && visit != 0 && slices.Contains(h.whole.Procedures, visit) {
		return visit
	}
	id := d.onlyThing(h.whole)
	if id == 0 || id == h.s.Former.ProcedureID {
		return 0
	}
	wanted := h.whole.saysAny(say.Also, say.SameDay, say.Adds, say.ToBook) && !d.asksAbout(h.whole) || h.whole.Intent == understand.Book
	if d.specialtyOfThing(id) != h.s.Former.SpecialtyID && !h.whole.says(say.Myself) || !wanted {
		return 0
	}
	return id
}

// stranger reports name and CPF of somebody who is not the patient of the booking before.
func (d *dialogue) stranger(h *heard) bool {
	return h.Name != "" && h.CPF != "" && h.CPF != h.s.Patient.CPF && firstName(h.Name) != firstName(h.s.Patient.Name)
}

// speaksOfNext reports words about the next one while a time is chosen for this one, "pode, e o do Enzo 14:30 né?":
// that is kept in mind, and the question comes back.
func (d *dialogue) speaksOfNext(h *heard) bool {
	if h.s.Closed != "" || h.s.Choice == nil || !h.says(say.AnotherNow) || h.wish().Empty() && len(d.services(h.reading)) == 0 {
		return false
	}
	next := d.meant(h, h.reading)
	if !d.isAnother(h.s, next) {
		return false
	}
	d.keep(next)
	d.answeredAside = true
	return true
}

// dropsThis goes on with the next one where the present one is not wanted any more: "esquece a gineco, vê o cardio do meu
// marido".
func (d *dialogue) dropsThis(h *heard) bool {
	m, drops := h.whole.match(say.DropsThis)
	if h.s.Closed != "" || len(h.s.Next) == 0 || !drops || h.whole.deniedJustBefore(m.From) { // "não esquece do eletro"
		return false
	}
	next := h.s.Next[0]
	if next.ProcedureID != 0 && d.dropped(h.whole, next) {
		d.moves = append(d.moves, conversation.Later{}) // it is the next one that is dropped
		d.note(d.text(wording.TalkNoProblem))
		d.answeredAside = true
		return true
	}
	d.takeNext(h)
	return true
}

// comesAlone forgets those of whom a text says that they will not come, "só eu", "meu filho não vai": it goes on for the
// patient alone.  The no to them ends nothing; it reports that nothing else was said.
func (d *dialogue) comesAlone(h *heard) (nothingElse bool) {
	if h.s.Closed != "" || h.identifies() || !h.whole.says(say.OnlyMe) {
		return false
	}
	m, _ := h.whole.match(say.OnlyMe)
	words := d.readAgain(h.s, h.whole.text[h.whole.placeOf(m).start:h.whole.placeOf(m).end])
	whom := d.toldBack(words.parsed, language.Match{To: len(words.tokens)})
	if whom == "" && words.says(say.ThirdPerson) {
		whom = d.thirdPerson(h, words.parsed)
	}
	forgot := false
	for _, next := range h.s.Next {
		if next.For != "" && (next.For == whom || whom == "" && h.s.For == "") {
			d.moves = append(d.moves, conversation.Later{Next: next, Drop: true})
			d.note(d.text(wording.TalkNoProblem))
			forgot = true
		}
	}
	rest := strings.Trim(d.withoutPhrase(h.whole.text, say.OnlyMe), " ,.;!")
	if left := d.readAgain(h.s, rest); !forgot || rest != "" && (left.Intent != understand.Deny || left.data()) {
		return false
	}
	return true
}

// onlyTheirs forgets for whom else something was kept in mind that a text says to be for one alone: "ortopedista é só pra ele".  What it
// says of whom that is known to be for makes nobody else the patient; it reports that nothing else was said.
func (d *dialogue) onlyTheirs(h *heard) (nothingElse bool) {
	m, ok := h.whole.match(say.OnlyTheirs)
	if d.literal || h.s.Closed != "" || len(h.s.Next) == 0 || !ok {
		return false
	}
	at := h.whole.placeOf(m)
	whom := cmp.Or(d.toldBack(h.whole.parsed, m), d.thirdPerson(h, d.parse(h.whole.text[at.start:at.end])))
	clause := h.whole.text[strings.LastIndexAny(h.whole.text[:at.start], ",.;!?\n")+1 : at.end]
	of := d.readAgain(&conversation.State{}, clause).Specialties
	if whom == "" || len(of) > 1 {
		return false
	}
	alone := slices.ContainsFunc(h.whole.tokens[m.From:m.To], func(t language.Token) bool {
		return t.Text == "so" || t.Text == "somente" || t.Text == "apenas"
	})
	waited := d.forgetsBeside(h.s, whom, of, alone)
	if !waited || h.whole.deniedJustBefore(m.From) {
		return false
	}
	left := h.whole.text[:at.end-len(clause)] + h.whole.text[at.end:]
	h.whole = d.readAgain(h.s, strings.Trim(d.withoutPhrase(left, say.NotMyself), " ,.;!"))
	h.reading = h.whole
	if h.whole.text != "" && (h.whole.Intent != understand.Deny || h.whole.data()) {
		return false
	}
	d.learned, d.answeredAside = true, true
	return true
}

// forgetsBeside drops, where it is for one alone, those beside that one who were to have the same, of a specialty, or of none where that is all that the patient
// wants; it reports that it is the turn of that one that comes, with that.
func (d *dialogue) forgetsBeside(s *conversation.State, whom string, of []int, alone bool) (waited bool) {
	what := 0 // of the one before, which those have, too, who follow without a word of what it is
	if len(of) == 0 || of[0] == s.Request.SpecialtyID {
		what = s.Request.ProcedureID
	}
	for _, next := range s.Next {
		if next.ProcedureID != 0 {
			what = next.ProcedureID
		}
		procedure, _ := d.clinic.Procedure(what)
		same := len(of) == 0 && s.For == whom || len(of) == 1 && procedure.SpecialtyID == of[0]
		if waited = waited || next.For == whom && len(of) == 1 && same && of[0] != s.Request.SpecialtyID; alone && next.For != "" && next.For != whom && same {
			d.moves = append(d.moves, conversation.Later{Next: next, Drop: true})
			d.note(d.text(wording.TalkNoProblem))
		}
	}
	return waited
}

// dropped reports that a text drops what is to be booked next: its service stands behind the words of dropping.
func (d *dialogue) dropped(r reading, next conversation.Next) bool {
	at, ok := r.place(say.DropsThis)
	if !ok {
		return false
	}
	clause := d.clauses(r.text[at.start:])[0]
	procedure, _ := d.clinic.Procedure(next.ProcedureID)
	found := d.readAgain(&conversation.State{}, clause)
	return slices.Contains(d.services(found), next.ProcedureID) || isConsultation(procedure) && slices.Contains(found.Specialties, procedure.SpecialtyID)
}

// dropBooked drops, while another thing is booked or asked whether it is wanted, the mention of what was booked before:
// "10:00, depois da consulta" is about the exam.  Who wants that in its place says so.
func (d *dialogue) dropBooked(s *conversation.State, r *reading) {
	var now, former int
	switch {
	case s.Asked == conversation.AskNext && len(s.Next) > 0 && s.Booked != nil:
		now, former = s.Next[0].ProcedureID, s.Booked.ProcedureID
	case s.Closed == "" && s.Former != nil:
		now, former = s.Request.ProcedureID, s.Former.ProcedureID
	}
	if now == 0 || now == former || r.saysAny(say.PutsRight, say.Prefers) {
		return
	}
	before, _ := d.clinic.Procedure(former)
	r.Procedures = slices.DeleteFunc(slices.Clone(r.Procedures), func(id int) bool {
		procedure, _ := d.clinic.Procedure(id)
		return id == before.ID || isConsultation(before) && isConsultation(procedure)
	})
}
