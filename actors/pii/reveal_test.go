package pii

import (
	"testing"

	"atende/actors/conversation"
)

func TestPlaceholdersAreFilledForThePatient(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		unknown          bool
	}{
		{"a name", "Obrigada, [NOME 1]!", "Obrigada, Maria Souza Lima!", false},
		{"a name in bold", "Para *[NOME 1]*.", "Para *Maria Souza Lima*.", false},
		{"a CPF", "CPF [CPF 1]", "CPF ***.***.***-25", false},
		{"a birth date", "nascimento: [NASCIMENTO 1]", "nascimento: 05/03/1980", false},
		{"a phone", "seu telefone ([TELEFONE 1])", "seu telefone (final 21)", false},
		{"an e-mail", "no [EMAIL 1]", "no maria@gmail.com", false},
		{"small letters", "[nome 1], certo?", "Maria Souza Lima, certo?", false},
		{"no space", "[NOME1]", "Maria Souza Lima", false},
		{"no number, where there is one only", "Olá, [NOME]!", "Olá, Maria Souza Lima!", false},
		{"no brackets", "Certo, NOME 1.", "Certo, Maria Souza Lima.", false},
		{"several", "[NOME 1] ([CPF 1], [NASCIMENTO 1])", "Maria Souza Lima (***.***.***-25, 05/03/1980)", false},
		{"none", "Qual é o seu nome?", "Qual é o seu nome?", false},
		{"a number in brackets is none", "[1] 14:00\n[2] 15:00", "[1] 14:00\n[2] 15:00", false},
		{"a link is none", "[Mapa](https://x.com)", "[Mapa](https://x.com)", false},
		{"empty brackets are none", "[] [ ] [...]", "[] [ ] [...]", false},
		{"the round brackets of a patient are none", "(CPF 1)", "(CPF 1)", false},
		{"unknown at the end", "Obrigada, [NOME 9]!", "Obrigada!", true},
		{"unknown in the middle", "Olá, [NOME 9], tudo bem?", "Olá, tudo bem?", true},
		{"unknown at the beginning", "[NOME 9], tudo bem?", "tudo bem?", true},
		{"unknown in round brackets", "Anotei ([CPF 3]) aqui", "Anotei aqui", true},
		{"unknown in bold", "Para **[NOME 9]** amanhã", "amanhã", true},
		{"unknown behind small words", "A consulta para a [NOME 9] fica bem", "A consulta fica bem", true},
		{"unknown behind a colon", "CPF: [CPF 9]\nNome: [NOME 1]", "CPF:\nNome: Maria Souza Lima", true},
		{"what a model leaves to be filled in", "Olá, [nome do paciente]!", "Olá, Maria Souza Lima!", false},
		{"what nobody can fill in", "Dia [data], às [horário].", "Dia, às.", true},
		{"two unknown", "[NOME 8] e [NOME 9] vêm", "e vêm", true},
		{"nothing but an unknown one", "[CPF 9]", "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, unknown := Reveal(test.text, maria)
			if got != test.want || unknown != test.unknown {
				t.Errorf("got %q %v, want %q %v", got, unknown, test.want, test.unknown)
			}
		})
	}
}

func TestWhatNoCPFIsIsShownByItsEnd(t *testing.T) {
	if got, _ := Reveal("CPF [CPF 1]", []conversation.Mask{{Name: "[CPF 1]", Value: "5299822472"}}); got != "CPF final 72" {
		t.Errorf("got %q", got)
	}
}

func TestAPlaceholderIsFoundHoweverItIsWritten(t *testing.T) {
	two := append([]conversation.Mask{{Name: "[NOME 2]", Value: "João"}, {Name: "[CPF 12]", Value: "11144477735"}}, maria...)
	for _, test := range []struct{ text, want string }{
		{"[CPF 1]", "[CPF 1]"}, {"CPF 1", "[CPF 1]"}, {"[cpf 1]", "[CPF 1]"}, {" [ cpf  1 ] ", "[CPF 1]"}, {"CPF1", "[CPF 1]"}, {"[CPF-1]", "[CPF 1]"},
		{"cpf 01", "[CPF 1]"}, {"[CPF 12]", "[CPF 12]"}, {"nome 2", "[NOME 2]"}, {"\"[NOME 1]\"", "[NOME 1]"}, {"**[NOME 1]**", "[NOME 1]"},
		{"[E-MAIL 1]", "[EMAIL 1]"}, {"data de nascimento 1", "[NASCIMENTO 1]"}, {"[NASCIMENTO]", "[NASCIMENTO 1]"},
		{"[NOME]", ""}, {"[CPF]", ""}, {"[CPF 3]", ""}, {"Maria Souza Lima", ""}, {"", ""}, {"1", ""}, {"[1]", ""}, {"52998224725", ""},
		{"[CPF 1] e [CPF 12]", ""}, {"CPF 99999999999", ""}, {"RG 1", ""}, {"[CPF -1]", "[CPF 1]"}, {"\xff[CPF 1]", ""},
	} {
		t.Run(test.text, func(t *testing.T) {
			got, ok := Resolve(test.text, two)
			if got.Name != test.want || ok != (test.want != "") {
				t.Errorf("got %v %v, want %q", got, ok, test.want)
			}
		})
	}
}

func TestLeaksAreSeen(t *testing.T) {
	values := []string{"52998224725", "1980-03-05", "Maria Souza Lima", "maria@gmail.com", "Maria", "123456"}
	for _, test := range []struct {
		text string
		want bool
	}{
		{"529.982.247-25", true}, {"o cpf 52998224725 dela", true}, {"5 2 9 9 8 2 2 4 7 2 5", true}, {"529\n982\n247\n25", true}, {"1529982247250", true},
		{"５２９９８２２４７２５", true}, {"5️⃣2️⃣9️⃣9️⃣8️⃣2️⃣2️⃣4️⃣7️⃣2️⃣5️⃣", true}, {"05/03/1980", true}, {"1980-03-05", true}, {"maria souza lima", true},
		{"MARIA  SOUZA\nLIMA", true}, {"Maria_Souza_Lima", true}, {"MARIA@gmail.com", true},
		{"CPF com final 25", false}, {"[CPF 5] [NOME 2]", false}, {"529.982.247", false}, {"Maria", false}, {"Maria Lima", false}, {"123456", false},
		{"5 2 9 9 8 a 2 2 4 7 2 5", false}, {"24/11/2026 às 14:00", false}, {"", false}, {"[CPF 52998224725]", true},
	} {
		t.Run(test.text, func(t *testing.T) {
			if got := leaks(test.text, values); got != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
