package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// bookedOf names an appointment that was made: "o horário de *Ana Prado* com a Dra. Helena Castro (*sábado, 28/11, às
// 09:00*)".
func (d *dialogue) bookedOf(b conversation.Booked) wording.Words {
	return d.text(wording.BookedShort, "name", b.Name, "with", d.clinic.With(b.Slot.AgendaID), "day", d.day(b.Slot.Date), "hour", b.Slot.Hour)
}

// allBooked names all that were made.
func (d *dialogue) allBooked(s *conversation.State) wording.Words {
	return wording.Join(" e ", each(s.Appointments(), d.bookedOf)...)
}

// meantOne is that of the appointments of this conversation that a text is about, the last one where nothing tells them apart.
func (d *dialogue) meantOne(s *conversation.State, text string) conversation.Booked {
	all := d.meantOnes(s, text)
	if len(all) == 0 {
		return conversation.Booked{}
	}
	return all[len(all)-1]
}

// meantOnes are those of the appointments of this conversation that a text may be about: those that do not stay as they are, and of
// these the ones whose patient, service, doctor or time it names.  Several are left where nothing tells them apart.
func (d *dialogue) meantOnes(s *conversation.State, text string) []conversation.Booked {
	all := s.Appointments()
	if len(all) < 2 {
		return all
	}
	if moved := slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool { return d.stays(b, text) }); len(moved) > 0 {
		all = moved
	}
	text = d.withoutPhrase(text, say.StaysBooked)
	all = d.appointmentsOf(all, d.parse(text))
	had, wish := d.fromAndTo(text)
	if at, _ := d.movesTo(text); had.Empty() && wish.Empty() {
		had = wishOf(d.facts(text))
	} else if best := d.mostAlike(all, text[:at.start], had); len(best) > 0 { // "o do Theo passa pra quarta, depois da Alice"
		return best
	}
	if best := d.mostAlike(all, text, had); len(best) > 0 {
		return best
	}
	return all
}

// mostAlike are those of some appointments of which a text says the most; none where it says nothing of any.
func (d *dialogue) mostAlike(all []conversation.Booked, text string, had conversation.Wish) (best []conversation.Booked) {
	most := 1
	for _, b := range all {
		switch n := d.alike(b, text, had); {
		case n > most:
			best, most = []conversation.Booked{b}, n
		case n == most:
			best = append(best, b)
		}
	}
	return best
}

// stays reports words that an appointment stays as it is: "o da minha mãe permanece", "a dela fica", "a do Theo fica".
func (d *dialogue) stays(b conversation.Booked, text string) bool {
	p := d.parse(text)
	p.scan()
	var names []place
	for _, t := range p.tokens {
		if partOfName(t) && sameWord(strings.Fields(b.Name), t.Raw) {
			names = append(names, place{t.Start, t.End})
		}
	}
	for _, name := range slices.Backward(names) {
		text = text[:name.start] + standIn + text[name.end:]
	}
	p = d.parse(text)
	return slices.ContainsFunc(p.matches(say.StaysBooked), func(m language.Match) bool {
		call := d.toldBack(p, m)
		switch {
		case hasWord(p.tokens[m.From:m.To], standIn):
			return true
		case call != "":
			return call == b.For
		case p.pronoun(m) != "-":
			return strings.HasPrefix(b.For, p.pronoun(m))
		default:
			return b.For == "" && p.saysMine(m)
		}
	})
}

// appointmentsOf are those that a text says to be the writer's, or of who was just spoken of: "a minha de quinta", "muda a dela";
// all of them where it does not say, or speaks of none of these.
func (d *dialogue) appointmentsOf(all []conversation.Booked, p *parsed) []conversation.Booked {
	m, theirs := p.match(say.TheirsOfSeveral)
	mine := p.says(say.MineOfSeveral)
	if !theirs && !mine {
		return all
	}
	whose := func(b conversation.Booked) bool {
		return mine && b.For == "" || theirs && strings.HasPrefix(b.For, p.pronoun(m))
	}
	if fits := slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool { return !whose(b) }); len(fits) > 0 {
		return fits
	}
	return all
}

// alike counts what of a text is that of an appointment, and of the time that it is said to have; who it is for counts most.
func (d *dialogue) alike(b conversation.Booked, text string, had conversation.Wish) int {
	found, n := d.find(text), 0
	if slices.Contains(found.Doctors, b.Slot.AgendaID) {
		n++
	}
	if slices.Contains(d.services(reading{Mentions: found}), b.ProcedureID) || slices.Contains(found.Specialties, d.specialtyOf(b.Slot.AgendaID)) {
		n++
	}
	if days := (conversation.Wish{Dates: had.Dates, Weekdays: had.Weekdays}); !days.Empty() && days.Allows(b.Slot) {
		n++
	}
	if hours := (conversation.Wish{Times: had.Times, Period: had.Period}); !hours.Empty() && hours.Allows(b.Slot) {
		n++
	}
	for _, t := range language.Tokenize(text) {
		call := spaced(say.ToldBack.Value(t.Text))
		if call != "" && call == b.For || partOfName(t) && sameWord(strings.Fields(b.Name), t.Raw) {
			n += 4
		}
	}
	return n
}

// transferBooked hands over who wants the appointment that was made otherwise, or not at all, and says which one that is
// and what is wished.
func (d *dialogue) transferBooked(h *heard, reason string) conversation.Transfer {
	id := wording.TransferBookedMove
	if reason == reasonCancel {
		id = wording.TransferBookedCancel
	}
	meant, between := d.meantOf(h)
	booked := wording.Join(between, each(meant, d.bookedOf)...)
	words := d.text(id, "appointment", booked.Text).With(booked)
	wish := d.wishInstead(h, meant[0])
	for _, one := range meant[1:] {
		if wish.Text == "" {
			wish = d.wishInstead(h, one)
		}
	}
	if wish.Text != "" && reason != reasonCancel {
		words = d.text(wording.TransferBookedTo, "appointment", booked.Text, "wish", wish.Text).With(booked, wish)
	}
	return d.transferSaying(reason, words)
}

// meantOf are the appointments of this conversation that a message is about, and what stands between them: all of them where it says
// so, else one, or one of several where nothing tells which.
func (d *dialogue) meantOf(h *heard) (meant []conversation.Booked, between string) {
	if all := h.s.Appointments(); len(all) > 1 && h.whole.says(say.AllOfMine) {
		return all, " e "
	}
	return d.meantOnes(h.s, h.whole.text), " ou "
}

// wishInstead is what is wished instead of the appointment that was made, "sexta de manhã", "com a Dra. Helena Castro".
func (d *dialogue) wishInstead(h *heard, booked conversation.Booked) wording.Words {
	wish := conversation.Wish{}
	own := d.inBookedWeek(h, booked)
	if len(own.Times) > 0 {
		if hour, ok := d.hourMovedTo(h.whole.text); ok {
			own.Times, own.Period = just(hour), ""
		}
	}
	if h.whole.says(say.CancelsAndPuts) { // "essa de hoje" is the one that was made
		own.Dates = slices.DeleteFunc(slices.Clone(own.Dates), func(span conversation.Span) bool { return span == just(booked.Slot.Date)[0] })
	}
	if !own.Empty() && !own.Allows(booked.Slot) {
		wish = own
	}
	timeless := len(wish.Times) == 0 && wish.Period == ""
	if len(wish.Dates) > 0 && timeless && h.whole.saysAny(say.SameHour, say.AtThatHour) {
		wish.Times, timeless = just(booked.Slot.Hour), false
	}
	var with, than wording.Words
	switch {
	case !timeless:
	case h.whole.says(say.RatherSooner):
		than = d.text(wording.WishSooner)
	case h.whole.says(say.RatherLater):
		than = d.text(wording.WishLater)
	}
	if len(h.Doctors) == 1 && h.Doctors[0] != booked.Slot.AgendaID {
		with = named(d.clinic.With(h.Doctors[0]))
	}
	return wording.Join(" ", d.wishText(wish), than, with)
}

// inBookedWeek is what a text wishes, in which a weekday said alone is that of the week of the appointment, where that is a later
// one, or the coming one if that is nearer to it: "passa pra sexta" of next Wednesday's.  The day of the appointment itself is no wish.
func (d *dialogue) inBookedWeek(h *heard, booked conversation.Booked) conversation.Wish {
	own := h.wish()
	at, err := time.Parse(time.DateOnly, booked.Slot.Date)
	if err != nil || booked.Slot.Date < d.nextMonday() || h.whole.says(say.RatherSooner) {
		return own
	}
	of := func(days []conversation.Span) (list []conversation.Span) {
		for _, span := range days {
			day, err := time.Parse(time.DateOnly, span.From)
			if err != nil || span.From != span.To || !d.bareWeekday(h.whole.text, span.From) {
				list = append(list, span)
				continue
			}
			ahead := sinceMonday(day) - sinceMonday(at)
			if ahead < -3 { // Monday is nearer behind Friday than before it
				ahead += 7
			}
			if ahead != 0 {
				list = append(list, just(daysLater(booked.Slot.Date, ahead))...)
			}
		}
		return list
	}
	own.Dates = of(own.Dates)
	own.Any = each(own.Any, func(one conversation.Wish) conversation.Wish {
		one.Dates = of(one.Dates)
		return one
	})
	return own
}

// bareWeekday reports that a text names a day by its weekday alone, and not as the one from today: "essa sexta", "sexta que vem".
func (d *dialogue) bareWeekday(text, date string) bool {
	p := d.parse(text)
	fromToday := func(m understand.Moment) bool {
		return slices.ContainsFunc(p.matches(say.FromToday), func(said language.Match) bool {
			at := p.placeOf(said)
			return at.start < m.End && m.Start < at.end
		})
	}
	return d.saysDay(text, date, true) && !slices.ContainsFunc(d.mentioned(text), func(m understand.Moment) bool {
		return m.Day == just(date)[0] && (!m.Weekday || fromToday(m))
	})
}

// hourMovedTo is the last hour right behind a word that leads to it, which is where something shall be moved, whatever other hours a text
// tells: "meu irmão vai buscar meu pai às 14h, dá pra passar o pai pras 14:10?"
func (d *dialogue) hourMovedTo(text string) (hour string, ok bool) {
	p := d.parse(text)
	for _, m := range p.matches(say.MovesTo) {
		at := p.placeOf(m)
		for _, to := range d.mentioned(text) {
			right := to.Start >= at.end && onlySigns(text[at.end:to.Start]) && !hasDigit(text[at.end:to.Start])
			if right && to.Time.From != "" && to.Time.From == to.Time.To {
				hour, ok = to.Time.From, true
			}
		}
	}
	return hour, ok
}

// transferSaying hands over with words, and with compassion where somebody is not well.
func (d *dialogue) transferSaying(reason string, words wording.Words) conversation.Transfer {
	if feels := d.compassion(); feels.Text != "" && reason != reasonComplaint { // whose words are sorry themselves
		words = wording.Join(" ", feels, words)
	}
	return conversation.Transfer{Reason: reason, Text: words.Text, From: words.From}
}

// afterBooking reports a booking that was made, and nothing begun since.
func afterBooking(s *conversation.State) bool {
	return s.Closed == conversation.OutcomeBooked && s.Booked != nil
}

// ifCancelled answers who asks how it would be to cancel what was made, or says when they would, and cancels nothing: "se eu
// precisar desmarcar eu falo por aqui mesmo?", "se der ruim no trabalho eu cancelo, tá?"
func (d *dialogue) ifCancelled(h *heard) bool {
	if !afterBooking(h.s) || !h.whole.saysAny(say.IfCancelled, say.TellsLater, say.AnythingLater) || h.whole.saysAny(say.IfItOpens, say.Worsens) {
		return false
	}
	if d.asksOfCosts(h.whole.text) && h.asked.only() { // "se eu precisar desmarcar, cobra?"
		d.giveAnswers(h.asked)
		return true
	}
	d.answerAside(d.text(wording.AnswerCancel))
	return true
}

// withoutIfUnwell is a text without the question what is done if somebody is unwell at the clinic, which nobody is: "e se eu tiver uma
// crise na sala de espera, vcs atendem? é que eu já passei mal em lugar cheio".  Only people know; "" where nothing else is said that
// goes on with a booking.
func (d *dialogue) withoutIfUnwell(s *conversation.State, text string) string {
	at, ok := d.parse(text).place(say.IfUnwell)
	if d.literal || !ok || d.said(text, say.Worsens) || d.said(text, say.IfCancelled) { // "não tem remarcação se eu passar mal?"
		return text
	}
	d.sayUnknown(d.variant(wording.AnswerUnknown, s.Excuses))
	around := sentenceAround(text, at)
	if left := strings.TrimSpace(cutOut(text, around)); d.readAgain(s, left).data() {
		return left
	}
	return ""
}

// withoutIfFree is a text without a sentence that only asks to be told if another time comes free, where one is read back or booked:
// that stays, and who keeps such lists is told.
func (d *dialogue) withoutIfFree(s *conversation.State, text string) string {
	if d.literal || !afterBooking(s) && (s.Asked != conversation.AskConfirm || s.Choice == nil) {
		return text
	}
	list := wholeSentences(d.parse(text))
	left := slices.DeleteFunc(slices.Clone(list), func(sentence string) bool { return d.said(sentence, say.TellIfFree) })
	if len(left) == len(list) {
		return text
	}
	asked := d.ofTopic(s, text, fillsIn)
	d.settle(s, text, &asked)
	d.giveAnswers(asked)
	return strings.TrimSpace(strings.Join(left, ""))
}

// bringsThem answers, after a booking for somebody whom the writer would come along with, whether another one may do so instead: "a mãe
// dele pode ir no meu lugar?"
func (d *dialogue) bringsThem(h *heard) bool {
	if d.literal || !afterBooking(h.s) || h.s.Booked.For == "" || !h.whole.says(say.BringsThem) || !strings.Contains(h.whole.text, "?") {
		return false
	}
	d.giveAnswers(h.asked)
	if !slices.Contains(h.asked.about, wording.AboutCompanion) {
		answersCompanion(d, h)
	}
	return true
}

// cancelsAndPuts hands over, as a move, who calls off what was made and wants it at another time: "cancela essa de hoje e bota pra
// segunda que vem".
func (d *dialogue) cancelsAndPuts(h *heard) bool {
	if !afterBooking(h.s) || !h.whole.says(say.CancelsAndPuts) || d.ofSomebodyElse(h) || h.otherSpecialty() {
		return false
	}
	if h.whole.saysAny(say.Hypothetical, say.ChangeSupposed) { // "se eu cancelar e marcar pra segunda, paga multa?"
		return false
	}
	if whom := d.patientOf(h.whole); whom != "" && whom != cmp.Or(h.s.Booked.For, conversation.ForWriter) || d.wishInstead(h.entire(), *h.s.Booked).Text == "" {
		return false
	}
	d.propose(d.transferBooked(h.entire(), reasonReschedule))
	return true
}

// wasCancelled answers who asks whether the appointment that was made stands no more.  Who was told so is for people.
func (d *dialogue) wasCancelled(h *heard) bool {
	if !afterBooking(h.s) || !h.whole.says(say.WasCancelled) || h.whole.Intent != understand.Question {
		return false
	}
	if len(sentencesIn(h.whole.text)) == 1 && endsAsking(h.whole) {
		tellsBooked(d, h)
	} else {
		handOver(reasonExisting)(d, h)
	}
	return true
}

// bookedElsewhere hands over, to cancel it, who has the appointment that was made at another place, too: "descobri que já tenho
// consulta em outro lugar".  Who only begins to say so is listened to.
func (d *dialogue) bookedElsewhere(h *heard) bool {
	if d.theirsElsewhere(h) {
		d.answerAside(d.text(wording.TalkNoProblem))
		return true
	}
	if !afterBooking(h.s) || h.s.Asked == conversation.AskNext || endsAsking(h.whole) {
		return false
	}
	if h.whole.says(say.OnlyWaits) {
		d.note(d.fresh(h.s, wording.TalkNoHurry))
		return true
	}
	ofThis := conversation.Mentions{Specialties: h.whole.Specialties, Procedures: d.services(h.whole)}
	another := namesOther(conversation.Request{SpecialtyID: d.specialtyOf(h.s.Booked.Slot.AgendaID), ProcedureID: h.s.Booked.ProcedureID}, ofThis)
	if !h.whole.says(say.BookedElsewhere) || h.whole.saysAny(say.TheirTurn, say.Also) || another || len(h.whole.Times) > 0 {
		return false
	}
	d.propose(d.transferBooked(h, reasonCancel))
	return true
}

// theirsElsewhere reports somebody who is no patient here and has an appointment at another place: "minha mãe também já marcou em
// outro lugar" wants nothing.
func (d *dialogue) theirsElsewhere(h *heard) bool {
	call := d.onlyKin(h.whole.parsed)
	if call == "" || call == h.s.For || bookedFor(h.s, call) || h.whole.identifies() || !h.whole.says(say.BookedElsewhere) {
		return false
	}
	return h.whole.says(say.Also) || h.whole.says(say.KinBooked)
}

// arrived reports who is there for the appointment that was made: people at the reception receive them.
func arrived(_ *dialogue, h *heard) bool { return afterBooking(h.s) && h.whole.says(say.Arrived) }

// asksOfClinic reports a question, once an appointment was made, for what only the clinic knows: whether there is an old record, or
// whether somebody calls at home.
func asksOfClinic(_ *dialogue, h *heard) bool {
	return afterBooking(h.s) && h.whole.saysAny(say.AsksRecords, say.CallsHome) && strings.Contains(h.whole.text, "?") && !h.whole.says(say.Worsens)
}

// comesLate reports who will be late for the appointment that was made, and asks nothing: the reception is to know.
func comesLate(_ *dialogue, h *heard) bool {
	return afterBooking(h.s) && h.whole.says(say.ComesLate) && !strings.Contains(h.whole.text, "?")
}

// movesBooking hands over who does not come, or wants another time or doctor for the appointment that was made.
func (d *dialogue) movesBooking(h *heard) bool {
	asks := h.whole.Intent == understand.Question
	switch {
	case h.whole.says(say.AsksToCancel), h.whole.says(say.NoMoreWishes):
		return false
	case !asks && h.whole.says(say.NotComing), h.whole.says(say.CallsOff):
		d.propose(d.transferBooked(h, reasonCancel))
	case h.whole.says(say.MovesIt), h.whole.says(say.Exchanges), d.otherDoctor(h):
		d.propose(d.transferBooked(h, reasonReschedule))
	default:
		return false
	}
	return true
}

// otherDoctor reports that somebody else of the same specialty is wished instead.
func (d *dialogue) otherDoctor(h *heard) bool {
	return len(h.Doctors) == 1 && h.Doctors[0] != h.s.Booked.Slot.AgendaID && h.whole.says(say.Instead)
}

// asksBooked tells the appointment that was made, to who asks for it while another one is begun of which nothing is known yet,
// and asks nothing more: "já marquei né? confirma".
func (d *dialogue) asksBooked(h *heard) bool {
	s := h.s
	begun := s.Closed == "" && s.Asked == conversation.AskService && s.Request.SpecialtyID+s.Request.AgendaID == 0
	if d.literal || s.Booked == nil || !begun || len(strings.Fields(h.whole.text)) < minMeant {
		return false
	}
	if kind, sure := d.meaning(h); kind != meansWhen || sure < fairly {
		return false
	}
	d.askInstead(question{text: d.clinic.AppointmentText(*s.Booked, d.now()), asks: s.Asked, options: s.Options})
	d.paused = true
	return true
}

// asksWhichWay asks who writes something after a booking that is neither a goodbye nor a question nor a new wish.
func (d *dialogue) asksWhichWay(h *heard) {
	if d.told || d.unanswered { // something was answered already
		return
	}
	meant, between := d.meantOf(h)
	booked := wording.Join(between, each(meant, d.bookedOf)...)
	text := d.text(wording.BookedWhich, "appointment", booked.Text).With(booked)
	if conversation.Mark(text.Text) == h.s.Said {
		text = d.variant(wording.BookedWhich, 1, "appointment", booked.Text).With(booked)
	}
	d.note(text)
}

// onlyEnds reports words that end a talk and say nothing else: "não, era só isso, obrigada".
func (r reading) onlyEnds() bool { return r.says(say.OnlyEnds) }
