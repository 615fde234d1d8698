package live

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// question is one expression that operators' tools ask.
type question struct {
	where  string // file, panel or rule
	panel  string
	expr   string // as it stands there
	legend string
	alert  string
	table  bool
	daily  bool // asked once a day, at midnight in São Paulo

	exemplars bool
}

// dashboards reads every query of every panel.
func dashboards(t *testing.T) []question {
	t.Helper()
	files, err := filepath.Glob("../dashboards/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dashboards (%v)", err)
	}
	var found []question
	for _, file := range files {
		for _, p := range panels(t, file) {
			for _, q := range p.Targets {
				found = append(found, question{
					where: filepath.Base(file) + ", " + p.Title + ", " + q.RefID, panel: p.Title, expr: q.Expr,
					legend: q.LegendFormat, table: q.Format == "table", daily: p.Interval == "1d",
					exemplars: q.Exemplar,
				})
			}
		}
	}
	return found
}

// panel is what is needed of one.
type panel struct {
	Title, Interval string
	Targets         []struct {
		RefID, Expr, LegendFormat, Format string
		Exemplar                          bool
	}
}

func panels(t *testing.T, file string) []panel {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Panels []struct {
			panel
			Panels []panel // of a row that is closed
		}
	}
	if err := json.Unmarshal(content, &d); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var all []panel
	for _, p := range d.Panels {
		all = append(append(all, p.panel), p.Panels...)
	}
	return all
}

// rule records something or alerts.
type rule struct {
	Record, Alert, Expr string
	Labels, Annotations map[string]string
}

// rules reads all rules, in order.
func rules(t *testing.T) []rule {
	t.Helper()
	files, err := filepath.Glob("../../prometheus/rules/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules (%v)", err)
	}
	var found []rule
	for _, file := range files {
		var read struct{ Groups []struct{ Rules []rule } }
		decode(t, file, &read)
		for _, g := range read.Groups {
			found = append(found, g.Rules...)
		}
	}
	return found
}

func decode(t *testing.T, file string, into any) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err == nil {
		err = yaml.Unmarshal(content, into) // whether the fields are right is promtool's business
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// questions are all of them.
func questions(t *testing.T) []question {
	t.Helper()
	found := dashboards(t)
	for _, r := range rules(t) {
		found = append(found, question{where: "rule " + r.Record + r.Alert, expr: r.Expr, alert: r.Alert})
	}
	return found
}

// frame is what a person chose at the top of a dashboard: one installation or all of them, and a range of time.
type frame struct {
	job      string
	from, to time.Time
}

// variable is one that stands in an expression.
var variable = regexp.MustCompile(`\$(\w+)`)

// fill puts values where Grafana does.
func (f frame) fill(expr string) string {
	length := int(f.to.Sub(f.from).Seconds())
	return variable.ReplaceAllStringFunc(expr, func(name string) string {
		switch name[1:] {
		case "__range":
			return strconv.Itoa(length) + "s"
		case "__range_s":
			return strconv.Itoa(length)
		case "__rate_interval":
			return "1m"
		case "job":
			return f.job
		default: // every choice begins with "all", and its value is this
			return ".*"
		}
	})
}

// sao is where the days of the conversion dashboard begin.
func sao(t *testing.T) *time.Location {
	t.Helper()
	place, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// answer asks a question as Grafana does.
func (w *world) answer(t *testing.T, q question, f frame) ([]point, error) {
	t.Helper()
	if !q.daily {
		return w.prometheus.instant(f.fill(q.expr), f.to)
	}
	local := f.from.In(sao(t))
	midnight := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, local.Location())
	return w.prometheus.span(f.fill(q.expr), midnight, f.to, 24*time.Hour)
}

// placeholder is a label in a legend.
var placeholder = regexp.MustCompile(`\{\{(\w+)\}\}`)

// name is what a person reads beside a value.
func (q question) name(p point) string {
	legend := placeholder.ReplaceAllStringFunc(q.legend, func(label string) string { return p.labels[label[2:len(label)-2]] })
	if !q.table {
		return legend
	}
	var cells []string
	for _, label := range []string{"doctor", "plan", "specialty", "weekday", "period"} {
		if value := p.labels[label]; value != "" {
			cells = append(cells, value)
		}
	}
	if !strings.Contains(q.legend, "{{") && q.legend != "" {
		cells = append(cells, legend)
	}
	return strings.Join(cells, ", ")
}

// shows lists the values of a panel that are not 0, by what a person reads beside them.
func (w *world) shows(t *testing.T, panel string, f frame) (map[string]float64, error) {
	t.Helper()
	values, asked := map[string]float64{}, 0
	for _, q := range dashboards(t) {
		if q.panel != panel || !strings.HasPrefix(q.where, "atende-conversion") {
			continue
		}
		asked++
		found, err := w.answer(t, q, f)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			if p.value != 0 {
				values[q.name(p)] += p.value
			}
		}
	}
	if asked == 0 {
		return nil, fmt.Errorf("there is no panel %q", panel)
	}
	return values, nil
}
