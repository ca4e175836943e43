import type { RecognisedWord } from './recogniser.ts';

/** Estimates the times of the words in a text: each word gets time in proportion to its letters. */
export function spreadWords(text: string, start: number, end: number): RecognisedWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let passed = 0;
  const timeOf = (count: number) => start + ((end - start) * count) / letters;
  return words.map((word) => {
    const from = passed;
    passed += word.length;
    return { text: word, start: timeOf(from), end: timeOf(passed) };
  });
}
