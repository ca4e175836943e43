import { setImmediate as turn } from 'node:timers/promises';
import { COPULAS } from './cues.ts';
import { MASK, spansIn } from './secret-finder.ts';
import { mayHaveSecrets } from './hints.ts';
import type { SecretSpan } from './shapes.ts';
import { numbersIn, secretTokens } from './tokens.ts';
import type { SecretToken } from './tokens.ts';
import { isStrong } from './values.ts';

/** This many consecutive words of a longer phrase are enough to reveal the phrase. */
const PART_OF_PHRASE = 2;
const MAX_TOKENS_COMPARED = 6;
const FEWEST_DIGITS = 3;
/**
 * The blocks of turns overlap, because the answer to the last question of a block may be in the
 * next block.
 */
const TURNS_AT_ONCE = 200;
const TURNS_TO_ANSWER = 10;
/** "4711." "That is my PIN." In pieces, a number takes several turns. */
const TURNS_BEFORE = 6;
const TURNS_BETWEEN_PIECES = 3;
/** Shorter values would match too much other text. */
const FEWEST_CHARACTERS = 3;

/**
 * Finds and masks the secrets of a talk. If the context reveals a secret once, the secret is masked
 * wherever it occurs in texts of the same talk.
 */
export class Secrets {
  readonly #numbers = new Set<string>();
  /** Every sequence of at least four digits that is part of a secret number. */
  readonly #partsOfNumbers = new Set<string>();
  readonly #words = new Set<string>();
  #longest = 0;

  /** Learns the secrets of a talk of any length, and yields to other work in between. */
  async learnAll(turns: readonly string[]): Promise<string[]> {
    const found = new Map<number, SecretSpan[]>();
    for (let from = 0; from < turns.length; from += TURNS_AT_ONCE) {
      const before = Math.max(0, from - TURNS_TO_ANSWER);
      const spans = this.#find(turns.slice(before, from + TURNS_AT_ONCE));
      for (const [place, own] of spans) {
        found.set(before + place, [...(found.get(before + place) ?? []), ...own]);
      }
      await turn();
    }
    const masks: string[] = [];
    for (const [place, text] of turns.entries()) {
      masks.push(masked(text, [...(found.get(place) ?? []), ...this.#again(text)]));
      if (place % TURNS_AT_ONCE === 0) await turn();
    }
    return masks;
  }

  /** Learns the secrets of these turns, and returns the turns without them. */
  learn(turns: readonly string[]): string[] {
    const found = this.#find(turns);
    return turns.map((text, place) =>
      masked(text, [...(found.get(place) ?? []), ...this.#again(text)]),
    );
  }

  /** Learns the secrets of these turns, and returns their places by turn. */
  #find(turns: readonly string[]): Map<number, SecretSpan[]> {
    const spans = spansNearHints(turns);
    const said = spans.map(({ turn, start, end }) => turns[turn]!.slice(start, end));
    for (const value of said) this.#add(value);
    for (const whole of joinedPieces(spans, said)) this.#add(whole);
    return Map.groupBy(spans, (span) => span.turn);
  }

  /**
   * Masks secrets in a text about the talk: known secrets, and secrets that are recognisable by
   * their form.
   */
  mask(text: string): string {
    return masked(text, [...(mayHaveSecrets(text) ? spansIn([text]) : []), ...this.#again(text)]);
  }

  #add(value: string): void {
    const tokens = secretTokens([value]);
    const digits = numbersIn(tokens).filter((run) => run.digits.length >= FEWEST_DIGITS);
    for (const run of digits) {
      this.#numbers.add(run.digits);
      for (const part of partsOf(run.digits)) this.#partsOfNumbers.add(part);
    }
    const rest = tokens.filter(
      (_, at) => !digits.some(({ from, until }) => at >= from && at < until),
    );
    const words = rest.map(compactOf).filter((word) => word !== '' && !COPULAS.has(word));
    if (words.length === 0) return;
    this.#addWords(tokens.map(compactOf).join(''), tokens.length);
    for (const token of rest.filter(isStrong)) this.#addWords(compactOf(token), 1);
    if (words.length > PART_OF_PHRASE) {
      for (let at = 0; at + PART_OF_PHRASE <= words.length; at += 1) {
        this.#addWords(words.slice(at, at + PART_OF_PHRASE).join(''), PART_OF_PHRASE);
      }
    }
  }

  #addWords(compact: string, tokens: number): void {
    if (compact.length < FEWEST_CHARACTERS) return;
    this.#words.add(compact);
    this.#longest = Math.max(this.#longest, Math.min(tokens + 2, MAX_TOKENS_COMPARED));
  }

  /** Finds further occurrences of known secrets. */
  #again(text: string): SecretSpan[] {
    if (this.#numbers.size === 0 && this.#words.size === 0) return [];
    const tokens = secretTokens([text]);
    const spans: SecretSpan[] = [];
    const add = (from: number, until: number) =>
      spans.push({ turn: 0, start: tokens[from]!.start, end: tokens[until - 1]!.end });
    if (this.#numbers.size > 0) {
      for (const { from, until, digits } of numbersIn(tokens)) {
        const isKnown = this.#numbers.has(digits) || this.#partsOfNumbers.has(digits);
        if (isKnown || partsOf(digits).some((part) => this.#numbers.has(part))) add(from, until);
      }
    }
    for (const from of this.#words.size > 0 ? tokens.keys() : []) {
      let compact = '';
      const last = Math.min(tokens.length, from + this.#longest);
      for (let until = from + 1; until <= last; until += 1) {
        compact += compactOf(tokens[until - 1]!);
        if (this.#words.has(compact)) add(from, until);
      }
    }
    return spans;
  }
}

/** Returns the numbers that pieces of fewer than four digits make together, with and without repetitions. */
function joinedPieces(spans: readonly SecretSpan[], said: readonly string[]): string[] {
  const joined: string[] = [];
  let pieces: string[] = [];
  let before = -1;
  const places = [...spans.keys()].toSorted(
    (one, other) =>
      spans[one]!.turn - spans[other]!.turn || spans[one]!.start - spans[other]!.start,
  );
  const end = () => {
    const once = pieces.filter((piece, at) => piece !== pieces[at - 1]);
    if (pieces.length > 1) joined.push(pieces.join(''), once.join(''));
    pieces = [];
  };
  for (const place of places) {
    const { turn } = spans[place]!;
    const tokens = secretTokens([said[place]!]);
    const runs = numbersIn(tokens);
    const digits = runs.map((run) => run.digits).join('');
    const isPiece = runs.length === 1 && runs[0]!.until === tokens.length && digits.length < 4;
    if (!isPiece || turn - before > TURNS_BETWEEN_PIECES) end();
    if (isPiece) pieces.push(digits);
    before = turn;
  }
  end();
  return joined.filter((digits) => digits.length >= 4);
}

/** Searches only turns near a hint, because reading a turn takes 40 times as long as the hint. */
function spansNearHints(turns: readonly string[]): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = 0, done = 0; at < turns.length; at += 1) {
    if (!mayHaveSecrets(turns[at]!)) continue;
    const from = Math.max(done, at - TURNS_BEFORE);
    let until = at + 1;
    for (let next = until; next < Math.min(turns.length, until + TURNS_TO_ANSWER); next += 1) {
      if (mayHaveSecrets(turns[next]!)) until = next + 1;
    }
    until = Math.min(turns.length, until + TURNS_TO_ANSWER);
    const near = spansIn(turns.slice(from, until));
    spans.push(...near.map((span) => ({ ...span, turn: span.turn + from })));
    done = until;
    at = until - 1;
  }
  return spans;
}

const LONGEST_NUMBER = 24;

/** Returns all runs of at least four digits. */
function partsOf(digits: string): string[] {
  const parts: string[] = [];
  const most = Math.min(digits.length, LONGEST_NUMBER);
  for (let from = 0; from + 4 <= most; from += 1) {
    for (let until = from + 4; until <= most; until += 1) parts.push(digits.slice(from, until));
  }
  return parts;
}

/** Returns only the letters and digits of a token; spoken digits become digits. */
function compactOf(token: SecretToken): string {
  const [number] = numbersIn([token]);
  return number?.digits ?? token.word.replace(/[^\p{L}\p{N}]/gu, '');
}

function masked(text: string, spans: readonly SecretSpan[]): string {
  const joined: Range[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    // Spans with only spaces and punctuation between them are joined.
    if (last && !/[\p{L}\p{N}]/u.test(text.slice(last.end, start)))
      last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  let result = '';
  let done = 0;
  for (const { start, end } of joined) {
    result += text.slice(done, start) + MASK;
    done = end;
  }
  return result + text.slice(done);
}

interface Range {
  start: number;
  end: number;
}

/**
 * Moves ranges of a text to its masked form. The part of a range that is within a secret is not
 * needed any more.
 */
export function movedRanges(ranges: readonly Range[], text: string, hidden: string): Range[] {
  const moved: Range[] = [];
  let from = 0;
  let to = 0;
  for (const kept of hidden.split(MASK)) {
    from = text.indexOf(kept, from);
    for (const { start, end } of ranges) {
      const first = Math.max(start, from);
      const last = Math.min(end, from + kept.length);
      if (first < last) moved.push({ start: first - from + to, end: last - from + to });
    }
    from += kept.length;
    to += kept.length + MASK.length;
  }
  return moved;
}
