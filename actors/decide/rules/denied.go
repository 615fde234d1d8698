package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// tellRefusedDoctorsApart keeps, of the doctors that a text names, those that are wanted.
func (d *dialogue) tellRefusedDoctorsApart(r *reading) {
	left := d.withoutRefused(d.withoutDenied(say.NotDoctor, r.text))
	if len(r.Doctors) == 0 || left == r.text {
		return
	}
	named := r.Doctors
	r.Doctors = d.find(left).Doctors
	r.notDoctors = slices.DeleteFunc(slices.Clone(named), func(id int) bool { return slices.Contains(r.Doctors, id) })
}

// tellPlansApart takes words about money for a plan only where the plan was asked for.
func (d *dialogue) tellPlansApart(s *conversation.State, r *reading) {
	text := d.withoutPhrase(r.text, say.Fetching)
	if s.Asked != conversation.AskPlan {
		text = d.withoutPhrase(text, say.Paying)
	}
	if text != r.text {
		r.Plans = d.find(text).Plans
	}
	if len(r.Plans) > 0 && d.planInPassing(s, *r) {
		r.Plans = nil
	}
	left := d.withoutRefused(d.withoutParts(d.withoutDenied(say.NotPlan, text), say.PlanEnded))
	if len(r.Plans) > 0 && left != text {
		named := r.Plans
		r.Plans = d.find(left).Plans
		r.notPlans = slices.DeleteFunc(named, func(id int) bool { return slices.Contains(r.Plans, id) })
	}
	ended := d.said(text, say.PlanEnded) && (len(r.notPlans) > 0 || d.said(text, say.OtherPlans))
	if ended && (r.Intent == understand.Cancel || r.Intent == understand.Decline) {
		r.Intent = understand.Other // "tinha Amil mas cancelei"
	}
}

// planInPassing reports a plan's name in chatter or in a person's name: "meu primo trabalha na Santa Casa".  Another
// plan than the one that is known takes a word about it, or nothing beside it.
func (d *dialogue) planInPassing(s *conversation.State, r reading) bool {
	alone := d.notPerson(s, strings.Trim(r.text, " ,.!?"))
	short := len(strings.Fields(r.text)) <= 3 && !r.says(say.Living) && s.Asked != conversation.AskName
	one := len(r.Plans) == 1 && r.Plans[0] != d.clinic.PrivatePlan()
	switch {
	case alone || short || !one || r.says(say.PlanEnded) || d.refusesPlans(r.text):
		return false
	case s.Asked == conversation.AskPlan || s.Request.PlanID == 0 && !asksIdentity(s.Asked):
		return (r.says(say.Living) || r.says(say.Calling)) && !r.says(say.PlanTalk)
	default:
		return s.Closed == "" && r.Choice == 0 && !r.says(say.PlanTalk) && !r.says(say.PlanIs)
	}
}

// refusesPlans reports that every plan that a text names has a "não" behind it.
func (d *dialogue) refusesPlans(text string) bool {
	left := d.withoutRefused(text)
	return left != text && len(d.find(left).Plans) == 0
}

// withoutRefused drops what is refused by a "não" behind it: "a Dra. Ana não", "Unimed não, obrigada".
func (d *dialogue) withoutRefused(text string) string {
	if !d.said(text, say.Exclusion) {
		return text
	}
	var left strings.Builder
	parts := d.clauses(text)
	for i, clause := range parts {
		asked := i+1 < len(parts) && strings.Contains(parts[i+1], "?")
		if p := d.passage(clause); asked || !p.says(say.NotBehind) || p.says(say.IdleNot) {
			left.WriteString(clause)
		}
	}
	return left.String()
}

// withoutDenied drops what a group of phrases denies and the one or two words behind them, where these are an entry of
// the catalogue: "não quero esperar" is none.
func (d *dialogue) withoutDenied(denial language.Group, text string) string {
	p := d.passage(text)
	var left strings.Builder
	from := 0
	for _, m := range p.matches(denial) {
		at := p.placeOf(m)
		if at.start < from || m.To == len(p.tokens) || p.tokens[m.To].Kind != language.Letters || d.find(p.tokens[m.To].Raw).Empty() {
			continue
		}
		last := m.To
		if p.apart(last) && last+1 < len(p.tokens) && p.tokens[last+1].Kind == language.Letters {
			last++
		}
		left.WriteString(text[from:at.start])
		left.WriteByte(' ')
		from = p.tokens[last].End
	}
	return left.String() + text[from:]
}
