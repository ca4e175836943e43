/** Tests a PostgreSQL server that ends connections, and that is unreachable for a while. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import type { QueryResult } from 'pg';
import { Unavailable } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import { eventually } from '../../testing/eventually.ts';
import { startPostgres } from '../../testing/postgres.ts';
import type { PostgresServer } from '../../testing/postgres.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { openDatabase } from '../database.ts';
import type { Database } from '../database.ts';
import { openOutbox } from '../outbox.ts';
import { transaction } from '../transaction.ts';
import { ServerLease } from './lease.ts';
import { ServerPool } from './pool.ts';
import { ServerSignals } from './signals.ts';

const OUTBOX = readFileSync(new URL('../migrations/0004-outbox.sql', import.meta.url), 'utf8');

let server: PostgresServer;
let folder: string;
let database: Database;
before(async () => {
  server = await startPostgres();
  folder = temporaryFolder();
  database = await openDatabase({ url: server.url, folder, log: silentLog });
  await database.script('CREATE TABLE things (number integer PRIMARY KEY)');
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  removeFolder(folder);
});

const add = (db: unknown, number: number) =>
  sql`INSERT INTO things (number) VALUES (${number})`.execute(db as Database['db']);
const has = async (number: number) =>
  (await sql`SELECT 1 FROM things WHERE number = ${number}`.execute(database.db)).rows.length === 1;
/** Ends all connections except the current one. */
const END_OTHERS = `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
const PRESENT = 'SELECT pid FROM pg_stat_activity';
/**
 * Ends the connections of the database, and returns when their sockets have ended. Before that, a
 * statement may still be sent, and its result would be unknown.
 */
async function cutConnections(): Promise<void> {
  const other = new ServerPool(server.url, silentLog);
  const pids = async (statement: string): Promise<number[]> =>
    ((await other.script(statement)) as QueryResult<{ pid: number }>).rows.map(({ pid }) => pid);
  const ended = new Set(await pids(END_OTHERS));
  // A new connection may come at any time.
  while ((await pids(PRESENT)).some((pid) => ended.has(pid)));
  // The sockets end before this answer arrives.
  await other.script('SELECT 1');
  await other.end();
}

test('the database reports its kind, and a script is one unit', async () => {
  assert.deepEqual([database.kind, database.durable], ['postgresql', true]);
  database.requireRoom();
  const { rows } = await database.script('SELECT 1 AS one; SELECT 2 AS two');
  assert.deepEqual(rows, [{ one: 1 }, { two: 2 }]);
  await assert.rejects(database.script('BEGIN; SELECT 1/0; COMMIT'), /division by zero/);
  // Each failure returns the connection to the pool without an open transaction, so repeated
  // failures do no harm.
  for (let time = 0; time < 15; time++) {
    await assert.rejects(database.script('BEGIN; SELECT 1/0; COMMIT'), /division by zero/);
  }
  assert.equal(await has(1), false);
});

test('more callers than connections are all served', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      transaction(database.db, (tx) => add(tx, 100 + number)),
    ),
  );
  assert.ok(await has(139));
});

test('a lost connection is harmless for a read, and an error for a transaction that has begun to write', async () => {
  await cutConnections();
  assert.equal(await has(100), true);
  await cutConnections();
  // The statement was not sent yet, so it can be repeated.
  await add(database.db, 200);
  assert.ok(await has(200));
  await cutConnections();
  await transaction(database.db, (tx) => add(tx, 201));
  assert.ok(await has(201));
  const cut = transaction(database.db, async (tx) => {
    await add(tx, 202);
    await cutConnections();
    await wait(50);
    await add(tx, 203);
  });
  await assert.rejects(cut, Unavailable);
  assert.deepEqual([await has(202), await has(203)], [false, false]);
  const failed = transaction(database.db, async (tx) => {
    await add(tx, 204);
    await add(tx, 204);
  });
  await assert.rejects(failed, /duplicate key/);
  assert.equal(await has(204), false);
});

test('only statements that may run twice are repeated', async () => {
  const sent: string[] = [];
  let failures = 1;
  let message = 'Connection terminated unexpectedly';
  const released: (boolean | undefined)[] = [];
  const client = {
    query: async (query: string | { text: string }) => {
      sent.push(typeof query === 'string' ? query : query.text);
      if (failures-- > 0) throw new Error(message);
      return { rows: [] };
    },
    release: (broken?: boolean) => released.push(broken),
  };
  const pool = new ServerPool(server.url, silentLog);
  pool.connect = async () => client as never;
  const run = async (...texts: string[]) => {
    sent.length = 0;
    failures = 1;
    const lease = new ServerLease(pool);
    try {
      for (const text of texts) await lease.query(text);
      return `${sent.length}`;
    } catch (error) {
      return `${sent.length} ${error instanceof Unavailable ? 'away' : (error as Error).message}`;
    } finally {
      lease.release();
    }
  };
  assert.equal(await run('select 1'), '2');
  assert.equal(await run(' SELECT x FROM y'), '2');
  assert.equal(await run('begin'), '2');
  assert.equal(await run('select 1 for update'), '1 away');
  assert.equal(await run('select nextval($1)'), '1 away');
  assert.equal(await run('insert into x'), '1 away');
  message = 'Client has encountered a connection error and is not queryable';
  assert.equal(await run('insert into x'), '2');
  message = 'syntax error';
  assert.equal(await run('select 1'), '1 syntax error');
  message = 'Connection terminated unexpectedly';
  const lease = new ServerLease(pool);
  failures = 0;
  await lease.query('begin');
  failures = 1;
  await assert.rejects(lease.query('insert into x'), Unavailable);
  sent.length = 0;
  await assert.rejects(lease.query('select 1'), Unavailable);
  await lease.query('rollback');
  assert.deepEqual(sent, []);
  failures = 0;
  await lease.query('select 1');
  assert.deepEqual(sent, ['select 1']);
  released.length = 0;
  lease.release();
  lease.release();
  assert.deepEqual(released, [undefined]);
  await pool.end();
});

test(
  'an unresponsive server is reported at the start, and later as an error',
  { timeout: 60_000 },
  async () => {
    const port = await freePort();
    const away = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await assert.rejects(
      openDatabase({ url: away, folder, log: silentLog }),
      /PostgreSQL at DATABASE_URL does not answer: .*ECONNREFUSED/,
    );
    const pool = new ServerPool(away, silentLog);
    const from = performance.now();
    // A write that was not sent is tried again for some seconds.
    const lease = new ServerLease(pool);
    await assert.rejects(lease.query('INSERT INTO things VALUES (1)'), Unavailable);
    const waited = performance.now() - from;
    assert.ok(waited > 1_500 && waited < 10_000, `${waited} ms`);
    // A statement without an answer is refused when the probe cannot reach the server.
    await assert.rejects(pool.untilOutage(new Promise(() => {})), /ECONNREFUSED/);
    await pool.end();
    await server.crash();
    assert.ok(await has(100));
  },
);

test('tables that were just filled get their statistics', { timeout: 30_000 }, async () => {
  await database.script('CREATE TABLE filled (number integer)');
  await database.script('INSERT INTO filled SELECT generate_series(1, 1000)');
  database.startStatistics();
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_stats WHERE tablename = 'filled'
    `.execute(database.db);
    if (rows[0]!.count > 0) return;
    await wait(200);
  }
});

test('a change is announced to the other processes, also after their connections were lost', async () => {
  await using other = await openDatabase({ url: server.url, folder, log: silentLog });
  const heard: (string | null)[] = [];
  other.signals.subscribe((user_id) => heard.push(user_id));
  database.signals.subscribe(() => assert.fail('a process hears its own signal'));
  await using repeated = startPeriodic({
    name: 'sending',
    everyMs: 50,
    log: silentLog,
    // A signal is lost while nobody listens.
    run: async () => database.signals.send('ana'),
  });
  await eventually('the signal', async () => heard.includes('ana'));
  await cutConnections();
  heard.length = 0;
  await eventually('the signal after the cut', async () => heard.includes('ana'));
  assert.deepEqual([...new Set(heard)], ['ana']);
  await repeated[Symbol.asyncDispose]();
});

test('a process keeps within its connections, and no statement is compiled', async () => {
  const limits = { maxConnections: 2 };
  await using small = await openDatabase({ url: server.url, folder, log: silentLog, ...limits });
  const text = sql<{ pid: number; jit: string }>`
    SELECT pg_backend_pid() AS pid, current_setting('jit') AS jit, pg_sleep(0.01)`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => text.execute(small.db)));
  const rows = answers.flatMap((answer) => answer.rows);
  assert.equal(new Set(rows.map(({ pid }) => pid)).size, 2);
  assert.deepEqual([...new Set(rows.map(({ jit }) => jit))], ['off']);
});

test('a server that refuses a connection says why, and is not taken for one that is away', async () => {
  const url = new URL(server.url);
  url.pathname = 'none';
  const pool = new ServerPool(url.href, silentLog);
  const refused = new ServerLease(pool).query('INSERT INTO things VALUES (1)');
  await assert.rejects(refused, /database "none" does not exist/);
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
  await using _signals = new ServerSignals(pool, { url: url.href, log });
  await eventually('the warning', () => warnings.length > 0);
  assert.equal(warnings[0], 'listening to the database server failed');
  await pool.end();
});

test('an event of a slow transaction is delivered, however many are committed meanwhile', async () => {
  await database.script(OUTBOX);
  const kind = defineEvent({ name: 'test.event', payload: z.object({ number: z.int() }) });
  await using outbox = await openOutbox({ db: database.db, log: silentLog });
  const heard: number[] = [];
  outbox.subscribe(kind, ({ payload }) => void heard.push(payload.number));
  const emit = (db: unknown, number: number) =>
    outbox.emit(db as Database['db'], kind, { user_id: 'x', payload: { number } });
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const slow = transaction(database.db, async (tx) => {
    await emit(tx, 0);
    began.resolve();
    await mayEnd.promise;
  });
  await began.promise;
  for (let number = 1; number <= 300; number += 1) await emit(database.db, number);
  await eventually('the quick events', () => heard.at(-1) === 300);
  mayEnd.resolve();
  await slow;
  await eventually('the slow event', () => heard.at(-1) === 0);
  assert.equal(new Set(heard).size, 301);
  assert.equal(heard.length, 301, 'each once');
});
