/** Tests the periodic work of the storage: old events, errors of the job queue, statistics. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineEvent } from '../core/event.ts';
import { defineJob } from '../core/job.ts';
import { silentLog } from '../core/log.ts';
import type { Log } from '../core/log.ts';
import { eventually } from '../testing/eventually.ts';
import { copyTemplate, removeFolder } from '../testing/template.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startJobs } from './jobs.ts';
import { openOutbox } from './outbox.ts';
import { startServerUpkeep } from './server/upkeep.ts';

const HOUR_MS = 3_600_000;
let folder: string;
let database: Database;
let warnings: string[] = [];
const log = {
  ...silentLog,
  warn: (_: object, message: string) => void warnings.push(message),
} as unknown as Log;
before(async () => {
  folder = copyTemplate();
  database = await openDatabase({ url: undefined, folder, log });
});
after(async () => {
  await database[Symbol.asyncDispose]();
  removeFolder(folder);
});

test('events are kept for two days', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using _ = await openOutbox({ db: database.db, log });
  await database.script(
    `INSERT INTO outbox (user_id, name, payload, created_at) VALUES
       ('x', 'old', '{}', now() - interval '49 hours'),
       ('x', 'new', '{}', now() - interval '47 hours')`,
  );
  t.mock.timers.tick(HOUR_MS);
  await eventually('the old event to go', async () => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM outbox`.execute(database.db);
    return rows.map(({ name }) => name).join() === 'new';
  });
});

test('of many events, each is delivered once', async () => {
  const kind = defineEvent({ name: 'test.many', payload: z.object({ number: z.int() }) });
  await using outbox = await openOutbox({ db: database.db, log });
  const heard: number[] = [];
  const leave = outbox.subscribe(kind, ({ payload }) => heard.push(payload.number));
  const emit = (number: number) =>
    outbox.emit(database.db, kind, { user_id: 'x', payload: { number } });
  for (let number = 0; number < 300; number++) await emit(number);
  await eventually('all events', () => heard.length >= 300);
  await emit(300);
  await eventually('the last event', () => heard.includes(300));
  assert.deepEqual(
    heard,
    Array.from({ length: 301 }, (_, number) => number),
  );
  leave();
});

test('while the job queue has no database, it warns once in half a minute', async () => {
  const kind = defineJob({
    name: 'test.away',
    payload: z.object({}),
    retryLimit: 1,
    retryDelaySeconds: 1,
    timeoutSeconds: 30,
  });
  let refused = 0;
  let isAway = false;
  const whileThere = <T>(value: T): T => {
    if (!isAway) return value;
    refused += 1;
    throw new Error('away');
  };
  const breaking: Database = Object.create(database, {
    db: { get: () => whileThere(database.db) },
    script: { get: () => whileThere(database.script) },
  });
  await using jobs = await startJobs({ database: breaking, jobs: [kind], log });
  jobs.work(kind, async () => {});
  warnings = [];
  isAway = true;
  await eventually('several failures', () => refused >= 3);
  isAway = false;
  assert.deepEqual(warnings, ['job queue']);
});

test('statistics that fail are reported, but not when the connection is lost', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const pool = { connect: () => Promise.reject(Object.assign(new Error('no'), { code })) };
  let code = 'ECONNREFUSED';
  await using _ = startServerUpkeep(pool as never, log);
  const look = async () => {
    warnings = [];
    t.mock.timers.tick(5_000);
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    return warnings;
  };
  assert.deepEqual(await look(), []);
  code = '42501';
  assert.deepEqual(await look(), ['making statistics failed']);
});
