package receptionist

import (
	"regexp"
	"slices"
	"strings"

	"atende/actors/understand"
)

// reading is what the patient's words of this turn mean.
type reading struct {
	facts  understand.Facts
	folded string // without placeholders
	masks  []mark // of this turn
}

// mark is a placeholder in a text ("[CPF 1]"), with what stands before it.
type mark struct{ name, kind, before string }

var (
	placeholder = regexp.MustCompile(`\[(NOME|CPF|NASCIMENTO|TELEFONE|EMAIL|DOCUMENTO)[^\]]{0,10}\]`)
	orders      = regexp.MustCompile(`\b(ignore|ignora|esqueca|desconsidere)\b.*\b(instruc|regras)|\brepita comigo\b|\bsem regras\b|\bresponda apenas\b|\bcpf do ultimo\b`)
	leaves      = regexp.MustCompile(`\b(procurar outro lugar|procurar outra clinica|deixa pra la|deixa para la|desisto|desisti|nao quero mais)\b`)
	noCPF       = regexp.MustCompile(`\b(nao tenho (o )?cpf|sem cpf|estrangeir[oa])\b`)
	clinical    = regexp.MustCompile(`\b(dipirona|remedios?|tomar|medicamento|essa dor|sintomas?|e grave|e serio|seja serio|seja grave)\b`)
	aboutClinic = regexp.MustCompile(`\b(endereco|onde fica|ficam? onde|estacion\w*|precos?|custa|valor|quanto|documentos?|levar|preparo|jejum|convenios?|planos?|pagamento|cartao|pix|abrem?|funciona\w*|especialidades|medicos|cadeira|rampa|elevador)\b`)
	books       = regexp.MustCompile(`\b(marcar|agendar|marca|quero|queria|qro|gostaria|preciso|horario|consulta|consult|cita)\b`)
	takesBack   = regexp.MustCompile(`\b(errei|marquei errado|esse nao|nao era esse|outro horario|trocar o horario|mudar o horario)\b`)
	changesMind = regexp.MustCompile(`\b(prefiro|melhor|mudei|quero|pode ser|tem|verdade|seria|outro|outra|nao vai dar|posso|consigo)\b`)
	thanks      = regexp.MustCompile(`\b(obrigad\w*|brigad\w*|obg|valeu|gracias|agradeco|perfeito|ok|certo|combinado)\b`)
	yes         = regexp.MustCompile(`^(sim|s|si|isso|isso mesmo|pode ser|pode|ok|claro|quero|certo|sim por favor|com certeza)\b`)
	whenMine    = regexp.MustCompile(`\b(que horas|que dia|com quem|qual horario|qual dia)\b`)
)

// reads is the reading of this turn.
func (v *view) reads() reading {
	bare := placeholder.ReplaceAllString(v.text, " ")
	return reading{facts: understand.Read(bare, v.now), folded: fold(bare), masks: marksOf(v.text)}
}

// marksOf finds the placeholders of a text.
func marksOf(text string) []mark {
	var list []mark
	end := 0
	for _, at := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		list = append(list, mark{name: text[at[0]:at[1]], kind: text[at[2]:at[3]], before: fold(text[end:at[0]])})
		end = at[1]
	}
	return list
}

// has reports whether the folded text fits.
func (r reading) has(pattern *regexp.Regexp) bool { return pattern.MatchString(r.folded) }

// Relatives for whom people book, with how one asks about them.
var relatives = map[string]string{
	"mae": "da sua mãe", "pai": "do seu pai", "filha": "da sua filha", "filho": "do seu filho", "esposa": "da sua esposa", "mulher": "da sua esposa",
	"esposo": "do seu esposo", "marido": "do seu marido", "avo": "da sua avó", "sogra": "da sua sogra", "sogro": "do seu sogro", "irma": "da sua irmã",
	"irmao": "do seu irmão", "neta": "da sua neta", "neto": "do seu neto", "tia": "da sua tia", "tio": "do seu tio", "sobrinha": "da sua sobrinha", "sobrinho": "do seu sobrinho",
}

var (
	relation = regexp.MustCompile(`\b(?:para|pra|pro|p|e|ser|seria) (?:a |o |uma |um )?(?:minha|meu|mi) (\w+)`)
	myself   = regexp.MustCompile(`\b(?:para|pra|p) (?:mim|eu mesm[oa])\b`)
	notMe    = regexp.MustCompile(`\bnao (?:e )?(?:para|pra) mim\b`)
)

// self is the relation of the writer.
const self = "self"

// forWhom is for whom a text says that the appointment is: a relative, self, or "" where it does not say.
func forWhom(folded string) string {
	folded = notMe.ReplaceAllString(folded, "")
	mine := myself.FindStringIndex(folded)
	for _, at := range relation.FindAllStringSubmatchIndex(folded, -1) {
		name := folded[at[2]:at[3]]
		if _, known := relatives[name]; known && (len(mine) == 0 || at[0] < mine[0]) {
			return name
		}
	}
	if mine != nil {
		return self
	}
	return ""
}

// patientOf is for whom the booking is, as far as the patient said, and whether that was said in this turn only.
func (v *view) patientOf() (who string, fresh bool) {
	before := self
	for _, text := range v.earlier[min(v.booked, len(v.earlier)):] {
		if said := forWhom(fold(text)); said != "" {
			before = said
		}
	}
	now := forWhom(fold(placeholder.ReplaceAllString(v.text, " x ")))
	if now == "" {
		return before, false
	}
	return now, now != before
}

// whose is "da sua mãe", "" for the writer.
func (v *view) whose() string {
	who, _ := v.patientOf()
	return relatives[who]
}

var own = regexp.MustCompile(`\b(sou|aqui e|aqui quem fala e|quem fala e|me chamo|meu nome e?|meu cpf e?|minha data de nascimento e?)( a| o| de)?$`)

// identityOf is what this turn says of the patient.  What the writer says of themselves is left out when it is
// for somebody else.
func (v *view) identityOf(r reading) identity {
	who, fresh := v.patientOf()
	var i identity
	for _, m := range r.masks {
		name := m.name
		switch {
		case who != self && own.MatchString(m.before):
		case m.kind == "NOME":
			i.Name = &name
		case m.kind == "CPF":
			i.CPF = &name
		case m.kind == "NASCIMENTO":
			i.Birth = &name
		}
	}
	if i.Name == nil && r.facts.Name != "" && len(r.masks) == 0 && v.wanted() == "nome" {
		i.Name = &r.facts.Name
	}
	p := v.situation.Patient
	i.Other = fresh && v.situation.Closed == "" && (p.Name != nil || p.CPF != nil || p.Birth != nil)
	return i.without(known(p.Name), known(p.CPF), known(p.Birth))
}

// without leaves out what is known already.
func (i identity) without(name, cpf, birth string) identity {
	if i.Other {
		return i
	}
	for _, one := range []struct {
		value *(*string)
		known string
	}{{&i.Name, name}, {&i.CPF, cpf}, {&i.Birth, birth}} {
		if *one.value != nil && **one.value == one.known {
			*one.value = nil
		}
	}
	return i
}

// same is the identity of the last booking, if the patient says yes to the question whether it is for them again.
func (v *view) same(r reading) identity {
	if !strings.Contains(v.lastSaid(), sameQuestion) || !r.has(yes) && forWhom(r.folded) != self || v.wanted() != "nome" {
		return identity{}
	}
	return v.former()
}

// former are the last placeholders that were written before the last booking.
func (v *view) former() identity {
	var i identity
	for _, text := range v.earlier[:v.booked] {
		for _, m := range marksOf(text) {
			name := m.name
			switch m.kind {
			case "NOME":
				i.Name = &name
			case "CPF":
				i.CPF = &name
			case "NASCIMENTO":
				i.Birth = &name
			}
		}
	}
	return i
}

// choice is the number of the offer that the patient takes; 0 for none.
func (v *view) choice(r reading) int {
	offer := v.situation.Offer
	if len(offer) == 0 {
		return 0
	}
	if fit := v.described(r); len(fit) == 1 {
		return fit[0].Number
	}
	if v.situation.Chosen != nil || len(r.facts.Dates)+len(r.facts.Times) > 0 {
		return 0
	}
	switch {
	case strings.Contains(r.folded, "ultimo"):
		return offer[len(offer)-1].Number
	case r.facts.Choice > 0:
		return r.facts.Choice
	case bareNumber.MatchString(r.folded):
		return atoi(r.folded)
	case len(offer) == 1 && r.has(yes):
		return offer[0].Number
	}
	return 0
}

var bareNumber = regexp.MustCompile(`^\d{1,3}$`)

func atoi(digits string) int {
	n := 0
	for _, d := range digits {
		n = n*10 + int(d-'0')
	}
	return n
}

// described are the times of the offer that fit an hour in the words, and a day if one is named.
func (v *view) described(r reading) []scriptedSlot {
	times := slices.DeleteFunc(slices.Clone(r.facts.Times), func(s understand.Span) bool { return s.From != s.To })
	if len(times) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.situation.Offer), func(s scriptedSlot) bool {
		day := isoDay(s.Day)
		on := len(r.facts.Dates) == 0 || slices.ContainsFunc(r.facts.Dates, func(d understand.Span) bool { return d.From <= day && day <= d.To })
		if days := weekdaysOf(r.folded); len(days) > 0 && !strings.Contains(r.folded, "/") {
			on = slices.Contains(days, weekdayOf(s.Day))
		}
		at := slices.ContainsFunc(times, func(t understand.Span) bool { return t.From == s.Hour })
		return !on || !at
	})
}
