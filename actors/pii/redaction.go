package pii

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
)

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

const (
	markSize = 8
	maxMarks = 32
	// maxDigits of a number are looked for: of a phone those that no prefix changes.
	maxDigits = 8
)

// marks gives each value of a session its number.
type marks struct {
	salt string
	list []Mark
}

// Marked reports whether one of the marks of a session is that of a CPF (11 digits) or of one of the phones (digits
// with country code); "" is nobody's.  They stay when the values are gone, because a new conversation began.
func Marked(sessionID string, list []Mark, document string, phones ...string) bool {
	m := marks{sessionID, list}
	has := func(k kind, value string) bool { return value != "" && m.find(k, m.hash(k, value)) >= 0 }
	return has(cpf, document) || slices.ContainsFunc(phones, func(digits string) bool { return has(phone, digits) })
}

func (m *marks) hash(k kind, value string) []byte {
	text := make([]byte, 0, 256) // on the stack; longer names are rare
	text = append(append(text, m.salt...), 0)
	text = append(append(text, k...), 0)
	sum := sha256.Sum256(append(text, value...))
	return sum[:markSize]
}

func (m *marks) find(k kind, hash []byte) int {
	return slices.IndexFunc(m.list, func(m Mark) bool { return m.Kind == string(k) && bytes.Equal(m.Hash, hash) })
}

// number is that of a value, a new one if it has none.  Names are folded.
func (m *marks) number(k kind, folded string) int {
	hash := m.hash(k, folded)
	if i := m.find(k, hash); i >= 0 {
		return m.list[i].N
	}
	n := 1
	for _, old := range m.list {
		if old.Kind == string(k) {
			n = max(n, old.N+1)
		}
	}
	first, _, more := strings.Cut(folded, " ")
	if k == person && more {
		if i := m.find(k, m.hash(k, first)); i >= 0 && m.list[i].Part {
			n, m.list[i].Part = m.list[i].N, false // the rest of a name that was known by its beginning
		}
	}
	kept := m.list[max(0, len(m.list)+1-maxMarks):] // the oldest are forgotten
	m.list = append(slices.Clone(kept), Mark{Kind: string(k), N: n, Hash: hash, Part: k == person && !more})
	return n
}

// Redaction is one turn of a session.  First it learns who takes part, then it redacts.
type Redaction struct {
	*Redactor
	marks   marks
	known   []conversation.Mask  // what is known in the clear, under its placeholder
	byWord  map[string]*namesake // the placeholder of the newest with a word in the name
	secrets []string             // digits that must not be in any text
	phones  []string             // that have no placeholder yet
	now     time.Time
}

// Begin begins a turn: list are the marks of the session so far, now is in the clinic's time zone.
func (r *Redactor) Begin(sessionID string, list []Mark, now time.Time) *Redaction {
	return &Redaction{Redactor: r, marks: marks{sessionID, list}, byWord: map[string]*namesake{}, now: now}
}

// Marks are those of the session from now on.
func (t *Redaction) Marks() []Mark { return t.marks.list }

// Know takes what is known of somebody who takes part; empty fields say nothing.
func (t *Redaction) Know(who conversation.Identity) {
	t.learn(person, who.Name)
	t.learn(cpf, who.CPF)
	t.learn(birth, who.BirthDate)
}

// KnowPhone takes a phone, digits with country code.  It gets its placeholder when a text is looked at in which it
// may be, which few are.
func (t *Redaction) KnowPhone(digits string) {
	if digits != "" {
		t.phones = append(t.phones, digits)
		t.secrets = append(t.secrets, digits[max(0, len(digits)-maxDigits):])
	}
}

// KnowMasks takes what a driver has hidden.
func (t *Redaction) KnowMasks(masks []conversation.Mask) {
	for _, m := range masks {
		k, _ := nameOf(m)
		t.learn(k, m.Value)
	}
}

// learn takes a value, once, and returns its placeholder, "" for a kind that has another number in each text.
func (t *Redaction) learn(k kind, value string) string {
	name, _ := placeholderOf(t.known, k, value)
	switch {
	case name != "" || value == "":
		return name
	case k == person:
		return t.learnName(value)
	case k == cpf:
		t.secrets = append(t.secrets, value[max(0, len(value)-maxDigits):])
	case k != birth && k != phone:
		return ""
	}
	return t.remember(k, value, value)
}

// remember gives a value its placeholder.
func (t *Redaction) remember(k kind, value, folded string) string {
	name := placeholder(k, t.marks.number(k, folded))
	t.known = append(t.known, conversation.Mask{Name: name, Value: value})
	return name
}

// learnName takes a name, unless it is a single word of one that is known.
func (t *Redaction) learnName(value string) string {
	toks := tokenizeShown(value)
	folded := strings.Join(textsOf(toks), " ")
	who := t.byWord[folded]
	if len(toks) == 1 && who != nil {
		return who.value
	}
	who = &namesake{value: t.remember(person, value, folded)}
	for _, word := range toks {
		if len(word.text) > 1 && !word.number && !words.Particle.Has(word.text) {
			who.list = append(who.list, word.text)
			t.byWord[word.text] = who
		}
	}
	return who.value
}
