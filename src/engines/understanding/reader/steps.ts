/** The limits of the steps into which a score is cut. */
const STEPS = [-4, -2.5, -1.2, 0, 1.5];

/** Returns how many of the bounds, in rising order, a number has reached. */
export const bucketOf = (value: number, bounds: readonly number[]): number =>
  bounds.filter((bound) => value >= bound).length;

export const stepOf = (score: number): number => bucketOf(score, STEPS);

/** Returns one feature for each bound that a value reaches; by default, the value is a score. */
export const stepFeatures = (
  name: string,
  value: number,
  bounds: readonly number[] = STEPS,
): string[] => Array.from({ length: bucketOf(value, bounds) }, (_, step) => `${name} ${step}`);
