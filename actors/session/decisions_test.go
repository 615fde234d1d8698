package session

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"atende/actors/session/outbox"
	"atende/integrations/scheduling"
)

var update = flag.Bool("update", false, "write the tables of docs/decisions.md anew; review the difference")

// decisionsPage is the page whose tables are made of the code.
const decisionsPage = "../../docs/decisions.md"

// The tables of docs/decisions.md are those that the code decides by.
func TestDecisionsPage(t *testing.T) {
	raw, err := os.ReadFile(decisionsPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	for name, table := range map[string]string{
		"sends": sendsTable(), "transfer": transferTable(), "a3": registerTable(), "a4": bookTable(),
	} {
		begin, end := "<!-- "+name+": made by TestDecisionsPage -->\n\n", "\n<!-- end -->"
		before, rest, found := strings.Cut(page, begin)
		_, after, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Fatalf("no place for the table of %s", name)
		}
		page = before + begin + table + end + after
	}
	switch {
	case page == string(raw):
	case *update:
		if err := os.WriteFile(decisionsPage, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("docs/decisions.md is not what the code does; make generate, and read the difference")
	}
}

// tableOf is a table of Markdown.
func tableOf(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	line(head)
	line(slices.Repeat([]string{"---"}, len(head)))
	for _, row := range rows {
		line(row)
	}
	return b.String()
}

func sendsTable() string {
	var rows [][]string
	for _, rule := range outbox.Rules {
		rows = append(rows, []string{string(rule.Fate), string(rule.Way), rule.When, string(rule.Then)})
	}
	return tableOf([]string{"outcome", "channel", "attempt", "then"}, rows)
}

func transferTable() string {
	var rows [][]string
	for _, f := range outbox.Fates {
		rows = append(rows, []string{string(f), string(outbox.AfterTransfer(f))})
	}
	return tableOf([]string{"outcome", "then"}, rows)
}

func registerTable() string {
	var rows [][]string
	for _, f := range outbox.Fates {
		rows = append(rows, []string{string(f), string(afterRegister(f))})
	}
	return tableOf([]string{"outcome", "then"}, rows)
}

func bookTable() string {
	meaning := map[scheduling.Verdict]string{
		scheduling.Executed: "executed", scheduling.NotExecuted: "not executed", scheduling.Open: "open",
	}
	settles := func(status int) string {
		a := answerOf(scheduling.Booking{Verdict: scheduling.VerdictOf(status, true), Status: status})
		return map[bool]string{true: "yes", false: "no"}[a.Conclusive()]
	}
	rows := [][]string{{"none, it did not leave", meaning[scheduling.VerdictOf(0, false)], settles(0)}}
	for from := 100; from < 600; {
		to := from
		same := func(status int) bool {
			return scheduling.VerdictOf(status, true) == scheduling.VerdictOf(from, true) && settles(status) == settles(from)
		}
		for to+1 < 600 && same(to+1) {
			to++
		}
		span := fmt.Sprint(from)
		if to > from {
			span += fmt.Sprint("–", to)
		}
		rows = append(rows, []string{span, meaning[scheduling.VerdictOf(from, true)], settles(from)})
		from = to + 1
	}
	rows = append(rows, []string{"none, it left", meaning[scheduling.VerdictOf(0, true)], "no"})
	return tableOf([]string{"status of the answer", "the call was", "as the answer to a repeat it settles the call before"}, rows)
}
