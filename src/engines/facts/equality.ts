/**
 * Decides when two facts, tasks or appointments are the same: when every word, number, name, code, day and negation
 * is the same, or when both are known ways to say the same. Texts that are only alike are two.
 */
import { wordList } from '../../core/text.ts';
import { memoised } from '../words/memo.ts';
import { paraphrasesOf } from './paraphrases.ts';
import { factTokens } from './tokens.ts';

interface Said {
  text: string;
  /** When a task is due or an appointment begins, if that was said. */
  at?: Date | null;
}

/** Known facts are compared with each talk. */
const MAX_KEPT = 10_000;
const keysOfMarked = memoised<readonly string[]>((marked) => {
  const [language] = marked.split(' ', 1) as [string];
  const text = marked.slice(language.length + 1);
  return [factTokens(text, language).join(' ') || text, ...paraphrasesOf(text, language)];
}, MAX_KEPT);

/** Texts with a common key say the same. */
const keysOf = (text: string, language: string) => keysOfMarked(`${language} ${text}`);

/** Returns whether two texts say the same. The language is `en`, `de` or `es`. */
export function saySame(one: string, other: string, language = 'en'): boolean {
  const keys = new Set(keysOf(other, language));
  return keysOf(one, language).some((key) => keys.has(key));
}

/** The same words about another time are another task. */
const mayBeAtOnce = (one: Date | null, other: Date | null): boolean =>
  one === null || other === null || one.getTime() === other.getTime();

/** Returns whether two tasks or two appointments are one. */
export const areSame = (one: Said, other: Said, language?: string): boolean =>
  mayBeAtOnce(one.at ?? null, other.at ?? null) && saySame(one.text, other.text, language);

/** What is known, to find the text that says the same as a new one. */
export class KnownTexts {
  readonly #language: string;
  readonly #byKey = new Map<string, { known: string; at: Date | null }[]>();

  constructor(texts: Iterable<string> = [], language = 'en') {
    this.#language = language;
    for (const text of texts) this.add({ text });
  }

  /** `known` is the text to return when only a part of it says so. */
  add({ text, at = null }: Said, known = text): void {
    for (const key of keysOf(text, this.#language)) {
      const there = this.#byKey.get(key);
      if (there) there.push({ known, at });
      else this.#byKey.set(key, [{ known, at }]);
    }
  }

  /** Returns the known text that says the same; undefined without one. */
  find({ text, at = null }: Said): string | undefined {
    return keysOf(text, this.#language)
      .flatMap((key) => this.#byKey.get(key) ?? [])
      .find((each) => mayBeAtOnce(each.at, at))?.known;
  }
}

const NEGATIONS = new Set(
  wordList(`
  not no never without none nobody nothing nicht kein keine keinen nie ohne nichts sin nunca nada`),
);
const negationsIn = (tokens: readonly string[]): number =>
  tokens.filter((token) => NEGATIONS.has(token)).length;

/** Returns whether two texts say no equally often. */
export const negateAlike = (one: string, other: string): boolean =>
  negationsIn(factTokens(one)) === negationsIn(factTokens(other));

/**
 * Returns whether a text has all the words of another, in whatever order, and says no as often. Then the
 * longer one stands for both.
 */
export function containsAllOf(whole: string, part: string): boolean {
  const [own, wanted] = [factTokens(whole), factTokens(part)];
  const there = new Set(own);
  return (
    wanted.length > 0 &&
    wanted.every((token) => there.has(token)) &&
    negationsIn(own) === negationsIn(wanted)
  );
}
