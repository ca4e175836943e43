import 'uplot/dist/uPlot.min.css';
import { useEffect, useMemo, useRef } from 'react';
import UPlot from 'uplot';
import type { Installation } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { SettingsSection } from '../settings/section.tsx';
import { clockTime } from '../time/time.ts';
import { decimal, number, size } from './numbers.ts';

type History = Installation['history'];

interface Line {
  label: string;
  colour: string;
  values: number[];
}

interface ChartContent {
  title: string;
  /** Seconds since 1970. */
  times: number[];
  lines: Line[];
  format: (value: number) => string;
}

const HEIGHT = 160;

/** The load of the last two hours as charts over time. */
export default function Charts({ history }: { history: History }) {
  // The query keeps the history while it is the same, so the charts are drawn once a minute.
  const charts = useMemo(() => chartsOf(history), [history]);
  return (
    <SettingsSection title={m.load()} about={m.load_about()}>
      {history.length < 2 ? (
        <p className="text-14 text-ink-2">{m.load_not_yet()}</p>
      ) : (
        <div className="grid gap-8 sm:grid-cols-2">
          {charts.map((chart) => (
            <Chart key={chart.title} chart={chart} />
          ))}
        </div>
      )}
    </SettingsSection>
  );
}

function chartsOf(history: History): ChartContent[] {
  const times = history.map(({ at }) => Date.parse(at) / 1000);
  const of = (read: (minute: History[number]) => number) => history.map(read);
  return [
    {
      title: m.response_time(),
      times,
      format: (value) => `${value < 10 ? decimal(value) : number(value)} ms`,
      lines: [
        { label: '50 %', colour: '--leaf', values: of(({ p50_ms }) => p50_ms) },
        { label: '95 %', colour: '--ember', values: of(({ p95_ms }) => p95_ms) },
      ],
    },
    {
      title: m.requests_by_minute(),
      times,
      format: number,
      lines: [{ label: m.requests(), colour: '--ink-2', values: of(({ requests }) => requests) }],
    },
    {
      title: m.words_delay(),
      times,
      format: (value) => `${decimal(value)} s`,
      lines: [
        {
          label: m.words_delay(),
          colour: '--ember',
          values: of((minute) => minute.words_behind_seconds),
        },
      ],
    },
    {
      title: m.stored_size(),
      times,
      format: size,
      lines: [
        {
          label: m.stored_size(),
          colour: '--leaf',
          values: of(({ stored_bytes }) => stored_bytes ?? 0),
        },
      ],
    },
  ];
}

function Chart({ chart }: { chart: ChartContent }) {
  const { title, lines, format } = chart;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current!;
    const drawn = draw(element, chart);
    const observer = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [chart]);
  const summary = lines.map(({ label, values }) =>
    m.chart_line({
      label,
      last: format(values.at(-1) ?? 0),
      most: format(Math.max(...values)),
    }),
  );
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="text-13 text-ink-2">{title}</figcaption>
      <div ref={place} role="img" aria-label={`${title}: ${summary.join('; ')}`} />
      <p className="flex flex-wrap gap-x-4 text-13 text-ink-2" aria-hidden="true">
        {lines.map(({ label, colour }, index) => (
          <span key={label} className="flex items-center gap-2">
            <span className="h-0.5 w-4" style={{ backgroundColor: `var(${colour})` }} />
            {summary[index]}
          </span>
        ))}
      </p>
    </figure>
  );
}

function draw(element: HTMLElement, { times, lines, format }: ChartContent): UPlot {
  const style = getComputedStyle(element);
  // A canvas does not know the variables of the page, and the mode may change while it is open.
  const colour = (name: string) => () => resolved(element, style.getPropertyValue(name));
  const axis = {
    stroke: colour('--ink-2'),
    grid: { stroke: colour('--hairline'), width: 1 },
    ticks: { show: false },
    font: '12px Inter, sans-serif',
  };
  return new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_chart, _least, most) => [0, Math.max(most * 1.1, 1)] } },
      axes: [
        {
          ...axis,
          values: (_chart, ticks) => ticks.map((tick) => clockTime(new Date(tick * 1000))),
          space: 70,
        },
        { ...axis, values: (_chart, ticks) => ticks.map(format), size: 64 },
      ],
      series: [
        {},
        ...lines.map(({ label, colour: name }) => ({
          label,
          stroke: colour(name),
          width: 1.5,
          points: { show: false },
        })),
      ],
    },
    [times, ...lines.map(({ values }) => values)],
    element,
  );
}

/** Returns the colour that `light-dark(…)` means for the element. */
function resolved(element: HTMLElement, value: string): string {
  const before = element.style.color;
  element.style.color = value;
  const { color } = getComputedStyle(element);
  element.style.color = before;
  return color;
}
