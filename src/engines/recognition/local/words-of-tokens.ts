import type { RecognisedWord } from '../recogniser.ts';

export interface TimedTokens {
  /** Parts of words; the first part of each word begins with a space or with `▁`. */
  tokens: readonly string[];
  /** The start of each token in seconds. */
  times: readonly number[];
  /** The natural logarithm of the model's confidence in each token. */
  logs?: readonly number[] | undefined;
  /** The duration of the sound in seconds. */
  seconds: number;
}

/**
 * Tokens have no end time. A word ends where the next word begins, but at most this long after its
 * last token.
 */
const LAST_TOKEN_SECONDS = 0.24;

export function wordsOfTimedTokens({
  tokens,
  times,
  logs,
  seconds,
}: TimedTokens): RecognisedWord[] {
  const words: { text: string; first: number; last: number }[] = [];
  for (const [i, token] of tokens.entries()) {
    const text = token.replace(/^[▁\s]+/, '');
    const begins = text !== token;
    if (begins || words.length === 0) words.push({ text, first: i, last: i });
    else {
      const word = words.at(-1)!;
      word.text += text;
      word.last = i;
    }
  }
  const at = (index: number) => Math.min(times[index]!, seconds);
  const spoken = words.filter(({ text }) => text !== '');
  return spoken.map(({ text, first, last }, i) => {
    const next = spoken[i + 1];
    const latest = next ? at(next.first) : seconds;
    const end = Math.max(at(first), Math.min(at(last) + LAST_TOKEN_SECONDS, latest));
    const word = { text: text.trim(), start: at(first), end };
    return logs?.length === tokens.length
      ? { ...word, confidence: sureness(logs.slice(first, last + 1)) }
      : word;
  });
}

function sureness(logs: readonly number[]): number {
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return Math.min(1, Math.max(0, Math.exp(mean)));
}
