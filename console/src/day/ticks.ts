const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const PIXELS_A_MINUTE = 0.7;
const LOWEST = 28;
const HIGHEST = 170;
/** Two labels need this much room. */
const APART = 32;

interface Tick {
  /** The position between the upper end (0) and the lower end (1). */
  at: number;
  time: string;
}

/** Returns the height of a stretch of time without speech, and the hours that are marked in it. */
export function ticksBetween(from: string, to: string): { height: number; ticks: Tick[] } {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const length = Math.max(0, end - begin);
  const height = Math.min(HIGHEST, Math.max(LOWEST, (length / MINUTE_MS) * PIXELS_A_MINUTE));
  const hours = Math.max(1, Math.ceil((APART / height) * (length / HOUR_MS)));
  const ticks: Tick[] = [];
  const first = Math.ceil(begin / HOUR_MS) * HOUR_MS;
  for (let time = first; time < end; time += hours * HOUR_MS) {
    const at = (time - begin) / length;
    const room = at * height;
    // The paragraphs above and below have their own labels.
    if (room < APART / 2 || height - room < APART / 2) continue;
    ticks.push({ at, time: new Date(time).toISOString() });
  }
  return { height, ticks };
}
