import { RateLimited } from '../../core/errors.ts';
import type { Db } from '../../storage/database.ts';
import { takeAttempt } from './accounts.sql.ts';

export { returnAttempt } from './accounts.sql.ts';

/** A limit for attempts: `free` failures, then a wait that doubles up to `maxSeconds`. */
export interface AttemptLimit {
  subject: string;
  free: number;
  maxSeconds: number;
}

/** Counts an attempt; throws when the limit is reached. `reason` is a sentence for the caller. */
export async function countAttempt(
  db: Db,
  { reason, now, ...limit }: AttemptLimit & { reason: string; now: Date },
): Promise<void> {
  const retryAt = await takeAttempt(db, { ...limit, now });
  if (retryAt === null) return;
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
  throw new RateLimited(`${reason} Try again in ${seconds}s.`, seconds);
}
