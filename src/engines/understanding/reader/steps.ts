/** The limits of the steps into which a score is cut. */
const STEPS = [-4, -2.5, -1.2, 0, 1.5];

/** Returns how many of the bounds, in rising order, a number has reached. */
export const bucketOf = (value: number, bounds: readonly number[]): number =>
  bounds.filter((bound) => value >= bound).length;

export const stepOf = (score: number): number => bucketOf(score, STEPS);

/** Returns one feature for each step that a score reaches. */
export const stepFeatures = (name: string, score: number): string[] =>
  Array.from({ length: stepOf(score) }, (_, step) => `${name} ${step}`);
