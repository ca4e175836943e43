/** Checks of the stored data: the database, its schema, its secret, and what waits. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { StartError } from '../../core/errors.ts';
import { readStoreFacts } from '../../domains/statistics/store-facts.ts';
import type { StoreFacts } from '../../domains/statistics/store-facts.ts';
import type { Database } from '../../storage/database.ts';
import { requireSecretOf, secretOf } from '../../storage/installation.ts';
import {
  appliedSchema,
  hasMigrations,
  MIGRATIONS,
  refuseNewerDatabase,
} from '../../storage/migrations.ts';
import { askService } from '../../transports/control/control-socket.ts';
import { openStore } from '../backup/store.ts';
import { findingsOf, sentencesOf } from './finding.ts';
import type { Finding } from './finding.ts';
import { skewOf } from './network.ts';

const MIN_SERVER = 150_000;
/** A job or a delivery that has waited for longer than this does not progress. */
const STUCK_SECONDS = 3_600;

/** Checks through the running service if it has the embedded database, and otherwise directly. */
export async function checkStore(config: Config, isRunning: boolean): Promise<Finding[]> {
  const { ok, fault } = findingsOf('database');
  const { databaseUrl, dataDir } = config.storage;
  if (databaseUrl === undefined && isRunning) {
    const [facts] = (await askService(dataDir, ['facts'])) ?? [];
    if (facts === undefined)
      return [fault('The service does not report its state.', 'Start it again.')];
    return [
      ok('The running service uses the embedded database.'),
      ...checkWaiting(JSON.parse(facts) as StoreFacts),
    ];
  }
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
    return [ok('The embedded database will be made at the first start.')];
  }
  try {
    await using database = await openStore(config);
    return await checkOpen(config, database);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [fault(...sentencesOf(error.message))];
  }
}

async function checkOpen(config: Config, database: Database): Promise<Finding[]> {
  const { ok, fault } = findingsOf('database');
  const findings = database.kind === 'postgresql' ? await checkServer(database) : [];
  if (!(await hasMigrations(database.db))) {
    return [...findings, ok('It is empty; the first start fills it.')];
  }
  const schema = await appliedSchema(database.db);
  const newest = MIGRATIONS.at(-1)!.number;
  try {
    await refuseNewerDatabase(database.db);
  } catch (error) {
    findings.push(
      fault(
        (error as Error).message.split(' Update')[0]!,
        'Install that version, or restore a backup.',
      ),
    );
    return findings;
  }
  if (schema < newest) {
    findings.push(ok(`Its schema is older (migration ${schema}); the next start upgrades it.`));
    return findings;
  }
  findings.push(ok(`It opens, with the schema of this version (migration ${schema}).`));
  findings.push(await checkSecret(config, database));
  return [...findings, ...checkWaiting(await readStoreFacts(database.db))];
}

async function checkServer({ db }: Database): Promise<Finding[]> {
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

async function checkSecret({ storage }: Config, { db }: Database): Promise<Finding> {
  const { ok, fault } = findingsOf('secret');
  const path = join(storage.dataDir, 'secret');
  if (storage.secret === undefined && !existsSync(path)) {
    return fault(
      `There is no secret: SVC_SECRET is not set, and ${path} is missing.`,
      `Put the former secret into ${path}, or run once: commonplace secret replace`,
    );
  }
  try {
    await requireSecretOf(db, secretOf(storage));
    return ok('It is the one with which the database was used.');
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return fault(...sentencesOf(error.message));
  }
}

function checkWaiting({ queue, webhooks }: StoreFacts): Finding[] {
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
