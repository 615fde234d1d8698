package conversation

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Line is one text of the conversation as a language model may read it again.
type Line struct {
	// Agent is set for our own texts.
	Agent bool   `json:"a,omitempty"`
	Text  string `json:"t"`
}

// Mask is a name that stands for something by which the patient could be known ("[CPF 1]").  What the patient
// wrote is remembered and shown to a model with masks in it; only code knows what is behind them.
type Mask struct {
	Name  string `json:"n"`
	Value string `json:"v"` // as a move wants it: 11 digits, YYYY-MM-DD, a name
}

// Heard records what the patient wrote in this turn, for drivers that need the words of earlier turns: from the
// first one on our own texts are remembered, too.  It changes nothing else.
type Heard struct {
	Lines []string // masked
	Masks []Mask   // those that are new
}

// Bounds of what is remembered of the words of a conversation.
const (
	maxLines    = 24
	maxLineSize = 1500 // bytes of one line
	maxMasks    = 24
)

// bookedLine stands for the clinic's own words about an appointment, which no model needs to know.
const bookedLine = "[o sistema enviou a confirmação do agendamento e o preparo, com as palavras da clínica]"

func heard(c *Clinic, s *State, now time.Time, e Heard) Result {
	for _, text := range e.Lines {
		s.remember(Line{Text: text})
	}
	s.Masks = append(s.Masks, e.Masks...)
	for len(s.Masks) > maxMasks {
		i := s.leastWanted()
		s.Masks = slices.Concat(s.Masks[:i], s.Masks[i+1:]) // copies of the state may hold the old ones
	}
	if s.guesses(now, e) && s.Closed != OutcomeTransferred {
		return tooManyCPFs(c, s, now)
	}
	return Result{}
}

// masked are the values behind masks of a kind.
func masked(masks []Mask, kind string) []string {
	var list []string
	for _, m := range masks {
		if strings.Contains(m.Name, kind) {
			list = append(list, m.Value)
		}
	}
	return list
}

// leastWanted is the oldest mask that no booking needs, else the oldest.
func (s *State) leastWanted() int {
	needless := func(m Mask) bool {
		return !strings.Contains(m.Name, "CPF") && !strings.Contains(m.Name, "NOME") && !strings.Contains(m.Name, "NASCIMENTO")
	}
	return max(0, slices.IndexFunc(s.Masks, needless))
}

// remember adds a line and forgets the oldest beyond the bounds.
func (s *State) remember(line Line) {
	if line.Text == "" {
		return
	}
	line.Text = shortened(line.Text, maxLineSize)
	s.Thread = append(s.Thread, line)
	s.Thread = s.Thread[max(0, len(s.Thread)-maxLines):]
}

// rememberSaid keeps our own texts where the words of the conversation are kept.
func (s *State) rememberSaid(e Event, effects []Effect) {
	if len(s.Thread) == 0 {
		return
	}
	for _, effect := range effects {
		say, ok := effect.(Say)
		if !ok {
			continue
		}
		switch e := e.(type) {
		case AppointmentMade:
			say.Text = bookedLine
		case Reply:
			if e.Line != "" {
				say.Text = e.Line
			}
		}
		s.remember(Line{Agent: true, Text: s.masked(say.Text)})
	}
}

// masked is one of the code's own texts without the data that it repeats.
func (s *State) masked(text string) string {
	for _, m := range s.Masks {
		if len(m.Value) >= minMasked {
			text = strings.ReplaceAll(text, m.Value, m.Name)
		}
	}
	if s.Patient.Name != "" {
		text = strings.ReplaceAll(text, s.Patient.Name, "[NOME]")
	}
	if day, err := time.Parse(time.DateOnly, s.Patient.BirthDate); err == nil {
		text = strings.ReplaceAll(text, day.Format("02/01/2006"), "[NASCIMENTO]")
	}
	return text
}

// minMasked is the shortest value that is looked for, in bytes.
const minMasked = 4

// shortened is at most size bytes of text, whole letters.
func shortened(text string, size int) string {
	if len(text) <= size {
		return text
	}
	for size > 0 && !utf8.RuneStart(text[size]) {
		size--
	}
	return text[:size]
}
