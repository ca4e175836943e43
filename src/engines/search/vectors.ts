import { dotProducts, strideOf } from './arrays/dot-products.ts';

/** The vectors of the passages of a group. */
export interface GroupVectors {
  dimensions: number;
  /** The vectors one after another. */
  values: Float32Array;
  /**
   * The texts of each passage: the index of the first text in the group, and the number of texts.
   */
  passages: readonly { first: number; count: number }[];
}

/**
 * The similarity in meaning of the question and each document, 0 to 1; documents with 0 are
 * omitted.
 */
export type Meaning = ReadonlyMap<number, number>;

/** The maximum number of passages that are considered relevant to the question. */
const MAX_PASSAGES = 50;
/**
 * A passage is considered relevant if its similarity is at least this many standard deviations
 * above the average.
 */
const MIN_DEVIATIONS = 1.5;

/**
 * Scales vectors to unit length, so that a dot product is a cosine, and pads them to full strides.
 */
function normalised(values: Float32Array, dimensions: number): Float32Array {
  const count = values.length / dimensions;
  const stride = strideOf(dimensions);
  const unit = new Float32Array(count * stride);
  for (let number = 0; number < count; number++) {
    const vector = values.subarray(number * dimensions, (number + 1) * dimensions);
    const length = Math.hypot(...vector);
    if (length === 0) continue;
    for (let at = 0; at < dimensions; at++) unit[number * stride + at] = vector[at]! / length;
  }
  return unit;
}

/** The vectors of an index, by group. A search compares every vector, without approximation. */
export class Vectors {
  readonly #groups = new Map<string, GroupVectors>();
  bytes = 0;

  put(group: string, vectors: GroupVectors): void {
    const values = normalised(vectors.values, vectors.dimensions);
    this.putNormalised(group, { ...vectors, values });
  }

  /** Adds vectors that are already rounded, as `of` returns them. */
  putNormalised(group: string, vectors: GroupVectors): void {
    this.remove(group);
    this.#groups.set(group, vectors);
    this.bytes += vectors.values.byteLength;
  }

  of(group: string): GroupVectors | undefined {
    return this.#groups.get(group);
  }

  remove(group: string): void {
    this.bytes -= this.#groups.get(group)?.values.byteLength ?? 0;
    this.#groups.delete(group);
  }

  /**
   * Scores the vectors by their similarity to a question. Vectors with other dimensions come from
   * another model and are ignored.
   */
  alike(question: Float32Array, firstOf: (group: string) => number | undefined): Meaning {
    const dimensions = question.length;
    const unit = normalised(question, dimensions);
    const found: { group: string; passage: number; value: number }[] = [];
    let sum = 0;
    let squares = 0;
    for (const [group, { values, dimensions: own, passages }] of this.#groups) {
      if (own !== dimensions) continue;
      const products = dotProducts(unit, values, unit.length);
      for (let passage = 0; passage < passages.length; passage++) {
        const value = products[passage]!;
        sum += value;
        squares += value * value;
        found.push({ group, passage, value });
      }
    }
    const average = sum / found.length;
    const deviation = Math.sqrt(Math.max(0, squares / found.length - average * average));
    // If there are only a few values, no value can be far from the average.
    const farthest = (found.length - 1) / Math.sqrt(found.length || 1);
    const least = average + Math.min(MIN_DEVIATIONS, farthest / 2) * deviation;
    const best = found
      .filter(({ value }) => value > least)
      .toSorted((one, other) => other.value - one.value)
      .slice(0, MAX_PASSAGES);
    return this.#ofDocuments(best, { least, firstOf });
  }

  #ofDocuments(
    best: readonly { group: string; passage: number; value: number }[],
    { least, firstOf }: { least: number; firstOf: (group: string) => number | undefined },
  ): Meaning {
    const meaning = new Map<number, number>();
    const span = (best[0]?.value ?? 0) - least;
    for (const { group, passage, value } of best) {
      const start = firstOf(group);
      if (start === undefined) continue;
      const { first, count } = this.#groups.get(group)!.passages[passage]!;
      for (let document = start + first; document < start + first + count; document++) {
        const share = (value - least) / span;
        meaning.set(document, Math.max(share, meaning.get(document) ?? 0));
      }
    }
    return meaning;
  }
}
