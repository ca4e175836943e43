/**
 * A figure with the data that it was measured on. A figure on data that was used to tune or train
 * the part is too good and predicts nothing about other data.
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
