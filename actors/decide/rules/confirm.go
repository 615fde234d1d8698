package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// yesBesideUnknown reports a yes to what was read back beside a question that has no answer here and on which it may
// depend: it books nothing yet, unless the patient says so for the second time.  "Pode marcar. Emite nota?" is a yes.
func (d *dialogue) yesBesideUnknown(h *heard) bool {
	unsure := h.s.Asked == conversation.AskConfirm && h.asked.noAnswer.Text != "" && d.agreesToAll(h.s, h.reading)
	return unsure && !h.s.Brief && h.whole.saysAny(say.Objects, say.Provided, say.OtherAudience, say.Online)
}

// readBack reads the answer to what was read back, and notes objections.
func (d *dialogue) readBack(s *conversation.State, r reading) bool {
	if s.Closed != "" {
		return false
	}
	objects := d.objectsTo(s, r)
	d.objected = d.objected || objects
	d.agreed = d.agreed && !objects
	known := !r.data() || r.agrees() || repeats(s, r)
	switch {
	case !known || s.Asked != conversation.AskChange && (s.Asked != conversation.AskConfirm || d.objected && r.data()):
		return false
	case s.Asked == conversation.AskChange && d.agreesToAll(s, r): // to nothing: it is read back again
		d.learned = true
	case s.Asked == conversation.AskChange:
		return false
	case !d.objected && d.agreesToAll(s, r):
		d.agreed, d.learned = true, true
	case d.objected && r.says(say.PutsRight), !d.objected && d.refusesAll(r):
		ask := wording.AskChange
		if s.Booked != nil { // there is another one
			ask = wording.AskChangeMore
		}
		d.askInstead(question{text: d.text(ask), asks: conversation.AskChange})
	default:
		return false
	}
	return true
}

// asksNoted reports a question for what was read back: "é bradesco ou particular que ficou?"
func asksNoted(h *heard) bool {
	if h.s.Closed != "" || !readingBack(h.s) || h.s.Choice == nil || !h.whole.says(say.AsksNoted) {
		return false
	}
	asks := h.whole.Intent == understand.Question || strings.HasSuffix(strings.TrimSpace(h.whole.text), "?")
	return asks && !h.whole.identifies() && h.whole.wish().Empty()
}

// objectsTo reports words against what was read back, or against the time that is chosen.
func (d *dialogue) objectsTo(s *conversation.State, r reading) bool {
	return r.says(say.Objects) && !r.bare() || (len(d.doubts) > 0 || d.refusesService(r)) && s.Choice != nil
}

// refusesAll reports a plain no to what was read back.
func (d *dialogue) refusesAll(r reading) bool {
	return r.Intent == understand.Deny && !r.More && !r.says(say.TakesBack)
}

// readingBack reports that what would be booked was read back, and may be changed.
func readingBack(s *conversation.State) bool {
	return s.Asked == conversation.AskConfirm || s.Asked == conversation.AskChange
}

// repeats reports a yes that says again what was read back: "sim, pela Unimed", "isso, terça às 9h30".
func repeats(s *conversation.State, r reading) bool {
	if r.Intent != understand.Confirm && r.Intent != understand.Book || r.Choice > 0 || len(r.not)+len(r.notPlans)+len(r.notDoctors) > 0 {
		return false
	}
	samePatient := (r.Name == "" || strings.EqualFold(r.Name, s.Patient.Name)) && !otherData(s.Patient, r)
	return s.Choice != nil && r.wish().Allows(*s.Choice) && samePatient && sameRequest(r.Mentions, s.Request)
}

// sameRequest reports that nothing is named but what is being booked, or a name that it shares with others.
func sameRequest(m conversation.Mentions, known conversation.Request) bool {
	return !slices.ContainsFunc(compare(m, known), func(c compared) bool {
		return len(c.named) > 0 && !slices.Contains(c.named, c.known)
	})
}

// readBackText is all that would be booked, said the n-th time.
func (d *dialogue) readBackText(s *conversation.State, n int) wording.Words {
	procedure, _ := d.clinic.Procedure(s.Request.ProcedureID)
	plan := d.clinic.PlanText(s.Request.PlanID, wording.BackPlan, wording.BackPrivate)
	return d.variant(wording.AskConfirm, min(n, 1),
		"name", s.Patient.Name, "last", lastOfCPF(s.Patient.CPF), "birth", written(s.Patient.BirthDate),
		"procedure", procedure.Name, "with", d.clinic.With(s.Request.AgendaID),
		"day", d.day(s.Choice.Date), "hour", s.Choice.Hour, "plan", plan.Text).With(plan)
}

// agreesToAll reports a plain yes to what was read back.  A question is none ("sim?"), and neither is a yes with words
// beside it that may mean something for the appointment; names of what is being booked do not.
func (d *dialogue) agreesToAll(s *conversation.State, r reading) bool {
	said := r.text[strings.LastIndex(r.text, "?")+1:] // "tudo bem? sim"
	if strings.TrimSpace(said) == "" {
		return false
	}
	letters := slices.DeleteFunc(slices.Clone(d.parse(r.text).tokens), func(t language.Token) bool { return t.Kind != language.Letters })
	says := r.Intent == understand.Confirm || r.Intent == understand.Book || d.said(said, say.Agreeing)
	return says && (r.agrees() || len(letters) == 1 || d.wholeYes(s, r.text))
}

// wholeYes reports that a text has no other words than a yes may have, and names nothing of the catalogue but what is
// being booked.
func (d *dialogue) wholeYes(s *conversation.State, text string) bool {
	hits, known := d.hits(text), s.Request
	var named []place
	for _, of := range []struct {
		hits []understand.Hit
		id   int
	}{{hits.Doctors, known.AgendaID}, {hits.Specialties, known.SpecialtyID}, {hits.Procedures, known.ProcedureID}, {hits.Plans, known.PlanID}} {
		for _, hit := range of.hits {
			if hit.ID == of.id {
				named = append(named, place{hit.Start, hit.End})
			}
		}
	}
	p := d.parse(cutOut(text, named...))
	allowed, name := p.matches(say.BesideYes), language.Tokenize(s.Patient.Name)
	for i, t := range p.tokens {
		beside := slices.ContainsFunc(allowed, func(m language.Match) bool { return m.From <= i && i < m.To }) ||
			slices.ContainsFunc(name, func(of language.Token) bool { return of.Text == t.Text })
		if t.Kind == language.Letters && !beside {
			return false
		}
	}
	return true
}

// refusesService reports a specialty or a procedure with a "não" behind it.
func (d *dialogue) refusesService(r reading) bool {
	left := d.withoutRefused(r.text)
	if left == r.text {
		return false
	}
	wanted := d.find(left)
	return len(wanted.Specialties) < len(r.Specialties) || len(wanted.Procedures) < len(r.Procedures)
}

// returns reports a return visit where the catalogue has none.
func (d *dialogue) returns(r reading) bool {
	return r.says(say.OtherVisit) && len(d.services(r)) == 0 && d.said(d.withoutPhrase(r.text, say.Awaits), say.OtherVisit)
}

// agrees reports a yes to what was read back, and nothing else.
func (r reading) agrees() bool { return r.says(say.Agrees) && !r.says(say.CutShort) }
