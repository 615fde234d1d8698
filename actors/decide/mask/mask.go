// Package mask keeps what identifies a patient from a language model: CPF, phone, e-mail, birth date, numbers of
// cards and, unless the clinic allows them, names are replaced by names of placeholders ("[CPF 1]").  Only code
// knows what is behind them.  It is pure.
//
// Hide goes over a text in the order of certainty: e-mails, dates with a month in words, runs of digits (CPF,
// phone, birth date, the rest of seven digits and more), what only package understand reads (numbers said in
// words), and last names.  Where it is in doubt it hides: a number too many costs a question, one too few a
// secret.  What books an appointment stays: days, hours, choices, prices, doctors, plans.
package mask

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
)

// Options say what is masked beside CPF, phone, e-mail and birth date, which always are.
type Options struct {
	// Names lets names of people through.
	Names bool
	// Asked is the open question, in whose light a text is read: after AskName two words are a name.
	Asked conversation.Question
	// Keep are names that are no patient's: doctors, the clinic, plans.
	Keep []string
	Now  time.Time
}

// maxFresh bounds the placeholders that one text adds; what is beyond is hidden for good.
const maxFresh = 24

// omitted stands for what is hidden and remembered nowhere.
const omitted = "[OMITIDO]"

// Hide replaces in what a patient wrote (or spoke, or sent as a file) whatever identifies somebody, and returns
// the placeholders that are not among known.  Brackets of the patient become round ones, so that a placeholder in
// the result is always ours: hiding a masked text again therefore changes its brackets, and nothing else.
// Hiding the same text again with the fresh ones among known gives the same result and nothing fresh.
func Hide(text string, known []conversation.Mask, o Options) (masked string, fresh []conversation.Mask) {
	text = roundBrackets(strings.ToValidUTF8(text, "\uFFFD"))
	h := newHider(text, o)
	h.typedPlaceholders()
	h.emails()
	h.wordedDates()
	h.numbers()
	h.spoken()
	if !o.Names {
		h.names(known)
	}
	l := newLedger(known)
	return h.write(l), l.fresh
}

// bracketPairs are signs that look like the brackets of a placeholder.
var bracketPairs = strings.NewReplacer("[", "(", "]", ")", "［", "(", "］", ")", "【", "(", "】", ")", "〔", "(", "〕", ")",
	"⟦", "(", "⟧", ")", "〚", "(", "〛", ")", "⁅", "(", "⁆", ")", "❲", "(", "❳", ")", "﹇", "(", "﹈", ")", "⦋", "(", "⦌", ")")

func roundBrackets(text string) string { return bracketPairs.Replace(text) }

var typedPlaceholder = regexp.MustCompile(`(?i)\((CPF|NOME|NASCIMENTO|TELEFONE|EMAIL|DOCUMENTO) ?\d{1,4}\)`)

// typedPlaceholders passes what the patient wrote like a placeholder: it stands for nothing and hides nothing.
func (h *hider) typedPlaceholders() {
	for _, at := range typedPlaceholder.FindAllStringIndex(h.text, -1) {
		if i, j := h.tokensIn(at[0], at[1]); i < j {
			h.pass(i, j)
		}
	}
}

// span is a stretch of the text, in bytes, that a placeholder replaces.
type span struct {
	from, to int
	kind     kind
	value    string
}

// hider is the work on one text.
type hider struct {
	text  string
	toks  []token
	taken []bool // tokens that are decided on
	spans []span
	of    []int // the span of each token, counted from 1
	o     Options
	keep  keep
	given map[string]bool // words asked about so far
	ours  bool            // the text is ours: its names are written like names
}

func newHider(text string, o Options) *hider {
	toks := tokenize(text)
	return &hider{text: text, toks: toks, taken: make([]bool, len(toks)), of: make([]int, len(toks)), o: o, keep: newKeep(o.Keep), given: map[string]bool{}}
}

// take hides the tokens from i up to j.
func (h *hider) take(i, j int, k kind, value string) {
	h.spans = append(h.spans, span{h.toks[i].from, h.toks[j-1].to, k, value})
	for ; i < j; i++ {
		h.taken[i], h.of[i] = true, len(h.spans)
	}
}

// free tells whether no token from i up to j is hidden.
func (h *hider) free(i, j int) bool { return !slices.Contains(h.taken[i:j], true) }

// write puts placeholders where the spans are.
func (h *hider) write(l *ledger) string {
	spans := slices.SortedFunc(slices.Values(h.spans), func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, s := range spans {
		if s.kind == passed {
			continue
		}
		b.WriteString(h.text[at:s.from])
		b.WriteString(l.name(s.kind, s.value))
		at = s.to
	}
	b.WriteString(h.text[at:])
	return b.String()
}

// scratch is the text of the tokens from i up to j with a semicolon where spans of the given kinds are.
func (h *hider) scratch(i, j int, without func(kind) bool) string {
	if i >= j {
		return ""
	}
	at, end := h.toks[i].from, h.toks[j-1].to
	if j == len(h.toks) {
		end = len(h.text)
	}
	var b strings.Builder
	for ; i < j; i++ {
		if h.of[i] == 0 || i > 0 && h.of[i-1] == h.of[i] && h.toks[i].from < at {
			continue
		}
		if s := h.spans[h.of[i]-1]; without(s.kind) && s.to > at {
			b.WriteString(h.text[at:max(at, s.from)])
			b.WriteString(" ; ")
			at = s.to
		}
	}
	b.WriteString(h.text[min(at, end):end])
	return b.String()
}

// chunkSize bounds what is read at once, in bytes.
const chunkSize = 4 << 10

// chunks cuts the tokens into stretches that can be read one by one, and calls work with each.
func (h *hider) chunks(work func(i, j int)) {
	for i := 0; i < len(h.toks); {
		j := i + 1
		for j < len(h.toks) && h.toks[j].to-h.toks[i].from <= chunkSize {
			j++
		}
		work(i, j)
		i = j
	}
}

func anyKind(kind) bool { return true }
