import { clockTime } from '../time/time.ts';

interface Line {
  label: string;
  colour: string;
  values: number[];
}

export interface ChartContent {
  title: string;
  /** Milliseconds since 1970, in ascending order. */
  times: number[];
  lines: Line[];
  format: (value: number) => string;
}

const HEIGHT = 100;
const WIDTH = 400;
/** More labels do not fit beside each other on a phone. */
const MAX_TIME_LABELS = 3;
const MAX_VALUE_LABELS = 5;
const MINUTE_MS = 60_000;
const MINUTES_BETWEEN = [1, 2, 5, 10, 15, 30, 60, 120];

/** Draws lines over time. The picture stretches to the width of the page, but its labels do not. */
export function LineChart({ times, lines, format }: Omit<ChartContent, 'title'>) {
  const [first, last] = [times[0]!, times.at(-1)!];
  const most = Math.max(1, ...lines.flatMap(({ values }) => values)) * 1.1;
  const across = (time: number) => (time - first) / Math.max(1, last - first);
  const up = (value: number) => value / most;
  const values = valueTicks(most, format);
  return (
    <div aria-hidden="true" className="relative ml-16 h-40 text-13 text-ink-2 tabular-nums">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="absolute inset-x-0 top-0 h-34 w-full *:[vector-effect:non-scaling-stroke]"
        fill="none"
      >
        {values.map(({ value }) => (
          <path
            key={value}
            d={`M0 ${round(HEIGHT * (1 - up(value)))}H${WIDTH}`}
            stroke="var(--hairline)"
          />
        ))}
        {lines.map(({ label, colour, values: measured }) => (
          <polyline
            key={label}
            stroke={`var(${colour})`}
            strokeWidth="1.5"
            strokeLinejoin="round"
            points={measured
              .map((value, at) => {
                const [x, y] = [WIDTH * across(times[at]!), HEIGHT * (1 - up(value))];
                return `${round(x)},${round(y)}`;
              })
              .join(' ')}
          />
        ))}
      </svg>
      <div className="absolute inset-x-0 top-0 h-34">
        {values.map(({ value, label }) => (
          <span
            key={value}
            className="absolute right-full mr-2 translate-y-1/2 whitespace-nowrap"
            style={{ bottom: `${100 * up(value)}%` }}
          >
            {label}
          </span>
        ))}
      </div>
      {timeTicks(first, last).map((time) => (
        <span
          key={time}
          className="absolute bottom-0 -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${100 * across(time)}%` }}
        >
          {clockTime(new Date(time))}
        </span>
      ))}
    </div>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Round values from 0, each with another label. */
function valueTicks(most: number, format: (value: number) => string) {
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.25, 0.5, 1, 2].find((each) => most / (each * magnitude) < MAX_VALUE_LABELS);
  const between = step! * magnitude;
  const all = Array.from({ length: Math.floor(most / between) + 1 }, (_, at) => {
    const value = at * between;
    return { value, label: format(value) };
  });
  return all.filter(({ label }, at) => label !== all[at - 1]?.label);
}

/** Full minutes, at even distances. */
function timeTicks(first: number, last: number): number[] {
  const most = (last - first) / MINUTE_MS / MAX_TIME_LABELS;
  const between = (MINUTES_BETWEEN.find((each) => each >= most) ?? Math.ceil(most)) * MINUTE_MS;
  const begin = Math.ceil(first / between) * between;
  const count = Math.max(0, Math.floor((last - begin) / between) + 1);
  return Array.from({ length: count }, (_, at) => begin + at * between);
}
