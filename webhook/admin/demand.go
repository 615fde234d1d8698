package admin

import (
	"context"
	"encoding/csv"
	"net/http"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// demandPage is a Demand with where conversations ended without an appointment.
type demandPage struct {
	Demand
	// Unfinished counts what this node saw since it started; Prometheus has it of all nodes.
	Unfinished []unfinished `json:"unfinished_since_start"`
}

// unfinished are conversations that ended without an appointment.
type unfinished struct {
	Outcome string `json:"outcome"`
	Stage   string `json:"stage"` // the last one they had reached
	Count   int    `json:"count"`
}

// demand answers GET /admin/demand?from=YYYY-MM-DD&to=YYYY-MM-DD: what patients wished for and could not be
// offered, as JSON, as a table for a browser, and with format=csv for a spreadsheet.
func (d desk) demand(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), operatorTimeout)
	defer cancel()
	query := r.URL.Query()
	wished, err := d.Operator.Demand(ctx, query.Get("from"), query.Get("to"))
	if err != nil {
		d.fail(w, r, err)
		return
	}
	switch query.Get("format") {
	case "csv":
		writeDemand(w, wished)
	case "":
		d.show(w, r, "demand", demandPage{Demand: wished, Unfinished: unfinishedOf(d.Gatherer)})
	default:
		refuse(w, http.StatusBadRequest, "unknown_format")
	}
}

// writeDemand sends the rows for a spreadsheet.
func writeDemand(w http.ResponseWriter, wished Demand) {
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", `attachment; filename="demand-`+wished.From+"-"+wished.To+`.csv"`)
	header.Set("Cache-Control", "no-store")
	table := csv.NewWriter(w)
	// A caller that is gone asks again.
	_ = table.Write([]string{"specialty", "doctor", "plan", "weekday", "period", "cause", "count"})
	for _, row := range wished.Rows {
		_ = table.Write([]string{row.Specialty, row.Doctor, row.Plan, row.Weekday, row.Period, row.Cause, strconv.Itoa(row.Count)})
	}
	table.Flush()
}

// unfinishedOf reads the counters that have a value.
func unfinishedOf(gatherer prometheus.Gatherer) []unfinished {
	found := []unfinished{}
	families, _ := gatherer.Gather() // what could be gathered is there beside an error, which /metrics shows
	for _, family := range families {
		if family.GetName() != "atende_unfinished_total" {
			continue
		}
		for _, series := range family.GetMetric() {
			count := int(series.GetCounter().GetValue())
			if count == 0 {
				continue
			}
			row := unfinished{Count: count}
			for _, label := range series.GetLabel() {
				switch label.GetName() {
				case "outcome":
					row.Outcome = label.GetValue()
				case "stage":
					row.Stage = label.GetValue()
				}
			}
			found = append(found, row)
		}
	}
	return found
}
