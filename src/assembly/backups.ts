/** The regular backups, for the owner and for Prometheus. */
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import type { BackupRequests, BackupSchedule } from '../domains/statistics/operator.ts';
import { openPlace } from '../storage/backup/places/address.ts';
import { isBucketAddress } from '../storage/backup/settings.ts';
import { cached } from './metrics.ts';

const FRESH_MS = 1_000;
/** Stores charge for lists. */
const BUCKET_FRESH_MS = 300_000;
/** A page that shows the list does not wait longer. */
const PATIENCE_MS = 5_000;

/** A service that is not started by `commonplace serve` makes no backups. */
const NO_REQUESTS: BackupRequests = { isRunning: false, request() {} };

export function backupSchedule(
  { backup }: Config,
  log: Log,
  requests: BackupRequests = NO_REQUESTS,
): BackupSchedule {
  const { folder, everyHours, key } = backup;
  const isEncrypted = key !== undefined;
  if (folder === undefined)
    return { everyHours: null, isEncrypted, requests, list: async () => [] };
  const place = openPlace(folder, backup);
  const read = () =>
    place.list(AbortSignal.timeout(PATIENCE_MS)).catch((error: unknown) => {
      log.warn({ err: error }, 'the backups could not be listed');
      return null;
    });
  const freshMs = isBucketAddress(folder) ? BUCKET_FRESH_MS : FRESH_MS;
  let fresh = cached(read, freshMs);
  let wasRunning = false;
  const list = () => {
    // A backup has just ended, so the list is another one.
    if (wasRunning && !requests.isRunning) fresh = cached(read, freshMs);
    wasRunning = requests.isRunning;
    return fresh();
  };
  return { everyHours, isEncrypted, requests, list };
}
