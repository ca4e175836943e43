/** The similarity of two short texts is the Jaccard index of their trigrams. */

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

/**
 * Two texts with at least this similarity are considered the same. In tests with paraphrases, 0.6
 * caused no false match.
 */
export const SAME = 0.6;

/** The existing texts with which the new texts are compared. */
export class KnownTexts {
  readonly #texts: string[] = [];
  readonly #sizes: number[] = [];
  readonly #having = new Map<string, number[]>();

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    const number = this.#texts.push(text) - 1;
    const own = pieces(text);
    this.#sizes.push(own.size);
    for (const piece of own) {
      const having = this.#having.get(piece);
      if (having) having.push(number);
      else this.#having.set(piece, [number]);
    }
  }

  /** Ignores a known text that equals `except`. */
  says(text: string, except?: string): boolean {
    const own = pieces(text);
    const shared = new Uint16Array(this.#texts.length);
    for (const piece of own)
      for (const number of this.#having.get(piece) ?? []) shared[number]! += 1;
    return shared.some(
      (count, number) =>
        count >= SAME * (own.size + this.#sizes[number]! - count) &&
        count > 0 &&
        this.#texts[number] !== except,
    );
  }
}
