package language

import "testing"

// What stands around the words that a reader asks about is matched on both sides of them.
func TestAroundLooksBothWays(t *testing.T) {
	t.Parallel()
	for phrase, texts := range map[string]struct{ yes, no []string }{
		"todo _":          {[]string{"todo X", "quero todo X ja"}, []string{"todo o X", "X todo"}},
		"todo o? _":       {[]string{"todo X", "todo o X"}, []string{"todo a X"}},
		"menos #fill.. _": {[]string{"menos X", "menos o com a X"}, []string{"menos para X", "menos o o o o o X"}},
		"_ nao":           {[]string{"X nao", "quero X nao posso"}, []string{"nao X", "X hoje nao"}},
		"por _ mais":      {[]string{"por X mais"}, []string{"por X", "X mais"}},
		"^^ _ $$":         {[]string{"X"}, []string{"oi X", "X oi"}},
		"_ .. mais":       {[]string{"X mais", "X um dia a mais"}, []string{"mais X"}},
	} {
		b := book(t, signs+"[g]\n"+phrase)
		ask := func(text string) bool {
			words, toks := b.PlainTokens(text)
			for i := range toks {
				if toks[i].Raw == "X" {
					_, _, ok := b.Around(b.Group("g"), words, i, i+1)
					return ok
				}
			}
			t.Fatalf("%q asks about nothing", text)
			return false
		}
		for _, text := range texts.yes {
			if !ask(text) {
				t.Errorf("%q does not stand around X in %q", phrase, text)
			}
		}
		for _, text := range texts.no {
			if ask(text) {
				t.Errorf("%q stands around X in %q", phrase, text)
			}
		}
	}
}

// The place of a match is the nearest begin and the first end.
func TestAroundTellsWhere(t *testing.T) {
	t.Parallel()
	b := book(t, "[g]\nnao .. _ agora?")
	begin, end, ok := b.Around(b.Group("g"), b.Plain("nao nao quero sexta agora"), 3, 4)
	if !ok || begin != 1 || end != 5 {
		t.Errorf("%d to %d, %v", begin, end, ok)
	}
	if _, err := New(Options{More: map[string]string{"test.phrases": "[g]\n_ a _"}}); err == nil {
		t.Error("a phrase may ask about two places")
	}
}

// A thing of several words is one for a phrase, and the earliest phrase of several groups wins.
func TestThingsSpanWords(t *testing.T) {
	t.Parallel()
	b := book(t, "[days]\n@number dias\n[other]\n@number dias|meses\n[words]\nvinte e nove")
	words := b.Plain("vinte e nove dias")
	words[0] = b.Reading(words[0], "@number")
	words[0].Span = 3
	g, end := b.AtAny(words, 0, func(g Group) bool { return g != b.Group("words") })
	if g != b.Group("days") || end != 4 {
		t.Errorf("group %d up to %d", g, end)
	}
	if end := b.At(b.Group("words"), words, 0); end != 3 {
		t.Errorf("the words of a thing end at %d", end)
	}
	if g, _ := b.AtAny(words, 1, func(Group) bool { return true }); g != None {
		t.Errorf("group %d begins within", g)
	}
}
