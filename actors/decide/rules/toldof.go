package rules

import (
	"regexp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// seer is a doctor or a specialist whom a text names.
type seer struct {
	place
	specialties []int
}

// toldSeer is what a text tells of a doctor or specialist.
type toldSeer uint8

const (
	seerWished  toldSeer = iota // nothing that makes them no wish
	seerTold                    // who was seen, or did something: no wish where another specialty is one
	seerVisited                 // where somebody will be anyway: no wish
)

// anySeer stands for a doctor or specialist of whom a text only tells.
const anySeer = "médico"

// withoutToldOf is a text with nobody by name where it only tells of a doctor or a specialist, and wishes for another one, or has one
// already: "fui na dermato do posto e ela mandou procurar um ortopedista", "cedo, porque vou estar com ele na Dra. Ana".
func (d *dialogue) withoutToldOf(s *conversation.State, text string) string {
	if d.literal || len(d.turn.Messages) == 0 || s.Closed != "" || strings.Contains(text, standIn) {
		return text
	}
	seers := d.seersIn(text)
	if len(seers) == 0 {
		return text
	}
	told := d.toldSeers(text, seers)
	var wished []int
	for i, one := range seers {
		if told[i] == seerWished {
			wished = append(wished, one.specialties...)
		}
	}
	if len(wished) == 0 && s.Request.SpecialtyID != 0 {
		wished = []int{s.Request.SpecialtyID}
	}
	for i, one := range slices.Backward(seers) {
		other := len(wished) > 0 && !slices.ContainsFunc(one.specialties, func(id int) bool { return slices.Contains(wished, id) })
		if told[i] == seerVisited || told[i] == seerTold && other {
			text = text[:one.start] + anySeer + publicFormat.ReplaceAllLiteralString(text[one.end:], "")
			d.learned, d.answeredAside = d.learned || len(seers) == 1, d.answeredAside || len(seers) == 1
		}
	}
	return text
}

// publicFormat is how words look behind a doctor that would name a plan.
var publicFormat = regexp.MustCompile(`(?i)^\s+(?:do|da|de|pelo)\s+sus\b`)

// toldSeers is what a text tells of each of those whom it names.
func (d *dialogue) toldSeers(text string, seers []seer) []toldSeer {
	told := make([]toldSeer, len(seers))
	for _, one := range slices.Backward(seers) {
		text = text[:one.start] + standIn + text[one.end:]
	}
	p := d.parse(text)
	for _, kind := range []struct {
		group language.Group
		told  toldSeer
	}{{say.TellsSeer, seerTold}, {say.SeerDid, seerTold}, {say.WithSeer, seerVisited}} {
		for _, m := range p.matches(kind.group) {
			at := p.standInsBefore(m)
			if kind.group == say.SeerDid { // the nearest to what they did
				at = p.standInsBefore(language.Match{From: m.To}) - 1
			}
			if at >= 0 && at < len(told) {
				told[at] = max(told[at], kind.told)
			}
		}
	}
	return told
}

// seersIn are the doctors and specialists whom a text names, from the left to the right, with their titles.
func (d *dialogue) seersIn(text string) (list []seer) {
	p := d.parse(text)
	p.scan()
	hits := d.hits(text)
	add := func(start, end int, specialty int) {
		if i := slices.IndexFunc(list, func(one seer) bool { return start < one.end && one.start < end }); i >= 0 {
			list[i].specialties = append(list[i].specialties, specialty)
			list[i].start, list[i].end = min(list[i].start, start), max(list[i].end, end)
			return
		}
		list = append(list, seer{place{start, end}, []int{specialty}})
	}
	for _, hit := range hits.Doctors {
		start := hit.Start
		for at := p.tokenAt(start) - 1; at >= 0 && (say.DoctorTitle.Has(p.tokens[at].Text) || p.tokens[at].Text == "."); at-- {
			start = p.tokens[at].Start
		}
		add(start, hit.End, d.specialtyOf(hit.ID))
	}
	for _, hit := range hits.Specialties {
		if d.byName(text, hit) || profession(text[hit.Start:hit.End]) {
			add(hit.Start, hit.End, hit.ID)
		}
	}
	for _, t := range p.tokens {
		for _, id := range d.abbreviated(text[t.Start:t.End]) {
			add(t.Start, t.End, id)
		}
	}
	slices.SortFunc(list, func(a, b seer) int { return a.start - b.start })
	return list
}
