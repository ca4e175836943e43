/**
 * A figure with what it was measured on. Data that the measured part was tuned or trained on flatters
 * it: such a figure promises nothing about strangers.
 */
export interface Measurement {
  /** The measured value, e.g. `words wrong, %`. */
  what: string;
  /** Recordings and conditions. */
  on: string;
  data: 'unseen' | 'tuned';
  /** A value, or from best to worst. */
  value: number | readonly [number, number];
}
