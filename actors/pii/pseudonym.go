package pii

import (
	"cmp"
	"slices"
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
	p := pseudonyms{known: known}
	r := read(text, known, o)
	return r.replaced(0, 0, len(r.toks), p.of), p.fresh
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
	r.knownNames(known)
	p := pseudonyms{known: known}
	return r.replaced(0, 0, len(r.toks), p.of)
}

// pseudonyms gives the same placeholder to the same value, and fresh ones to values that are not known.
type pseudonyms struct {
	known, fresh []conversation.Mask
	assign       func(k kind, value string) string // the placeholder of a fresh value, "" for the next number; may be nil
}

// of is the placeholder of what was found, "" for what stays.
func (p *pseudonyms) of(s span) string {
	name, next := placeholderOf(slices.Concat(p.known, p.fresh), s.kind, s.value)
	if name != "" || s.kind == passed {
		return name
	}
	if len(p.fresh) == maxFresh {
		return "[" + string(omitted) + "]"
	}
	if p.assign != nil {
		name = p.assign(s.kind, s.value)
	}
	name = cmp.Or(name, placeholder(s.kind, next))
	p.fresh = append(p.fresh, conversation.Mask{Name: name, Value: s.value})
	return name
}

// placeholderOf is that of a value, however it is written, "" for none; next is the first free number of its kind.
func placeholderOf(list []conversation.Mask, k kind, value string) (name string, next int) {
	next = 1
	for _, m := range list {
		of, number := nameOf(m)
		if of != k {
			continue
		}
		if m.Value == value || (k == person || k == email) && foldText(m.Value) == foldText(value) {
			return m.Name, 0
		}
		if n, err := strconv.Atoi(number); err == nil {
			next = max(next, n+1)
		}
	}
	return "", next
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

// dayWritten is a birth date as it is written here (05/03/1980), "" for what is none.
func dayWritten(iso string) string {
	day, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return ""
	}
	return day.Format("02/01/2006")
}
