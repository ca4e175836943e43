/**
 * Live captions roll: each line is shown twice, first below and then above the next one, or grows
 * word by word. Here each word counts once. A file rolls only if its cues continue each other, so
 * that words which somebody really says twice stay.
 */
import type { CueLine } from './cue-text.ts';

export interface ShownCue {
  start: number;
  end: number;
  lines: readonly CueLine[];
  /** The cue has a line of one blank, with which programs keep the height of rolling captions. */
  isPadded: boolean;
}

/** A cue that begins this many seconds after the end of another does not continue it. */
const MAX_PAUSE = 3;

export function withoutRepeats<Cue extends ShownCue>(cues: readonly Cue[]): Cue[] | null {
  const shown = cues.filter(({ lines }) => lines.length > 0);
  const pairs = shown.map((cue, index) => {
    const before = shown[index - 1];
    const isNext = before !== undefined && cue.start - before.end < MAX_PAUSE;
    return { cue, repeat: isNext ? repeatOf(before.lines, cue.lines) : NONE };
  });
  // A cue that repeats another as a whole says nothing about the file.
  const others = pairs.slice(1).filter(({ cue, repeat }) => repeat.lines < cue.lines.length);
  const rolling = others.filter(({ repeat }) => repeat !== NONE);
  const isRolling = rolling.length >= (cues.some(({ isPadded }) => isPadded) ? 1 : 2);
  if (!isRolling || rolling.length * 2 < others.length) return null;
  return pairs.flatMap(({ cue, repeat: { lines, letters } }) => {
    const [first, ...rest] = cue.lines.slice(lines);
    if (!first) return [];
    return [{ ...cue, lines: [{ ...first, text: first.text.slice(letters).trim() }, ...rest] }];
  });
}

interface Repeat {
  /** So many lines of a cue were shown before. */
  lines: number;
  /** And so many letters of the line after them. */
  letters: number;
}

const NONE: Repeat = { lines: 0, letters: 0 };

function repeatOf(before: readonly CueLine[], cue: readonly CueLine[]): Repeat {
  for (let from = 0; from < before.length; from += 1) {
    const end = before.slice(from);
    if (end.length > cue.length) continue;
    const last = end.at(-1)!.text;
    const whole = end.slice(0, -1).every(({ text }, index) => cue[index]!.text === text);
    if (!whole) continue;
    const now = cue[end.length - 1]!.text;
    if (now === last) return { lines: end.length, letters: 0 };
    if (now.startsWith(`${last} `)) return { lines: end.length - 1, letters: last.length };
  }
  return NONE;
}
