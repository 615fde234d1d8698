package language

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// What is wrong with a phrase or a class of our own files ends the program when it is first asked for, with its line, each
// time; New tells of it at once.
func TestMistakesAreToldWhenPhrasesAreAskedFor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[g]\nquero #nada":         "test.phrases:2: there is no class #nada",
		"#um: #dois\n[g]\nquero":   "test.phrases:1: there is no class #dois",
		"#um: a #um\n[g]\nquero":   "test.phrases:1: the class #um takes itself in",
		"[g]\n~dizer isso":         "test.phrases:2: there is no verb ~dizer",
		"[g]\nquero _ isso _ ja":   "test.phrases:2: \"quero _ isso _ ja\" has two places",
		"[g]\nquero #a\nfala ..0":  "test.phrases:2: there is no class #a\ntest.phrases:3: \"..0\"",
		"[g]\n#a ja\n[h]\n#a|x oi": "test.phrases:2: there is no class #a\ntest.phrases:4: there is no class #a",
	} {
		o := Options{More: map[string]string{"test.phrases": text}}
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		b, err := later(o)
		if err != nil {
			t.Errorf("%q: its lines are read: %v", text, err)
			continue
		}
		for range 2 {
			if got := panicOf(func() { b.Scan(b.Plain("quero")) }); !strings.Contains(got, want) {
				t.Errorf("%q is asked for: %q, want %s", text, got, want)
			}
		}
	}
}

// What is wrong with the lines themselves ends the program at its start.
func TestMistakesOfLinesAreToldAtOnce(t *testing.T) {
	t.Parallel()
	var sets struct{ NoOne Set }
	for _, o := range []Options{
		{More: map[string]string{"test.phrases": "quero"}},
		{More: map[string]string{"test.phrases": "~dizer\n[g]\nquero"}},
		{More: map[string]string{"test.phrases": "[g]\nquero"}, Sets: &sets},
		{Files: []string{"nada"}},
	} {
		if b, err := Later(o); err == nil || b != nil {
			t.Errorf("%v: no error", o)
		}
	}
}

func panicOf(f func()) (said string) {
	defer func() { said = fmt.Sprint(recover()) }()
	f()
	return said
}

// A book is compiled once, whoever asks first and beside whom.
func TestManyAskFirst(t *testing.T) {
	t.Parallel()
	var sets struct{ Number, Not Set }
	b, err := Later(Options{Files: []string{"emergency"}, Normal: Single, Sets: &sets})
	if err != nil {
		t.Fatal(err)
	}
	want, err := New(Options{Files: []string{"emergency"}, Normal: Single})
	if err != nil {
		t.Fatal(err)
	}
	const text = "meu pai desmaiou e não acorda, tô com dor no peito"
	hits := len(want.All(want.Plain(text)))
	var asking sync.WaitGroup
	for i := range 8 {
		asking.Go(func() {
			if i == 0 {
				Prepare()
			}
			if n := len(b.All(b.Plain(text))); n != hits || n == 0 {
				t.Errorf("%d phrases, want %d", n, hits)
			}
			if not := b.Class("not"); !not.Has("nao") || not.Has("peito") {
				t.Error("a class is not whole")
			}
			if w := b.Word("nao"); !w.In(sets.Not) || w.In(sets.Number) {
				t.Error("a set is not whole")
			}
		})
	}
	asking.Wait()
}
