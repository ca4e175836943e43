import { DIMENSIONS } from './features.ts';

/** A mixture of Gaussians with diagonal covariances, for the likelihood of a frame. */
export interface Mixture {
  /** The logarithm of each component's weight and of its terms that do not depend on the frame. */
  constants: Float64Array;
  /** The means, component by component. */
  means: Float64Array;
  /** The inverse of each variance. */
  precisions: Float64Array;
}

export function mixtureOf(
  weights: ArrayLike<number>,
  means: Float64Array,
  variances: ArrayLike<number>,
): Mixture {
  const precisions = Float64Array.from(variances, (variance) => 1 / variance);
  const constants = Float64Array.from(weights, (weight, component) => {
    let constant = Math.log(weight) - (DIMENSIONS / 2) * Math.log(2 * Math.PI);
    for (let at = 0; at < DIMENSIONS; at += 1) {
      constant += 0.5 * Math.log(precisions[component * DIMENSIONS + at]!);
    }
    return constant;
  });
  return { constants, means, precisions };
}

/** Returns the logarithm of a frame's likelihood under one component, including its weight. */
export function logDensity(
  { constants, means, precisions }: Mixture,
  component: number,
  frame: Float64Array,
): number {
  const base = component * DIMENSIONS;
  let distance = 0;
  for (let at = 0; at < DIMENSIONS; at += 1) {
    const difference = frame[at]! - means[base + at]!;
    distance += difference * difference * precisions[base + at]!;
  }
  return constants[component]! - 0.5 * distance;
}

export function logSum(values: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) most = Math.max(most, values[at]!);
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += Math.exp(values[at]! - most);
  return most + Math.log(sum);
}

/**
 * Returns the statistics of a voice compared with the background. They consist, for each component,
 * of the number of its frames and the sum of the differences between these frames and the mean of
 * the component. The statistics of two pieces can be added up.
 */
export function statisticsOf(
  background: Mixture,
  frames: readonly Float64Array[],
): Float32Array<ArrayBuffer> {
  const components = background.constants.length;
  const statistics = new Float64Array(components * (1 + DIMENSIONS));
  const densities = new Float64Array(components);
  for (const frame of frames) {
    for (let each = 0; each < components; each += 1) {
      densities[each] = logDensity(background, each, frame);
    }
    const total = logSum(densities);
    for (let each = 0; each < components; each += 1) {
      const share = Math.exp(densities[each]! - total);
      if (share < 1e-4) continue;
      statistics[each] = statistics[each]! + share;
      const base = each * DIMENSIONS;
      for (let at = 0; at < DIMENSIONS; at += 1) {
        const place = components + base + at;
        statistics[place] =
          statistics[place]! + share * (frame[at]! - background.means[base + at]!);
      }
    }
  }
  return Float32Array.from(statistics);
}
