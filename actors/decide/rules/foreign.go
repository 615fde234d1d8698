package rules

import (
	"slices"
	"strings"

	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Languages beside Portuguese, as conversation.State.Foreign has them.
const (
	english = "en"
	spanish = "es"
)

// foreign tells who writes English or Spanish, in that language, that Portuguese is spoken here.  Who goes on in it, or
// in nothing that is Portuguese, gets the person who was promised.
func (d *dialogue) foreign(h *heard) bool {
	if h.s.Closed != "" || h.whole.Intent == understand.Thanks { // "thank you" is said by anybody
		return false
	}
	lang := languageOf(h.whole.parsed)
	if lang == spanish && d.mixes(h) {
		return false
	}
	if told := h.s.Foreign; told != "" && (lang == told || lang == "" && !d.fitsPortuguese(h)) {
		calls := wording.TransferEnglish
		if told == spanish {
			calls = wording.TransferSpanish
		}
		d.propose(d.transfer(reasonLanguage, calls))
		return true
	}
	switch lang {
	case english:
		d.answerAside(d.text(wording.TalkEnglish))
	case spanish:
		d.answerAside(d.text(wording.TalkSpanish))
	default:
		return false
	}
	d.toldForeign = lang
	if !h.Mentions.Empty() { // what is called alike in both
		d.wanted(h.s, h.reading)
	}
	return true
}

// mixes reports Spanish with Portuguese words in it that says or asks something that is understood: "si puede ser miércoles 8,
// quarta".  Who lives here gets on with that, and needs no notice.
func (d *dialogue) mixes(h *heard) bool {
	r := h.whole
	own := slices.ContainsFunc(r.tokens, func(t language.Token) bool { return in(say.NoSpanish, &t) > 0 })
	return own && (r.data() || !r.Mentions.Empty() || h.asked.asks() || r.Intent == understand.Confirm)
}

// fitsPortuguese reports a message that may well be Portuguese: it has its little words, only names what is on a list, or
// has no words at all.
func (d *dialogue) fitsPortuguese(h *heard) bool {
	words, own := 0, 0
	for i := range h.whole.tokens {
		if h.whole.tokens[i].Kind == language.Letters {
			words++
			own += in(say.Portuguese, &h.whole.tokens[i])
		}
	}
	return words == 0 || own > 0 || !h.whole.Mentions.Empty() || h.whole.Choice > 0
}

// languageOf is the language of a text whose little words are English or Spanish more than Portuguese, "" for
// Portuguese and for what may be anything.  One word that Portuguese does not have is no language yet.
func languageOf(p *parsed) string {
	p.scan()
	var own, en, es, weakEn, weakEs int
	for i := range p.tokens {
		t := &p.tokens[i]
		if t.Kind != language.Letters {
			continue
		}
		own += in(say.Portuguese, t)
		en, weakEn = en+in(say.English, t), weakEn+in(say.EnglishWeak, t)
		es, weakEs = es+in(say.Spanish, t), weakEs+in(say.SpanishWeak, t)
		if strings.ContainsAny(t.Raw, "ñÑ") {
			es++
		}
	}
	foreign := func(strong, weak int) bool { return strong > 0 && strong+weak > 1 && strong+weak > own }
	switch isEnglish, isSpanish := foreign(en, weakEn), foreign(es, weakEs); {
	case isEnglish && (!isSpanish || en >= es):
		return english
	case isSpanish:
		return spanish
	default:
		return ""
	}
}

// in is 1 for a word of a class.
func in(class *language.Class, t *language.Token) int {
	if class.Has(t.Text) || class.Has(strings.ToLower(t.Raw)) {
		return 1
	}
	return 0
}
