package replay

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"atende/actors/conversation"
)

// cast invents the persons behind the placeholders of a conversation: the same number is the same person.  None
// has a name that a doctor has.
type cast struct {
	names []string
	found []person // that were met, by number
}

// person is invented; every fact about them is valid.
type person struct {
	number                  int
	name, cpf, birth, phone string // birth: DD/MM/YYYY
}

// first and last names that no text of ours contains.
var (
	firstNames = strings.Fields("Marina Otávio Lorena Heitor Cecília Murilo Bianca Thales Rebeca Caio Estela Vicente")
	lastNames  = strings.Fields("Prado Bastos Queiroz Varela Toledo Sampaio Fontes Moraes Teles Cordeiro Brandão Falcão")
)

// newCast leaves out names of the clinics' doctors.
func newCast(clinics ...*conversation.Clinic) *cast {
	taken := map[string]bool{}
	for _, clinic := range clinics {
		for _, d := range clinic.Doctors {
			for _, name := range append([]string{d.Name}, d.Aliases...) {
				for word := range strings.FieldsSeq(strings.ToLower(name)) {
					taken[word] = true
				}
			}
		}
	}
	free := func(names []string) []string {
		var list []string
		for _, name := range names {
			if !taken[strings.ToLower(name)] {
				list = append(list, name)
			}
		}
		return list
	}
	first, last := free(firstNames), free(lastNames)
	c := &cast{}
	for i := range min(len(first), len(last)) {
		c.names = append(c.names, first[i]+" "+last[i]+" "+last[(i+5)%len(last)])
	}
	if len(c.names) == 0 { // a clinic whose doctors have all of them
		c.names = []string{"Zenaide Quirino Lacerda"}
	}
	return c
}

// placeholderOf finds what package pii puts in place of what identifies somebody.
var placeholderOf = regexp.MustCompile(`\[(NOME|CPF|NASCIMENTO|TELEFONE|EMAIL|DOCUMENTO) (\d{1,3})\]`)

// reveal puts persons in the place of placeholders.
func (c *cast) reveal(text string) string {
	return placeholderOf.ReplaceAllStringFunc(text, func(found string) string {
		parts := placeholderOf.FindStringSubmatch(found)
		n, err := strconv.Atoi(parts[2])
		if err != nil || n == 0 {
			return found
		}
		switch p := c.person(n); parts[1] {
		case "NOME":
			return p.name
		case "CPF":
			return dotted(p.cpf)
		case "NASCIMENTO":
			return p.birth
		case "TELEFONE":
			return p.phone
		case "EMAIL":
			return fmt.Sprintf("paciente%d@exemplo.com.br", n)
		default:
			return found
		}
	})
}

// hide puts the placeholders back.
func (c *cast) hide(text string) string {
	for _, p := range c.found {
		first, _, _ := strings.Cut(p.name, " ")
		text = strings.NewReplacer(
			p.name, fmt.Sprintf("[NOME %d]", p.number), first, fmt.Sprintf("[NOME %d]", p.number),
			dotted(p.cpf), fmt.Sprintf("[CPF %d]", p.number), p.cpf, fmt.Sprintf("[CPF %d]", p.number),
			p.birth, fmt.Sprintf("[NASCIMENTO %d]", p.number), p.phone, fmt.Sprintf("[TELEFONE %d]", p.number),
		).Replace(text)
	}
	return text
}

// person is the one with a number.
func (c *cast) person(n int) person {
	for _, p := range c.found {
		if p.number == n {
			return p
		}
	}
	p := person{
		number: n, name: c.names[(n-1)%len(c.names)], cpf: cpfOf(n),
		birth: fmt.Sprintf("%02d/%02d/%d", 1+n%28, 1+n%12, 1950+n%50), phone: fmt.Sprintf("(11) 97%03d-1234", n),
	}
	c.found = append(c.found, p)
	return p
}

// cpfOf is the n-th of a series of CPFs with right check digits.
func cpfOf(n int) string {
	digits := fmt.Sprintf("%09d", 317_000_000+n*7919)
	for length := 9; length < 11; length++ {
		sum := 0
		for i, d := range digits {
			sum += int(d-'0') * (length + 1 - i)
		}
		digits += strconv.Itoa(sum * 10 % 11 % 10)
	}
	return digits
}

func dotted(cpf string) string { return cpf[:3] + "." + cpf[3:6] + "." + cpf[6:9] + "-" + cpf[9:] }
