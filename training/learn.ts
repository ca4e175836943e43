/** Learns linear models from examples. The same examples give the same model. */
import { hashOf, type LinearModel } from '../src/engines/understanding/reader/model.ts';
import { seeded, shuffle } from './seeded.ts';

export interface Example {
  features: Iterable<string>;
  /** The labels that are true. */
  labels: readonly string[];
}

export interface Learning {
  labels: readonly string[];
  /** Features in fewer examples are left out. */
  atLeast?: number;
  rounds?: number;
  rate?: number;
  /** `any`: each label is judged by itself. `one`: exactly one label is true. */
  choice?: 'any' | 'one';
}

/** Weights below this share of the largest weight of their label are left out. */
const LEAST = 0.5 / 127;

/** Several options, of which at least one is right. */
export interface Choice {
  options: readonly { features: Iterable<string> }[];
  right: readonly boolean[];
}

/** Learns to choose among options: each right one is to score higher than all that are wrong. */
export function learnChoice(
  choices: readonly Choice[],
  { atLeast = 2, rounds = 4, rate = 0.02 }: Pick<Learning, 'atLeast' | 'rounds' | 'rate'> = {},
): LinearModel {
  const hashed = choices
    .filter(({ right }) => right.includes(true) && right.includes(false))
    .map(({ options, right }) => ({
      options: options.map(({ features }) => [...new Set(Array.from(features, hashOf))]),
      right,
    }));
  const index = indexOf(
    hashed.flatMap(({ options }) => options),
    atLeast,
  );
  const weights = new Float64Array(index.size);
  const squares = new Float64Array(index.size).fill(1e-2);
  const known = hashed.map(({ options, right }) => ({
    right,
    options: options.map((features) =>
      Int32Array.from(features.flatMap((each) => index.get(each) ?? [])),
    ),
  }));
  const random = seeded(1);
  const order = known.map((_, at) => at);
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random);
    for (const place of order) {
      const { options, right } = known[place]!;
      const sums = options.map((at) => at.reduce((sum, row) => sum + weights[row]!, 0));
      const chances = Float64Array.from(sums);
      toChances(chances, 'one');
      const all = chances.reduce((sum, chance, at) => sum + (right[at] ? chance : 0), 0);
      for (const [at, rows] of options.entries()) {
        const error = (right[at] ? chances[at]! / Math.max(all, 1e-9) : 0) - chances[at]!;
        if (Math.abs(error) < 1e-3) continue;
        for (const row of rows) {
          squares[row]! += error * error;
          weights[row]! += (rate * error) / Math.sqrt(squares[row]!);
        }
      }
    }
  }
  return stored(['right'], index, weights);
}

/** The rows of the features that occur in enough examples. */
function indexOf(examples: readonly (readonly number[])[], atLeast: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const features of examples) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const index = new Map<number, number>();
  for (const [feature, count] of counts) if (count >= atLeast) index.set(feature, index.size);
  return index;
}

/** Logistic regression by AdaGrad, with weights of 8 bits. */
export function learn(
  examples: readonly Example[],
  { labels, atLeast = 2, rounds = 6, rate = 0.01, choice = 'any' }: Learning,
): LinearModel {
  const hashed = examples.map(({ features, labels: right }) => ({
    features: [...new Set(Array.from(features, hashOf))],
    right: Float64Array.from(labels, (label) => (right.includes(label) ? 1 : 0)),
  }));
  const index = indexOf(
    hashed.map(({ features }) => features),
    atLeast,
  );
  const width = labels.length;
  const weights = new Float64Array(index.size * width);
  const squares = new Float64Array(index.size * width).fill(1e-2);
  const known = hashed.map(({ features, right }) => ({
    at: Int32Array.from(
      features.flatMap((each) => index.get(each) ?? []),
      (row) => row * width,
    ),
    right,
  }));
  const random = seeded(1);
  const order = known.map((_, at) => at);
  const sums = new Float64Array(width);
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random);
    for (const place of order) {
      const { at, right } = known[place]!;
      sums.fill(0);
      for (const base of at) for (let l = 0; l < width; l += 1) sums[l]! += weights[base + l]!;
      toChances(sums, choice);
      for (let l = 0; l < width; l += 1) {
        const error = right[l]! - sums[l]!;
        if (Math.abs(error) < 1e-3) continue;
        for (const base of at) {
          const here = base + l;
          squares[here]! += error * error;
          weights[here]! += (rate * error) / Math.sqrt(squares[here]!);
        }
      }
    }
  }
  return stored(labels, index, weights);
}

function stored(
  labels: readonly string[],
  index: ReadonlyMap<number, number>,
  weights: Float64Array,
): LinearModel {
  const width = labels.length;
  const most = labels.map((_, l) => {
    let largest = 1e-9;
    for (let at = l; at < weights.length; at += width)
      largest = Math.max(largest, Math.abs(weights[at]!));
    return largest;
  });
  const kept = [...index].filter(([, row]) =>
    labels.some((_, l) => Math.abs(weights[row * width + l]!) >= LEAST * most[l]!),
  );
  const rows = new Map(kept.map(([feature], row) => [feature, row]));
  const bytes = new Int8Array(kept.length * width);
  for (const [to, [, from]] of kept.entries()) {
    for (let l = 0; l < width; l += 1) {
      bytes[to * width + l] = Math.round((weights[from * width + l]! / most[l]!) * 127);
    }
  }
  return { labels, rows, weights: bytes, scales: most.map((largest) => largest / 127) };
}

function toChances(sums: Float64Array, choice: 'any' | 'one'): void {
  if (choice === 'any') {
    for (let at = 0; at < sums.length; at += 1) sums[at] = 1 / (1 + Math.exp(-sums[at]!));
    return;
  }
  const most = Math.max(...sums);
  let total = 0;
  for (let at = 0; at < sums.length; at += 1) total += sums[at] = Math.exp(sums[at]! - most);
  for (let at = 0; at < sums.length; at += 1) sums[at]! /= total;
}
