/** Cuts a talk into tokens, and reads numbers that are written, spoken or spelled out. */
import {
  BETWEEN,
  DIGITS,
  GERMAN_TENS,
  SCALES,
  TEENS,
  TENS,
  TIMES,
  TWENTIES,
} from './words/number-words.ts';

export interface SecretToken {
  /** The token in lower case, without the surrounding punctuation and without `'s`. */
  word: string;
  /** The token as written, without the surrounding punctuation. */
  core: string;
  /** The position of `core` in its turn. */
  start: number;
  end: number;
  turn: number;
  /** True when the token ends with `'s` or `'re`: "the password's", "it's". */
  has: boolean;
  opensQuote: boolean;
  closesQuote: boolean;
  /** The punctuation after the token, by its meaning; empty when there is none. */
  after: 'stop' | 'question' | 'comma' | 'colon' | '';
}

const LEADING = /^["'“”‘’«»„([{<*¿¡]+/u;
const TRAILING = /["'“”‘’«»)\]}>*.,;:!?…]+$/u;
const QUOTE = /["'“”‘’«»„`]/u;
const HYPHENATED = /^\p{L}+(?:[-–]\p{L}+)+$/u;
/** Matches elided words in French: "l'alarme", "c'est", "d'accès". */
const ELIDED = /^(?:[cdjlmnst]|qu)['’](?=\p{L}{2})/iu;

export function secretTokens(turns: readonly string[]): SecretToken[] {
  return turns.flatMap((text, turn) =>
    [...text.matchAll(/\S+/g)].flatMap((chunk) => cut(chunk[0], chunk.index, turn)),
  );
}

function cut(chunk: string, at: number, turn: number): SecretToken[] {
  const leading = LEADING.exec(chunk)?.[0] ?? '';
  const inside = chunk.slice(leading.length);
  const trailing = TRAILING.exec(inside)?.[0] ?? '';
  const core = inside.slice(0, inside.length - trailing.length);
  if (core === '') return punctuation(chunk, at, turn);
  const start = at + leading.length;
  const pieces = piecesOf(core);
  let from = start;
  return pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1;
    const bare = piece.replace(/[=:'’]+$/, '');
    const token: SecretToken = {
      word: bare.toLowerCase().replace(/['’](?:s|re)$/, ''),
      core: bare,
      start: from,
      end: from + bare.length,
      turn,
      has: /['’](?:s|re)$/i.test(bare),
      opensQuote: index === 0 && QUOTE.test(leading),
      closesQuote: isLast && QUOTE.test(trailing),
      after: isLast ? afterOf(trailing) : /[=:]$/.test(piece) ? 'colon' : '',
    };
    from += piece.length + (HYPHENATED.test(core) ? 1 : 0);
    return token;
  });
}

function piecesOf(core: string): string[] {
  if (HYPHENATED.test(core)) return core.split(/[-–]/);
  const elided = ELIDED.exec(core)?.[0];
  return elided ? [elided, core.slice(elided.length)] : keyAndValue(core);
}

/** Splits "password=hunter2" and "pin:4711" into two tokens. */
function keyAndValue(core: string): string[] {
  const parts = /^([\p{L}_-]{2,30}[=:])([^=:/].*)$/u.exec(core);
  return parts ? [parts[1]!, parts[2]!] : [core];
}

const LINKS = /^(?:=+>?|->|[-–—:]+|→)$/;

/** Makes a token from a dash or an equals sign that stands alone. */
function punctuation(chunk: string, at: number, turn: number): SecretToken[] {
  const isLink = LINKS.test(chunk);
  if (!isLink && !/[.,;!?…]/.test(chunk)) return [];
  return [
    {
      word: isLink ? ':' : ',',
      core: '',
      start: at,
      end: at,
      turn,
      has: false,
      opensQuote: false,
      closesQuote: false,
      after: isLink ? 'colon' : afterOf(chunk),
    },
  ];
}

function afterOf(trailing: string): SecretToken['after'] {
  if (trailing.includes('?')) return 'question';
  if (/[.!…]/.test(trailing)) return 'stop';
  if (trailing.includes(':')) return 'colon';
  return /[,;]/.test(trailing) ? 'comma' : '';
}

const WRITTEN = /^[#*]?\d[\d\-–./*#]*$/;

export interface NumberRun {
  from: number;
  /** The index after the last token. */
  until: number;
  digits: string;
  /** True for a number such as "Five hundred thirty six". */
  isAmount: boolean;
}

/** Returns the digits of one token, or null. "o" and "a" count as digits only inside a number. */
function digitsAt(
  token: SecretToken,
  next: SecretToken | undefined,
  inside: boolean,
): { digits: string; used: number } | null {
  const { word, core } = token;
  if (WRITTEN.test(core)) return { digits: core.replace(/\D/g, ''), used: 1 };
  if (!inside && /^(?:o|oh|ein|un|une|uma|nil)$/.test(word)) return null;
  const digit = DIGITS.get(word);
  if (digit !== undefined) return { digits: digit, used: 1 };
  const teen = TEENS.get(word) ?? TWENTIES.get(word);
  if (teen !== undefined) return { digits: teen, used: 1 };
  const ten = TENS.get(word);
  if (ten !== undefined) {
    const one = next && token.after === '' ? DIGITS.get(next.word) : undefined;
    return one !== undefined && one !== '0'
      ? { digits: ten + one, used: 2 }
      : { digits: `${ten}0`, used: 1 };
  }
  const german = GERMAN_TENS.exec(word);
  if (german) return { digits: TENS.get(german[2]!)! + DIGITS.get(german[1]!)!, used: 1 };
  const times = TIMES.get(word);
  const repeated = times && next ? DIGITS.get(next.word) : undefined;
  const written = times && next && /^\d$/.test(next.core) ? next.core : repeated;
  return times && written !== undefined ? { digits: written.repeat(times), used: 2 } : null;
}

/** Returns all numbers in order. Consecutive groups of digits in a sentence form one number. */
export function numbersIn(tokens: readonly SecretToken[]): NumberRun[] {
  const runs: NumberRun[] = [];
  for (let at = 0; at < tokens.length;) {
    const run = numberAt(tokens, at);
    if (run) runs.push(run);
    at = run ? run.until : at + 1;
  }
  return runs;
}

/**
 * Reads the digits of one token, or of a phrase such as "five hundred and thirty six", in which the
 * scales must decrease.
 */
function cardinalAt(
  tokens: readonly SecretToken[],
  at: number,
  { inside, below = Infinity }: { inside: boolean; below?: number },
): Cardinal | null {
  const read = digitsAt(tokens[at]!, tokens[at + 1], inside);
  if (!read) return null;
  const { turn } = tokens[at]!;
  const scale = tokens[at + read.used];
  const zeros = SCALES.get(scale?.word ?? '') ?? 0;
  const isScaled = zeros > 0 && zeros < below && scale!.turn === turn;
  if (!isScaled || tokens[at + read.used - 1]!.after !== '') return { ...read, isAmount: false };
  const used = read.used + 1;
  const pause = tokens[at + used]?.word === 'and' ? 1 : 0;
  const next = at + used + pause;
  const goesOn = scale!.after === '' && tokens[next]?.turn === turn;
  const rest = goesOn ? cardinalAt(tokens, next, { inside: true, below: zeros }) : null;
  return rest && rest.digits.length <= zeros
    ? {
        digits: read.digits + rest.digits.padStart(zeros, '0'),
        used: used + pause + rest.used,
        isAmount: true,
      }
    : { digits: read.digits + '0'.repeat(zeros), used, isAmount: true };
}

interface Cardinal {
  digits: string;
  used: number;
  isAmount: boolean;
}

/** Matches a direction in the combination of a dial: "32 left, 11 right". */
const TURNS = /^(?:left|right|links|rechts|izquierda|derecha)$/;

function numberAt(tokens: readonly SecretToken[], from: number): NumberRun | null {
  let digits = '';
  let until = from;
  let isAmount = false;
  for (let at = from; at < tokens.length;) {
    const token = tokens[at]!;
    if (token.turn !== tokens[from]!.turn) break;
    const read = cardinalAt(tokens, at, { inside: at > from });
    if (!read) {
      const isBetween = at > from && (BETWEEN.has(token.word) || token.word === ':');
      const isTurn = token.after === 'comma' && TURNS.test(token.word);
      if (isBetween && (token.after === '' || isTurn) && at - until < 2) {
        at += 1;
        continue;
      }
      break;
    }
    digits += read.digits;
    isAmount ||= read.isAmount;
    at += read.used;
    until = at;
    const { after } = tokens[at - 1]!;
    if (after === 'stop' || after === 'question' || after === 'colon') break;
  }
  return until > from ? { from, until, digits, isAmount } : null;
}

/**
 * Returns a pattern that matches each of these words as a whole, followed by the ending; words and
 * ending may contain patterns.
 */
export function anyOf(words: string, ending = ''): RegExp {
  return new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})${ending}$`, 'u');
}
