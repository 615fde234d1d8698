package understand

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var digitWords = []string{"zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove"}

// sayDigits says digits one by one.
func sayDigits(digits string) string {
	var said []string
	for _, d := range digits {
		said = append(said, digitWords[d-'0'])
	}
	return strings.Join(said, " ")
}

// sayHundreds says three digits as one number: "quinhentos e vinte e nove".
func sayHundreds(digits string) string {
	hundreds := []string{"", "cento", "duzentos", "trezentos", "quatrocentos", "quinhentos", "seiscentos", "setecentos", "oitocentos", "novecentos"}
	n := int(digits[1]-'0')*10 + int(digits[2]-'0')
	switch {
	case digits == "100":
		return "cem"
	case n == 0:
		return hundreds[digits[0]-'0']
	}
	return hundreds[digits[0]-'0'] + " e " + sayTens(n)
}

func sayTens(n int) string {
	small := []string{"", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze", "treze",
		"catorze", "quinze", "dezesseis", "dezessete", "dezoito", "dezenove"}
	if n < len(small) {
		return small[n]
	}
	tens := []string{"", "", "vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"}
	if n%10 == 0 {
		return tens[n/10]
	}
	return tens[n/10] + " e " + small[n%10]
}

// anyCPF draws a CPF whose groups of three are hundreds.
func anyCPF(t *rapid.T) string {
	nine := ""
	for range 3 {
		nine += fmt.Sprint(rapid.IntRange(101, 999).Draw(t, "group"))
	}
	cpf := nine + string(checkDigit(nine))
	cpf += string(checkDigit(cpf))
	if !validCPF(cpf) { // eleven equal digits
		return "52998224725"
	}
	return cpf
}

// A CPF that is said is the one that is written, whatever stands around it.
func TestSpokenCPF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cpf := anyCPF(t)
		meia := strings.ReplaceAll(sayDigits(cpf), "seis", "meia")
		groups := fmt.Sprintf("%s ponto %s ponto %s traço %s", sayHundreds(cpf[:3]), sayHundreds(cpf[3:6]), sayHundreds(cpf[6:9]), sayDigits(cpf[9:]))
		for _, said := range []string{sayDigits(cpf), meia, groups, strings.ReplaceAll(groups, " ponto", ","), fmt.Sprintf("%s ponto %s ponto %s traço %s", cpf[:3], cpf[3:6], cpf[6:9], cpf[9:])} {
			for _, form := range []string{"%s", "meu cpf é %s", "cpf: %s", "o cpf dela é %s obrigada"} {
				text := fmt.Sprintf(form, said)
				if f := Read(text, tuesday); f.CPF != cpf || f.InvalidCPF != "" || len(f.Dates)+len(f.Times)+f.Choice > 0 || f.Name != "" {
					t.Fatalf("Read(%q) = %+v", text, f)
				}
			}
		}
	})
}

// A mobile is the same in every writing.
func TestPhoneLaws(t *testing.T) {
	codes := pt.AreaCodes.Words()
	rapid.Check(t, func(t *rapid.T) {
		area := rapid.SampledFrom(codes).Draw(t, "area")
		n := fmt.Sprintf("9%08d", rapid.IntRange(10000000, 99999999).Draw(t, "number"))
		want := "55" + area + n
		if validCPF(area + n) {
			return // the check digits hold: a CPF
		}
		for _, text := range []string{area + n, "(" + area + ") " + n[:5] + "-" + n[5:], area + " " + n[:5] + " " + n[5:], "+55 " + area + " " + n, "0" + area + " " + n[:5] + "-" + n[5:],
			"meu zap é " + area + " 9 " + n[1:5] + "-" + n[5:], "telefone " + sayDigits(area+n), "55" + area + n, area + "." + n[:5] + "." + n[5:]} {
			if f := Read(text, tuesday); f.Phone != want || f.CPF+f.InvalidCPF+f.BirthDate != "" {
				t.Fatalf("Read(%q) = %+v, want %s", text, f, want)
			}
		}
	})
}

// A name is the same however it is introduced and written.
func TestNameLaws(t *testing.T) {
	for _, name := range []string{"Maria da Silva", "João Pedro dos Santos", "Ana Beatriz", "José Carlos de Oliveira Neto", "Marco Antonio Rossi", "Yara Tanaka",
		"Joana D'Arc Souza", "Luís Müller", "Francisca das Chagas Lima", "Davi Haddad", "Rosa Maria Nobre", "Vitória Santos", "Ingrid Zimmermann"} {
		for _, form := range []string{"meu nome é %s", "Meu nome: %s", "me chamo %s", "oi, me chamo %s e queria marcar", "nome: %s", "nome completo %s", "no nome de %s",
			"o nome dela é %s", "o nome do paciente é %s", "minha filha se chama %s", "é para a minha mãe %s", "pro meu filho, %s", "%s 529.982.247-25",
			"529.982.247-25, %s", "%s, 05/03/1980", "nome %s cpf 52998224725 nasc 05/03/1980", "%s nascida em 05/03/1980", "%s", "%s!", "aqui é %s", "sou %s"} {
			for _, typed := range []string{fmt.Sprintf(form, name), fmt.Sprintf(form, strings.ToUpper(name)), strings.ToLower(fmt.Sprintf(form, name))} {
				if got := Read(typed, tuesday).Name; got != name {
					t.Errorf("Read(%q): %q, want %q", typed, got, name)
				}
			}
		}
		for _, form := range []string{"com a dra. %s", "quero marcar com %s", "não me chamo %s", "o nome do médico é %s", "quem indicou foi %s", "falei com %s ontem", "a dra %s atende?"} {
			if got := Read(fmt.Sprintf(form, name), tuesday).Name; got != "" {
				t.Errorf("Read(%q): %q", fmt.Sprintf(form, name), got)
			}
		}
	}
}

// A birth date is the same in every writing, and no appointment.
func TestBirthDateLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, m, d := rapid.IntRange(1932, 1999).Draw(t, "year"), rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day")
		month, short := spokenMonths[m-1], shortMonths[m-1]
		year := "mil novecentos e " + sayTens(y-1900)
		want := fmt.Sprintf("%d-%02d-%02d", y, m, d)
		for _, text := range []string{
			fmt.Sprintf("%02d/%02d/%d", d, m, y), fmt.Sprintf("%d-%d-%d", d, m, y), fmt.Sprintf("%02d.%02d.%d", d, m, y), fmt.Sprintf("%02d %02d %d", d, m, y),
			fmt.Sprintf("%02d%02d%d", d, m, y), fmt.Sprintf("%02d/%02d/%02d", d, m, y-1900), fmt.Sprintf("%02d%02d%02d", d, m, y-1900), fmt.Sprintf("%02d %02d %02d", d, m, y-1900),
			want, fmt.Sprintf("%d de %s de %d", d, month, y), fmt.Sprintf("%d/%s/%d", d, short, y), fmt.Sprintf("%d de %s de %02d", d, short, y-1900), fmt.Sprintf("%d do %d de %d", d, m, y),
			fmt.Sprintf("%s de %s de %s", spokenNumbers[d], month, year), fmt.Sprintf("%s de %s de %s", spokenNumbers[d], month, sayTens(y-1900)),
			fmt.Sprintf("%s do %s de %s", spokenNumbers[d], spokenNumbers[m], year), fmt.Sprintf("dia %d de %s de %d", d, month, y), fmt.Sprintf("%02d / %02d / %d", d, m, y),
		} {
			for _, form := range []string{"%s", "nasci em %s", "data de nascimento: %s", "dn %s", "minha mãe nasceu dia %s"} {
				typed := fmt.Sprintf(form, text)
				if f := Read(typed, tuesday); f.BirthDate != want || len(f.Dates) > 0 || len(f.Times) > 0 || f.CPF+f.InvalidCPF+f.Phone != "" {
					t.Fatalf("Read(%q) = %+v, want %s", typed, f, want)
				}
			}
		}
	})
}
