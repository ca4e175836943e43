import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../core/errors.ts';
import { lockProcess } from '../core/process-lock.ts';

/** The file in a locked folder. */
export const LOCK_FILE = 'process.lock';

/**
 * Allows only one process per data folder. Two embedded databases in one folder silently lose each
 * other's rows.
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  const lock = await lockProcess(join(realpathSync(folder), LOCK_FILE));
  if (lock) return lock;
  throw new StartError(
    `Another Commonplace is already running on ${folder}. Stop it first, or give this one a folder of its own with SVC_DATA_DIR.`,
  );
}
