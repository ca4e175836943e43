import { PreconditionFailed } from '../../core/errors.ts';
import type { Context } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import { transaction } from '../../storage/transaction.ts';

/** PostgreSQL's code for a row that another transaction changed after this transaction began. */
const SERIALIZATION_FAILURE = '40001';

/**
 * Runs `work` only if the stored data still equals the data that the caller read. Both steps run in
 * one transaction on one snapshot, so a change in between is also detected.
 *
 * Throws PreconditionFailed.
 */
export async function unlessChanged<T>(
  context: Context,
  isUnchanged: (context: Context) => Promise<boolean>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const attempt = async (db: Db) => {
    if (!(await isUnchanged({ ...context, db }))) throw changed();
    return work(db);
  };
  try {
    return await transaction(context.db, attempt, 'repeatable read');
  } catch (error) {
    throw (error as { code?: string }).code === SERIALIZATION_FAILURE ? changed() : error;
  }
}

function changed(): PreconditionFailed {
  return new PreconditionFailed(
    'The object was changed since you read it. Read it again, and send your change with ' +
      'its new ETag.',
  );
}
