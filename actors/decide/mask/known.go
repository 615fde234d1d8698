package mask

import (
	"slices"

	"atende/actors/conversation"
)

// commonToo are names that are everyday words, too: alone they are names only where they are written like one.
var commonToo = words(`
	rosa clara flora flor branca branco vitoria domingos abril luz pilar graca gracas dores socorro aparecida penha
	conceicao bela vera justo justa alegria consolacao prazeres anjos anjo ceu neves gloria costa dias lima porto
	santos campos rocha reis paz cruz pinto ramos machado prado serra vale rios leite pires bento marco maio junho
	julho agosto setembro segundo bom mar lago viana nobre barros mata sales salles fontes fonte pinheiro coelho
	leao lobo falcao pinho monte montes guerra batista franco feliz nascimento jesus deus natal ramo chaves chagas
	aurora iris jade ruby salgado amado amada querida querido celeste linda estrela sol lua primavera lira viola
	castelo castro torres torre barroso pedra valente esperanca fe belo belos moreno morena preto crespo gordo
	magro calado ligeiro forte bravo mestre frade monteiro ferraz ferro prata ouro madeira floresta bosque real
	leal pessoa prudente primo delgado simples modesto constante fiel salvador redentor paixao amor amores pais
	novo nova velho velha`)

// namesake is a name that is known, and what of it may be said alone.
type namesake struct {
	value string
	list  []string // folded, particles among them
}

func (n namesake) first() string { return n.list[0] }
func (n namesake) last() string  { return n.list[len(n.list)-1] }

// namesakes are the names that may be said again, longer and later ones first.
type namesakes []namesake

func newNamesakes(known []conversation.Mask, spans []span) namesakes {
	var all namesakes
	add := func(value string) {
		if list := wordsOf(value); list != nil {
			all = append(all, namesake{value, list})
		}
	}
	for _, m := range known {
		if k, _ := nameOf(m); k == person {
			add(m.Value)
		}
	}
	for _, s := range spans {
		if s.kind == person {
			add(s.value)
		}
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b namesake) int { return len(b.list) - len(a.list) })
	return all
}

// knownNames hides what of known names is said again, in full or in part, and lets names that were found count as
// the longer known one they are the beginning of.
func (h *hider) knownNames(all namesakes) {
	if len(all) == 0 {
		return
	}
	for n, s := range h.spans {
		if s.kind == person {
			h.spans[n].value = all.whole(s.value)
		}
	}
	byWord := all.byWord()
	for i := 0; i < len(h.toks); i++ {
		candidates := byWord[h.toks[i].text]
		if h.taken[i] || len(candidates) == 0 {
			continue
		}
		if value, end := h.again(i, candidates); end > i {
			h.take(i, end, person, value)
			i = end - 1
		}
	}
}

// whole is the known name that a single word is the first of, or else the last.
func (all namesakes) whole(value string) string {
	list := wordsOf(value)
	if len(list) != 1 {
		return value
	}
	for _, end := range []func(namesake) string{namesake.first, namesake.last} {
		for _, one := range all {
			if len(one.list) > 1 && end(one) == list[0] {
				return one.value
			}
		}
	}
	return value
}

// byWord finds the names a word is of.
func (all namesakes) byWord() map[string]namesakes {
	m := map[string]namesakes{}
	for _, one := range all {
		for _, w := range one.list {
			if !nameParticles.has(w) && !slices.ContainsFunc(m[w], func(old namesake) bool { return old.value == one.value }) {
				m[w] = append(m[w], one)
			}
		}
	}
	return m
}

// again is the longest part of a known name at a token: all of it, some words of it, or its first name or surname.
func (h *hider) again(i int, candidates namesakes) (value string, end int) {
	end = i
	for _, one := range candidates {
		if j := h.part(i, one.list); j > end {
			value, end = one.value, j
		}
	}
	if list := h.folded(i, end); end > i+1 {
		if h.keep.name(list) || h.titled(i) && !slices.ContainsFunc(candidates, func(one namesake) bool { return slices.Equal(one.list, list) }) {
			return "", i
		}
		return value, end
	}
	if end == i || !h.sayable(i, value) {
		return "", i
	}
	return value, end
}

// part is the index after the words at a token that stand in the same order in a name.
func (h *hider) part(i int, list []string) int {
	end := i
	for k := i; k < len(h.toks) && !h.taken[k] && (k == i || h.close(k)); k++ {
		at := slices.Index(list, h.toks[k].text)
		if at < 0 {
			break
		}
		list = list[at+1:]
		if !nameParticles.has(h.toks[k].text) {
			end = k + 1
		}
	}
	return end
}

// minAlone is how many letters a name has that is known when it is said alone.
const minAlone = 3

// sayable tells whether a single word of a known name is that name here, and no doctor's and no everyday word.
func (h *hider) sayable(i int, value string) bool {
	w := h.toks[i].text
	list := wordsOf(value)
	if len(w) < minAlone || h.titled(i) || h.keep.name([]string{w}) || w != list[0] && w != list[len(list)-1] {
		return false
	}
	if h.ours {
		return h.capital(i) && !h.longer(i)
	}
	return !commonToo.has(w) || h.capital(i) && !h.firstWord(i)
}

// longer tells whether the word at a token is of a longer name, and of another one then.
func (h *hider) longer(i int) bool {
	return i+1 < len(h.toks) && h.close(i+1) && h.capital(i+1)
}
