/** Cuts a talk into what the network judges: sentences with their words. */

import type { WeekStart } from '../calendar/wall-clock.ts';

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
  weekStart?: WeekStart | undefined;
}

export interface Token {
  /** In lower case. */
  word: string;
  /** The places of the first character and after the last one in the text of the turn. */
  start: number;
  end: number;
  /** True for "4" in "2 – 4". */
  isAfterDash?: boolean;
}

/** A sentence, or a whole turn when it has no punctuation. */
export interface Unit {
  /** Its place in the talk. */
  index: number;
  /** The index of its turn. */
  turn: number;
  start: number;
  end: number;
  text: string;
  tokens: readonly Token[];
}

/** Up to a full stop before a space; "example.org" and "9.30" are not cut. */
const SENTENCE =
  /\S[\s\S]*?(?:(?<!\b(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|[Pp]rof|[ap]\.m)\.?)[.!?…]+["'”»)\]]*(?=\s|$)|$)/gu;
const DASH = /^\.?\s*[-–—]\s*$/;
/** "24/12" is one word, and "tea/coffee" are two. */
const WORD = /\d+(?:\/\d+)+|[\p{L}\p{N}]+(?:['’:.,-][\p{L}\p{N}]+)*/gu;

export function unitsOf({ turns }: Talk): Unit[] {
  const units = turns.flatMap(({ text }, turn) =>
    sentencesIn(text).map((one) => ({ ...one, turn })),
  );
  return units.map((unit, index) => ({ ...unit, index }));
}

function sentencesIn(text: string): Omit<Unit, 'turn' | 'index'>[] {
  return [...text.matchAll(SENTENCE)].flatMap((match) => {
    const start = match.index + (match[0].length - match[0].trimStart().length);
    const said = match[0].trim();
    const tokens = tokensOf(said, start);
    return tokens.length === 0 ? [] : [{ start, end: start + said.length, text: said, tokens }];
  });
}

export function tokensOf(text: string, offset = 0): Token[] {
  let last = 0;
  return [...text.matchAll(WORD)].map(({ index, 0: word }) => {
    const isAfterDash = DASH.test(text.slice(last, index));
    last = index + word.length;
    return {
      word: word.toLowerCase().replaceAll('’', "'"),
      start: offset + index,
      end: offset + last,
      ...(isAfterDash && { isAfterDash }),
    };
  });
}
