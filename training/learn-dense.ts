/** Learns models over vectors. The same examples give the same model. */
import type { DenseModel } from '../src/engines/understanding/reader/dense-model.ts';
import { seeded, shuffle } from './seeded.ts';

export interface DenseExample {
  vector: Float32Array;
  /** The labels that are true. */
  labels: readonly string[];
}

const ROUNDS = 10;
const RATE = 0.1;
/** Pulls weights to 0; the larger, the smoother the model. */
const DECAY = 3e-5;

/** Logistic regression for each label by itself, by AdaGrad. */
export function learnDense(
  examples: readonly DenseExample[],
  labels: readonly string[],
): DenseModel {
  const size = examples[0]!.vector.length;
  const width = size + 1;
  const weights = new Float32Array(labels.length * width);
  for (const [label, name] of labels.entries()) {
    const own = new Float64Array(width);
    const squares = new Float64Array(width).fill(1e-2);
    const order = examples.map((_, at) => at);
    const random = seeded(1);
    for (let round = 0; round < ROUNDS; round += 1) {
      shuffle(order, random);
      for (const place of order) {
        const { vector, labels: right } = examples[place]!;
        let sum = own[size]!;
        for (let at = 0; at < size; at += 1) sum += own[at]! * vector[at]!;
        const error = (right.includes(name) ? 1 : 0) - 1 / (1 + Math.exp(-sum));
        for (let at = 0; at < width; at += 1) {
          const slope = error * (at < size ? vector[at]! : 1) - (at < size ? DECAY * own[at]! : 0);
          squares[at]! += slope * slope;
          own[at]! += (RATE * slope) / Math.sqrt(squares[at]!);
        }
      }
    }
    weights.set(own, label * width);
  }
  return { labels, weights };
}

/** The share of the covariance that counts as the same in every direction. */
const SHRINKAGE = 0.5;

/**
 * Linear discriminant analysis: the classes are clouds of one shape around different centres. It
 * needs fewer examples of a class than a regression.
 */
export function learnDiscriminant(
  examples: readonly DenseExample[],
  labels: readonly string[],
): DenseModel {
  const size = examples[0]!.vector.length;
  const centres = labels.map((label) =>
    mean(
      examples.filter(({ labels: [own] }) => own === label),
      size,
    ),
  );
  const covariance = covarianceOf(examples, { labels, centres, size });
  const factor = choleskyOf(covariance, size);
  const width = size + 1;
  const weights = new Float32Array(labels.length * width);
  for (const [label, centre] of centres.entries()) {
    const own = solved(factor, centre, size);
    const count = examples.filter(({ labels: [name] }) => name === labels[label]).length;
    const prior = Math.log(Math.max(count, 0.1) / examples.length);
    weights.set(own, label * width);
    weights[label * width + size] = prior - dot(own, centre, size) / 2;
  }
  return { labels, weights };
}

function mean(examples: readonly DenseExample[], size: number): Float64Array {
  const sum = new Float64Array(size);
  for (const { vector } of examples) {
    for (let at = 0; at < size; at += 1) sum[at]! += vector[at]! / examples.length;
  }
  return sum;
}

interface Classes {
  labels: readonly string[];
  centres: readonly Float64Array[];
  size: number;
}

function covarianceOf(
  examples: readonly DenseExample[],
  { labels, centres, size }: Classes,
): Float64Array {
  const covariance = new Float64Array(size * size);
  const difference = new Float64Array(size);
  for (const { vector, labels: own } of examples) {
    const centre = centres[labels.indexOf(own[0]!)]!;
    for (let at = 0; at < size; at += 1) difference[at] = vector[at]! - centre[at]!;
    for (let row = 0; row < size; row += 1) {
      const factor = difference[row]! / examples.length;
      for (let at = 0; at <= row; at += 1) covariance[row * size + at]! += factor * difference[at]!;
    }
  }
  let trace = 0;
  for (let at = 0; at < size; at += 1) trace += covariance[at * size + at]!;
  for (let row = 0; row < size; row += 1) {
    for (let at = 0; at <= row; at += 1) covariance[row * size + at]! *= 1 - SHRINKAGE;
    covariance[row * size + row]! += (SHRINKAGE * trace) / size;
  }
  return covariance;
}

/** Returns the lower triangle whose product with its transpose is the matrix. */
function choleskyOf(matrix: Float64Array, size: number): Float64Array {
  const factor = Float64Array.from(matrix);
  for (let row = 0; row < size; row += 1) {
    for (let at = 0; at <= row; at += 1) {
      let sum = factor[row * size + at]!;
      for (let k = 0; k < at; k += 1) sum -= factor[row * size + k]! * factor[at * size + k]!;
      factor[row * size + at] = at === row ? Math.sqrt(sum) : sum / factor[at * size + at]!;
    }
  }
  return factor;
}

/** Solves the equations of the matrix whose Cholesky factor is given. */
function solved(factor: Float64Array, right: Float64Array, size: number): Float64Array {
  const found = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    for (let k = 0; k < row; k += 1) found[row]! -= factor[row * size + k]! * found[k]!;
    found[row]! /= factor[row * size + row]!;
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let k = row + 1; k < size; k += 1) found[row]! -= factor[k * size + row]! * found[k]!;
    found[row]! /= factor[row * size + row]!;
  }
  return found;
}

function dot(one: Float64Array, other: Float64Array, size: number): number {
  let sum = 0;
  for (let at = 0; at < size; at += 1) sum += one[at]! * other[at]!;
  return sum;
}
