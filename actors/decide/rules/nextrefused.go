package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// refusesNext reads a no to going on with the next one that wants somebody or something else, "não, esse já foi o dele. agora é
// ginecologista pra mim": the next one is given up, and what is wanted instead is read as if nobody had been asked about.  Where the
// appointment that was made turns out to be that of who should come next, the writer comes next.
func (d *dialogue) refusesNext(s *conversation.State, text string) bool {
	if d.literal || !afterBooking(s) || s.Asked != conversation.AskNext || len(s.Next) == 0 {
		return false
	}
	head, rest := d.besideRefusal(s, text)
	if rest != "" && d.refusesIt(s, head) && d.tellsOfMade(s, head, rest) {
		d.moves = append(d.moves, conversation.Later{})
		d.note(d.bookedTexts(s))
		return true
	}
	served := d.servedNext(s, text) || d.leavesWriter(s, head, rest)
	if !served && (rest == "" || !d.refusesIt(s, head) || d.said(text, say.AsksLater)) {
		return false
	}
	if served {
		d.moves = append(d.moves, conversation.Later{Next: s.Next[0], Served: true})
	} else {
		d.moves = append(d.moves, conversation.Later{})
	}
	d.learned = true
	if served && rest == "" {
		d.askInstead(d.goOnWith(s, conversation.Next{For: conversation.ForWriter, ProcedureID: s.Next[0].ProcedureID}))
	}
	if rest != "" {
		d.readNext(rest)
	}
	return true
}

// tellsOfMade reports words of what was booked in this talk behind those that it was: "não, eu já marquei o meu, gineco quarta 8h".
func (d *dialogue) tellsOfMade(s *conversation.State, head, rest string) bool {
	r := d.readAgain(s, rest)
	made := each(s.Appointments(), func(b conversation.Booked) int { return d.specialtyOf(b.Slot.AgendaID) })
	tells := len(r.Specialties) > 0 && len(minus(r.Specialties, made)) == 0 && len(d.services(r))+len(d.kinIn(r.parsed)) == 0
	wants := strings.Contains(rest, "?") || r.Intent == understand.Book || r.saysAny(say.ToBook, say.Also, say.AnotherNow, say.WishesToo)
	return tells && !wants && d.said(head, say.AlreadyBooked)
}

// servedNext reports words that the appointment just made is that of the one whose turn it should be next, "esse já foi o dele", where
// it was taken for the writer's.
func (d *dialogue) servedNext(s *conversation.State, text string) bool {
	next := s.Next[0].For
	if s.Booked.For != "" || next == "" || next == conversation.ForWriter {
		return false
	}
	p := d.parse(text)
	return slices.ContainsFunc(p.matches(say.MadeForThem), func(m language.Match) bool {
		return d.meansCall(p, m, next)
	})
}

// leavesWriter reports words that theirs is booked already and that the writer's is not, "já marcou o dele, agora sou eu", where the one
// that was made was taken for the writer's.
func (d *dialogue) leavesWriter(s *conversation.State, head, rest string) bool {
	next, turn := s.Next[0].For, d.readAgain(s, rest)
	if s.Booked.For != "" || next == conversation.ForWriter || !turn.says(say.WritersTurn) && !(turn.says(say.Myself) && turn.Mentions.Empty()) {
		return false
	}
	p := d.parse(head)
	p.scan()
	return p.says(say.AlreadyBooked) && d.meansCall(p, language.Match{To: len(p.tokens)}, next)
}

// myTurn goes on with the writer's own where that is what comes next, and it is said in other words than a yes: "falta o meu".
func (d *dialogue) myTurn(h *heard) bool {
	if h.s.Asked != conversation.AskNext || len(h.s.Next) == 0 || h.s.Next[0].For != conversation.ForWriter || h.refuses() {
		return false
	}
	if asks(h.whole) || h.whole.says(say.AsksLater) || !h.whole.saysAny(say.WritersTurn, say.MyOther) {
		return false
	}
	d.takeNext(h)
	return true
}

// meansCall reports words of a match that mean who is called so: by kin, or by a pronoun that fits.
func (d *dialogue) meansCall(p *parsed, m language.Match, call string) bool {
	if told := d.toldBack(p, m); told != "" {
		return told == call
	}
	return strings.HasPrefix(call, p.pronoun(m))
}

// refusesIt reports words that the next one is not to be booked now: a no, that it is booked already, or that they do not want it.
func (d *dialogue) refusesIt(s *conversation.State, head string) bool {
	r := d.readAgain(s, head)
	return r.Intent == understand.Deny || r.Intent == understand.Decline || r.saysAny(say.BareNo, say.BeginsNo, say.MadeForThem, say.AlreadyBooked, say.NotTheirs)
}

// besideRefusal parts a text in front of the first part of it that wants somebody or something else than what comes next; rest is ""
// where none does.
func (d *dialogue) besideRefusal(s *conversation.State, text string) (head, rest string) {
	p := d.parse(text)
	p.scan()
	for i, t := range p.tokens {
		if i == 0 || !p.pauses(i) && t.Text != "mas" {
			continue
		}
		part := strings.TrimSpace(text[t.End:])
		if end := strings.IndexAny(part, ".!?\n,"); end > 0 {
			part = part[:end]
		}
		if d.wantsOtherNext(s, part) {
			return text[:t.Start], strings.TrimSpace(text[t.End:])
		}
	}
	return "", ""
}

// wantsOtherNext reports a part of a text that wants an appointment of something or for somebody else than what comes next.
func (d *dialogue) wantsOtherNext(s *conversation.State, part string) bool {
	r := d.readAgain(s, part)
	if r.saysAny(say.AlreadyBooked, say.MadeForThem, say.NotTheirs, say.OnlyOwn, say.NoMoreWishes) || r.onlyEnds() || r.Intent == understand.Deny || r.Intent == understand.Decline {
		return false
	}
	next, _ := d.clinic.Procedure(s.Next[0].ProcedureID)
	whom := d.onlyKin(r.parsed)
	if whom != "" && whom == s.Next[0].For {
		return false
	}
	other := len(r.Doctors) > 0 || slices.ContainsFunc(r.Specialties, func(id int) bool { return id != next.SpecialtyID })
	other = other || slices.ContainsFunc(d.services(r), func(id int) bool { return id != next.ID })
	mine := r.saysAny(say.Myself, say.WritersTurn, say.MyOther) && s.Next[0].For != conversation.ForWriter
	return other || mine || whom != "" && r.saysAny(say.WishesToo, say.AnotherNow)
}
