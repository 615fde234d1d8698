package understand

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// politeWords may stand before and after what is meant.
var politeWords = words(`oi oie ola hola opa aopa ei hey favor por gentileza entao ah ahh eh e mas olha pois bem
	ta ne viu gente moca moco doutor doutora querida amiga pessoal amigo assim ai hum humm hmm hm aa oh
	obrigado obrigada ja voces voce`)

// whenKey stands for the words of a day, a time or a part of the day in a stream.
const (
	whenKey = "@when"
	dataKey = "@data"
)

// stream makes the words that phrases are matched against: what was read as a day or as data of the
// patient is one word, punctuation is gone.
func (r *reader) stream() []word {
	when := map[int]int{}
	for _, it := range r.items {
		if it.kind != itemNothing && it.end > when[it.start] {
			when[it.start] = it.end
		}
	}
	var stream []word
	breaks, comma := true, false
	for i := 0; i < len(r.toks); {
		t := r.toks[i]
		w := word{key: t.key, lemma: t.lemma, token: i, breaks: breaks, comma: comma}
		next := i + 1
		switch {
		case when[i] > i:
			w.key, w.lemma, next = whenKey, "", when[i]
		case t.key == "marco" && r.isMarch(i):
			w.key, w.lemma = whenKey, ""
		case r.taken[i]:
			w.key, w.lemma = dataKey, ""
		case t.kind == kindMark && sentenceEnds.has(t.key):
			breaks, i = true, next
			continue
		case t.kind == kindMark && !meantSigns.has(t.key):
			comma, i = comma || commas.has(t.key), next
			continue
		}
		stream = append(stream, w)
		breaks, comma, i = false, false, next
	}
	markEnds(stream)
	return stream
}

// meantSigns are the signs and emoji that say something; all others only decorate.
var meantSigns = func() set {
	signs := set{}
	for _, class := range classes {
		for w := range class {
			if w[0] >= utf8.RuneSelf {
				signs[w] = struct{}{}
			}
		}
	}
	for _, text := range phraseTexts {
		for _, w := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '|' }) {
			if w[0] >= utf8.RuneSelf {
				signs[w] = struct{}{}
			}
		}
	}
	return signs
}()

// markEnds finds the words a sentence begins and ends with, polite words left aside.
func markEnds(stream []word) {
	first := true
	for i := range stream {
		first = first || stream[i].breaks
		stream[i].first = first
		greeting := politeWords.has(stream[i].key) || i > 0 && partsOrDays.has(stream[i].key) && greetWords.has(stream[i-1].key) ||
			greetWords.has(stream[i].key) && i+1 < len(stream) && partsOrDays.has(stream[i+1].key)
		first = first && greeting
	}
	last := true
	for i := len(stream) - 1; i >= 0; i-- {
		stream[i].last = last
		last = stream[i].breaks || last && politeWords.has(stream[i].key)
	}
}

// trim leaves greetings at the begin away.
func trim(stream []word) []word {
	for len(stream) > 1 {
		a, b := stream[0].key, stream[1].key
		switch {
		case greetWords.has(a) && partsOrDays.has(b):
			stream = stream[2:]
		case a == "tudo" && (b == "bem" || b == "bom"):
			stream = stream[2:]
		case classes["thank"].has(a), a == "por" && b != "favor" && b != "gentileza":
			return stream
		case politeWords.has(a) && a != "e":
			stream = stream[1:]
		default:
			return stream
		}
	}
	return stream
}
