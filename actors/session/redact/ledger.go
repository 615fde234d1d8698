package redact

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strconv"

	"atende/actors/conversation"
)

// The kinds of package mask that stay the same over the turns of a session.
const (
	name  = "NOME"
	cpf   = "CPF"
	birth = "NASCIMENTO"
	phone = "TELEFONE"
)

// kindsOfNames are all the words that placeholders have.
const kindsOfNames = "nome cpf nascimento telefone email documento"

// Mark remembers which value a placeholder stands for, without it.  It is stored with the session and goes with
// it.  It is personal data all the same: there are so few CPFs, phones and birth dates that whoever has a mark and
// the id of its session can try them all.
type Mark struct {
	Kind string `json:"k"`
	N    int    `json:"n"`
	Hash []byte `json:"h"`
	// Part says that the value is the first word of a name: the whole name, when it comes, has its number.
	Part bool `json:"p,omitempty"`
}

// Marked reports whether one of the marks of a session is that of a CPF (11 digits) or of one of the phones (digits
// with country code); "" is nobody's.  They stay when the values are gone, because a new conversation began.
func Marked(sessionID string, marks []Mark, document string, phones ...string) bool {
	l := ledger{salt: sessionID, marks: marks}
	return l.has(cpf, document) || slices.ContainsFunc(phones, func(digits string) bool { return l.has(phone, digits) })
}

const (
	markSize = 8
	maxMarks = 32
)

// ledger gives each value of a session its number.
type ledger struct {
	salt  string
	marks []Mark
}

func (l *ledger) hash(kind, value string) [markSize]byte {
	text := make([]byte, 0, 256) // on the stack; longer names are rare
	text = append(append(text, l.salt...), 0)
	text = append(append(text, kind...), 0)
	sum := sha256.Sum256(append(text, value...))
	return [markSize]byte(sum[:])
}

// has reports that a value has a mark.
func (l *ledger) has(kind, value string) bool {
	if value == "" || len(l.marks) == 0 {
		return false
	}
	_, marked := l.find(kind, l.hash(kind, value))
	return marked
}

func (l *ledger) find(kind string, hash [markSize]byte) (int, bool) {
	i := slices.IndexFunc(l.marks, func(m Mark) bool { return m.Kind == kind && bytes.Equal(m.Hash, hash[:]) })
	if i < 0 {
		return 0, false
	}
	return i, true
}

// number is that of a value, a new one if it has none.  Names are folded.
func (l *ledger) number(kind, folded string) int {
	hash := l.hash(kind, folded)
	if i, ok := l.find(kind, hash); ok {
		return l.marks[i].N
	}
	n := l.next(kind)
	if first := firstWord(folded); kind == name && first != folded {
		if i, ok := l.find(kind, l.hash(kind, first)); ok && l.marks[i].Part {
			n, l.marks[i].Part = l.marks[i].N, false // the rest of a name that was known by its beginning
		}
	}
	l.add(Mark{Kind: kind, N: n, Hash: hash[:], Part: kind == name && firstWord(folded) == folded})
	return n
}

// next is the first number of a kind that nobody had.
func (l *ledger) next(kind string) int {
	n := 0
	for _, m := range l.marks {
		if m.Kind == kind {
			n = max(n, m.N)
		}
	}
	return n + 1
}

// add forgets the oldest beyond the bound.
func (l *ledger) add(m Mark) {
	l.marks = append(slices.Clone(l.marks[max(0, len(l.marks)+1-maxMarks):]), m)
}

// learn takes a value of a kind, once.
func (p *Page) learn(kind, value string) {
	if value == "" || kind != name && kind != cpf && kind != birth && kind != phone {
		return
	}
	if slices.ContainsFunc(p.known, func(m conversation.Mask) bool { return m.Value == value && kindOf(m) == kind }) {
		return
	}
	if kind == name {
		p.learnName(value)
		return
	}
	p.remember(kind, value, value)
	if kind == cpf {
		p.digits = append(p.digits, value[max(0, len(value)-maxDigits):])
	}
}

// remember gives a value its placeholder.
func (p *Page) remember(kind, value, folded string) (placeholder string) {
	placeholder = "[" + kind + " " + strconv.Itoa(p.ledger.number(kind, folded)) + "]"
	p.known = append(p.known, conversation.Mask{Name: placeholder, Value: value})
	return placeholder
}

// maxDigits of a number are looked for: of a phone those that no prefix changes.
const maxDigits = 8

func kindOf(m conversation.Mask) string {
	for i := range m.Name {
		if m.Name[i] == ' ' {
			return m.Name[1:i]
		}
	}
	return ""
}

// learnName takes a name, unless it is a single word of one that is known.
func (p *Page) learnName(value string) {
	atoms := p.read(value, false)
	folded := joined(atoms)
	if len(atoms) == 1 && p.byWord[folded] > 0 {
		return
	}
	who := person{placeholder: p.remember(name, value, folded), words: make([]string, 0, len(atoms))}
	for i := range atoms {
		if a := &atoms[i]; len(a.word) > 1 && !a.number && !a.is(particle) {
			who.words = append(who.words, a.word)
		}
	}
	p.names = append(p.names, who)
	if p.byWord == nil {
		p.byWord = map[string]int{}
	}
	for _, word := range who.words {
		p.byWord[word] = len(p.names)
	}
}
