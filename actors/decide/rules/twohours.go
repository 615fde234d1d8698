package rules

import (
	"slices"
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// withNumberOfOne is an answer to a list of times with each number written as one, where it is said for whom that is: "1 pra dona Zuleide e o 2
// pro seu Antenor".
func (d *dialogue) withNumberOfOne(s *conversation.State, text string) string {
	if d.literal || s.Asked != conversation.AskSlot || !s.OfferRead() {
		return text
	}
	p := d.parse(text)
	p.scan()
	numbers := rewriting{text: text}
	for i, t := range p.tokens {
		bare := i == 0 || p.pauses(i-1) || p.tokens[i-1].Text == "e"
		if !bare || t.Kind != language.Digits || i+1 >= len(p.tokens) || !say.ForPerson.Has(p.tokens[i+1].Text) {
			continue
		}
		if n := numberOf(t.Text); n > 0 && n <= len(s.Offer) && n < firstBareHour {
			numbers.put(t.Start, t.Start, "o ")
		}
	}
	return numbers.whole()
}

// withHours is a text with each hour written as one, where it speaks of the hours of several people: "14 pra ela e 14:30 pra mim".  That
// one of them comes behind another says no more then: "eu 14 e 30 depois dela".
func (d *dialogue) withHours(s *conversation.State, text string) string {
	left := d.withoutPhrase(text, say.BehindThem)
	if d.literal || len(s.Next) == 0 && s.Booked == nil || !d.namesHour(left) {
		return text
	}
	text = left
	p := d.parse(text)
	hours := rewriting{text: text}
	for _, m := range p.matches(say.HourOfOne) {
		t := p.tokens[m.From]
		hour := numberOf(t.Text)
		led := m.From > 0 && (p.tokens[m.From-1].Kind == language.Mark && p.tokens[m.From].Glued || slices.Contains([]string{"dia", "o", "numero", "e"}, p.tokens[m.From-1].Text) && hour <= len(s.Offer))
		if hour < firstBareHour || hour > lastBareHour || led || t.Glued {
			continue
		}
		hours.put(t.End, t.End, "h")
	}
	return d.withDayAhead(hours.whole())
}

// withDayAhead is a text of two hours with the day that it ends with before them: "14h pra ela e 14:30 pra mim, terça de tarde".
func (d *dialogue) withDayAhead(text string) string {
	p := d.parse(text)
	p.scan()
	for i, t := range slices.Backward(p.tokens) {
		if i+1 == len(p.tokens) || !p.pauses(i) {
			continue
		}
		head, tail := d.facts(text[:t.Start]), strings.Trim(text[t.End:], " ,.;!?")
		behind := d.facts(tail)
		if len(head.Times) > 1 && len(head.Dates) == 0 && len(behind.Dates) > 0 && len(behind.Times) == 0 && !d.said(tail, say.Owner) {
			return tail + ". " + text[:t.Start]
		}
		break
	}
	return text
}

// withTimeOfOther is a text with the day, and the hour behind which it shall be, of the appointment that was made before for somebody
// else, where it says so by whom they are: "logo depois dela", "14:30 no mesmo dia da minha filha".
func (d *dialogue) withTimeOfOther(s *conversation.State, text string) string {
	open := s.Closed == "" && s.Choice == nil && s.Asked == conversation.AskSlot && !d.literal
	if !open || s.Booked == nil || s.Booked.For == s.For {
		return text
	}
	day := "dia " + dayMonth(s.Booked.Slot.Date)
	at := day + " depois das " + s.Booked.Slot.Hour
	for _, slot := range s.Offer { // in the order of their times
		if slot.Date == s.Booked.Slot.Date && slot.Hour > s.Booked.Slot.Hour && slot.Hour >= conversation.Behind(s.Booked.Slot, slot.AgendaID) {
			at = day + " às " + slot.Hour
			break
		}
	}
	hour := d.namesHour(d.withoutPhrase(text, say.BehindThem))
	if said := d.rephrased(text, say.BehindThem, at); said != text && !hour {
		return d.withoutPhrase(said, say.DayOfThem)
	}
	if len(d.facts(text).Dates) == 0 {
		return d.rephrased(text, say.DayOfThem, day)
	}
	return text
}

// rephrased is a text with other words for the first phrase of a group.
func (d *dialogue) rephrased(text string, group language.Group, words string) string {
	at, ok := d.parse(text).place(group)
	if !ok {
		return text
	}
	return text[:at.start] + words + text[at.end:]
}

// namesHour reports an exact hour in a text.
func (d *dialogue) namesHour(text string) bool {
	choosing := conversation.State{}
	choosing.Asked = conversation.AskSlot
	return slices.ContainsFunc(d.readAgain(&choosing, text).Times, func(span conversation.Span) bool { return span.From == span.To })
}

// withoutRow is a text without that several times shall be one behind the other, "2 hrs seguidas, uma pra cada", which is no hour:
// who comes next is then looked for behind the first.
func (d *dialogue) withoutRow(s *conversation.State, text string) string {
	if s.Closed != "" || d.literal {
		return text
	}
	p := d.parse(text)
	var rows []place
	for _, m := range p.matches(say.InARow) {
		first := p.tokens[m.From]
		if n := numberOf(first.Text); first.Kind != language.Digits || n > 1 && n <= mostInARow { // "14h, juntos" is an hour
			rows = append(rows, p.placeOf(m))
		}
	}
	if len(rows) == 0 {
		return text
	}
	left := cutOut(text, rows...)
	d.inARow = true
	left = d.withoutPhrase(left, say.ForEach)
	if !strings.ContainsFunc(left, unicode.IsLetter) && !hasDigit(left) {
		d.keepRow(s)
		return ""
	}
	return left
}

// mostInARow is how many times in a row are wanted at most: more are an hour.
const mostInARow = 4

// keepRow keeps in mind that who comes next shall be behind the first, and says so; of somebody of several who were not told apart
// nothing more is known.
func (d *dialogue) keepRow(s *conversation.State) {
	waiting := d.queue(s)
	if len(waiting) == 0 && s.For == "" { // for whom they are is not known, and would be taken for the writer's
		d.learned, d.answeredAside = true, true
		return
	}
	if len(waiting) == 0 {
		waiting = append(waiting, conversation.Next{For: d.text(wording.NextOther).Text})
	}
	for _, next := range waiting {
		d.moves = append(d.moves, conversation.Later{Next: conversation.Next{For: next.For, ProcedureID: next.ProcedureID, SameDay: true, After: true}})
	}
	d.learned = true
	if waiting[0].For == "" { // another thing for the same patient
		d.note(d.nextTimesText(waiting[0].ProcedureID))
		return
	}
	d.unsayKept() // which the new words say, too
	what := d.nextText(conversation.Next{For: waiting[0].For})
	d.note(d.text(wording.TalkNextRow, "what", what.Text).With(what))
}

// laterFirst notes who comes on the same day before times are looked for, which are then such as suit all of them.
func (d *dialogue) laterFirst(s *conversation.State) {
	search := slices.IndexFunc(d.moves, func(move conversation.Move) bool { _, is := move.(conversation.Search); return is })
	if s.Closed != "" || search < 0 {
		return
	}
	var later, rest []conversation.Move
	together := false
	for _, move := range d.moves[search:] {
		m, is := move.(conversation.Later)
		if is && (m.Drop || m.Next.Empty()) {
			return
		}
		if is {
			later, together = append(later, m), together || m.Next.For != "" && (m.Next.SameDay || m.Next.After)
		} else {
			rest = append(rest, move)
		}
	}
	if together {
		d.moves = slices.Concat(d.moves[:search], later, rest)
	}
}
