/** Finds the rest of a secret that is said in pieces: "My PIN is four." "Four?" "Yes, then seven." "And one nine." */
import { wordList } from '../../core/text.ts';
import { COPULAS, FILLERS, JOINS } from './cues.ts';
import type { TokenisedTalk } from './talk.ts';
import type { NumberRun, SecretToken } from './tokens.ts';
import { wordsAt, type TokenRange } from './values.ts';

/** Pieces after which nothing more is searched. */
const MAX_PIECES = 12;
/** Sentences such as "Okay, go on" between two pieces. */
const MAX_WITHOUT = 2;
const LONGEST_SENTENCE = 12;
const MAX_WORDS = 3;

/** Words around the pieces, beside fillers, joins and copulas. */
const AROUND = new Set(
  wordList(`
  it that the got go on next last first rest digit digits number numbers end ends ending followed by correct exactly
  at starts perfect great good thanks thank continue wait slow so far written noted done a
  das der die weiter genau richtig hab ich nächste letzte zum schluss am ende ziffer ziffern danke gut perfekt
  notiert warte danach ja zuerst dritte vierte
  el la lo los las sí si vale sigue siguiente último últimos dígito dígitos número correcto exacto gracias
  perfecto anotado después luego espera listo por termina`),
);
/** Words before the second part of a password: "then harbour", "followed by 99". */
const THEN = new Set(
  wordList('then plus followed dash slash colon underscore dann danach luego después puis'),
);

/** "One moment", "un momento". */
const MOMENT = /^(?:moments?|momento|second|sec|segundo|augenblick|sekunde)$/;

const isAround = ({ word, core }: SecretToken): boolean =>
  core === '' || AROUND.has(word) || FILLERS.has(word) || JOINS.has(word) || COPULAS.has(word);

/** Returns the numbers that go on with this one in the sentences after it. Others may repeat them, or say "okay". */
export function piecesAfter(talk: TokenisedTalk, { from, until }: NumberRun): NumberRun[] {
  const { tokens, ends } = talk;
  const pieces: NumberRun[] = [];
  if (!tokens.slice(until, ends[from]).every(isAround)) return pieces;
  let without = 0;
  for (let at = ends[from]!; at < tokens.length && pieces.length < MAX_PIECES; at = ends[at]!) {
    const own = numbersOf(talk, at);
    without = own?.length === 0 ? without + 1 : 0;
    if (!own || without > MAX_WITHOUT) break;
    pieces.push(...own);
  }
  return pieces;
}

/** Returns the numbers before this one that it goes on with: "Four." "Seven." "One nine." */
export function piecesBefore(talk: TokenisedTalk, { from }: NumberRun): NumberRun[] {
  const { starts } = talk;
  const pieces: NumberRun[] = [];
  let without = 0;
  for (let at = starts[from]!; pieces.length < MAX_PIECES; at = starts[at - 1]!) {
    const own = numbersOf(talk, at);
    without = own?.length === 0 ? without + 1 : 0;
    if (!own || without > MAX_WITHOUT) break;
    pieces.push(...own.filter((run) => run.from < from));
    if (at === 0) break;
  }
  return pieces;
}

export const digitsOf = (runs: readonly NumberRun[]): number =>
  runs.reduce((sum, { digits }) => sum + digits.length, 0);

/** Returns the numbers of a sentence; null when it says anything beside them. */
function numbersOf(talk: TokenisedTalk, start: number): NumberRun[] | null {
  const end = talk.ends[start]!;
  if (end - start > LONGEST_SENTENCE) return null;
  const numbers: NumberRun[] = [];
  for (let at = start; at < end;) {
    const run = talk.runAt.get(at);
    const isMoment = run !== undefined && MOMENT.test(talk.tokens[run.until]?.word ?? '');
    if (run ? talk.isCount(run) && !isMoment : !isAround(talk.tokens[at]!)) return null;
    if (run && !isMoment) numbers.push(run);
    at = run ? run.until + (isMoment ? 1 : 0) : at + 1;
  }
  return numbers;
}

/** Returns the words and numbers that go on with a password in the sentences after it. */
export function wordsAfter(talk: TokenisedTalk, value: TokenRange): TokenRange[] {
  const { tokens, ends } = talk;
  const pieces: TokenRange[] = [];
  const said = new Set(tokens.slice(value.from, value.until).map(({ word }) => word));
  if (!tokens.slice(value.until, ends[value.from]).every(isAround)) return pieces;
  let without = 0;
  for (
    let at = ends[value.from]!;
    at < tokens.length && pieces.length < MAX_PIECES;
    at = ends[at]!
  ) {
    const piece = pieceOf(talk, at, said);
    without = piece ? 0 : without + 1;
    if (piece === undefined || without > MAX_WITHOUT) break;
    if (!piece) continue;
    pieces.push(piece);
    for (const { word } of tokens.slice(piece.from, piece.until)) said.add(word);
  }
  return pieces;
}

/** Returns the piece in a sentence; null when it only repeats what was said, and undefined for other talk. */
function pieceOf(
  talk: TokenisedTalk,
  start: number,
  said: ReadonlySet<string>,
): TokenRange | null | undefined {
  const { tokens, ends } = talk;
  const end = ends[start]!;
  const isOld = (token: SecretToken) => isAround(token) || said.has(token.word);
  const from = tokens.findIndex((token, at) => at >= start && (at >= end || !isOld(token)));
  if (from < 0 || from >= end) return null;
  const numbers = numbersOf(talk, start);
  if (numbers?.length) return { from: numbers[0]!.from, until: numbers.at(-1)!.until };
  if (!tokens.slice(start, from).some(({ word }) => THEN.has(word))) return undefined;
  const words = wordsAt(tokens, from, end);
  const isShort = words !== null && words.from === from && words.until - from <= MAX_WORDS;
  return isShort && tokens.slice(words.until, end).every(isAround) ? words : undefined;
}
