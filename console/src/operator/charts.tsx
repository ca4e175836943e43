import { useMemo } from 'react';
import type { Installation } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { SettingsSection } from '../settings/section.tsx';
import { LineChart } from './line-chart.tsx';
import type { ChartContent } from './line-chart.tsx';
import { decimal, number, size } from './numbers.ts';

type History = Installation['history'];

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
  const times = history.map(({ at }) => Date.parse(at));
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
      <div role="img" aria-label={`${title}: ${summary.join('; ')}`}>
        <LineChart {...chart} />
      </div>
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
