package session

import (
	"context"
	"strings"
	"testing"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/wording"
)

// wordless is a driver that says nothing to anybody, in one of the ways to do so.
type wordless struct{ text string }

func (w wordless) Start(decide.Turn) decide.Dialogue { return w }

func (w wordless) Next(context.Context, *conversation.State, *conversation.Refusal) (conversation.Event, error) {
	return conversation.Reply{Text: w.text}, nil
}

// Contract, "No silent turn": whatever leads and whatever comes, words, a sticker, a voice message in which nobody heard
// any, the patient is told something.
func TestNoSilentTurn(t *testing.T) {
	for _, text := range []string{"", "  ", "\n\n", " \n\n \n\n"} {
		virtual(t, func(t *testing.T, b *bench) {
			b.config.Driver = wordless{text}
			b.say("oi")
			b.send("sticker", journal.PatientMessage{Kind: "STICKER"})
			b.settle()
			b.send("audio", journal.PatientMessage{Kind: "AUDIO"})
			b.settle()
			b.say("", "👍")
			for i, got := range b.gateway.Texts() {
				if want := wording.Default().Variant(wording.TalkUnheard, i); got != want {
					t.Errorf("%q: said %q, want %q", text, got, want)
				}
			}
			if n := len(b.gateway.Texts()); n != 4 || strings.Contains(strings.Join(b.results, " "), "silent") {
				t.Errorf("%q: %d answers to 4 turns, which ended %q", text, n, b.results)
			}
		})
	}
}
