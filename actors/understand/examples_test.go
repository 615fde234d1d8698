package understand

import (
	"encoding/json"
	"testing"
)

// Examples of how a text is read (docs/wire.md).
func TestReadExamples(t *testing.T) {
	for _, tc := range examples {
		t.Run(tc.text, func(t *testing.T) {
			f := Read(tc.text, tuesday)
			if tc.intent != "" && f.Intent != tc.intent {
				t.Errorf("intent %q, want %q", f.Intent, tc.intent)
			}
			if got := joinWords(number0(f.Choice), when(f), who(f)); got != tc.facts {
				b, _ := json.Marshal(f)
				t.Errorf("got %q, want %q\n%s", got, tc.facts, b)
			}
		})
	}
}

var examples = []struct {
	text   string
	intent Intent
	facts  string // choice, dates without 2026, times, period, person
}{
	{"oii bom dia queria marca um cardiologista pra semana q vem de tarde", Book, "03-16..03-22 afternoon"},
	{"tem hr quinta dps das 16h?", Book, "03-12 16:00..23:59"},
	{"terça", Other, "03-17"},
	{"hj ainda tem vaga?", Book, "03-10"},
	{"pode ser quinta cedo", Other, "03-12 morning"},
	{"sexta q vem as tres e meia", "", "03-13 15:30"},
	{"dia 9", "", "04-09"},
	{"dia 31 de abril", "", ""},
	{"dia 10", "", "03-10"},
	{"22/4 ou 24/4", "", "04-22,04-24"},
	{"entre quarta e sexta de manhã", "", "03-11..03-13 morning"},
	{"a partir do dia 20", "", "03-20..06-18"},
	{"até quinta", "", "03-10..03-12"},
	{"sem ser segunda", "", ""},
	{"amanhã das 8 as 10", "", "03-11 08:00..10:00"},
	{"lá pelas 2 da tarde", "", "14:00"},
	{"de manhã depois das 9", "", "09:00..12:00"},
	{"às 7", "", "07:00"},
	{"as 6", "", "18:00"},
	{"quarta meio dia e meia", "", "03-11 12:30"},
	{"boa noite", Greet, ""},
	{"não, é dia 12", Deny, "03-12"},
	{"quinta, quer dizer, sexta às 10", "", "03-13 10:00"},
	{"quero remarcar de quarta pra sexta", Reschedule, "03-13"},
	{"remarca pra mim por favor surgiu uma viagem", Reschedule, ""},
	{"cancelr minha consulta", Cancel, ""},
	{"infelizmente nao vou conseguir comparecer amanha", Cancel, "03-11"},
	{"a segunda", Other, "2"},
	{"na segunda", "", "03-16"},
	{"o das 9h", "", "09:00"},
	{"quero a opção 3", "", "3"},
	{"4️⃣", "", "4"},
	{"qualquer um tá bom", "", "1"},
	{"nenhum desses dá pra mim", Deny, ""},
	{"deixa, depois eu marco", Decline, ""},
	{"quero fala com uma atendente", Human, ""},
	{"vcs atendem amil? quanto fica particular", Question, ""},
	{"quero saber o preço da consulta", Question, ""},
	{"sim pode confirmar", Confirm, ""},
	{"vlw brigada", Thanks, ""},
	{"MARIA DAS DORES E SILVA", Other, "name=Maria das Dores e Silva"},
	{"me chamo joão vitor dos anjos, cpf 390.533.447-05, nasci em 12 de março de 1985", "",
		"name=João Vitor dos Anjos cpf=39053344705 birth_date=1985-03-12"},
	{"39053344705", "", "cpf=39053344705"},
	{"cpf 390.533.447-06", "", "invalid_cpf=39053344706"},
	{"12/03/85", "", "birth_date=1985-03-12"},
	{"120385", "", "birth_date=1985-03-12"},
	{"minha filha nasceu 05/01/2026", "", "birth_date=2026-01-05"},
	{"15/04/26", "", "04-15"},
	{"(31) 99876-5432 é meu zap", "", "phone=5531998765432"},
	{"é pra minha mãe, o nome dela é tereza de jesus", "", "name=Tereza de Jesus"},
	{"quero com a dra ana souza", Book, ""},
}
