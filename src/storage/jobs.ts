import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss, fromKysely } from 'pg-boss';
import type { z } from 'zod';
import type { Job, Try } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import { startPeriodic } from '../core/periodic.ts';
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
/** Of one user. The others are for the jobs of other users, which do not wait behind those of one. */
const AT_ONCE_OF_USER = 2;
/**
 * One look for the waiting jobs of all kinds, because a look by each of the workers would keep a
 * twentieth of a core busy. A worker itself looks seldom, and at once when it is woken.
 */
const LOOK_MS = 1_000;
const WORKER_LOOKS_SECONDS = 60;
/** When the service stops, it waits this long for running jobs. */
const PATIENCE_MS = 4_000;
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
  ): void;
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
  const warn = (error: unknown) => {
    // While the database is unreachable, there is an error each second. Only some are logged.
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ err: error }, 'job queue');
  };
  boss.on('error', warn);
  await boss.start();
  const made = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const job of jobs.filter(({ name }) => !made.has(name))) {
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

  const kinds = new Map<string, { wake(): void }>();
  const look = startPeriodic({
    name: 'job queue',
    everyMs: LOOK_MS,
    log,
    run: async () => {
      if (kinds.size === 0) return;
      try {
        const waiting = await namesOfWaiting(database.db, [...kinds.keys()]);
        for (const name of waiting) kinds.get(name)?.wake();
      } catch (error) {
        warn(error);
      }
    },
  });
  return {
    async enqueue(db, job, payload) {
      const data = job.payload.parse(payload) as { user_id?: string };
      const group = data.user_id === undefined ? {} : { group: { id: data.user_id } };
      await boss.send(job.name, data, { db: fromKysely(db), ...group });
      onCommit(db, () => kinds.get(job.name)?.wake());
    },
    async retry(name, id) {
      const kind = kinds.get(name);
      // A job of another version, which nobody works on.
      if (!kind) return false;
      await boss.retry(name, id);
      kind.wake();
      return true;
    },
    work(job, handler) {
      const options = {
        pollingIntervalSeconds: WORKER_LOOKS_SECONDS,
        batchSize: 1,
        includeMetadata: true,
        groupConcurrency: AT_ONCE_OF_USER,
      } as const;
      const startWorker = async () => {
        const id = await boss.work(job.name, options, async ([taken]) => {
          if (!taken) return;
          const last = taken.retryCount >= taken.retryLimit;
          await inSpan(describe(job.name), () =>
            handler(job.payload.parse(taken.data), { signal: taken.signal, last }),
          ).finally(() => boss.notifyWorker(id)); // The next job does not wait for a look.
        });
        return id;
      };
      kinds.set(job.name, workersOf(boss, startWorker, warn));
      look.nudge();
    },
    async [Symbol.asyncDispose]() {
      await look[Symbol.asyncDispose]();
      const names = [...kinds.keys()];
      kinds.clear();
      const idle = Promise.all(names.map((name) => boss.offWork(name)));
      await Promise.race([idle, wait(PATIENCE_MS, null, { ref: false })]);
      // Returns running jobs to the queue. (pg-boss itself checks for them only every half second.)
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** Returns those of the kinds of which a job waits and may begin. */
async function namesOfWaiting(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT kind.name FROM unnest(${names}::text[]) AS kind(name)
    WHERE EXISTS (
      SELECT FROM jobs.job AS j
      WHERE j.name = kind.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
    )
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** The workers of a kind. They start with its first job, because each looks for one when it starts. */
function workersOf(
  boss: PgBoss,
  startWorker: () => Promise<string>,
  warn: (error: unknown) => void,
): { wake(): void } {
  let workers: Promise<string[]> | undefined;
  return {
    wake() {
      const known = workers;
      workers ??= Promise.all(Array.from({ length: AT_ONCE }, startWorker));
      workers.then((ids) => known && ids.forEach((id) => boss.notifyWorker(id)), warn);
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
