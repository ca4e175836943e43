/** The figures of the service for Prometheus (docs/monitoring.md). */
import type { FastifyInstance } from 'fastify';
import { readStoreFacts } from '../domains/statistics/store-facts.ts';
import type { BackupSchedule } from '../domains/statistics/operator.ts';
import type { StoreFacts } from '../domains/statistics/store-facts.ts';
import { mountMetrics } from '../transports/metrics/metrics.ts';
import type { GaugeDefinition, Readings } from '../transports/metrics/metrics.ts';
import type { Below } from './rooms.ts';

/** Frequent scrapes do not read the database again within this time. */
const FRESH_MS = 5_000;
const HOUR_SECONDS = 3_600;

const GAUGES: readonly GaugeDefinition[] = [
  { name: 'commonplace_database_up', help: 'Whether the database answers.' },
  { name: 'commonplace_database_size_bytes', help: 'The size of the database.' },
  { name: 'commonplace_audio_bytes', help: 'Stored sound; the database contains it.' },
  { name: 'commonplace_users', help: 'Accounts.' },
  {
    name: 'commonplace_conversations',
    help: 'Conversations that are not completed; at most 1000 of each status.',
    label: 'status',
  },
  { name: 'commonplace_jobs', help: 'Durable jobs.', label: 'state' },
  { name: 'commonplace_job_oldest_seconds', help: 'The age of the oldest job that waits.' },
  { name: 'commonplace_webhook_deliveries_waiting', help: 'Deliveries of webhooks that wait.' },
  {
    name: 'commonplace_webhook_delivery_oldest_seconds',
    help: 'The age of the oldest delivery that waits.',
  },
  { name: 'commonplace_disk_free_bytes', help: 'Free space on the disk of the data folder.' },
  { name: 'commonplace_disk_accepts_data', help: 'Whether new data is accepted.' },
  { name: 'commonplace_listening_sessions', help: 'Listening sockets of this process.' },
  {
    name: 'commonplace_words_behind_seconds',
    help: 'How long the oldest finished speech has waited for its words.',
  },
  {
    name: 'commonplace_backup_last_success_timestamp_seconds',
    help: 'The time of the newest regular backup; absent while the backups cannot be listed.',
  },
  {
    name: 'commonplace_backup_period_seconds',
    help: 'The interval of regular backups; absent without them.',
  },
];

/** Does nothing unless the operator has chosen a token. */
export function mountFigures(app: FastifyInstance, below: Below, backups: BackupSchedule): void {
  const { start, storage, engines, rooms } = below;
  const { config, vitals } = start;
  const { token } = config.metrics;
  if (token === undefined) return;
  const facts = cached(() => readStoreFacts(storage.database.db).catch(() => null), FRESH_MS);
  const { disk } = storage.database;
  mountMetrics(app, {
    token,
    gauges: GAUGES,
    info: {
      database: storage.database.kind,
      recogniser: engines.recogniser.name,
      understanding: engines.understanding,
    },
    onError: (listener) => vitals.onError(listener),
    async read() {
      const [stored, archives] = await Promise.all([facts(), backups.list()]);
      const newest = archives?.[0]?.made_at.getTime();
      return {
        ...storedReadings(stored),
        commonplace_disk_free_bytes: disk.freeBytes,
        commonplace_disk_accepts_data: Number(!disk.isLow),
        commonplace_listening_sessions: rooms.sessions.size,
        commonplace_words_behind_seconds: rooms.sessions.load.behindSeconds,
        commonplace_backup_last_success_timestamp_seconds:
          newest === undefined ? null : newest / 1000,
        commonplace_backup_period_seconds:
          backups.everyHours === null ? null : backups.everyHours * HOUR_SECONDS,
      };
    },
  });
}

function storedReadings(stored: StoreFacts | null): Readings {
  if (!stored) return { commonplace_database_up: 0 };
  const { queue, webhooks, in_progress, processing, failed } = stored;
  return {
    commonplace_database_up: 1,
    commonplace_database_size_bytes: stored.database_bytes,
    commonplace_audio_bytes: stored.sound_bytes,
    commonplace_users: stored.users,
    commonplace_conversations: { in_progress, processing, failed },
    commonplace_jobs: { waiting: queue.waiting, running: queue.running, failed: queue.failed },
    commonplace_job_oldest_seconds: queue.oldest_seconds ?? 0,
    commonplace_webhook_deliveries_waiting: webhooks.waiting,
    commonplace_webhook_delivery_oldest_seconds: webhooks.oldest_seconds ?? 0,
  };
}

/** Keeps the result of `read` for a while. Callers that come meanwhile share it. */
export function cached<T>(read: () => Promise<T>, freshMs: number): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > freshMs)
      last = { at: performance.now(), value: read() };
    return last.value;
  };
}
