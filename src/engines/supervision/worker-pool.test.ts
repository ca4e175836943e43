import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../testing/eventually.ts';
import { silentLog, type Log } from '../../core/log.ts';
import { GivenUp, PoolBroken } from './restarts.ts';
import type { Order } from './worker-pool.fixture.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const FIXTURE = new URL('./worker-pool.fixture.ts', import.meta.url);

for (const kind of ['process', 'thread'] as const) {
  const poolOf = (options: Partial<WorkerPoolOptions<Order>> = {}) =>
    makePool({ kind, ...options });

  describe(`a pool with workers of the kind ${kind}`, () => {
    test('never exceeds the number of workers, and reuses them', async () => {
      await using pool = poolOf({ size: 2 });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => pool.run({ say: String(i) })),
      );
      assert.ok(new Set(answers.map(idIn)).size <= 2);
      assert.deepEqual(
        answers.map((answer) => Number.parseInt(answer!, 10)),
        [...Array(20).keys()],
      );
    });

    test('ends a worker that has nothing to do, and starts another for the next request', async () => {
      await using pool = poolOf({ idleMs: 1 });
      const first = idIn(await pool.run({ say: 'first' }));
      await eventually('another worker', async () => {
        return idIn(await pool.run({ say: 'later' })) !== first;
      });
    });

    test('replaces a dead worker and retries its request once', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pool-'));
      await using pool = poolOf();
      assert.equal(await pool.run({ die: { unless: join(folder, 'mark') } }), 'survived');
      await rm(folder, { recursive: true });
    });

    test('gives up a request that crashes every worker, and continues with the others', async () => {
      const errors: string[] = [];
      const log: Log = { ...silentLog, error: (_fields, message) => errors.push(message) };
      let deaths = 0;
      await using pool = poolOf({ log, onDeath: () => (deaths += 1) });
      const poison = pool.run({ die: 'always' });
      const [, next] = await Promise.all([
        assert.rejects(poison, GivenUp),
        pool.run({ say: 'next' }),
      ]);
      assert.match(next!, /^next/);
      assert.deepEqual(errors, ['a request ended every worker it was given to']);
      assert.equal(deaths, 2);
    });

    test('counts only deaths without an answer in between', async () => {
      await using pool = poolOf();
      for (let round = 0; round < 3; round += 1) {
        await assert.rejects(pool.run({ die: 'always' }), GivenUp);
        assert.match((await pool.run({ say: 'alive' }))!, /^alive/);
      }
    });

    for (const hang of ['busy', 'asleep'] as const) {
      test(`ends an endless request when its worker is ${hang}`, async () => {
        await using pool = poolOf({ budgetMs: (order) => ('hang' in order ? 50 : 10_000) });
        await assert.rejects(pool.run({ hang }), GivenUp);
        assert.match((await pool.run({ say: 'still here' }))!, /^still here/);
      });
    }

    test('rejects all requests when workers always die, and may recover', async () => {
      await using pool = poolOf();
      const poison = Array.from({ length: 3 }, () => pool.run({ die: 'always' }));
      const outcomes = await Promise.allSettled(poison);
      assert.ok(outcomes.some((o) => o.status === 'rejected' && o.reason instanceof PoolBroken));
      assert.match((await pool.run({ say: 'better' }))!, /^better/);
    });

    test('is broken when its engine does not load, and logs the reason', async () => {
      const logged: string[] = [];
      const hear = (fields: object) => logged.push(JSON.stringify(fields, reasons));
      await using pool = poolOf({
        entry: new URL('./worker-pool.broken.fixture.ts', import.meta.url),
        log: { ...silentLog, warn: hear, error: hear },
      });
      await assert.rejects(pool.run({ say: 'hello' }), PoolBroken);
      assert.equal(logged.length, 4);
      for (const line of logged) assert.match(line, /no engine here/);
    });

    test('drops an aborted request immediately, waiting or running', async () => {
      await using pool = poolOf({ budgetMs: () => 200 });
      await pool.run({ say: 'ready' });
      const abort = new AbortController();
      const running = pool.run({ hang: 'busy' }, abort.signal);
      const waiting = pool.run({ say: 'never said' }, abort.signal);
      const other = pool.run({ say: 'other' });
      abort.abort();
      assert.equal(pool.waiting, 1);
      assert.deepEqual(await Promise.all([running, waiting]), [undefined, undefined]);
      assert.match((await other)!, /^other/);
    });

    test('does not retry an aborted request', async () => {
      let deaths = 0;
      await using pool = poolOf({ budgetMs: () => 50, onDeath: () => (deaths += 1) });
      const abort = new AbortController();
      await pool.run({ say: 'ready' });
      const running = pool.run({ hang: 'busy' }, abort.signal);
      abort.abort();
      await running;
      assert.match((await pool.run({ say: 'next' }))!, /^next/);
      assert.equal(deaths, 1);
    });

    test('drops waiting and running requests when it is closed', async () => {
      const pool = poolOf();
      await pool.run({ say: 'ready' });
      const calls = [pool.run({ hang: 'busy' }), pool.run({ say: 'never said' })];
      await pool[Symbol.asyncDispose]();
      assert.deepEqual(await Promise.all(calls), [undefined, undefined]);
      assert.equal(await pool.run({ say: 'after the end' }), undefined);
    });

    test('refuses a request when too many wait', async () => {
      await using pool = poolOf({ maxPending: 1 });
      const calls = [pool.run({ say: 'one' }), pool.run({ say: 'two' })];
      await assert.rejects(
        pool.run({ say: 'three' }),
        /More than 1 requests are waiting for the test/,
      );
      await Promise.all(calls);
      assert.match((await pool.run({ say: 'four' }))!, /^four/);
    });

    test('fails all requests of a stateful worker that dies', async () => {
      let deaths = 0;
      await using pool = poolOf({ isStateful: true, onDeath: () => (deaths += 1) });
      await pool.run({ say: 'ready' });
      const calls = [
        pool.run({ say: 'one' }),
        pool.run({ die: 'always' }),
        pool.run({ say: 'two' }),
      ];
      const outcomes = await Promise.allSettled(calls);
      assert.equal(outcomes[2]!.status, 'rejected');
      assert.equal(deaths, 1);
      assert.match((await pool.run({ say: 'next' }))!, /^next/);
    });

    test('gives each request of a stateful worker the full budget', async () => {
      const BUDGET_MS = 400;
      let deaths = 0;
      await using pool = poolOf({
        isStateful: true,
        budgetMs: () => BUDGET_MS,
        onDeath: () => (deaths += 1),
      });
      const calls = Array.from({ length: 6 }, () => pool.run({ workMs: BUDGET_MS / 2 }));
      assert.equal(new Set((await Promise.all(calls)).map(idIn)).size, 1);
      assert.equal(deaths, 0);
    });
  });
}

test('an exception in a thread becomes the answer, and the thread continues', async () => {
  await using pool = makePool({ kind: 'thread' });
  const before = idIn(await pool.run({ say: 'before' }));
  await assert.rejects(pool.run({ fail: 'not today' }), /not today/);
  assert.equal(idIn(await pool.run({ say: 'after' })), before);
});

test('an exception in a child process ends it, because its engine may be damaged', async () => {
  await using pool = makePool({ kind: 'process', isQuiet: true });
  await assert.rejects(pool.run({ fail: 'not today' }), GivenUp);
});

test('a thread gets memory without a copy', async () => {
  const pcm = new Int16Array(8);
  const transfer = () => [pcm.buffer];
  await using pool = makePool({ kind: 'thread', isStateful: true, transfer });
  await pool.run({ say: 'hello', pcm });
  assert.equal(pcm.length, 0);
});

test('a child without CPU time for longer than its budget continues its request', async () => {
  const BUDGET_MS = 400;
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (_fields, message) => warnings.push(message) };
  await using pool = makePool({ kind: 'process', log, budgetMs: () => BUDGET_MS });
  const pid = idIn(await pool.run({ say: 'hello' }));
  const answer = pool.run({ workMs: BUDGET_MS / 2 });
  process.kill(pid, 'SIGSTOP');
  await wait(3 * BUDGET_MS);
  process.kill(pid, 'SIGCONT');
  assert.equal(idIn(await answer), pid);
  assert.deepEqual(warnings, []);
});

test('a child ignores the signals that stop the whole process group', async () => {
  await using pool = makePool({ kind: 'process' });
  const pid = idIn(await pool.run({ say: 'before' }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.kill(pid, signal);
    assert.equal(idIn(await pool.run({ say: 'after' })), pid);
  }
});

test('no child outlives the pool', async () => {
  const pool = makePool({ kind: 'process' });
  const pid = idIn(await pool.run({ say: 'hello' }));
  assert.notEqual(pid, process.pid);
  await pool[Symbol.asyncDispose]();
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('no child outlives a parent that was killed', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', parentWith('process')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [line] = await once(parent.stdout, 'data');
  const pid = idIn(String(line));
  process.kill(pid, 0);
  parent.kill('SIGKILL');
  // The child also has this pipe open, so the pipe closes only after both processes have ended.
  await once(parent.stderr.resume(), 'close');
});

test('a thread without work does not keep the process alive', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', parentWith('thread')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 30_000,
  });
  const output = parent.stdout.toArray();
  const [code] = await once(parent, 'exit');
  assert.equal(code, 0);
  assert.match(String(await output), /^hello by \d+/);
});

function parentWith(kind: string): string {
  return `
    import { WorkerPool } from ${JSON.stringify(new URL('./worker-pool.ts', import.meta.url))};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const entry = new URL(${JSON.stringify(FIXTURE)});
    const kind = ${JSON.stringify(kind)};
    const pool = new WorkerPool({ name: 'the test', kind, entry, log, budgetMs: () => 600_000 });
    console.log(await pool.run({ say: 'hello' }));
  `;
}

function makePool(
  options: Partial<WorkerPoolOptions<Order>> & Pick<WorkerPoolOptions<Order>, 'kind'>,
): WorkerPool<Order, string> {
  return new WorkerPool({
    name: 'the test',
    entry: FIXTURE,
    log: silentLog,
    budgetMs: () => 10_000,
    backOffMs: () => 0,
    ...options,
  });
}

function idIn(answer: string | undefined): number {
  return Number(/by (\d+)/.exec(answer ?? '')?.[1]);
}

function reasons(_key: string, value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}
