import { shapesIn, isCardNumber, secretSpans } from './shapes.ts';
import type { SecretSpan } from './shapes.ts';
import { valueBefore } from './value-before.ts';
import { CONTRASTS, COPULAS, JOINS, NEGATIONS } from './cues.ts';
import type { SecretKind } from './words/secret-names.ts';
import { cueAt, PREPOSITIONS } from './named-cue.ts';
import type { NamedCue } from './named-cue.ts';
import { loginPasswords } from './logins.ts';
import { isOpened, openingNumbers } from './openings.ts';
import { linksAfter, REACH, TO } from './links.ts';
import { askingForm } from './questions.ts';
import { TokenisedTalk } from './talk.ts';
import { digitsOf, piecesAfter, wordsAfter } from './pieces.ts';
import type { NumberRun } from './tokens.ts';
import { isStrong, listUntil, wordsAt } from './values.ts';
import type { TokenRange } from './values.ts';

const SENTENCES_TO_ANSWER = 6;
const SENTENCES_TO_SAY_A_WORD = 3;
const FEWEST: Record<SecretKind, number> = { word: 3, number: 3, long: 8, key: 8 };
/** The maximum number of tokens of an answer that are searched. */
const LONGEST_ANSWER = 60;
/** The maximum number of tokens in an answer that consists only of the secret. */
const BRIEF = 6;
const MAX_DIGITS = 24;

/** The text that replaces a secret. */
export const MASK = '[secret]';
const HIDDEN = '•'.repeat(MASK.length);

/** Finds secrets in one pass over all turns, because a question and its answer belong together. */
export function spansIn(turns: readonly string[]): SecretSpan[] {
  // Skips secrets that are already masked.
  const texts = turns.map((text) => text.replaceAll(MASK, HIDDEN));
  const found = [...shapesIn(texts), ...new Finder(texts).find()];
  return found.filter(({ turn, start, end }) => texts[turn]!.slice(start, end) !== HIDDEN);
}

class Finder extends TokenisedTalk {
  readonly #found: TokenRange[] = [];
  readonly #taken = new Set<TokenRange>();

  find(): SecretSpan[] {
    for (const run of this.runs) {
      if (isCardNumber(run.digits) && !this.isLabelled(run, 3)) this.#found.push(run);
    }
    for (let at = 0; at < this.tokens.length;) {
      const cue = cueAt(this.tokens, at, this.starts[at] === at);
      if (cue) this.#secretsOf(cue);
      at = cue ? cue.until : at + 1;
    }
    for (const run of openingNumbers(this)) this.#push(run);
    this.#found.push(...loginPasswords(this));
    return this.#found.flatMap((range) => secretSpans(this.tokens, range));
  }

  #secretsOf(cue: NamedCue): void {
    const count = this.#found.length;
    const before = valueBefore(this, cue, { reach: REACH, fewest: FEWEST });
    this.#found.push(...before);
    this.#saidAfter(cue);
    if (this.#found.length === count) this.#answered(cue);
  }

  /** Finds values in the sentence after the cue of a secret. */
  #saidAfter(cue: NamedCue): void {
    const end = Math.min(this.ends[cue.until - 1]!, cue.until + REACH);
    const links = linksAfter(this, cue, end);
    let isFound = false;
    for (const at of links) {
      const before = this.tokens[at - 2]?.word ?? '';
      const isAgain =
        /^(?:it|now|that|today|jetzt|ahora)$/.test(before) ||
        this.tokens[at - 1]!.has ||
        CONTRASTS.has(this.tokens[at - 1]!.word);
      if (isFound && !isAgain && !this.runAt.has(this.skipFillers(at, end))) continue;
      if (this.#valueAt(cue, at, end, { mayBePlain: isFound })) isFound = true;
    }
    if (cue.bare || isFound) return;
    for (let at = cue.until; at < end; at += 1) {
      const run = this.runAt.get(at);
      if (run && this.#isSaidOf(cue, run)) this.#push(run);
      const token = this.tokens[at]!;
      const isNext = this.skipFillers(cue.until, end) === at;
      const isTold = isStrong(token) || token.opensQuote || this.#isLoginOf(cue, at, end);
      if (!run && isNext && isTold) this.#valueAt(cue, at, end, { isNext: true });
    }
    const isAsked = /^(?:is|was|ist|es|isn't)$/.test(this.tokens[this.starts[cue.from]!]!.word);
    if (isAsked && cue.kind === 'word') this.#valueAt(cue, cue.until, end);
  }

  #isCue(at: number): boolean {
    return cueAt(this.tokens, at, this.starts[at] === at) !== null;
  }

  /** Recognises "log in with anna and the password rainfall nine", at the end of a sentence. */
  #isLoginOf({ kind, from }: NamedCue, at: number, end: number): boolean {
    const isLast = end - at <= MAX_AFTER_LOGIN && end === this.ends[at];
    if (kind !== 'word' || !isLast) return false;
    return this.tokens.slice(this.starts[from], from).some(({ word }) => LOGIN.test(word));
  }

  #valueAt(
    cue: NamedCue,
    at: number,
    end: number,
    { isNext = false, mayBePlain = true } = {},
  ): boolean {
    let begin = this.skipFillers(at, end);
    const isNot = NEGATIONS.has(this.tokens[begin]?.word ?? '');
    if (isNot) begin = this.skipFillers(begin + 1, end);
    if (/^(?:star|hash|stern|asterisk)$/.test(this.tokens[begin]?.word ?? '')) begin += 1;
    const named = ARTICLE.test(this.tokens[begin]?.word ?? '') && this.runAt.get(begin + 1);
    if (named && this.standsAlone(named)) begin += 1;
    if (begin >= end) return false;
    if (this.tokens[begin]!.core === HIDDEN) return this.#restOfMasked(begin, end);
    const run = this.runAt.get(begin);
    if (run) {
      const isOther = !isNext && this.isOther(cue.until, at - 1);
      if (!isOther && this.#isLongEnough(cue, run) && !this.isCount(run)) {
        this.#push(run);
        return true;
      }
      if (cue.kind !== 'word' || this.isCount(run) || isOther) return false;
    }
    if (cue.kind === 'long') return false;
    // The name of another secret comes before its own value.
    if (this.#isCue(begin)) return false;
    const value = wordsAt(this.tokens, begin, end);
    if (!value) return false;
    if (cue.isList) value.until = listUntil(this.tokens, value.until, this.ends[begin]!);
    const link = this.tokens[at - 1]!.word;
    const needsContrast = isNot || NEGATIONS.has(link);
    const isContrasted = this.tokens
      .slice(value.until, end)
      .some(({ word }) => CONTRASTS.has(word));
    const isWeak = (CONTRASTS.has(link) && !mayBePlain) || WEAK.test(link);
    const isPlain = cue.kind !== 'word' || cue.bare || isWeak || (needsContrast && !isContrasted);
    const { isSpelled } = value;
    const strong = this.tokens.slice(value.from, value.until).some(isStrong);
    if (isPlain && !strong && !isSpelled) return false;
    if (cue.kind !== 'word' && !isSpelled && isTooShort(cue, value)) return false;
    const [to, other] = this.tokens.slice(value.until, end);
    // Handles phrases such as "From Willow12 to Willow13."
    if (strong && other && TO.test(to!.word) && isStrong(other))
      this.#found.push({ from: value.until + 1, until: value.until + 2 });
    this.#found.push(value, ...(cue.kind === 'word' ? wordsAfter(this, value) : []));
    const again = this.corrected(value.until);
    const instead = again > value.until && cue.kind === 'word' && this.tokens[again];
    if (instead) {
      const said = wordsAt(this.tokens, again, this.ends[again]!);
      if (said) this.#found.push(said);
    }
    return true;
  }

  /** Finds the remaining part of a partly masked secret: "[secret] and then 42". */
  #restOfMasked(hidden: number, end: number): boolean {
    this.#found.push({ from: hidden, until: hidden + 1 });
    let at = hidden + 1;
    while (at < end && JOINS.has(this.tokens[at]!.word)) at += 1;
    const run = this.runAt.get(at);
    const isSaidToFollow = /^(?:by|plus|slash|dash)$/.test(this.tokens[at - 1]!.word);
    const words = isSaidToFollow && !run ? wordsAt(this.tokens, at, end) : null;
    if (words) this.#found.push(words);
    if (run && at < end && this.standsAlone(run) && !this.isCount(run)) this.#push(run);
    return true;
  }

  /** A letter or sign directly after the digits belongs to the secret. */
  #push(run: NumberRun): void {
    let { until } = run;
    const isSign = (core = '') => /^(?:[A-HJ-Z#*]|hash|star)$/.test(core);
    while (isSign(this.tokens[until]?.core) && this.tokens[until - 1]!.after === '') until += 1;
    const more = until > run.until && this.tokens[until - 1]!.after === '' && this.runAt.get(until);
    // Handles a letter among digits: "65 170839 J 003".
    if (more && more.digits.length >= FEWEST.number) until = more.until;
    this.#taken.add(run);
    this.#found.push({ from: run.from, until });
    for (const rest of piecesAfter(this, run)) if (!this.#taken.has(rest)) this.#push(rest);
    // Handles phrases such as "From 1234 to 9876."
    const other = TO.test(this.tokens[until]?.word ?? '') && this.runAt.get(until + 1);
    if (other && other.digits.length >= FEWEST.number && !this.isCount(other)) this.#push(other);
    const instead = this.runAt.get(this.corrected(until));
    if (instead && instead.digits.length >= FEWEST.number && !this.#taken.has(instead))
      this.#push(instead);
  }

  /** Returns whether a number later in the sentence belongs to the cue, even without "is". */
  #isSaidOf(cue: NamedCue, run: NumberRun): boolean {
    if (!this.#isLongEnough(cue, run) || this.isCount(run) || this.isLabelled(run, 1)) return false;
    if (this.#taken.has(run)) return false;
    const first = this.skipFillers(cue.until, run.from + 1);
    if (first === run.from) return cue.opens || run.digits.length >= 4;
    if (this.isOther(cue.until, run.from)) return false;
    const before = this.tokens[this.skipBack(run.from) - 1]!;
    const isPlace = PREPOSITIONS.has(this.tokens[cue.until]!.word) && run.from - cue.until <= 5;
    const isYear = /^(?:19|20)\d{2}$/.test(run.digits);
    return (
      cue.opens && (before.after === 'comma' || GIVES.test(before.word) || (isPlace && !isYear))
    );
  }

  #isLongEnough({ kind }: NamedCue, run: NumberRun): boolean {
    if (run.digits.length >= FEWEST[kind]) return run.digits.length <= MAX_DIGITS;
    const digits = digitsOf([run, ...piecesAfter(this, run)]);
    return digits >= FEWEST[kind] && digits <= MAX_DIGITS;
  }

  /** Searches the sentences that follow a question or a promise. */
  #answered(cue: NamedCue): void {
    const start = Math.max(this.starts[cue.from]!, cue.from - REACH);
    const end = this.ends[cue.until - 1]!;
    const sentence = this.tokens.slice(start, Math.min(end, cue.until + REACH));
    const { asks, ends, isFragment, sets } = askingForm(sentence, end - cue.until);
    if (cue.bare && !ends && !(isFragment && isOpened(this.tokens[cue.until - 1]!.word))) return;
    const isAsked = asks || ends || isFragment;
    if (cue.kind === 'word' && !isAsked && !sets) return;
    const most = isAsked ? SENTENCES_TO_ANSWER : 2;
    let at = end;
    let collected: NumberRun[] = [];
    for (let count = 0; count < most && at < this.tokens.length; count += 1) {
      const until = Math.min(this.ends[at]!, at + LONGEST_ANSWER);
      const isDirect = ends && count === 0;
      const runs = this.#runsOfAnswer(cue, at, until, isAsked);
      if (runs.length > 0) {
        collected.push(...runs);
      } else if (collected.length > 0) break;
      else if (this.#wordOfAnswer(cue, at, until, { isAsked, isDirect, count })) return;
      at = this.ends[at]!;
    }
    const all = new Set([...collected, ...collected.flatMap((run) => piecesAfter(this, run))]);
    if (digitsOf([...all]) < FEWEST[cue.kind]) collected = [];
    for (const run of collected) this.#push(run);
  }

  #runsOfAnswer(cue: NamedCue, at: number, until: number, isAsked: boolean): NumberRun[] {
    const begin = this.skipFillers(this.skipIt(at, until), until);
    const runs: NumberRun[] = [];
    for (let place = at; place < until; place += 1) {
      const run = this.runAt.get(place);
      if (!run || this.isCount(run) || this.isLabelled(run, 1)) continue;
      if (this.isOther(at, run.from)) continue;
      const before = this.tokens[this.skipBack(run.from) - 1];
      const isLinked =
        before !== undefined && run.from > at && (COPULAS.has(before.word) || before.has);
      const isWhole = run.from === begin;
      const isLong = this.#isLongEnough(cue, run) || (isWhole && run.until >= until);
      const isShort = isAsked && until - at <= 12;
      if (isLong && (isWhole || (isAsked && isLinked) || isShort)) runs.push(run);
    }
    return runs;
  }

  #wordOfAnswer(
    cue: NamedCue,
    at: number,
    until: number,
    { isAsked, isDirect, count }: { isAsked: boolean; isDirect: boolean; count: number },
  ): boolean {
    if (cue.kind === 'long' || this.tokens[until - 1]!.after === 'question') return false;
    const begin = this.skipIt(at, until);
    const isSaid = begin > at;
    if (count > SENTENCES_TO_SAY_A_WORD) return false;
    const value = wordsAt(this.tokens, this.skipFillers(begin, until), until, !isSaid && !isDirect);
    if (!value) return this.#strongOfAnswer(cue, at, until, isAsked);
    const isBrief = value.isSpelled || (count <= 1 && until - at <= BRIEF);
    if (!isSaid && !isDirect && (!isAsked || !isBrief)) return false;
    const strong = this.tokens.slice(value.from, value.until).some(isStrong) || value.isSpelled;
    if ((cue.kind !== 'word' || cue.bare) && (!strong || isTooShort(cue, value))) return false;
    this.#found.push(value);
    return true;
  }

  /** Handles answers such as "The usual, Pepper!88." */
  #strongOfAnswer({ kind }: NamedCue, at: number, until: number, isAsked: boolean): boolean {
    if (!isAsked || kind !== 'word' || until - at > BRIEF) return false;
    const place = this.tokens.slice(at, until).findIndex(isStrong);
    if (place >= 0) this.#found.push({ from: at + place, until: at + place + 1 });
    return place >= 0;
  }
}

const isTooShort = ({ kind }: NamedCue, { length }: { length: number }): boolean =>
  length < (kind === 'key' ? 8 : 4);

const MAX_AFTER_LOGIN = 4;
const LOGIN =
  /^(?:log|login|sign|user|username|usuario|account|konto|benutzer|benutzername|anmelden|einloggen)$/;
/** Matches an article before the value, as in "Der Code ist die 3819." */
const ARTICLE = /^(?:the|der|die|das|el|la|le|o|a)$/;
/** After these words, an ordinary word is rarely a secret. */
const WEAK = /^(?:from|von|with|mit|con|avec|com|par|por|starts?|begins?|ends?)$/;
const GIVES = /^(?:with|mit|con|enter|dial|type|press|number|nummer|número|numéro)$/;
