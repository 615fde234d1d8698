package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// endings are what ends the conversation: the wish for a person, an appointment that exists already (the scheduling
// API has no call for it), giving up.
func endings() []rule {
	wants := func(intent understand.Intent) func(d *dialogue, h *heard) bool {
		return func(d *dialogue, h *heard) bool {
			if h.whole.Intent != intent || h.onlyTopic() {
				return false
			}
			return d.otherBooked(h) || !choosingTime(h.s) && (!underWay(h.s) || h.whole.says(say.NamesBooked))
		}
	}
	return []rule{
		when("nobody-took-over", func(_ *dialogue, h *heard) bool { return h.s.Closed == conversation.OutcomeTransferred },
			handOver(reasonStillWaiting)),
		step("foreign-language", (*dialogue).foreign),
		step("person-out-of-hours", func(d *dialogue, h *heard) bool {
			return wantsPerson(h) && d.offersToGoOn(h.s)
		}),
		when("person", func(_ *dialogue, h *heard) bool { return wantsPerson(h) },
			func(d *dialogue, _ *heard) { d.propose(conversation.Transfer{Reason: reasonAsked}) }),
		step("asks-later", (*dialogue).asksLater),
		when("results", asksResults, handOver(reasonResults)),
		step("about-somebody", (*dialogue).aboutSomebody),
		step("about-the-time", (*dialogue).aboutTheTime),
		when("made-before", madeBefore, handOver(reasonExisting)),
		when("existing-appointment", func(_ *dialogue, h *heard) bool {
			if saysMore(h) {
				return false
			}
			another := h.whole.Intent == understand.Book || h.whole.says(say.NoPlan) // which is wanted because of the one before
			asks := !underWay(h.s) || strings.Contains(h.whole.text, "?")            // else "tenho consulta na quinta" says when not
			confirms := h.whole.saysAny(say.Confirming, say.WasCancelled) || confirmsReminder(h)
			return (confirms || h.whole.says(say.Existing) && !another && asks) && !choosingTime(h.s)
		}, handOver(reasonExisting)),
		when("reschedule", wants(understand.Reschedule), ofBooked(reasonReschedule)),
		when("cancel", wants(understand.Cancel), ofBooked(reasonCancel)),
		step("drops-this", (*dialogue).dropsThis), step("drops-next", (*dialogue).dropsNext),
		when("gives-up", func(d *dialogue, h *heard) bool {
			agrees := h.s.Asked == conversation.AskConfirm && d.inClauses(h.s, h.whole.parsed).agrees() // "sim, mas que fique registrado …"
			goesOn := agrees || h.onlyTopic() || endsAsking(h.whole)                                    // "e se eu desistir, tem multa?"
			return h.s.Closed == "" && !goesOn && d.givesUp(h.s, h.whole)
		},
			(*dialogue).stops),
		step("purpose", (*dialogue).purpose),
	}
}

// saysMore reports that more is known of a message than that it is about an appointment that there is.
func saysMore(h *heard) bool {
	return h.whole.Intent == understand.Cancel || h.whole.Intent == understand.Reschedule || h.onlyTopic()
}

// wantsPerson reports that a person is asked for.
func wantsPerson(h *heard) bool { return h.whole.Intent == understand.Human && !keepsRest(h) }

// madeBefore reports an appointment that was made earlier, before this talk has made one, wherever it stands.
func madeBefore(_ *dialogue, h *heard) bool {
	return h.whole.says(say.MadeBefore) && !afterBooking(h.s)
}

// confirmsReminder reports an answer to a reminder of an appointment that somebody else made, in a first message that names it.
func confirmsReminder(h *heard) bool {
	names := len(h.whole.Doctors)+len(h.whole.Specialties)+len(h.whole.Procedures) > 0
	return opens(h.s) && names && !h.whole.wish().Empty() && h.whole.says(say.ConfirmsReminder) && !h.whole.says(say.ToBook)
}

// onlyTopic reports a message that only asks of a topic, whatever its words sound like: "se alguém desistir me avisam?"
func (h *heard) onlyTopic() bool { return h.asked.only() && h.asked.topic }

// handOver is what a rule does that hands over with the usual words.
func handOver(reason string) func(d *dialogue, h *heard) {
	return func(d *dialogue, _ *heard) { d.propose(d.transfer(reason, TransferText(reason))) }
}

// ofBooked hands over, after a booking with words that name it.
func ofBooked(reason string) func(d *dialogue, h *heard) {
	return func(d *dialogue, h *heard) {
		if afterBooking(h.s) {
			d.propose(d.transferBooked(h, reason))
			return
		}
		handOver(reason)(d, h)
	}
}

// choosingTime reports that times are offered, or one is chosen: "cancela" and "muda" are then about these.
func choosingTime(s *conversation.State) bool {
	return s.Closed == "" && (len(s.Offer) > 0 || s.Choice != nil)
}

// otherBooked reports a word of an appointment that is not the one being booked: "quero desmarcar minha consulta de amanhã".
func (d *dialogue) otherBooked(h *heard) bool {
	if h.s.Closed != "" {
		return false
	}
	if m, ok := h.whole.match(say.TheirBooked); ok {
		whose := d.toldBack(h.whole.parsed, m)
		return h.s.For == "" || whose != "" && whose != h.s.For
	}
	wish := h.whole.wish()
	may := h.s.Choice != nil && h.s.For == "" && h.s.Booked == nil && !wish.Empty() && wish.Allows(*h.s.Choice) // be this one
	return !may && h.whole.says(say.OtherBooked)
}

// underWay reports a first booking that has begun: there is nothing yet that could be moved or cancelled, and "o que
// muda?" and "assim não adianta" are about what is being asked.
func underWay(s *conversation.State) bool { return s.Closed == "" && s.Booked == nil && !opens(s) }

// Reasons of a hand-over, for the books (metrics.HandOverReasons).
const (
	reasonAsked         = conversation.ReasonAsked // the patient wants a person
	reasonNoSlots       = "sem_horarios"           // there was nothing to choose from
	reasonNotUnderstood = "nao_entendido"          // the patient does not get on
	reasonCancel        = "cancelar"               // an appointment that exists is not wanted,
	reasonReschedule    = "remarcar"               // or at another time,
	reasonExisting      = "consulta_existente"     // or is asked about
	reasonResults       = "resultado_exame"        // the result of an exam is wanted
	reasonPaperwork     = "documento"              // a prescription, a sick note, an invoice is
	reasonComplaint     = "reclamacao"             // the clinic did wrong
	reasonReturn        = "retorno"                // a return visit, which the catalogue does not have
	reasonOwnData       = "dados_pessoais"         // what is known of the patient is to be forgotten, or told
	reasonNoData        = "sem_dados"              // what an appointment needs is not told
	reasonLanguage      = "outro_idioma"           // it is not Portuguese that is written
	reasonOther         = "outro_assunto"          // it is no patient who writes
	reasonStillWaiting  = "transferencia_pendente"
)

// TransferText is what the patient reads who is handed over for a reason; "" is the clinic's sentence for all others.
func TransferText(reason string) wording.ID {
	return map[string]wording.ID{
		reasonStillWaiting: wording.TransferCalling,
		reasonCancel:       wording.TransferCancel,
		reasonReschedule:   wording.TransferReschedule,
		reasonExisting:     wording.TransferExisting,
		reasonResults:      wording.TransferResults,
		reasonPaperwork:    wording.TransferPaperwork,
		reasonComplaint:    wording.TransferComplaint,
		reasonReturn:       wording.TransferReturn,
		reasonOwnData:      wording.TransferOwnData,
		reasonNoData:       wording.TransferNoData,
		reasonOther:        wording.TransferOther,
	}[reason]
}

// transfer hands over with words of the clinic.
func (d *dialogue) transfer(reason string, id wording.ID) conversation.Transfer {
	return d.transferSaying(reason, d.text(id))
}

// offersToGoOn tells a patient who asks for a person while nobody is there when somebody will be, and that
// it goes on here, too.  The second time they get their way (contract, "A person is asked for").
func (d *dialogue) offersToGoOn(s *conversation.State) bool {
	back := d.clinic.BackText(d.turn.Now)
	if s.PersonOffered || d.offersPerson || s.Closed != "" || s.Pending != nil || back.Text == "" {
		return false
	}
	d.offerPerson(back, d.text(wording.PersonOffer))
	return true
}

// offerPerson asks whether it goes on here or waits for a person.
func (d *dialogue) offerPerson(lead, text wording.Words) {
	d.offersPerson = true
	offer := question{lead: lead, text: text, asks: conversation.AskPerson}
	offer.add(optionYes, d.text(wording.PersonGoOn))
	offer.add(optionPerson, d.text(wording.PersonWait))
	d.askInstead(offer)
}

// asksResults reports that the result of an exam is wanted.  What the rest of the text wants of an appointment comes
// first ("já saiu o resultado, quero marcar retorno"), and so does an answer that the clinic has for all that was asked
// ("que horas posso pegar o resultado do exame?").
func asksResults(d *dialogue, h *heard) bool {
	if !h.whole.says(say.Results) || len(h.asked.answers) > 0 && h.asked.only() {
		return false
	}
	switch d.facts(d.withoutPhrase(h.whole.text, say.Results)).Intent {
	case understand.Reschedule, understand.Cancel:
		return false
	case understand.Book:
		return h.whole.Intent != understand.Book && !h.whole.says(say.ToBook)
	default:
		return true
	}
}

// givesUp reports that the booking is dropped.  "Mudei de ideia, quero as 15h" is no giving up, nor
// is "não tenho" where the plan was asked for, nor "já volto".
func (d *dialogue) givesUp(s *conversation.State, r reading) bool {
	if d.leavesIt(s, r) {
		return true
	}
	if r.Intent != understand.Cancel && r.Intent != understand.Decline {
		return false
	}
	answers := s.Asked == conversation.AskPlan && r.hasNone() || r.says(say.NotMyself) || r.turned
	exam := slices.ContainsFunc(r.Procedures, func(id int) bool { return !d.isVisit(id) && id != s.Request.ProcedureID }) // "não quero consulta, quero o teste"
	news := news(s.Request, r.Mentions)
	news.Procedures, r.Procedures = nil, nil // "não quero mais a consulta"
	when := !r.wish().Empty() || len(r.not) > 0
	asks := when || !news.Empty() || r.Choice > 0 || r.identifies() || namesOther(s.Request, r.Mentions)
	if s.Asked == conversation.AskPerson && r.says(say.WaitsForPerson) {
		return false // "prefiro esperar"
	}
	goesOn := r.saysAny(say.Waiting, say.Hurried) || r.says(say.Prefers) && (exam || namesOther(s.Request, r.Mentions))
	return !answers && !asks && !goesOn
}

// leavesIt reports words after which nothing more is booked, whatever they look like otherwise: "não, tchau", "não quero
// mais nada, já marquei os dois", a bare no to "Ainda quer marcar?".
func (d *dialogue) leavesIt(s *conversation.State, r reading) bool {
	denies := r.Intent == understand.Deny || r.Intent == understand.Decline || r.says(say.Objects)
	switch {
	case strings.Contains(r.text, "?"): // "mas a consulta já marcou, esse é o eletro, não é?"
		return false
	case denies && readingBack(s) && r.says(say.Leaves), denies && s.Booked != nil && r.says(say.AlreadyBooked) && !r.identifies():
		return true
	case readingBack(s) && s.Twice(d.now()) != nil && (d.refusesAll(r) || r.says(say.AlreadyBooked)): // the one before is enough
		return true
	default:
		return s.Nudged && r.says(say.BareNo) && !answersNo(s)
	}
}

// compared is what a text names of one kind, and which of these is known.
type compared struct {
	named []int
	known int
}

// compare puts what a text names beside what is known.
func compare(m conversation.Mentions, known conversation.Request) []compared {
	return []compared{
		{m.Specialties, known.SpecialtyID}, {m.Doctors, known.AgendaID}, {m.Procedures, known.ProcedureID}, {m.Plans, known.PlanID},
	}
}

// namesOther reports something of the catalogue beside what is known: "mudei de ideia, quero o Dr. Carlos".
func namesOther(known conversation.Request, m conversation.Mentions) bool {
	return slices.ContainsFunc(compare(m, known), func(c compared) bool {
		return len(c.named) > 0 && c.known != 0 && !slices.Contains(c.named, c.known)
	})
}

// answersNo reports that a no answers the open question.
func answersNo(s *conversation.State) bool {
	switch s.Asked {
	case conversation.AskPlan, conversation.AskSame, conversation.AskPast, conversation.AskOther, conversation.AskPerson, conversation.AskConfirm, conversation.AskChange:
		return true
	default:
		return s.Asked == conversation.AskSlot && len(s.Offer) == 1
	}
}

// bookedRules answer what comes after an appointment was made without starting over, unless another
// one is wanted.
func bookedRules() []rule {
	return slices.Concat(bookedOtherwise(), bookedRefused(), bookedReplies())
}

// bookedOtherwise are the rules for who wants the appointment otherwise, asks whether it stands, or wants another one.
func bookedOtherwise() []rule {
	return []rule{
		step("takes-up", (*dialogue).takesUp),
		step("another-now", (*dialogue).anotherNow),
		when("only-asked", func(_ *dialogue, h *heard) bool { return h.onlyTopic() }, func(*dialogue, *heard) {}),
		when("asks-together", func(d *dialogue, h *heard) bool { // "o eletro é junto ou fica pra outro dia?"
			asks := strings.HasSuffix(strings.TrimSpace(h.whole.text), "?") && h.whole.saysAny(say.Or, say.Together)
			return asks && len(d.services(reading{Mentions: d.find(h.whole.text)})) > 0
		}, func(d *dialogue, h *heard) { d.sayUnknown(d.variant(wording.AnswerUnknown, h.s.Excuses)) }),
		when("asks-booked-plan", func(_ *dialogue, h *heard) bool { return asksBookedPlan(h) }, tellsBooked),
		step("moves-booking", (*dialogue).movesBooking),
		when("changes", func(_ *dialogue, h *heard) bool { return changesBooking(h.s, h.reading, anotherPerson(h)) }, changesByPerson),
		when("whether", func(_ *dialogue, h *heard) bool {
			return h.whole.saysAny(say.Whether, say.BareWhether, say.AsksNoted) && !h.identifies() && h.Mentions.Empty()
		}, tellsBooked),
		when("companion", func(_ *dialogue, h *heard) bool { return h.whole.says(say.AsksCompanion) && !h.asked.asks() }, answersCompanion),
		leaving("books-another", func(_ *dialogue, h *heard) bool { return h.Intent == understand.Book && mayMeanNew(h) }),
	}
}

// bookedRefused are the rules for a no after a booking, of which it must be found out what it is to.
func bookedRefused() []rule {
	return []rule{
		when("no-more", func(_ *dialogue, h *heard) bool { return h.refuses() && h.says(say.NoMore) },
			ofBooked(reasonCancel)),
		when("no-but-other", func(_ *dialogue, h *heard) bool {
			later := h.Intent == understand.Decline && anotherPerson(h) // "preciso de um pra minha filha, depois eu chamo"
			return h.refuses() && h.wantsOther() && !later
		},
			ofBooked(reasonReschedule)),
		when("bare-no", func(_ *dialogue, h *heard) bool { return h.Intent == understand.Deny && h.says(say.BareNo) }, tellsBooked), // to what?
		when("no", func(_ *dialogue, h *heard) bool { return h.refuses() && h.whole.onlyEnds() }, welcomes),
		when("parting", func(_ *dialogue, h *heard) bool {
			asks := h.whole.Intent == understand.Question && !h.asked.only()
			if h.says(say.SeeYou) && !endsAsking(h.whole) && h.Mentions.Empty() && h.wish().Allows(h.s.Booked.Slot) { // "até terça"
				return !asks && !h.identifies()
			}
			return h.whole.says(say.Parting) && !asks && !anotherPerson(h) && h.bringsNothing()
		}, welcomes),
		when("no-to-what", func(_ *dialogue, h *heard) bool { return h.refuses() }, (*dialogue).asksWhichWay),
	}
}

// bookedReplies are the rules for thanks, a yes, a question, and whatever else is said of an appointment.
func bookedReplies() []rule {
	return []rule{
		when("thanks", func(_ *dialogue, h *heard) bool { return h.Intent == understand.Thanks }, welcomes),
		when("confirms", func(_ *dialogue, h *heard) bool { return h.Intent == understand.Confirm && h.says(say.Confirms) }, tellsBooked),
		when("agrees", func(_ *dialogue, h *heard) bool { return h.Intent == understand.Confirm },
			func(d *dialogue, h *heard) { d.note(d.fresh(h.s, wording.TalkAgreed)) }),
		step("purpose-afterwards", (*dialogue).purposeAfterwards),
		when("question", func(_ *dialogue, h *heard) bool { return h.Intent == understand.Question },
			func(d *dialogue, h *heard) {
				if !h.asked.only() {
					d.answerAboutBooking(h.s, h.reading)
				}
			}),
		leaving("another-one", func(_ *dialogue, h *heard) bool { // "agora pro meu marido"
			again := anotherPerson(h) && (h.says(say.OneMore) || otherData(h.s.Patient, h.reading))
			return again || mayMeanNew(h) && (!h.Mentions.Empty() || h.says(say.SameDoctor))
		}),
		when("promises", func(_ *dialogue, h *heard) bool {
			return h.whole.saysAny(say.Telling, say.Promises) && !h.whole.says(say.NotComing)
		},
			func(d *dialogue, h *heard) { d.note(d.fresh(h.s, wording.TalkAgreed)) }),
		step("afterwards", func(d *dialogue, h *heard) bool { d.answerAboutBooking(h.s, h.reading); return true }),
	}
}

// refuses reports a no of any kind.
func (h *heard) refuses() bool { return h.Intent == understand.Deny || h.Intent == understand.Decline }

// wantsOther reports words of something else than what was booked.
func (h *heard) wantsOther() bool {
	return h.Choice > 0 || !h.Mentions.Empty() || !h.wish().Empty() || h.More || h.says(say.Mistaken)
}

// bringsNothing reports a text without anything that could be booked, or with.
func (h *heard) bringsNothing() bool {
	return h.wish().Empty() && h.Mentions.Empty() && !h.identifies()
}

// tellsBooked says the appointments that were made again, but for those that are over: the ones that a message is about, where it tells
// them apart.
func tellsBooked(d *dialogue, h *heard) {
	all := h.s.Appointments()
	if len(all) > 1 {
		all = firstFilled(d.askedOnes(h.s, all, h.whole.text), all)
	}
	d.note(d.textsOf(all))
}

// bookedTexts are they, each in a line.
func (d *dialogue) bookedTexts(s *conversation.State) wording.Words {
	return d.textsOf(s.Appointments())
}

// textsOf says some appointments again, but for those that are over.
func (d *dialogue) textsOf(all []conversation.Booked) wording.Words {
	today := d.now().Format(time.DateOnly)
	var lines []wording.Words
	for i, b := range all {
		if i == len(all)-1 || b.Slot.Date >= today {
			lines = append(lines, d.clinic.AppointmentText(b, d.now()))
		}
	}
	return wording.Lines(lines...)
}

// welcomes answers thanks and goodbyes.
func welcomes(d *dialogue, h *heard) { d.note(d.fresh(h.s, wording.TalkWelcome)) }

// changesByPerson hands over who wants something of an appointment otherwise.
func changesByPerson(d *dialogue, h *heard) { d.propose(d.transferBooked(h, reasonReschedule)) }

// answersCompanion answers whether somebody may come along, which the words about the appointment may say.
func answersCompanion(d *dialogue, h *heard) {
	if own := d.prepared(h.s, companions); own.Text != "" {
		d.note(own)
		return
	}
	d.sayUnknown(d.knownBy(h.s, []wording.ID{wording.AboutCompanion}))
}

// anotherPerson reports words of whom an appointment is for.
func anotherPerson(h *heard) bool { return h.says(say.Others) || h.says(say.Myself) }

// comesEarly reports that somebody says when they will be there, within an hour before the appointment: "blz, 13:45 to aí".
func comesEarly(s *conversation.State, r reading) bool {
	wish := r.wish()
	if !r.says(say.IsThere) || len(wish.Dates)+len(wish.Weekdays)+len(wish.Any) > 0 || !single(wish.Times) {
		return false
	}
	there, hour := wish.Times[0].From, s.Booked.Slot.Hour
	return there <= hour && hour <= minutesLater(there, 60)
}

// changesBooking reports that something of the appointment that was made shall be different.
func changesBooking(s *conversation.State, r reading, another bool) bool {
	wish := r.wish()
	otherTime := !wish.Empty() && !wish.Allows(s.Booked.Slot) && !r.says(say.SeeYou) && !comesEarly(s, r)
	switch {
	case r.says(say.Amends) && r.Intent != understand.Question:
		return !another || !r.says(say.OneMore)
	case r.Intent == understand.Question || r.Intent == understand.Thanks || r.Intent == understand.Greet:
		return r.says(say.AnotherTime) && !another && !r.saysAny(say.Or, say.Together) // "é junto ou é outro dia?"
	case another || r.Intent == understand.Book && !r.Mentions.Empty():
		return false
	default:
		return otherData(s.Patient, r) || otherTime && !r.says(say.OneMore) || r.says(say.AnotherTime)
	}
}

// otherData reports a CPF or a birth date that is not the one that was booked with.
func otherData(p conversation.Identity, r reading) bool {
	return r.CPF != "" && r.CPF != p.CPF || r.BirthDate != "" && r.BirthDate != p.BirthDate
}

// answerAboutBooking answers questions about the appointment that was made.
func (d *dialogue) answerAboutBooking(s *conversation.State, r reading) {
	own := wording.Words{}
	if r.says(say.Wonders) {
		own = d.preparedFor(s, r.text)
	}
	switch {
	case own.Text != "" && !r.says(say.AsksWhen):
		d.note(own)
	case r.says(say.AsksPrepare) && s.Booked.Preparation != "":
		d.note(preparation(s.Booked))
	case r.Intent == understand.Question && !r.says(say.AsksWhen):
		d.answer(s, r)
	case r.says(say.Mistaken):
		d.propose(d.transferBooked(alone(s, r), reasonReschedule))
	case r.says(say.Wonders) && !r.saysAny(say.AsksWhen, say.AboutBooking) && len(strings.Fields(r.text)) >= minAsked:
		d.sayLikely(s, r.text)
	case d.told: // all of it
	case onlyRemarks(s, r):
		d.note(d.fresh(s, wording.TalkAgreed))
	case r.saysAny(say.AsksWhen, say.Confirms, say.Puzzled):
		d.note(d.bookedTexts(s))
	default:
		d.asksWhichWay(alone(s, r))
	}
}

// goodbye reports a text that goes on with no booking.
func (r reading) goodbye() bool {
	ends := []understand.Intent{understand.Thanks, understand.Deny, understand.Decline, understand.Cancel}
	return !r.data() && len(r.not) == 0 && slices.Contains(ends, r.Intent)
}
