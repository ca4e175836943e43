import { NoRoom, ServiceError, Unavailable } from '../core/errors.ts';

/** SQLSTATEs and system error codes for a connection that broke or could not be made. */
const LOST_CODES = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // The server is shutting down, has crashed, is starting, or has no free connection.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A replica returns this code until the failover has ended.
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver throws these errors without a code. */
const LOST_MESSAGES =
  /Connection terminated|not queryable|timeout expired|Query read timeout|database has stopped/;
/** PostgreSQL aborted one of two deadlocked transactions; a retry may succeed. */
const DEADLOCK = '40P01';
const DISK_FULL = '53100';

/** Returns whether the statement failed because its connection failed. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return LOST_CODES.has(code ?? '') || LOST_MESSAGES.test(message ?? '');
}

/** Converts an error of the driver to one of our errors; returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const { code = '' } = error as { code?: string };
  if (isConnectionLost(error)) return databaseAway(error);
  if (code === DEADLOCK) {
    return new Unavailable(
      'Another request changed the same data first. Send your request again.',
      {
        cause: error,
        retryAfterSeconds: 1,
      },
    );
  }
  if (code === DISK_FULL) return new NoRoom(DISK_FULL_MESSAGE, { cause: error });
  return error;
}

export const DISK_FULL_MESSAGE =
  'The disk of the service is nearly full, so no new data is stored. Delete data, or free space on the disk, and send the request again.';

export function databaseAway(cause: unknown): Unavailable {
  return new Unavailable(
    'The database does not answer right now. Send the request again in a moment.',
    { cause },
  );
}
