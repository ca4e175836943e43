/** The state of the installation, for its owner. */
import { z } from 'zod';
import type { Quotas } from '../quotas/quotas.ts';
import type { Vitals } from './vitals.ts';
import { Conflict } from '../../core/errors.ts';
import { Timestamp } from '../../core/wire.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { BackupFile } from '../../storage/backup/places/place.ts';
import { asService } from '../../storage/walls.ts';
import { requireOwner } from '../accounts/owner.ts';
import { listFailedJobs, retryFailedJob } from './failed-jobs.ts';
import { readStoreFacts } from './store-facts.ts';
import { listInstallationUsers, updateInstallationUser } from './users.ts';

/** The running parts whose state is reported. */
export interface OperatorParts {
  vitals: Vitals;
  /** Reads the figures that change at every moment. */
  live(): LiveFigures;
  backups: BackupSchedule;
  quotas: Quotas;
}

export interface LiveFigures {
  /** The free bytes of the disk with the data folder. */
  free_bytes: number;
  live_sessions: number;
  words_behind_seconds: number;
}

export interface BackupSchedule {
  /** Null when no regular backups are made. */
  everyHours: number | null;
  isEncrypted: boolean;
  requests: BackupRequests;
  /** Lists the archives, the newest first. Null when they cannot be listed now. */
  list(): Promise<BackupFile[] | null>;
}

export interface BackupRequests {
  /** True while a backup is made, and from a request until it begins. */
  readonly isRunning: boolean;
  /** Makes a backup soon, or after the one that is being made. */
  request(): void;
}

const Installation = z
  .object({
    users: z.int().describe('The number of accounts.'),
    storage: z
      .object({
        database_bytes: z.int().describe('The size of the database, in bytes.'),
        sound_bytes: z
          .int()
          .describe('The stored sound of all users, in bytes; the database contains it.'),
        free_bytes: z.int().describe('The free bytes on the disk with the data folder.'),
      })
      .describe('The space on disk, in bytes.'),
    queue: z
      .object({
        waiting: z.int().describe('Jobs that wait, including failed jobs that will be retried.'),
        running: z.int().describe('Jobs that run now.'),
        failed: z.int().describe('Failed jobs that will not be retried.'),
        oldest_seconds: z
          .number()
          .nullable()
          .describe('The seconds since the oldest waiting job was added; null when no job waits.'),
      })
      .describe('The background jobs.'),
    conversations: z
      .object({
        in_progress: z.int().describe('Conversations whose words still arrive.'),
        processing: z.int().describe('Conversations whose summary is being made.'),
        failed: z.int().describe('Conversations whose processing failed.'),
      })
      .describe('Conversations of all users that are not completed; each number is at most 1000.'),
    live_sessions: z.int().describe('The listening sockets of this process.'),
    words_behind_seconds: z
      .number()
      .describe(
        'The seconds for which the oldest finished speech in this process has waited for its words.',
      ),
    requests: z
      .object({
        count: z.int().describe('The number of requests.'),
        p50_ms: z.number().describe('Half of the requests took at most this many milliseconds.'),
        p95_ms: z.number().describe('95 % took at most this many milliseconds.'),
        p99_ms: z.number().describe('99 % took at most this many milliseconds.'),
      })
      .describe('The response times of this process in the last five to ten minutes.'),
    history: z
      .array(
        z.object({
          at: Timestamp.describe('The begin of the minute.'),
          requests: z.int().describe('The number of requests.'),
          p50_ms: z.number().describe('Half of the requests took at most this many milliseconds.'),
          p95_ms: z.number().describe('95 % took at most this many milliseconds.'),
          words_behind_seconds: z
            .number()
            .describe('The seconds for which finished speech waited for its words, at most.'),
          stored_bytes: z
            .number()
            .nullable()
            .describe(
              'The size of the database and of the kept sound in bytes; null when not measured.',
            ),
        }),
      )
      .describe(
        'The load of this process in the last two hours, also before its last restart, by ' +
          'minute, the oldest first. A minute without requests and late words is missing.',
      ),
    backups: z
      .object({
        every_hours: z
          .number()
          .nullable()
          .describe('null when the service makes no regular backups (SVC_BACKUP_FOLDER).'),
        is_encrypted: z.boolean().describe('True when SVC_BACKUP_KEY is set.'),
        is_running: z.boolean().describe('True while this process makes a backup.'),
        archives: z
          .array(
            z.object({
              name: z.string().describe('The name of the archive.'),
              bytes: z.int().describe('The size in bytes.'),
              made_at: Timestamp.describe('The time of the backup.'),
            }),
          )
          .nullable()
          .describe('The regular backups, newest first; null when their store does not answer.'),
      })
      .describe('The regular backups of the whole installation.'),
    over_quota: z
      .array(
        z.object({
          email: z.string().describe('The address of the user.'),
          quotas: z.array(z.enum(['sound', 'listening'])).describe('The quotas that are reached.'),
        }),
      )
      .describe('The users who have reached a quota.'),
    errors: z
      .array(
        z.object({
          at: Timestamp.describe('The time of the error.'),
          message: z.string().describe('The message of the log entry.'),
          cause: z.string().nullable().describe('The message of the cause; null without one.'),
        }),
      )
      .describe('The last 50 errors in the log of this process, newest first.'),
  })
  .meta({ id: 'Installation' });

export function operatorRoutes({ vitals, live, backups, quotas }: OperatorParts): Route[] {
  const getInstallation = defineOperation({
    name: 'getInstallation',
    summary: 'Get the state of the installation',
    description:
      'Only for the owner: users, storage, queue, live sessions, response times, backups, errors.',
    scope: null,
    effect: 'read',
    input: z.object({}),
    output: Installation,
    run: async (context) => {
      await requireOwner(context);
      const db = asService(context.db);
      const [facts, archives, reached] = await Promise.all([
        readStoreFacts(db),
        backups.list(),
        quotas.reached({ ...context, db }),
      ]);
      const { free_bytes, ...figures } = live();
      return {
        users: facts.users,
        storage: { ...facts, free_bytes },
        queue: facts.queue,
        conversations: facts,
        ...figures,
        requests: vitals.responseTimes,
        history: vitals.history.map(({ at, ...minute }) => ({ at: at.toISOString(), ...minute })),
        backups: {
          every_hours: backups.everyHours,
          is_encrypted: backups.isEncrypted,
          is_running: backups.requests.isRunning,
          archives,
        },
        over_quota: reached.map(({ email, quotas }) => ({ email, quotas })),
        errors: vitals.errors.map(({ at, ...error }) => ({ at: at.toISOString(), ...error })),
      };
    },
  });
  const backUpInstallation = defineOperation({
    name: 'backUpInstallation',
    summary: 'Back up the installation now',
    description:
      'Only for the owner. The backup is made in the background; `getInstallation` lists it when ' +
      'it is complete, and reports a failure in `errors`. A call while a backup is made changes ' +
      'nothing. 409 when SVC_BACKUP_FOLDER is not set.',
    scope: null,
    effect: 'write',
    waits: true,
    input: z.object({}),
    output: z.object({
      is_running: z.literal(true).describe('Always `true`: the backup has begun.'),
    }),
    run: async (context) => {
      await requireOwner(context);
      if (backups.everyHours === null) {
        throw new Conflict(
          'This installation has no place for backups. Set SVC_BACKUP_FOLDER, or run: commonplace backup',
        );
      }
      if (!backups.requests.isRunning) backups.requests.request();
      return { is_running: true as const };
    },
  });
  return [
    route(getInstallation, { method: 'GET', path: '/v1/installation', credential: 'session' }),
    route(backUpInstallation, {
      method: 'POST',
      path: '/v1/installation/backups',
      credential: 'session',
    }),
    route(listInstallationUsers, {
      method: 'GET',
      path: '/v1/installation/users',
      credential: 'session',
      answer: 'page',
    }),
    route(updateInstallationUser, {
      method: 'PATCH',
      path: '/v1/installation/users/{user_id}',
      credential: 'session',
    }),
    route(listFailedJobs, {
      method: 'GET',
      path: '/v1/installation/failed-jobs',
      credential: 'session',
    }),
    route(retryFailedJob, {
      method: 'POST',
      path: '/v1/installation/failed-jobs/{job_id}/retry',
      credential: 'session',
    }),
  ];
}
