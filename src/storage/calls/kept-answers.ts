/** Returns how many statements may have changed the tables of a look-up. */
export type CountChanges = () => number;

const MAX_KEPT = 1_000;

/**
 * Wraps a look-up, and keeps its answers until a statement may have changed its tables. Nothing is
 * kept when the changes cannot be counted (null), or when the look-up finds nothing.
 */
export function keptAnswers<Answer extends object>(
  countChanges: CountChanges | null,
  lookUp: (key: string) => Promise<Answer | undefined>,
): (key: string) => Promise<Answer | undefined> {
  if (countChanges === null) return lookUp;
  const kept = new Map<string, Answer>();
  let keptAt = countChanges();
  return async (key) => {
    const changes = countChanges();
    if (changes !== keptAt) kept.clear();
    keptAt = changes;
    const known = kept.get(key);
    if (known) return known;
    const answer = await lookUp(key);
    // The answer may be older than a change that was made meanwhile.
    if (answer && countChanges() === changes) {
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, answer);
    }
    return answer;
  };
}
