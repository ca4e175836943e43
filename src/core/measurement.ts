/**
 * A figure with the data that it was measured on. A figure from data that the part was tuned or
 * trained on is too good and predicts nothing about other data.
 */
export interface Measurement {
  /** The measured value, e.g. `words wrong, %`. */
  what: string;
  /** Recordings and conditions. */
  on: string;
  data: 'unseen' | 'tuned';
  /** A value, or a range from best to worst. */
  value: number | readonly [number, number];
}
