/** The shape of a conversation on the thread: who spoke when, and how loudly. */
import type { LiveSegment } from '../../../client/src/index.ts';
import type { Turn } from '../reading/turns.ts';

/** Kept sound; a peak (0 to 255) describes 300 ms. */
export interface Loudness {
  start: number;
  seconds: number;
  peaks?: number[];
}

/** One colour of the ribbon. */
export interface Band {
  /** The number of the colour. */
  colour: number;
  /** The outline as an SVG path, `WIDTH` wide and `STEPS` high. */
  path: string;
}

export const WIDTH = 24;
export const STEPS = 72;
const PEAK_SECONDS = 0.3;
const THINNEST = 0.14;
/** Without kept sound, a word of this many characters gets the maximum width. */
const LONG_WORD = 12;
const WIDEST_WORD = 0.72;
/** Peaks rarely exceed half of the maximum. */
const LOUD = 128;

/** Returns the bands of a conversation of this length, in the order of time. */
export function ribbonOf(
  turns: readonly Turn[],
  seconds: number,
  loudness: readonly Loudness[] = [],
): Band[] {
  const step = seconds / STEPS;
  const samples = Array.from({ length: STEPS }, (_, at) =>
    sampleAt(turns, { from: at * step, to: (at + 1) * step }, loudness),
  );
  const bands: Band[] = [];
  for (let from = 0; from < STEPS;) {
    const colour = samples[from]?.colour;
    let to = from + 1;
    while (to < STEPS && samples[to]?.colour === colour) to += 1;
    if (colour !== undefined) {
      const widths = samples.slice(from, to).map((sample) => sample!.width);
      bands.push({ colour, path: outline(from, smoothed(widths)) });
    }
    from = to;
  }
  return bands;
}

interface Sample {
  colour: number;
  /** From 0 to 1. */
  width: number;
}

/** Returns who spoke most in a slice of time; null for silence. */
function sampleAt(
  turns: readonly Turn[],
  { from, to }: { from: number; to: number },
  loudness: readonly Loudness[],
): Sample | null {
  let best: Sample | null = null;
  let longest = 0;
  for (const { speaker, segments } of turns) {
    for (const segment of segments) {
      const overlap = Math.min(segment.end, to) - Math.max(segment.start, from);
      if (overlap <= longest) continue;
      longest = overlap;
      best = { colour: speaker.colour, width: widthOfWord(segment, (from + to) / 2) };
    }
  }
  const heard = best && loudnessAt(loudness, from, to);
  return heard === null || best === null ? best : { ...best, width: heard };
}

/**
 * Returns a width for the word that is spoken at this second, assuming that all characters take
 * equally long.
 */
function widthOfWord({ start, end, text }: LiveSegment, second: number): number {
  const at = Math.floor(((second - start) / (end - start)) * text.length);
  const before = text.slice(0, Math.max(0, at)).search(/\S*$/);
  const word = /^\s*\S*/.exec(text.slice(before))![0];
  return Math.max(THINNEST, Math.min(1, word.length / LONG_WORD) * WIDEST_WORD);
}

/** Returns the greatest loudness of a slice from 0 to 1; null where no sound was kept. */
function loudnessAt(files: readonly Loudness[], from: number, to: number): number | null {
  const peaks = files.flatMap(({ start, peaks: all = [] }) =>
    all.slice(
      Math.max(0, Math.floor((from - start) / PEAK_SECONDS)),
      Math.max(0, Math.ceil((to - start) / PEAK_SECONDS)),
    ),
  );
  if (peaks.length === 0) return null;
  return Math.min(1, Math.max(THINNEST, Math.max(...peaks) / LOUD));
}

/** Averages each width with its neighbours. */
function smoothed(widths: readonly number[]): number[] {
  return widths.map((width, at) => {
    const near = [widths[at - 1] ?? width, width, width, widths[at + 1] ?? width];
    return near.reduce((sum, each) => sum + each) / near.length;
  });
}

/** A closed, smooth shape around the middle, with ends that narrow. */
function outline(from: number, widths: readonly number[]): string {
  const middle = WIDTH / 2;
  const points = [
    { y: from, width: 0 },
    ...widths.map((width, at) => ({ y: from + at + 0.5, width })),
    { y: from + widths.length, width: 0 },
  ];
  const side = (sign: number, all: typeof points) =>
    all
      .map(({ y, width }, at) => {
        const x = (middle + sign * width * middle).toFixed(2);
        const next = all[at + 1];
        if (!next) return `${x} ${y}`;
        // Each point is the control point of a curve that ends halfway to the next point.
        const half = (middle + (sign * (width + next.width) * middle) / 2).toFixed(2);
        return `${x} ${y} ${half} ${(y + next.y) / 2}`;
      })
      .join('Q');
  const [left, right] = [side(1, points), side(-1, points.toReversed())];
  return `M${middle} ${from}Q${left} ${middle} ${from + widths.length}Q${right} ${middle} ${from}Z`;
}
