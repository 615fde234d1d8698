package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// Names of plans and doctors that are mentioned and not meant.
var (
	// planTalk is about plans, planIs settles one; living and calling name places and the clinic itself.
	planTalk = phrase(`\bplano|conv[êe]nio|carteirinha|\batende|\baceita`)
	planIs   = phrase(`(^|[\s,])(é|eh|vai ser|seria|era|pel[oa]|tenho|temos|uso|usar|mud\w*|troc\w*|prefiro|quero|melhor|agora|na verdade|ent[ãa]o)\s`)
	living   = phrase(`\b(moro|mora|moramos|trabalh\w+|estud\w+|nasci|nasceu|fico|vim|venho)\b`)
	calling  = phrase(`\b(voc[êe]s|vcs|a[íi]) (s[ãa]o|[ée]|eh)\b`)
	// notPlan and notPlanBehind name a plan that is not the patient's, or no more: "não é Amil, é Unimed", "a
	// Unimed venceu".
	notPlan       = phrase(`\bn[ãa]o (é|eh|era|tenho|uso|quero|vai ser|seria)( mais)?( o| a| pel[oa]| n[oa])? ((plano|conv[êe]nio)( d[aeo])? )?(?P<who>\p{L}+)( \p{L}+)?`)
	notPlanBehind = phrase(`[^,;.\n]*\b(venceu|vencid[ao]|cancelad[oa]|cancelaram|cancelei|perdi (o|a|meu|minha)|sa[íi] d[oae]|n[ãa]o (tenho|uso) mais)\b[^,;.\n]*`)
	// idleNot ends with a "não" that refuses nothing, or nothing more.
	idleNot = phrase(`\b(por ?qu[eê]|pois|ou|se|sim e) n[ãa]o\s*$|\b(n[ãa]o|nem|sem)\b.*\bn[ãa]o\s*$`)
	// notDoctor names who is not wanted.
	notDoctor = phrase(`\b(n[ãa]o (é|eh|era|quero|gosto|gostei|pode ser|serve)( mais)?|menos|exceto|tirando|sem ser|fora)( ser| ir| marcar)?( com)?( o| a| d[oa])? ((dra?\.?|doutora?) )?(?P<who>\p{L}+)( \p{L}+)?`)
)

// tellRefusedDoctorsApart keeps, of the doctors that a text names, those that are wanted.
func (d *dialogue) tellRefusedDoctorsApart(r *reading) {
	left := withoutRefused(d.withoutDenied(notDoctor, r.text))
	if len(r.Doctors) == 0 || left == r.text {
		return
	}
	named := r.Doctors
	r.Doctors = d.find(left).Doctors
	r.notDoctors = slices.DeleteFunc(slices.Clone(named), func(id int) bool { return slices.Contains(r.Doctors, id) })
}

// tellPlansApart takes words about money for a plan only where the plan was asked for.
func (d *dialogue) tellPlansApart(s *conversation.State, r *reading) {
	text := fetching.ReplaceAllString(r.text, " ")
	if s.Asked != conversation.AskPlan {
		text = paying.ReplaceAllString(text, " ")
	}
	if text != r.text {
		r.Plans = d.find(text).Plans
	}
	if len(r.Plans) > 0 && d.planInPassing(s, *r) {
		r.Plans = nil
	}
	left := withoutRefused(notPlanBehind.ReplaceAllString(d.withoutDenied(notPlan, text), " "))
	if len(r.Plans) > 0 && left != text {
		named := r.Plans
		r.Plans = d.find(left).Plans
		r.notPlans = slices.DeleteFunc(named, func(id int) bool { return slices.Contains(r.Plans, id) })
	}
	ended := notPlanBehind.MatchString(text) && (len(r.notPlans) > 0 || otherPlans.MatchString(text))
	if ended && (r.Intent == understand.Cancel || r.Intent == understand.Decline) {
		r.Intent = understand.Other // "tinha Amil mas cancelei"
	}
}

// planInPassing reports a plan's name in chatter or in a person's name: "meu primo trabalha na Santa Casa".  Another
// plan than the one that is known takes a word about it, or nothing beside it.
func (d *dialogue) planInPassing(s *conversation.State, r reading) bool {
	alone := d.notPerson(s, strings.Trim(r.text, " ,.!?"))
	switch {
	case alone || len(strings.Fields(r.text)) <= 3 && !r.says(living) && s.Asked != conversation.AskName || len(r.Plans) != 1 || r.Plans[0] == d.clinic.PrivatePlan() || r.says(notPlanBehind) || d.refusesPlans(r.text):
		return false
	case s.Asked == conversation.AskPlan || s.Request.PlanID == 0 && !asksIdentity(s.Asked):
		return (r.says(living) || r.says(calling)) && !r.says(planTalk)
	default:
		return s.Closed == "" && r.Choice == 0 && !r.says(planTalk) && !r.says(planIs)
	}
}

// refusesPlans reports that every plan that a text names has a "não" behind it.
func (d *dialogue) refusesPlans(text string) bool {
	left := withoutRefused(text)
	return left != text && len(d.find(left).Plans) == 0
}

// withoutRefused drops what is refused by a "não" behind it: "a Dra. Ana não", "Unimed não, obrigada".
func withoutRefused(text string) string {
	if !notBehind.may(text) {
		return text
	}
	var left strings.Builder
	parts := clauses(text)
	for i, clause := range parts {
		asked := i+1 < len(parts) && strings.Contains(parts[i+1], "?")
		if asked || !notBehind.MatchString(clause) || idleNot.MatchString(clause) {
			left.WriteString(clause)
		}
	}
	return left.String()
}

// withoutDenied drops what a phrase denies, where it is an entry of the catalogue: "não quero esperar" is none.
func (d *dialogue) withoutDenied(denial *pattern, text string) string {
	return denial.ReplaceAllStringFunc(text, func(part string) string {
		who := denial.FindStringSubmatch(part)[denial.SubexpIndex("who")]
		if d.find(who).Empty() {
			return part
		}
		return " "
	})
}
