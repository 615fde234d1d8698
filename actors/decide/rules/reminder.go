package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// withReminder is an answer to the read-back in which words not to forget somebody, behind a yes, are those of one more appointment,
// which is what they ask for: "pode sim. e não esquece o Sebastião 11h" is "pode sim. e o do Sebastião 11h", and "e não esquece do meu
// marido" is "e para o meu marido".  A reminder of nothing, "não esquece tá", is left out.
func (d *dialogue) withReminder(s *conversation.State, text string) string {
	p := d.parse(text)
	m, ok := p.match(say.Reminder)
	if !ok || d.literal {
		return text
	}
	from := m.From
	for from > 0 && say.BeforeReminder.Has(p.tokens[from-1].Text) {
		from--
	}
	head := text[:p.tokens[from].Start]
	if begins, _ := d.inClauses(s, d.parse(head)).begins(); !begins {
		return text
	}
	if m.To == len(p.tokens) || p.pauses(m.To) || d.said(text[p.tokens[m.To].Start:], say.OnlyUrges) {
		return strings.TrimRight(head, " ,")
	}
	at := m.To
	for at < len(p.tokens) && say.BehindReminder.Has(p.tokens[at].Text) {
		at++
	}
	if at == len(p.tokens) {
		return text
	}
	whose := d.remindedOf(p, at)
	if whose == "" {
		return text
	}
	return strings.TrimRight(head, " ,") + ". E " + whose + text[p.tokens[at].Start:]
}

// remindedOf is what stands before the word for somebody where an appointment is wished for them: "para o " before "meu marido", "o "
// before "dele"; "" for what is nobody.
func (d *dialogue) remindedOf(p *parsed, at int) string {
	word := p.tokens[at]
	switch {
	case say.ThirdPersons.Has(word.Text) && strings.HasPrefix(word.Text, "d"):
		return "o "
	case say.Our.Has(word.Text) && at+1 < len(p.tokens) && say.ToldBack.Value(p.tokens[at+1].Text) != "", say.ToldBack.Value(word.Text) != "":
		if strings.HasSuffix(word.Text, "a") {
			return "para a "
		}
		return "para o "
	case d.namesSomebody(p, at, nil):
		call := d.calledWith(p, at)
		if strings.HasPrefix(call, "a ") {
			return "o da "
		}
		return "o do "
	case say.Honour.Value(word.Text) != "" && at+1 < len(p.tokens) && word.Kind == language.Letters:
		return "o de "
	}
	return ""
}
