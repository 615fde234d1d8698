package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
)

// separateSelf gives a CPF and a birth date that stand in the clause in which the writer says who they are to nobody, where the
// patient is somebody else: "pra minha filha, sou a Rosa Prado cpf …", "Sérgio Farias 10/10/1970, eu sou a Bia filha dele 03/02/2007".
// What stands outside of it is the patient's.
func (d *dialogue) separateSelf(s *conversation.State, r *reading) {
	at, ok := d.selfClause(r.parsed)
	if !ok || d.literal || len(d.turn.Messages) == 0 {
		return
	}
	clause, rest := r.text[at.start:at.end], cutOut(r.text, at)
	mine, theirs := d.facts(clause), d.facts(rest)
	if mine.CPF+mine.BirthDate == "" || d.said(clause, say.TheirDatum) || r.says(say.LendsCPF) {
		return
	}
	kin := len(d.kinIn(d.parse(clause))) > 0
	other := s.For != "" || r.saysAny(say.ForRelative, say.Others) || kin && fullName(theirs.Name) || d.calledPatient(*r) != ""
	if !other || d.said(rest, say.Myself) { // "a mãe sou eu" says who writes
		return
	}
	if mine.CPF != "" && r.CPF == mine.CPF {
		r.CPF, r.ownCPF = theirs.CPF, theirs.CPF == ""
	}
	if mine.BirthDate != "" && r.BirthDate == mine.BirthDate {
		r.BirthDate, r.ownBirth = theirs.BirthDate, theirs.BirthDate == ""
	}
	r.writer = cmp.Or(r.writer, firstName(mine.Name))
	switch {
	case fullName(theirs.Name):
		r.Name, r.NameStated = theirs.Name, true
	case r.Name == mine.Name:
		r.Name, r.NameStated = "", false
	}
}

// selfClause is where a text says who writes, up to where its sentence ends or somebody else is spoken of.
func (d *dialogue) selfClause(p *parsed) (place, bool) {
	at, ok := p.place(say.PresentsSelf)
	if parent, says := p.place(say.ParentIs); says && (!ok || parent.start < at.start) {
		at, ok = parent, true
	}
	if !ok {
		return place{}, false
	}
	at.end = len(p.text)
	for i := at.start; i+1 < len(p.text); i++ {
		if strings.IndexByte(".;!?\n", p.text[i]) >= 0 && strings.IndexByte(" \n", p.text[i+1]) >= 0 {
			at.end = i
			break
		}
	}
	for _, m := range slices.Concat(p.matches(say.ForRelative), p.matches(say.DataOf), p.matches(say.TheyAre)) {
		if to := p.placeOf(m); to.start > at.start && to.start < at.end {
			at.end = to.start
		}
	}
	return at, true
}
