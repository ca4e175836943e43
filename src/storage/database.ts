import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPool, Transaction } from 'kysely';
import pg from 'pg';
import { StartError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { ServerLease } from './server/lease.ts';
import { ServerPool } from './server/pool.ts';
import type { Tables } from './tables.ts';

/** What a query function takes: the database, or the transaction it shall be part of. */
export type Db = Kysely<Tables> | Transaction<Tables>;
export type Tx = Transaction<Tables>;

export interface Database extends AsyncDisposable {
  db: Kysely<Tables>;
  kind: 'embedded' | 'postgresql';
  /** Whether an acknowledged write is known to survive a power loss. */
  durable: boolean;
  /** Runs a text of several statements as one unit (migrations, the job queue's own schema). */
  script(text: string): Promise<{ rows: unknown[] }>;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Opens the PostgreSQL at `url`, or without one the embedded PostgreSQL in `folder`. */
export async function openDatabase({
  url,
  folder,
  log,
}: {
  url: string | undefined;
  folder: string;
  log: Log;
}): Promise<Database> {
  return url === undefined ? openEmbeddedDatabase(folder, log) : openServerDatabase(url, log);
}

async function openEmbeddedDatabase(folder: string, log: Log): Promise<Database> {
  const embedded = await openEmbedded({ folder, log });
  const db = kyselyOver(embedded.session as unknown as PostgresPool);
  return {
    db,
    kind: 'embedded',
    durable: embedded.durable,
    script: async (text) => ({ rows: allRows(await embedded.session.script(text)) }),
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await embedded[Symbol.asyncDispose]();
    },
  };
}

async function openServerDatabase(url: string, log: Log): Promise<Database> {
  const pool = new ServerPool(url, log);
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw new StartError(
      `PostgreSQL at DATABASE_URL does not answer: ${(cause as Error).message}. Check the address, the name and the password, or leave DATABASE_URL out to use the embedded database.`,
      { cause },
    );
  }
  const db = kyselyOver({
    connect: async () => new ServerLease(pool),
    end: () => pool.end(),
  } as unknown as PostgresPool);
  return {
    db,
    kind: 'postgresql',
    durable: true,
    script: async (text) => ({ rows: allRows(await pool.script(text)) }),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

function kyselyOver(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** The driver answers a text of several statements with an array of results. */
function allRows(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows;
}
