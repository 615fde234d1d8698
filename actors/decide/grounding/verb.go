package grounding

import (
	"slices"
	"strings"
)

// mood is what a form of a verb says of whether something was done.
type mood uint8

const (
	harmless   mood = iota // "marcar", "marque": nothing was done
	participle             // "marcado"
	past                   // "marquei", "marcou"
	present                // "marco", "marcamos": done, or about to be
	going                  // "confirmando"
)

// topic is what a verb does to an appointment.
type topic uint8

const (
	books    topic = iota
	confirms       // books, unless it is data that is confirmed
	cancels        // no tool of ours cancels or moves: always wrong
)

// form is one form of a verb.
type form struct {
	topic topic
	mood  mood
}

// verbs are those that make an appointment; "garantir" alone ends in -ir.
var verbs = map[string]topic{
	"marcar": books, "agendar": books, "reservar": books, "programar": books, "assegurar": books, "encaixar": books, "preagendar": books, "prereservar": books,
	"confirmar": confirms, "garantir": confirms, "reconfirmar": confirms,
	"cancelar": cancels, "desmarcar": cancels, "remarcar": cancels, "reagendar": cancels, "adiar": cancels, "reprogramar": cancels,
}

// endings of the forms of a verb in -ar and in -ir, by what they say.
var endings = map[string]map[mood][]string{
	"ar": {
		participle: {"ado", "ada", "ados", "adas", "adinho", "adinha", "adinhos", "adinhas", "adissimo", "adissima"},
		past:       {"ei", "ou", "aram"},
		present:    {"o", "amos"},
		going:      {"ando"},
		harmless: {
			"ar", "a", "as", "am", "e", "es", "em", "emos", "ava", "avam", "avamos", "arei", "aras", "ara", "aremos", "arao", "aria", "ariam", "ariamos",
			"asse", "assem", "assemos", "armos", "arem", "ares", "aste", "ador", "adores", "acao", "acoes", "arias", "avel",
		},
	},
	"ir": {
		participle: {"ido", "ida", "idos", "idas", "idinho", "idinha"},
		past:       {"i", "iu", "iram"},
		present:    {"o", "imos"},
		going:      {"indo"},
		harmless:   {"ir", "e", "em", "a", "am", "amos", "ia", "iam", "irei", "ira", "iremos", "irao", "iria", "iriam", "isse", "irmos", "irem", "ires", "idor", "ia"},
	},
}

// further are forms that no rule makes.
var further = map[string]form{
	"booked": {books, participle}, "scheduled": {books, participle}, "reserved": {books, participle}, "confirmed": {confirms, participle},
	"rebooked": {cancels, participle}, "rescheduled": {cancels, participle}, "cancelled": {cancels, participle}, "canceled": {cancels, participle},
	"programada": {books, participle}, "reservadito": {books, participle}, "confirmadao": {confirms, participle}, "agendadao": {books, participle}, "marcadao": {books, participle},
	"reservaste": {books, past}, "confirmaste": {confirms, past}, "marcadissimo": {books, participle},
	"mrcd": {books, participle}, "mrcdo": {books, participle}, "mrcda": {books, participle}, "agdo": {books, participle}, "agnd": {books, participle},
	"cfm": {confirms, participle}, "cfmd": {confirms, participle}, "conf": {confirms, participle}, "confirmd": {confirms, participle},
	"preagendado": {books, participle}, "desmarcou": {cancels, past}, "agendamo": {books, present},
}

// innocent are words that one slip makes of a form, and that are meant.
var innocent = words(`mercado mercados mercada marcador marcadores marques marquez marquesa marques agenda agendas marca marcas reserva reservas
	confirmacao adiado atado adiada enviado cancela programa programas encaixe reservatorio marcante conformado conformada carregado margarida
	marcelo marco marcos marcia marcio cansado cansada arcado marcada-feira barcado embarcado adiantado ajudado aguardado aguardando aprendido
	atendido atendida atendidos entendido estendido agradecido comprado comprada cancelamento adiamento remarcacao usado ligado morado casado
	passado pesado comarca demarcado cadastrado cadastrada informado informada formado`)

// vowelFirst spells the stem before an e: "marcar", "marquei".
func vowelFirst(stem, ending string) string {
	if ending[0] == 'e' && strings.HasSuffix(stem, "c") {
		return strings.TrimSuffix(stem, "c") + "qu"
	}
	return stem
}

// forms are all forms of all verbs; those that say nothing are there so that they are no slip of another.
var forms = func() map[string]*form {
	m := map[string]*form{}
	for verb, topic := range verbs {
		stem, class := verb[:len(verb)-2], verb[len(verb)-2:]
		for mood, list := range endings[class] {
			for _, ending := range list {
				key := vowelFirst(stem, ending) + ending
				if old, known := m[key]; !known || old.mood < mood {
					m[key] = &form{topic, mood}
				}
			}
		}
	}
	for key, f := range further {
		m[key] = &f
	}
	return m
}()

// squeezed are the forms with every run of a letter as one, for stretched words.
var squeezed = func() map[string]*form {
	m := map[string]*form{}
	for key, f := range forms {
		if f.mood == participle || f.mood == past {
			m[squeeze(key)] = f
		}
	}
	return m
}()

// minSlip is the length from which one slip in a word is forgiven.
const minSlip = 6

// slips lead from a form with a letter left out to the form.
var slips = func() map[string][]string {
	m := map[string][]string{}
	for key, f := range forms {
		if f.mood != participle && f.mood != past || len(key) < minSlip {
			continue
		}
		for _, w := range shorter(key) {
			if !slices.Contains(m[w], key) {
				m[w] = append(m[w], key)
			}
		}
	}
	return m
}()

// shorter are a word and all that leave out one of its letters.
func shorter(w string) []string {
	list := []string{w}
	for i := range len(w) {
		list = append(list, w[:i]+w[i+1:])
	}
	return list
}

// squeeze writes every run of a letter as one letter.
func squeeze(w string) string {
	b := make([]byte, 0, len(w))
	for i := range len(w) {
		if i == 0 || w[i] != w[i-1] {
			b = append(b, w[i])
		}
	}
	return string(b)
}

// maxForm bounds the length of a word that is looked at.
const maxForm = 40

// formOf finds the form that a word is, stretched letters and one slip forgiven.
func formOf(w string) *form {
	if f, ok := forms[w]; ok {
		return f
	}
	if len(w) > maxForm || innocent.has(w) {
		return nil
	}
	if f, ok := squeezed[squeeze(w)]; ok {
		return f
	}
	if len(w) < minSlip {
		return nil
	}
	return slipped(w)
}

// slipped finds a form that differs by one letter: too many, too few, another, two in the wrong order.
func slipped(w string) *form {
	for _, short := range shorter(w) {
		for _, key := range slips[short] {
			if oneSlip(w, key) {
				return forms[key]
			}
		}
	}
	return nil
}

// oneSlip reports whether two words that share all letters but one each are one slip apart; the ending that
// makes the form is not forgiven where it makes another word ("marcava", "marcara").
func oneSlip(typed, meant string) bool {
	i := 0
	for i < len(typed) && i < len(meant) && typed[i] == meant[i] {
		i++
	}
	rest, want := typed[i:], meant[i:]
	switch {
	case len(rest) == len(want)+1:
		return rest[1:] == want
	case len(rest)+1 == len(want):
		return rest == want[1:]
	case len(rest) != len(want) || rest == "":
		return false
	case rest[1:] == want[1:]:
		return true
	}
	return len(rest) > 1 && rest[0] == want[1] && rest[1] == want[0] && rest[2:] == want[2:]
}
