/** The figures of the service for Prometheus (docs/monitoring.md). */
import type { FastifyInstance } from 'fastify';
import type { BackupSchedule } from '../domains/statistics/operator.ts';
import { isSound } from '../examination/finding.ts';
import type { Examinations } from '../examination/running.ts';
import { mountMetrics } from '../transports/metrics/metrics.ts';
import type { Gauges } from '../transports/metrics/metrics.ts';
import type { Below } from './rooms.ts';

const HOUR_SECONDS = 3_600;

async function readGauges(examinations: Examinations, backups: BackupSchedule): Promise<Gauges> {
  const [{ facts, findings }, archives] = await Promise.all([
    examinations.stored(),
    backups.list(),
  ]);
  const live = examinations.live();
  const { everyHours } = backups;
  const newestBackup = archives?.[0]?.made_at;
  const { queue, webhooks } = facts ?? {};
  return {
    commonplace_database_up: [
      'Whether the database answers.',
      Number(isSound(findings, 'database')),
    ],
    commonplace_database_size_bytes: ['The size of the database.', facts?.database_bytes],
    commonplace_audio_bytes: ['Stored sound; the database contains it.', facts?.sound_bytes],
    commonplace_users: ['Accounts.', facts?.users],
    commonplace_conversations: [
      'Conversations that are not completed; at most 1000 of each status.',
      facts && countsOf(facts, ['in_progress', 'processing', 'failed']),
      'status',
    ],
    commonplace_jobs: [
      'Durable jobs.',
      queue && countsOf(queue, ['waiting', 'running', 'failed']),
      'state',
    ],
    commonplace_job_oldest_seconds: [
      'The age of the oldest job that waits.',
      queue && (queue.oldest_seconds ?? 0),
    ],
    commonplace_webhook_deliveries_waiting: [
      'Deliveries of webhooks that wait.',
      webhooks?.waiting,
    ],
    commonplace_webhook_delivery_oldest_seconds: [
      'The age of the oldest delivery that waits.',
      webhooks && (webhooks.oldest_seconds ?? 0),
    ],
    commonplace_disk_free_bytes: ['Free space on the disk of the data folder.', live.free_bytes],
    commonplace_disk_accepts_data: [
      'Whether new data is accepted.',
      Number(isSound([examinations.disk()], 'disk')),
    ],
    commonplace_listening_sessions: ['Listening sockets of this process.', live.live_sessions],
    commonplace_words_behind_seconds: [
      'How long the oldest finished speech has waited for its words.',
      live.words_behind_seconds,
    ],
    commonplace_backup_last_success_timestamp_seconds: [
      'The time of the newest regular backup; absent while the backups cannot be listed.',
      newestBackup && newestBackup.getTime() / 1000,
    ],
    commonplace_backup_period_seconds: [
      'The interval of regular backups; absent without them.',
      everyHours && everyHours * HOUR_SECONDS,
    ],
  };
}

/** Does nothing unless the operator has chosen a token. */
export function mountFigures(
  app: FastifyInstance,
  { start: { config, vitals }, storage, engines }: Below,
  { examinations, backups }: { examinations: Examinations; backups: BackupSchedule },
): void {
  const { token } = config.metrics;
  if (token === undefined) return;
  mountMetrics(app, {
    token,
    info: {
      database: storage.database.kind,
      recogniser: engines.recogniser.name,
      understanding: engines.understanding,
    },
    onError: (listener) => vitals.onError(listener),
    readGauges: () => readGauges(examinations, backups),
  });
}

function countsOf<Name extends string>(
  counts: Record<Name, number>,
  names: readonly Name[],
): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, counts[name]]));
}
