package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// nextQuestion asks, right after a booking, whether to go on with the next one.
func (d *dialogue) nextQuestion(s *conversation.State) question {
	next, whose := s.Next[0], d.whoseBooked(s)
	if whose.Text != "" && next.For == "" { // it may be meant for another one
		next.For = capitalisedName(firstName(s.Booked.Name))
	}
	q := d.goOnWith(s, next)
	q.text = wording.Lines(whose, q.text)
	return q
}

// goOnWith asks whether to go on with something else.
func (d *dialogue) goOnWith(s *conversation.State, next conversation.Next) question {
	what := d.nextInFull(s, next)
	return question{text: d.text(wording.AskNext, "what", what.Text).With(what), asks: conversation.AskNext}
}

// whoseBooked says, right after a booking of one of several people, whose it is: the clinic's own words name nobody.
func (d *dialogue) whoseBooked(s *conversation.State) wording.Words {
	if s.Booked == nil || s.Booked.Name == "" {
		return wording.Words{}
	}
	another := slices.ContainsFunc(s.Earlier, func(b conversation.Booked) bool { return b.CPF != s.Booked.CPF })
	another = another || slices.ContainsFunc(s.Next, func(next conversation.Next) bool { return next.For != "" && next.For != s.For })
	if !another {
		return wording.Words{}
	}
	return d.text(wording.BookedWhose, "name", s.Booked.Name)
}

// nextWish is when the next one shall be: as it is said, or on the day of the one before.
func (d *dialogue) nextWish(h *heard) conversation.Wish {
	wish := h.wish()
	hour := single(wish.Times) && len(wish.Dates) == 0
	if (h.whole.says(say.SameDay) || hour) && h.s.Booked != nil {
		wish.Dates = just(h.s.Booked.Slot.Date)
	}
	if len(wish.Times) == 0 && h.s.Booked != nil && h.whole.says(say.SameHour) { // people come together
		wish.Times = just(h.s.Booked.Slot.Hour)
		if len(wish.Dates) == 0 {
			wish.Dates = just(h.s.Booked.Slot.Date)
		}
	}
	if len(wish.Times) == 0 && h.s.Booked != nil && h.whole.saysAny(say.RightAfter, say.AfterThem) {
		wish.Dates, wish.Times = just(h.s.Booked.Slot.Date), []understand.Span{{From: d.behindBooked(h), To: endOfDay}}
	}
	return wish
}

// behindBooked is from when on the next one can be, where that shall be behind the one before: "na quarta também depois dela".
func (d *dialogue) behindBooked(h *heard) string {
	slot := h.s.Booked.Slot
	if !h.whole.saysAny(say.BehindThem, say.AfterThem) {
		return slot.Hour
	}
	agenda := slot.AgendaID
	if of := h.Specialties; len(of) == 1 && of[0] != d.specialtyOf(agenda) {
		agenda = 0
	}
	if len(h.Doctors) == 1 {
		agenda = h.Doctors[0]
	}
	return conversation.Behind(slot, agenda)
}

// takeNext begins the next one with what the message says of it.
func (d *dialogue) takeNext(h *heard) {
	if len(h.Doctors) > 0 && d.callsNext(h) {
		h.Doctors = nil
	}
	d.tellsWhoseNext(h)
	d.propose(conversation.TakeUp{})
	move := conversation.Search{Wish: d.nextWish(h)}
	if booked := h.s.Booked; booked != nil && h.whole.says(say.AnotherDay) {
		move.Not = append(move.Not, conversation.Wish{Dates: just(booked.Slot.Date)})
	}
	if h.s.Closed == "" { // what is dropped is named, too
		d.onlyNext(h)
	}
	if len(h.Specialties) == 1 {
		move.SpecialtyID = h.Specialties[0]
	}
	if doctors := d.doctorsOfNext(h); len(doctors) == 1 {
		move.AgendaID = doctors[0]
	}
	if move.PlanID = d.privateOf(h.whole); len(h.Plans) == 1 {
		move.PlanID = h.Plans[0]
	} else if h.whole.says(say.SamePlan) && h.s.Former != nil {
		move.PlanID = h.s.Former.PlanID
	}
	move.ProcedureID = d.thingOf(h.reading)
	move.Among = d.anyOfNext(h, move)
	if asksSomething(move) || !move.Wish.Empty() || len(move.Not) > 0 {
		d.propose(move)
	}
	if h.identifies() {
		d.propose(conversation.Identify{Identity: h.patient()})
	}
}

// doctorsOfNext are the doctors whom a text names for the next one: of several who are called so, those of what is booked next.
func (d *dialogue) doctorsOfNext(h *heard) []int {
	if len(h.Doctors) < 2 || h.s.Former == nil {
		return h.Doctors
	}
	specialty := h.s.Former.SpecialtyID
	if len(h.s.Next) > 0 {
		specialty = cmp.Or(d.specialtyOfThing(h.s.Next[0].ProcedureID), specialty)
	}
	return slices.DeleteFunc(slices.Clone(h.Doctors), func(id int) bool { return d.specialtyOf(id) != specialty })
}

// callsNext reports that a name which a doctor has, too, is that of the next patient: "sim beatriz, ela tem 11".
func (d *dialogue) callsNext(h *heard) bool {
	if len(h.s.Next) == 0 || h.s.Next[0].For == "" || h.s.Next[0].For == conversation.ForWriter || h.whole.says(say.Titled) {
		return false
	}
	next := h.s.Next[0]
	called := cmp.Or(next.Called, next.Patient.Name)
	thing := next.ProcedureID
	if h.s.Former != nil {
		thing = cmp.Or(thing, h.s.Former.ProcedureID)
	}
	return h.whole.says(say.TheirAge) || d.othersName(h.whole, h.Doctors[0], thing) || called != "" && !h.whole.says(say.Prefers) && d.firstNameOf(h.Doctors, called)
}

// anyOfNext are the doctors any of whom will do for the next one, nil where that is not said or one is known: "sim, com qualquer
// médico, terça".
func (d *dialogue) anyOfNext(h *heard, move conversation.Search) []int {
	if len(h.s.Next) == 0 || h.s.Next[0].AgendaID != 0 || move.AgendaID != 0 || !h.whole.saysAny(say.AnyDoctor, say.AnyDoctorNamed) {
		return nil
	}
	specialty := cmp.Or(move.SpecialtyID, d.specialtyOfThing(cmp.Or(move.ProcedureID, h.s.Next[0].ProcedureID)))
	all := agendas(d.clinic.DoctorsOf(specialty))
	open := h.s.Former == nil || h.s.Former.SpecialtyID != specialty // else it is with the same doctor, but for who says otherwise
	if len(all) < 2 || !open && !h.whole.says(say.AnyDoctorNamed) {
		return nil
	}
	return all
}

// agreesToNext reports a yes to going on with the next one, whatever stands behind it: "vamos. pra mim tem que ser segunda".
func (d *dialogue) agreesToNext(h *heard) bool {
	if h.s.Asked != conversation.AskNext || len(h.s.Next) == 0 {
		return false
	}
	h.whole.scan()
	begins := len(h.whole.tokens) > 0 && say.Lets.Has(h.whole.tokens[0].Text)
	return begins || d.inClauses(h.s, h.whole.parsed).agrees()
}

// dropsNext drops what was to be booked afterwards where a text says that it is not needed, and reads on without that: "pode, mas o
// eletro não precisa agora".
func (d *dialogue) dropsNext(h *heard) (nothingElse bool) {
	if h.s.Closed != "" || d.literal {
		return false
	}
	text := h.whole.text
	if d.dropsExams(h) {
		return false
	}
	for _, hit := range d.hits(text).Procedures {
		at := slices.IndexFunc(h.s.Next, func(next conversation.Next) bool { return next.ProcedureID == hit.ID })
		if at < 0 || h.s.Request.ProcedureID == hit.ID || !d.said(text[hit.End:], say.Unwanted) {
			continue
		}
		d.moves = append(d.moves, conversation.Later{Next: h.s.Next[at], Drop: true})
		d.note(d.text(wording.TalkNoProblem))
		before := beforeThingFormat.ReplaceAllString(text[:hit.Start], "")
		behind := strings.TrimLeft(text[hit.Start+len(d.clauses(text[hit.Start:])[0]):], " ,.;!")
		rest := strings.Trim(before+", "+d.withoutPhrase(behind, say.IfDoctorAsks), " ,")
		if h.whole = d.readAgain(h.s, rest); rest == "" {
			d.answeredAside = true
			return true
		}
		h.reading = h.whole
		return false
	}
	return false
}

// dropsExams drops the exams of the patient that should come afterwards where a text says that the visit is all: "é só a consulta mesmo".
func (d *dialogue) dropsExams(h *heard) (dropped bool) {
	if !d.isVisit(h.s.Request.ProcedureID) || !h.whole.says(say.OnlyVisit) {
		return false
	}
	for _, next := range h.s.Next {
		if next.ProcedureID != 0 && !d.isVisit(next.ProcedureID) && (next.For == "" || next.For == h.s.For) {
			d.moves = append(d.moves, conversation.Later{Next: next, Drop: true})
			dropped = true
		}
	}
	if dropped || h.whole.says(say.OnlyAsked) {
		d.answerAside(d.text(wording.TalkNoProblem))
	}
	return dropped
}

// beforeThingFormat is what joins a thing to what is said before it.
var beforeThingFormat = regexp.MustCompile(`(?i)[\s,.;!]*(?:\b(?:mas|mais|e|porém|porem|só que|so que)\s+)?(?:\b(?:o|a|esse|essa)\s*)?$`)

// takesUp reads whether to go on with the next one.
func (d *dialogue) takesUp(h *heard) bool {
	switch {
	case h.s.Asked != conversation.AskNext || len(h.s.Next) == 0:
		return false
	case h.whole.says(say.AlreadyBooked) && !d.wantsOtherThing(h), h.whole.says(say.NoMore) && h.Intent != understand.Confirm, nothingMore(h.whole), h.whole.says(say.OnlyOwn) && h.s.Next[0].For != conversation.ForWriter, d.oneMore(h.s.Next[0].For) && h.whole.saysAny(say.NobodyElse, say.TheseAreAll):
		d.propose(conversation.Later{})
		d.note(d.fresh(h.s, wording.TalkWelcome))
	case h.Intent == understand.Confirm, h.Intent == understand.Book, h.Choice == 1, d.agreesToNext(h), !h.wish().Empty(), h.identifies(), h.says(say.SameDay), d.namesNext(h):
		d.takeNext(h)
	case h.Intent == understand.Deny, h.Intent == understand.Decline, h.Intent == understand.Thanks:
		d.propose(conversation.Later{})
		d.note(d.fresh(h.s, wording.TalkWelcome))
	default:
		return false
	}
	return true
}

// nothingMore reports a message that says that nothing more is wanted, and nothing else: "é só isso mesmo".
func nothingMore(r reading) bool { return r.says(say.NoMoreWishes) && r.onlyEnds() }

// onlyOwn ends the second booking of a talk, before a time of it is chosen, with who says that the one that was made was all: "só a
// minha mesmo", "é só isso".  It may have been begun by mistake.
func (d *dialogue) onlyOwn(h *heard) bool {
	s := h.s
	if s.Closed != "" || s.Booked == nil || len(s.Next) > 0 {
		return false
	}
	nobody := d.oneMore(s.For) && h.whole.saysAny(say.NobodyElse, say.TheseAreAll)
	if !nobody && (s.Choice != nil || s.Asked == conversation.AskPlan) {
		return false
	}
	theirs := s.For != "" && bookedFor(s, "") && h.whole.says(say.OnlyOwn)
	if h.whole.says(say.OnlyMe) && s.Former != nil && s.Request.SpecialtyID != 0 && s.Request.SpecialtyID != s.Former.SpecialtyID {
		theirs = false // "só pra mim": this other thing
	}
	if !theirs && !nobody && !nothingMore(h.whole) {
		return false
	}
	d.stops(h)
	return true
}

// asksLater says goodbye to who wants another appointment some other time: "preciso de um pra minha filha, mas depois eu
// chamo".
func (d *dialogue) asksLater(h *heard) bool {
	another := h.whole.saysAny(say.OneMore, say.Also, say.AnotherNow, say.ForRelative, say.Others) || h.s.Asked == conversation.AskNext
	if !afterBooking(h.s) || !another || !h.whole.says(say.AsksLater) || h.identifies() {
		return false
	}
	d.note(d.fresh(h.s, wording.TalkUntilThen))
	return true
}

// onlyNext keeps, of what a text names, what is not being booked.
func (d *dialogue) onlyNext(h *heard) {
	h.Specialties = minus(h.Specialties, []int{h.s.Request.SpecialtyID})
	h.Procedures = minus(d.services(h.reading), []int{h.s.Request.ProcedureID})
	h.Doctors = slices.DeleteFunc(slices.Clone(h.Doctors), func(id int) bool { return d.specialtyOf(id) == h.s.Request.SpecialtyID })
}
