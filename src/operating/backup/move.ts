/** `commonplace move`: moves all rows between the embedded database and a PostgreSQL server. */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { StartError } from '../../core/errors.ts';
import { copyRows } from '../../storage/backup/copy-rows.ts';
import { inStage, LONG_STATEMENT_MS } from '../../storage/backup/restore.ts';
import { openDatabase } from '../../storage/database.ts';
import type { Database } from '../../storage/database.ts';
import { FILES_FOLDER } from '../../storage/objects/address.ts';
import { namesObjects } from '../../storage/objects/rows.ts';
import { silentLog } from '../../core/log.ts';
import { askService } from '../../transports/control/control-socket.ts';
import { parseCommandLine } from '../arguments.ts';
import { makeQueue, openStore, targetOf, withSentences } from './store.ts';

const USAGE = `Usage: commonplace move --to postgres://user:password@host/database
       commonplace move --to embedded          (from DATABASE_URL)
Stop the service first. The target must be empty. A move that was interrupted
continues when it is started again.`;

const OPTIONS = { to: { type: 'string' } } as const;

export async function move(...words: string[]): Promise<void> {
  const { positionals, values } = parseCommandLine(words, OPTIONS, USAGE);
  const to = values.to ?? '';
  const isServer = /^postgres(ql)?:\/\//.test(to);
  if (positionals.length > 0 || !(isServer || to === 'embedded')) throw new StartError(USAGE);
  const config = readConfig(process.env);
  const from = config.storage.databaseUrl;
  if ((from === undefined) !== isServer) {
    throw new StartError(
      isServer
        ? 'DATABASE_URL is set, so the data is on a server already. To move it to another server, use backup and restore.'
        : 'DATABASE_URL is not set, so the data is in the embedded database already.',
    );
  }
  await requireStopped(config);
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const former = join(config.storage.dataDir, `postgres-moved-${time}`);
  const { rows, hasFiles } = await withSentences(() =>
    isServer ? toServer(config, to, former) : toEmbedded(config),
  );
  const files = config.files.address ?? join(config.storage.dataDir, FILES_FOLDER);
  console.log(
    `Moved ${rows} rows; all counts and checksums are equal. ` +
      (isServer
        ? `Start the service with DATABASE_URL=${withoutPassword(to)}` +
          `${hasFiles ? ` and SVC_FILES=${files}` : ''}. The former database is kept ` +
          `in ${former}; delete it when you are content.`
        : 'Start the service without DATABASE_URL. The database on the server was not changed.'),
  );
}

/**
 * The embedded database gets another name, so that a start without DATABASE_URL does not use old
 * data.
 */
async function toServer(config: Config, url: string, former: string): Promise<Moved> {
  const { dataDir } = config.storage;
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new StartError(
      `There is no embedded database in ${dataDir}. If postgres-moved-… is there, it was moved before.`,
    );
  }
  let moved: Moved;
  {
    await using source = await openStore(config);
    await using target = await openNamed(url, dataDir);
    moved = await moveRows(source, target);
  }
  await rename(join(dataDir, 'postgres'), former).catch((cause: unknown) => {
    throw new StartError(
      `All rows were moved, but ${join(dataDir, 'postgres')} could not be renamed to ${former}. Move it away.`,
      { cause },
    );
  });
  return moved;
}

interface Moved {
  rows: number;
  /** True when the rows name files in a store, which stays where it is. */
  hasFiles: boolean;
}

async function moveRows(source: Database, target: Database): Promise<Moved> {
  const rows = await copyRows({ source, target, makeQueue });
  return { rows, hasFiles: await namesObjects(target.db) };
}

function toEmbedded(config: Config): Promise<Moved> {
  return inStage(
    { ...targetOf(config), databaseUrl: undefined },
    [],
    async (stage) => {
      await using source = await openNamed(config.storage.databaseUrl!, config.storage.dataDir);
      await requireAlone(source);
      await using target = await stage.open();
      return await moveRows(source, target);
    },
    { resumes: true },
  );
}

/** Refuses a move while the service runs, because its new data would not be moved. */
async function requireStopped({ storage }: Config): Promise<void> {
  const answer = await askService(storage.dataDir, ['help']).catch(() => []);
  if (answer !== null) throw new StartError('The service is running. Stop it first.');
}

/** The name that distinguishes the connections of this command from others. */
const NAME = 'commonplace move';

function openNamed(url: string, folder: string): Promise<Database> {
  const address = new URL(url);
  address.searchParams.set('application_name', NAME);
  return openDatabase({
    url: address.href,
    folder,
    statementMs: LONG_STATEMENT_MS,
    log: silentLog,
  });
}

async function requireAlone({ db }: Database): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'
      AND application_name <> ${NAME}
  `.execute(db);
  if (rows[0]!.count > 0) {
    throw new StartError(
      `${rows[0]!.count} other connections use the database. Stop every process of the service first.`,
    );
  }
}

function withoutPassword(url: string): string {
  const address = new URL(url);
  if (address.password) address.password = '…';
  return decodeURI(address.href);
}
