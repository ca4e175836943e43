import type { Context } from '../../../kit/context.ts';
import type { Report } from '../report.ts';
import type { ZipReader } from './zip-reader.ts';

/** An archive that is being stored. */
export interface Loading {
  context: Context;
  zip: ZipReader;
  report: Report;
  signal: AbortSignal;
  /** Called after each transaction. */
  progress(): void;
}
