package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// layoutWireDay is how days look in answers and in A4 (spec 2.2, A4); requests of A1 and A3 write
// YYYY-MM-DD (S-A1-7).
const layoutWireDay = "02-01-2006"

// decode reads body as exactly one JSON value into a struct.  Unknown fields are tolerated, wrong
// types are refused by the field's name.
func decode(body []byte, into any) error {
	if !utf8.Valid(body) {
		return malformed("O corpo da requisição deve ser JSON em UTF-8.")
	}
	err := json.Unmarshal(body, into)
	var wrongType *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrongType) && wrongType.Field != "":
		return malformed(fmt.Sprintf("O campo %s deve ser %s.", wrongType.Field, inPortuguese(wrongType.Type)))
	case errors.As(err, &wrongType):
		return malformed("O corpo da requisição deve ser um objeto JSON.")
	default:
		return malformed("O corpo da requisição não é um JSON válido.")
	}
}

// inPortuguese names what a field should have been.
func inPortuguese(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return "um número inteiro"
	case reflect.String:
		return "um texto"
	case reflect.Slice:
		return "uma lista"
	default:
		return "um objeto"
	}
}

// checks gathers the first refusal of a request, so that a validation reads as a list.
type checks struct {
	err error
}

// that refuses with the sentence unless ok.
func (c *checks) that(ok bool, sentence string) {
	if !ok && c.err == nil {
		c.err = malformed(sentence)
	}
}

// positive wants an identifier.
func (c *checks) positive(id int, field string) {
	c.that(id > 0, "O campo "+field+" deve ser um número inteiro maior que zero.")
}

// exactTime wants value in exactly the layout and returns it; time.Parse alone takes 9:00 for 09:00.
func (c *checks) exactTime(layout, value, field, shown string) time.Time {
	t, err := time.Parse(layout, value)
	c.that(err == nil && t.Format(layout) == value, "O campo "+field+" deve estar no formato "+shown+".")
	return t
}

// digits wants between min and max digits and nothing else.
func (c *checks) digits(value string, minimum, maximum int, sentence string) {
	notDigit := func(r rune) bool { return r < '0' || r > '9' }
	c.that(len(value) >= minimum && len(value) <= maximum && !strings.ContainsFunc(value, notDigit), sentence)
}

// cpf wants 11 digits.  Check digits are the agent's business: the spec asks for no more here.
func (c *checks) cpf(value string) {
	c.digits(value, 11, 11, "O CPF deve ter 11 dígitos, sem pontos nem traço.")
}

// line wants a text that is not blank, not longer than maximum characters and on one line.
func (c *checks) line(value string, maximum int, field string) {
	ok := strings.TrimSpace(value) != "" && utf8.RuneCountInString(value) <= maximum && !strings.ContainsFunc(value, unicode.IsControl)
	c.that(ok, fmt.Sprintf("O campo %s deve ser um texto de 1 a %d caracteres.", field, maximum))
}
