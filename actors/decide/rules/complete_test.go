package rules

import (
	"encoding/json"
	"strings"
	"testing"

	"atende/actors/conversation"
	"atende/actors/decide"
)

// Contract, ATENDE_QUIET_WINDOW: only a text that completely answers what is open is not held; each question with its
// classes, "|" for the end of a message.
func TestComplete(t *testing.T) {
	places := map[string]standing{}
	for _, st := range standings(t) {
		places[st.name] = st
	}
	held := []string{"oi", "certo", "tá bom", "ok", "isso", "sou eu mesma", "beleza", "deixa eu ver", "hmm", "quanto custa?", "quero falar com atendente", "obrigada"}
	for name, texts := range map[string]struct{ whole, held []string }{
		"fresh": {
			[]string{"consulta com a dra ana souza pela unimed", "quero dermato, particular", "oi\nquero a dra ana souza\nunimed"},
			[]string{"quero marcar", "cardiologista", "unimed", "cardiologista pela unimed", "vocês têm a dra ana souza pela unimed?"},
		},
		"greeted":         {[]string{"cardiologista", "1", "dermato", "a dra ana souza"}, []string{"quero marcar", "unimed", "é pra minha mãe"}},
		"which doctor":    {[]string{"1", "dr bruno", "tanto faz", "com a ana souza"}, []string{"de manhã", "quinta", "unimed", "a dra"}},
		"which procedure": {[]string{"1", "2", "eletro"}, []string{"quinta", "unimed"}},
		"which plan":      {[]string{"unimed", "2", "particular", "não tenho", "bradesco"}, []string{"quinta", "tenho convênio", "atende unimed?", "unimed,", "não é unimed"}},
		"an offer":        {[]string{"1", "o 2", "terça às 8h", "dia 24 às 14h"}, []string{"8h", "terça", "de manhã", "mais tarde", "não", "nenhum", "21", "não posso terça"}},
		"one time":        {[]string{"sim", "pode ser"}, []string{"não", "terça", "de tarde"}},
		"the name": {
			[]string{"Maria Silva, 529.982.247-25, 12/03/1985", "Maria Silva\n529.982.247-25\n12/03/1985", "Maria\nSilva\n529.982\n247-25\n12/03/1985"},
			[]string{"Maria", "Maria Silva", "Maria Silva\n529.982.247-25", "12/03/1985", "é para mim mesma\nMaria Silva"},
		},
		"the CPF":         {[]string{"529.982.247-25", "52998224725", "529.982.247-26", "529982\n24725", "529.982\n247\n25"}, []string{"529.982", "cpf 529982", "Maria", "meu cpf é", "meu cpf é:"}},
		"the birth date":  {[]string{"12/03/1985", "12/03\n1985", "12 de março\nde 1985"}, []string{"12/03", "1985", "março"}},
		"read back":       {nil, []string{"sim", "pode", "não", "1", "529.982.247-25", "sim\nisso"}},
		"what to change":  {nil, []string{"o nome", "sim", "não", "nada"}},
		"the same person": {[]string{"sim", "não"}, []string{"sim, mas", "é pra minha mãe"}},
		"a person later":  {[]string{"1", "2"}, []string{"quero marcar"}},
		"booked":          {nil, []string{"sim", "1", "quinta às 8h", "não"}},
		"declined":        {[]string{"quero a dra ana souza, unimed"}, []string{"sim", "quero marcar"}},
	} {
		st, ok := places[name]
		if !ok {
			t.Errorf("no place %q", name)
			continue
		}
		complete := func(text string) bool {
			s := &conversation.State{}
			if err := json.Unmarshal(st.state, s); err != nil {
				t.Fatal(err)
			}
			return st.driver.Complete(text, s, st.now)
		}
		for _, text := range texts.whole {
			if !complete(text) {
				t.Errorf("%s: %q is held", name, text)
			}
		}
		everywhere := held
		if name == "one time" || name == "the same person" || name == "a person later" { // where a yes answers
			everywhere = []string{"oi", "deixa eu ver", "hmm", "quanto custa?", "obrigada"}
		}
		for _, text := range append(texts.held, everywhere...) {
			if complete(text) {
				t.Errorf("%s: %q is not held", name, text)
			}
		}
	}
}

// What a burst parts is one: a CPF, a birth date, a name, whatever stands between them.
func TestDataOverSeams(t *testing.T) {
	for _, st := range standings(t) {
		if st.name != "the name" {
			continue
		}
		for _, burst := range [][]string{
			{"Maria", "Silva", "529.982", "247-25", "12/03", "1985"},
			{"Maria Silva", "529982", "24725", "12 de março", "de 1985"},
			{"certo", "Maria", "Silva", "529", "982", "247", "25", "12/03/1985"},
		} {
			said := st.answer(t, each(burst, func(text string) decide.Message { return decide.Message{Type: "TEXT", Text: text} })...)
			if len(said) != 1 || !strings.Contains(said[0], "*Maria Silva* (CPF com final 47-25, nascimento 12/03/1985)") {
				t.Errorf("%q: %q", burst, said)
			}
		}
	}
}
