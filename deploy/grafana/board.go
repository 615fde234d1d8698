package main

import (
	"github.com/grafana/grafana-foundation-sdk/go/common"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/text"
)

// columns is how wide a dashboard is.
const columns = 24

// board is one dashboard: rows from top to bottom, in each the panels from left to right.
type board struct {
	uid, title, description string
	timezone                string
	from, refresh           string // what is shown at first: since when, how often it is asked anew
	variables               []variable
	links                   []link
	rows                    []row
}

// row is a line with a title, and panels that fill whole lines below it.
type row struct {
	title  string
	panels []panel
	closed bool // until somebody opens it: what most installations do not have.  Only the last row.
}

// variable is a choice at the top; its values are the values of a label, or what somebody writes.
type variable struct {
	name, label, description string
	query                    string // PromQL of Grafana: label_values(…); "": a text
	all                      string // what stands there while every value is chosen
	text                     string // of a text, what stands there at first
}

// link leads to another dashboard (by its uid) or to an address.
type link struct {
	title, tooltip string
	uid, address   string
}

// source is the Prometheus that was chosen at the top.
func source() common.DataSourceRef {
	kind, uid := "prometheus", "${datasource}"
	return common.DataSourceRef{Type: &kind, Uid: &uid}
}

// build makes the dashboard of Grafana's schema, and puts every panel where it belongs.
func (b board) build() (dashboard.Dashboard, error) {
	made := dashboard.NewDashboardBuilder(b.title).
		Uid(b.uid).Description(b.description).Tags([]string{"atende"}).
		Timezone(b.timezone).Time(b.from, "now").Refresh(b.refresh).
		Tooltip(dashboard.DashboardCursorSyncCrosshair).Editable().
		WithVariable(dashboard.NewDatasourceVariableBuilder("datasource").Label("Prometheus").Type("prometheus").
			Description("Prometheus"))
	for _, v := range b.variables {
		if v.query == "" {
			made.WithVariable(v.written())
		} else {
			made.WithVariable(v.asked())
		}
	}
	for _, l := range b.links {
		made.Link(l.builder())
	}
	const about = 2 // lines of what this is about, at the top
	made.WithPanel(text.NewPanelBuilder().Id(1).Transparent(true).Content(b.description).
		GridPos(dashboard.GridPos{H: about, W: columns}))
	id, y := uint32(2), uint32(about)
	for _, r := range b.rows {
		title := dashboard.NewRowBuilder(r.title).Id(id).Collapsed(r.closed).GridPos(dashboard.GridPos{H: 1, W: columns, Y: y})
		id++
		if r.closed {
			r.place(func(p built) { title.WithPanel(p) }, &id, y+1)
		}
		made.WithRow(title)
		if !r.closed {
			y = r.place(func(p built) { made.WithPanel(p) }, &id, y+1)
		}
	}
	return made.Build()
}

// place adds the panels of a row from the line y down and returns the next free line.
func (r row) place(add func(built), id *uint32, y uint32) uint32 {
	x, high := uint32(0), uint32(0)
	for _, p := range r.panels {
		if x+p.w > columns {
			x, y, high = 0, y+high, 0
		}
		add(built{p: p, id: *id, at: dashboard.GridPos{X: x, Y: y, W: p.w, H: p.h}})
		*id++
		x, high = x+p.w, max(high, p.h)
	}
	return y + high
}

// asked is a choice of values that Prometheus knows; all of them at first.
func (v variable) asked() *dashboard.QueryVariableBuilder {
	everything := "$__all"
	return dashboard.NewQueryVariableBuilder(v.name).Label(v.label).Description(v.description).
		Datasource(source()).Definition(v.query).
		Query(dashboard.StringOrMap{Map: map[string]any{"query": v.query, "refId": v.name}}).
		Refresh(dashboard.VariableRefreshOnTimeRangeChanged).Sort(dashboard.VariableSortAlphabeticalAsc).
		Multi(true).IncludeAll(true).AllValue(".*").
		Current(dashboard.VariableOption{
			Text:  dashboard.StringOrArrayOfString{String: &v.all},
			Value: dashboard.StringOrArrayOfString{String: &everything},
		})
}

// written is a text that is used in links.
func (v variable) written() *dashboard.TextBoxVariableBuilder {
	first := v.text
	value := dashboard.StringOrArrayOfString{String: &first}
	return dashboard.NewTextBoxVariableBuilder(v.name).Label(v.label).Description(v.description).
		DefaultValue(dashboard.StringOrMap{String: &first}).
		Current(dashboard.VariableOption{Text: value, Value: value})
}

// builder is the link in Grafana's schema; the range of time goes along.
func (l link) builder() *dashboard.DashboardLinkBuilder {
	address := l.address
	if l.uid != "" {
		address = "/d/" + l.uid
	}
	made := dashboard.NewDashboardLinkBuilder(l.title).Type(dashboard.DashboardLinkTypeLink).Tooltip(l.tooltip).Url(address)
	if l.uid != "" {
		return made.KeepTime(true).Icon("dashboard")
	}
	return made.Icon("doc").TargetBlank(true)
}

// The variables that the dashboards share.
var (
	jobs = variable{
		name: "job", label: "Job", all: "All", query: "label_values(atende_turns_total, job)",
		description: "The job of Prometheus that asks atende for its metrics: one installation.",
	}
	nodes = variable{
		name: "instance", label: "Node", all: "All", query: `label_values(atende_turns_total{job=~"$job"}, instance)`,
		description: "Nodes, as host:port of their admin listener.",
	}
	clinics = variable{
		name: "clinic", label: "Clinic", all: "All", query: `label_values(atende_turns_total{job=~"$job"}, clinic)`,
		description: "Clinics of a process that serves several (ATENDE_CLINICS).",
	}
	runbook = variable{
		name: "runbook", label: "Runbook", text: "docs/runbook.md",
		description: "Where your people read docs/runbook.md of this repository; the link at the top leads there.",
	}
)
