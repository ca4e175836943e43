/** Tests the embedded database from its start until it ends or fails. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { Unavailable } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import type { Log } from '../../core/log.ts';
import { eventually, soon } from '../../testing/eventually.ts';
import { copyTemplate, removeFolder } from '../../testing/template.ts';
import { openDatabase } from '../database.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';
import { createDatabase } from './creation.ts';
import { SharedSession } from './session.ts';

let folder: string;
let errors: string[];
const log = {
  ...silentLog,
  error: (_: object, message: string) => void errors.push(message),
} as unknown as Log;
beforeEach(() => {
  folder = copyTemplate();
  errors = [];
});
afterEach(() => removeFolder(folder));

const open = (): Promise<Database> => openDatabase({ url: undefined, folder, log });
const one = ({ db }: Database) => sql<{ one: number }>`SELECT 1 AS one`.execute(db);

test('a closed database ends its thread and its timers, and can be opened again', async (t) => {
  const timers = new Set<unknown>();
  const { setInterval: set, clearInterval: clear } = globalThis;
  t.mock.method(globalThis, 'setInterval', (...words: Parameters<typeof set>) => {
    const timer = set(...words);
    timers.add(timer);
    return timer;
  });
  t.mock.method(globalThis, 'clearInterval', (timer: NodeJS.Timeout) => {
    timers.delete(timer);
    clear(timer);
  });
  const first = await open();
  assert.ok(timers.size >= 4);
  await first.script('CREATE TABLE things (number integer); INSERT INTO things VALUES (7)');
  await first[Symbol.asyncDispose]();
  assert.match(await soon('the end of the thread', first.fault), /its thread ended/);
  assert.equal(timers.size, 0);
  await assert.rejects(one(first), Unavailable);
  assert.deepEqual(errors, []);
  await using second = await open();
  const { rows } = await second.script('SELECT number FROM things');
  assert.deepEqual(rows, [{ number: 7 }]);
});

test('a start that was killed while it made the database is made up for', async () => {
  rmSync(join(folder, 'postgres'), { recursive: true });
  const left = join(folder, 'postgres.new-killed');
  mkdirSync(join(left, 'postgres'), { recursive: true });
  writeFileSync(join(left, 'postgres', 'PG_VERSION'), '18');
  await using database = await open();
  assert.deepEqual((await one(database)).rows, [{ one: 1 }]);
  const names = readdirSync(folder).filter((name) => name.startsWith('postgres'));
  assert.deepEqual(names, ['postgres']);
});

test('a database that cannot be made says why and leaves nothing', async (t) => {
  const parent = join(folder, 'full');
  mkdirSync(parent);
  const { env, execArgv } = process;
  const fault = join(folder, 'fault');
  writeFileSync(fault, 'full');
  const preload = new URL('../../testing/faults/disk-faults.preload.ts', import.meta.url).href;
  process.env = { ...env, DISK_FAULTS_FILE: fault, SVC_DATA_DIR: parent };
  process.execArgv = [...execArgv, '--import', preload];
  t.after(() => Object.assign(process, { env, execArgv }));
  await assert.rejects(
    createDatabase(join(parent, 'postgres')),
    /cannot be made: .*(?:ENOSPC|No space)/,
  );
  assert.deepEqual(readdirSync(parent), []);
});

test('a database that cannot write its log fails with the reason, and all calls with it', async () => {
  await using database = await open();
  rmSync(join(folder, 'postgres', 'pg_wal'), { recursive: true });
  await database.script('SELECT pg_switch_wal()');
  await assert.rejects(database.script('CREATE TABLE things (number integer)'), Unavailable);
  const sentence = await soon('the fault', database.fault);
  assert.match(sentence, /^The embedded database has stopped \(.*\)\. Acknowledged data is safe/);
  assert.doesNotMatch(sentence, /its thread ended/);
  await eventually('the error in the log', () => errors.includes(sentence));
  await assert.rejects(one(database), Unavailable);
});

test('a database whose folder somebody else took over stops', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using database = await open();
  const owner = { id: 'other', pid: 7, host: 'elsewhere' };
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(owner));
  t.mock.timers.tick(5_000);
  const sentence = await soon('the fault', database.fault);
  assert.match(sentence, /Process 7 on elsewhere has taken over/);
  await assert.rejects(one(database), /has taken over/);
});

test('a folder that cannot take the record of its owner is refused with the reason', async () => {
  const record = join(folder, 'owner.json');
  rmSync(record, { force: true });
  mkdirSync(`${record}.new`);
  await assert.rejects(open(), /The data folder .* cannot be written \(EISDIR\)/);
  rmSync(`${record}.new`, { recursive: true });
  writeFileSync(record, JSON.stringify({ id: 'other', pid: 7, host: `not ${hostname()}` }));
  const touching = setInterval(
    () =>
      writeFileSync(
        record,
        JSON.stringify({
          id: 'other',
          pid: 7,
          host: `not ${hostname()}`,
        }),
      ),
    100,
  );
  await assert.rejects(open(), /is in use by process 7/).finally(() => clearInterval(touching));
});

test('a transaction that the watch over the disk refuses holds up no other', async () => {
  let isStalled = true;
  const sent: string[] = [];
  const client = {
    query: async (query: string | { text: string }) => {
      sent.push(typeof query === 'string' ? query : query.text);
      return { rows: [] };
    },
  };
  const stall = {
    refuseWhileStalled: () => {
      if (isStalled) throw new Unavailable('The disk does not answer.');
    },
    guard: <T>(answer: Promise<T>) => answer,
  };
  const session = new SharedSession(client as never, {
    disk: { isFull: false },
    stall: stall as never,
  });
  const lease = await session.connect();
  await assert.rejects(lease.query('begin'), Unavailable);
  await assert.rejects(session.script('SELECT 1'), Unavailable);
  assert.deepEqual(sent, []);
  isStalled = false;
  await soon('the next statement', session.send('select 1', []));
  assert.equal(sent.length, 1);
});

test('a transaction without a statement leaves the session to the next one', async () => {
  await using database = await open();
  await transaction(database.db, async () => {});
  assert.equal((await one(database)).rows[0]!.one, 1);
});
