package session

import (
	"slices"
	"strings"
	"testing"

	"atende/actors/decide"
	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/actors/wording"
)

// Of a message that is too long the begin is read, and the patient is told so.
func TestLongMessage(t *testing.T) {
	long := wording.Default().Variant(wording.MediaLong, 0)
	filler := strings.Repeat("e aí eu fui lá de novo ", decide.MaxText/20)
	for name, c := range map[string]struct {
		text, said, unsaid string
	}{
		"a long one":                {"quero marcar cardiologista, " + filler, long, ""},
		"what is wished at its end": {filler + " quero marcar cardiologista", long, "Unimed"},
		"as long as may be":         {"quero marcar cardiologista, " + strings.Repeat("é", decide.MaxText-28), "", long},
		"an emergency at its end":   {filler + ". meu pai desmaiou agora", "192", long},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Driver = emergency.New(rules.New(b.config.Clinic), b.config.Clinic)
				b.say(c.text)
				said := strings.Join(b.gateway.Texts(), "\n")
				if !strings.Contains(said, c.said) || c.unsaid != "" && strings.Contains(said, c.unsaid) {
					t.Errorf("said %q", said)
				}
			})
		})
	}
}

// However many long messages come at once, a driver is handed no more of each than it reads.
func TestLongMessagesAreBounded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		seen := &seeing{}
		b.config.Driver = seen
		b.say(strings.Repeat("á", 1<<18), strings.Repeat("ok ", 1<<17), "oi")
		lengths := []int{}
		for _, m := range seen.messages {
			lengths = append(lengths, len([]rune(m.Text)))
			if n := len([]rune(m.Whole())); n > decide.MaxText+decide.MaxRest {
				t.Errorf("emergencies are looked for in %d characters", n)
			}
		}
		if want := []int{decide.MaxText, decide.MaxText - 2, 2}; !slices.Equal(lengths, want) {
			t.Errorf("read %d characters, want %d", lengths, want)
		}
	})
}

// seeing is a driver that keeps what it is handed.
type seeing struct {
	wordless
	messages []decide.Message
}

func (s *seeing) Start(turn decide.Turn) decide.Dialogue {
	s.messages = append(s.messages, turn.Messages...)
	return s.wordless
}
