package mask

import (
	"regexp"
	"strconv"
	"strings"

	"atende/actors/conversation"
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
)

// kinds are the words, folded, by which a model may call a kind.
var kinds = map[string]kind{
	"cpf": cpf, "nome": person, "name": person, "nome completo": person, "nome do paciente": person, "paciente": person,
	"nascimento": birth, "data de nascimento": birth, "telefone": phone, "celular": phone, "fone": phone, "email": email,
	"e-mail": email, "documento": document, "carteirinha": document, "rg": document,
}

var placeholderShape = regexp.MustCompile(`^[\s\[({<"'*_]*([\p{L}][\p{L} \-]*?)[\s:#._\-]*(\d{0,4})[\s\])}>"'*_.,;!?]*$`)

// parse reads a placeholder however it is written.  The number is "" where there is none.
func parse(s string) (k kind, number string, ok bool) {
	m := placeholderShape.FindStringSubmatch(foldText(s))
	if m == nil {
		return "", "", false
	}
	k, ok = kinds[m[1]]
	return k, strings.TrimLeft(m[2], "0"), ok
}

func placeholder(k kind, number string) string { return "[" + string(k) + " " + number + "]" }

// Resolve finds what a model means by a placeholder; case, spaces and brackets are forgiven, and a missing number
// where there is only one of the kind.
func Resolve(text string, known []conversation.Mask) (conversation.Mask, bool) {
	k, number, ok := parse(text)
	if !ok {
		return conversation.Mask{}, false
	}
	return find(known, k, number)
}

// find returns the mask of a kind and a number, or the only one of the kind for the number "".
func find(known []conversation.Mask, k kind, number string) (found conversation.Mask, ok bool) {
	count := 0
	for _, m := range known {
		kindOf, n := nameOf(m)
		switch {
		case kindOf != k:
		case n == number && number != "":
			return m, true
		default:
			found, count = m, count+1
		}
	}
	if number != "" || count != 1 {
		return conversation.Mask{}, false
	}
	return found, true
}

// nameOf takes the name of a mask apart.
func nameOf(m conversation.Mask) (kind, string) {
	name, number, _ := strings.Cut(strings.Trim(m.Name, "[]"), " ")
	return kind(name), number
}

// ledger gives the same placeholder to the same value.
type ledger struct {
	names map[string]string // by kind and value
	last  map[kind]int
	fresh []conversation.Mask
}

func newLedger(known []conversation.Mask) *ledger {
	l := &ledger{names: map[string]string{}, last: map[kind]int{}}
	for _, m := range known {
		k, number := nameOf(m)
		if key := ledgerKey(k, m.Value); l.names[key] == "" {
			l.names[key] = m.Name
		}
		if n, err := strconv.Atoi(number); err == nil {
			l.last[k] = max(l.last[k], n)
		}
	}
	return l
}

func ledgerKey(k kind, value string) string {
	if k == person || k == email {
		value = foldText(value)
	}
	return string(k) + " " + value
}

// name is the placeholder of a value.
func (l *ledger) name(k kind, value string) string {
	key := ledgerKey(k, value)
	if name := l.names[key]; name != "" {
		return name
	}
	if len(l.fresh) == maxFresh {
		return omitted
	}
	l.last[k]++
	name := placeholder(k, strconv.Itoa(l.last[k]))
	l.names[key] = name
	l.fresh = append(l.fresh, conversation.Mask{Name: name, Value: value})
	return name
}
