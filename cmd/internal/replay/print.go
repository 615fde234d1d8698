package replay

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// Write prints the report for a person.
func (r Report) Write(out io.Writer) {
	fmt.Fprintf(out, "%s with %s %s led twice; %d of them end with the present files as they were recorded\n",
		many(r.Conversations, "conversation", "conversations"), many(r.Turns, "turn", "turns"), word(r.Conversations, "was", "were"), r.Faithful)
	for _, line := range []struct {
		count int
		what  string
	}{
		{r.Modeled, word(r.Modeled, "was", "were") + " led by a language model, and by the rules here"},
		{r.Partial, word(r.Partial, "begins", "begin") + " in the middle, because the beginning is no longer recorded"},
		{r.Unreadable, word(r.Unreadable, "line", "lines") + " of the recording could not be read"},
	} {
		if line.count > 0 {
			fmt.Fprintf(out, "%d %s\n", line.count, line.what)
		}
	}
	fmt.Fprintf(out, "\n%s otherwise with the candidate, %s as before in other words\n", many(r.Changed, "ends", "end"), many(r.Reworded, "ends", "end"))
	if r.Followed > 0 {
		fmt.Fprintf(out, "%s as before after other questions, which the patient answered from what the recording tells\n", many(r.Followed, "ends", "end"))
	}
	for _, s := range r.Ends {
		fmt.Fprintf(out, "  %d: %s → %s\n", s.Count, cmp.Or(s.Before, "no outcome"), cmp.Or(s.After, "no outcome"))
	}
	for _, c := range r.Changes {
		c.write(out)
	}
	if left := r.Changed - len(r.Changes); left > 0 {
		fmt.Fprintf(out, "\nand %d more\n", left)
	}
	for _, s := range r.Sentences {
		fmt.Fprintf(out, "\n%s in other words, first in session %s, turn %d\n", many(s.Count, "time", "times"), s.Session, s.Turn)
		quote(out, "before", s.Before)
		quote(out, "after", s.After)
	}
}

func (c Change) write(out io.Writer) {
	fmt.Fprintf(out, "\nsession %s, turn %d: %s → %s", c.Session, c.Turn, c.Before, c.After)
	if c.Model {
		fmt.Fprint(out, " (was led by a language model)")
	}
	fmt.Fprintln(out)
	quote(out, "patient", c.Heard...)
	quote(out, "before", c.SaidBefore...)
	quote(out, "after", c.SaidAfter...)
}

// String is the end in one line.
func (e End) String() string {
	text := cmp.Or(strings.Join(e.Outcomes, ", "), "no outcome")
	if len(e.Booked) > 0 {
		text += " [" + strings.Join(e.Booked, "; ") + "]"
	}
	if e.Stage != "" {
		text += " at " + e.Stage
	}
	if e.Turn != 0 {
		text += fmt.Sprintf(" in turn %d", e.Turn)
	}
	if len(e.Reasons) > 0 {
		text += " (" + strings.Join(e.Reasons, ", ") + ")"
	}
	return text
}

// many is a number with the word for it.
func many(n int, one, more string) string { return fmt.Sprintf("%d %s", n, word(n, one, more)) }

func word(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// quote prints texts line by line behind who says them.
func quote(out io.Writer, who string, texts ...string) {
	for _, text := range texts {
		for line := range strings.Lines(text) {
			fmt.Fprintf(out, "  %-8s %s\n", who, strings.TrimRight(line, "\n"))
			who = ""
		}
	}
}
