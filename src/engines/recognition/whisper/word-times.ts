/**
 * Reads the times of words from the attention of the decoder. Some heads attend to the place of the
 * sound that holds the next token; dynamic time warping finds the path through them (Radford et al.
 * 2022).
 */
import { ALIGNMENT_HEADS, POSITIONS_PER_SECOND } from './network.ts';

/** The width of the median filter, in positions. */
const SMOOTHING = 7;

/**
 * Returns the second at which each token begins, and at the end the second at which the last one
 * ends. There is one row of attention (heads × positions) for each token and one for the end; the
 * sound has these seconds, and silence follows it.
 */
export function tokenTimes(
  rows: readonly Float32Array[],
  positions: number,
  seconds: number,
): number[] {
  const heard = Math.max(2, Math.min(positions, Math.ceil(seconds * POSITIONS_PER_SECOND)));
  const cost = new Float32Array(rows.length * heard);
  for (let head = 0; head < ALIGNMENT_HEADS; head++) {
    const weights = rows.map((row) => {
      const own = row.subarray(head * positions, head * positions + heard);
      const sum = own.reduce((total, weight) => total + weight, 1e-9);
      return own.map((weight) => weight / sum);
    });
    standardise(weights, heard);
    for (const [token, row] of weights.entries()) {
      const smooth = medians(row);
      for (let at = 0; at < heard; at++) cost[token * heard + at]! -= smooth[at]!;
    }
  }
  return warp(cost, rows.length, heard).map((position) => position / POSITIONS_PER_SECOND);
}

/** Makes the mean 0 and the deviation 1 over the tokens, for each position. */
function standardise(rows: readonly Float32Array[], positions: number): void {
  for (let at = 0; at < positions; at++) {
    let sum = 0;
    let squares = 0;
    for (const row of rows) {
      sum += row[at]!;
      squares += row[at]! ** 2;
    }
    const mean = sum / rows.length;
    const deviation = Math.sqrt(Math.max(1e-12, squares / rows.length - mean ** 2));
    for (const row of rows) row[at] = (row[at]! - mean) / deviation;
  }
}

function medians(row: Float32Array): Float32Array {
  const half = SMOOTHING >> 1;
  const last = row.length - 1;
  return row.map((_, at) => {
    const around: number[] = [];
    for (let i = at - half; i <= at + half; i++) around.push(row[Math.min(last, Math.max(0, i))]!);
    return around.toSorted((a, b) => a - b)[half]!;
  });
}

/** Returns, for each row, the first position of the cheapest path through it, which never goes back. */
function warp(cost: Float32Array, rows: number, positions: number): number[] {
  const sums = new Float32Array((rows + 1) * (positions + 1)).fill(Infinity);
  const width = positions + 1;
  sums[0] = 0;
  for (let row = 1; row <= rows; row++) {
    for (let at = 1; at <= positions; at++) {
      const before = Math.min(
        sums[(row - 1) * width + at - 1]!,
        sums[(row - 1) * width + at]!,
        sums[row * width + at - 1]!,
      );
      sums[row * width + at] = cost[(row - 1) * positions + at - 1]! + before;
    }
  }
  const first: number[] = [];
  let [row, at] = [rows, positions];
  while (row > 0 && at > 0) {
    first[row - 1] = at - 1;
    const diagonal = sums[(row - 1) * width + at - 1]!;
    const up = sums[(row - 1) * width + at]!;
    const left = sums[row * width + at - 1]!;
    if (diagonal <= up && diagonal <= left) [row, at] = [row - 1, at - 1];
    else if (up < left) row -= 1;
    else at -= 1;
  }
  return Array.from({ length: rows }, (_, token) => first[token] ?? 0);
}
