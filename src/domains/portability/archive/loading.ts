import type { Context } from '../../../kit/context.ts';
import type { Report } from '../report.ts';

/** The parts that the functions for storing records share. */
export interface Loading {
  context: Context;
  report: Report;
  signal: AbortSignal;
  /** Called after each transaction. */
  progress(): void;
}
