const WIDTH = 120;
const HEIGHT = 32;

/** The values of the last days as a line chart. The dashed line is the target. */
export function Sparkline({ values, target }: { values: readonly number[]; target: number }) {
  if (values.length < 2) return null;
  const [least, most] = [Math.min(...values, target), Math.max(...values, target)];
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - 2 - ((value - least) / (most - least)) * (HEIGHT - 4);
  const points = values.map(
    (value, index) =>
      `${((index / (values.length - 1)) * WIDTH).toFixed(1)},${y(value).toFixed(1)}`,
  );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-8 w-30" fill="none" aria-hidden="true">
      <path
        d={`M0 ${y(target)}H${WIDTH}`}
        stroke="var(--control)"
        strokeDasharray="2 3"
        strokeWidth="1"
      />
      <polyline
        points={points.join(' ')}
        stroke="var(--leaf)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
