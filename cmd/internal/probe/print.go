package probe

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Write prints the report for a person; path is the clinic file.
func (r Report) Write(out io.Writer, path string) {
	fmt.Fprintf(out, "%s: %d of %d combinations of doctor, procedure and plan answered, times from %s to %s\n",
		r.Clinic, r.Answered, r.Questions, r.From, r.To)
	if len(r.Findings) == 0 {
		fmt.Fprintln(out, "every line has times")
		return
	}
	fmt.Fprintln(out)
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, f := range r.Findings {
		kind := string(f.Kind)
		if f.Note {
			kind += " (note)"
		}
		fmt.Fprintf(table, "%s:%d\t%s\t%s\t%s\n", path, f.Line, kind, f.Subject, f.Reason)
	}
	_ = table.Flush() // like Fprint: nobody is left to tell
}
