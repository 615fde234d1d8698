// Package pii finds personal data in a text and takes it out, for two readers.  What is found is one list, and for each
// of the two something else is written in its place.
//
// A language model reads a pseudonym ("[CPF 1]") for every CPF, phone, e-mail, birth date, number of a card and,
// unless the clinic allows them, name ([Hide], [Again]).  Only code knows what is behind it ([Resolve]); the patient
// gets it back ([Reveal]).
//
// A history, which operators read and which is kept for weeks, is redacted ([Redactor]): of what the reader has left
// only known words are shown, small numbers, days of the calendar and hours.  Everything else becomes "…".  So a name
// that nobody recognised is gone all the same, unless it is an everyday word that the patient does not use as a name.
// The words of names that are known go wherever they stand; only behind a title ("Dra. Ana") they are the doctor's.  Of
// what a patient writes a doctor's name that nobody has passes also where it is a wish ("com a Ana") or the answer to
// the question for a doctor.  The same person has the same number within a session; what is stored for that is a hash
// ([Mark]), no value.
//
// The reader goes over a text in the order of certainty: e-mails, dates with a month in words, runs of digits (CPF,
// phone, birth date, the rest of seven digits and more), what only package understand reads (numbers said in words),
// and last names.  Where it is in doubt it hides: a number too many costs a question, one too few a secret.  What books
// an appointment stays: days, hours, choices, prices, doctors, plans.  The package is pure.
package pii

import (
	"regexp"
	"strconv"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// kind is what a placeholder stands for, as it is written in it.
type kind string

const (
	cpf      kind = "CPF"
	person   kind = "NOME"
	birth    kind = "NASCIMENTO"
	phone    kind = "TELEFONE"
	email    kind = "EMAIL"
	document kind = "DOCUMENTO" // RG, card of a plan, any other long number
	// passed is read as if it was hidden, and is not: a doctor's name.
	passed kind = ""
	// omitted stands for what is hidden and remembered nowhere.
	omitted kind = "OMITIDO"
)

// kinds are those of placeholders.
const kinds = string(cpf + "|" + person + "|" + birth + "|" + phone + "|" + email + "|" + document)

func placeholder(k kind, number int) string {
	return "[" + string(k) + " " + strconv.Itoa(number) + "]"
}

// nameOf takes the name of a mask apart.
func nameOf(m conversation.Mask) (k kind, number string) {
	name, number, _ := strings.Cut(strings.Trim(m.Name, "[]"), " ")
	return kind(name), number
}

// words are the lists of the files of phrases.
var words = func() (w struct {
	CPFWord, PhoneWord, DocumentWord, LeadsTo, SaidSign, CheckSign, EmailSign, AreaCodes, Helpline *language.Class
	BirthDateWord, BirthWord, Month, BeforeMonth, BeforeYear, Visit, HourWord                      *language.Class
	NumberWord, Article, NumberJoint, With                                                         *language.Class
	Title, DoctorTitle, Particle, AnyParticle, BeforeName, NoName                                  *language.Class
	Relative, Signing, FormOfAddress, Abbreviation, ForWhom, LeadsToName                           *language.Class
	Presents, NameArticle, Place, WordToo, SmallWord, Letter, RarelyName, Everyday, Called         *language.Class
	Health, HealthJoint                                                                            *language.Class
},
) {
	language.Must(language.Options{Files: []string{"words", "names", "pii"}}).MustBind(&w)
	return w
}()

// formats are the ways in which placeholders, e-mail addresses and names are written.
var formats = func() (f struct {
	typed      *regexp.Regexp // what a patient writes like one, in round brackets
	bracketed  *regexp.Regexp // a placeholder, or what a model wrote like one
	shown      *regexp.Regexp // that with marks of bold and italic around it, and a name's without brackets
	loose      *regexp.Regexp // kind and number, however a model writes them
	linkTarget *regexp.Regexp // what follows the words of a link in Markdown
	smallWords *regexp.Regexp // at most two, at the end of a text: "para a "
	initial    *regexp.Regexp // the first letter of a name

	email, spacedEmail, spokenEmail, emailSign *regexp.Regexp
	moreEmail                                  *regexp.Regexp // what stands right behind an address up to another @, and its host
},
) {
	at, dot, sign := emailSigns("@"), emailSigns("."), emailSigns("._-")
	const part = `[\p{L}\p{N}._\-]+`
	f.typed = regexp.MustCompile(`(?i)\((` + kinds + `) ?\d{1,4}\)`)
	f.bracketed = regexp.MustCompile(`\[[^\[\]\n]{1,200}\]`)
	f.shown = regexp.MustCompile(`[*_~]*\[[^\[\]\n]{1,200}\][*_~]*|\b` + string(person) + ` \d{1,4}\b`)
	f.loose = regexp.MustCompile(`^[\s\[({<"'*_]*([\p{L}][\p{L} \-]*?)[\s:#._\-]*(\d{0,4})[\s\])}>"'*_.,;!?]*$`)
	f.linkTarget = regexp.MustCompile(`^\((https?:|www\.|mailto:|tel:|/)`)
	f.smallWords = regexp.MustCompile(`(?i)(^|[\s(])(?:(?:à|é|sra?\.|srta\.|` + strings.Join(words.SmallWord.Words(), "|") + `)\s+){1,2}$`)
	f.initial = regexp.MustCompile(`(^|['’-])[^'’-]`)

	f.email = regexp.MustCompile(`[^\s@<>(),;:"]*[\p{L}\p{N}_+\-]@[\p{L}\p{N}][^\s@<>(),;:"]*`)
	f.spacedEmail = regexp.MustCompile(`(?i)(?:[\p{L}\p{N}]+ ?[._\-] ?){0,4}[\p{L}\p{N}._%+\-]+ {0,2}@ {0,2}[\p{L}\p{N}\-]+` +
		`(?: {0,2}\. {0,2}[\p{L}]{2,4}\b){1,3}`)
	f.spokenEmail = regexp.MustCompile(`(?i)(?:[\p{L}\p{N}_\-]+ ` + sign + ` ){0,4}` + part + `,? ` + at + `,? [\p{L}\p{N}\-.]+(?: ` + dot + ` \p{L}+){0,4}`)
	f.moreEmail = regexp.MustCompile(`^(?:[^\s@<>(),;:"]*@[^\s@<>(),;:"]*)+`)
	f.emailSign = regexp.MustCompile(`(?i),? (` + emailSigns("@._-") + `),? `)
	return f
}()

// emailSigns is a pattern for the words that say one of some signs.
func emailSigns(signs string) string {
	var list []string
	for _, word := range words.EmailSign.Words() {
		if strings.Contains(signs, words.EmailSign.Value(word)) {
			list = append(list, word)
		}
	}
	return "(?:" + strings.Join(list, "|") + ")"
}
