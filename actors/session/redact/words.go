package redact

import (
	_ "embed" // the list of words
	"strings"
)

func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(list) {
		m[word] = true
	}
	return m
}

// traits are what is known of a word.
type traits uint16

const (
	// familiar words may be shown.
	familiar traits = 1 << iota
	// doctorly is a word of a doctor's name, which others may have, too: it passes where the doctor is meant.
	doctorly
	title
	particle // joins the words of a name
	joint    // stands between numbers that are spelled out
	hourWord
	article
	numberWord
	birthWord // tells that days and numbers beside it are those of a birth
	month
)

// traitsOf are the words that have each trait, but for familiar and doctorly.
var traitsOf = map[traits]string{
	title:    "dr dra drs doutor doutora doutores prof profa professor professora",
	particle: "a da de do das dos e di del",
	joint:    "e de do com ponto traco virgula",
	hourWord: "h hs hr hrs hora horas",
	article:  "um uma",
	numberWord: `zero um uma dois duas tres quatro cinco seis meia sete oito nove dez onze doze treze quatorze catorze
		quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem
		cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos mil`,
	birthWord: `nasci nasceu nascemos nasceram nascer nascido nascida nascidos nascidas nascimento nasc niver aniversario
		aniversariante`,
	month: `janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
		jan fev mar abr mai jun jul ago set out nov dez`,
}

var (
	// letters pass alone: those that are words, and what patients write for words.
	letters = set("a e o h q c p d n s x r")
	// helplines are the numbers that an emergency is sent to.
	helplines = set("188 190 192 193")

	// alsoNames are names of people that mean something else far more often where appointments are made.  They go
	// like all others where they are the patient's.
	alsoNames = set("dias dores filho filhos neto nascimento marco pessoa socorro vale leite justo querido querida faria passos pena luz paz natal agua graca")
)

// faces are the pictures that people write with.
type ranges []rune

var faces = ranges{0x1F44A, 0x1F450, 0x1F494, 0x1F49F, 0x1F600, 0x1F64F, 0x2764, 0x2764}

func (list ranges) contains(r rune) bool {
	for i := 0; i < len(list); i += 2 {
		if list[i] <= r && r <= list[i+1] {
			return true
		}
	}
	return false
}

// everyday are words beside those that package understand knows, without accents.
//
//go:embed everyday.txt
var everyday string
