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

// somebody is who besides the patient of the appointment that was made a message is about.
type somebody struct {
	call string  // how the writer is told back who that is: "a sua irmã", "a Neide"; conversation.ForWriter
	text *parsed // what was said, with a stand-in for each name
}

// standIn stands for a name where phrases are looked for.
const standIn = "fulano"

// aboutSomebody deals, after a booking, with a message about somebody else: their appointment is not the one that was
// made.  One that exists is for a person, a question is asked back, and a wish opens the next booking.
func (d *dialogue) aboutSomebody(h *heard) bool {
	if h.s.Closed == "" {
		return d.bookedBefore(h) || h.s.Choice != nil && d.notBookedYet(h)
	}
	if !afterBooking(h.s) {
		return false
	}
	if h.whole.says(say.TheirsOnly) && d.bookedBefore(h) { // "e o dela?"
		return true
	}
	of, ok := d.somebodyIn(h)
	if !ok {
		return false
	}
	offered := h.s.Asked == conversation.AskNext && len(h.s.Next) == 1 && h.s.Next[0].For == of.call
	wants := h.whole.saysAny(say.SameDay, say.SameHour, say.AnotherDay, say.RightAfter)                                           // "a da patroa pode ser no mesmo dia"
	insists := offered && !wants && h.wish().Empty() && h.whole.Intent != understand.Book && h.whole.Intent != understand.Confirm // speaks of theirs again
	switch {
	case h.whole.says(say.Exchanges), of.text.says(say.Exchanges):
		d.propose(d.transferBooked(h, reasonReschedule))
	case d.endsTheirs(h, of.text):
		d.propose(d.transferTheirs(h.s, of, reasonCancel))
	case insists && !h.whole.says(say.AnotherNow), of.text.says(say.TheirExisting), h.whole.says(say.Confirming), h.whole.says(say.Existing) && h.whole.Intent != understand.Book:
		d.propose(d.transferTheirs(h.s, of, reasonExisting))
	case of.text.says(say.TheirStatus), of.call == conversation.ForWriter && h.wish().Empty(), d.onlyAsks(h):
		d.offerTheirs(h, of)
	default:
		h.of, h.Mentions = &of, d.find(of.text.text) // "Zé Carlos" is no Dr. Carlos
		return false
	}
	return true
}

// tellsOfSomebody answers, after a booking, who only tells of somebody else and wishes for nothing: "a Neide não sabe ir", "minha irmã
// é enfermeira".
func (d *dialogue) tellsOfSomebody(h *heard) bool {
	if !afterBooking(h.s) || h.s.Asked == conversation.AskNext || h.whole.identifies() || !h.wish().Empty() || h.whole.Intent != understand.Other {
		return false
	}
	of, ok := d.somebodyIn(h)
	if !ok && h.whole.says(say.Along) {
		of.text, ok = h.whole.parsed, true // "o Zé vai me levar de carro"
	}
	if !ok || of.call == conversation.ForWriter || len(of.text.tokens) < minOfThem || strings.Contains(h.whole.text, "?") || !d.find(of.text.text).Empty() {
		return false
	}
	acts := of.text.saysAny(say.WishesToo, say.AnotherNow, say.NotComing, say.CallsOff, say.MovesIt, say.Exchanges, say.TheirExisting, say.Unwell, say.Ails)
	if acts || len(h.asked.answers) > 0 {
		return false
	}
	d.note(d.fresh(h.s, wording.TalkHere))
	return true
}

// minOfThem is how many words something that is told of somebody has: "e a Neide" wishes for an appointment.
const minOfThem = 4

// placeForAnother begins, after a booking, the next one for somebody else of whom words wish a place beside it: "dá pra encaixar
// meu filho no mesmo dia?", "meu marido também quer, dá no mesmo horário?", "a minha pode ser outro dia?" behind a daughter's.
func (d *dialogue) placeForAnother(h *heard) bool {
	other := d.wantsOtherThing(h) && !d.wantsWhatIsNext(h)
	if d.literal || !afterBooking(h.s) || !other && (h.s.Asked == conversation.AskNext || h.whole.identifies()) {
		return false
	}
	if other { // "o da pele já foi agora é o do joelho"
		h.Specialties = minus(h.Specialties, []int{h.s.Former.SpecialtyID})
		h.whole.Specialties = h.Specialties
	}
	meant := d.spokenOf(h)
	wants := other || h.whole.saysAny(say.AnotherPlace, say.MineThen, say.SameDay, say.SameHour, say.RightAfter, say.MovesMine) || meant != (conversation.Spoken{})
	comes := h.whole.saysAny(say.Along, say.Telling) && !h.whole.says(say.Also)
	exists := h.whole.saysAny(say.Existing, say.Confirming, say.Exchanges, say.NotComing) || h.whole.says(say.AsksMarked) && !other
	if !wants || comes || h.whole.Intent == understand.Cancel || exists {
		return false
	}
	call := cmp.Or(d.anotherPatient(h), meant.For)
	if call == "" {
		return false
	}
	next := conversation.Next{For: call, ProcedureID: cmp.Or(d.onlyThing(h.whole), meant.ProcedureID)}
	if call != conversation.ForWriter && h.whole.says(say.MovesMine) { // "preciso mudar a minha e marcar uma pro meu pai": people do both
		next.ProcedureID = cmp.Or(next.ProcedureID, h.s.Booked.ProcedureID)
		booked, more := d.bookedOf(d.meantOne(h.s, h.whole.text)), d.nextText(next)
		d.propose(d.transferSaying(reasonReschedule, d.text(wording.TransferBookedTo, "appointment", booked.Text, "wish", more.Text).With(booked, more)))
		return true
	}
	what := d.nextInFull(h.s, next)
	d.addNote(d.text(wording.TalkNextNow, "what", what.Text).With(what))
	d.moves = append(d.moves, conversation.Later{}, conversation.Later{Next: next})
	d.takeNext(h)
	return true
}

// wantsOtherThing reports, after a booking, a wish for something of another specialty: "agora marca o meu do joelho", "eu mesma
// preciso de um ortopedista".
func (d *dialogue) wantsOtherThing(h *heard) bool {
	if !h.otherSpecialty() || h.whole.saysAny(say.Instead, say.Exchanges, say.MovesIt, say.AsksLater) {
		return false
	}
	if h.whole.saysAny(say.AnotherNow, say.MyOther) || h.whole.says(say.WritersTurn) && h.whole.Intent == understand.Book {
		return true
	}
	return h.whole.Intent != understand.Question && (h.whole.says(say.Myself) || len(h.s.Next) == 0 && h.whole.says(say.WishesToo) && d.onlyKin(h.whole.parsed) != "")
}

// wantsWhatIsNext reports that what a text names is what it was just asked to go on with.
func (d *dialogue) wantsWhatIsNext(h *heard) bool {
	return h.s.Asked == conversation.AskNext && len(h.s.Next) > 0 && d.namesNext(h) && h.s.Next[0].ProcedureID != h.s.Booked.ProcedureID
}

// anotherPatient is whom a message speaks of who has no appointment of this conversation, as the writer is told back; "" for
// nobody, or for several.
func (d *dialogue) anotherPatient(h *heard) string {
	mine := h.whole.saysAny(say.MineThen, say.Myself, say.MyOther)
	switch of, ok := d.somebodyIn(h); {
	case mine && !bookedFor(h.s, ""):
		return conversation.ForWriter
	case ok:
		return of.call
	}
	if call := d.onlyKin(h.whole.parsed); call != "" && !bookedFor(h.s, call) && !d.onlyInPassing(h.whole) {
		return call
	}
	return ""
}

// bookedBefore tells, while another appointment is made, the one that was made before for who is asked about: "e a da minha
// mãe?"
func (d *dialogue) bookedBefore(h *heard) bool {
	asks := endsAsking(h.whole) || strings.Contains(h.whole.text, "?") && h.whole.says(say.TheirDay)
	if !asks || h.s.Booked == nil || givesData(h.whole) {
		return false
	}
	call := d.askedOf(h, h.s.Appointments())
	made := firstOf(h.s, call)
	if call == "" || call == h.s.For || made == nil {
		return false
	}
	d.answerAside(d.clinic.AppointmentText(*made, d.now()))
	return true
}

// asksOwn tells the writer their own appointment of this talk where that of somebody else is being made, or was behind it: "e
// me confirma o meu horário também".
func (d *dialogue) asksOwn(h *heard) bool {
	own := firstOf(h.s, "")
	if d.literal || own == nil || !h.whole.says(say.AsksMine) || h.whole.identifies() {
		return false
	}
	switch {
	case h.s.Closed == "" && h.s.For != "" && h.s.Choice != nil:
		d.answerAside(d.clinic.AppointmentText(*own, d.now()))
	case afterBooking(h.s) && len(h.s.Appointments()) > 1 && h.s.Booked.For != "":
		d.note(d.clinic.AppointmentText(*own, d.now()))
	default:
		return false
	}
	return true
}

// asksTheirs tells an appointment of this talk to who asks whether it stands, or when it is, naming its patient or what it is for, and
// goes on with what is open: "a da minha neta tá certa também?", "só quero saber se a da gineco tá marcada".
func (d *dialogue) asksTheirs(h *heard) bool {
	if d.literal || !d.asksAfter(h.whole) {
		return false
	}
	b, ok := d.askedAppointment(h)
	if !ok || h.s.Closed == "" && b.For == h.s.For || !h.wish().Empty() && !h.wish().Allows(b.Slot) {
		return false
	}
	text := d.clinic.AppointmentText(b, d.now())
	switch {
	case h.s.Closed != "":
		d.note(text)
	case h.whole.says(say.WantsNoTime): // whose question would be one too many
		d.askInstead(question{text: text, asks: h.s.Asked, options: h.s.Options})
		d.learned, d.paused = true, true
	default:
		d.answerAside(text)
	}
	return true
}

// asksAfter reports a text that asks after an appointment and wants nothing of one.
func (d *dialogue) asksAfter(r reading) bool {
	if slices.Contains([]understand.Intent{understand.Book, understand.Human, understand.Cancel, understand.Reschedule}, r.Intent) {
		return false
	}
	if r.identifies() || r.saysAny(say.NotComing, say.CallsOff, say.MovesIt, say.Exchanges, say.WasCancelled, say.AsksToCancel, say.AsksArrival) {
		return false
	}
	tells := r.saysAny(say.TheirStatus, say.AsksMarked, say.TheirDay, say.Confirming, say.Whether)
	return tells && (r.says(say.Confirming) || asks(r))
}

// askedAppointment is the one appointment of this talk that a message speaks of: by its patient, or where nobody is named, by what it
// is for or with whom.
func (d *dialogue) askedAppointment(h *heard) (one conversation.Booked, ok bool) {
	anyChild := slices.ContainsFunc(h.whole.tokens, func(t language.Token) bool { return say.AnyChild.Has(t.Text) })
	if _, other := d.somebodyIn(h); other && !anyChild {
		return one, false
	}
	all := h.s.Appointments()
	call := d.askedOf(h, all)
	found := slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool {
		return !(call != "" && b.For == call || d.namesPatient(h.whole.parsed, b))
	})
	if len(found) == 0 && len(d.kinIn(h.whole.parsed)) == 0 {
		found = slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool {
			specialty := slices.Contains(h.whole.Specialties, d.specialtyOf(b.Slot.AgendaID))
			return !specialty && !slices.Contains(h.whole.Doctors, b.Slot.AgendaID)
		})
	}
	if len(found) != 1 {
		return one, false
	}
	return found[0], true
}

// namesPatient reports a word for the patient of an appointment: the name, the relative, or "a menina" for any child.
func (d *dialogue) namesPatient(p *parsed, b conversation.Booked) bool {
	p.scan()
	child := slices.ContainsFunc(strings.Fields(b.For), func(word string) bool { return say.ChildKin.Has(language.Fold(word)) })
	return slices.ContainsFunc(p.tokens, func(t language.Token) bool {
		call := spaced(say.ToldBack.Value(t.Text))
		if child && say.AnyChild.Has(t.Text) {
			return true
		}
		return call != "" && call == b.For || partOfName(t) && sameWord(strings.Fields(b.Name), t.Raw)
	})
}

// askedOf is whose appointment a message speaks of, by kin, or by "dela" where one of those who were booked fits; "" for none.
func (d *dialogue) askedOf(h *heard, all []conversation.Booked) string {
	if m, ok := h.whole.match(say.TheirAppointment); ok {
		return d.toldBack(h.whole.parsed, m)
	}
	m, _ := h.whole.match(say.TheirsOnly)
	article := h.whole.pronoun(m)
	fits := slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool { return !strings.HasPrefix(b.For, article) })
	if len(fits) != 1 || strings.HasPrefix(h.s.For, article) {
		return ""
	}
	return fits[0].For
}

// givesData reports data of an appointment, but for when somebody else's is, where that is asked: "o do meu pai ficou sexta?"
func givesData(r reading) bool { return r.data() && !r.says(say.TheirDay) }

// notBookedYet answers who asks, before anything is booked, what became of somebody else's: "e o da Neide, já foi?"
func (d *dialogue) notBookedYet(h *heard) bool {
	of, ok := d.somebodyIn(h)
	if !ok || !of.text.saysAny(say.TheirStatus, say.TheirDay) || h.whole.Intent != understand.Question && !strings.Contains(h.whole.text, "?") || givesData(h.whole) {
		return false
	}
	d.answerAside(d.notBookedText(h.s))
	return true
}

// onlyAsks reports a question that wishes for no time and begins nothing.
func (d *dialogue) onlyAsks(h *heard) bool {
	return h.whole.Intent == understand.Question && h.wish().Empty() && !h.whole.says(say.AnotherNow) && !h.asked.asks()
}

// endsTheirs reports that somebody does not come.
func (d *dialogue) endsTheirs(h *heard, text *parsed) bool {
	switch h.whole.Intent {
	case understand.Cancel, understand.Reschedule:
		return !h.whole.says(say.AsksToCancel)
	default:
		return h.whole.says(say.NotComing) || text.says(say.NotComing)
	}
}

// offerTheirs says whose appointment was made, and asks whether to go on with the one that was spoken of.
func (d *dialogue) offerTheirs(h *heard, of somebody) {
	next, booked := conversation.Next{For: of.call, ProcedureID: d.onlyThing(h.whole)}, d.allBooked(h.s)
	d.moves = append(d.moves, conversation.Later{}, conversation.Later{Next: next})
	q := d.goOnWith(h.s, next)
	q.lead = d.text(wording.BookedOnly, "appointment", booked.Text).With(booked)
	d.askInstead(q)
}

// transferTheirs hands over what is said of somebody's appointment that was not made here.
func (d *dialogue) transferTheirs(s *conversation.State, of somebody, reason string) conversation.Transfer {
	whose := d.whoseText(of.call)
	booked := d.allBooked(s)
	words := d.text(wording.TransferTheirs, "appointment", booked.Text, "of", whose.Text).With(booked, whose)
	return d.transferSaying(reason, words)
}

// somebodyIn is whom else a message is about, by kin, by name, or as the writer who booked for another; not who comes
// along, is asked for advice, or is only called so.
func (d *dialogue) somebodyIn(h *heard) (somebody, bool) {
	text, names := d.standIns(d.parse(d.withoutPhrase(h.whole.text, say.StaysBooked)), strings.Join(patientNames(h.s), " "))
	p := d.parse(text)
	if p.says(say.WritersOwn) {
		return somebody{conversation.ForWriter, p}, h.s.For == "" && len(h.s.Appointments()) == 1 || !bookedFor(h.s, "")
	}
	beside := p.says(say.Along) || p.says(say.Telling) && !p.saysAny(say.TheirStatus, say.TheirExisting, say.NotComing)
	if p.says(say.Addresses) || beside && !p.says(say.Also) {
		return somebody{}, false
	}
	m, ok := p.match(say.TheirAppointment)
	if !ok {
		return somebody{}, false
	}
	call := d.toldBack(p, m)
	if call == "" && len(names) > 0 {
		call = names[0]
	}
	if call == "" || call == h.s.For || bookedFor(h.s, call) {
		return somebody{}, false
	}
	return somebody{call, p}, true
}

// bookedFor reports an appointment of this conversation for who is called so, "" for the writer.
func bookedFor(s *conversation.State, call string) bool { return firstOf(s, call) != nil }

// firstOf is the first such appointment, nil for none.
func firstOf(s *conversation.State, call string) *conversation.Booked {
	all := s.Appointments()
	if at := slices.IndexFunc(all, func(b conversation.Booked) bool { return b.For == call }); at >= 0 {
		return &all[at]
	}
	return nil
}

// patientNames are the names of all patients of the conversation, and of those whose turn comes.
func patientNames(s *conversation.State) []string {
	var names []string
	if s.Patient.Name != "" {
		names = append(names, s.Patient.Name)
	}
	if s.Known != nil {
		names = append(names, s.Known.Name)
	}
	names = append(names, each(s.Next, func(next conversation.Next) string { return cmp.Or(next.Patient.Name, next.Called) })...)
	return append(names, each(s.Appointments(), func(b conversation.Booked) string { return b.Name })...)
}

// standIns writes a stand-in for each name of somebody who is no doctor and has none of the names that are at hand, and tells who
// they are, in their order: "a Neide".
func (d *dialogue) standIns(p *parsed, names string) (text string, calls []string) {
	if p.aside == nil || p.aside.known != names {
		found := aside{known: names}
		if !p.unheard(func() { found.text, found.calls = d.putStandIns(p, names) }) {
			return found.text, found.calls
		}
		p.aside = &found
	}
	return p.aside.text, slices.Clone(p.aside.calls)
}

// aside is a text with stand-ins for those whom it names, but for known ones, and how they are called.
type aside struct {
	known, text string
	calls       []string
}

// putStandIns is standIns for a text that was not looked through for them.
func (d *dialogue) putStandIns(p *parsed, names string) (text string, calls []string) {
	p.scan()
	own := language.Tokenize(names)
	left := rewriting{text: p.text}
	for i := 0; i < len(p.tokens); i++ {
		if !d.namesSomebody(p, i, own) {
			continue
		}
		to := i + 1
		for to < len(p.tokens) && partOfName(p.tokens[to]) {
			to++
		}
		calls = append(calls, asCalled(&d.before, d.calledWith(p, i)))
		left.put(p.tokens[i].Start, p.tokens[to-1].End, standIn)
		i = to - 1
	}
	return left.whole(), calls
}

// namesSomebody reports a word that begins the name of somebody who is not at hand.
func (d *dialogue) namesSomebody(p *parsed, i int, own []language.Token) bool {
	t := p.tokens[i]
	behindKin := i > 0 && say.ToldBack.Value(p.tokens[i-1].Text) != ""
	named := understand.PersonName(t.Text) && !everyday().Has(t.Text) || capital(t) && behindKin || p.honoured(i) // "minha irmã Socorro"
	if t.Kind != language.Letters || !named || say.ToldBack.Value(t.Text) != "" {
		return false
	}
	if slices.ContainsFunc(own, func(of language.Token) bool { return of.Text == t.Text }) {
		return false
	}
	led := i > 0 && say.NameLead.Has(p.tokens[i-1].Text) || behindKin
	if titled(p, i) || !capital(t) && !led {
		return false
	}
	return !slices.ContainsFunc(d.hits(p.text).Doctors, func(hit understand.Hit) bool { return hit.Start <= t.Start && t.Start < hit.End })
}

// honoured reports a word behind "dona", or with a capital behind "seu", that no list of names needs to have: "dona Iracy".
func (p *parsed) honoured(i int) bool {
	if i == 0 || len(p.tokens[i].Text) < minHonoured || everyday().Has(p.tokens[i].Text) {
		return false
	}
	return p.tokens[i-1].Text == "dona" || capital(p.tokens[i]) && say.Honour.Has(p.tokens[i-1].Text)
}

// minHonoured is the fewest letters of a name behind such a word: "dona tá" names nobody.
const minHonoured = 4

// calledWith is a name with the article that the text has before it, or the one that its last letter takes.
func (d *dialogue) calledWith(p *parsed, i int) string {
	name := capitalisedName(strings.ToLower(p.tokens[i].Raw))
	if i > 0 {
		if honour := say.Honour.Value(p.tokens[i-1].Text); honour != "" {
			return spaced(honour) + " " + name
		}
		if article := say.NameLead.Value(p.tokens[i-1].Text); article != "" {
			return article + " " + name
		}
	}
	if article := articleOf(name); article != "" {
		return article + " " + name
	}
	return d.text(wording.NextOther).Text
}

// articleOf is the article of a first name, "" for one that neither a list nor the last letter tells.
func articleOf(name string) string {
	switch folded := language.Fold(name); {
	case say.ArticleOf.Has(folded):
		return say.ArticleOf.Value(folded)
	case strings.HasSuffix(folded, "a"):
		return "a"
	case strings.HasSuffix(folded, "o"):
		return "o"
	default:
		return ""
	}
}

// withCompanion is a text, of a booking that has begun or is made, with nobody called in it who only comes along, whom the readers would
// take for a patient: "e meu marido pode entrar comigo?" asks whether somebody may.
func (d *dialogue) withCompanion(s *conversation.State, text string) string {
	begun := s.Closed == "" && !opens(s) || afterBooking(s)
	p := d.parse(text)
	if !begun || d.literal {
		return text
	}
	out := rewriting{text: text}
	matches := p.matches(say.Companion)
	slices.SortFunc(matches, func(a, b language.Match) int { return a.From - b.From })
	for _, m := range matches {
		to := m.To
		if p.tokens[to-1].Kind == language.Mark {
			to--
		}
		at := place{p.tokens[m.From].Start, p.tokens[to-1].End}
		asks := strings.Contains(text[at.start:sentenceAround(text, at).end], "?") || d.said(text[at.start:at.end], say.MayAsk)
		behind := d.parse(text[at.start:]) // "vai junto e quer consultar também", "posso levar minha mãe no lugar?"
		if at.start < out.from || !asks || behind.saysAny(say.Also, say.AsksToBook, say.Exchanges) {
			continue
		}
		out.put(at.start, at.end, anyCompanion)
	}
	return out.whole()
}

// anyCompanion stands for words of who comes along.
const anyCompanion = "acompanhante pode ir junto"
