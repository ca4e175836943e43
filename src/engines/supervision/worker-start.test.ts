/** Tests how workers start, and what remains of them when nothing is left to do. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog, type Log } from '../../core/log.ts';
import { eventually, soon } from '../../testing/eventually.ts';
import { PoolBroken } from './restarts.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const START = new URL('./worker-start.fixture.ts', import.meta.url);
const OBEYS = new URL('./worker-pool.fixture.ts', import.meta.url);

interface End {
  stuck?: string;
  broken?: string;
}

function poolOf(options: Partial<WorkerPoolOptions<object>> = {}) {
  const ends: End[] = [];
  const hear = (fields: object) => void ends.push(fields as End);
  const log: Log = { ...silentLog, warn: hear, error: hear };
  const pool = new WorkerPool<object, string>({
    name: 'the test',
    kind: 'process',
    entry: OBEYS,
    log,
    budgetMs: () => 10_000,
    backOffMs: () => 0,
    ...options,
  });
  return { pool, ends };
}

for (const kind of ['process', 'thread'] as const) {
  test(`a worker of the kind ${kind} whose engine never loads is ended after its budget`, async () => {
    const budget = { entry: START, argv: ['hangs'], startBudgetMs: 50 };
    const { pool, ends } = poolOf({ kind, ...budget });
    await using _ = pool;
    await assert.rejects(soon('the end', pool.run({})), PoolBroken);
    assert.equal(ends.length, 4);
    for (const { stuck } of ends) assert.ok(stuck, 'the log says why');
  });
}

test('the engine of a process may load later, and may fail then', async () => {
  const { pool: later } = poolOf({ entry: START, argv: ['later'] });
  await using _later = later;
  assert.equal(await soon('the answer', later.run({})), 'loaded');
  const { pool: failing, ends } = poolOf({ entry: START, argv: ['fails later'] });
  await using _failing = failing;
  await assert.rejects(soon('the end', failing.run({})), PoolBroken);
  assert.deepEqual(
    ends.map(({ broken }) => broken),
    Array(4).fill('Error: no engine yet'),
  );
});

test('a worker can start before the first request', async () => {
  const entry = new URL('./worker-pool.broken.fixture.ts', import.meta.url);
  const { pool, ends } = poolOf({ kind: 'thread', entry });
  await using _ = pool;
  pool.warm();
  await eventually('the end of a worker', () => ends.length > 0);
});

test('only one worker starts before the first request', async () => {
  const { pool } = poolOf({ kind: 'thread', size: 2 });
  await using _ = pool;
  pool.warm();
  pool.warm();
  const first = await pool.run({ say: 'hello' });
  pool.warm();
  assert.equal(await pool.run({ say: 'hello' }), first);
});

test('a worker that has answered may rest for longer than its budget', async () => {
  const { pool, ends } = poolOf({ budgetMs: () => 100 });
  await using _ = pool;
  const first = await pool.run({ say: 'hello' });
  // The watch of the request would find the worker asleep for five times its budget.
  await wait(500);
  assert.deepEqual(ends, []);
  assert.equal(await pool.run({ say: 'hello' }), first);
});

test('nothing waits for a pool that was closed during a pause', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  let deaths = 0;
  const { pool } = poolOf({ onDeath: () => (deaths += 1), backOffMs: () => 600_000 });
  const dying = pool.run({ die: 'always' });
  await eventually('the death', () => deaths > 0);
  const before = timers();
  await pool[Symbol.asyncDispose]();
  assert.equal(await dying, undefined);
  await eventually('the end of the pause', () => timers() < before);
});

test('a warm thread does not keep the process alive', async () => {
  const script = `
    import { WorkerPool } from ${JSON.stringify(new URL('./worker-pool.ts', import.meta.url))};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const entry = new URL(${JSON.stringify(OBEYS)});
    const options = { name: 'the test', kind: 'thread', entry, log, budgetMs: () => 600_000 };
    new WorkerPool(options).warm();
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 30_000,
  });
  const [code] = await once(parent, 'exit');
  assert.equal(code, 0);
});
