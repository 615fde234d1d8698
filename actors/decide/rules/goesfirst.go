package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
)

// goesFirst begins, before anything is booked, with one of those whose turn would come afterwards, where a text says that they go
// first: "não, a minha mãe primeiro", "começa por ela, que é mais urgente".  What is known of who was to be the first is kept in mind for
// their turn, with their plan and their time; whatever else the text says is read in the state that this leads to.
func (d *dialogue) goesFirst(s *conversation.State, text string) bool {
	if d.literal || s.Closed != "" || len(s.Next) == 0 || d.said(text, say.Or) {
		return false
	}
	at, rest := d.whoGoesFirst(s, text)
	if at < 0 {
		return false
	}
	for _, before := range s.Next[:at] {
		d.moves = append(d.moves, conversation.Later{Next: before, Drop: true})
	}
	d.propose(conversation.TakeUp{})
	d.keepAsked(patientLater(s, s.Next[at]))
	for _, before := range s.Next[:at] {
		d.moves = append(d.moves, conversation.Later{Next: before})
	}
	d.agreed, d.objected = false, true
	d.shown = nil // was somebody else's list
	rest = d.withoutPhrase(rest, say.GoesFirst)
	if left := d.readAgain(s, rest); left.data() || strings.Contains(rest, "?") {
		m := d.turn.Messages[d.read-1]
		m.Text = rest
		d.turn.Messages = slices.Insert(slices.Clone(d.turn.Messages), d.read, m)
	}
	return true
}

// patientLater is what is known of the present patient, to be booked behind somebody else.
func patientLater(s *conversation.State, first conversation.Next) conversation.Next {
	later := conversation.Next{For: cmp.Or(s.For, conversation.ForWriter), Called: s.FirstName, SameDay: first.SameDay, Patient: s.Patient}
	if !s.Carried {
		later.PlanID = s.Request.PlanID
	}
	if first.ProcedureID != 0 && first.ProcedureID != s.Request.ProcedureID { // theirs is another thing
		later.ProcedureID, later.AgendaID = s.Request.ProcedureID, s.Request.AgendaID
	}
	if s.Choice != nil {
		later.Date, later.Hour = s.Choice.Date, s.Choice.Hour
	}
	return later
}

// whoGoesFirst is which of those whose turn comes afterwards goes first by a text, and what else that says; -1 for none.
func (d *dialogue) whoGoesFirst(s *conversation.State, text string) (at int, rest string) {
	calls := each(s.Next, func(next conversation.Next) string { return next.For })
	named, name := text, ""
	for i, t := range d.parse(text).tokens {
		if d.calledByName(&heard{s: s}, reading{parsed: d.parse(t.Raw)}) == "" || i > 0 && name != "" {
			continue
		}
		name = t.Raw
		named = strings.ReplaceAll(text, name, standIn)
	}
	p := d.parse(named)
	for _, m := range p.matches(say.GoesFirst) {
		if m.From > 0 && say.NameLead.Has(p.tokens[m.From-1].Text) && p.tokens[m.From].Text == "primeiro" {
			continue // "o primeiro pra ela"
		}
		whom := d.toldBack(p, m)
		for i := m.From; i < m.To && whom == ""; i++ {
			whom = d.whomMeans(s, p, i, name)
		}
		if at := slices.Index(calls, whom); whom != "" && at >= 0 {
			return at, strings.ReplaceAll(cutOut(named, p.placeOf(m)), standIn, cmp.Or(name, standIn))
		}
	}
	return -1, text
}

// whomMeans is whom a word means that is no word for a relative, or the stand-in for a name; "" for nobody.
func (d *dialogue) whomMeans(s *conversation.State, p *parsed, i int, name string) string {
	h := &heard{s: s, whole: reading{parsed: p}, reading: reading{parsed: p}}
	switch word := p.tokens[i].Text; {
	case word == standIn && name != "":
		return d.calledByName(h, reading{parsed: d.parse(name)})
	case say.ThirdPersons.Has(word), word == "ela", word == "ele":
		return d.thirdPerson(h, d.parse(word))
	case word == "eu", word == "mim", word == "minha", word == "meu":
		return conversation.ForWriter
	default:
		return ""
	}
}
