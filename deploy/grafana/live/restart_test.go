package live

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Counts are exact over restarts, with several nodes, and for processes that began within the range, at scrapes
// every 15 s as operators have them: Prometheus' own functions are asked for the numbers of made-up nodes.  The
// range is the hour that ends 7 s after 2 h, between two scrapes, as it usually does.
func TestCountsSurviveRestarts(t *testing.T) {
	const booked = `atende_funnel_total{job="clinic",stage="booked",instance="%s"}`
	const began = `process_start_time_seconds{job="clinic",instance="%s"}`
	for name, c := range map[string]struct {
		series map[string]string // what four scrapes a minute see, from 0 to 2 h
		want   float64
	}{
		"an old process": {map[string]string{
			fmt.Sprintf(booked, "n1"): "100x240 107x240", fmt.Sprintf(began, "n1"): "-5x480",
		}, 7},
		"an old process that counts a lot": {map[string]string{
			fmt.Sprintf(booked, "n1"): "1000+10x440 5400x39", fmt.Sprintf(began, "n1"): "-5x480",
		}, 2000},
		"one of two did not count": {map[string]string{
			fmt.Sprintf(booked, "n1"): "0x300 12x180", fmt.Sprintf(began, "n1"): "-5x480",
			fmt.Sprintf(booked, "n2"): "40x480", fmt.Sprintf(began, "n2"): "-5x480",
		}, 12},
		"a process that began within the hour, and counted before it was scraped": {map[string]string{
			fmt.Sprintf(booked, "n1"): "_x300 3x10 5x170", fmt.Sprintf(began, "n1"): "_x300 4490x180",
		}, 5},
		"a restart under the same name": {map[string]string{
			fmt.Sprintf(booked, "n1"): "20x250 23x49 0x10 4x180", fmt.Sprintf(began, "n1"): "-5x299 4480x190",
		}, 7},
		"three restarts": {map[string]string{
			fmt.Sprintf(booked, "n1"): "9x250 10x20 0x10 2x30 0x10 1x30 0x10 30x120", fmt.Sprintf(began, "n1"): "-5x270 4060x40 4700x40 5300x130",
		}, 34},
		"a restart just before the hour": {map[string]string{
			fmt.Sprintf(booked, "n1"): "80x240 0x100 3x140", fmt.Sprintf(began, "n1"): "-5x240 3601x240",
		}, 3},
		"a node that was not scraped when the hour began": {map[string]string{
			fmt.Sprintf(booked, "n1"): "80x200 _x100 82x100 83x80", fmt.Sprintf(began, "n1"): "-5x480",
		}, 1},
		"a node that was replaced by another": {map[string]string{
			fmt.Sprintf(booked, "n1"): "50x250 54x50 stale", fmt.Sprintf(began, "n1"): "-5x300 stale",
			fmt.Sprintf(booked, "n2"): "_x300 0x20 6x160", fmt.Sprintf(began, "n2"): "_x300 4490x180",
		}, 10},
		"nobody": {map[string]string{
			fmt.Sprintf(booked, "n1"): "0x480", fmt.Sprintf(began, "n1"): "-5x480",
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			promtool(t, "test", "rules", madeUp(t, "Consultas marcadas", c.series, c.want))
		})
	}
}

// Money is counted as exactly, and not rounded to whole coins; where a process began anew, increase() makes it a
// scrape interval's share of the hour too much.
func TestCostIsCountedInFractions(t *testing.T) {
	const cost = `atende_model_cost_total{job="clinic",instance="n1"}`
	const began = `process_start_time_seconds{job="clinic",instance="n1"}`
	for name, c := range map[string]struct {
		series map[string]string
		want   float64
	}{
		"an old process":                       {map[string]string{cost: "12.5x240 12.87x240", began: "-5x480"}, .37},
		"a process that began within the hour": {map[string]string{cost: "_x300 0.12x10 0.37x170", began: "_x300 4490x180"}, .37},
		"a restart under the same name": {map[string]string{
			cost: "20.5x250 23x49 0x10 4.25x180", began: "-5x299 4480x190",
		}, 6.778},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			promtool(t, "test", "rules", madeUp(t, "Cost", c.series, c.want))
		})
	}
}

// madeUp writes a test for promtool: what the first number of a panel is, to a thousandth.
func madeUp(t *testing.T, panel string, series map[string]string, want float64) string {
	t.Helper()
	expr := ""
	for _, q := range dashboards(t) {
		if q.panel == panel && expr == "" {
			expr = frame{job: "clinic", from: time.Unix(3607, 0), to: time.Unix(7207, 0)}.fill(q.expr)
		}
	}
	var text strings.Builder
	text.WriteString("tests:\n  - interval: 15s\n    input_series:\n")
	for name, values := range series {
		fmt.Fprintf(&text, "      - {series: '%s', values: '%s'}\n", name, values)
	}
	fmt.Fprintf(&text, "    promql_expr_test:\n      - {expr: 'round(%s, 0.001)', eval_time: 7207s, exp_samples: [{labels: '{}', value: %g}]}\n", expr, want)
	path := filepath.Join(t.TempDir(), "restart.yml")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
