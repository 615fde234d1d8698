package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
)

// comesAt reports whether a time is one that a label of held-out texts allows: conditions "tue,thu", "morning", "!fri",
// ">=17:00", "!(thu&morning)" joined with & and, weaker, |; "any" allows all.
func comesAt(t *testing.T, label string, slot conversation.Slot) bool {
	t.Helper()
	return slices.ContainsFunc(split(label, '|'), func(all string) bool {
		return !slices.ContainsFunc(split(all, '&'), func(one string) bool { return !comesIf(t, strings.TrimSpace(one), slot) })
	})
}

// split parts a label outside brackets.
func split(label string, at rune) []string {
	depth := 0
	return strings.FieldsFunc(label, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth == 0 && r == at
	})
}

// comesIf reports whether a time is one that a single condition of a label allows.
func comesIf(t *testing.T, label string, slot conversation.Slot) bool {
	t.Helper()
	date, err := time.Parse(time.DateOnly, slot.Date)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case strings.HasPrefix(label, "!"):
		return !comesIf(t, strings.TrimSpace(label[1:]), slot)
	case strings.HasPrefix(label, "("):
		return comesAt(t, strings.TrimSuffix(label[1:], ")"), slot)
	case strings.HasPrefix(label, ">="):
		return slot.Hour >= label[2:]
	case strings.HasPrefix(label, "="):
		return slot.Hour == label[1:]
	case strings.HasPrefix(label, "<="):
		return slot.Hour <= label[2:]
	case label == "any":
		return true
	case label == "morning":
		return slot.Hour < "12:00"
	case label == "afternoon":
		return slot.Hour >= "12:00" && slot.Hour < "18:00"
	case label == "evening":
		return slot.Hour >= "18:00"
	}
	days := strings.Split(label, ",")
	for _, day := range days {
		if !slices.Contains([]string{"mon", "tue", "wed", "thu", "fri", "sat"}, day) {
			t.Fatalf("unknown condition %q", label)
		}
	}
	return slices.Contains(days, strings.ToLower(date.Weekday().String()[:3]))
}

// hours are the clinic's.
var hours = []string{"08:00", "09:30", "11:30", "12:30", "14:00", "15:30", "16:30", "17:30", "18:30"}

// everyTwentyMinutes are the hours of a clinic that times are said of as they are spoken, "9 e 20".
func everyTwentyMinutes() (list []string) {
	for hour := 8; hour < 19; hour++ {
		for minute := 0; minute < 60 && hour != 12; minute += 20 {
			list = append(list, fmt.Sprintf("%02d:%02d", hour, minute))
		}
	}
	return list
}

// weekOf are the times of a week.
func weekOf(hours []string) (list []conversation.Slot) {
	for _, day := range []string{"24", "25", "26", "27", "28", "30"} {
		for _, hour := range hours {
			list = append(list, conversation.Slot{AgendaID: 1, Date: "2026-11-" + day, Hour: hour})
		}
	}
	return list
}

// canCome reports whether a time would be offered in a state.
func canCome(s *conversation.State, slot conversation.Slot) bool {
	if s.Choice != nil {
		slot.AgendaID = s.Choice.AgendaID
		return slot == *s.Choice
	}
	return s.Wish.Allows(slot) && !slices.ContainsFunc(s.Not, func(not conversation.Wish) bool { return not.Allows(slot) })
}

// When patients can come, by what they tell of their lives, in texts of somebody who knew neither examples nor code: of 200
// the phrases alone had 90.  A text is right where all times of a week are, or the one that was chosen.
func TestWhen(t *testing.T) {
	t.Parallel()
	countWhen(t, "when", hours, 200, 118)
}

// Times as they are spoken, days, and what of a life is no wish, by somebody else who knew neither.
func TestSpokenTimes(t *testing.T) {
	t.Parallel()
	countWhen(t, "when2", everyTwentyMinutes(), 160, 83)
}

// countWhen counts the texts of a held-out file after which all times of a week are as they should be.
func countWhen(t *testing.T, name string, hours []string, texts, least int) {
	t.Helper()
	world := strings.ReplaceAll(sampleWorld, " 08:00 09:45 14:30 16:00", " "+strings.Join(hours, " "))
	all, right, week := 0, 0, weekOf(hours)
	at := map[string]string{"W": "> cardiologista, consulta\n\n", "O": "> cardiologista, consulta\n> com a ana souza, unimed\n\n"}
	for _, f := range heldOut(t, name, 3) {
		s := &play(t, world+at[f[0]]+"> "+f[2]+"\n").state
		good := 0
		for _, slot := range week {
			if canCome(s, slot) == comesAt(t, f[1], slot) {
				good++
			}
		}
		all++
		if good == len(week) || s.Choice != nil && comesAt(t, f[1], *s.Choice) {
			right++
		}
	}
	t.Logf("%s: %d of %d", name, right, all)
	if everyText == 1 && (all != texts || right < least) {
		t.Errorf("%d of %d texts allow the times at which the patients can come, want %d", right, all, least)
	}
}

// Whoever asks for an appointment in plain words is taken at them, whatever else stands beside: no example may teach the
// reader that "no sábado à tarde" is only told.
func TestPlainWishesStay(t *testing.T) {
	t.Parallel()
	d := reader(storyClinic(sampleWorld))
	s := &conversation.State{}
	for _, begin := range []string{
		"oi, quero uma consulta com o dr. Bruno Lima ", "quero marcar cardiologista ", "bom dia, preciso de um dermatologista pra minha mãe ", "consulta dra ana souza ",
		"tem cardiologista ", "gostaria de agendar um eletrocardiograma ", "marca pra mim ",
	} {
		for _, when := range []string{
			"no sábado à tarde", "na quinta de manhã", "amanhã às 9h", "dia 25/11 depois das 14h", "terça ou quarta", "antes das 10h", "semana que vem", "sexta 13h30",
		} {
			for _, end := range []string{"", ", tenho Unimed", ", por favor", ", sou particular", ". Meu nome é Rita Alves Prado", ", é a primeira vez", ", obrigada", "?"} {
				text := begin + when + end
				if got, want := d.readAgain(s, text).wish(), wishOf(d.facts(text)); !got.Equal(want) || want.Empty() {
					t.Errorf("%q is a wish for %+v, want %+v", text, got, want)
				}
			}
		}
	}
}
