/** Turns talks and questions into what the reading network takes: pieces, with who speaks. */
import type { Piece, Pieces } from './pieces.ts';
import type { Unit } from '../words/units.ts';
import type { FirstWeekday } from '../calendar/wall-clock.ts';

/** What one speaker said without a pause. */
interface Turn {
  text: string;
  speaker: string;
  /** True for the owner of the account. */
  isUser: boolean;
  /** Minutes from the start of the talk; 0 when they are not known. */
  minute?: number;
}

export interface Talk {
  /** ISO 639-1. */
  language: string;
  turns: readonly Turn[];
  /** The first day of the user's week; Monday by default. */
  weekStart?: FirstWeekday | undefined;
  /** The instant (ms) at which the talk began, and the user's time zone; for lengths of time. */
  began?: { at: number; timezone: string };
}

/** The network reads so many pieces at once; of longer talks, chunks that overlap. */
export const MAX_PIECES = 384;
const OVERLAP = 96;
/** More pieces of one sentence are not read. */
const MAX_OF_UNIT = 200;
const MAX_OF_NAME = 12;
const MAX_OF_QUESTION = 48;
export const MAX_OF_PASSAGE = 200;

export interface Chunk {
  ids: number[];
  /** The pieces of each sentence: from the first, and up to the one after the last. */
  units: { index: number; from: number; to: number }[];
  /** The places of each piece in the text of its turn; null for separators and names. */
  places: (Pick<Piece, 'start' | 'end'> | null)[];
}

/** What begins a turn: who speaks. */
const nameOf = ({ speaker, isUser }: Talk['turns'][number]): string =>
  isUser ? 'me:' : `${speaker}:`;

interface Line {
  ids: number[];
  unit: Unit;
  own: readonly Piece[];
}

function linesOf(talk: Talk, units: readonly Unit[], pieces: Pieces): Line[] {
  let turn = -1;
  return units.map((unit) => {
    const isFirst = unit.turn !== turn;
    turn = unit.turn;
    const name = pieces.of(nameOf(talk.turns[turn]!), MAX_OF_NAME).map(({ id }) => id);
    const own = pieces.of(unit.text, MAX_OF_UNIT).map(({ id, start, end }) => ({
      id,
      start: unit.start + start,
      end: unit.start + end,
    }));
    return { ids: isFirst ? [pieces.separator, ...name] : [], unit, own };
  });
}

/** A few sentences, with those around them: what a sentence means is seldom told further away. */
const FEW = { longest: 160, overlap: 64 };

/** Cuts a talk into chunks of whole sentences. A chunk begins some sentences before the end of the last one. */
export function chunksOf(talk: Talk, units: readonly Unit[], pieces: Pieces): Chunk[] {
  // The first piece of a chunk is the mark of its start.
  return cut(linesOf(talk, units, pieces), { longest: MAX_PIECES - 1, overlap: OVERLAP }, pieces);
}

/** Cuts a talk into chunks of a few sentences. */
export const fewOf = (talk: Talk, units: readonly Unit[], pieces: Pieces): Chunk[] =>
  cut(linesOf(talk, units, pieces), FEW, pieces);

/** One sentence by itself. */
export const aloneOf = (talk: Talk, unit: Unit, pieces: Pieces): Chunk =>
  chunksOf(talk, [unit], pieces)[0]!;

function cut(
  lines: readonly Line[],
  limits: { longest: number; overlap: number },
  pieces: Pieces,
): Chunk[] {
  const sizes = lines.map(({ ids, own }) => ids.length + own.length);
  return overlapping(sizes, limits).map(([from, to]) => chunkOf(lines.slice(from, to), pieces));
}

function chunkOf(lines: readonly Line[], { first }: Pieces): Chunk {
  const chunk: Chunk = { ids: [first], units: [], places: [null] };
  for (const { ids, unit, own } of lines) {
    chunk.ids.push(...ids);
    chunk.places.push(...ids.map(() => null));
    const from = chunk.ids.length;
    chunk.ids.push(...own.map(({ id }) => id));
    chunk.places.push(...own.map(({ start, end }) => ({ start, end })));
    chunk.units.push({ index: unit.index, from, to: chunk.ids.length });
  }
  return chunk;
}

/** The pieces of a question, as they stand before a passage. */
export const questionOf = (text: string, pieces: Pieces): number[] => [
  pieces.first,
  ...pieces.of(text, MAX_OF_QUESTION).map(({ id }) => id),
];

/** The pieces of one text without a speaker: a sentence, a memory, a task. */
export const piecesOfText = (text: string, pieces: Pieces): number[] => [
  pieces.first,
  ...pieces.of(text, MAX_OF_PASSAGE).map(({ id }) => id),
];

/**
 * Cuts a row of items into stretches that overlap: each has at most `longest` together, or is one
 * longer item, and begins with the last items of the one before that have at most `overlap`
 * together. Returns the first item of each stretch and the one after its last.
 */
export function overlapping(
  sizes: readonly number[],
  { longest, overlap }: { longest: number; overlap: number },
): [from: number, to: number][] {
  const cuts: [number, number][] = [];
  let from = 0;
  while (from < sizes.length) {
    let to = from;
    for (let size = 0; to < sizes.length; to += 1) {
      size += sizes[to]!;
      if (size > longest && to > from) break;
    }
    cuts.push([from, to]);
    if (to === sizes.length) break;
    let next = to;
    for (let kept = 0; next > from + 1; next -= 1) {
      kept += sizes[next - 1]!;
      if (kept > overlap) break;
    }
    from = next;
  }
  return cuts;
}
