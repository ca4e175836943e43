/** The vectors of a group's passages. */
export interface GroupVectors {
  dimensions: number;
  /** One after the other. */
  values: Float32Array;
  /** Of each passage its first text in the group, and how many. */
  passages: readonly { first: number; count: number }[];
}

/** How alike a question and what was said are in meaning: for each document 0 to 1, most 0. */
export type Meaning = ReadonlyMap<number, number>;

/** So many passages at most are taken to be about the question. */
const MOST_PASSAGES = 50;
/** A passage is about the question when it is so many standard deviations above the average. */
const LEAST_DEVIATIONS = 1.5;

/** Unit length, so that a dot product is a cosine. */
export function normalised(values: Float32Array, dimensions: number): Float32Array {
  const unit = new Float32Array(values.length);
  for (let start = 0; start < values.length; start += dimensions) {
    let sum = 0;
    for (let at = start; at < start + dimensions; at++) sum += values[at]! * values[at]!;
    const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    for (let at = start; at < start + dimensions; at++) unit[at] = values[at]! * scale;
  }
  return unit;
}

/** Vectors of an index by group, scored exactly. */
export class Vectors {
  readonly #groups = new Map<string, GroupVectors>();
  bytes = 0;

  put(group: string, vectors: GroupVectors): void {
    this.remove(group);
    const values = normalised(vectors.values, vectors.dimensions);
    this.#groups.set(group, { ...vectors, values });
    this.bytes += values.byteLength;
  }

  remove(group: string): void {
    this.bytes -= this.#groups.get(group)?.values.byteLength ?? 0;
    this.#groups.delete(group);
  }

  /** Vectors of other dimensions are of another model: they say nothing. */
  alike(question: Float32Array, firstOf: (group: string) => number | undefined): Meaning {
    const dimensions = question.length;
    const unit = normalised(question, dimensions);
    const found: { group: string; passage: number; value: number }[] = [];
    let sum = 0;
    let squares = 0;
    for (const [group, { values, dimensions: own, passages }] of this.#groups) {
      if (own !== dimensions) continue;
      for (let passage = 0; passage < passages.length; passage++) {
        const value = dot(unit, values, passage * dimensions);
        sum += value;
        squares += value * value;
        found.push({ group, passage, value });
      }
    }
    const average = sum / found.length;
    const deviation = Math.sqrt(Math.max(0, squares / found.length - average * average));
    // Of a few values none can be far from their average.
    const farthest = (found.length - 1) / Math.sqrt(found.length || 1);
    const least = average + Math.min(LEAST_DEVIATIONS, farthest / 2) * deviation;
    const best = found
      .filter(({ value }) => value > least)
      .toSorted((one, other) => other.value - one.value)
      .slice(0, MOST_PASSAGES);
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

function dot(one: Float32Array, many: Float32Array, start: number): number {
  // Four sums at once: the processor need not wait for one addition to begin the next.
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = one.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    a += one[at]! * many[start + at]!;
    b += one[at + 1]! * many[start + at + 1]!;
    c += one[at + 2]! * many[start + at + 2]!;
    d += one[at + 3]! * many[start + at + 3]!;
  }
  for (let at = whole; at < one.length; at++) a += one[at]! * many[start + at]!;
  return a + b + c + d;
}
