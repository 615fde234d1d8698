package understand

import (
	"time"
	"unicode/utf8"

	"atende/actors/language"
)

// Read returns what the text says at the time now, which may come in any zone.  Whatever the bytes of the text, it
// does not fail; it looks at the first 16 KiB.
func Read(text string, now time.Time) Facts {
	_, f := read(text, now)
	return f
}

// Reason is a phrase that occurs in a text.
type Reason struct {
	Group  string // that the phrase belongs to
	Words  string // of the text
	Phrase string // as its file has it
	At     language.Position
}

// Why returns the phrases that Read finds in a text, a greeting at its begin left away.
func Why(text string, now time.Time) []Reason {
	r, _ := read(text, now)
	var reasons []Reason
	for _, m := range pt.book.All(r.speech.words) {
		first, last := r.speech.stream[m.From], r.speech.stream[max(m.From, m.To-1)]
		phrase, at := pt.book.Why(m)
		words := cut(text)[r.toks[first.token].Start:r.toks[last.end-1].End]
		reasons = append(reasons, Reason{pt.book.Name(m.Group), words, phrase, at})
	}
	return reasons
}

// read also returns what the facts were read with.
func read(text string, now time.Time) (*reader, Facts) {
	r := &reader{toks: spoken(mend(tokenize(cut(text)))), today: dayOf(now)}
	r.outside.Kind = language.Mark
	r.taken = make([]bool, len(r.toks)+1)
	r.survey()

	var f Facts
	docs := r.documents()
	f.CPF, f.InvalidCPF, f.Phone = docs.cpf, docs.invalid, docs.phone
	r.readDays()
	f.Dates, f.Times, f.Period, f.BirthDate = r.dateFacts(), r.clockFacts(), r.periodFact(), r.birthFact()
	f.Name, f.NameStated = r.name(docs)
	r.listen()
	f.Choice = r.choice(&f)
	f.Intent, f.More = r.intent(&f)
	return r, f
}

// maxText bounds what Read looks at, in bytes: more than patients write, and little enough that a hostile text costs
// a fraction of a second.
const maxText = 16 << 10

// cut returns at most maxText bytes of text, whole characters only.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for end > maxText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// survey looks for what decides how the rest is read.
func (r *reader) survey() {
	dropping := false
	for i := range r.toks {
		lemma := r.toks[i].lemma
		r.born = r.born || r.is(i, pt.BirthWords)
		r.moving = r.moving || pt.MoveVerbs.Has(lemma) || dropping && pt.BookVerbs.Has(lemma)
		dropping = dropping || pt.DropVerbs.Has(lemma)
	}
}

// readDays reads days and times.  When a part of the day turns out to be said somewhere, the text is read again with
// it, for it tells the half of the day of every hour.
func (r *reader) readDays() {
	r.scan()
	r.relate()
	r.correct()
	if part := r.onlyPeriod().reading(); part != asSaid {
		r.part = part
		r.scan()
		r.relate()
		r.correct()
	}
	r.said = make([]bool, len(r.toks)+1)
	for _, it := range r.items {
		if it.kind == itemNothing {
			continue
		}
		for i := it.start; i < it.end; i++ {
			r.said[i] = true
		}
	}
}

func (r *reader) dateFacts() []Span {
	var spans []Span
	for _, it := range r.items {
		if it.kind == itemDay && !it.dropped {
			spans = appendNew(spans, Span{it.span.from.String(), it.span.to.String()})
		}
	}
	return spans
}

func (r *reader) clockFacts() []Span {
	var spans []Span
	part := r.onlyPeriod()
	for _, it := range r.items {
		if it.kind != itemClock || it.dropped {
			continue
		}
		c := it.clock
		if it.open != closed && part != "" {
			hours := part.hours()
			if cut := (clockSpan{max(c.from, hours.from), min(c.to, hours.to)}); cut.from < cut.to {
				c = cut
			}
		}
		spans = appendNew(spans, Span{c.from.String(), c.to.String()})
	}
	return spans
}

// maxSpans bounds the days and the times of one answer.
const maxSpans = 62

// appendNew appends what is not there yet.
func appendNew(spans []Span, s Span) []Span {
	if len(spans) == maxSpans {
		return spans
	}
	for _, old := range spans {
		if old == s {
			return spans
		}
	}
	return append(spans, s)
}

// periodFact is the part of the day, unless a time was said.
func (r *reader) periodFact() Period {
	for _, it := range r.items {
		if it.kind == itemClock && !it.dropped {
			return ""
		}
	}
	return r.onlyPeriod()
}

// birthFact is the birth date said last.
func (r *reader) birthFact() string {
	birth := ""
	for _, it := range r.items {
		if it.kind == itemBirth && !it.dropped {
			birth = it.birth.String()
		}
	}
	return birth
}
