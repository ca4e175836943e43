import { COPULAS, FILLERS, LABELS, NUMBERED, SUBJECTS, UNITS } from './cues.ts';
import { wordList } from '../../core/text.ts';
import { anyOf, numbersIn, secretTokens } from './tokens.ts';
import type { NumberRun, SecretToken } from './tokens.ts';

/**
 * A longer number is not an amount; it consists of several groups, like a social security number.
 */
const LONGEST_AMOUNT = 7;
const AFTER_NUMBER = anyOf(`
  to and then at on in into for from or but if when within followed please first twice ein auf
  an am dann und um zum aus en y para luego et puis sur pour e depois no na`);

const MAX_CORRECTION = 6;
const TAKES_BACK =
  /^(?:wait|sorry|mean|meant|rather|moment|halt|quatsch|perdón|digo|espera|pardon|desculpa)$/;
const CORRECTS = new Set(
  wordList(`
  no wait sorry actually i mean meant rather or oh it's it that's is nein moment doch halt ach quatsch ich meine
  perdón digo quiero decir espera non pardon je veux dire não desculpa`),
);

/** A talk as words and sentences, with the subjects of its numbers. */
export class TokenisedTalk {
  readonly tokens: SecretToken[];
  readonly runs: NumberRun[];
  /**
   * The runs by the index of their first token. `runBefore` finds runs by the index after their
   * last token.
   */
  readonly runAt: Map<number, NumberRun>;
  readonly runBefore: Map<number, NumberRun>;
  /** For each token, the index at which its sentence ends. */
  readonly ends: number[] = [];
  readonly starts: number[] = [];

  constructor(turns: readonly string[]) {
    this.tokens = secretTokens(turns);
    this.runs = numbersIn(this.tokens);
    this.runAt = new Map(this.runs.map((run) => [run.from, run]));
    this.runBefore = new Map(this.runs.map((run) => [run.until, run]));
    let start = 0;
    for (const [at, token] of this.tokens.entries()) {
      const next = this.tokens[at + 1];
      this.starts.push(start);
      if (token.after !== 'stop' && token.after !== 'question' && next?.turn === token.turn)
        continue;
      for (let each = start; each <= at; each += 1) this.ends[each] = at + 1;
      start = at + 1;
    }
  }

  skipBack(at: number): number {
    let place = at;
    while (place > 0 && FILLERS.has(this.tokens[place - 1]!.word)) place -= 1;
    return place;
  }

  /** Returns true when another subject comes before the link, as in "The order number is 88123". */
  isOther(from: number, link: number): boolean {
    const [before, last] = [this.tokens[link - 2], this.tokens[link - 1]];
    if (!last || link - 1 < from) return false;
    const isNumber = /^(?:number|numbers|nummer|número|numero|id|no)$/.test(last.word);
    if (isNumber && before && link - 2 >= from) return NUMBERED.has(before.word);
    return SUBJECTS.has(last.word);
  }

  isLabelled({ from }: NumberRun, reach: number): boolean {
    const before = this.tokens.slice(Math.max(this.starts[from]!, from - reach), from);
    return before.some(
      ({ word, core, after }) =>
        ((after !== 'comma' || reach > 1) &&
          (reach === 1 ? LABELS.has(word) : NUMBERED.has(word) || SUBJECTS.has(word))) ||
        core === '+',
    );
  }

  isCount({ from, until, digits, isAmount }: NumberRun): boolean {
    if (isAmount && digits.length <= LONGEST_AMOUNT) return true;
    const last = this.tokens[until - 1]!;
    const next = this.tokens[until];
    const first = this.tokens[from]!;
    const isOneToken = until - from === 1;
    if (isOneToken && /^\d{4}-\d\d-\d\d$|^\d+\.\d+(?:\.\d+)*$/.test(first.core)) return true;
    return last.after === '' && next?.turn === last.turn && UNITS.has(next.word);
  }

  /**
   * Returns true when the number does not count the noun after it: "use 4471 to get in", but not
   * "use 20 screws".
   */
  standsAlone({ until }: NumberRun): boolean {
    const next = this.tokens[until];
    const isLast = next === undefined || until === this.ends[until - 1];
    return isLast || this.tokens[until - 1]!.after !== '' || AFTER_NUMBER.test(next.word);
  }

  /** Skips "no wait", "sorry, I mean" after a value; returns the same place when there is none. */
  corrected(at: number): number {
    let place = at;
    const end = Math.min(this.tokens.length, at + MAX_CORRECTION);
    while (place < end && CORRECTS.has(this.tokens[place]!.word)) place += 1;
    const isCorrected = this.tokens.slice(at, place).some(({ word }) => TAKES_BACK.test(word));
    return isCorrected ? place : at;
  }

  /** Skips phrases such as "sure, it's" and "well, that is". */
  skipIt(at: number, until: number): number {
    let place = this.skipFillers(at, until);
    const comma = this.tokens
      .slice(place, Math.min(until, place + 4))
      .findIndex(({ after }) => after === 'comma');
    if (comma >= 0 && this.isIt(place + comma + 1)) place += comma + 1;
    while (
      place < until &&
      /^(?:yes|sure|okay|well|no|ja|sí|thanks)$/.test(this.tokens[place]!.word)
    )
      place += 1;
    place = this.skipFillers(place, until);
    const token = this.tokens[place];
    if (!token || place >= until) return at;
    if (token.has && /^(?:it|that|they)$/.test(token.word)) return place + 1;
    const next = this.tokens[place + 1]?.word ?? '';
    if (/^(?:it|that|they|es|das|sie|er|c|ce|isso|ela|ele)$/.test(token.word) && COPULAS.has(next))
      return place + 2;
    return /^(?:es|son|é|são)$/.test(token.word) ? place + 1 : at;
  }

  isIt(at: number): boolean {
    const { word = '', has = false } = this.tokens[at] ?? {};
    return (
      /^(?:it|that|es|das|c|isso)$/.test(word) &&
      (has || COPULAS.has(this.tokens[at + 1]?.word ?? ''))
    );
  }

  skipFillers(at: number, end: number): number {
    let place = at;
    while (
      place < end &&
      (FILLERS.has(this.tokens[place]!.word) || this.tokens[place]!.core === '')
    )
      place += 1;
    return place;
  }
}
