import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss, fromKysely } from 'pg-boss';
import type { z } from 'zod';
import type { Job, Try } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import { inSpan } from '../core/tracing/tracing.ts';
import type { SpanDescription } from '../core/tracing/tracing.ts';
import type { Database, Db } from './database.ts';
import { onCommit } from './transaction.ts';

/**
 * A worker without a heartbeat for this long is considered dead, and its job goes to another
 * worker.
 */
const HEARTBEAT_SECONDS = 10;
/**
 * The number of jobs of one kind that run at the same time. If several jobs run, a job that waits
 * for a slow language model does not block the other jobs.
 */
const AT_ONCE = 4;
/** When the service stops, it waits this long for running jobs. */
const PATIENCE_MS = 10_000;
const WARN_EVERY_MS = 30_000;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

export interface JobQueue extends AsyncDisposable {
  /**
   * Queues a job in the caller's transaction, so that the job exists only if the transaction
   * commits.
   */
  enqueue<P extends z.ZodType>(db: Db, job: Job<P>, payload: z.infer<P>): Promise<void>;
  /** Runs a job again if it has failed. Returns false for a kind of job that nobody works on. */
  retry(name: string, id: string): Promise<boolean>;
  /** Starts handling a kind of job. A job whose handler throws is retried later. */
  work<P extends z.ZodType>(
    job: Job<P>,
    handler: (payload: z.infer<P>, attempt: Try) => Promise<void>,
  ): Promise<void>;
}

export async function deleteJobsOf(db: Db, user_id: string): Promise<void> {
  await sql`DELETE FROM jobs.job WHERE data ->> 'user_id' = ${user_id}`.execute(db);
}

/** Up to this age, an interrupted job is tried again without counting the interruption as a try. */
const MAX_INTERRUPTED = '1 hour';

/**
 * Only one process uses the embedded database, so any job that is active at start was interrupted
 * when the last process ended. The interruption does not count as a try, because the job may not be
 * at fault. For older jobs, the interruption counts as a try; otherwise a job that crashes the
 * process would be retried for ever.
 */
async function giveBackActive(database: Database): Promise<void> {
  const isYoung = `created_on > now() - interval '${MAX_INTERRUPTED}'`;
  await database.script(
    `UPDATE jobs.job
     SET state = 'retry', start_after = now(),
         -- pg-boss counts a try when it takes a job that has already been started.
         started_on = CASE WHEN ${isYoung} THEN NULL ELSE started_on END
     WHERE state = 'active' AND (retry_count < retry_limit OR ${isYoung})`,
  );
}

/** The durable job queue (pg-boss), which uses the service's own database. */
export async function startJobs({
  database,
  jobs,
  log,
}: {
  database: Database;
  jobs: readonly Job[];
  log: Log;
}): Promise<JobQueue> {
  const boss = new PgBoss({
    db: {
      // A text without values may contain several statements.
      executeSql: (text, values) =>
        values && values.length > 0
          ? fromKysely(database.db).executeSql(text, values)
          : database.script(text),
    },
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: 'jobs',
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    reindex: false,
    monitorVacuum: false,
  });
  let warnedAt = -Infinity;
  boss.on('error', (error) => {
    // While the database is unreachable, every worker reports an error each second. Only some of
    // these errors are logged.
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ err: error }, 'job queue');
  });
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds: job.timeoutSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 24 * 3600,
    });
    // The first use of a queue looks it up outside the caller's transaction, which would wait
    // forever on a single session. The deletion of a missing job makes the look-up happen here
    // instead.
    await boss.deleteJob(job.name, NO_JOB);
  }

  if (database.kind === 'embedded') await giveBackActive(database);

  const workers = new Map<string, string[]>();
  return {
    async enqueue(db, job, payload) {
      await boss.send(job.name, job.payload.parse(payload) as object, { db: fromKysely(db) });
      onCommit(db, () => {
        for (const worker of workers.get(job.name) ?? []) boss.notifyWorker(worker);
      });
    },
    async retry(name, id) {
      // A job of another version, which nobody works on.
      if (!workers.has(name)) return false;
      await boss.retry(name, id);
      for (const worker of workers.get(name)!) boss.notifyWorker(worker);
      return true;
    },
    async work(job, handler) {
      const options = { pollingIntervalSeconds: 1, batchSize: 1, includeMetadata: true } as const;
      const started = Array.from({ length: AT_ONCE }, () =>
        boss.work(job.name, options, async ([taken]) => {
          if (!taken) return;
          const last = taken.retryCount >= taken.retryLimit;
          await inSpan(describe(job.name), () =>
            handler(job.payload.parse(taken.data), { signal: taken.signal, last }),
          );
        }),
      );
      workers.set(job.name, await Promise.all(started));
    },
    async [Symbol.asyncDispose]() {
      const idle = Promise.all([...workers.keys()].map((name) => boss.offWork(name)));
      await Promise.race([idle, wait(PATIENCE_MS, null, { ref: false })]);
      // Returns running jobs to the queue. (pg-boss itself checks for them only every half second.)
      await boss.stop({ graceful: false, close: false });
    },
  };
}

function describe(name: string): SpanDescription {
  const attributes = {
    'messaging.system': 'pg_boss',
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': name,
  };
  return { name: `process ${name}`, kind: 'consumer', attributes };
}
