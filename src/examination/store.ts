/** Examinations of the stored data: the database, its schema, its secret, and what waits. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { silentLog } from '../core/log.ts';
import { readStoreFacts } from '../domains/statistics/store-facts.ts';
import type { StoredFacts } from '../domains/statistics/store-facts.ts';
import type { Database, Db } from '../storage/database.ts';
import { openFiles } from '../storage/objects/address.ts';
import { selectFileFacts } from '../storage/objects/rows.ts';
import { requireSecretOf, secretOf } from '../storage/installation.ts';
import {
  appliedSchema,
  hasMigrations,
  MIGRATIONS,
  refuseNewerDatabase,
} from '../storage/migrations.ts';
import { askService } from '../transports/control/control-socket.ts';
import { judgeFiles } from './files.ts';
import { examine, findingsOf, within } from './finding.ts';
import type { Finding } from './finding.ts';
import { skewOf } from './network.ts';

/** The command by which the doctor gets the findings of the running service. */
export const FINDINGS = 'findings';
const MIN_SERVER = 150_000;
/** A job or a delivery that has waited for longer than this does not progress. */
const STUCK_SECONDS = 3_600;

/** Asks the running service for its findings about the store; null when no service runs. */
export async function askRunning({ storage }: Config): Promise<Finding[] | null> {
  const lines = await within((signal) => askService(storage.dataDir, [FINDINGS], signal)).catch(
    () => [],
  );
  if (lines === null) return null;
  const { fault } = findingsOf('database');
  const [found] = lines;
  if (found !== undefined) return JSON.parse(found) as Finding[];
  return [fault('The service does not report its state.', 'Start it again.')];
}

/** Takes the findings of the running service if it has the embedded database. */
export async function examineStore(
  config: Config,
  running: Finding[] | null,
  open: (config: Config) => Promise<Database>,
): Promise<Finding[]> {
  const { ok } = findingsOf('database');
  const { databaseUrl, dataDir } = config.storage;
  if (databaseUrl === undefined && running) return running;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
    return [ok('The embedded database will be made at the first start.')];
  }
  await using database = await open(config);
  return [
    ...(database.kind === 'postgresql' ? await examineServer(database) : []),
    ...(await examineSchema(config, database)),
  ];
}

async function examineSchema(config: Config, { db }: Database): Promise<Finding[]> {
  const { ok, fault } = findingsOf('database');
  if (!(await hasMigrations(db))) return [ok('It is empty; the first start fills it.')];
  const schema = await appliedSchema(db);
  try {
    await refuseNewerDatabase(db);
  } catch (error) {
    const [says] = (error as Error).message.split(' Update');
    return [fault(says!, 'Install that version, or restore a backup.')];
  }
  if (schema < MIGRATIONS.at(-1)!.number) {
    return [ok(`Its schema is older (migration ${schema}); the next start upgrades it.`)];
  }
  return [
    ok(`It opens, with the schema of this version (migration ${schema}).`),
    ...(await examine('secret', () => examineSecret(config.storage, db))),
    ...judgeWaiting(await readStoreFacts(db)),
    ...(await examine('files', () => examineFiles(config, db))),
  ];
}

/** Asks the store for its marker, which a running service does with each move. */
async function examineFiles({ storage, files, bucket }: Config, db: Db): Promise<Finding[]> {
  const store = openFiles({ ...storage, ...files, bucket }, silentLog);
  await store.requireReachable(db);
  return judgeFiles(store, await selectFileFacts(db));
}

async function examineServer({ db }: Database): Promise<Finding[]> {
  const { fault } = findingsOf('database');
  const { rows } = await sql<{ version: number; name: string; at: Date }>`
    SELECT current_setting('server_version_num')::int AS version,
      current_setting('server_version') AS name, clock_timestamp() AS at
  `.execute(db);
  const { version, name, at } = rows[0]!;
  const clock = skewOf('the database server', at);
  if (version >= MIN_SERVER) return [clock];
  return [clock, fault(`PostgreSQL ${name} is too old.`, 'Install PostgreSQL 15 or newer.')];
}

async function examineSecret(storage: Config['storage'], db: Db): Promise<Finding> {
  const { ok, fault } = findingsOf('secret');
  const path = join(storage.dataDir, 'secret');
  if (storage.secret === undefined && !existsSync(path)) {
    return fault(
      `There is no secret: SVC_SECRET is not set, and ${path} is missing.`,
      `Put the former secret into ${path}, or run once: commonplace secret replace`,
    );
  }
  await requireSecretOf(db, secretOf(storage));
  return ok('It is the one with which the database was used.');
}

/** Warns of jobs and deliveries that do not progress. */
export function judgeWaiting({ queue, webhooks }: StoredFacts): Finding[] {
  const jobs = findingsOf('jobs');
  const hooks = findingsOf('webhooks');
  const isStuck = (seconds: number | null) => (seconds ?? 0) > STUCK_SECONDS;
  const minutes = (seconds: number | null) => Math.round((seconds ?? 0) / 60);
  return [
    isStuck(queue.oldest_seconds)
      ? jobs.warning(
          `${queue.waiting} jobs wait, the oldest for ${minutes(queue.oldest_seconds)} minutes.`,
          'Check the language model and the log of the service.',
        )
      : jobs.ok(`${queue.waiting} wait, ${queue.failed} failed.`),
    isStuck(webhooks.oldest_seconds)
      ? hooks.warning(
          `${webhooks.waiting} deliveries wait, the oldest for ${minutes(webhooks.oldest_seconds)} minutes.`,
          'Check the receivers, or disable their endpoints.',
        )
      : hooks.ok(`${webhooks.waiting} deliveries wait.`),
  ];
}
