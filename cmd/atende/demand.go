package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"text/tabwriter"

	"atende/webhook/admin"
)

var demandPage = page{verb: "demand", about: `
Shows what patients wished for and the clinic had no time for: specialty, doctor, plan, day of the week and part
of the day, most wished first.  It holds no patient data.  The node behind --admin-listen is asked, for all
nodes of a cluster.

  atende demand --from 2026-11-01 --to 2026-11-30 --csv > november.csv`}

// demandSettings are those of `atende demand`.
type demandSettings struct {
	nodeSettings
	from, to  string
	csv, json bool
}

func (s *demandSettings) table() []setting {
	return append([]setting{
		{flag: "from", help: "first day, YYYY-MM-DD; without one, 29 days before the last",
			set: calendarDay(&s.from)},
		{flag: "to", help: "last day; without one, today at the clinic",
			set: calendarDay(&s.to)},
		{flag: "csv", def: "false", toggle: true, help: "print rows for a spreadsheet",
			set: yesNo(&s.csv)},
		jsonRow(&s.json, "print what the node answers, as JSON"),
	}, s.tableNode()...)
}

// path is the page that is asked.
func (s *demandSettings) path() string {
	query := url.Values{}
	if s.from != "" {
		query.Set("from", s.from)
	}
	if s.to != "" {
		query.Set("to", s.to)
	}
	if s.csv {
		query.Set("format", "csv")
	}
	return "/admin/demand?" + query.Encode()
}

// demandVerb is `atende demand`.
func demandVerb(ctx context.Context, w world, args []string) int {
	var s demandSettings
	if err := demandPage.read(s.table(), w, args); err != nil {
		return refuse(w, "demand", err)
	}
	code, raw, err := s.ask(ctx, http.MethodGet, s.path(), nil)
	var wished admin.Demand
	switch {
	case err != nil:
	case code == http.StatusBadRequest:
		return refuse(w, "demand", fmt.Errorf("--from, --to: the first day must not be after the last, and they must be %d at most", admin.MaxDemandDays))
	case code != http.StatusOK:
		err = s.answers(code, raw)
	case !s.csv && (json.Unmarshal(raw, &wished) != nil || wished.From == ""):
		err = errNoNode
	}
	if err != nil {
		return fail(w, "demand", err)
	}
	if s.csv || s.json {
		fmt.Fprintf(w.out, "%s\n", strings.TrimSpace(string(raw)))
	} else {
		writeDemand(w.out, wished)
	}
	return exitOK
}

// writeDemand prints rows for a person.
func writeDemand(out io.Writer, wished admin.Demand) {
	fmt.Fprintf(out, "%s to %s: %d\n", wished.From, wished.To, wished.Total)
	if len(wished.Rows) == 0 {
		return
	}
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "\nWISHES\tSPECIALTY\tDOCTOR\tPLAN\tWEEKDAY\tPERIOD\tCAUSE")
	for _, row := range wished.Rows {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", row.Count, row.Specialty, row.Doctor, row.Plan, row.Weekday, row.Period, row.Why())
	}
	_ = table.Flush() // like Fprint: nobody is left to tell
}
