import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { defineJob } from '../core/job.ts';
import { silentLog } from '../core/log.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startJobs } from './jobs.ts';
import type { JobQueue } from './jobs.ts';
import { migrate, MIGRATIONS } from './migrations.ts';
import { openOutbox } from './outbox.ts';
import { transaction } from './transaction.ts';

const job = defineJob({
  name: 'test.job',
  payload: z.object({ number: z.int() }),
  retryLimit: 2,
  retryDelaySeconds: 1,
  timeoutSeconds: 30,
});

let folder: string;
let database: Database;
let jobs: JobQueue;
before(async () => {
  folder = temporaryFolder();
  database = await openDatabase({ url: undefined, folder, log: silentLog });
  await migrate({ database, log: silentLog });
  await database.script('CREATE TABLE things (number integer PRIMARY KEY)');
  jobs = await startJobs({ database, jobs: [job], log: silentLog });
});
after(async () => {
  await jobs[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  removeFolder(folder);
});

const add = (db: Database['db'], number: number) =>
  sql`INSERT INTO things (number) VALUES (${number})`.execute(db);
const numbers = async () =>
  (
    await sql<{ number: number }>`SELECT number FROM things ORDER BY number`.execute(database.db)
  ).rows.map(({ number }) => number);

test('many callers share the one session without falling into each other’s transactions', async () => {
  const pairs = Array.from({ length: 50 }, (_, index) =>
    transaction(database.db, async (tx) => {
      await add(tx as never, index * 2);
      if (index % 5 === 0) throw new Error('rolled back');
      await add(tx as never, index * 2 + 1);
    }).catch(() => {}),
  );
  const singles = Array.from({ length: 50 }, (_, index) => add(database.db, 1000 + index));
  await Promise.all([...pairs, ...singles]);
  const kept = await numbers();
  assert.equal(kept.filter((number) => number >= 1000).length, 50);
  assert.ok(
    kept.filter((number) => number < 1000).every((number) => Math.floor(number / 2) % 5 !== 0),
  );
  assert.equal(kept.length, 50 + 80);
});

test('an answer of any length is whole', async () => {
  // PGlite hands answers over in pieces, and the end may fall into two of them.
  const lengths = Array.from({ length: 3 * 8192 }, (_, length) => length).filter(
    (length) => length % 8192 > 8000 || length % 8192 < 20,
  );
  for (const length of lengths) {
    const { rows } = await sql<{ text: string }>`
      SELECT repeat('x', ${length}::integer) AS text
    `.execute(database.db);
    assert.equal(rows[0]!.text.length, length);
  }
});

test('a failed script leaves no transaction behind', async () => {
  await assert.rejects(database.script('BEGIN; SELECT 1; SELECT 1/0; COMMIT'));
  assert.ok((await numbers()).length > 0);
});

test('a job is queued if its transaction commits, and not if it does not', async () => {
  const done: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let failures = 0;
  await jobs.work(job, async ({ number }, { last }) => {
    if (number === 2 && failures++ === 0) throw new Error('try again');
    assert.equal(last, false);
    done.push(number);
    if (done.length === 2) resolve();
  });
  const lost = transaction(database.db, async (tx) => {
    await jobs.enqueue(tx, job, { number: 0 });
    throw new Error('rolled back');
  });
  await assert.rejects(lost);
  await transaction(database.db, (tx) => jobs.enqueue(tx, job, { number: 1 }));
  await jobs.enqueue(database.db, job, { number: 2 });
  await promise;
  assert.deepEqual(done, [1, 2]);
});

test(
  'an event is heard once, at its commit, and never without one',
  { timeout: 10_000 },
  async (t) => {
    // The outbox polls for events of other processes; without that it hears its own all the same.
    const polling = t.mock.method(globalThis, 'setInterval', () => ({ unref() {} }));
    const kind = defineEvent({ name: 'test.event', payload: z.object({ number: z.int() }) });
    await using outbox = await openOutbox({ db: database.db, log: silentLog });
    polling.mock.restore();
    const heard: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    outbox.subscribe(kind, ({ payload }) => {
      heard.push(payload.number);
      if (payload.number === 3) resolve();
    });
    const emit = (db: Database['db'], number: number) =>
      outbox.emit(db, kind, { user_id: 'x', payload: { number } });
    await assert.rejects(
      transaction(database.db, async (tx) => {
        await emit(tx as never, 1);
        throw new Error('rolled back');
      }),
    );
    await transaction(database.db, (tx) => emit(tx as never, 2));
    await emit(database.db, 3);
    await promise;
    assert.deepEqual(heard, [2, 3]);
  },
);

test('a database of a newer version is refused, untouched', async () => {
  const older = MIGRATIONS.slice(0, -1);
  await assert.rejects(
    migrate({ database, log: silentLog, migrations: older }),
    /newer Commonplace/,
  );
});

test('migrations that start together in two places are applied once', async () => {
  const extra = { number: 9000, name: 'test', text: 'CREATE TABLE once (id integer)' };
  const migrations = [...MIGRATIONS, extra];
  await Promise.all([
    migrate({ database, log: silentLog, migrations }),
    migrate({ database, log: silentLog, migrations }),
  ]);
  assert.deepEqual((await sql`SELECT * FROM once`.execute(database.db)).rows, []);
});
