package understand

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"atende/actors/language"
)

// Read returns what the text says at the time now, which may come in any zone.  Whatever the bytes of the text, it
// does not fail; it looks at the first 16 KiB.
func Read(text string, now time.Time) Facts { return factsOf(text, now, false) }

// ReadSpoken is Read where times are spoken of, so that more is one: "9 e 20" is an hour and its minutes, "25 e 26" are
// days, and "outra semana" is the next.
func ReadSpoken(text string, now time.Time) Facts { return factsOf(text, now, true) }

// readers have lists that are used again: a turn reads several texts, and what they are read with is as long as all that they say.
var readers = sync.Pool{New: func() any { return &reader{} }}

// usual is how many tokens most texts have at most; the lists of longer ones are not kept.
const usual = 128

func factsOf(text string, now time.Time, times bool) Facts {
	r := readers.Get().(*reader)
	f := r.read(text, now, times)
	if cap(r.toks) <= usual {
		r.forget()
		readers.Put(r)
	}
	return f
}

// forget leaves nothing of a text in a reader but the room of its lists.
func (r *reader) forget() {
	clear(r.toks[:cap(r.toks)])
	clear(r.speech.whole[:cap(r.speech.whole)])
	*r = reader{
		toks: r.toks[:0], words: r.words[:0], items: r.items[:0],
		speech: speech{whole: r.speech.whole[:0], words: r.speech.words[:0]},
	}
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
	r := &reader{}
	r.read(text, now, false)
	var reasons []Reason
	for _, m := range pt.book.All(r.speech.words) {
		first, last := r.speech.stream[m.From], r.speech.stream[max(m.From, m.To-1)]
		phrase, at := pt.book.Why(m)
		words := cut(text)[r.toks[first.token].Start:r.toks[last.end-1].End]
		reasons = append(reasons, Reason{pt.book.Name(m.Group), words, phrase, at})
	}
	return reasons
}

// read returns the facts of a text; the reader, which was new, then has what they were read with.
func (r *reader) read(text string, now time.Time, times bool) Facts {
	r.toks, r.today, r.times = asked(spoken(mend(appendTokens(r.toks, cut(text))))), dayOf(now), times
	r.begin()
	var f Facts
	docs := r.documents()
	f.CPF, f.InvalidCPF, f.Phone = docs.cpf, docs.invalid, docs.phone
	r.fullName()
	r.readDays()
	r.when(&f)
	f.Name, f.NameStated = r.name(docs)
	r.listen()
	f.Choice = r.choice(&f)
	f.Intent, f.More = r.intent(&f)
	return f
}

// begin makes the words of grammar and looks for what decides how the rest is read.
func (r *reader) begin() {
	r.outside.Kind = language.Mark
	for i := range r.toks {
		r.words = append(r.words, r.wordAt(i))
	}
	r.survey()
}

// wordAt is what token i is to the phrases of days and hours.
func (r *reader) wordAt(i int) language.Word {
	w := pt.grammar.Word(r.toks[i].key)
	n, ok := r.readNumber(i)
	switch {
	case !ok && r.toks[i].Kind == language.Mark && !w.Known():
		return pt.grammar.Word(signKey)
	case !ok && r.digitsAt(i):
		return pt.grammar.Reading(w, longKey)
	case !ok:
		return w
	case n.words():
		w = pt.grammar.Reading(w, numberKey)
	default:
		w = pt.grammar.Reading(w, digitsKey)
	}
	w.Span = uint8(min(n.end-i, math.MaxUint8))
	return w
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
		r.lengths = r.lengths || r.says(i, pt.Lengths) > 0 && !r.is(i-1, pt.ClockUnits) // and not "9h20min"
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
	if part := r.onlyPeriod(); part != asSaid {
		r.part = part
		r.scan()
		r.relate()
		r.correct()
	}
	r.narrow()
	for _, it := range r.items {
		if it.kind == itemNothing {
			continue
		}
		for i := it.start; i < it.end; i++ {
			r.toks[i].said = true
		}
		first := &r.toks[it.start]
		first.ends = max(first.ends, it.end)
	}
}

// when fills in the days, times, part of the day and birth date; the birth date said last counts.
func (r *reader) when(f *Facts) {
	f.Period = r.onlyPeriod()
	for _, it := range r.items {
		f.Timed = f.Timed || it.kind != itemNothing && it.kind != itemBirth
		f.Behind = f.Behind || !it.dropped && it.open == after && r.around(it.start, it.end, pt.AfterThat)
		switch {
		case it.dropped:
		case it.kind == itemDay:
			f.Dates = appendNew(f.Dates, Span{it.span.from.String(), it.span.to.String()})
		case it.kind == itemBirth:
			f.BirthDate = it.birth.String()
		case it.kind == itemClock:
			c := it.clock.within(it.open, f.Period)
			span := Span{c.from.String(), c.to.String()}
			f.Times = appendNew(f.Times, span)
			if it.open == before {
				f.Below = append(f.Below, span)
			}
		}
	}
	f.Any, f.Not = r.eithers(), r.refused()
	if len(f.Times) > 0 {
		f.Period = ""
	}
}

// within cuts a range of times that is open to one side to a part of the day.
func (c clockSpan) within(open openness, part Period) clockSpan {
	if open == closed || part == "" {
		return c
	}
	hours := part.hours()
	if inside := (clockSpan{max(c.from, hours.from), min(c.to, hours.to)}); inside.from < inside.to {
		return inside
	}
	return c
}

// maxSpans bounds the days and the times of one answer.
const maxSpans = 62

// appendNew appends what is not there yet.
func appendNew(spans []Span, s Span) []Span {
	if len(spans) == maxSpans || slices.Contains(spans, s) {
		return spans
	}
	return append(spans, s)
}

// Asked is a text with the sign of a question instead of "ou não" behind one, see asked.
func Asked(text string) string {
	if !strings.Contains(strings.ToLower(text), "ou") { // as most have none
		return text
	}
	toks := mend(appendTokens(nil, cut(text)))
	for i := range toks {
		if end := orNot(toks, i); end > i {
			return strings.TrimRight(text[:toks[i].Start], " ,") + "?" + strings.TrimPrefix(text[toks[end-1].End:], "?")
		}
	}
	return text
}

// asked makes of "ou não" behind a question, with or without what it asks said again, the sign of one: "tem hoje ou não", "vai ter
// quarta ou não vai".  It denies nothing.
func asked(toks []token) []token {
	kept := toks[:0]
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if end := orNot(toks, i); end > i {
			t.Kind, t.Raw, t.Text, t.key, t.lemma = language.Mark, "?", "?", "?", ""
			if end < len(toks) && toks[end].key == "?" {
				end++
			}
			i = end - 1
		}
		kept = append(kept, t)
	}
	return kept
}

// orNot is where "ou não" ends that stands at token i and closes what is said; i where none does.
func orNot(toks []token, i int) int {
	if i > 0 && i+1 < len(toks) && toks[i].key == "sim" && toks[i+1].key == "ou" { // "tem hoje sim ou não?"
		if end := orNot(toks, i+1); end > i+1 {
			return end
		}
	}
	if i == 0 || i+1 >= len(toks) || toks[i].key != "ou" || !slices.Contains(notWords, toks[i+1].Text) {
		return i
	}
	end := i + 2
	for end < len(toks) && end < i+2+maxSaidAgain && pt.SaidAgain.Has(toks[end].key) {
		end++
	}
	if end == len(toks) || toks[end].Kind == language.Mark || pt.BehindAsked.Has(toks[end].key) {
		return end
	}
	return i
}

// notWords are how "não" is written behind "ou"; maxSaidAgain is how many words of a question may be said again behind that.
var notWords = []string{"nao", "n", "num", "naum", "nn"}

const maxSaidAgain = 2
