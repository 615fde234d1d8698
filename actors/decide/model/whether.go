package model

import (
	"regexp"
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

var (
	// stalls: words that promise to look, instead of a call.
	stalls = regexp.MustCompile(`\b(vou|deixa eu|deixe me|irei) (\w+ )?(verificar|consultar|buscar|checar|ver|procurar|conferir|olhar)\b|\b(um|so um) (momento|instante|minut\w+|momentinho)\b|\baguarde\b|\bja (te |lhe )?(retorno|respondo|volto)\b|\bestou (verificando|consultando|buscando|checando|procurando|olhando)\b`)
	// whether asks if something was booked, or no longer is.
	whether = regexp.MustCompile(`\b(marcou|agendou|confirmou|reservou|marcad[oa]|agendad[oa]|confirmad[oa]|reservad[oa]|garantid[oa]|deu certo|ficou certo|ta certo|tudo certo|posso ir|e so ir|e so chegar|fechado|de pe|e isso|tudo ok|cancelou|cancelad[oa]|desmarcou|desmarcad[oa]|remarcou|remarcad[oa])\b`)
	// denies: an answer that cannot be taken for a yes.
	denies = regexp.MustCompile(`^(\w+ ){0,3}(ainda nao|nao (esta|foi|marquei|marcou|agendei|ficou|confirmei|consta|consegui)|falta\w*|so falta|so quando|so depois)\b`)
)

// maxWhether is how many words a text may have that asks whether it is booked without a question mark.
const maxWhether = 6

// asksWhether reports that the patient asks whether there is an appointment, and there is none: the shortest yes to
// that would be a lie that no text shows.
func (d *dialogue) asksWhether(s *conversation.State) bool {
	if s.Closed == conversation.OutcomeBooked && !d.goesOn() {
		return false
	}
	for _, m := range d.fresh {
		asks := strings.Contains(m.Text, "?") || len(strings.Fields(m.Text)) <= maxWhether
		if asks && whether.MatchString(folded(m.Text)) {
			return true
		}
	}
	return false
}

// notBooked says so, and goes on.
func (d *dialogue) notBooked(s *conversation.State) conversation.Reply {
	reply := d.safe(s)
	words := wording.Lines(d.Clinic.Texts.Words(wording.TalkNotBooked, 0), wording.Quote(reply.Text, reply.From...))
	reply.Text, reply.From = words.Text, words.From
	d.account.Replaced = append(d.account.Replaced, "booking")
	return reply
}

// asksFor: words that ask without a question mark.
var asksFor = regexp.MustCompile(`\b(me (diga|diz|passa|passe|mande|manda|envie|envia|informe|informa|fala|fale)|precis\w+|informe|envie|mande|digite|escreva|falta\w*|por favor|qual|quais|agora (o|a|seu|sua)|responda|escolha)\b`)
