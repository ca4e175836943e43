import type { Log } from '../../../core/log.ts';
import type { ModelCost } from '../../../engines/text-models/model-cost.ts';
import type { Db } from '../../../storage/database.ts';
import { addModelUsage } from './model-usage.sql.ts';
import type { ModelUsageRow } from './model-usage.sql.ts';

export { selectModelUsage } from './model-usage.sql.ts';

/**
 * Returns a function that counts requests to a model for the statistics of the user. Conversations
 * count their own requests. Nobody waits for the count, and if it fails, it is only logged.
 */
export function usageCounter(
  { db, log }: { db: Db; log: Log },
  user_id: string,
  purpose: ModelUsageRow['purpose'],
): (cost: ModelCost) => void {
  return ({ calls, tokens }) => {
    if (calls === 0) return;
    addModelUsage(db, user_id, { purpose, calls, tokens }).catch((error: unknown) => {
      log.warn({ err: error }, 'the use of a model was not counted');
    });
  };
}
