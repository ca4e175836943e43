interface Comparable {
  score: number;
  /** The text that matched; hits with the same text say the same. */
  said: string;
  at: Date | null;
}

/**
 * Sorts hits by their scores; of hits that say the same, the newest is first. Such hits get the best
 * of their scores, because they differ only in what surrounds the text.
 */
export function newestOfEqual<Hit>(
  hits: readonly Hit[],
  describe: (hit: Hit) => Comparable,
): { hit: Hit; score: number }[] {
  const best = new Map<string, number>();
  const known = hits.map((hit) => ({ hit, ...describe(hit) }));
  for (const { said, score } of known) best.set(said, Math.max(score, best.get(said) ?? 0));
  const time = (at: Date | null) => at?.getTime() ?? Infinity;
  return known
    .map(({ hit, said, at }) => ({ hit, at, score: best.get(said)! }))
    .toSorted((one, other) => other.score - one.score || time(other.at) - time(one.at) || 0)
    .map(({ hit, score }) => ({ hit, score }));
}
