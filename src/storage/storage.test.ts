import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { defineJob } from '../core/job.ts';
import { silentLog } from '../core/log.ts';
import { eventually } from '../testing/eventually.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { deleteJobsOf, startJobs } from './jobs.ts';
import type { JobQueue } from './jobs.ts';
import { migrate, MIGRATIONS } from './migrations.ts';
import { replaceSecret, requireSameSecret } from './installation.ts';
import { defineReaction, deleteEventsOf, openOutbox } from './outbox.ts';
import { lockByName, onCommit, transaction } from './transaction.ts';

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

test('callers share the one session without joining each other’s transactions', async () => {
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

test('an answer of any length is complete', async () => {
  // PGlite returns answers in pieces, and the end mark may be split between two pieces.
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

test('a failed script leaves no open transaction', async () => {
  await assert.rejects(database.script('BEGIN; SELECT 1; SELECT 1/0; COMMIT'));
  assert.ok((await numbers()).length > 0);
});

test('a job is queued only if its transaction commits', async () => {
  const done: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let failures = 0;
  jobs.work(job, async ({ number }, { last }) => {
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
  'an event is delivered once, after its commit, and never without one',
  { timeout: 10_000 },
  async (t) => {
    // The outbox polls for events of other processes. Events of its own process arrive without
    // polling.
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

test('a listener that fails stops neither other listeners nor later events', async () => {
  const kind = defineEvent({ name: 'test.failing', payload: z.object({ number: z.int() }) });
  await using outbox = await openOutbox({ db: database.db, log: silentLog });
  const heard: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  outbox.subscribe(kind, () => {
    throw new Error('a defect');
  });
  outbox.subscribe(kind, ({ payload }) => {
    heard.push(payload.number);
    if (payload.number === 2) resolve();
  });
  for (const number of [1, 2]) {
    await outbox.emit(database.db, kind, { user_id: 'x', payload: { number } });
  }
  await promise;
  assert.deepEqual(heard, [1, 2]);
});

test('a database of a newer version is used if its migrations only add', async () => {
  const newest = MIGRATIONS.at(-1)!.number;
  const start = (migrations = MIGRATIONS) => migrate({ database, log: silentLog, migrations });
  const following = (number: number, text: string) => [
    ...MIGRATIONS,
    { number, name: 'later', text },
  ];
  try {
    await start(following(8000, 'SELECT 1'));
    await start();
    // This version stopped using the column, so it runs; the version before does not.
    await start(
      following(8001, `-- Needs migration ${String(newest).padStart(4, '0')}.\nSELECT 1`),
    );
    await start();
    await assert.rejects(
      start(MIGRATIONS.slice(0, -1)),
      /newer Commonplace \(migration 8001; this one knows \d+\). Update/,
    );
    await start(following(8002, '-- Needs migration 8000.\nSELECT 1'));
    await assert.rejects(start(), /migration 8002/);
  } finally {
    await sql`DELETE FROM migrations WHERE number >= 8000`.execute(database.db);
  }
});

test('a database of a version before 0057 is refused by older versions', async () => {
  const older = MIGRATIONS.filter(({ number }) => number < 56);
  await assert.rejects(
    migrate({ database, log: silentLog, migrations: older }),
    /newer Commonplace/,
  );
});

test('migrations that start together in two processes are applied once', async () => {
  const extra = { number: 9000, name: 'test', text: 'CREATE TABLE once (id integer)' };
  const migrations = [...MIGRATIONS, extra];
  await Promise.all([
    migrate({ database, log: silentLog, migrations }),
    migrate({ database, log: silentLog, migrations }),
  ]);
  assert.deepEqual((await sql`SELECT * FROM once`.execute(database.db)).rows, []);
});

test('numbers and dates keep their types', async () => {
  const { rows } = await sql`
    SELECT 9007199254740991::int8 AS large, 1.5::numeric AS part, '2026-03-01'::date AS day
  `.execute(database.db);
  assert.deepEqual(rows, [{ large: 9007199254740991, part: 1.5, day: '2026-03-01' }]);
  const script = await database.script('SELECT 1 AS one; SELECT 2 AS two');
  assert.deepEqual(script.rows, [{ one: 1 }, { two: 2 }]);
  assert.deepEqual((await database.script('SELECT 3 AS three')).rows, [{ three: 3 }]);
  assert.equal(database.kind, 'embedded');
  assert.equal(database.durable, true);
  database.requireRoom();
});

test('a second database in the folder is refused', async () => {
  await assert.rejects(
    openDatabase({ url: undefined, folder, log: silentLog }),
    /already running on/,
  );
});

test('effects run after the commit, in order, and never without it', async () => {
  const done: string[] = [];
  const effect = (name: string) => () => void done.push(name);
  onCommit(database.db, effect('alone'));
  assert.deepEqual(done, ['alone']);
  await transaction(database.db, async (tx) => {
    onCommit(tx, effect('first'));
    await transaction(tx, async (inner) => onCommit(inner, effect('second')));
    assert.deepEqual(done, ['alone']);
  });
  assert.deepEqual(done, ['alone', 'first', 'second']);
  const failed = transaction(database.db, async (tx) => {
    onCommit(tx, effect('never'));
    throw new Error('rolled back');
  });
  await assert.rejects(failed, /rolled back/);
  assert.equal(done.length, 3);
  const isolation = (level?: 'repeatable read') =>
    transaction(
      database.db,
      async (tx) => (await sql<{ level: string }>`SHOW transaction_isolation`.execute(tx)).rows[0],
      level,
    );
  assert.deepEqual(await isolation(), { transaction_isolation: 'read committed' });
  assert.deepEqual(await isolation('repeatable read'), {
    transaction_isolation: 'repeatable read',
  });
  const locks = await transaction(database.db, async (tx) => {
    await lockByName(tx, 'a');
    return (await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory'`.execute(tx)).rows.length;
  });
  assert.equal(locks, 1);
});

test('a database accepts one secret until it is replaced on purpose', async () => {
  await requireSameSecret(database.db, 'first');
  await requireSameSecret(database.db, 'first');
  await assert.rejects(requireSameSecret(database.db, 'second'), /used with another secret/);
  await replaceSecret(database.db, 'second');
  await requireSameSecret(database.db, 'second');
  await assert.rejects(requireSameSecret(database.db, 'first'), /used with another secret/);
});

test('a reaction runs in the transaction of its event, and a listener can unsubscribe', async () => {
  const kind = defineEvent({ name: 'test.reaction', payload: z.object({ number: z.int() }) });
  const other = defineEvent({ name: 'test.other', payload: z.object({ number: z.int() }) });
  const reaction = defineReaction(kind, 'adds a row', (db, { payload }) =>
    add(db as never, payload.number).then(() => {}),
  );
  await using outbox = await openOutbox({
    db: database.db,
    log: silentLog,
    reactions: [reaction],
  });
  const event = (number: number) => ({ user_id: 'x', payload: { number } });
  const lost = transaction(database.db, async (tx) => {
    await outbox.emit(tx, kind, event(5_001));
    throw new Error('rolled back');
  });
  await assert.rejects(lost);
  await outbox.emit(database.db, kind, event(5_002));
  await outbox.emit(database.db, other, event(5_003));
  assert.deepEqual(
    (await numbers()).filter((number) => number > 5_000),
    [5_002],
  );

  const heard: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = outbox.subscribe(other, ({ payload }) => heard.push(payload.number));
  outbox.subscribe(other, ({ payload }) => {
    if (payload.number === 3) resolve();
    if (payload.number === 2) leave();
  });
  await outbox.emit(database.db, other, event(2));
  await outbox.emit(database.db, other, event(3));
  const limit = setTimeout(resolve, 10_000);
  await promise;
  clearTimeout(limit);
  assert.deepEqual(heard, [5_003, 2]);
});

test(
  'jobs that a crash interrupted return to the queue at the start',
  { timeout: 20_000 },
  async () => {
    const cut = defineJob({ ...job, name: 'test.cut' });
    const first = await startJobs({ database, jobs: [cut], log: silentLog });
    await first.enqueue(database.db, cut, { number: 7 });
    // Simulates a job whose process ended during every try.
    await database.script(
      `UPDATE jobs.job SET state = 'active', started_on = now(), retry_count = retry_limit
       WHERE name = 'test.cut'`,
    );
    await first[Symbol.asyncDispose]();
    await using second = await startJobs({ database, jobs: [cut], log: silentLog });
    const { promise, resolve } = Promise.withResolvers<number>();
    second.work(cut, async ({ number }) => resolve(number));
    assert.equal(await promise, 7);
    const { rows } = await sql<{ retry_count: number }>`
      SELECT retry_count FROM jobs.job WHERE name = 'test.cut'
    `.execute(database.db);
    assert.equal(rows[0]!.retry_count, cut.retryLimit);
    await assert.rejects(second.enqueue(database.db, cut, { number: 'x' } as never));
  },
);

test('a job that has failed runs again on request', { timeout: 20_000 }, async () => {
  const failing = defineJob({ ...job, name: 'test.failing', retryLimit: 0 });
  await using queue = await startJobs({ database, jobs: [failing], log: silentLog });
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  queue.work(failing, async () => {
    runs += 1;
    if (runs === 1) throw new Error('a defect');
    resolve();
  });
  await queue.enqueue(database.db, failing, { number: 1 });
  const id = await eventually('the failure', async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM jobs.job WHERE name = 'test.failing' AND state = 'failed'
    `.execute(database.db);
    return rows[0]?.id;
  });
  assert.equal(await queue.retry('test.failing', id), true);
  await promise;
  assert.equal(await queue.retry('test.of-another-version', id), false);
});

test('jobs and events of a user go with the account, others stay', async () => {
  const own = defineJob({ ...job, name: 'test.own', payload: z.object({ user_id: z.string() }) });
  const kind = defineEvent({ name: 'test.own', payload: z.object({}) });
  await using queue = await startJobs({ database, jobs: [own], log: silentLog });
  await using outbox = await openOutbox({ db: database.db, log: silentLog });
  for (const user_id of ['going', 'staying']) {
    await queue.enqueue(database.db, own, { user_id });
    await outbox.emit(database.db, kind, { user_id, payload: {} });
  }
  await deleteJobsOf(database.db, 'going');
  await deleteEventsOf(database.db, 'going');
  const { rows } = await sql<{ user_id: string }>`
    SELECT data ->> 'user_id' AS user_id FROM jobs.job WHERE name = 'test.own'
    UNION ALL SELECT user_id FROM outbox WHERE name = 'test.own'
  `.execute(database.db);
  assert.deepEqual(rows, [{ user_id: 'staying' }, { user_id: 'staying' }]);
});

test('an old job that the process ended with in every try is given up', async () => {
  const poison = defineJob({ ...job, name: 'test.poison' });
  const first = await startJobs({ database, jobs: [poison], log: silentLog });
  await first.enqueue(database.db, poison, { number: 1 });
  await database.script(
    `UPDATE jobs.job SET state = 'active', started_on = now(), retry_count = retry_limit,
       created_on = now() - interval '2 hours' WHERE name = 'test.poison'`,
  );
  await first[Symbol.asyncDispose]();
  await using _ = await startJobs({ database, jobs: [poison], log: silentLog });
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM jobs.job WHERE name = 'test.poison'
  `.execute(database.db);
  assert.notEqual(rows[0]!.state, 'retry');
});

test('the last try of a job is marked as the last', { timeout: 20_000 }, async () => {
  const tried = defineJob({ ...job, name: 'test.tries', retryLimit: 1 });
  await using queue = await startJobs({ database, jobs: [tried], log: silentLog });
  const lasts: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.work(tried, async (_, { last }) => {
    lasts.push(last);
    if (last) resolve();
    else throw new Error('again');
  });
  await queue.enqueue(database.db, tried, { number: 1 });
  await promise;
  assert.deepEqual(lasts, [false, true]);
});

test('jobs that another process queues begin within seconds', { timeout: 10_000 }, async () => {
  const shared = defineJob({ ...job, name: 'test.shared' });
  await using here = await startJobs({ database, jobs: [shared], log: silentLog });
  await using elsewhere = await startJobs({ database, jobs: [shared], log: silentLog });
  let begun = Promise.withResolvers<number>();
  here.work(shared, async ({ number }) => begun.resolve(number));
  // The first job starts the workers, and the second wakes them.
  for (const number of [1, 2]) {
    begun = Promise.withResolvers();
    await elsewhere.enqueue(database.db, shared, { number });
    assert.equal(await begun.promise, number);
  }
});

test('jobs that wait follow each other without a pause', { timeout: 10_000 }, async () => {
  const many = defineJob({ ...job, name: 'test.many' });
  await using queue = await startJobs({ database, jobs: [many], log: silentLog });
  const count = 100;
  await transaction(database.db, async (tx) => {
    for (let number = 0; number < count; number += 1) await queue.enqueue(tx, many, { number });
  });
  let done = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.work(many, async () => void (++done === count && resolve()));
  await promise;
});

test('a failed script reports why, and a failed migration is not applied', async () => {
  const broken = {
    number: 9001,
    name: 'broken',
    text: 'CREATE TABLE half (id integer); SELECT 1/0',
  };
  const migrations = [...MIGRATIONS, { number: 9000, name: 'test', text: 'SELECT 1' }, broken];
  await assert.rejects(migrate({ database, log: silentLog, migrations }), /division by zero/);
  await assert.rejects(database.script('SELECT * FROM half'), /does not exist/);
});
