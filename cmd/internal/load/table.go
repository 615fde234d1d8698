package load

import (
	"encoding/json"
	"io"
	"slices"
)

// Table is what came of a comparison.
type Table struct {
	Rows   []Row   `json:"targets"`
	Ratios []Ratio `json:"ratios"`
}

// Row is one target.
type Row struct {
	Target string   `json:"target"`
	Runs   []Report `json:"runs"`
	// Median holds, value by value, the median of the runs, and the sums of what must not happen.
	Median Summary `json:"median"`
}

// Summary is a row of the table.
type Summary struct {
	MessagesPerSecond float64 `json:"messages_per_second"` // accepted
	TurnsPerSecond    float64 `json:"turns_per_second"`
	CPUMicroseconds   float64 `json:"cpu_microseconds_per_turn"`
	TurnsPerCPUSecond float64 `json:"turns_per_cpu_second"`
	DatabaseMicros    float64 `json:"database_cpu_microseconds_per_turn"`
	// TurnsPerWholeCPUSecond counts agents and database.
	TurnsPerWholeCPUSecond float64 `json:"turns_per_whole_cpu_second"`
	DriverMicros           float64 `json:"driver_cpu_microseconds_per_turn"`
	AcceptP50              float64 `json:"accept_p50_ms"`
	AcceptP99              float64 `json:"accept_p99_ms"`
	ReplyP50               float64 `json:"reply_p50_ms"`
	ReplyP99               float64 `json:"reply_p99_ms"`
	RSSMiB                 float64 `json:"rss_mib"`
	Verdict
}

// Ratio compares a target with a baseline: the medians, over the rounds, of what the two did in the
// same round.
type Ratio struct {
	Target   string `json:"target"`
	Baseline string `json:"baseline"`
	// TurnsPerCPUSecond is target / baseline, more is better: first of the agents alone, then with
	// their databases.  The two latencies likewise, less is better.
	TurnsPerCPUSecond      float64 `json:"turns_per_cpu_second"`
	TurnsPerWholeCPUSecond float64 `json:"turns_per_whole_cpu_second"`
	AcceptP99              float64 `json:"accept_p99"`
	ReplyP99               float64 `json:"reply_p99"`
}

func tableOf(chosen []target, rows []Row) Table {
	var t Table
	for _, row := range rows {
		if len(row.Runs) > 0 {
			row.Median = summarize(row.Runs)
			t.Rows = append(t.Rows, row)
		}
	}
	for i, own := range chosen {
		for j, other := range chosen {
			if slices.Contains(own.baselines, other.name) && len(rows[i].Runs)*len(rows[j].Runs) > 0 {
				t.Ratios = append(t.Ratios, compare(rows[i], rows[j]))
			}
		}
	}
	return t
}

func summarize(runs []Report) Summary {
	of := func(value func(Report) float64) float64 { return median(runs, value) }
	s := Summary{
		MessagesPerSecond:      of(func(r Report) float64 { return r.MessagesPerSecond }),
		TurnsPerSecond:         of(func(r Report) float64 { return r.TurnsPerSecond }),
		CPUMicroseconds:        of(func(r Report) float64 { return 1000 * r.CPUPer1000Turns }),
		TurnsPerCPUSecond:      of(func(r Report) float64 { return r.TurnsPerCPUSecond }),
		DatabaseMicros:         of(func(r Report) float64 { return 1000 * r.DatabaseCPUPer1000Turns }),
		TurnsPerWholeCPUSecond: of(func(r Report) float64 { return r.TurnsPerWholeCPUSecond }),
		DriverMicros:           of(func(r Report) float64 { return 1000 * r.DriverCPUPer1000Turns }),
		AcceptP50:              of(func(r Report) float64 { return milliseconds(r.Accept.P50) }),
		AcceptP99:              of(func(r Report) float64 { return milliseconds(r.Accept.P99) }),
		ReplyP50:               of(func(r Report) float64 { return milliseconds(r.Reply.P50) }),
		ReplyP99:               of(func(r Report) float64 { return milliseconds(r.Reply.P99) }),
		RSSMiB:                 of(func(r Report) float64 { return mebibytes(r.RSS) }),
	}
	for _, r := range runs {
		s.Lost += r.Lost
		s.Repeated += r.Repeated
		s.OutOfOrder += r.OutOfOrder
		s.Doubled += r.Doubled
	}
	return s
}

// compare pairs the runs of a round.
func compare(own, other Row) Ratio {
	var cpu, whole, accept, reply []float64
	for i := range min(len(own.Runs), len(other.Runs)) {
		a, b := own.Runs[i], other.Runs[i]
		cpu = append(cpu, ratio(a.TurnsPerCPUSecond, b.TurnsPerCPUSecond))
		whole = append(whole, ratio(a.TurnsPerWholeCPUSecond, b.TurnsPerWholeCPUSecond))
		accept = append(accept, ratio(float64(a.Accept.P99), float64(b.Accept.P99)))
		reply = append(reply, ratio(float64(a.Reply.P99), float64(b.Reply.P99)))
	}
	same := func(v float64) float64 { return v }
	return Ratio{
		Target: own.Target, Baseline: other.Target,
		TurnsPerCPUSecond: median(cpu, same), TurnsPerWholeCPUSecond: median(whole, same),
		AcceptP99: median(accept, same), ReplyP99: median(reply, same),
	}
}

// median is the middle value, or the mean of the two in the middle.
func median[T any](list []T, value func(T) float64) float64 {
	var values []float64
	for _, entry := range list {
		values = append(values, value(entry))
	}
	slices.Sort(values)
	if len(values) == 0 {
		return 0
	}
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// OK reports whether every run was.
func (t Table) OK() bool {
	wrong := func(r Report) bool { return !r.OK() }
	return !slices.ContainsFunc(t.Rows, func(r Row) bool { return slices.ContainsFunc(r.Runs, wrong) })
}

// Single is the report of a table that holds no more than one; false for others.
func (t Table) Single() (Report, bool) {
	if len(t.Rows) != 1 || len(t.Rows[0].Runs) != 1 {
		return Report{}, false
	}
	return t.Rows[0].Runs[0], true
}

// WriteJSON writes the table as one JSON object on one line.
func (t Table) WriteJSON(out io.Writer) error { return json.NewEncoder(out).Encode(t) }

// WriteText writes the table for people.
func (t Table) WriteText(out io.Writer) error {
	p := &page{out: out}
	p.line("%-17s %8s %8s %18s %10s %17s %19s %8s %s", "target", "accepted", "turns/s", "CPU µs a turn", "turns/", "202 ms", "202 → reply ms", "RSS", "lost/repeated/")
	p.line("%-17s %8s %8s %9s %8s %10s %8s %8s %9s %9s %8s %s", "", "a second", "", "agents", "database", "CPU s", "p50", "p99", "p50", "p99", "MiB", "disorder/doubled")
	for _, r := range t.Rows {
		m := r.Median
		p.line("%-17s %8.0f %8.0f %9.0f %8.0f %10.0f %8.2f %8.2f %9.2f %9.2f %8.1f %d/%d/%d/%d", r.Target,
			m.MessagesPerSecond, m.TurnsPerSecond, m.CPUMicroseconds, m.DatabaseMicros, m.TurnsPerWholeCPUSecond,
			m.AcceptP50, m.AcceptP99, m.ReplyP50, m.ReplyP99, m.RSSMiB, m.Lost, m.Repeated, m.OutOfOrder, m.Doubled)
	}
	if len(t.Ratios) > 0 {
		p.line("")
		p.line("%-36s %12s %14s %12s %14s", "ratio", "turns/CPU s", "agents alone", "202 p99", "reply p99")
	}
	for _, r := range t.Ratios {
		p.line("%-36s %12.2f %14.2f %12.2f %14.2f", r.Target+" / "+r.Baseline, r.TurnsPerWholeCPUSecond, r.TurnsPerCPUSecond, r.AcceptP99, r.ReplyP99)
	}
	if len(t.Rows) > 0 {
		p.line("")
		p.line("medians of %d runs each; the driver took %.0f µs of CPU a turn", len(t.Rows[0].Runs), t.Rows[0].Median.DriverMicros)
	}
	return p.err
}
