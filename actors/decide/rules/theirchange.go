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

// theirChange is what a text changes of an appointment that is neither the one being booked nor one whose turn comes.
type theirChange struct {
	whose  string // as the writer is told back
	reason string // of a hand-over
	// had is the time that it has, wish the one that is wished for instead, as far as they are said.
	had, wish conversation.Wish
	// made is that appointment where this talk made it.
	made *conversation.Booked
}

// withoutTheirChange is a text without words that cancel or move the appointment of somebody else than who is being booked, beside
// something that goes on with the booking, "a 1, e cancela a da minha vizinha": people do that, and how to ask them is said.
func (d *dialogue) withoutTheirChange(s *conversation.State, text string) string {
	c, ok := d.changesTheirs(s, text)
	if d.literal || !ok || s.Closed != "" || opens(s) {
		return text
	}
	left, id := d.besideTheirs(s, text, c), wording.TalkCancelTheirs
	if c.reason == reasonReschedule {
		id = wording.TalkMoveTheirs
	}
	if r := d.readAgain(s, left); !r.data() && r.Intent != understand.Confirm && r.Intent != understand.Book {
		return text // which a rule deals with
	}
	d.addNote(d.text(id, "of", d.whoseText(c.whose).Text).With(d.whoseText(c.whose)))
	return left
}

// besideTheirs is what a text says beside words that change somebody else's appointment.
func (d *dialogue) besideTheirs(s *conversation.State, text string, c theirChange) string {
	if at, moves := d.parse(text).place(say.MovesTheirs); moves && c.reason == reasonReschedule { // and when to
		return cutOut(text, place{at.start, sentenceAround(text, at).end})
	}
	if left := d.withoutPhrase(text, say.CancelsTheirs); left != text {
		return left
	}
	left := slices.DeleteFunc(sentences(d.parse(text)), func(sentence string) bool { // "quarta 13h. e o do Theo muda pra quinta"
		_, changes := d.changesTheirs(s, sentence)
		return changes
	})
	return strings.Join(left, ". ")
}

// changeTheirs hands over who wants the appointment of somebody else cancelled or at another time, in the middle of a booking or
// behind one: with words that name it where it was made here.
func (d *dialogue) changeTheirs(h *heard) bool {
	c, ok := d.changesTheirs(h.s, h.whole.text)
	if d.literal || !ok || opens(h.s) {
		return false
	}
	switch cancels := c.reason == reasonCancel; {
	case afterBooking(h.s) && cancels && (c.made != nil || c.whose != conversation.ForWriter):
		return false // which has rules of its own
	case afterBooking(h.s) && cancels:
		d.propose(d.transferTheirs(h.s, somebody{call: c.whose}, c.reason))
	case afterBooking(h.s) && c.made != nil:
		d.propose(d.transferBooked(h, c.reason))
	case cancels && c.made == nil:
		handOver(c.reason)(d, h)
	case c.made != nil:
		d.propose(d.transferMove(c, d.bookedOf(*c.made)))
	default:
		d.propose(d.transferMove(c, d.bookedTheirs(c)))
	}
	h.purpose = c.reason
	return true
}

// bookedTheirs names an appointment of somebody else by whose it is, and its time where that is said.
func (d *dialogue) bookedTheirs(c theirChange) wording.Words {
	booked := d.text(wording.BookedOwn)
	if c.whose != conversation.ForWriter {
		booked = d.text(wording.BookedTheirs, "of", d.whoseText(c.whose).Text)
	}
	if when := d.wishText(c.had); when.Text != "" {
		booked = d.text(wording.BookedTheirsAt, "appointment", booked.Text, "when", when.Text).With(booked, when)
	}
	return booked
}

// transferMove hands over with words of what shall change, and to when.
func (d *dialogue) transferMove(c theirChange, booked wording.Words) conversation.Transfer {
	wish := d.wishText(c.wish)
	switch {
	case c.reason == reasonCancel:
		return d.transferSaying(c.reason, d.text(wording.TransferBookedCancel, "appointment", booked.Text).With(booked))
	case wish.Text == "":
		return d.transferSaying(c.reason, d.text(wording.TransferBookedMove, "appointment", booked.Text).With(booked))
	default:
		return d.transferSaying(c.reason, d.text(wording.TransferBookedTo, "appointment", booked.Text, "wish", wish.Text).With(booked, wish))
	}
}

// changesTheirs reads whose appointment a text cancels or moves that is not the one being booked.
func (d *dialogue) changesTheirs(s *conversation.State, text string) (c theirChange, ok bool) {
	p := d.parse(text)
	if s.Closed != "" && !afterBooking(s) || p.saysAny(say.AsksToCancel, say.KeepsIt) {
		return c, false
	}
	var names []string
	made := namedMade(s, p)
	if !p.saysAny(say.CancelsTheirs, say.MovesTheirs) { // "e muda a da Neide pra quinta"
		text, names = d.withNamesAside(s, p, made)
		p = d.parse(text)
	}
	m, cancels := p.match(say.CancelsTheirs)
	c.reason = reasonCancel
	if !cancels {
		if m, ok = p.match(say.MovesTheirs); !ok || p.saysAny(say.ChangeSupposed, say.Hypothetical) {
			return c, false
		}
		c.reason = reasonReschedule
		c.had, c.wish = d.fromAndTo(text[p.placeOf(m).start:sentenceAround(text, p.placeOf(m)).end])
	}
	switch c.whose = cmp.Or(d.toldBack(p, m), officeOf(p, m)); {
	case c.whose != "":
	case p.saysMine(m):
		c.whose = conversation.ForWriter
	case len(names) > 0 && (!cancels || s.Closed == ""):
		c.whose = names[p.standInsBefore(m)%len(names)]
	case madeForOne(s, p, m, made) != "":
		c.whose = madeForOne(s, p, m, made)
	default:
		return c, false
	}
	c.made = madeFor(s, c.whose)
	known := s.Own || s.For == conversation.ForWriter || strings.Contains(s.For, " seu ") || strings.Contains(s.For, " sua ") // else "mas a do meu pai …" may be of this one
	return c, c.whose != patientNow(s) && !waits(s.Next, c.whose) && (known || !p.says(say.ButThen))
}

// withNamesAside is a text with stand-ins for the names of those whose appointment it may change, and who they are.
func (d *dialogue) withNamesAside(s *conversation.State, p *parsed, made *conversation.Booked) (text string, names []string) {
	atHand := patientNames(s)
	if s.Closed == "" { // "e o do Theo muda pra quarta", whose was made before
		atHand = append(each(s.Next, func(next conversation.Next) string { return cmp.Or(next.Patient.Name, next.Called) }), s.Patient.Name)
	}
	text, names = d.standIns(p, strings.Join(atHand, " "))
	text, names = d.withoutStaying(text, names)
	if made != nil && !d.said(text, say.MovesTheirs) { // who asks kindly, and a name that is written as no list has it
		text, names = p.withStandIns(func(word string) bool { return word == firstName(made.Name) }), nil
	}
	return text, names
}

// withoutStaying is a text with stand-ins for some names without those of whom it says that theirs stays as it is: "o da Alice fica, o do
// Theo muda pra quarta".
func (d *dialogue) withoutStaying(text string, names []string) (string, []string) {
	p := d.parse(text)
	left := slices.Clone(names)
	for _, m := range slices.Backward(p.matches(say.StaysBooked)) {
		at, to := p.standInsBefore(m), p.standInsBefore(language.Match{From: m.To})
		left = slices.Delete(left, min(at, len(left)), min(to, len(left)))
	}
	return d.withoutPhrase(text, say.StaysBooked), left
}

// standInsBefore counts the stand-ins of names before words of a match: whose it is stands behind them.
func (p *parsed) standInsBefore(m language.Match) (n int) {
	for _, t := range p.tokens[:m.From] {
		if t.Text == standIn {
			n++
		}
	}
	return n
}

// madeFor is the appointment of this talk that was made for who is called so, by kin or by name; nil for none.
func madeFor(s *conversation.State, whose string) *conversation.Booked {
	all := s.Appointments()
	at := slices.IndexFunc(all, func(b conversation.Booked) bool {
		return b.For == strings.TrimPrefix(whose, conversation.ForWriter) || sameWord(strings.Fields(b.Name), whose[strings.LastIndex(whose, " ")+1:])
	})
	if at < 0 {
		return nil
	}
	return &all[at]
}

// namedMade is the appointment that was made here for the only one of its patients whom a text names, where that is not who is being
// booked; nil for none.
func namedMade(s *conversation.State, p *parsed) *conversation.Booked {
	p.scan()
	named := slices.DeleteFunc(s.Appointments(), func(b conversation.Booked) bool { return !calledIn(p, b) || s.Closed == "" && isPatient(s, b) })
	if len(named) != 1 {
		return nil
	}
	return &named[0]
}

// isPatient reports an appointment of who is being booked.
func isPatient(s *conversation.State, b conversation.Booked) bool {
	return b.For == s.For || firstName(b.Name) == firstName(s.Patient.Name)
}

// madeForOne is whose appointment shall move who is named elsewhere in the text, "a Renata quer saber se dá pra trocar o dela", or who
// "a dele" is; "" for nobody.
func madeForOne(s *conversation.State, p *parsed, m language.Match, made *conversation.Booked) string {
	if made != nil && !p.says(say.CancelsTheirs) {
		return "de " + strings.Fields(made.Name)[0]
	}
	return madeForThem(s, p, m)
}

// madeForThem is who "a dele" is of whom an appointment was made here before, where that can be but one; "" for nobody.
func madeForThem(s *conversation.State, p *parsed, m language.Match) string {
	fits := func(call string) bool { return strings.HasPrefix(call, p.pronoun(m)) }
	if fits(s.For) || slices.ContainsFunc(each(s.Next, forOf), fits) {
		return ""
	}
	return onlyOne(each(s.Appointments(), func(b conversation.Booked) string { return b.For }), p.pronoun(m))
}

// officeOf is how somebody is called whose appointment words of a match are about who is no kin, "a do diretor"; "" for nobody.
func officeOf(p *parsed, m language.Match) string {
	for i, t := range p.tokens[m.From:m.To] {
		if say.Office.Has(t.Text) && i > 0 {
			return strings.TrimPrefix(p.tokens[m.From+i-1].Text, "d") + " " + t.Raw
		}
	}
	return ""
}

// fromAndTo parts the time that an appointment has from the one that is wished for instead: "das 8h pras 9h", "a de quinta tem que
// ser sexta".  Both are empty where nothing leads to a time.
func (d *dialogue) fromAndTo(text string) (had, wish conversation.Wish) {
	at, ok := d.movesTo(text)
	if !ok {
		return had, wish
	}
	return wishOf(d.facts(text[:at.start])), wishOf(d.facts(text[at.end:]))
}

// movesTo is where a text leads to the time that is wished for instead: "a de quarta, passa pra outro dia".  "Remarca a de quarta" says
// only which one it is.
func (d *dialogue) movesTo(text string) (place, bool) {
	p := d.parse(text)
	for _, m := range slices.Backward(p.matches(say.MovesTo)) {
		at := p.placeOf(m)
		wish := wishOf(d.facts(text[at.end:]))
		had := d.said(text[at.end:], say.TimeHad) && wish.Period == ""
		if !wish.Empty() && !had || d.said(text[at.end:], say.AnotherTime) {
			return at, true
		}
	}
	return place{}, false
}

// saysMine reports words of a match that are of the writer's own appointment: "cancela a minha de amanhã".
func (p *parsed) saysMine(m language.Match) bool {
	return slices.ContainsFunc(p.tokens[m.From:m.To], func(t language.Token) bool { return say.Our.Has(t.Text) })
}

// whoseText is whose an appointment is, "da sua mãe", as words about it say it.
func (d *dialogue) whoseText(call string) wording.Words {
	if call == conversation.ForWriter {
		return d.text(wording.BookedYours)
	}
	return wording.Words{Text: "d" + call}
}
