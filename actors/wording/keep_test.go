package wording

import (
	"encoding/json"
	"testing"
)

// What one release kept another reads, as far as both have the texts.
func TestKeptTextsAreRestored(t *testing.T) {
	own, err := Load([]byte("close.goodbye: Adeus!\nask.plan:\n  - Qual o plano?\n  - E o plano?\n"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(own.Kept())
	if err != nil {
		t.Fatal(err)
	}
	kept := map[ID][]string{}
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	if got, want := Restore(kept).Listing(), own.Listing(); got != want {
		t.Errorf("restored\n%.300s\nwant\n%.300s", got, want)
	}
	kept["of.another.release"] = []string{"x"}
	kept[AskConfirm] = []string{"{nothing} that it takes"}
	delete(kept, PrivacyNotice)
	restored := Restore(kept)
	for id, want := range map[ID]*Texts{AskConfirm: Default(), PrivacyNotice: Default(), CloseGoodbye: own} {
		if got := restored.Text(id); got != want.Text(id) {
			t.Errorf("%s: %q", id, got)
		}
	}
	if restored.Variants("of.another.release") > 0 {
		t.Error("a text that nobody has was taken")
	}
}
