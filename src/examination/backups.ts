/** The regular backups: their list in a running service, and the examination of the newest one. */
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { StartError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { BackupRequests, BackupSchedule } from '../domains/statistics/operator.ts';
import { openPlace } from '../storage/backup/places/address.ts';
import { isBucketAddress } from '../storage/bucket/settings.ts';
import { cached } from './cached.ts';
import { findingsOf } from './finding.ts';
import type { Finding } from './finding.ts';

const FRESH_MS = 1_000;
/** Stores charge for lists. */
const BUCKET_FRESH_MS = 300_000;
/** A page that shows the list does not wait longer. */
const PATIENCE_MS = 5_000;
const COMMAND_PATIENCE_MS = 10_000;
const HOUR_MS = 3_600_000;

/** A service that is not started by `commonplace serve` makes no backups. */
const NO_REQUESTS: BackupRequests = { isRunning: false, request() {} };

export function backupSchedule(
  { backup, bucket }: Config,
  log: Log,
  requests: BackupRequests = NO_REQUESTS,
): BackupSchedule {
  const { folder, everyHours, key } = backup;
  const isEncrypted = key !== undefined;
  if (folder === undefined)
    return { everyHours: null, isEncrypted, requests, list: async () => [] };
  const place = openPlace(folder, bucket);
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

export async function examineBackups({ backup, bucket }: Config): Promise<Finding> {
  const { folder, everyHours } = backup;
  const { ok, warning, fault } = findingsOf('backups');
  if (folder === undefined) {
    return warning(
      'No regular backups are made.',
      'Set SVC_BACKUP_FOLDER to a folder on another disk.',
    );
  }
  if (existsSync(folder) && !(await isWritable(folder))) {
    return fault(`${folder} cannot be written.`, 'Give it to the user of the service.');
  }
  const archives = await openPlace(folder, bucket)
    .list(AbortSignal.timeout(COMMAND_PATIENCE_MS))
    .catch((error: Error) => error);
  if (archives instanceof Error) {
    return fault(
      sentenceOf(archives),
      'Correct this: the service makes no regular backups until then.',
    );
  }
  const [newest] = archives;
  if (!newest)
    return warning(`${folder} has no backup yet.`, 'Start the service, or run: commonplace backup');
  const hours = (Date.now() - newest.made_at.getTime()) / HOUR_MS;
  const says = `The newest one is ${hours.toFixed(0)} hours old.`;
  // A backup may be late while it is being made.
  return hours > 2 * everyHours
    ? fault(says, 'Read the log of the service for the reason.')
    : ok(says);
}

function sentenceOf(error: Error): string {
  return error instanceof StartError ? error.message : 'The store of backups does not answer.';
}

function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
