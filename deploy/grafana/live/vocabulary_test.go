package live

import (
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"
)

var language = parser.NewParser(parser.Options{})

func parse(t *testing.T, expr string) parser.Expr {
	t.Helper()
	parsed, err := language.ParseExpr(expr)
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	return parsed
}

// loosened is what an expression compares: comparisons say 0 or 1 instead of leaving values out, and of "A unless
// B" A stays.
func loosened(t *testing.T, expr string) string {
	t.Helper()
	root := &parser.ParenExpr{Expr: parse(t, expr)}
	loosen(root)
	return root.Expr.String()
}

func loosen(node parser.Node) {
	replace := func(e *parser.Expr) {
		if b, ok := (*e).(*parser.BinaryExpr); ok && b.Op == parser.LUNLESS {
			*e = b.LHS
		}
	}
	switch n := node.(type) {
	case *parser.BinaryExpr:
		n.ReturnBool = n.ReturnBool || n.Op.IsComparisonOperator()
		replace(&n.LHS)
		replace(&n.RHS)
	case *parser.ParenExpr:
		replace(&n.Expr)
	case *parser.AggregateExpr:
		replace(&n.Expr)
	}
	for _, child := range parser.Children(node) {
		loosen(child)
	}
}

// selectors are those of an expression.
func selectors(expr parser.Expr) []*parser.VectorSelector {
	var found []*parser.VectorSelector
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		if s, ok := node.(*parser.VectorSelector); ok {
			found = append(found, s)
		}
		return nil
	})
	return found
}

// groups are the labels that an expression sums by or joins on.
func groups(expr parser.Expr) []string {
	var found []string
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		switch n := node.(type) {
		case *parser.AggregateExpr:
			found = append(found, n.Grouping...)
		case *parser.BinaryExpr:
			if n.VectorMatching != nil {
				found = append(found, n.VectorMatching.MatchingLabels...)
			}
		}
		return nil
	})
	return found
}

// Every selector matches series that are there, by a value that exists, and every label that is summed by, joined
// on or shown in a legend is one of them: a metric that was renamed, a label value that was misspelt and a legend
// that stays empty are found here.
func TestExpressionsNameWhatThereIs(t *testing.T) {
	w := day(t)
	f := frame{job: ".*", from: w.begun, to: evening}
	for _, q := range questions(t) {
		expr := parse(t, f.fill(q.expr))
		known := map[string]bool{}
		for _, s := range selectors(expr) {
			if s.Name == "ALERTS" { // Prometheus' own, once one fires
				continue
			}
			found, err := w.prometheus.series(selector(s))
			if err != nil || len(found) == 0 {
				t.Errorf("%s: no series is %s (%v)", q.where, selector(s), err)
			}
			for _, one := range found {
				for label := range one {
					known[label] = true
				}
			}
			for _, m := range s.LabelMatchers {
				if m.Name != clinicLabel && len(found) > 0 && !slices.ContainsFunc(found, func(one map[string]string) bool { return one[m.Name] != "" }) {
					t.Errorf("%s: %s has no label %s", q.where, s.Name, m.Name)
				}
			}
		}
		wanted := groups(expr)
		for _, p := range placeholder.FindAllStringSubmatch(q.legend, -1) {
			wanted = append(wanted, p[1])
		}
		for _, label := range wanted {
			if label != clinicLabel && !known[label] {
				t.Errorf("%s: nothing has the label %s", q.where, label)
			}
		}
	}
}

// clinicLabel is the label that only a process with several clinics gives its metrics.
const clinicLabel = "clinic"

// selector is the part of a selector that says which series.
func selector(s *parser.VectorSelector) string {
	var written []string
	for _, m := range s.LabelMatchers {
		if m.Name != "__name__" {
			written = append(written, m.String())
		}
	}
	return s.Name + "{" + strings.Join(written, ",") + "}"
}

// unseen are metrics that no panel and no rule asks for, with the reason.
var unseen = []struct{ name, reason string }{
	{"^go_", "Go's own; the dashboards show memory in use and goroutines"},
	{"^process_", "the system's own; the dashboards show memory, CPU, files and the start"},
	{"^promhttp_", "of the page of metrics itself"},
	{"^atende_appointments_total$", "of files that are sent in: who sends one reads the counts in the answer"},
	{"^atende_(webhook|admin)_open$", "a setting, 0 wherever it was not chosen: every start logs it and /ready shows it"},
}

var typeLine = regexp.MustCompile(`(?m)^# TYPE (\S+) `)

// Every metric of the binary is on a dashboard or in a rule: what nobody looks at need not be counted.
func TestEveryMetricIsLookedAt(t *testing.T) {
	w := day(t)
	asked := map[string]bool{}
	f := frame{job: ".*", from: w.begun, to: evening}
	for _, q := range questions(t) {
		for _, s := range selectors(parse(t, f.fill(q.expr))) {
			asked[s.Name] = true
			for _, suffix := range []string{"_bucket", "_sum", "_count"} {
				asked[strings.TrimSuffix(s.Name, suffix)] = true
			}
		}
	}
	exposed := map[string]bool{}
	for _, admins := range w.admins {
		for _, admin := range admins {
			for _, found := range typeLine.FindAllStringSubmatch(page(t, admin+"/metrics"), -1) {
				exposed[found[1]] = true
			}
		}
	}
	if len(exposed) < 40 {
		t.Fatalf("only %d metrics are exposed", len(exposed))
	}
	for _, name := range slices.Sorted(maps.Keys(exposed)) {
		excused := slices.ContainsFunc(unseen, func(u struct{ name, reason string }) bool {
			return regexp.MustCompile(u.name).MatchString(name)
		})
		if !asked[name] && !excused {
			t.Errorf("nobody looks at %s", name)
		}
	}
}

// page is what a node answers.
func page(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", address, response.Status, err)
	}
	return string(content)
}
