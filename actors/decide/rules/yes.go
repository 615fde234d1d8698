package rules

import (
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/understand"
)

var (
	// beginsYes is a yes, or the wish to book, with which a text begins.
	beginsYes = phrase(`^[\s,.!]*((` + politeWords + `|ent[ãa]o)[\s,.!]+)*(` + yesWords + `)([\s,.!]|$)`)
	// besideYes are the words that a yes may have beside it and still be one to all of it: politeness, little words,
	// the appointment itself, days and hours, which are looked at elsewhere.
	besideYes = phrase(`^(sim+|sin|ok|okay|isso|certo|certinho|cert[ií]ssimo|clar[oa]|perfeit[oa]|pode[ms]?|podes|ser|seria|beleza|blz|exat[oa]|exatamente|com|certeza|` +
		`marca[r]?|marque|agenda[r]?|agende|reserva[r]?|reserve|confirm[aoe]r?|fecha[r]?|fechad[oa]|est[áa]|t[áa]|tudo|[óo]tim[oa]|corret[oa]|bom|boa|bem|legal|maravilha|` +
		`mesm[oa]|a[íi]|l[áa]|aqui|j[áa]|s[óo]|ent[ãa]o|assim|e|[ée]|eh|o|a|os|as|um|uma|de|da|do|das|dos|na|no|nas|nos|em|pra|para|pro|por|pel[oa]|ao?|[àa]s?|mim|eu|me|` +
		`minha|meu|ess[ea]|est[ea]|ness[ea]|nest[ea]|quero|queria|gostaria|gostei|vou|favor|gentileza|pfv?|pf|consulta|hor[áa]rio|hora|horas|hs?|dia|data|vaga|` +
		`dra?|doutora?|m[ée]dic[oa]|conv[êe]nio|plano|cart[ãa]o|muit[oa]|obrigad[oa]|obg|brigad[oa]|valeu|vlw|grat[oa]|agrade[çc]o|aguardo|deus|quiser|se|gra[çc]as|te|lhe|aben[çc]oe|am[ée]m|` +
		`viu|querid[oa]|mo[çc][oa]|amor|at[ée]|logo|beijos?|abra[çc]os?|tchau|oi|ol[áa]|tarde|manh[ãa]|noite|hoje|amanh[ãa]|meio|meia|` +
		`segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|domingo|feira|\d+h?\d*)$`)
	// otherVisit is a visit that is no first one: "é retorno", and not "aguardo retorno".
	otherVisit = phrase(`(^|[^\p{L}])([ée]|eh|ser|seria|s[óo]|um|de|o|meu|quero|queria|tenho|marcar|agendar) retorno\b|(^|[,;.])\s*retorno\b|\bretorno (d[aeo]|com|m[ée]dic)`)
	// awaits: an answer, and not a visit: "aguardo o retorno de vocês".
	awaits = phrase(`\b(aguard\p{L}*|esper\p{L}*|me d[êe]|dar|dando|deram?|tive|obrigad[oa] pel[oa]) (um |o |seu |o seu |pel[oa] )*retorno( d[aeo]s? (voc[êe]s|vcs|equipe|cl[íi]nica))?`)
)

// addsToYes reports a yes, or the wish to book, that does not stand alone: "pode marcar, é retorno".  Beside data that
// complete a booking it is none to what was there before, and all of it is read back.
func (d *dialogue) addsToYes(s *conversation.State, r reading) bool {
	if s.Choice == nil || r.Name != "" || r.CPF != "" || r.BirthDate != "" || r.Choice > 0 {
		return false
	}
	says := r.Intent == understand.Confirm || r.Intent == understand.Book || r.says(beginsYes)
	return says && !r.says(agrees) && !d.wholeYes(s, r.text)
}

// wholeYes reports that a text has no other words than a yes may have, and names nothing of the catalogue but what is
// being booked.
func (d *dialogue) wholeYes(s *conversation.State, text string) bool {
	hits, known := d.hits(text), s.Request
	rest := []byte(text)
	for _, of := range []struct {
		hits []understand.Hit
		id   int
	}{{hits.Doctors, known.AgendaID}, {hits.Specialties, known.SpecialtyID}, {hits.Procedures, known.ProcedureID}, {hits.Plans, known.PlanID}} {
		for _, hit := range of.hits {
			if hit.ID == of.id {
				copy(rest[hit.Start:hit.End], strings.Repeat(" ", hit.End-hit.Start))
			}
		}
	}
	words := strings.FieldsFunc(string(rest), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	for _, word := range words {
		if !besideYes.MatchString(word) {
			return false
		}
	}
	return true
}

// refusesService reports a specialty or a procedure with a "não" behind it.
func (d *dialogue) refusesService(r reading) bool {
	left := withoutRefused(r.text)
	if left == r.text {
		return false
	}
	wanted := d.find(left)
	return len(wanted.Specialties) < len(r.Specialties) || len(wanted.Procedures) < len(r.Procedures)
}

// returns reports a return visit where the catalogue has none.
func (d *dialogue) returns(r reading) bool {
	return r.says(otherVisit) && len(d.services(r)) == 0 && otherVisit.MatchString(awaits.ReplaceAllString(r.text, " "))
}
