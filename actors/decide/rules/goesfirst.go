package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// goesFirst begins, before anything is booked, with one of those whose turn would come afterwards, where a text says that they go
// first: "não, a minha mãe primeiro", "começa por ela, que é mais urgente".  What is known of who was to be the first is kept in mind for
// their turn, with their plan and their time; whatever else the text says is read in the state that this leads to.
func (d *dialogue) goesFirst(s *conversation.State, text string) bool {
	if d.literal || s.Closed != "" || len(s.Next) == 0 || d.said(text, say.Or) {
		return false
	}
	whom, rest := d.whoGoesFirst(s, text)
	if theirs := d.asksForTheirs(s, text); whom == "" && theirs != "" {
		whom, rest = theirs, d.withoutPhrase(text, say.ForRelative)
	}
	at := turnOf(s.Next, whom)
	for _, order := range []language.Group{say.GoesFirst, say.GoesLater, say.GoesNow} {
		rest = d.withoutPhrase(rest, order)
	}
	left := d.readAgain(s, rest)
	more := left.data() || strings.Contains(rest, "?") && len(strings.Fields(rest)) > maxAsks
	switch {
	case whom == "", at < 0 && (more || readingBack(s)):
		return false
	case at < 0: // it is their turn
		d.shown, d.learned, d.wantsRepeat = nil, true, true
		return true
	}
	d.takesUpAt(s, at, func() { d.keepAsked(patientLater(s, s.Next[at])) })
	d.agreed, d.objected, d.shown = false, true, nil // the list was somebody else's
	if more {
		d.readNext(rest)
	}
	return true
}

// asksForTheirs is who comes afterwards for another specialty, where a text asks, before the patient's time is chosen, for times of that
// one: "a dermatologista tem quinta de tarde?"  Theirs are shown then, and the patient comes behind; "" for nobody.
func (d *dialogue) asksForTheirs(s *conversation.State, text string) string {
	p := d.parse(text)
	asks := strings.Contains(text, "?") || p.saysAny(say.Wonders, say.AsksFree)
	if s.Asked != conversation.AskSlot || s.Choice != nil || !asks || p.saysAny(say.AnotherNow, say.Also, say.Hypothetical) || wishOf(d.facts(text)).Empty() {
		return ""
	}
	named := d.find(text).Specialties
	theirs := slices.DeleteFunc(slices.Clone(s.Next), func(next conversation.Next) bool {
		specialty := d.specialtyOfThing(next.ProcedureID)
		return next.For == "" || specialty == s.Request.SpecialtyID || !slices.Equal(named, []int{specialty})
	})
	return only(each(theirs, forOf))
}

// takesUpAt goes on with one of those whose turn comes, before the others; what is kept in mind with it comes before these.
func (d *dialogue) takesUpAt(s *conversation.State, at int, keep func()) {
	for _, before := range s.Next[:at] {
		d.moves = append(d.moves, conversation.Later{Next: before, Drop: true})
	}
	d.propose(conversation.TakeUp{})
	keep()
	for _, before := range s.Next[:at] {
		d.moves = append(d.moves, conversation.Later{Next: before})
	}
}

// maxAsks is how many words are left of a text that only asks whether somebody may go first: "pode … ?"
const maxAsks = 2

// patientLater is what is known of the present patient, to be booked behind somebody else.
func patientLater(s *conversation.State, first conversation.Next) conversation.Next {
	later := conversation.Next{For: patientNow(s), Called: s.FirstName, SameDay: first.SameDay, Patient: s.Patient}
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

// whoGoesFirst is who of the patient and those whose turn comes afterwards goes first by a text, and what else that says; "" for none.
func (d *dialogue) whoGoesFirst(s *conversation.State, text string) (whom, rest string) {
	patient := patientNow(s)
	named, name, called := text, "", ""
	p := d.parse(text)
	p.scan()
	for i, t := range p.tokens {
		if called = d.calledNow(s, p, i); called != "" {
			name, named = t.Raw, strings.ReplaceAll(text, t.Raw, standIn)
			break
		}
	}
	p = d.parse(named)
	says := p.matches(say.GoesFirst)
	if s.Choice == nil { // else "agora o dele" may be behind a yes
		says = append(says, p.matches(say.GoesNow)...)
	}
	if d.onlyTimeOfOne(s, p) {
		says = append(says, p.matches(say.TimeOfThem)...)
	}
	for _, m := range says {
		if m.From > 0 && say.NameLead.Has(p.tokens[m.From-1].Text) && p.tokens[m.From].Text == "primeiro" {
			continue // "o primeiro pra ela"
		}
		whom := d.toldBack(p, m)
		for i := m.From; i < m.To && whom == ""; i++ {
			whom = d.whomMeans(s, p, i, called)
		}
		if whom == patient || waits(s.Next, whom) {
			return whom, strings.ReplaceAll(cutOut(named, p.placeOf(m)), standIn, cmp.Or(name, standIn))
		}
	}
	m, later := p.match(say.GoesLater) // "o meu depois"
	switch {
	case !later:
		return "", text
	case patient != conversation.ForWriter && waits(s.Next, conversation.ForWriter):
		whom = patient
	case patient == conversation.ForWriter && len(s.Next) == 1:
		whom = s.Next[0].For
	default:
		return "", text
	}
	return whom, cutOut(text, d.parse(text).placeOf(m))
}

// onlyTimeOfOne reports a text that answers which of some times it shall be with one for somebody by name, and says nothing else: "pro
// Adilson quinta 13:30".
func (d *dialogue) onlyTimeOfOne(s *conversation.State, p *parsed) bool {
	m, ok := p.match(say.TimeOfThem)
	if !ok || s.Asked != conversation.AskSlot || s.Choice != nil {
		return false
	}
	behind := d.readAgain(s, p.text[p.tokens[m.To-1].End:])
	when := behind.wish()
	exact := single(when.Times) && len(when.Dates) == 1
	return exact && len(behind.not) == 0 && len(sentencesIn(p.text)) == 1 && !strings.ContainsAny(p.text, "?,") && len(p.tokens)-m.To <= maxTimeWords
}

// maxTimeWords is how many words a day and an hour have.
const maxTimeWords = 6

// calledNow is whom a word of a text calls by name: who is known by it, or who comes behind the writer and whose name nobody said yet,
// "mas é o do Adilson agora"; "" for nobody.
func (d *dialogue) calledNow(s *conversation.State, p *parsed, i int) string {
	if called := d.calledByName(&heard{s: s}, reading{parsed: d.parse(p.tokens[i].Raw)}); called != "" {
		return called
	}
	fits := slices.DeleteFunc(slices.Clone(s.Next), func(next conversation.Next) bool { return !nameless(next) })
	if s.For != "" || len(fits) != 1 || !d.namesSomebody(p, i, language.Tokenize(s.Patient.Name)) || fits[0].For[0] != d.calledWith(p, i)[0] {
		return ""
	}
	return fits[0].For
}

// whomMeans is whom a word means that is no word for a relative, or the stand-in for the name of somebody; "" for nobody.
func (d *dialogue) whomMeans(s *conversation.State, p *parsed, i int, called string) string {
	h := &heard{s: s, whole: reading{parsed: p}, reading: reading{parsed: p}}
	switch word := p.tokens[i].Text; {
	case word == standIn && called != "":
		return called
	case say.ThirdPersons.Has(word), word == "ela", word == "ele":
		return d.thirdPerson(h, d.parse(word))
	case word == "eu", word == "mim", word == "minha", word == "meu":
		return conversation.ForWriter
	default:
		return ""
	}
}
