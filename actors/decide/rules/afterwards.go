package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// afterwards tells what a message after a booking is for; see afterwards.examples.
var afterwards = learned("afterwards")

// fairly is how likely what a message after a booking is for must be to be taken for that; else the phrases decide.
const fairly = 0.6

// surelyNew is how likely a further appointment must be wanted: to be asked for everything all over again is worse than a
// short question which way it is.
const surelyNew = 0.8

// minMeant is the fewest words that are looked at as a whole: "1", "ok" and "remarcar" are for the phrases.
const minMeant = 2

// What a message after a booking is for, as in afterwards.examples, and what becomes of it.
const (
	meansMove   = "move"
	meansCancel = "cancel"
	meansPerson = "person"
	meansWhen   = "when"
	meansAsk    = "ask"
	meansNew    = "new"
	meansEnd    = "end"
)

var meanings = map[string]func(d *dialogue, h *heard){
	meansMove:   func(d *dialogue, h *heard) { d.propose(d.transferBooked(h.entire(), reasonReschedule)) },
	meansCancel: func(d *dialogue, h *heard) { d.propose(d.transferBooked(h.entire(), reasonCancel)) },
	meansPerson: func(d *dialogue, h *heard) { d.propose(d.transferAfterwards(h.whole)) },
	meansWhen:   (*dialogue).tellsWhen,
	meansAsk:    func(d *dialogue, h *heard) { d.answersAfterwards(h.entire()) },
	meansEnd:    (*dialogue).endsTalk,
	meansNew:    (*dialogue).beginsAnother,
}

// entire is what was heard, with the whole message as what is read.
func (h *heard) entire() *heard {
	return &heard{s: h.s, whole: h.whole, reading: h.whole, asked: h.asked}
}

// byMeaning does what a message after a booking is for, as far as that is clear.  What answers a question of ours is for
// the rules that follow.
func (d *dialogue) byMeaning(h *heard) bool {
	if d.literal || !afterBooking(h.s) || h.s.Asked == conversation.AskNext || len(strings.Fields(h.whole.text)) < minMeant {
		return false
	}
	kind, sure := d.meaning(h)
	kind, sure = d.orMovesEarlier(h, h.inWords(kind), sure)
	if d.movesBeside(h, kind) {
		return true
	}
	h.meant = kind
	plain := d.saidPlainly(h, kind, sure)
	switch {
	case plain != "":
		kind = plain
	case presentsNext(h), d.wantsOtherThing(h), d.wantsOneMore(h.s, h.whole.text, h.whole.text), d.besideIs == besideAnother && (kind != meansPerson || sure < fairly):
		kind, h.meant = meansNew, meansNew
	case sure < fairly || d.saysOtherwise(h):
		return false
	case d.asksPlainly(h, kind), kind == meansMove && d.asksWhoMayCome(h):
		kind = meansAsk
	case kind == meansNew && sure < surelyNew && !h.whole.says(say.AnotherNow) && !h.otherSpecialty():
		d.asksWhichWay(h)
		h.purpose = kind
		return true
	}
	meanings[kind](d, h)
	h.purpose = kind
	return true
}

// saidPlainly is what a message after a booking is for by words that leave no doubt, "" for none.
func (d *dialogue) saidPlainly(h *heard, kind string, sure float64) string {
	switch {
	case h.whole.says(say.Worsens), d.asksOnly(h):
		return meansAsk
	case h.whole.says(say.OnlyAsked) && !h.asked.asks(), kind == meansMove && d.statesVisit(h):
		return meansEnd
	case d.tellsMade(h, kind, sure):
		return meansWhen
	case (kind == meansNew || h.whole.says(say.Also)) && h.whole.says(say.SendPaper) && h.Mentions.Empty() && !h.whole.says(say.ToBook): // "preciso também de uma declaração"
		return meansPerson
	default:
		return ""
	}
}

// asksOnly reports who says that they only asked, and for what: "que mudar o quê, eu só pedi o endereço".
func (d *dialogue) asksOnly(h *heard) bool {
	if !h.whole.says(say.OnlyAsked) {
		return false
	}
	if !h.asked.asks() {
		h.asked = d.inquire(h.s, strings.TrimRight(h.whole.text, " .!")+"?")
	}
	return len(h.asked.answers) > 0
}

// tellsMade reports who tells that it is booked already, and wants nothing of it otherwise, whatever that looks like: "não, eu já marquei
// o meu, gineco quarta 8h".
func (d *dialogue) tellsMade(h *heard, kind string, sure float64) bool {
	looks := slices.Contains([]string{meansMove, meansCancel, meansNew, meansPerson}, kind)
	if looks = looks || sure < fairly && changesBooking(h.s, h.reading, anotherPerson(h)); !looks || !h.whole.says(say.AlreadyBooked) {
		return false
	}
	w := h.whole
	wants := w.Intent == understand.Book || w.Intent == understand.Reschedule || w.Intent == understand.Cancel || strings.Contains(w.text, "?")
	moves := w.saysAny(say.ToMove, say.MovesIt, say.Exchanges, say.ToChangeVisit, say.AnotherTime, say.CannotCome, say.NotComing, say.CallsOff, say.Mistaken)
	more := w.saysAny(say.Also, say.AnotherNow, say.AnotherOne, say.OneMore, say.WantsMore, say.ForRelative)
	of, other := d.somebodyIn(h)
	own := of.call == conversation.ForWriter && slices.ContainsFunc(h.s.Appointments(), func(b conversation.Booked) bool { return b.For == "" })
	nothing := !wants && !moves && !more
	return nothing && d.besides(h) == 0 && (!other || own) // "a minha já tá marcada"
}

// wantsMore reports words that want one more appointment: "queria ver também ortopedista", "quero mais um, 8:30 no mesmo dia".
func (h *heard) wantsMore() bool {
	if h.whole.says(say.Also) && h.otherSpecialty() {
		return true
	}
	return h.whole.says(say.WantsMore) && !h.whole.says(say.MovesIt)
}

// inWords is what a message after a booking is for where words in it say so, whatever it looks like as a whole.
func (h *heard) inWords(kind string) string {
	switch {
	case kind == meansCancel && h.whole.says(say.WillCome) && !h.whole.says(say.NotComing): // "estarei lá sem falta"
		return meansEnd
	case (kind == meansCancel || kind == meansMove) && h.whole.says(say.KeepsIt): // "quero cancelar. não, deixa. fica"
		return meansEnd
	case kind == meansMove && h.wantsMore():
		return meansNew
	case (kind == meansAsk || kind == meansEnd) && h.whole.says(say.AllThen): // "está tudo na quinta então?"
		return meansWhen
	case kind == meansEnd && h.whole.says(say.Whether) && strings.Contains(h.whole.text, "?"): // "já tá tudo certo?"
		return meansWhen
	case h.cannotTake(kind):
		return meansCancel
	case kind == meansEnd && h.whole.says(say.CannotCome): // "acordei gripada, melhor adiar"
		return meansMove
	case kind == meansEnd && h.whole.saysAny(say.WantsPaper, say.SendPaper): // "muito obrigada, vou precisar de declaração"
		return meansPerson
	default:
		return kind
	}
}

// statesVisit reports who only says when the appointment is, beside what they do at another time: "a losartana eu tomo normal, que é de
// manhã cedo e a consulta é de tarde".  What is at the same time may be in its way.
func (d *dialogue) statesVisit(h *heard) bool {
	at, states := h.whole.place(say.VisitThen)
	if !states || h.whole.Intent == understand.Reschedule || h.whole.Intent == understand.Cancel || strings.Contains(h.whole.text, "?") {
		return false
	}
	if h.whole.saysAny(say.ToMove, say.MovesIt, say.AnotherTime, say.CannotCome, say.NotComing, say.ButThen, say.Prefers, say.TakesBack) {
		return false
	}
	booked := d.meantOne(h.s, h.whole.text)
	then := func(m understand.Moment) bool { return wishOfMoments([]understand.Moment{m}).Allows(booked.Slot) }
	beside := d.mentioned(cutOut(h.whole.text, at))
	same := !slices.ContainsFunc(d.mentioned(h.whole.text[at.start:at.end]), func(m understand.Moment) bool { return !then(m) })
	return same && len(beside) > 0 && !slices.ContainsFunc(beside, then)
}

// cannotTake reports that the writer cannot bring who an appointment was made for: "não tenho como levar meu filho na quinta".
func (h *heard) cannotTake(kind string) bool {
	if kind != meansEnd && kind != meansNew {
		return false
	}
	others := func(b conversation.Booked) bool { return b.For != "" }
	return h.whole.says(say.CannotTake) && !strings.Contains(h.whole.text, "?") && slices.ContainsFunc(h.s.Appointments(), others)
}

// orMovesEarlier takes for a move what looks like a wish for one more, where words move what was made of another specialty before the
// last one: "a dermato muda pra quinta".
func (d *dialogue) orMovesEarlier(h *heard, kind string, sure float64) (string, float64) {
	made := slices.ContainsFunc(h.s.Appointments(), func(b conversation.Booked) bool {
		return slices.Contains(h.whole.Specialties, d.specialtyOf(b.Slot.AgendaID))
	})
	if kind == meansNew && made && h.otherSpecialty() && h.whole.says(say.MovesIt) && !h.whole.saysAny(say.Also, say.AnotherNow) {
		return meansMove, surely
	}
	return kind, sure
}

// wantsOneMore reports a question of a text whether one more can be made, of another specialty or another exam than what is, or
// was, being booked: "e a gineco, dá pra deixar marcado sábado?"
func (d *dialogue) wantsOneMore(s *conversation.State, text, sentence string) bool {
	known := s.Request
	if afterBooking(s) && s.Former != nil {
		known = *s.Former
	}
	named := d.find(text)
	things := conversation.Mentions{Specialties: named.Specialties, Procedures: d.services(reading{Mentions: named})}
	return d.said(sentence, say.AsksToBook) && namesOther(known, things)
}

// otherSpecialty reports that a text names another specialty than that of the booking before.
func (h *heard) otherSpecialty() bool {
	return h.s.Former != nil && slices.ContainsFunc(h.whole.Specialties, func(id int) bool { return id != h.s.Former.SpecialtyID })
}

// presentsNext reports a message that brings the next patient, name and data: "agora o Theo, 14:30: Theo Mendes, cpf …", and not
// "agora o CPF certo é …".
func presentsNext(h *heard) bool {
	r := h.whole
	return r.says(say.AnotherNow) && r.Name != "" && otherData(h.s.Patient, r) && !r.saysAny(say.PutsRight, say.Corrects, say.WrongData)
}

// asksPlainly reports a question that words tell for one, though the message as a whole looks like something else.
func (d *dialogue) asksPlainly(h *heard, kind string) bool {
	switch {
	case asks(h.whole) && h.whole.says(say.AsksArrival):
		return kind != meansWhen
	case (kind == meansMove || kind == meansCancel) && endsAsking(h.whole) && h.whole.says(say.AsksCare):
		return true
	case h.wantsTold(kind):
		return true
	case kind == meansPerson: // "me manda o endereço por favor"
		polite := h.asked.only() || endsAsking(h.whole) && d.wholeYes(h.s, h.asked.rest) // "ok obrigado. manda o endereço?"
		return polite && len(h.asked.answers) > 0 && h.asked.noAnswer.Text == ""
	case kind == meansMove: // "sábado atende?"
		return h.asked.only() && len(h.asked.answers) > 0 || h.asked.topic && endsAsking(h.whole)
	case kind == meansEnd && endsAsking(h.whole):
		return true
	case kind == meansEnd, kind == meansWhen:
		return h.whole.wish().Empty() && slices.Contains(plainTopics, questionOf(h.whole.text, surelyAsked))
	default:
		return false
	}
}

// wantsTold reports a question that words tell whatever it looks like: "me diz se são com o mesmo médico", "quem atende os dois é o mesmo?"
func (h *heard) wantsTold(kind string) bool {
	told := kind == meansCancel && h.whole.Intent == understand.Question && h.whole.says(say.WantsTold)
	return told || h.asked.only() && h.whole.says(say.AsksSameDoctor)
}

// asksWhoMayCome reports that the one question of a message is who may come along: "ela pode ir com a minha irmã? eu trabalho
// quarta".
func (d *dialogue) asksWhoMayCome(h *heard) bool {
	asked := slices.DeleteFunc(sentencesIn(h.whole.text), func(sentence string) bool {
		return !strings.HasSuffix(strings.TrimSpace(sentence), "?")
	})
	if len(asked) != 1 || !wishOf(d.facts(asked[0])).Empty() {
		return false
	}
	named := slices.ContainsFunc(d.topics(asked[0]), func(hit conversation.AnswerHit) bool { return hit.Topic == companions })
	return named || d.said(asked[0], say.AsksCompanion)
}

// meaning is what a message is for, and how likely.  Where it ends with a question that wants nothing changed, that is it:
// "não, desistir não vou. minha neta pode ir comigo?"
func (d *dialogue) meaning(h *heard) (kind string, sure float64) {
	h.marks = d.marksOfBooked(h.s, h.whole.text)
	kind, sure = afterwards().Likeliest(marked(h.whole.text, h.marks))
	sentences := sentencesIn(h.whole.text)
	if kind != meansMove && kind != meansCancel || len(sentences) < 2 || h.whole.says(say.ToMove) {
		return kind, sure
	}
	for i, sentence := range sentences { // "ela pode ir com a minha irmã? eu trabalho quarta"
		asks, alone := afterwards().Likeliest(marked(sentence, d.marksOfBooked(h.s, sentence)))
		last := i == len(sentences)-1 && endsAsking(h.whole)
		if (asks == meansAsk || asks == meansWhen) && alone >= fairly && (last || strings.HasSuffix(strings.TrimSpace(sentence), "?")) {
			return asks, alone
		}
	}
	return kind, sure
}

// saysOtherwise reports words that say more exactly what a message is for than it does as a whole.
func (d *dialogue) saysOtherwise(h *heard) bool {
	switch {
	case h.meant != meansMove && h.whole.says(say.Exchanges): // "no lugar dela vai o meu filho"
		return true
	case h.meant == meansAsk && h.whole.says(say.AnotherNow) && len(h.asked.answers) == 0: // "e o do João, 13:30?"
		return true
	}
	switch h.meant {
	case meansNew:
		of, other := d.somebodyIn(h)
		return other && of.text.saysAny(say.TheirExisting, say.AsksMarked)
	case meansWhen:
		return d.besides(h) != 0 || d.ofSomebodyElse(h) || h.whole.Intent == understand.Reschedule
	case meansMove, meansCancel: // "não quero mais nada, obrigada"
		return d.besides(h) != 0 || d.ofSomebodyElse(h) || h.whole.saysAny(say.NoMoreWishes, say.OnlyEnds)
	case meansEnd:
		return d.besides(h) != 0 || h.whole.says(say.Mistaken)
	default:
		return d.besides(h) != 0 // "agora a consulta, mesmo dia 8h30"
	}
}

// beginsAnother takes up a further appointment, whoever it is for.
func (d *dialogue) beginsAnother(h *heard) {
	if of, ok := d.somebodyIn(h); ok {
		h.of, h.Mentions = &of, d.find(of.text.text) // "Zé Carlos" is no Dr. Carlos
	}
	if d.asksLater(h) {
		return
	}
	d.giveAnswers(h.asked)
	if d.takesUp(h) || d.anotherNow(h) || d.takesBeside(h) {
		return
	}
	h.Intent = understand.Book
	d.goDown(d.tables.another, h)
}

// mayMeanNew reports that a message after a booking may be for one more.
func mayMeanNew(h *heard) bool { return h.meant == "" || h.meant == meansNew }

// transferAfterwards hands over what only a person can do, with the words for it.
func (d *dialogue) transferAfterwards(r reading) conversation.Transfer {
	if r.Intent == understand.Human {
		return conversation.Transfer{Reason: reasonAsked}
	}
	guess := purposes().Guess(r.text)
	switch reason := reasonOf(guess.Kind); reason {
	case reasonResults, reasonPaperwork, reasonComplaint, reasonOwnData:
		if guess.Clear && guess.Sure >= surely {
			return d.transfer(reason, TransferText(reason))
		}
	}
	return d.transfer(reasonExisting, wording.TransferOther)
}

// ofSomebodyElse reports a message about somebody else's appointment, which is not the one that was made.
func (d *dialogue) ofSomebodyElse(h *heard) bool {
	of, other := d.somebodyIn(h)
	return other && (of.call == conversation.ForWriter || !h.marked("samekin", "samename")) // "essa é da Clara, e a minha?"
}

// tellsWhen says the appointment that was made, to who asks for one at another time, too: that may be one of the clinic's.
func (d *dialogue) tellsWhen(h *heard) {
	if len(h.asked.answers) == 0 && strings.Count(h.whole.text, "?") < 2 {
		h.asked.noAnswer = wording.Words{} // the appointment is the answer: "os 2 ficaram marcados né? davi 8h, lara 8h30"
	}
	if h.whole.says(say.AsksArrival) {
		d.answersArrival(h)
		return
	}
	defer d.giveAnswers(h.asked)
	if h.marked("otherday", "otherhour") && !h.marked("sameday", "samehour") && h.whole.says(say.AsksThen) {
		d.tellsOther(h)
		return
	}
	tellsBooked(d, h)
}

// answersAfterwards answers a question that wants nothing changed.
func (d *dialogue) answersAfterwards(h *heard) {
	d.giveAnswers(h.asked)
	switch {
	case h.asked.asks():
	case h.whole.says(say.AsksCompanion):
		answersCompanion(d, h)
	case h.whole.says(say.AsksArrival):
		d.answersArrival(h)
	default:
		h.Intent = understand.Question
		d.answerAboutBooking(h.s, h.reading)
	}
	if !d.told && !d.unanswered {
		d.sayLikely(h.s, h.whole.text)
	}
}

// endsTalk answers thanks, goodbyes and remarks.  Whoever has another time in mind than the one that was booked is told.
func (d *dialogue) endsTalk(h *heard) {
	switch {
	case h.marked("otherday", "otherhour"):
		tellsBooked(d, h)
	case h.whole.Intent == understand.Thanks, h.whole.saysAny(say.Parting, say.OnlyEnds):
		welcomes(d, h)
	case h.whole.Intent == understand.Confirm, h.whole.saysAny(say.Telling, say.Promises):
		d.note(d.fresh(h.s, wording.TalkAgreed))
	default:
		d.note(d.fresh(h.s, wording.TalkHere))
	}
}

// marked is a text with marks behind it, as in afterwards.examples.
func marked(text string, marks []string) string { return text + " " + strings.Join(marks, " ") }

// marked reports one of some marks.
func (h *heard) marked(marks ...string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return slices.Contains(h.marks, mark) })
}

// marksOfBooked are the marks of a text after a booking.
func (d *dialogue) marksOfBooked(s *conversation.State, text string) []string {
	return d.marksOf(d.meantOne(s, text), s.Appointments(), text)
}

// marksOf say what the days, hours, doctors, services, plans, relatives and names of a text are to an appointment: the
// same, or other ones; days and hours are the same as those of any of several.
func (d *dialogue) marksOf(booked conversation.Booked, all []conversation.Booked, text string) (marks []string) {
	mark := func(what string, same bool) {
		word := "other" + what
		if same {
			word = "same" + what
		}
		if !slices.Contains(marks, word) {
			marks = append(marks, word)
		}
	}
	facts := d.facts(text)
	same := func(wish conversation.Wish) bool { // as one of them: "quarta 13h ela e quinta 8h20 ele, confere?"
		return slices.ContainsFunc(all, func(b conversation.Booked) bool { return wish.Allows(b.Slot) })
	}
	for _, span := range facts.Dates {
		mark("day", same(conversation.Wish{Dates: []conversation.Span{span}}))
	}
	for _, span := range facts.Times {
		mark("hour", same(conversation.Wish{Times: []conversation.Span{span}}))
	}
	if facts.Period != "" {
		mark("period", same(conversation.Wish{Period: facts.Period}))
	}
	found := d.find(text)
	for _, id := range found.Doctors {
		mark("doctor", id == booked.Slot.AgendaID)
	}
	for _, id := range d.services(reading{Mentions: found}) {
		mark("service", id == booked.ProcedureID)
	}
	for _, t := range language.Tokenize(text) {
		if call := spaced(say.ToldBack.Value(t.Text)); call != "" {
			mark("kin", call == booked.For)
		} else if understand.PersonName(t.Text) && !everyday().Has(t.Text) {
			mark("name", strings.Contains(language.Fold(booked.Name), t.Text))
		}
	}
	slices.Sort(marks)
	return marks
}
