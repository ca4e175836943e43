import { setTimeout as wait } from 'node:timers/promises';
import { PgBoss, fromKysely } from 'pg-boss';
import type { z } from 'zod';
import type { Job, Try } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import type { Database, Db } from './database.ts';
import { onCommit } from './transaction.ts';

/** A job whose worker died is given to another after this silence. */
const HEARTBEAT_SECONDS = 10;
/**
 * The number of jobs of a kind that run at the same time: a slow language model holds up nobody.
 */
const AT_ONCE = 4;
/** For jobs that run when the service is stopped. */
const PATIENCE_MS = 10_000;
const WARN_EVERY_MS = 30_000;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

export interface JobQueue extends AsyncDisposable {
  /** Queues a job in the caller's transaction: no commit, no job; no job without the commit. */
  enqueue<P extends z.ZodType>(db: Db, job: Job<P>, payload: z.infer<P>): Promise<void>;
  /** Starts handling a kind of job. A handler that throws is tried again later. */
  work<P extends z.ZodType>(
    job: Job<P>,
    handler: (payload: z.infer<P>, attempt: Try) => Promise<void>,
  ): Promise<void>;
}

/** The embedded database has one process: what is active at its start was cut off by a crash. */
async function giveBackActive(database: Database): Promise<void> {
  await database.script(
    `UPDATE jobs.job SET state = 'retry', start_after = now()
     WHERE state = 'active' AND retry_count < retry_limit`,
  );
}

/** The durable queue (pg-boss) in the same database as everything else. */
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
      // Texts without values may hold several statements.
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
    // While the database is away, every worker complains every second.
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
    // The first use of a queue looks it up outside the caller's transaction, which would wait for
    // ever where there is one session. So the look-up happens here, by deleting no job.
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
    async work(job, handler) {
      const options = { pollingIntervalSeconds: 1, batchSize: 1, includeMetadata: true } as const;
      const started = Array.from({ length: AT_ONCE }, () =>
        boss.work(job.name, options, async ([taken]) => {
          if (!taken) return;
          const last = taken.retryCount >= taken.retryLimit;
          await handler(job.payload.parse(taken.data), { signal: taken.signal, last });
        }),
      );
      workers.set(job.name, await Promise.all(started));
    },
    async [Symbol.asyncDispose]() {
      const idle = Promise.all([...workers.keys()].map((name) => boss.offWork(name)));
      await Promise.race([idle, wait(PATIENCE_MS, null, { ref: false })]);
      // Jobs that still run are given back for later. (Its own patience looks only every
      // half second.)
      await boss.stop({ graceful: false, close: false });
    },
  };
}
