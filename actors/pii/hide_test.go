package pii

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
)

var now = time.Date(2026, 11, 23, 9, 10, 0, 0, time.FixedZone("BRT", -3*60*60))

var clinic = []string{"Dra. Ana Souza", "Dr. Bruno Lima", "Dra. Carla Mendes", "Clínica Boa Vida", "Unimed", "Amil", "Bradesco Saúde", "Particular"}

// example is a line of a table: "text => masked | value | value", in the light of "? question" if that stands last.
type example struct {
	line         string
	text, masked string
	values       []string
	asked        conversation.Question
}

func examples(t *testing.T, name string) []example {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []example
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		e := example{line: line}
		rest, asked, _ := strings.Cut(line, " ? ")
		e.asked = conversation.Question(asked)
		text, rest, found := strings.Cut(rest, " => ")
		parts := strings.Split(rest, " | ")
		e.text, e.masked = strings.ReplaceAll(text, `\n`, "\n"), strings.ReplaceAll(parts[0], `\n`, "\n")
		e.values = parts[1:]
		if !found {
			e.masked, e.values = e.text, nil
		}
		list = append(list, e)
	}
	return list
}

func valuesOf(masks []conversation.Mask) []string {
	var list []string
	for _, m := range masks {
		list = append(list, m.Value)
	}
	return list
}

func TestWhatIdentifiesSomebodyIsHidden(t *testing.T) {
	for _, e := range examples(t, "hide.txt") {
		t.Run(e.line, func(t *testing.T) {
			masked, fresh := Hide(e.text, nil, Options{Asked: e.asked, Keep: clinic, Now: now})
			if masked != e.masked || !slices.Equal(valuesOf(fresh), e.values) {
				t.Errorf("got %q %q\nwant %q %q", masked, valuesOf(fresh), e.masked, e.values)
			}
			if again, more := Hide(e.text, fresh, Options{Asked: e.asked, Keep: clinic, Now: now}); again != masked || more != nil {
				t.Errorf("the same text again: %q %v", again, more)
			}
		})
	}
}

func TestWhatBooksAnAppointmentStays(t *testing.T) {
	questions := []conversation.Question{conversation.AskNothing, conversation.AskSlot, conversation.AskName, conversation.AskCPF, conversation.AskBirthDate}
	for _, e := range examples(t, "ordinary.txt") {
		t.Run(e.line, func(t *testing.T) {
			for _, asked := range questions {
				if masked, fresh := Hide(e.text, nil, Options{Asked: asked, Keep: clinic, Now: now}); masked != e.text || fresh != nil {
					t.Errorf("after %q: %q %v", asked, masked, fresh)
				}
			}
		})
	}
}
