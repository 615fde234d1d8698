package understand

import (
	"slices"
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
	when, born := map[int]int{}, map[int]bool{}
	for _, it := range r.items {
		if it.kind != itemNothing && it.end > when[it.start] {
			when[it.start], born[it.start] = it.end, it.kind == itemBirth
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
			if born[i] {
				w.key = dataKey
			}
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
	signs := words()
	for _, class := range classes {
		for w := range class.members {
			if w[0] >= utf8.RuneSelf {
				signs.add(w)
			}
		}
	}
	for _, text := range phraseTexts {
		for _, w := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '|' }) {
			if w[0] >= utf8.RuneSelf {
				signs.add(w)
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

// hellos greet on their own.
var hellos = words(`oi oie ola hola opa aopa hey hello hi alo salve eai iai bomdia boatarde boanoite saudacoes prezados
	prezado prezada`)

// addressed are the words a greeting may close with.
var addressed = words("pessoal gente doutor doutora moca moco amigo amiga querido querida senhor senhora todos voces voce com a")

// ungreeted leaves a greeting at the begin away, "tudo bem?" included: what follows counts as the
// begin.  A text that is nothing else stays.
func (r *reader) ungreeted(stream []word) []word {
	i, greeted := 0, false
	for i+1 < len(stream) {
		a, b := stream[i], stream[i+1]
		switch {
		case hellos.has(a.key):
			i, greeted = i+1, true
		case greetWords.has(a.key) && partsOrDays.has(b.key), a.key == "e" && b.key == "ai":
			i, greeted = i+2, true
		case a.key == "tudo" && wellWords.has(b.key) && (greeted && !r.doneBehind(b) || r.at(b.token+1).key == "?"):
			i, greeted = i+2, true
		case greeted && addressed.has(a.key) && (a.key != "voces" && a.key != "voce" && a.key != "a" || stream[i-1].key == "com" || b.breaks):
			i++
		default:
			return begin(stream, i)
		}
	}
	return begin(stream, i)
}

var wellWords = words("bem bom certo joia tranquilo")

// doneBehind tells whether the text ends behind a word.
func (r *reader) doneBehind(w word) bool { return w.token+1 >= len(r.toks) }

// begin is the stream from word i on, which begins a sentence; all of it when nothing is left.
func begin(stream []word, i int) []word {
	if i == 0 || i >= len(stream) {
		return stream
	}
	rest := slices.Clone(stream[i:])
	for k := range rest {
		rest[k].first = true
		if !politeWords.has(rest[k].key) {
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
