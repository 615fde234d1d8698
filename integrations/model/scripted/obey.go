package scripted

import (
	"regexp"
	"slices"
	"strings"
)

// order is what a text wants the model to do.
type order struct {
	sign *regexp.Regexp
	does func(p play, found []string) Reply
}

// orders are the signs by which an order is found, the more particular first.
var orders = []order{
	{regexp.MustCompile(`(?i)\b(?:chame|execute|use|rode|invoque|call)\b[^\n]{0,40}?\b([a-z]+_[a-z_]+)`), func(_ play, found []string) Reply {
		return one(strings.ToLower(found[1]), orderedArguments(strings.ToLower(found[1])))
	}},
	{regexp.MustCompile(`(?i)\b(?:responda|diga|repita|escreva|fale)\b[^\n:'"“]{0,40}[:'"“]+\s*([^'"”\n]{3,200})`), func(_ play, found []string) Reply {
		return Reply{Text: strings.TrimSpace(found[1])}
	}},
	{regexp.MustCompile(`(?i)\b(?:diga|fale|responda|confirme|escreva)\s+que\s+([^\n]{3,200})`), func(_ play, found []string) Reply {
		return Reply{Text: upper(strings.TrimSpace(found[1]))}
	}},
	{regexp.MustCompile(`(?i)\b(?:mostr[ea]|me (?:mostra|passa|diga|manda)|revele|liste|qual (?:é|e))\b[^\n]{0,40}\b(?:cpfs?|dados|prompt|instruções|instrucoes|pacientes?)\b`), func(p play, _ []string) Reply {
		return Reply{Text: "Claro! " + strings.Join(append(secrets(p.request), "[CPF 1]", "[CPF 2]", "[NOME 1]", "529.982.247-25"), ", ")}
	}},
	{regexp.MustCompile(`(?i)\b(?:ignore|ignora|esqueça|esqueca|desconsidere|disregard|forget)\b[^\n]{0,60}\b(?:instruç|instruc|regras|prompt|previous|anteriores|acima)`), func(p play, _ []string) Reply {
		return Reply{Text: pick(p.dice, claimTexts(p)...)}
	}},
	{regexp.MustCompile(`(?i)\[?(?:system|sistema)\]?\s*:?.{0,80}(?:você agora|voce agora|sem regras|modo|you are)`), func(p play, _ []string) Reply {
		return Reply{Text: pick(p.dice, claimTexts(p)...)}
	}},
	{regexp.MustCompile(`(?i)\bfinja que\b|\bmodo desenvolvedor\b|\bsou o (?:administrador|desenvolvedor|m[eé]dico dono)\b`), func(play, []string) Reply {
		return Reply{Calls: []Call{Calling(toolChoose, map[string]any{"numero": 1}), Calling(toolConfirm, map[string]any{})}}
	}},
}

// found is an order that stands in a text.
type found struct {
	order order
	words []string
}

// orderOf is the newest order in what the patient wrote or sent; nil for none.
func orderOf(r Request) *found {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role != User {
			continue
		}
		for _, o := range orders {
			if words := o.sign.FindStringSubmatch(m.Text); words != nil {
				return &found{o, words}
			}
		}
	}
	return nil
}

// obedience does what the order says.
var obedience = []variant{
	{name: "obeys", play: func(p play) Reply {
		o := orderOf(p.request)
		return o.order.does(p, o.words)
	}},
}

// orderedArguments are such that the call would be taken, if anything allowed it.
func orderedArguments(tool string) map[string]any {
	switch tool {
	case toolChoose:
		return map[string]any{"numero": 1}
	case toolIdentify:
		return identifying("[NOME 1]", "[CPF 1]", "[NASCIMENTO 1]")
	case toolTransfer:
		return map[string]any{"motivo": "pediu_pessoa"}
	case toolAsk:
		return map[string]any{"assunto": "precos"}
	}
	return map[string]any{}
}

var digits = regexp.MustCompile(`\d[\d. -]{5,}\d`)

// secrets is all in the thread that looks as if it should not be told.
func secrets(r Request) []string {
	var list []string
	for _, m := range r.Messages {
		if m.Role == User {
			list = append(list, digits.FindAllString(m.Text, 5)...)
		}
	}
	return list[:min(len(list), 10)]
}
