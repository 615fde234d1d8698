package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/webhook/admin"
)

// writeTimeline prints a conversation for a person.
func writeTimeline(out io.Writer, shown admin.Timeline) {
	fmt.Fprintf(out, "%s: %s", printable(shown.SessionID), standingOf(shown))
	if shown.Waiting > 0 {
		fmt.Fprintf(out, "; %s not answered yet", plural(shown.Waiting, "message"))
	}
	fmt.Fprintln(out)
	if shown.Notice != "" {
		fmt.Fprintf(out, "privacy notice %s", printable(shown.Notice))
		if !shown.NoticeAt.IsZero() {
			fmt.Fprintf(out, ", read %s", shown.NoticeAt.Format(time.RFC3339))
		}
		fmt.Fprintln(out)
	}
	writeSummary(out, shown.Summary)
	for _, turn := range shown.Turns {
		writeTurn(out, turn)
	}
	if len(shown.Turns) == 0 {
		fmt.Fprintln(out, "no turn is kept")
	}
}

// writeSummary prints what a conversation is about, for who takes it over.
func writeSummary(out io.Writer, sum *record.Summary) {
	if sum == nil {
		return
	}
	for _, line := range []struct {
		name  string
		parts []string
	}{
		{"reason", []string{sum.Reason}},
		{"wanted", []string{sum.Procedure, sum.Specialty, sum.Doctor, sum.Plan}},
		{"when", sum.When},
		{"offered", sum.Offered},
		{"chosen", []string{sum.Chosen}},
		{"booked", []string{sum.Booked}},
		{"open", sum.Open},
	} {
		parts := slices.DeleteFunc(slices.Clone(line.parts), func(part string) bool { return part == "" })
		if len(parts) > 0 {
			fmt.Fprintf(out, "%-8s %s\n", line.name, printable(strings.Join(parts, ", ")))
		}
	}
}

func standingOf(shown admin.Timeline) string {
	switch shown.Standing {
	case admin.StandingPerson:
		return "a person has it"
	case admin.StandingPaused:
		return "paused until " + moment(shown.Until)
	case admin.StandingEnded:
		return "the agent answers, nothing is open"
	default:
		return "the agent answers"
	}
}

// writeTurn prints one turn: its head, what was heard, done and said, and where that comes from.
func writeTurn(out io.Writer, turn history.Entry) {
	head := []string{fmt.Sprintf("turn %d", turn.Turn), moment(turn.At), fmt.Sprintf("%.1fs", turn.Seconds)}
	if turn.Result != "" {
		head = append(head, turn.Result)
	}
	fmt.Fprintf(out, "\n%s\n", strings.Join(append(head, turn.Outcomes...), "  "))
	for _, heard := range turn.Heard {
		writeSpeech(out, "patient", cmp.Or(heard.Text, "("+heard.Type+")"))
	}
	for _, rule := range turn.Rules {
		fmt.Fprintf(out, "            rule %s\n", printable(rule))
	}
	for _, step := range turn.Steps {
		fmt.Fprintf(out, "            %s\n", printable(stepOf(step)))
	}
	for _, said := range turn.Said {
		who := said.Kind
		if who == "part" {
			who = "agent"
		}
		writeSpeech(out, who, said.Text)
		if len(said.From) > 0 {
			fmt.Fprintf(out, "            from %s\n", printable(strings.Join(said.From, ", ")))
		}
	}
	if turn.Led != "" {
		fmt.Fprintf(out, "            led by %s\n", printable(turn.Led))
	}
	if len(turn.Traces) > 0 {
		fmt.Fprintf(out, "            trace %s\n", printable(strings.Join(turn.Traces, " ")))
	}
}

// writeSpeech prints what somebody said, its further lines below the first.
func writeSpeech(out io.Writer, who, text string) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if i > 0 {
			who = ""
		}
		fmt.Fprintf(out, "  %-9s %s\n", who, printable(line))
	}
}

// stepOf is a move or a call in a line.
func stepOf(step history.Step) string {
	words := []string{step.Name}
	for _, key := range slices.Sorted(maps.Keys(step.With)) {
		words = append(words, key+"="+step.With[key])
	}
	if step.Result != "" {
		words = append(words, "→", step.Result)
	}
	return strings.Join(words, " ")
}

// printable drops what could move a terminal's cursor or turn its direction.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, s)
}
