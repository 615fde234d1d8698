package pii

import (
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
)

// maxFresh bounds the placeholders that one text adds; what is beyond is hidden for good.
const maxFresh = 24

// Hide replaces in what a patient wrote (or spoke, or sent as a file) whatever identifies somebody, and returns
// the placeholders that are not among known.  Brackets of the patient become round ones, so that a placeholder in
// the result is always ours: hiding a masked text again therefore changes its brackets, and nothing else.
// Hiding the same text again with the fresh ones among known gives the same result and nothing fresh.
func Hide(text string, known []conversation.Mask, o Options) (masked string, fresh []conversation.Mask) {
	p := newPseudonyms(known)
	masked = p.hide(text, known, o)
	return masked, p.fresh
}

// Again hides what is known in a text of ours that a model reads again: names, in full or the first one alone,
// birth dates, and numbers written out.  The last digits of a CPF may stay.
func Again(text string, known []conversation.Mask) string {
	r := newReader(strings.ToValidUTF8(text, "\uFFFD"), Options{})
	r.ours = true
	r.passFormat(formats.bracketed)
	for _, m := range known {
		if k, _ := nameOf(m); k != person {
			r.knownValue(k, m.Value)
		}
	}
	r.knownNames(newNamesakes(known, nil))
	return r.written(newPseudonyms(known).of)
}

// pseudonyms gives the same placeholder to the same value.
type pseudonyms struct {
	names  map[string]string // by kind and value
	last   map[kind]int
	fresh  []conversation.Mask
	assign func(k kind, value string) string // gives a value its placeholder, "" for the next number
}

func newPseudonyms(known []conversation.Mask) *pseudonyms {
	p := &pseudonyms{names: map[string]string{}, last: map[kind]int{}}
	for _, m := range known {
		k, number := nameOf(m)
		if key := pseudonymKey(k, m.Value); p.names[key] == "" {
			p.names[key] = m.Name
		}
		if n, err := strconv.Atoi(number); err == nil {
			p.last[k] = max(p.last[k], n)
		}
	}
	return p
}

func pseudonymKey(k kind, value string) string {
	if k == person || k == email {
		value = foldText(value)
	}
	return string(k) + " " + value
}

// of is the placeholder of a value.
func (p *pseudonyms) of(k kind, value string) string {
	key := pseudonymKey(k, value)
	if name := p.names[key]; name != "" {
		return name
	}
	if len(p.fresh) == maxFresh {
		return "[" + string(omitted) + "]"
	}
	name := ""
	if p.assign != nil {
		name = p.assign(k, value)
	}
	if name == "" {
		p.last[k]++
		name = placeholder(k, p.last[k])
	}
	p.names[key] = name
	p.fresh = append(p.fresh, conversation.Mask{Name: name, Value: value})
	return name
}

// hide is Hide, with placeholders of these.
func (p *pseudonyms) hide(text string, known []conversation.Mask, o Options) string {
	r := newReader(roundBrackets(strings.ToValidUTF8(text, "\uFFFD")), o)
	r.read(known)
	return r.written(p.of)
}

// roundBrackets replaces signs that look like the brackets of a placeholder.
func roundBrackets(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("[［【〔⟦〚⁅❲﹇⦋", r):
			return '('
		case strings.ContainsRune("]］】〕⟧〛⁆❳﹈⦌", r):
			return ')'
		}
		return r
	}, text)
}

func isDate(value string) bool { _, err := time.Parse(time.DateOnly, value); return err == nil }
