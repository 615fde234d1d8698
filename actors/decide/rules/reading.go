package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// reading is one message with all that can be read from it in the light of the open question.
type reading struct {
	*parsed
	understand.Facts
	conversation.Mentions
	// not are times that will not do.
	not []conversation.Wish
	// writer is the first name of a writer who is not the patient; ownCPF is set when they gave their
	// own CPF.
	writer           string
	ownCPF, ownBirth bool
	// lent is set where a CPF was neither the patient's nor the writer's.
	lent bool
	// turned is set when what was answered was the writer's, and somebody else is the patient.
	turned bool
	// notPlans are plans that are not the patient's, or no more.
	notPlans []int
	// notServices are procedures that are not wanted.
	notServices []int
	// notDoctors are those who are not wanted.
	notDoctors []int
	// anyDoctor is set when any of several doctors will do, both when both of two that were shown are wanted.
	anyDoctor, both bool
	// symptoms is set when the patient only tells of the illness.
	symptoms bool
	// ownRight is set when it is put right who wants what, and this is what the patient wants.
	ownRight bool
	// times is the part of the text that the wish stands in; what was refused is left out.
	times string
	// toldOnly is set when nothing but times of everyday life is told.
	toldOnly bool
	// bound is from or until when the patient can come, by what is told of other things.
	bound conversation.Wish
}

func (r reading) wish() conversation.Wish { return bounded(wishOf(r.Facts), r.bound) }

// wishOf are the days and hours of a text.
func wishOf(f understand.Facts) conversation.Wish {
	wish := conversation.Wish{Dates: f.Dates, Times: f.Times, Period: f.Period}
	foreign := func(either understand.When) bool { // what was said of it was dropped, or is known better
		in := func(list []understand.Span) func(understand.Span) bool {
			return func(span understand.Span) bool { return !slices.Contains(list, span) }
		}
		return slices.ContainsFunc(either.Dates, in(f.Dates)) || slices.ContainsFunc(either.Times, in(f.Times))
	}
	if len(f.Any) > 0 && !slices.ContainsFunc(f.Any, foreign) {
		wish = eitherOf(each(f.Any, wishAt))
	}
	return before(wish, f.Below)
}

// wishAt is the wish for a time.
func wishAt(w understand.When) conversation.Wish {
	return conversation.Wish{Dates: w.Dates, Times: w.Times, Period: w.Period}
}

// eitherOf is the wish for any of several; what all of them restrict, it restricts itself.
func eitherOf(list []conversation.Wish) conversation.Wish {
	wish := conversation.Wish{Any: list}
	days, hours, period := true, true, list[0].Period
	for _, one := range list {
		days = days && len(one.Dates) > 0
		hours = hours && len(one.Times) > 0
		if one.Period != period {
			period = ""
		}
	}
	wish.Period = period
	for _, one := range list {
		if days {
			wish.Dates = append(wish.Dates, one.Dates...)
		}
		if hours {
			wish.Times = append(wish.Times, one.Times...)
		}
	}
	return wish
}

// before leaves the end out of hours before which somebody wants to come.
func before(wish conversation.Wish, below []understand.Span) conversation.Wish {
	wish.Times = each(wish.Times, func(span understand.Span) understand.Span {
		if slices.Contains(below, span) && span.From < span.To { // "quinta 14h. mas acaba antes das 16 né"
			span.To = minutesLater(span.To, -1)
		}
		return span
	})
	wish.Any = each(wish.Any, func(one conversation.Wish) conversation.Wish { return before(one, below) })
	return wish
}

// patient is what the text says of the patient.
func (r *reading) patient() conversation.Identity {
	return conversation.Identity{Name: r.Name, CPF: r.CPF, BirthDate: r.BirthDate}
}

// identifies reports that the text says something of the patient.
func (r *reading) identifies() bool { return r.patient() != conversation.Identity{} }

// data reports whether the text says anything a booking needs.
func (r reading) data() bool {
	return !r.wish().Empty() || !r.Mentions.Empty() || r.Choice > 0 || r.identifies() || len(r.notPlans)+len(r.notDoctors) > 0
}

// reading reads a text in the light of the state, once as long as that is the same.
func (d *dialogue) reading(s *conversation.State, text string) reading {
	text = d.passedOn(s, d.withoutOwnTitle(s, d.withSigns(s, d.withHalf(s, text))))
	if d.latest == nil || d.latest.text != text {
		r := d.readAgain(s, text)
		d.latest = &r
	}
	return *d.latest
}

func (d *dialogue) readAgain(s *conversation.State, text string) reading {
	r := reading{parsed: d.parse(text), Facts: d.facts(text), Mentions: d.find(text)}
	if r.times = d.timesBeside(text); r.times != text && !r.wish().Empty() {
		beside := d.facts(r.times)
		r.Dates, r.Times, r.Period, r.Any, r.Below = beside.Dates, beside.Times, beside.Period, beside.Any, beside.Below
	}
	d.refuseEdges(s, &r)
	d.dropOtherTimes(&r)
	d.refuseWork(s, &r)
	if len(r.Doctors) == 0 {
		r.Doctors = firstFilled(d.nicknamed(r), d.listedOfSex(s, r), d.pointedAt(s, r))
	}
	d.readIntent(s, &r)
	takesThis(s, &r)
	readLaterDays(s, &r)
	d.readOnlyThen(s, &r)
	d.tellTimes(s, &r)
	d.readParity(s, &r)
	d.leavesUntimed(s, &r)
	if asksIdentity(s.Asked) {
		d.underIdentity(s, &r)
	}
	d.yearPutRight(s, &r)
	d.spokenHour(s, &r)
	d.readNumber(s, &r)
	d.readBoth(s, &r)
	d.readSpecialties(s, &r)
	d.layBeside(s, &r)
	d.readAny(s, &r)
	if several := d.severalServices(text); several != nil && (r.says(say.AndAnother) || r.says(say.Also)) {
		r.Procedures = several
	}
	bare := s.Asked == conversation.AskSlot && len(r.parsed.tokens) <= maxPartly && r.wish().Empty() // "ELETROCARDIO" to an offer
	if len(r.Procedures) == 0 && (bare || s.Asked == conversation.AskProcedure) && s.Closed == "" {
		r.Procedures = d.partlyNamed(s.Request.SpecialtyID, r.parsed)
	}
	d.separateServices(&r)
	d.dropBooked(s, &r)
	d.dropRefusedSpecialties(s, &r)
	d.separateRefusedTimes(s, &r)
	d.refusedBesides(s, &r)
	onDayElse(s, &r)
	fromRefused(&r)
	d.hourAsked(s, &r)
	d.dropBesideYes(s, &r)
	dropChatter(s, &r)
	d.nameApart(s, &r)
	d.leaveRelative(s, &r)
	d.separateNames(s, &r)
	d.nameInDocument(&r)
	d.namePutRight(s, &r)
	surnamesBehind(s, &r)
	d.separateWriter(s, &r)
	r.Name = onlyNameWords(r.Name)
	d.separatePlans(s, &r)
	d.plansMeant(s, &r)
	r.Dates = d.withToday(s, r)
	d.dropTimesInPassing(s, &r)
	d.afterFirst(s, &r)
	d.preferListedDays(s, &r)
	d.preferListedHour(s, &r)
	d.dropSymptomTimes(s, &r)
	r.symptoms = r.symptoms || d.tellsReason(s, &r)
	d.dropGrumbledTimes(&r)
	r.Dates = narrowed(r.Dates, r.says(say.Or))
	return r
}

// dropRefusedSpecialties drops those that are not wanted where others are named: "não é dermato, é gineco", "dermato não, é
// ortopedista".
func (d *dialogue) dropRefusedSpecialties(s *conversation.State, r *reading) {
	left := d.withoutWondered(s, d.withoutRefused(d.withoutDenied(say.NotService, r.text)))
	if left == r.text {
		return
	}
	if wanted := firstFilled(d.find(left).Specialties, d.abbreviated(left)); len(wanted) > 0 {
		r.Specialties = wanted
	}
}

// readSpecialties reads the specialties that a text names in short, or in words of the patients, where it does not name
// them in full.
func (d *dialogue) readSpecialties(s *conversation.State, r *reading) {
	d.dropBodyParts(s, r)
	d.dropMentioned(r)
	if len(r.Specialties) > 0 && r.says(say.AndAnother) { // "cardiologista e orto"
		r.Specialties = append(r.Specialties, minus(d.abbreviated(r.text), r.Specialties)...)
	}
	visits := !slices.ContainsFunc(r.Procedures, func(id int) bool { return !d.isVisit(id) })
	if len(r.Specialties)+len(r.Doctors) == 0 && visits {
		r.Specialties = d.abbreviated(r.text)
		if wanted := s.Request.SpecialtyID == 0 || s.Closed != ""; wanted && len(r.Specialties) == 0 && r.Name == "" {
			lay := d.layBesideMissing(r.parsed)                                                      // what patients call it: "médico dos ossos"
			r.Specialties, r.Procedures = lay.Specialties, firstFilled(lay.Procedures, r.Procedures) // "uma consulta, tô com manchas no rosto"
		}
	}
}

// dropBodyParts drops a specialty that a text names by a part of the body, or the like, where another one is known and nothing
// is wanted instead: "o joelho ruim não me deixa subir escada".
func (d *dialogue) dropBodyParts(s *conversation.State, r *reading) {
	known := s.Request.SpecialtyID
	if known == 0 || s.Closed != "" || s.Asked == conversation.AskService || len(r.Specialties) == 0 {
		return
	}
	wanted := r.saysAny(say.PutsRight, say.Corrects, say.Prefers, say.ToBook, say.AnotherNow, say.AndOne) || d.withoutWondered(s, r.text) != r.text
	asked := len(strings.Fields(r.text)) < minRemark || r.saysAny(say.Wishing, say.Also) // "é uma coceira atrás do joelho, ela vê?"
	denies := r.Intent == understand.Deny && !r.says(say.Ailing)                         // "não dormi a noite toda de dor no joelho"
	if wanted || denies || r.Intent == understand.Book {
		return
	}
	hits := d.hits(r.text).Specialties
	r.Specialties = slices.DeleteFunc(slices.Clone(r.Specialties), func(id int) bool {
		return id != known && !slices.ContainsFunc(hits, func(hit understand.Hit) bool {
			return hit.ID == id && (d.byName(r.text, hit) || asked && !r.aches(hit))
		})
	})
}

// minRemark is how many words tell of a part of the body, and name no specialty: "é joelho" does.
const minRemark = 5

// readPerson leaves out of a wish for a person words that only look like one: who says to be one, or to speak little, does
// not ask for one, nor who comes from one, "falo em nome do Dr. Paulo", or is helped by one at home, and neither does
// "tem alguém aí? quero marcar".
func (d *dialogue) readPerson(r *reading) {
	for _, group := range []language.Group{say.APerson, say.SpeaksLittle, say.OfDoctor, say.OwnHelp} {
		if r.Intent == understand.Human && r.says(group) {
			r.Facts = d.facts(d.withoutPhrase(r.text, group))
		}
	}
	if r.Intent == understand.Human && r.says(say.AnyoneThere) {
		rest := d.withoutPhrase(r.text, say.AnyoneThere)
		if facts := d.facts(rest); facts.Intent == understand.Book || !d.find(rest).Empty() {
			r.Facts = facts
		}
	}
}

// readIntent corrects what the text is for, where a phrase tells it better than its words do.
func (d *dialogue) readIntent(s *conversation.State, r *reading) {
	d.readPerson(r)
	if r.Intent == understand.Decline && r.says(say.Reminds) { // "é particular, não esquece"
		r.Facts = d.facts(d.withoutPhrase(r.text, say.Reminds))
	}
	if r.Intent == understand.Decline && r.says(say.WithoutCPF) { // "ela nasceu agora, não tem cpf ainda não"
		r.Intent = understand.Other
	}
	d.person(r)
	d.callsOffElse(r)
	compares(r)
	if r.Intent == understand.Question && len(firstFilled(d.ofSpecialty(s, r.Doctors), r.Doctors)) == 1 && r.says(say.WhatAbout) {
		r.Intent = understand.Other
	}
	if r.says(say.OnlyPerson) {
		r.Intent = understand.Human
	}
	only := r.says(say.Hypothetical) || r.says(say.AsksCare) && endsAsking(*r)
	if only && (r.Intent == understand.Cancel || r.Intent == understand.Decline || r.Intent == understand.Reschedule) {
		r.Intent, r.Choice = understand.Question, 0 // "se eu marcar o 1 posso cancelar depois?"
	}
	d.cancelledByClinic(r)
	if r.says(say.Hello) {
		r.Intent = understand.Greet
	}
	if r.says(say.AsksTruth) {
		r.Intent = understand.Question
	}
	if r.says(say.Exclaims) {
		r.Mentions = conversation.Mentions{}
	}
	if r.says(say.DropsIt) {
		r.Intent = understand.Decline
	}
}

// cancelledByClinic takes for no wish to cancel what the clinic did, or is asked whether it did: "minha consulta foi cancelada?"
// Who then wants another time moves it.
func (d *dialogue) cancelledByClinic(r *reading) {
	if !r.says(say.WasCancelled) {
		return
	}
	switch d.facts(d.withoutPhrase(r.text, say.WasCancelled)).Intent {
	case understand.Book, understand.Reschedule:
		r.Intent = understand.Reschedule
	case understand.Cancel:
	default:
		r.Intent = understand.Question
	}
}

// readLaterDays takes "mais pra frente" for later times than those of the list.
func readLaterDays(s *conversation.State, r *reading) {
	if s.Asked == conversation.AskSlot && r.says(say.LaterDays) && r.Intent != understand.Cancel {
		r.More = true
		if r.Intent == understand.Decline {
			r.Intent = understand.Other
		}
	}
}

// separateServices keeps, of several procedures, those that are wanted: not the ones that are refused, were made
// already, or are brought along.
func (d *dialogue) separateServices(r *reading) {
	if len(r.Procedures) == 0 {
		return
	}
	left := d.withoutDenied(say.NotService, r.text)
	if left != r.text {
		r.notServices = minus(r.Procedures, d.servicesIn(r, left))
	}
	if r.says(say.SameAgain) {
		return
	}
	var kept strings.Builder
	for _, clause := range d.clauses(left) {
		if !d.said(clause, say.DoneExam) {
			kept.WriteString(clause)
		}
	}
	if kept.Len() == len(r.text) {
		return
	}
	r.Procedures = d.servicesIn(r, kept.String())
}

// servicesIn are the procedures that a part of a text names, and of those that it names in words of patients the ones that were read.
func (d *dialogue) servicesIn(r *reading, part string) []int {
	named, lay := d.find(part).Procedures, d.clinic.Lay(part).Procedures
	return append(slices.Clip(named), slices.DeleteFunc(minus(lay, named), func(id int) bool { return !slices.Contains(r.Procedures, id) })...)
}

// partlyNamed is the one procedure of a specialty that has a word of a text in its name, where that is asked for:
// "MAPEAMENTO", "o das pinta"; nil for none or several.
func (d *dialogue) partlyNamed(specialty int, p *parsed) []int {
	var ids []int
	for _, procedure := range d.clinic.ProceduresOf(specialty) {
		words := language.Tokenize(procedure.Name)
		if slices.ContainsFunc(p.tokens, func(t language.Token) bool {
			return t.Kind == language.Letters && len(t.Text) >= minPartly && slices.ContainsFunc(words, func(word language.Token) bool {
				return strings.HasPrefix(word.Text, t.Text) || language.OneTypo(word.Text, t.Text)
			})
		}) {
			ids = append(ids, procedure.ID)
		}
	}
	if len(ids) != 1 {
		return nil
	}
	return ids
}

// minPartly is the shortest word that names a procedure in part, in bytes; maxPartly is how long, in words and signs, a text
// is that names one so where it was not asked for.
const minPartly, maxPartly = 5, 3

// severalServices are the procedures that a text names one after the other: "um eletro e um teste ergométrico", nil for
// one.
func (d *dialogue) severalServices(text string) []int {
	hits := slices.Clone(d.hits(text).Procedures)
	slices.SortStableFunc(hits, func(a, b understand.Hit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.Score, a.Score))
	})
	var ids []int
	end := 0
	for _, hit := range hits {
		if hit.Start < end || slices.Contains(ids, hit.ID) {
			continue
		}
		ids, end = append(ids, hit.ID), hit.End
	}
	if len(ids) < 2 {
		return nil
	}
	return ids
}

// readOnlyThen takes the days and hours of an offer that somebody wonders about out of what is wished: "só sábado? e na quinta não
// tem nada?"  Who says nothing else wants to see others.
func (d *dialogue) readOnlyThen(s *conversation.State, r *reading) {
	if s.Asked != conversation.AskSlot || !d.said(r.times, say.OnlyThen) {
		return
	}
	r.times = d.withoutPhrase(r.times, say.OnlyThen)
	left := d.facts(r.times)
	r.Dates, r.Times, r.Period, r.Any, r.Below, r.Choice = left.Dates, left.Times, left.Period, left.Any, left.Below, left.Choice
	r.More = r.More || r.wish().Empty()
}

// readAny notes that any doctor will do, where one is asked for or was not yet: "tanto faz" is no number then.
func (d *dialogue) readAny(s *conversation.State, r *reading) {
	named := s.Closed == "" && anyNamed(s, *r)
	open := s.Asked == conversation.AskDoctor || s.Request.AgendaID == 0 && s.Asked == conversation.AskNothing
	if named {
		r.anyDoctor, r.Doctors, r.Choice = true, nil, 0
		return
	}
	if r.Choice == 1 && s.Asked != conversation.AskSlot && (r.says(say.AnyDay) || r.says(say.AnyHour)) && !hasDigit(r.text) {
		r.Choice = 0 // of days, not of what was asked
	}
	if !open || len(r.Doctors) > 0 || r.Choice > 1 {
		return
	}
	then := s.Asked == conversation.AskDoctor && r.says(say.WhoThen) && r.asksOfPart() // "qual deles atende de tarde?"
	if r.anyDoctor = then || r.both || r.says(say.AnyDoctor); r.anyDoctor || s.Asked == conversation.AskDoctor && (r.says(say.WomanDoctor) || r.says(say.ManDoctor)) {
		r.Choice = 0
	}
}

// asksOfPart reports that times are named at which somebody is asked to be there, and reads a part of the day without its accent:
// "qual das duas atende a tarde? de manhã eu durmo"
func (r *reading) asksOfPart() bool {
	if m, ok := r.match(say.WhoPart); ok {
		if who, says := r.match(say.WhoThen); says && language.Fold(r.tokens[who.From].Text) == "as" {
			r.Times = nil // "as duas atendem de manhã?"
		}
		switch part := language.Fold(r.tokens[m.To-1].Text); {
		case strings.HasPrefix(part, "manh"):
			r.Period = understand.Morning
		case strings.HasPrefix(part, "tard"):
			r.Period = understand.Afternoon
		default:
			r.Period = understand.Evening
		}
	}
	return !r.wish().Empty()
}

// anyNamed reports words by which any doctor will do, whatever was asked, or one as well as the one who is named.
func anyNamed(s *conversation.State, r reading) bool {
	return r.says(say.AnyDoctorNamed) || s.Asked == conversation.AskDoctor && r.says(say.OrOther)
}

// readNumber reads the number that a text begins with, the line of the offer that it repeats, or a bare day, where a
// time is asked for.
func (d *dialogue) readNumber(s *conversation.State, r *reading) {
	listed := !r.toldOnly && (s.Asked == conversation.AskSlot || len(s.Options) > 0 && !asksIdentity(s.Asked))
	if listed && r.Choice == 0 && r.wish().Empty() {
		if m, ok := r.match(say.Leading); ok && (r.Intent != understand.Deny || r.says(say.SameDay)) {
			r.Choice = r.number(m)
		} else if m, ok := r.match(say.OnlyNumber); ok && r.BirthDate == "" { // whose year it would be: "03.09.12"
			r.Choice = r.number(m) // "humpf. 5 então"
		}
	}
	if listed && r.Choice == 0 && r.wish().Empty() {
		r.Choice = d.loneOrdinal(s, r)
	}
	if s.Asked != conversation.AskSlot {
		return
	}
	if line := offerLine(r.text); line != nil {
		r.Choice = numberOf(line[1])
		r.Dates, r.Times = nil, []understand.Span{{From: line[2], To: line[2]}}
	}
	if m, ok := r.match(say.BareDay); ok && r.Choice == 0 && r.number(m) >= 20 && r.number(m) < 40 {
		r.Choice = r.number(m) // beyond the list it is a day
	}
}

// loneOrdinal is the number that "segundo" means at the head of a short answer where there is a list, or "a de cima"; 0 for none.
// Elsewhere it may be a moment, or somebody's opinion.
func (d *dialogue) loneOrdinal(s *conversation.State, r *reading) int {
	if r.says(say.OnTop) {
		return 1
	}
	if len(r.tokens) == 0 || len(strings.Fields(r.text)) > maxOrdinal || !say.Ordinal.Has(r.tokens[0].Text) || !r.Mentions.Empty() {
		return 0
	}
	list := max(len(s.Offer), len(s.Options))
	if list < 2 || len(r.tokens) > 1 && say.AfterOpinion.Has(r.tokens[1].Text) {
		return 0
	}
	return d.facts("o " + r.tokens[0].Raw).Choice
}

// maxOrdinal is how many words an answer has that begins with an ordinal and is nothing else: "segundo aí da sua lista".
const maxOrdinal = 5

// abbreviated are the specialties that a text names in short: "derma", "gineco", "orto".
func (d *dialogue) abbreviated(text string) []int {
	var ids []int
	for word := range strings.FieldsSeq(text) {
		if word = strings.Trim(word, ".,!?"); len(word) < minAbbreviation {
			continue
		}
		for _, specialty := range d.clinic.Specialties {
			if len(word) < len(specialty.Name) && strings.EqualFold(specialty.Name[:len(word)], word) && !slices.Contains(ids, specialty.ID) {
				ids = append(ids, specialty.ID)
			}
		}
	}
	return ids
}

// minAbbreviation is the shortest part of a specialty that names it, in bytes.
const minAbbreviation = 4

// underIdentity drops what cannot be meant while name, CPF or birth date are asked for.
func (d *dialogue) underIdentity(s *conversation.State, r *reading) {
	if len(s.Options) > 0 && r.says(say.BareNumber) {
		return // one of the numbers that were shown
	}
	if r.Intent != understand.Deny && !r.says(say.TakesBack) && !r.says(say.Prefers) {
		r.Choice = 0
	}
	if s.Asked == conversation.AskCPF && r.CPF == "" && hasDigit(r.text) && !r.saysAny(say.Dated, say.BirthPart) {
		r.BirthDate = "" // "11 11 11" is part of a CPF
	}
	if s.Asked != conversation.AskName && hasDigit(r.text) && !r.changesTime() && !d.dayAndHour(r) {
		r.Dates, r.Times = nil, nil // "12/03" is half a birth date
	}
	cpfOnPhone(s, r)
	d.nameUnderIdentity(s, r)
}

// changesTime reports words before another time than the one that was chosen.
func (r *reading) changesTime() bool {
	return r.saysAny(say.Changes, say.Corrects, say.Sorry, say.PutsTime)
}

// dropChatter drops what looks like a name beside the birth date that was asked for, once the name is known: "7/11/2007, fiz
// aniver esses dias".
func dropChatter(s *conversation.State, r *reading) {
	if s.Asked == conversation.AskBirthDate && s.Patient.Name != "" && !r.says(say.AboutName) && !r.says(say.Corrects) && !understand.PersonName(firstName(r.Name)) {
		r.Name = ""
	}
}

// nameUnderIdentity reads a name where one was asked for, or is corrected.
func (d *dialogue) nameUnderIdentity(s *conversation.State, r *reading) {
	corrected := s.Asked != conversation.AskName && r.Name == "" && r.says(say.Corrects)
	if s.Asked != conversation.AskName && !corrected || r.says(say.Titled) {
		return
	}
	if len(r.Plans) > 0 && s.Asked == conversation.AskName && d.planInPassing(s, *r) {
		r.Plans = nil // "Maria de São Francisco"
	}
	bare := d.withoutLaughter(*r)
	loose := d.looseName(bare)
	if parts := sentences(bare.parsed); len(parts) > 1 && s.Asked == conversation.AskName {
		loose = d.nameAmong(parts)
	}
	if r.Name == "" || ratherName(loose, r.Name) {
		r.Name = loose // "sou a Maria de São Francisco": all of it; "Ana Prado e meo": no more than that
	}
	if r.Name == "" && s.Asked == conversation.AskName && r.Intent != understand.Question {
		r.Name = d.namedAnywhere(s, bare.parsed)
	}
	d.asksOfDoctor(r)
	if r.Name != "" && len(r.Plans) == 0 {
		r.Mentions = conversation.Mentions{}
	}
}
