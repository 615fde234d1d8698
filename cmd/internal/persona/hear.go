package persona

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// topic is what the agent wants to know.
type topic string

const (
	askNothing   topic = ""
	askService   topic = "service"
	askDoctor    topic = "doctor"
	askProcedure topic = "procedure"
	askPlan      topic = "plan"
	askSlot      topic = "slot"
	askName      topic = "name"
	askCPF       topic = "cpf"
	askBirth     topic = "birth"
	askSame      topic = "same"     // for the person of before?
	askYes       topic = "yes"      // a question for yes or no
	askWay       topic = "way"      // numbered ways on that are none of the above
	askList      topic = "list"     // something from the list of before
	askAnything  topic = "anything" // "como posso ajudar?"
)

// hearing is what a patient makes of what the agent said since they wrote last.
type hearing struct {
	texts  []string
	folded string
	asks   topic
	items  []item
	slots  []offered
	missed bool // they were not understood
	booked bool // there is an appointment, it says
	person bool // a person takes over
	holds  bool // it takes a moment
}

// says reports whether the pattern is in what was heard.
func (h hearing) says(pattern *regexp.Regexp) bool { return pattern.MatchString(h.folded) }

// identity reports a question about the person.
func (h hearing) identity() bool { return h.asks == askName || h.asks == askCPF || h.asks == askBirth }

var (
	misses = regexp.MustCompile(`nao (entendi|compreendi|consegui (entender|ler|confirmar esse (cpf|numero|nome)|compreender)|encontrei|reconheci)`)
	hands  = regexp.MustCompile(`(vou|irei|estou|ja|to) (te |lhe |)?(passa|passando|encaminha|encaminhando|transfer|transferindo|chama|chamando|chamei|passei|direciona)`)
	staff  = regexp.MustCompile(`(pessoa|alguem|atendente|equipe|humano|colega|recepcao)`)
	moment = regexp.MustCompile(`(confirmando o seu|aguardando a resposta|so um (momento|instante|minut)|estou confirmando|um momentinho)`)
)

// listen reads the agent's texts.
func (p *Patient) listen(texts []string, now time.Time) hearing {
	h := hearing{texts: texts, folded: fold(strings.Join(texts, "\n"))}
	all := strings.Join(texts, "\n")
	h.items, h.slots = itemsOf(all, now)
	if p.Persona.Paraphrases {
		h.slots = slices.Compact(h.slots) // the same time read back twice is one
	}
	h.missed = misses.MatchString(h.folded)
	h.holds = moment.MatchString(h.folded)
	for _, s := range sentences(h.folded) {
		conditional := strings.HasPrefix(s, "se ") || strings.HasSuffix(s, "?")
		h.person = h.person || !conditional && hands.MatchString(s) && staff.MatchString(s)
	}
	h.booked = slices.ContainsFunc(texts, Claims)
	if h.booked || h.person {
		h.slots, h.items = nil, nil
	}
	h.asks = p.asked(h)
	return h
}

// Requests: words by which a sentence asks for something.
var request = regexp.MustCompile(`\?|\b(qual|quais|quem|informe|mande|manda|envie|envia|me (diga|diz|passa|passe|fala|informe|manda|envia)|escreva|responda|responde|digite|pode|poderia|preciso|precisamos|falta|faltam|agora|por favor|escolha|confira|confirme|conta|e o|e a)\b`)

// together asks for all that is needed of a person.
var together = regexp.MustCompile(`nome completo.*(\bcpf\b|\be a data de\b).*nascimento`)

// subjects are what a request is about, the more particular first.
var subjects = []struct {
	asks topic
	word *regexp.Regexp
}{
	{askName, together},
	{askBirth, regexp.MustCompile(`nascimento|data de nasc|nasceu|dia, mes e ano`)},
	{askCPF, regexp.MustCompile(`\bcpf\b|11 (numeros|digitos)`)},
	{askName, regexp.MustCompile(`nome completo|seu nome|\bnome d[aeo]|sobrenome|como (voce |)se chama|qual (e )?o nome|quem vai ser atendid|quem sera atendid`)},
	{askSame, regexp.MustCompile(`\btambem\?|\bmesma pessoa|\bpara quem (e|seria)|\be para (voce|outra)`)},
	{askPlan, regexp.MustCompile(`convenio|plano`)},
	{askSlot, regexp.MustCompile(`horario|qual (deles |)fica melhor|fica melhor|que dia|qual dia|qual deles|qual voce prefere`)},
	{askList, regexp.MustCompile(`da lista|(com|pelo|so) o numero|o numero (de|da|do)`)},
	{askProcedure, regexp.MustCompile(`procedimento|o que voce (precisa|quer|gostaria de) (marcar|agendar|fazer)|consulta ou`)},
	{askService, regexp.MustCompile(`especialidade`)},
	{askDoctor, regexp.MustCompile(`com quem|\bmedic[oa]|profissional|\bdoutora?\b|qual (das|dos) d`)},
	{askYes, regexp.MustCompile(`pode ser\?|sim ou nao|responda sim|confirma(r|mos|do|)?\b.*\?|posso (marcar|agendar|confirmar|reservar)|certo\?|esta correto|tudo bem\?|ainda quer|continuamos|vamos continuar|quer continuar`)},
}

// asked is what the last words that ask for anything ask for.  Hints ("Se não tiver, responda…") and
// the lines of a list ask for nothing.
func (p *Patient) asked(h hearing) topic {
	if h.booked || h.person || len(h.texts) == 0 {
		return askNothing
	}
	found := p.lastRequest(h)
	switch {
	case found == askName || found == askCPF || found == askBirth || found == askSame:
		return found
	case len(h.slots) > 1, len(h.slots) == 1 && (found == askSlot || found == askNothing || found == askAnything):
		return askSlot
	case len(h.items) > 0:
		return p.listed(h.items)
	}
	return found
}

// lastRequest reads from the end.  "Responda sim ou não" and "responda com o número" say how to answer,
// and what is asked stands right before them.
func (p *Patient) lastRequest(h hearing) topic {
	list := sentences(h.folded)
	open, how := false, askNothing
	for i := len(list) - 1; i >= 0; i-- {
		s := list[i]
		if strings.HasPrefix(s, "se ") || numbered.MatchString(s) || !request.MatchString(s) {
			continue
		}
		about := subjectOf(s)
		switch {
		case how != askNothing && (about == askNothing || !strings.Contains(s, "?")):
			return how
		case about == askNothing:
			open = open || strings.Contains(s, "?") && !strings.Contains(s, "mais alguma coisa")
		case how == askNothing && strings.Contains(s, "respond") && (about == askYes || about == askSlot || about == askList):
			how = about
		default:
			return about
		}
	}
	if how != askNothing {
		return how
	}
	if open {
		return askAnything
	}
	return askNothing
}

// subjectOf is what a sentence is about.
func subjectOf(sentence string) topic {
	for _, subject := range subjects {
		if subject.word.MatchString(sentence) {
			return subject.asks
		}
	}
	return askNothing
}

// listed tells what a numbered list is a list of.
func (p *Patient) listed(items []item) topic {
	count := map[topic]int{}
	for _, one := range items {
		for _, d := range p.clinic.Doctors {
			if sameWords(one.label, d.Name) {
				count[askDoctor]++
			}
		}
		for _, s := range p.clinic.Specialties {
			if fold(s.Name) == fold(one.label) {
				count[askService]++
			}
		}
		for _, s := range p.clinic.Plans {
			if fold(s.Name) == fold(one.label) {
				count[askPlan]++
			}
		}
		for _, s := range p.clinic.Procedures {
			if fold(s.Name) == fold(one.label) {
				count[askProcedure]++
				break
			}
		}
	}
	best := askWay
	for _, t := range []topic{askDoctor, askService, askPlan, askProcedure} {
		if count[t] >= len(items)/2+len(items)%2 && count[t] > count[best] {
			best = t
		}
	}
	return best
}

// sameWords reports whether a label holds all words of a name but its title.
func sameWords(label, name string) bool {
	words := strings.Fields(fold(label))
	for _, word := range strings.Fields(fold(name)) {
		if !strings.HasSuffix(word, ".") && !slices.Contains(words, word) {
			return false
		}
	}
	return true
}
