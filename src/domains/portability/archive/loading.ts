import type { Context } from '../../../kit/context.ts';
import type { Tx } from '../../../storage/database.ts';
import type { Report, StoredReport } from '../report.ts';
import type { DescribedKind } from './records/described.ts';

/** The parts that the functions for storing records share. */
export interface Loading {
  context: Context;
  kinds: readonly DescribedKind[];
  report: Report;
  signal: AbortSignal;
  /** Called in each transaction with the report after it, so that no kill comes between. */
  save(tx: Tx, report: StoredReport): Promise<void>;
  /** Called after each transaction. */
  progress(): void;
}
