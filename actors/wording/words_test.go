package wording

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	texts := Default()
	hello := texts.Words(GreetingMorning, 0)
	first := texts.Words(Introduction, 0, "greeting", hello.Text, "clinic", "Boa Vida").With(hello)
	said := Lines(first, Words{}, texts.Words(TalkNoted, 1), Quote("Rua das Flores, 10", "catalog:answers.address"), texts.Words(TalkNoted, 0))
	want := "Bom dia! Aqui é a assistente virtual da *Boa Vida*. 😊\nCerto, anotei!\nRua das Flores, 10\nCerto!"
	from := []string{"text:greeting.introduction", "text:greeting.morning", "text:talk.noted", "catalog:answers.address"}
	if said.Text != want || !slices.Equal(said.From, from) {
		t.Errorf("%q from %q", said.Text, said.From)
	}
	if own := hello.From; !slices.Equal(own, []string{"text:greeting.morning"}) {
		t.Errorf("a shared list was changed: %q", own)
	}
}

// Words of two kinds that begin with the same ones do not write into each other's sources.
func TestWordsShareNothingThatChanges(t *testing.T) {
	a, b := Quote("a", "1"), Quote("b", "2")
	both := Lines(a, b)
	one, other := both.With(Quote("c", "3")), both.With(Quote("d", "4"))
	if !slices.Equal(one.From, []string{"1", "2", "3"}) || !slices.Equal(other.From, []string{"1", "2", "4"}) {
		t.Errorf("%q, %q", one.From, other.From)
	}
}
