/** Reads words that may be a secret: a password, a passphrase, or a spelled word. */
import { wordList } from '../../core/text.ts';
import { AFTER_STATE, COPULAS, GOES_ON, NO_ANSWER, NO_SECRET, STATES, UNITS } from './cues.ts';
import { anyOf, numbersIn } from './tokens.ts';
import type { SecretToken } from './tokens.ts';

/** A range of tokens; the end is exclusive. */
export interface TokenRange {
  from: number;
  until: number;
}

export interface SpokenSecret extends TokenRange {
  /** True when the secret is spelled letter by letter. */
  isSpelled: boolean;
  /** The number of characters. */
  length: number;
}

const MAX_QUOTED = 30;
const MAX_WORDS = 26;
/** Words of a password after its first, which is mixed with digits. */
const MAX_REST = 2;
const ENDS_SENTENCE = new Set(['stop', 'question']);
const INTRODUCES = anyOf(`
  word words the phrase letters all lower case lowercase uppercase capital das wort la palabra string spelled spelt`);
const SIGNS = new Set(
  wordList(`
  capital uppercase upper lowercase lower case dash hyphen minus underscore dot point period at hash star asterisk
  dollar percent ampersand exclamation question mark sign plus slash bang and all big small number letter groß klein
  großes kleines ausrufezeichen fragezeichen bindestrich unterstrich punkt mayúscula minúscula guion punto`),
);
/** The words that spell letters over the telephone, in English and in German. */
const ALPHABET = new Set(
  wordList(`
  alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa
  quebec romeo sierra tango uniform victor whiskey xray yankee zulu
  anton berta cäsar dora emil friedrich gustav heinrich ida julius kaufmann ludwig martha nordpol otto paula
  richard samuel siegfried theodor ulrich viktor wilhelm xanthippe ypsilon zacharias`),
);
const SPELLING =
  /^(?:capital|uppercase|lowercase|underscore|ampersand|asterisk|hash|dollar|exclamation|dash|hyphen)$/;

/**
 * Returns true for words that are not normal speech: letters mixed with digits, inner capitals or
 * signs.
 */
export function isStrong({ core }: SecretToken): boolean {
  if (core.length < 4) return false;
  if (
    /^\p{Lu}?[\p{Ll}’']+$/u.test(core) ||
    /^\d+(?:st|nd|rd|th|s|am|pm|h|km|kg|gb|mb|ms|k|m|x|%)?$/i.test(core)
  )
    return false;
  if (
    /^[\d.,:/–-]+$/.test(core) ||
    /^\p{Lu}+$/u.test(core) ||
    (/^[$€£]?\d/.test(core) && !/\p{L}/u.test(core))
  )
    return false;
  if (/^(?:https?:\/\/|www\.)|^[\w.+-]+@[\w-]+\.[\w.-]+$/i.test(core)) return false;
  const hasDigit = /\d/.test(core) && /\p{L}/u.test(core);
  const hasSign = /[^\p{L}\p{N}'’.,-]/u.test(core);
  const hasInnerCapital = /\p{Ll}\p{Lu}/u.test(core) && core.length >= 6;
  const isDashed = /^\p{L}+(?:[-_.]\p{L}+){2,}$/u.test(core);
  return hasDigit || hasSign || hasInnerCapital || isDashed;
}

const isLetter = ({ core }: SecretToken): boolean => /^[\p{L}]$/u.test(core) && core !== 'I';

/** Reads the words at this position as a secret; null when they are ordinary words. */
export function wordsAt(
  tokens: readonly SecretToken[],
  from: number,
  end: number,
  isAnswer = false,
): SpokenSecret | null {
  let begin = from;
  while (
    begin < end &&
    INTRODUCES.test(tokens[begin]!.word) &&
    isIntroduced(tokens, begin, end) &&
    spelledUntil(tokens, begin, end) === begin
  )
    begin += 1;
  const first = tokens[begin];
  if (!first || begin >= end) return null;
  const words = (until: number, isSpelled = false): SpokenSecret => ({
    from: begin,
    until,
    isSpelled,
    length: tokens.slice(begin, until).reduce((sum, { core }) => sum + core.length, 0),
  });
  if (first.opensQuote) {
    const close = tokens
      .slice(begin, Math.min(end, begin + MAX_QUOTED))
      .findIndex(({ closesQuote }) => closesQuote);
    if (close >= 0) return words(begin + close + 1);
  }
  const spelled = spelledUntil(tokens, begin, end);
  if (spelled > begin) return words(spelled, true);
  const dictated = dictatedUntil(tokens, from, end);
  if (dictated > from) return { ...words(dictated, true), from };
  if (isStrong(first)) {
    let until = begin + 1;
    while (until < end && tokens[until - 1]!.after === '' && isStrong(tokens[until]!)) until += 1;
    return words(restUntil(tokens, until, end));
  }
  if (isAnswer && NO_ANSWER.has(first.word)) return null;
  if (!/^\p{L}/u.test(first.core) || first.core.length < 2) return null;
  const next = begin + 1 < end && first.after === '' ? tokens[begin + 1] : undefined;
  if (UNITS.has(next?.word ?? '') && numbersIn([first]).length > 0) return null;
  if (NO_SECRET.has(first.word) || /^\p{L}+n['’]t$/u.test(first.word)) {
    if (!STATES.has(first.word) || !next || AFTER_STATE.has(next.word)) return null;
  } else if (
    /^[a-z]+(?:ed|ing)$/.test(first.core) &&
    (!next || AFTER_STATE.has(next.word) || GOES_ON.has(next.word) || isDigit(next))
  )
    return null;
  let until = begin + 1;
  while (
    until < end &&
    until - begin < MAX_WORDS &&
    tokens[until - 1]!.after === '' &&
    !goesOn(tokens, until)
  )
    until += 1;
  return words(until);
}

/** Returns the end of a list of single words: "ladder, orbit, velvet and canyon". */
export function listUntil(tokens: readonly SecretToken[], from: number, end: number): number {
  let until = from;
  while (until < end && tokens[until - 1]!.after === 'comma') {
    const isJoined = /^(?:and|und|y|et|e)$/.test(tokens[until]!.word);
    const word = until + (isJoined ? 1 : 0);
    if (word >= end || NO_SECRET.has(tokens[word]!.word)) break;
    until = word + 1;
    const next = tokens[until];
    // Several words after a comma are the next clause.
    if (
      next &&
      until < end &&
      tokens[word]!.after === '' &&
      !/^(?:and|und|y|et|e)$/.test(next.word)
    )
      return word;
    if (next && until < end && tokens[word]!.after === '') until += 2;
  }
  return Math.min(until, end);
}

/** Recognises introductions such as "the word bluebird" and "all lower case bluebird". */
function isIntroduced(tokens: readonly SecretToken[], at: number, end: number): boolean {
  const next = tokens[at + 1]?.word ?? '';
  const { word } = tokens[at]!;
  if (at + 1 >= end) return false;
  if (/^(?:the|das|la)$/.test(word))
    return /^(?:words?|phrase|letters|string|wort|palabra)$/.test(next);
  if (word.startsWith('spel')) return spelledUntil(tokens, at + 1, end) > at + 1;
  if (word === 'all') return /^(?:lower|lowercase|uppercase)$/.test(next);
  return !/^(?:and|or)$/.test(next) && tokens[at]!.after !== 'stop';
}

const TALKS_ON =
  /^(?:please|then|remember|don't|dont|call|tell|never|let|make|send|keep|do|go|write|is|are|dann|bitte|nunca)$/;

/** Words after a password that are no part of it. */
const LATER = anyOf(
  'last next this back again anymore everywhere here there yesterday today tomorrow ein hier heute morgen gestern hoy ayer',
);

/** The end of a word or two that end the clause of a password: "hunter2 blue", but not "hunter2 last week". */
function restUntil(tokens: readonly SecretToken[], from: number, end: number): number {
  for (let at = from; at < Math.min(end, from + MAX_REST); at += 1) {
    const { word } = tokens[at]!;
    const isSpeech = NO_SECRET.has(word) || TALKS_ON.test(word) || LATER.test(word);
    if (tokens[at - 1]!.after !== '' || isSpeech || goesOn(tokens, at)) return from;
    if (tokens[at]!.after !== '' || at + 1 === end) return at + 1;
  }
  return from;
}

function goesOn(tokens: readonly SecretToken[], at: number): boolean {
  const { word } = tokens[at]!;
  if (!GOES_ON.has(word)) return false;
  if (!/^(?:and|y|und)$/.test(word)) return true;
  const next = tokens[at + 1]?.word ?? '';
  return NO_SECRET.has(next) || TALKS_ON.test(next);
}

/** Reads at least four consecutive letters, digits or names of signs. */
function spelledUntil(tokens: readonly SecretToken[], from: number, end: number): number {
  let until = from;
  let count = 0;
  let letters = 0;
  for (let at = from; at < end; at += 1) {
    const token = tokens[at]!;
    const isUnit = isLetter(token) || isDigit(token);
    const isChunk =
      /^[A-Z]{2,4}$/.test(token.core) ||
      /^(?=[A-Z\d]*\d)[A-Z\d]{2,}$/.test(token.core) ||
      ALPHABET.has(token.word);
    const named = namedLetterUntil(tokens, at, end);
    if (named > at) {
      [count, letters, until] = [count + 1, letters + 1, named];
      at = named - 1;
      if (ENDS_SENTENCE.has(tokens[at]!.after)) break;
      continue;
    }
    const isTimes = /^(?:double|triple|doble|doppel)$/.test(token.word);
    if (!isUnit && !isChunk && !isTimes && !SIGNS.has(token.word)) break;
    if (isUnit || isChunk || SPELLING.test(token.word)) {
      count += isChunk && !ALPHABET.has(token.word) ? token.core.length : 1;
      until = at + 1;
    }
    const isLetters = isLetter(token) || (isChunk && /\p{L}/u.test(token.core));
    if (isLetters || SPELLING.test(token.word)) letters += 1;
    if (ENDS_SENTENCE.has(token.after)) break;
  }
  return count >= 4 && letters >= 1 ? until : from;
}

const AS = /^(?:wie|for|like|como|de)$/;

/** Returns the end of "S wie Siegfried", "S for sugar", "S as in Sam", "G de gato". */
function namedLetterUntil(tokens: readonly SecretToken[], at: number, end: number): number {
  const [token, next, after] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  if (!/^\p{L}$/u.test(token.core) || !next || !after) return at;
  const isIn = next.word === 'as' && after.word === 'in';
  const place = isIn ? at + 3 : AS.test(next.word) ? at + 2 : end;
  const begins = tokens[place]?.word.startsWith(token.core.toLowerCase());
  return place < end && begins ? place + 1 : at;
}

/** Reads words that are mixed with digits and names of signs: "Capital M, at sign, rabbit nine". */
function dictatedUntil(tokens: readonly SecretToken[], from: number, end: number): number {
  let marks = 0;
  let signs = 0;
  let at = from;
  while (at < end) {
    const token = tokens[at]!;
    const next = token.after === '' && at + 1 < end ? tokens[at + 1] : undefined;
    const isSign = namesSign(token, next);
    if (isSign) signs += 1;
    if (isSign || isLetter(token) || isDigit(token)) marks += 1;
    else if (!SIGNS.has(token.word) && endsDictation(tokens, at)) break;
    at += 1;
    if (ENDS_SENTENCE.has(token.after)) break;
  }
  return marks >= 2 && signs >= 1 ? at : from;
}

/** Recognises "Capital M", "underscore" and "at sign", but not "the capital, Lisbon". */
function namesSign({ word }: SecretToken, next: SecretToken | undefined): boolean {
  if (/^(?:small|big|upper|lower)$/.test(word)) return next !== undefined && isLetter(next);
  if (/^(?:capital|uppercase|lowercase)$/.test(word)) return next !== undefined;
  return SPELLING.test(word) || /^(?:sign|mark)$/.test(next?.word ?? '');
}

function endsDictation(tokens: readonly SecretToken[], at: number): boolean {
  const { word } = tokens[at]!;
  if (word === 'and') return goesOn(tokens, at);
  return NO_SECRET.has(word) || COPULAS.has(word) || GOES_ON.has(word);
}

const isDigit = (token: SecretToken): boolean =>
  /^\d+$/.test(token.core) || numbersIn([token]).length > 0 || /^(?:oh|o)$/.test(token.word);
