package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

// The search finds a patient in every dress, and in nothing else: it is what TestNothingOfPatientsIsShown relies on.
func TestSearchFindsPatients(t *testing.T) {
	t.Parallel()
	const patients = 40
	filled := func() *search {
		s := newSearch()
		for n := range patients {
			subjectOf(n).needles(s)
		}
		commonNames(s)
		return s
	}
	index := filled()
	for n := range patients {
		p := subjectOf(n)
		quoted, err := json.Marshal(p.name)
		if err != nil {
			t.Fatal(err)
		}
		dresses := map[string]string{
			"digits":       "id" + p.cpf + "x",
			"signs":        "o CPF é " + p.dotted() + ", viu?",
			"blanks":       p.cpf[:3] + " " + p.cpf[3:6] + " " + p.cpf[6:9] + " " + p.cpf[9:],
			"one dash":     p.cpf[:9] + "-" + p.cpf[9:],
			"a JSON field": fmt.Sprintf(`{"cpf":%s,"x":1}`, p.cpf),
			"wrong":        p.wrongCPF(),
			"phone":        `"` + p.phone + `"`, "no country": p.phone[2:], "only nine": "fone " + p.phone[4:], "people's": p.dashed(), "piped": "+55|" + p.phone[2:],
			"born": p.born.Format("02/01/2006"), "iso": p.born.Format(time.DateOnly), "bare": `"` + p.born.Format("02012006") + `"`,
			"said":  fmt.Sprintf("nasci em %d de %s de %d", p.born.Day(), []string{"janeiro", "fevereiro", "março"}[p.born.Month()-1], p.born.Year()),
			"story": "<td>" + p.story + "</td>", "upper": strings.ToUpper(p.story),
			"name": p.name, "JSON": string(quoted), "upper name": strings.ToUpper(p.name),
			"hexadecimal": hex.EncodeToString([]byte("x" + p.cpf)), "HEXADECIMAL": strings.ToUpper(hex.EncodeToString([]byte(p.phone))),
			"base64": base64.StdEncoding.EncodeToString([]byte(p.cpf)), "base64 within": base64.URLEncoding.EncodeToString([]byte("olá, " + p.phone + " aqui")),
			"base64 further on": base64.StdEncoding.EncodeToString([]byte("oi " + p.story + "!")), "base64 with signs": base64.StdEncoding.EncodeToString([]byte("é " + p.dotted())),
			"escaped": "?q=" + url.QueryEscape(p.story+"á") + "&cpf=" + url.QueryEscape(p.dotted()),
		}
		if n%4 == 2 {
			dresses["name in a path"] = "/" + url.PathEscape(strings.ReplaceAll(p.name, "a", "á"))
		}
		for dress, text := range dresses {
			before := index.count
			index.read("test", []byte(text))
			if index.count == before {
				t.Errorf("patient %d is not found in %s: %s", n, dress, text)
			}
		}
	}
	for _, text := range []string{"de João a", "ARAUJO", "conceiç&#227;o"} {
		before := index.count
		index.read("test", []byte(text))
		if index.count == before {
			t.Errorf("a name that many have is not found in %q", text)
		}
	}

	clean := filled()
	p := subjectOf(3)
	for _, text := range []string{
		`{"time":"2026-11-22T12:50:27.9` + p.phone[5:] + `Z","seconds":0.9` + p.phone[5:] + `,"count":` + p.phone[4:] + `}`,
		"f81d" + p.phone[4:8] + "-" + p.phone[9:] + "-4aaa", "8" + p.cpf, p.cpf + "1", "joaozinho", "d" + p.born.Format("02012006") + "a81a685", "[CPF 1] [NOME 1] …",
		"consulta na terça-feira, 24/11/2026, às 09:00", "Por exemplo: 05/03/1980",
	} {
		clean.read("test", []byte(text))
	}
	for _, found := range clean.leaks {
		t.Errorf("taken for a patient: %s", found)
	}
}

// No two patients share what is theirs.
func TestSubjectsAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for n := range 10_000 {
		p := subjectOf(n)
		for _, value := range append([]string{p.cpf, p.wrongCPF(), p.phone, p.born.Format(time.DateOnly)}, p.words...) {
			if other, taken := seen[value]; taken {
				t.Fatalf("%q is of patients %d and %d", value, other, n)
			}
			seen[value] = n
		}
	}
}
