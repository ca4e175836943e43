import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog, type Log } from '../../../core/log.ts';
import type { Order } from './process-pool.fixture.ts';
import { GivenUp, PoolBroken, ProcessPool, type ProcessPoolOptions } from './process-pool.ts';

const never = new AbortController().signal;
const FIXTURE = new URL('./process-pool.fixture.ts', import.meta.url);

test('a request is answered by another process', async () => {
  await using pool = poolOf();
  const answer = await pool.run({ say: 'hello' }, never);
  assert.match(answer!, /^hello by \d+$/);
  assert.notEqual(pidIn(answer), process.pid);
});

test('there are never more children than allowed, and they are used again', async () => {
  await using pool = poolOf({ size: 2 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => pool.run({ say: String(i) }, never)),
  );
  assert.ok(new Set(answers.map(pidIn)).size <= 2);
  assert.deepEqual(
    answers.map((answer) => Number.parseInt(answer!, 10)),
    [...Array(20).keys()],
  );
});

test('a child that dies is replaced and its request is tried once more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pool-'));
  await using pool = poolOf();
  assert.equal(await pool.run({ die: { unless: join(folder, 'mark') } }, never), 'survived');
  await rm(folder, { recursive: true });
});

test('a request that ends every child is given back with a line in the log, and the rest goes on', async () => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_fields, message) => errors.push(message) };
  await using pool = poolOf({ log });
  const poison = pool.run({ die: 'always' }, never);
  const [, next] = await Promise.all([
    assert.rejects(poison, GivenUp),
    pool.run({ say: 'next' }, never),
  ]);
  assert.match(next!, /^next/);
  assert.equal(errors.length, 1);
});

for (const hang of ['busy', 'asleep'] as const) {
  test(`a request that never ends is ended when its child is ${hang}`, async () => {
    await using pool = poolOf({ budgetMs: (order) => ('hang' in order ? 50 : 10_000) });
    await assert.rejects(pool.run({ hang }, never), GivenUp);
    assert.match((await pool.run({ say: 'still here' }, never))!, /^still here/);
  });
}

test('a child that gets no CPU time for longer than its budget goes on with its request', async () => {
  const BUDGET_MS = 400;
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (_fields, message) => warnings.push(message) };
  await using pool = poolOf({ log, budgetMs: () => BUDGET_MS });
  const pid = pidIn(await pool.run({ say: 'hello' }, never));
  const answer = pool.run({ workMs: BUDGET_MS / 2 }, never);
  process.kill(pid, 'SIGSTOP');
  await wait(3 * BUDGET_MS);
  process.kill(pid, 'SIGCONT');
  assert.equal(pidIn(await answer), pid);
  assert.deepEqual(warnings, []);
});

test('children that always die make the pool say so, and it may recover', async () => {
  await using pool = poolOf();
  const poison = Array.from({ length: 3 }, () => pool.run({ die: 'always' }, never));
  const outcomes = await Promise.allSettled(poison);
  assert.ok(outcomes.some((o) => o.status === 'rejected' && o.reason instanceof PoolBroken));
  assert.match((await pool.run({ say: 'better' }, never))!, /^better/);
});

test('an engine that does not start makes the pool say so', async () => {
  await using pool = poolOf({
    entry: new URL('./process-pool.broken.fixture.ts', import.meta.url),
  });
  await assert.rejects(pool.run({ say: 'hello' }, never), PoolBroken);
});

test('an aborted request is let go at once, waiting or not', async () => {
  await using pool = poolOf({ budgetMs: () => 200 });
  const abort = new AbortController();
  const running = pool.run({ hang: 'busy' }, abort.signal);
  const waiting = pool.run({ say: 'never said' }, abort.signal);
  const other = pool.run({ say: 'other' }, never);
  abort.abort();
  assert.deepEqual(await Promise.all([running, waiting]), [undefined, undefined]);
  assert.match((await other)!, /^other/);
});

test('no child outlives the pool', async () => {
  const pool = poolOf();
  const pid = pidIn(await pool.run({ say: 'hello' }, never));
  await pool[Symbol.asyncDispose]();
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  assert.equal(await pool.run({ say: 'hello' }, never), undefined);
});

test('no child outlives a parent that was killed', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', PARENT], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [line] = await once(parent.stdout, 'data');
  const pid = pidIn(String(line));
  process.kill(pid, 0);
  parent.kill('SIGKILL');
  // The child holds the other end of this pipe too, so the pipe closes only when both are gone.
  await once(parent.stderr.resume(), 'close');
});

const PARENT = `
  import { ProcessPool } from ${JSON.stringify(new URL('./process-pool.ts', import.meta.url))};
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const entry = new URL(${JSON.stringify(FIXTURE)});
  const pool = new ProcessPool({ entry, size: 1, log, budgetMs: () => 10_000 });
  console.log(await pool.run({ say: 'hello' }, new AbortController().signal));
`;

function poolOf(options: Partial<ProcessPoolOptions<Order>> = {}): ProcessPool<Order, string> {
  return new ProcessPool({
    entry: FIXTURE,
    size: 1,
    log: silentLog,
    budgetMs: () => 10_000,
    backOffMs: () => 0,
    ...options,
  });
}

function pidIn(answer: string | undefined): number {
  return Number(/by (\d+)/.exec(answer ?? '')?.[1]);
}
