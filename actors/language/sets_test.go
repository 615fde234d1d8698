package language

import (
	"slices"
	"strings"
	"testing"
)

func TestSetsKnowWordsInAllReadings(t *testing.T) {
	t.Parallel()
	var sets struct{ Person, NoOne Set }
	_, err := New(Options{Sets: &sets, More: map[string]string{"test.phrases": signs}})
	if err == nil || !strings.Contains(err.Error(), "no class #no-one") {
		t.Errorf("a class that is missing: %v", err)
	}
	b, err := New(Options{Sets: &sets, More: map[string]string{"test.phrases": signs + "#no-one: ninguem alguem\n[g]\nrecepcao"}})
	if err != nil {
		t.Fatal(err)
	}
	for text, person := range map[string]bool{"recepcionista": true, "recepcao": true, "pessoa": true, "ninguem": false, "quero": false} {
		if w := b.Word(text); w.In(sets.Person) != person {
			t.Errorf("%q is of #person: %v", text, !person)
		}
	}
	if w := b.Word("x", "ninguem", "pessoa"); !w.In(sets.Person) || !w.In(sets.NoOne) {
		t.Error("a reading does not count")
	}
}

// A form is what its base is, but not what the beginning of its base is.
func TestFormsAreTheirBaseAlone(t *testing.T) {
	t.Parallel()
	b := book(t, "[a]\ndesmai*\n[b]\ndesmaio")
	if w, whole := b.Lookup("desmaio"); !whole || !b.Occurs(b.Group("a"), []Word{w}) || !b.Occurs(b.Group("b"), []Word{w}) {
		t.Error("a word is not what its beginning is")
	}
	if w, whole := b.Lookup("desmaiada"); whole || !w.Known() {
		t.Error("a word is taken for more than its beginning, or not known")
	}
	w, known := b.Form(b.Word("x"), "desmaio")
	if !known || b.Occurs(b.Group("a"), []Word{w}) || !b.Occurs(b.Group("b"), []Word{w}) {
		t.Error("a form is not what its base is alone")
	}
	if _, known := b.Form(w, "desmaiada"); known {
		t.Error("a form of what is no word is known")
	}
}

func TestMendFindsTheFirstWordOneTypoAway(t *testing.T) {
	t.Parallel()
	b, err := New(Options{
		Tolerance: Tolerance{Marked: 5, All: 7},
		More:      map[string]string{"test.phrases": "[a]\ninchada|inchado\nsocos|corte%\n[b]\nsangramento dor*"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"inchad": "inchada", "inchadi": "inchada", "sangramneto": "sangramento", "sangramemto": "sangramento",
		"sangraamento": "sangramento", "angramento": "", "zangramento": "", "corta": "corte", "sacos": "",
		"": "", strings.Repeat("sangramento", 3): "",
	} {
		if got := b.Mend(text); got != want {
			t.Errorf("Mend(%q) is %q, want %q", text, got, want)
		}
	}
	if got := book(t, "[a]\nsangramento").Mend("sangramneto"); got != "" {
		t.Errorf("without tolerance, %q is mended", got)
	}
}

func TestAllGoesReadingByReading(t *testing.T) {
	t.Parallel()
	b := book(t, "[a]\numa|dois\n[b]\ndois|tres\n[c]\ntres")
	var got []string
	for _, m := range b.All([]Word{b.Word("tres", "dois")}) {
		got = append(got, b.Name(m.Group))
	}
	if !slices.Equal(got, []string{"b", "c", "a"}) {
		t.Errorf("groups %q", got)
	}
	if at := b.Position(b.Group("b")); at.String() != "test.phrases:3" {
		t.Errorf("[b] is at %s", at)
	}
}
