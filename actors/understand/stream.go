package understand

import (
	"slices"

	"atende/actors/language"
)

// What stands for the words of a day, a time or a part of the day in a stream, for those of the patient's data, and
// beside the name of a medical profession.
const (
	whenKey = "@when"
	dataKey = "@data"
	specKey = "@spec"
)

// word is one word of the stream that phrases are matched against.
type word struct {
	language.Word
	key, lemma string
	token, end int // the tokens that it stands for
}

// newWord is a word that stands in the text.
func newWord(key, lemma string) word {
	w := word{Word: pt.book.Word(key), key: key, lemma: lemma}
	if pt.specialist(key) {
		w.Word = pt.book.Reading(w.Word, specKey)
	}
	return w
}

// stands is a word that stands for what was read from token t on; as "@amanha" phrases may still tell its spelling.
func stands(key string, t *token) word {
	return word{Word: pt.book.Word(key, "@"+t.key), key: key}
}

// stream makes the words that phrases are matched against: what was read as a day or as data of the patient is one
// word, punctuation is gone.
func (r *reader) stream() []word {
	stream := slices.Grow(r.speech.whole[:0], len(r.toks))
	breaks, pause := true, false
	for i := 0; i < len(r.toks); {
		t := &r.toks[i]
		next := max(i+1, t.ends)
		var w word
		switch {
		case t.ends > 0 && t.begins != itemBirth, t.key == "marco" && r.isMarch(i):
			w = stands(whenKey, t)
		case t.ends > 0, t.taken:
			w = stands(dataKey, t)
		case t.Kind == language.Mark && pt.SentenceEnds.Has(t.key):
			breaks, i = true, next
			continue
		case t.Kind == language.Mark && !pt.lexis().signs.Has(t.key):
			pause, i = pause || pt.Commas.Has(t.key), next
			continue
		default:
			w = newWord(t.key, t.lemma)
		}
		w.token, w.end, w.Breaks, w.Pause = i, next, breaks, pause
		stream = append(stream, w)
		breaks, pause, i = false, false, next
	}
	markEnds(stream)
	return stream
}

// markEnds finds the words a sentence begins and ends with, polite words left aside.
func markEnds(stream []word) {
	first := true
	for i := range stream {
		first = first || stream[i].Breaks
		stream[i].First = first
		first = first && (pt.PoliteWords.Has(stream[i].key) || wishes(stream, i-1) || wishes(stream, i))
	}
	last := true
	for i := len(stream) - 1; i >= 0; i-- {
		stream[i].Last = last
		last = stream[i].Breaks || last && pt.PoliteWords.Has(stream[i].key)
	}
}

// wishes tells whether "bom dia" or the like stands at i.
func wishes(stream []word, i int) bool {
	return i >= 0 && i+1 < len(stream) && pt.GreetWords.Has(stream[i].key) && pt.PartsOrDays.Has(stream[i+1].key)
}

// ungreeted leaves a greeting at the begin away, "tudo bem?" included: what follows counts as the begin.  A text that
// is nothing else stays.
func (r *reader) ungreeted(stream []word) []word {
	i, greeted := 0, false
	for i+1 < len(stream) {
		a, b := &stream[i], &stream[i+1]
		well := a.key == "tudo" && pt.WellWords.Has(b.key) && (greeted && b.token+1 < len(r.toks) || r.at(b.token+1).key == "?")
		switch {
		case pt.Hellos.Has(a.key):
			i, greeted = i+1, true
			continue
		case wishes(stream, i), a.key == "e" && b.key == "ai", well:
			i, greeted = i+2, true
			continue
		case greeted && pt.Addressed.Has(a.key), greeted && pt.Pronouns.Has(a.key) && (stream[i-1].key == "com" || b.Breaks):
			i++
			continue
		}
		break
	}
	if i == 0 || i >= len(stream) {
		return stream
	}
	rest := slices.Clone(stream[i:])
	for k := range rest {
		rest[k].First = true
		if !pt.PoliteWords.Has(rest[k].key) {
			break
		}
	}
	return rest
}

// trim leaves greetings at the begin away.
func trim(stream []word) []word {
	for len(stream) > 1 {
		a, b := stream[0].key, stream[1].key
		switch {
		case wishes(stream, 0), a == "tudo" && (b == "bem" || b == "bom"):
			stream = stream[2:]
		case pt.Thank.Has(a), a == "por" && b != "favor" && b != "gentileza", a == "e", !pt.PoliteWords.Has(a):
			return stream
		default:
			stream = stream[1:]
		}
	}
	return stream
}
