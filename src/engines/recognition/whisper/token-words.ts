import type { RecognisedWord } from '../recogniser.ts';
import type { FoundText } from './search.ts';
import { UNSPACED, type TokenVocabulary } from './vocabulary.ts';

interface Spoken {
  /** The second at which each token begins, and the one at which the last one ends. */
  times: readonly number[];
  /** ISO 639-1. */
  language: string;
}

/**
 * Joins tokens to words. The confidence of a word is the geometric mean of the probabilities of its
 * tokens. Signs that are no letters belong to the word before them.
 */
export function wordsOfTokens(
  vocabulary: TokenVocabulary,
  { tokens, logs }: Pick<FoundText, 'tokens' | 'logs'>,
  { times, language }: Spoken,
): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  for (const { from, to } of wordSpans(vocabulary, tokens, UNSPACED.has(language))) {
    const text = vocabulary.textOf(tokens.slice(from, to)).trim();
    const last = words.at(-1);
    if (/[\p{L}\p{N}]/u.test(text)) {
      const sum = logs.slice(from, to).reduce((total, log) => total + log, 0);
      const confidence = Math.exp(sum / (to - from));
      words.push({ text, start: times[from]!, end: times[to]!, confidence });
    } else if (last) last.text += text;
  }
  return words;
}

/** Splits tokens before each space; in a language without spaces, after each whole character. */
function wordSpans(
  vocabulary: TokenVocabulary,
  tokens: readonly number[],
  isUnspaced: boolean,
): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 1; at <= tokens.length; at++) {
    const isLast = at === tokens.length;
    const isWhole = !vocabulary.textOf(tokens.slice(from, at)).includes('\uFFFD');
    const isSplit = isUnspaced ? isWhole : vocabulary.textOf([tokens[at] ?? 0]).startsWith(' ');
    if (!isLast && !isSplit) continue;
    spans.push({ from, to: at });
    from = at;
  }
  return spans;
}
