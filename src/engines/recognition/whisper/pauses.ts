/**
 * Moves the borders of words out of pauses. The attention of the network stays with a word until the
 * next one is sure, so the times of the network give a pause to the word after it: with a pause of
 * 1.5 s, that word began 1.5 s early.
 */
import { SAMPLE_RATE, type RecognisedWord } from '../recogniser.ts';

const FRAME = SAMPLE_RATE / 50;
/** The silence before a consonant such as "t" is shorter. */
const MIN_PAUSE_SECONDS = 0.25;
/** A frame is quiet up to twice the energy of the quietest tenth, which is the noise of the room. */
const ABOVE_NOISE = 2;
/** Without noise, quiet frames have less than this part of the energy of loud ones (-27 dB). */
const MIN_PART = 0.002;
/** Sound without pauses has no quiet frames. */
const MAX_PART = 0.1;

interface Pause {
  start: number;
  end: number;
}

export function withoutPauses(words: readonly RecognisedWord[], pcm: Int16Array): RecognisedWord[] {
  const pauses = pausesOf(pcm);
  const moved = words.map((word) => ({ ...word }));
  for (const [i, word] of moved.entries()) {
    const last = moved[i - 1];
    if (!last) {
      const lead = pauses.find(({ start, end }) => start <= word.start && end > word.start);
      if (lead && lead.end < word.end) word.start = lead.end;
      continue;
    }
    const between = pauses.filter(({ start, end }) => start > last.start && end < word.end);
    const longest = between.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
    if (longest) [last.end, word.start] = [longest.start, longest.end];
  }
  const final = moved.at(-1);
  const tail = pauses.find(({ start, end }) => final && start < final.end && end >= final.end);
  if (final && tail && tail.start > final.start) final.end = tail.start;
  return moved;
}

function pausesOf(pcm: Int16Array): Pause[] {
  const energies = Array.from({ length: Math.floor(pcm.length / FRAME) }, (_, i) =>
    pcm.subarray(i * FRAME, (i + 1) * FRAME).reduce((sum, sample) => sum + sample ** 2, 0),
  );
  const sorted = energies.toSorted((a, b) => a - b);
  const loud = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const noise = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  const limit = Math.min(MAX_PART * loud, Math.max(MIN_PART * loud, ABOVE_NOISE * noise));
  const pauses: Pause[] = [];
  let from = 0;
  for (let at = 0; at <= energies.length; at++) {
    if (at < energies.length && energies[at]! <= limit) continue;
    const pause = { start: (from * FRAME) / SAMPLE_RATE, end: (at * FRAME) / SAMPLE_RATE };
    if (lengthOf(pause) >= MIN_PAUSE_SECONDS) pauses.push(pause);
    from = at + 1;
  }
  return pauses;
}

function lengthOf({ start, end }: Pause): number {
  return end - start;
}
