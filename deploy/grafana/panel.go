package main

import (
	"maps"
	"regexp"
	"slices"

	"github.com/grafana/grafana-foundation-sdk/go/bargauge"
	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/common"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/stat"
	"github.com/grafana/grafana-foundation-sdk/go/statetimeline"
	"github.com/grafana/grafana-foundation-sdk/go/table"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
)

// kind is how a panel draws.
type kind int

const (
	number  kind = iota // one value, or one for each query
	bars                // a bar for each value of one moment
	lines               // values over time
	days                // a column a day
	states              // coloured stretches of time
	listing             // a table of one moment
)

// panel is one picture.
type panel struct {
	kind               kind
	title, description string
	w, h               uint32 // in columns and lines of the grid
	unit               string // of Grafana: s, percentunit, short, …
	decimals           *float64
	queries            []query
	steps              []step            // from which value on which colour
	names              map[string]string // what stands for a value
	columns            []column          // of a table, from left to right
	sorted             string            // title of the column of a table that is sorted by, largest first
	empty              string            // what stands there without data
	stacked            bool
	ceiling            float64 // of the axis; 0: what the data needs
	since              string  // a stretch of time of its own, up to now; "": that of the dashboard
}

// column is one of a table.
type column struct {
	field       string  // of the result: a label, Value, or, of several queries, Value #A
	title, unit string  // unit "": that of the panel
	width       float64 // in pixels; 0: what is left
}

// query is one expression of PromQL, and what its result is called.
type query struct {
	expr, legend string
	exemplars    bool
}

// step is the colour from a value on.
type step struct {
	from  float64
	color string
}

// Colours of thresholds.
const (
	good = "green"
	warm = "yellow"
	bad  = "red"
	calm = "blue"
	// plain is the colour of the letters around it: a number of nodes is neither good nor bad by itself, because the
	// dashboard does not know how many there should be.
	plain = "text"
)

// A bar is as high as its letters, however few there are, and what stands beside it is not cut.
const (
	barHeight = 20
	letters   = 12 // what Grafana measures with at this height
)

// barsOf is how many lines of the grid a panel of n bars needs.
func barsOf(n int) uint32 {
	const line, frame, gap = 38, 46, 10
	return uint32(n*(barHeight+gap)+frame+line-1) / line
}

// built is a panel as the SDK's builders take it.
type built struct {
	p  panel
	id uint32
	at dashboard.GridPos
}

// Build makes the panel of Grafana's schema.
func (b built) Build() (dashboard.Panel, error) {
	made, err := b.p.shape()
	if err != nil {
		return made, err
	}
	where := source()
	made.Id, made.Title, made.Description = &b.id, &b.p.title, &b.p.description
	made.GridPos, made.Datasource = &b.at, &where
	for i, q := range b.p.queries {
		target, err := q.target(refID(i), b.p.kind)
		if err != nil {
			return made, err
		}
		made.Targets = append(made.Targets, target)
	}
	if b.p.kind == days {
		day := "1d"
		made.Interval = &day
	}
	if b.p.since != "" {
		made.TimeFrom = &b.p.since
	}
	made.Transformations = b.p.arranged()
	if made.FieldConfig == nil { // not every builder makes one
		made.FieldConfig = &dashboard.FieldConfigSource{}
	}
	b.p.dress(made.FieldConfig)
	return made, nil
}

// refID names the queries of a panel A, B, C …
func refID(i int) string { return string(rune('A' + i)) }

// shape is an empty panel of the right kind.
func (p panel) shape() (dashboard.Panel, error) {
	last := common.NewReduceDataOptionsBuilder().Calcs([]string{"lastNotNull"}).Values(false)
	switch p.kind {
	case number:
		return stat.NewPanelBuilder().ReduceOptions(last).ColorMode(common.BigValueColorModeValue).
			GraphMode(common.BigValueGraphModeNone).TextMode(common.BigValueTextModeAuto).Build()
	case bars:
		return bargauge.NewPanelBuilder().ReduceOptions(last).Orientation(common.VizOrientationHorizontal).
			DisplayMode(common.BarGaugeDisplayModeBasic).ValueMode(common.BarGaugeValueModeText).
			NamePlacement(common.BarGaugeNamePlacementLeft).Min(0).
			Sizing(common.BarGaugeSizingManual).MinVizHeight(barHeight).MaxVizHeight(barHeight).
			Text(common.NewVizTextDisplayOptionsBuilder().TitleSize(letters).ValueSize(letters)).Build()
	case listing:
		return table.NewPanelBuilder().CellHeight(common.TableCellHeightSm).ShowHeader(true).
			Footer(common.NewTableFooterOptionsBuilder().Show(false).Reducer([]string{"sum"})).
			SortBy([]cog.Builder[common.TableSortByFieldState]{
				common.NewTableSortByFieldStateBuilder().DisplayName(p.sorted).Desc(true),
			}).Build()
	case states:
		return statetimeline.NewPanelBuilder().ShowValue(common.VisibilityModeNever).MergeValues(true).FillOpacity(80).
			Legend(common.NewVizLegendOptionsBuilder().ShowLegend(false).DisplayMode(common.LegendDisplayModeList).
				Placement(common.LegendPlacementBottom)).Build()
	case lines, days:
	}
	return p.series().Build()
}

// series is a panel of values over time.
func (p panel) series() *timeseries.PanelBuilder {
	made := timeseries.NewPanelBuilder().
		Tooltip(common.NewVizTooltipOptionsBuilder().Mode(common.TooltipDisplayModeMulti).Sort(common.SortOrderDescending)).
		Legend(common.NewVizLegendOptionsBuilder().ShowLegend(true).DisplayMode(common.LegendDisplayModeList).
			Placement(common.LegendPlacementBottom)).
		LineWidth(1).FillOpacity(8).ShowPoints(common.VisibilityModeNever).AxisSoftMin(0)
	if p.kind == days {
		made.DrawStyle(common.GraphDrawStyleBars).FillOpacity(70).BarAlignment(common.BarAlignmentAfter).BarWidthFactor(0.8)
	}
	if p.stacked {
		made.Stacking(common.NewStackingConfigBuilder().Mode(common.StackingModeNormal).Group("A"))
	}
	if len(p.steps) > 1 {
		made.ThresholdsStyle(common.NewGraphThresholdsStyleConfigBuilder().Mode(common.GraphThresholdsStyleModeDashed))
	}
	return made
}

// ofJob begins a selector of a metric of atende's own, or of what recording rules make of one.
var ofJob = regexp.MustCompile(`(^|[^:\w])((?:\w+:)?atende_\w+(?::\w+)?\{job=~"\$job")`)

// ofClinic lets an expression choose the clinics of a process with several; where there is one nothing has that label, and all
// of it is chosen.
func ofClinic(expr string) string { return ofJob.ReplaceAllString(expr, `$1$2,clinic=~"$$clinic"`) }

// target is a query in the schema of the Prometheus source.
func (q query) target(id string, k kind) (prometheus.Dataquery, error) {
	made := prometheus.NewDataqueryBuilder().RefId(id).Expr(ofClinic(q.expr)).LegendFormat(q.legend).
		EditorMode(prometheus.QueryEditorModeCode).Datasource(source())
	switch k {
	case lines, days, states:
		made.Range().Exemplar(q.exemplars).Format(prometheus.PromQueryFormatTimeSeries)
	case listing:
		made.Instant().Format(prometheus.PromQueryFormatTable)
	case number, bars:
		made.Instant().Format(prometheus.PromQueryFormatTimeSeries)
	}
	target, err := made.Build()
	if err != nil {
		return prometheus.Dataquery{}, err
	}
	return target.(prometheus.Dataquery), nil
}

// arranged gives the columns of a table order and names that people read; several queries become one table.
func (p panel) arranged() []dashboard.DataTransformerConfig {
	if p.kind != listing {
		return nil
	}
	places, titles := map[string]int{}, map[string]string{}
	for i, c := range p.columns {
		places[c.field], titles[c.field] = i, c.title
	}
	return []dashboard.DataTransformerConfig{
		{Id: "merge", Options: map[string]any{}},
		{Id: "organize", Options: map[string]any{
			"excludeByName": map[string]bool{"Time": true}, "indexByName": places, "renameByName": titles,
		}},
	}
}

// dress gives the values unit, colours and names.
func (p panel) dress(config *dashboard.FieldConfigSource) {
	if config.Overrides == nil {
		config.Overrides = []dashboard.DashboardFieldConfigSourceOverrides{}
	}
	d := &config.Defaults
	d.Unit, d.Decimals = &p.unit, p.decimals
	if p.decimals == nil && p.unit == "percentunit" {
		d.Decimals = new(float64) // of a few conversations a tenth of a percent says nothing
	}
	d.Thresholds = &dashboard.ThresholdsConfig{Mode: dashboard.ThresholdsModeAbsolute}
	for i, s := range p.steps {
		from := &s.from
		if i == 0 {
			from = nil // the first colour reaches down without end
		}
		d.Thresholds.Steps = append(d.Thresholds.Steps, dashboard.Threshold{Value: from, Color: s.color})
	}
	if len(p.steps) == 0 {
		d.Thresholds.Steps = []dashboard.Threshold{{Color: calm}}
	}
	mode := dashboard.FieldColorModeIdThresholds
	if p.kind == lines || p.kind == days {
		mode = dashboard.FieldColorModeIdPaletteClassicByName
	}
	d.Color = &dashboard.FieldColor{Mode: mode}
	if p.empty == "" && p.kind == lines {
		p.empty = "nothing in this range"
	}
	if p.empty != "" {
		d.NoValue = &p.empty
	}
	if p.ceiling > 0 {
		d.Max = &p.ceiling
	}
	if p.kind == listing {
		p.dressColumns(config)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(p.names)) {
		config.Overrides = append(config.Overrides, override(name, "displayName", p.names[name]))
	}
}

// override gives one series or column a property of its own.
func override(name, property, value string) dashboard.DashboardFieldConfigSourceOverrides {
	return dashboard.DashboardFieldConfigSourceOverrides{
		Matcher:    dashboard.MatcherConfig{Id: "byName", Options: name},
		Properties: []dashboard.DynamicConfigValue{{Id: property, Value: value}},
	}
}

// dressColumns gives the columns of a table width and unit, and the values in them names.
func (p panel) dressColumns(config *dashboard.FieldConfigSource) {
	config.Defaults.Mappings = []dashboard.ValueMapping{{ValueMap: mapping(p.names)}}
	for _, c := range p.columns {
		var own []dashboard.DynamicConfigValue
		if c.width > 0 {
			own = append(own, dashboard.DynamicConfigValue{Id: "custom.width", Value: c.width})
		}
		if c.unit != "" {
			own = append(own, dashboard.DynamicConfigValue{Id: "unit", Value: c.unit}, dashboard.DynamicConfigValue{Id: "decimals", Value: 0})
		}
		if len(own) > 0 {
			config.Overrides = append(config.Overrides, dashboard.DashboardFieldConfigSourceOverrides{
				Matcher: dashboard.MatcherConfig{Id: "byName", Options: c.title}, Properties: own,
			})
		}
	}
}

// mapping says a value of a table in other words.
func mapping(names map[string]string) *dashboard.ValueMap {
	made := dashboard.NewValueMap()
	made.Options = map[string]dashboard.ValueMappingResult{}
	for value, text := range names {
		made.Options[value] = dashboard.ValueMappingResult{Text: &text}
	}
	return made
}
