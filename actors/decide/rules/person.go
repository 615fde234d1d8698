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

// patientOf is who the text says the appointment is for; "" if it does not say.
func (d *dialogue) patientOf(r reading) string {
	if d.said(d.withoutPhrase(r.text, say.NotMyself), say.Myself) { // "pra mim e pro meu marido": one after the other
		return conversation.ForWriter
	}
	m, ok := r.match(say.ForRelative)
	if !ok || r.says(say.Telling) || r.Intent == understand.Thanks {
		return ""
	}
	return d.toldBack(r.parsed, m)
}

// relatives are all of the family that the text says an appointment is for.
func (d *dialogue) relatives(r reading) []string {
	var list []string
	for _, m := range r.matches(say.ForRelative) {
		if call := d.toldBack(r.parsed, m); call != "" && !slices.Contains(list, call) {
			list = append(list, call)
		}
	}
	return list
}

// toldBack is how the relative of a phrase is called to the writer: "a sua mãe".
func (d *dialogue) toldBack(p *parsed, m language.Match) string {
	for _, t := range p.tokens[m.From:m.To] {
		if call := cmp.Or(say.ToldBack.Value(strings.ToLower(t.Raw)), say.ToldBack.Value(t.Text)); call != "" {
			return strings.ReplaceAll(call, "_", " ")
		}
	}
	return ""
}

// minusText is a list without one of its texts.
func minusText(list []string, one string) []string {
	return slices.DeleteFunc(list, func(text string) bool { return text == one })
}

// keep keeps in mind what is booked afterwards, and says so.
func (d *dialogue) keep(next conversation.Next) {
	what := d.nextText(next)
	d.note(d.text(wording.TalkNext, "what", what.Text).With(what))
	d.moves = append(d.moves, conversation.Later{Next: next})
}

// nextText is what is booked afterwards: "para o seu filho", "eletrocardiograma".
func (d *dialogue) nextText(next conversation.Next) wording.Words {
	procedure, _ := d.clinic.Procedure(next.ProcedureID)
	what := d.text(wording.NextFor, "for", next.For)
	if next.For == "" {
		name := lowered(procedure.Name)
		if specialty, ok := d.clinic.Specialty(procedure.SpecialtyID); ok && isConsultation(procedure) {
			name = specialty.Name // "consulta" there is everywhere
		}
		what = d.text(wording.NextService, "procedure", name)
	}
	if next.Hour != "" {
		what = d.text(wording.NextAt, "what", what.Text, "hour", next.Hour).With(what)
	}
	return what
}

// sideBySide reads a time for each of two people or things, "1 pra mim e 2 pra Sofia", "pode. e o eletro às 9:30?": the
// first is chosen now, the second kept in mind.
func (d *dialogue) sideBySide(h *heard) {
	if h.s.Asked != conversation.AskSlot || h.s.Closed != "" {
		return
	}
	for i, t := range h.tokens {
		if i == 0 || t.Text != "e" && (t.Kind != language.Mark || t.Glued && t.Text == ":") {
			continue
		}
		one, two := d.readAgain(h.s, h.text[:t.Start]), d.readAgain(h.s, strings.TrimPrefix(strings.TrimSpace(h.text[t.End:]), "e "))
		if next, ok := d.nextAt(h.s, one, two); ok {
			d.keep(next)
			h.reading, h.asked = one, inquiry{}
			return
		}
	}
}

// nextAt is what the second of two parts of a text wants beside the first, with its hour.
func (d *dialogue) nextAt(s *conversation.State, one, two reading) (next conversation.Next, ok bool) {
	hour := func(r reading) bool { return len(r.Times) == 1 && r.Times[0].From == r.Times[0].To }
	listed := func(r reading) bool { return s.OfferRead() && r.Choice > 0 && r.Choice <= len(s.Offer) }
	more := d.moreThings(s, two)
	chooses := hour(one) || listed(one) || one.Intent == understand.Confirm && len(s.Offer) == 1
	sameOption := listed(two) && one.Choice == two.Choice
	if timed := hour(two) || listed(two); !chooses || !timed || sameOption {
		return next, false
	}
	switch {
	case len(more) > 0:
		next = more[0]
	case !one.says(say.WhoseTime) || !two.says(say.WhoseTime):
		return next, false
	case len(s.Next) > 0:
		next = s.Next[0]
	default:
		next = d.somebodyElse(two)
	}
	if listed(two) {
		next.Date, next.Hour = s.Offer[two.Choice-1].Date, s.Offer[two.Choice-1].Hour
	} else {
		next.Hour = two.Times[0].From
	}
	return next, true
}

// nextQuestion asks, after a booking, whether to go on with the next one.
func (d *dialogue) nextQuestion(s *conversation.State) question {
	what := d.nextText(s.Next[0])
	return question{text: d.text(wording.AskNext, "what", what.Text).With(what), asks: conversation.AskNext}
}

// somebodyElse is whom besides the patient a text speaks of: of the family, or somebody.
func (d *dialogue) somebodyElse(r reading) conversation.Next {
	if list := d.relatives(r); len(list) > 0 {
		return conversation.Next{For: list[0]}
	}
	if ids := d.services(r); len(ids) == 1 {
		return conversation.Next{ProcedureID: ids[0]}
	}
	if m, ok := r.match(say.AnotherNow); ok { // "e o do meu filho"
		m.To = min(m.To+nearKin, len(r.tokens))
		if call := d.toldBack(r.parsed, m); call != "" {
			return conversation.Next{For: call}
		}
	}
	return conversation.Next{For: d.text(wording.NextOther).Text}
}

// nearKin is how many words behind "e o" a relative may stand.
const nearKin = 3

// nextWish is when the next one shall be: as it is said, or on the day of the one before.
func (d *dialogue) nextWish(h *heard) conversation.Wish {
	wish := h.wish()
	hour := len(wish.Times) == 1 && wish.Times[0].From == wish.Times[0].To && len(wish.Dates) == 0
	if (h.says(say.SameDay) || hour) && h.s.Booked != nil {
		wish.Dates = just(h.s.Booked.Slot.Date)
	}
	return wish
}

// anotherNow reads the wish for the next one after a booking: "agora o do Enzo, 14:30".
func (d *dialogue) anotherNow(h *heard) bool {
	asks := h.Intent == understand.Question && h.wish().Empty()
	if h.s.Former == nil || namesOther(*h.s.Former, h.Mentions) || !h.says(say.AnotherNow) || h.says(say.Amends) || asks {
		return false
	}
	if len(h.s.Next) == 0 {
		d.moves = append(d.moves, conversation.Later{Next: d.somebodyElse(h.reading)})
	}
	d.takeNext(h)
	return true
}

// takeNext begins the next one with what the message says of it.
func (d *dialogue) takeNext(h *heard) {
	d.propose(conversation.TakeUp{})
	move := conversation.Search{Wish: d.nextWish(h)}
	if len(h.Specialties) == 1 {
		move.SpecialtyID = h.Specialties[0]
	}
	if len(h.Doctors) == 1 {
		move.AgendaID = h.Doctors[0]
	}
	if services := d.services(h.reading); len(services) == 1 {
		move.ProcedureID = services[0]
	}
	if asksSomething(move) || !move.Wish.Empty() {
		d.propose(move)
	}
	if h.identifies() {
		d.propose(conversation.Identify{Identity: h.patient()})
	}
}

// speaksOfNext reports words about the next one while a time is chosen for this one, "pode, e o do Enzo 14:30 né?":
// that is kept in mind, and the question comes back.
func (d *dialogue) speaksOfNext(h *heard) bool {
	if h.s.Closed != "" || h.s.Choice == nil || !h.says(say.AnotherNow) || h.wish().Empty() && len(d.services(h.reading)) == 0 {
		return false
	}
	next := d.somebodyElse(h.reading)
	if len(h.s.Next) > 0 {
		next = h.s.Next[0]
	}
	d.keep(next)
	d.answeredAside = true
	return true
}

// takesUp reads whether to go on with the next one.
func (d *dialogue) takesUp(h *heard) bool {
	switch {
	case h.s.Asked != conversation.AskNext || len(h.s.Next) == 0:
		return false
	case h.Intent == understand.Confirm, h.Intent == understand.Book, h.Choice == 1, !h.wish().Empty(), h.identifies(), h.says(say.SameDay):
		d.takeNext(h)
	case h.Intent == understand.Deny, h.Intent == understand.Decline, h.Intent == understand.Thanks:
		d.propose(conversation.Later{})
		d.note(d.fresh(h.s, wording.TalkWelcome))
	default:
		return false
	}
	return true
}

// ofPatient is "da sua mãe", or words that fit anybody.
func (d *dialogue) ofPatient(s *conversation.State) wording.Words {
	if s.For == "" {
		return d.text(wording.ShortOf)
	}
	return wording.Words{Text: "d" + s.For}
}

// recordPatientRelation records for whom the appointment is.  Data that were given before somebody else was named are
// the writer's: they are not mixed.
func (d *dialogue) recordPatientRelation(s *conversation.State, r reading) {
	who := d.patientOf(r)
	others := minusText(d.relatives(r), who)
	switch {
	case who == conversation.ForWriter || who != "" && len(others) > 0:
		for _, other := range others {
			d.keep(conversation.Next{For: other})
		}
	case r.says(say.Both) && len(s.Next) > 0:
		d.learned = true
	case r.says(say.Both):
		d.note(d.text(wording.TalkOneByOne))
		return
	}
	switch {
	case who == "":
		return
	case who == s.For, who == conversation.ForWriter && s.For == "":
		d.learned = true
		return
	}
	known := s.Closed == "" && (s.Patient != (conversation.Identity{}) || d.given != (conversation.Identity{})) ||
		s.Closed != "" && who == conversation.ForWriter // the booking before was for another
	d.propose(conversation.Identify{For: who, Other: known && (r.Name == "" || r.CPF == "")}) // else nothing of it was the writer's
}

// separateWriter drops the writer's own name and CPF where the appointment is for somebody else:
// "aqui é a Rosa, quero marcar pro meu filho".  What is missing is asked.
func (d *dialogue) separateWriter(s *conversation.State, r *reading) {
	if name := cmp.Or(d.theirName(r.parsed), d.nameBeforeOwn(s, r.parsed)); name != "" {
		r.Name, r.NameStated = name, true
		return
	}
	relative, named := r.place(say.ForRelative)
	if named && asksIdentity(s.Asked) && s.For == "" && d.said(r.text[:relative.start], say.ButThen) && !r.says(say.NotMyself) {
		d.forgetBefore(r, relative.start)
		return
	}
	if named && d.patientOf(*r) == conversation.ForWriter && r.Name != "" && r.Name == d.namedBehind(s, r.text) {
		r.Name, r.NameStated = "", false // "pra mim e pro meu filho Enzo Prado": the writer comes first
	}
	if s.For != "" && r.BirthDate != "" && r.says(say.Born) {
		r.BirthDate, r.ownBirth = "", true
	}
	other := s.For != "" || r.says(say.Others) || named
	swapped := s.For == "" && r.says(say.NotMine) // "esse é do meu marido, o meu é …"
	if other && !swapped && r.says(say.Own) && !r.says(say.Myself) {
		d.dropWriter(s, r)
	}
}

// nameBeforeOwn is the name of somebody else before the writer's own: "Osvaldo Bastos, o cpf dele é …, o meu nome é
// Iracema"; "" for none.
func (d *dialogue) nameBeforeOwn(s *conversation.State, p *parsed) string {
	at, ok := p.place(say.NamesSelf)
	if !ok || s.For == "" {
		return ""
	}
	return d.facts(p.text[:at.start]).Name
}

// dropWriter takes what was said of the writer for nobody's: all that stands before somebody else is named.
func (d *dialogue) dropWriter(s *conversation.State, r *reading) {
	relative, named := r.place(say.ForRelative)
	if r.Name != "" {
		r.writer, _, _ = strings.Cut(r.Name, " ")
	}
	r.Name, r.NameStated = d.namedBehind(s, r.text), false
	mine := r.text // of the writer is what was said before somebody else was named
	if named && r.writer != "" {
		mine = r.text[:relative.start]
	}
	facts := d.facts(mine)
	if r.CPF != "" && (r.says(say.OwnCPF) || r.writer != "" && mine != r.text && facts.CPF == r.CPF) {
		r.CPF, r.ownCPF = "", true
	}
	if r.BirthDate != "" && (d.said(mine, say.Born) || mine != r.text && facts.BirthDate == r.BirthDate) {
		r.BirthDate = ""
	}
}

// forgetBefore drops what was answered before somebody else turned out to be the patient: "10/10/1975, mas a
// consulta é da minha esposa".
func (d *dialogue) forgetBefore(r *reading, at int) {
	facts := d.facts(r.text[:at])
	r.turned = true
	if r.BirthDate == facts.BirthDate {
		r.BirthDate = ""
	}
	if r.CPF == facts.CPF {
		r.CPF = ""
	}
	if r.Name == facts.Name {
		r.Name, r.NameStated = "", false
	}
}

// namedBehind is the name that stands right behind a relative: "é pra minha mãe Rosa Prado Lima".
func (d *dialogue) namedBehind(s *conversation.State, text string) string {
	at, ok := d.parse(text).place(say.ForRelative)
	name := d.facts(text[at.end:]).Name
	if !ok || d.calledDoctor(text, name) || d.notPerson(s, name) {
		return ""
	}
	return name
}

// theirName is the name behind "o nome dela é", "" for none.
func (d *dialogue) theirName(p *parsed) string {
	at, ok := p.place(say.Theirs)
	if !ok {
		return ""
	}
	rest := p.text[at.end:]
	if is, ok := d.parse(rest).place(say.AfterIs); ok {
		rest = rest[is.end:]
	}
	return d.facts("nome: " + strings.TrimSpace(rest)).Name
}
