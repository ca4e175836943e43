/**
 * Estimates how many tokens a text costs a language model. Tokenizers differ, so the estimate is
 * meant to be slightly high: a bound that holds by this estimate also holds for the model.
 */
export function tokenCountOf(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(RUNS)) tokens += costOf(run);
  return Math.ceil(tokens);
}

const RUNS = /[A-Za-z]+|\d+|\s+|[!-/:-@[-`{-~]+|[^\0-\x7f]+|./gsu;
const INNER_CAPITAL = /^[A-Za-z]+[A-Z]/;
const FIRST = { letter: /[A-Za-z]/, digit: /\d/, space: /\s/, ascii: /[\0-\x7f]/ };

function costOf(run: string): number {
  const first = run.charAt(0);
  // A space before a word is part of the token of the word.
  if (FIRST.space.test(first)) return run === ' ' ? 0.1 : 1 + run.length / 16;
  // Codes and shouting have capitals inside, and few of their parts are known words.
  if (INNER_CAPITAL.test(run)) return Math.max(1, run.length / 1.8);
  if (FIRST.letter.test(first)) return run.length <= 4 ? 1.1 : 1.1 + (run.length - 4) / 5;
  if (FIRST.digit.test(first)) return Math.ceil(run.length / 3);
  if (FIRST.ascii.test(first)) return 1 + (run.length - 1) / 3;
  let tokens = 0;
  for (const character of run) {
    const code = character.codePointAt(0)!;
    tokens += code < 0x370 ? 0.8 : code < 0x3000 ? 0.6 : code < 0x10000 ? 1.1 : 2.6;
  }
  return Math.max(1, tokens);
}
