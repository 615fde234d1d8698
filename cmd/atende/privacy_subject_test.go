package main

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// subject is a patient of TestNothingOfPatientsIsShown.  Their CPF, phone and birth date are nobody else's, and so is
// a word of their story; their name is, too, or is one that many have.
type subject struct {
	number int
	name   string
	words  []string // of the name and the story that nobody else uses
	story  string
	cpf    string // 11 digits
	phone  string // with country code
	born   time.Time
}

// Names that many patients have, and nobody of the clinic.
var (
	commonGiven    = []string{"Mariana", "Fernanda", "Luciana", "Camila", "Patrícia", "Letícia", "Rosângela", "Sebastião", "Gustavo", "Otávio", "João", "José", "Maria"}
	commonSurnames = []string{"Oliveira", "Ribeiro", "Ferreira", "Barbosa", "Cardoso", "Araújo", "Gonçalves", "Conceição", "Magalhães"}
)

// subjectOf invents the patient of a number.
func subjectOf(number int) *subject {
	s := &subject{
		number: number,
		// Not one that begins like the seconds of a time, nor a number that a digit less makes another's.
		cpf:   completeCPF(fmt.Sprintf("%09d", 700_000_000+number*27_183)),
		phone: fmt.Sprintf("5511%09d", 930_000_000+number*6_007),
		born:  time.Date(1930, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, number),
		story: rareWord(number, 2),
	}
	given, surname := rareWord(number, 0), rareWord(number, 1)
	s.words = []string{s.story}
	switch common := commonGiven[number%len(commonGiven)]; number % 4 {
	case 0:
		s.name = common + " " + commonSurnames[number/4%len(commonSurnames)] + " " + commonSurnames[number/9%len(commonSurnames)]
	case 1:
		s.name, s.words = common+" de "+surname, append(s.words, surname)
	case 2:
		s.name, s.words = given+"á "+surname, append(s.words, given, surname)
	default:
		s.name, s.words = given+" dos "+surname, append(s.words, given, surname)
	}
	return s
}

// rareWord is a word of eight letters that is no other patient's, and none of Portuguese: it begins with a letter
// that Portuguese has not.
func rareWord(number, kind int) string {
	const first, consonants, vowels = "KWY", "bdfglmnprstv", "aeiou"
	n := (number*3 + kind) * 7_919 % (len(first) * 5 * 60 * 60 * 60)
	word := make([]byte, 0, 8)
	word = append(word, first[n%len(first)])
	n /= len(first)
	word = append(word, vowels[n%5])
	n /= 5
	for range 3 {
		word = append(word, consonants[n%12], vowels[n/12%5])
		n /= 60
	}
	return string(word)
}

// completeCPF adds the check digits.
func completeCPF(digits string) string {
	for length := 9; length < 11; length++ {
		sum := 0
		for i, d := range digits {
			sum += int(d-'0') * (length + 1 - i)
		}
		digits += fmt.Sprint(sum * 10 % 11 % 10)
	}
	return digits
}

// dotted is the CPF with its signs.
func (s *subject) dotted() string {
	return s.cpf[:3] + "." + s.cpf[3:6] + "." + s.cpf[6:9] + "-" + s.cpf[9:]
}

// dashed is the phone as people write it.
func (s *subject) dashed() string {
	return "(" + s.phone[2:4] + ") " + s.phone[4:9] + "-" + s.phone[9:]
}

// wrongCPF is one that cannot be right, and is the patient's all the same.
func (s *subject) wrongCPF() string { return s.cpf[:10] + string('0'+(s.cpf[10]-'0'+1)%10) }

// tale is a text that says everything about the patient.
func (s *subject) tale() string {
	return fmt.Sprintf("sou %s, CPF %s (%s), nasci em %s, %s, fone +%s, %s, %s@example.com, sofro de %s",
		s.name, s.dotted(), s.cpf, s.born.Format("02/01/2006"), s.born.Format(time.DateOnly), s.phone, s.dashed(), s.words[len(s.words)-1], s.story)
}

// needles adds every spelling of what identifies the patient.
func (s *subject) needles(to *search) {
	add := func(what string, e edge, texts ...string) {
		for _, text := range texts {
			to.folded.add(needle{text: text, what: what, edge: e, of: s.number})
		}
	}
	a, b, c, d := s.cpf[:3], s.cpf[3:6], s.cpf[6:9], s.cpf[9:]
	add("CPF", noDigit, s.cpf, a+"."+b+"."+c, a+" "+b+" "+c, b+"."+c+"-"+d, a+b+c+"-"+d)
	add("CPF", noWord, a+"-"+b+"-"+c)
	add("CPF with a wrong digit", noDigit, s.wrongCPF())
	nine := s.phone[4:]
	add("phone", noDigit, s.phone, s.phone[2:], nine[:5]+" "+nine[5:])
	add("phone", noNumber, nine)
	add("phone", noWord, nine[:5]+"-"+nine[5:], nine[1:5]+"-"+nine[5:], nine[:5]+"."+nine[5:])
	for _, layout := range []string{"02/01/2006", "02-01-2006", "02.01.2006", "02 01 2006", "2006-01-02", "2006/01/02"} {
		add("birth date", noDigit, s.born.Format(layout))
	}
	add("birth date", noNumber, s.born.Format("02012006"), s.born.Format("20060102"))
	add("birth date", noDigit, fmt.Sprintf("%d de %s de %d", s.born.Day(), months[s.born.Month()-1], s.born.Year()))
	for _, word := range s.words {
		add("word", anything, strings.ToLower(word))
	}
	s.encoded(to, add)
}

var months = []string{"janeiro", "fevereiro", "marco", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}

// encoded adds what the same looks like for machines: in hexadecimal and in base64, alone and within a longer text,
// and hashed without a key, which anybody can do who guesses.
func (s *subject) encoded(to *search, add func(what string, e edge, texts ...string)) {
	for what, value := range map[string]string{"CPF": s.cpf, "CPF with its signs": s.dotted(), "phone": s.phone} {
		add(what+" in hexadecimal", anything, hex.EncodeToString([]byte(value)))
		s.base64(to, what, value)
	}
	for _, word := range s.words {
		add("word in hexadecimal", anything, hex.EncodeToString([]byte(word)), hex.EncodeToString([]byte(strings.ToLower(word))))
		s.base64(to, "word", word)
		s.base64(to, "word", strings.ToLower(word))
	}
	for what, value := range map[string]string{"CPF": s.cpf, "phone": s.phone} {
		const enough = 16 // of its beginning
		one, two, three := md5.Sum([]byte(value)), sha1.Sum([]byte(value)), sha256.Sum256([]byte(value))
		for _, sum := range [][]byte{one[:], two[:], three[:]} {
			add(what+" hashed without a key", anything, hex.EncodeToString(sum)[:enough])
		}
	}
}

// base64 adds the part of a value's base64 that does not depend on what stands beside it, for each of the three ways
// in which it may fall.
func (s *subject) base64(to *search, what, value string) {
	for before := range 3 {
		text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", before) + value))
		from := (before*8 + 5) / 6
		whole := (before + len(value)) * 8 / 6
		to.exact.add(needle{text: text[from:whole], what: what + " in base64", of: s.number})
	}
}

// commonNames adds those that many have.
func commonNames(to *search) {
	for _, list := range [][]string{commonGiven, commonSurnames} {
		for _, name := range list {
			to.common.add(needle{text: string(fold([]byte(name))), what: "name", edge: noLetter, of: -1})
		}
	}
}
