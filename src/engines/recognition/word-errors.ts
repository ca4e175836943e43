/** The number of words in a transcript and the number of errors in it. */
export interface WordErrors {
  /** The number of words that were really spoken. */
  words: number;
  errors: number;
}

/**
 * Counts the insertions, deletions and replacements that turn the spoken words into the recognised
 * words.
 */
export function wordErrors(said: string, heard: string): WordErrors {
  const from = plainWords(said);
  return { words: from.length, errors: distance(from, plainWords(heard)) };
}

/** Removes case and punctuation, because only words are compared. */
function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** The Levenshtein distance, counted in words. */
function distance(from: readonly string[], to: readonly string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (const [i, word] of from.entries()) {
    const next = [i + 1];
    for (const [j, other] of to.entries()) {
      const replaced = row[j]! + (word === other ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
