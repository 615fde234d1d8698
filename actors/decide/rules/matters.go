package rules

import (
	"slices"
	"strings"

	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/wording"
)

// withoutMatters leaves out of a message that wishes for an appointment the parts that want something else which people see to,
// "preciso saber se saiu o resultado do meu exame e queria marcar dermatologista".  That is said, and read when the appointment is made.
func (d *dialogue) withoutMatters(h *heard) {
	if d.literal || h.s.Closed != "" || len(h.Specialties)+len(h.Doctors)+len(d.services(h.reading)) == 0 {
		return
	}
	var matters []place
	var about []wording.ID
	text := h.whole.text
	from, parts := 0, d.parts(h.whole.parsed)
	for _, part := range parts {
		at := from + strings.Index(text[from:], part)
		if of := d.matterOf(part + signBehind(text[at+len(part):])); of != "" {
			matters = append(matters, place{from, at + len(part)})
			d.afterwards = strings.TrimSpace(d.afterwards + " " + part + ".")
			if !slices.Contains(about, of) {
				about = append(about, of)
			}
		}
		from = at + len(part)
	}
	if len(matters) == 0 || len(matters) == len(parts) {
		return
	}
	names := each(about, func(id wording.ID) wording.Words { return d.text(id) })
	said := enumerated(each(names, func(w wording.Words) string { return w.Text }))
	d.note(d.text(wording.TalkMatterThen, "about", said).With(names...))
	left := strings.TrimLeft(cutOut(text, matters...), " ,.;!?\n")
	left = strings.TrimPrefix(left, "e ")
	h.whole = d.readAgain(h.s, left)
	h.reading, h.asked = d.withoutQuestions(h.s, decide.Message{Text: left})
}

// signBehind is the sign of a question that a text begins with.
func signBehind(text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "?") {
		return "?"
	}
	return ""
}

// matterOf is what a part of a text wants that is no appointment, and that people see to; "" for nothing.
func (d *dialogue) matterOf(part string) wording.ID {
	named := d.find(part)
	if len(named.Specialties)+len(named.Doctors)+len(d.services(reading{Mentions: named})) > 0 {
		return ""
	}
	papers := namesPaper(part) && !d.said(part, say.HasPaper) && d.wantsPapers(part)
	if !papers && !d.said(part, say.OtherMatter) {
		return ""
	}
	words := func(of *language.Class) bool {
		return slices.ContainsFunc(language.Tokenize(part), func(t language.Token) bool { return of.Has(t.Text) })
	}
	switch {
	case words(say.ResultWord):
		return wording.AboutResults
	case words(say.BillWord):
		return wording.AboutInvoice
	case words(say.Paper):
		return wording.AboutPapers
	default:
		return wording.AboutOther
	}
}
