import type { Result } from '../results.ts';

/** A row of the palette: it opens an address, does something, or begins another query. */
export interface Command extends Omit<Result, 'to'> {
  to?: string;
  run?: () => void;
  /** The query with which the palette goes on. */
  fill?: string;
  /** Other words by which the row is found. */
  words?: string;
}
