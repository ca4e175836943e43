import type { Context } from '../../../kit/context.ts';
import type { Report } from '../report.ts';

/** What the storing of records needs. */
export interface Loading {
  context: Context;
  report: Report;
  signal: AbortSignal;
  /** Called after each transaction. */
  progress(): void;
}
