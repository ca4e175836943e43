import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

/** The counts of conversations stop at this number, so that the query stays fast. */
const MAX_COUNTED = 1000;

interface InstallationRow {
  users: number;
  database_bytes: number;
  sound_bytes: number;
  in_progress: number;
  processing: number;
  failed: number;
}

export async function selectInstallation(db: Db): Promise<InstallationRow> {
  const counted = (status: string) => sql`
    (SELECT count(*)::int FROM (
      SELECT FROM conversations WHERE status = ${status} LIMIT ${MAX_COUNTED}) AS counted)`;
  const { rows } = await sql<InstallationRow>`
    SELECT (SELECT count(*)::int FROM users) AS users,
      pg_database_size(current_database())::float8 AS database_bytes,
      (SELECT coalesce(sum(size), 0)::float8 FROM audio_files) AS sound_bytes,
      ${counted('in_progress')} AS in_progress,
      ${counted('processing')} AS processing,
      ${counted('failed')} AS failed
  `.execute(db);
  return rows[0]!;
}

/** Returns the size of the database and of the kept sound. */
export async function selectStoredBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT pg_database_size(current_database())::float8
      + (SELECT coalesce(sum(size), 0)::float8 FROM audio_files) AS bytes
  `.execute(db);
  return rows[0]!.bytes;
}

interface QueueRow {
  waiting: number;
  running: number;
  failed: number;
  oldest_seconds: number | null;
}

/** Counts the jobs in the queue, which also contains the finished jobs of the last days. */
export async function selectQueue(db: Db): Promise<QueueRow> {
  const { rows } = await sql<QueueRow>`
    SELECT count(*) FILTER (WHERE state IN ('created', 'retry'))::int AS waiting,
      count(*) FILTER (WHERE state = 'active')::int AS running,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      extract(epoch FROM now() - min(created_on)
        FILTER (WHERE state IN ('created', 'retry')))::float8 AS oldest_seconds
    FROM jobs.job WHERE state IN ('created', 'retry', 'active', 'failed')
  `.execute(db);
  return rows[0]!;
}

interface WebhookQueueRow {
  waiting: number;
  oldest_seconds: number | null;
}

/** Counts the deliveries of webhooks that wait for their first or next attempt. */
export async function selectWebhookQueue(db: Db): Promise<WebhookQueueRow> {
  const { rows } = await sql<WebhookQueueRow>`
    SELECT count(*)::int AS waiting,
      extract(epoch FROM now() - min(created_at))::float8 AS oldest_seconds
    FROM deliveries WHERE status = 'pending'
  `.execute(db);
  return rows[0]!;
}

interface FailedJobRow {
  id: string;
  name: string;
  email: string | null;
  tries: number;
  reason: string | null;
  created_at: Date;
  failed_at: Date | null;
}

export async function selectFailedJobs(db: Db, limit: number): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    SELECT j.id, j.name, u.email, j.retry_count + 1 AS tries, j.output ->> 'message' AS reason,
      j.created_on AS created_at, j.completed_on AS failed_at
    FROM jobs.job AS j LEFT JOIN users AS u ON u.id = j.data ->> 'user_id'
    WHERE j.state = 'failed' ORDER BY j.completed_on DESC NULLS LAST, j.id LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Returns the name of a failed job. */
export async function selectFailedJob(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM jobs.job WHERE id = ${id}::uuid AND state = 'failed'
  `.execute(db);
  return rows[0]?.name;
}
