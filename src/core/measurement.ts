/**
 * A measured figure with the data that it was measured on. A figure from data that was also used
 * for tuning or training is too optimistic for other data.
 */
export interface Measurement {
  /** The measured quantity, e.g. `words wrong, %`. */
  what: string;
  /** The recordings and conditions of the measurement. */
  on: string;
  data: 'unseen' | 'tuned';
  /** A value, or a range from best to worst. */
  value: number | readonly [number, number];
}
