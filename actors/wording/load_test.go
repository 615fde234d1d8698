package wording

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the listing anew; read it aloud")

// Every text that a patient can read, in one place: read it aloud after a change.
func TestListing(t *testing.T) {
	const file = "testdata/listing.txt"
	got := Default().Listing()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the texts changed (-listing +now); go test ./actors/wording -update, and read:\n%s", diff)
	}
}

func TestSamples(t *testing.T) {
	for id, names := range placeholders {
		for _, name := range names {
			if samples[name] == "" {
				t.Errorf("{%s} of %s has no sample for the listing", name, id)
			}
		}
	}
}

func TestLoad(t *testing.T) {
	texts, err := Load([]byte("# ours\noffer.tail: \"Qual você prefere?\"\npending.still: [\"Já volto.\", \"Só mais um pouco.\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := texts.Text(OfferTail); got != "Qual você prefere?" {
		t.Errorf("%q", got)
	}
	if texts.Variant(PendingStill, 1) != "Só mais um pouco." || texts.Variants(PendingStill) != 2 {
		t.Errorf("%q", texts.Variant(PendingStill, 1))
	}
	if texts.Text(AskCPF) != Default().Text(AskCPF) || Default().Text(OfferTail) == texts.Text(OfferTail) {
		t.Error("a file must change its own texts and no others")
	}
	if _, err := Load(nil); err != nil {
		t.Errorf("an empty file changes nothing: %v", err)
	}
}

// What atende comes with is a valid file of its own.
func TestFile(t *testing.T) {
	texts, err := Load(File())
	if err != nil || texts.Listing() != Default().Listing() {
		t.Errorf("%v", err)
	}
}

// Every problem of a file is told at once, with its line.
func TestLoadProblems(t *testing.T) {
	for name, test := range map[string]struct{ file, want string }{
		"unknown name":         {"ofer.tail: Qual?", "line 1: no text is called ofer.tail (offer.tail?)"},
		"missing placeholder":  {"offer.head: Tenho estes horários", "line 1: offer.head lacks {with}"},
		"unknown placeholder":  {"offer.tail: Qual, {nome}?", "offer.tail has {nome}, which nobody fills"},
		"open brace":           {"offer.tail: \"Qual {nome?\"", "a brace without its partner"},
		"empty":                {"offer.tail: \"  \"", "offer.tail is empty"},
		"nothing":              {"offer.tail:", "offer.tail is empty"},
		"no variants":          {"offer.tail: []", "a text, or a list of up to 12"},
		"blank line":           {"offer.tail: \"Qual?\\n\\nDiga.\"", "has a blank line"},
		"too long":             {"offer.tail: \"" + strings.Repeat("a", 601) + "\"", "longer than 600"},
		"markdown":             {"offer.tail: \"Qual **número**?\"", "formatting that WhatsApp does not know"},
		"half bold":            {"offer.tail: \"Qual *número?\"", "without its partner"},
		"two spaces":           {"offer.tail: \"Qual  número?\"", "two in a row"},
		"claims a booking":     {"pending.first: \"Seu horário está marcado!\"", "says that something is booked"},
		"twice":                {"offer.tail: a\noffer.tail: b", "line 2: offer.tail stands in line 1, too"},
		"a map":                {"offer: {tail: a}", "line 1: offer: a text, or a list of texts"},
		"a list":               {"- a\n- b", "must be a list of names and texts"},
		"no YAML":              {"offer.tail: \"Qual", "no YAML"},
		"two problems at once": {"offer.tail: \"\"\nask.cpf: \"\"", "line 2: ask.cpf is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load([]byte(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}
