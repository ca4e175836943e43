/** Returns how many of the bounds, in rising order, a number has reached. */
export const bucketOf = (value: number, bounds: readonly number[]): number =>
  bounds.filter((bound) => value >= bound).length;
