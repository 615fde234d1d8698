package pii

import (
	"fmt"
	"strings"
	"testing"

	"atende/actors/conversation"
)

var maria = []conversation.Mask{
	{Name: "[NOME 1]", Value: "Maria Souza Lima"}, {Name: "[CPF 1]", Value: "52998224725"}, {Name: "[NASCIMENTO 1]", Value: "1980-03-05"},
	{Name: "[TELEFONE 1]", Value: "5511987654321"}, {Name: "[EMAIL 1]", Value: "maria@gmail.com"},
}

func TestKnownNamesAreHiddenAgain(t *testing.T) {
	couple := []conversation.Mask{{Name: "[NOME 1]", Value: "Maria Clara Pereira"}, {Name: "[NOME 2]", Value: "João Rosa"}, {Name: "[NOME 3]", Value: "Ana Costa"}}
	for _, test := range []struct{ name, text, want string }{
		{"in full", "maria clara pereira", "[NOME 1]"},
		{"in full, without accents, shouted", "é pra JOAO ROSA mesmo", "é pra [NOME 2] mesmo"},
		{"the first name", "a Maria vai comigo", "a [NOME 1] vai comigo"},
		{"the first name in small letters", "a maria vai comigo", "a [NOME 1] vai comigo"},
		{"the first name with a typed accent", "o joão não pode", "o [NOME 2] não pode"},
		{"the surname", "família Pereira", "família [NOME 1]"},
		{"two of its words", "a maria clara pode", "a [NOME 1] pode"},
		{"beside a sign", "Maria, João.", "[NOME 1], [NOME 2]."},
		{"twice", "maria e joão ou só maria", "[NOME 1] e [NOME 2] ou só [NOME 1]"},
		{"an everyday word is no name", "a caixa rosa", "a caixa rosa"},
		{"an everyday word written as a name is one", "o senhor Rosa", "o senhor [NOME 2]"},
		{"the middle name alone is not", "a pele clara", "a pele clara"},
		{"a doctor's first name stays", "quero com a ana", "quero com a ana"},
		{"a doctor's name stays", "quero com a dra. Ana Souza", "quero com a dra. Ana Souza"},
		{"who shares it with a doctor is hidden in full", "sou a Ana Costa", "sou a [NOME 3]"},
		{"a doctor who is not of the clinic stays, for the title", "o dr. João é bom", "o dr. João é bom"},
		{"another of the same first name is somebody else", "meu nome é Maria Ribeiro", "meu nome é [NOME 4]"},
		{"the first name, introduced, is who is known", "oi, sou a Maria", "oi, sou a [NOME 1]"},
		{"part of a word is no name", "mariazinha joãozinho", "mariazinha joãozinho"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, _ := Hide(test.text, couple, Options{Keep: clinic, Now: now}); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestNumbersOfPlaceholders(t *testing.T) {
	known := []conversation.Mask{{Name: "[CPF 2]", Value: "11144477735"}, {Name: "[NOME 7]", Value: "Maria"}}
	masked, fresh := Hide("cpf 529.982.247-25, antes 111.444.777-35, de novo 52998224725; me chamo Pedro", known, Options{Now: now})
	if want := "cpf [CPF 3], antes [CPF 2], de novo [CPF 3]; me chamo [NOME 8]"; masked != want {
		t.Errorf("got %q, want %q", masked, want)
	}
	if len(fresh) != 2 || fresh[0] != (conversation.Mask{Name: "[CPF 3]", Value: "52998224725"}) || fresh[1].Value != "Pedro" {
		t.Errorf("fresh: %v", fresh)
	}
}

func TestALaterLongerNameIsAnother(t *testing.T) {
	known := []conversation.Mask{{Name: "[NOME 1]", Value: "Maria"}}
	masked, fresh := Hide("Maria Souza", known, Options{Asked: conversation.AskName, Now: now})
	if masked != "[NOME 2]" || fresh[0].Value != "Maria Souza" {
		t.Errorf("got %q %v", masked, fresh)
	}
	if masked, _ = Hide("a Maria agradece", append(known, fresh...), Options{Now: now}); masked != "a [NOME 2] agradece" {
		t.Errorf("then %q", masked)
	}
}

func TestNamesPassWhereTheyMay(t *testing.T) {
	masked, fresh := Hide("sou Maria Souza, cpf 529.982.247-25", nil, Options{Names: true, Now: now})
	if masked != "sou Maria Souza, cpf [CPF 1]" || len(fresh) != 1 {
		t.Errorf("got %q %v", masked, fresh)
	}
}

func TestOurOwnTextsAreMasked(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a name in full", "Confira: consulta para *Maria Souza Lima*.", "Confira: consulta para *[NOME 1]*."},
		{"the first name alone", "Certo, Maria! Qual é o seu CPF?", "Certo, [NOME 1]! Qual é o seu CPF?"},
		{"the first name at the beginning", "Maria, agora o CPF.", "[NOME 1], agora o CPF."},
		{"a doctor of the same name", "com a Dra. Maria Pereira, com Maria Pereira", "com a Dra. Maria Pereira, com Maria Pereira"},
		{"an everyday word", "o melhor é a lima", "o melhor é a lima"},
		{"a birth date", "nascimento 05/03/1980", "nascimento [NASCIMENTO 1]"},
		{"a birth date in words", "nasceu em 5 de março de 1980.", "nasceu em [NASCIMENTO 1]."},
		{"a birth date as moves write it", "1980-03-05", "[NASCIMENTO 1]"},
		{"another date", "terça-feira, 24/11/2026, às 14:00", "terça-feira, 24/11/2026, às 14:00"},
		{"a CPF", "CPF 529.982.247-25, com final 25", "CPF [CPF 1], com final 25"},
		{"a phone with country code", "+55 (11) 98765-4321", "+[TELEFONE 1]"},
		{"a phone without", "(11) 98765-4321", "([TELEFONE 1]"},
		{"an e-mail", "mandei para Maria@gmail.com", "mandei para [EMAIL 1]"},
		{"what is masked already", "[NOME 1], confira [CPF 1]", "[NOME 1], confira [CPF 1]"},
		{"the number of a placeholder is no digit", "[CPF 5] 299.822.472-5", "[CPF 5] 299.822.472-5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Again(test.text, maria)
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if twice := Again(got, maria); twice != got {
				t.Errorf("twice %q", twice)
			}
		})
	}
}

func TestWhatIsTooMuchIsHiddenForGood(t *testing.T) {
	var text strings.Builder
	for n := range maxFresh + 2 {
		fmt.Fprintf(&text, "%d; ", 1234567+n)
	}
	masked, fresh := Hide(text.String(), nil, Options{Now: now})
	if len(fresh) != maxFresh || strings.Count(masked, "[OMITIDO]") != 2 {
		t.Errorf("%d are remembered: %q", len(fresh), masked)
	}
	if shown, unknown := Reveal("cartão [OMITIDO]", fresh); shown != "cartão" || !unknown {
		t.Errorf("revealed as %q %v", shown, unknown)
	}
}

func TestBytesThatAreNoText(t *testing.T) {
	masked, fresh := Hide("cpf \xff529.982.247-25\xc3 \x00", nil, Options{Now: now})
	if masked != "cpf \uFFFD[CPF 1]\uFFFD \x00" || len(fresh) != 1 {
		t.Errorf("got %q %v", masked, fresh)
	}
}
