// A dashboard as Grafana draws it: panels, tables, bars and lines are Grafana's own components, field by field
// configured as the JSON says; only the frame around them is ours.  The queries go to a real Prometheus.
//
// The address says which dashboard of which job and when, in milliseconds: ?board=atende-service&job=…&from=…&to=…, and
// &midnight=… for those that begin with the day.
import 'uplot/dist/uPlot.min.css';
import {useEffect, useState} from 'react';
import {createRoot} from 'react-dom/client';
import {
  FieldType, Registry, VizOrientation, applyFieldOverrides, createTheme, dateTime, getFieldDisplayValues, identityOverrideProcessor,
  standardTransformers, standardTransformersRegistry, toDataFrame, transformDataFrame,
} from '@grafana/data';
import {BarGauge, BigValue, GlobalStyles, PanelChrome, Table, ThemeContext, TimeSeries, VizRepeater} from '@grafana/ui';

const asked = new URLSearchParams(location.search);
const now = Number(asked.get('to'));
const board = await (await fetch(`/dashboards/${asked.get('board')}.json`)).json();
const begin = Number(asked.get(board.time.from === 'now/d' ? 'midnight' : 'from'));
const theme = createTheme({colors: {mode: 'light'}});
const noTemplate = (text) => text;

standardTransformersRegistry.setInit(() => {
  const known = new Map(Object.values(standardTransformers).map((t) => [t.id, t]));
  return [...known.values()].map((t) => ({id: t.id, name: t.name, transformation: t, editor: () => null}));
});

// fields is a registry of everything that the panel sets of a field, for itself or for one column.
function fields({defaults, overrides}) {
  const own = ['unit', 'min', 'max', 'decimals', 'displayName', 'displayNameFromDS', 'color', 'noValue', 'links', 'mappings', 'thresholds'];
  const custom = new Set(Object.keys(defaults.custom ?? {}));
  for (const {id} of overrides.flatMap((o) => o.properties)) {
    if (id.startsWith('custom.')) custom.add(id.slice('custom.'.length));
  }
  const item = (id, path, isCustom) => ({
    id, path, name: id, isCustom, process: identityOverrideProcessor, shouldApply: () => true, override: () => null, editor: () => null,
  });
  return new Registry(() => [...own.map((p) => item(p, p, false)), ...[...custom].map((p) => item('custom.' + p, p, true))]);
}

const hour = 3600e3, day = 24 * hour;
const lengths = {m: 60e3, h: hour, d: day};

// rangeOf is the time that a panel shows: that of the dashboard, or one of its own.
function rangeOf(panel) {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(panel.timeFrom ?? '') ?? [];
  return {from: count ? now - count * lengths[unit] : begin, to: now};
}

// ask is one query as Grafana's Prometheus source asks it; a dashboard that has just been opened chooses all of everything.
async function ask(panel, target, zone) {
  const range = rangeOf(panel), length = Math.ceil((range.to - range.from) / 1000);
  const step = panel.interval === '1d' ? 86400 : Math.max(1, Math.round(length / 600));
  const values = {__rate_interval: Math.max(60, 4 * step) + 's', __range: length + 's', __range_s: length, job: asked.get('job')};
  const query = target.expr.replace(/\$(\w+)/g, (_, name) => values[name] ?? '.*');
  let [start, end] = [range.from / 1000, range.to / 1000];
  if (step === 86400) { // days begin at midnight where the dashboard is read
    const offset = dateTime(range.to).tz?.(zone)?.utcOffset?.() ?? -180;
    [start, end] = [start, end].map((t) => Math.floor((t + offset * 60) / step) * step - offset * 60);
  }
  const form = target.instant ? {query, time: range.to / 1000} : {query, start, end, step};
  const answer = await (await fetch(`/api/v1/query${target.instant ? '' : '_range'}?` + new URLSearchParams(form))).json();
  if (answer.status !== 'success') throw new Error(`${panel.title}: ${answer.error}`);
  return answer.data.result;
}

// framed is the answer as Grafana's Prometheus source hands it on.
function framed(panel, {refId, format, legendFormat}, rows) {
  if (format === 'table') {
    const labels = [...new Set(rows.flatMap((r) => Object.keys(r.metric)))].sort();
    return [toDataFrame({refId, fields: [
      {name: 'Time', type: FieldType.time, values: rows.map(() => now)},
      ...labels.map((l) => ({name: l, type: FieldType.string, values: rows.map((r) => r.metric[l] ?? '')})),
      {name: panel.targets.length > 1 ? 'Value #' + refId : 'Value', type: FieldType.number, values: rows.map((r) => Number(r.value[1]))},
    ]})];
  }
  return rows.map((r) => {
    const values = r.values ?? [r.value];
    const name = legendFormat.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, label) => r.metric[label] ?? '');
    return toDataFrame({refId, name, fields: [
      {name: 'Time', type: FieldType.time, values: values.map((v) => v[0] * 1000)},
      {name: 'Value', type: FieldType.number, labels: r.metric, config: {displayNameFromDS: name}, values: values.map((v) => Number(v[1]))},
    ]});
  });
}

async function load(panel, zone) {
  let data = (await Promise.all(panel.targets.map(async (t) => framed(panel, t, await ask(panel, t, zone))))).flat();
  if (panel.transformations?.length) {
    data = await new Promise((resolve) => transformDataFrame(panel.transformations, data, {interpolate: noTemplate}).subscribe(resolve));
  }
  return applyFieldOverrides({
    data, fieldConfig: panel.fieldConfig, fieldConfigRegistry: fields(panel.fieldConfig), replaceVariables: noTemplate, theme, timeZone: zone,
  });
}

// drawings are the kinds of panels; width and height are what is left inside the frame.
const drawings = {
  stat: ({panel, values, width, height}) => (
    <VizRepeater getValues={values} source={0} width={width} height={height} orientation={VizOrientation.Auto} itemSpacing={3} minVizHeight={20}
      renderValue={({value, width, height, count}) => (
        <BigValue value={{...value.display, title: count > 1 ? value.display.title : ''}} count={count} width={width} height={height} theme={theme}
          colorMode={panel.options.colorMode} graphMode={panel.options.graphMode} justifyMode={panel.options.justifyMode} textMode={panel.options.textMode}
          text={panel.options.text} />
      )} />
  ),
  bargauge: ({panel: {options}, values, width, height}) => {
    const manual = options.sizing === 'manual';
    return (
      <VizRepeater getValues={values} source={0} width={width} height={height} orientation={options.orientation} itemSpacing={10}
        minVizHeight={manual ? options.minVizHeight : 16} maxVizHeight={manual ? options.maxVizHeight : 300} minVizWidth={8}
        getAlignmentFactors={(all) => ({title: longest(all.map((v) => v.display.title ?? '')), text: longest(all.map((v) => v.display.text))})}
        renderValue={({value, width, height, alignmentFactors}) => (
          <BarGauge value={value.display} field={value.field} display={value.view?.getFieldDisplayProcessor(value.colIndex)} width={width} height={height}
            orientation={options.orientation} theme={theme} displayMode={options.displayMode} valueDisplayMode={options.valueMode} text={options.text}
            namePlacement={options.namePlacement} showUnfilled={options.showUnfilled} itemSpacing={10} lcdCellWidth={12} alignmentFactors={alignmentFactors} />
        )} />
    );
  },
  table: ({panel, data, width, height}) => (
    <Table data={data[0]} width={width} height={height} cellHeight={panel.options.cellHeight} initialSortBy={panel.options.sortBy} />
  ),
  timeseries: ({panel, data, zone, width, height}) => (
    <TimeSeries frames={data} structureRev={1} timeRange={moments(panel)} timeZone={zone} legend={panel.options.legend} width={width} height={height}
      options={panel.options} theme={theme} />
  ),
  text: ({panel}) => <div style={{fontSize: 14, padding: '4px 0'}}>{panel.options.content}</div>,
  // Not among the components that Grafana publishes: a line each, in the colours of its values.
  'state-timeline': ({data, panel, width}) => {
    const {from, to} = rangeOf(panel), place = (t) => 90 + Math.max(0, (t - from) / (to - from)) * (width - 100);
    return data.map((frame, i) => {
      const [times, values] = frame.fields.map((f) => f.values), {display, config} = frame.fields[1];
      return <svg key={i} width={width} height={26}><text x={82} y={17} fontSize={12} textAnchor="end">{config.displayNameFromDS}</text>
        {times.map((t, j) => <rect key={j} x={place(t)} width={Math.max(1, place(times[j + 1] ?? to) - place(t))} height={20} fill={display(values[j]).color} />)}
      </svg>;
    });
  },
};

const longest = (texts) => texts.sort((a, b) => b.length - a.length)[0];

function moments(panel) {
  const [from, to] = Object.values(rangeOf(panel)).map((t) => dateTime(t));
  return {from, to, raw: {from, to}};
}

let left = 0; // panels that are not drawn yet

function Panel({panel, zone, width, height}) {
  if (panel.type === 'text') return drawings.text({panel});
  const [data, setData] = useState(null);
  useEffect(() => {
    left++;
    load(panel, zone).then(setData, (problem) => console.error(problem.stack)).finally(() => left--);
  }, []);
  return (
    <PanelChrome title={panel.title} description={panel.description} width={width} height={height}
      titleItems={panel.timeFrom && !panel.hideTimeOverride ? <small key="t">{panel.timeFrom}</small> : undefined}>
      {(width, height) => data && <Content {...{panel, data, zone, width, height}} />}
    </PanelChrome>
  );
}

// Content is what Grafana shows: the drawing, or, where there is nothing to draw, the words for that.
function Content(props) {
  const {panel, data, zone, width, height} = props, reduced = panel.type === 'stat' || panel.type === 'bargauge';
  if (!reduced && !data.some((frame) => frame.length > 0)) {
    return <div style={{width, height, display: 'grid', placeItems: 'center'}}>{panel.fieldConfig.defaults.noValue ?? 'No data'}</div>;
  }
  const values = () => getFieldDisplayValues({
    data, fieldConfig: panel.fieldConfig, reduceOptions: panel.options.reduceOptions, replaceVariables: noTemplate, theme, timeZone: zone,
  });
  return drawings[panel.type]({...props, values});
}

// Grafana's grid: 24 columns, lines of 30 pixels, 8 between them; below 769 pixels everything in one column.
const margin = 8, line = 30, edge = 16;

function Board() {
  const narrow = innerWidth < 769, whole = innerWidth - 2 * edge, column = (whole - 23 * margin) / 24;
  const zone = board.timezone === 'browser' ? 'America/Sao_Paulo' : board.timezone;
  let y = 0;
  const placed = board.panels.map((panel) => {
    const at = panel.gridPos, height = panel.type === 'row' ? line : at.h * line + (at.h - 1) * margin;
    const place = narrow ? {left: 0, top: y, width: whole} :
      {left: at.x * (column + margin), top: at.y * (line + margin), width: at.w * column + (at.w - 1) * margin};
    y = narrow ? y + height + margin : Math.max(y, place.top + height + margin);
    return {panel, box: {...place, height}};
  });
  return (
    <ThemeContext.Provider value={theme}>
      <GlobalStyles />
      <main style={{padding: edge, background: theme.colors.background.canvas, fontFamily: theme.typography.fontFamily}}>
        <h1 style={{fontSize: 20, margin: '0 0 8px'}}>{board.title}</h1>
        <div style={{display: 'flex', flexWrap: 'wrap', gap: 8, marginBottom: 12, fontSize: 12}}>
          {board.templating.list.filter((v) => v.type !== 'datasource').map((v) => (
            <span key={v.name} style={{border: '1px solid #ccc', padding: '4px 8px', background: 'white'}}><b>{v.label}</b> {v.current?.text}</span>
          ))}
        </div>
        <div style={{position: 'relative', height: y}}>
          {placed.map(({panel, box}) => (
            <div key={panel.id} style={{position: 'absolute', ...box}}>
              {panel.type === 'row'
                ? <h2 style={{fontSize: 16, margin: 0, lineHeight: line + 'px'}}>{panel.collapsed ? `› ${panel.title} (${panel.panels.length})` : `⌄ ${panel.title}`}</h2>
                : <Panel panel={panel} zone={zone} width={box.width} height={box.height} />}
            </div>
          ))}
        </div>
      </main>
    </ThemeContext.Provider>
  );
}

createRoot(document.getElementById('root')).render(<Board />);
const drawn = setInterval(() => { // one look later than the last answer, when it is on the screen
  if (left === 0 && document.querySelector('main')) {
    clearInterval(drawn);
    requestAnimationFrame(() => setTimeout(() => document.body.dataset.ready = 'true', 500));
  }
}, 100);
