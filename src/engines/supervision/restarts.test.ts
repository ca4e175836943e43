import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog, type Log } from '../../core/log.ts';
import { PoolBroken, Restarts } from './restarts.ts';
import { processWork } from './process-work.ts';

test('each death in a row makes the pause longer, and the fourth breaks the pool', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const logged: string[] = [];
  const line = (level: string) => (fields: object) =>
    void logged.push(`${level} ${(fields as { deaths: number }).deaths}`);
  const log = { ...silentLog, warn: line('warn'), error: line('error') } as Log;
  let resumed = 0;
  const restarts = new Restarts({ name: 'test', log }, () => (resumed += 1));
  const pauses = (ms: number) => {
    assert.equal(restarts.isPausing, true);
    const before = resumed;
    t.mock.timers.tick(ms - 1);
    assert.equal(resumed, before);
    t.mock.timers.tick(1);
    assert.deepEqual([resumed, restarts.isPausing], [before + 1, false]);
  };
  assert.equal(restarts.isPausing, false);
  assert.equal(restarts.died({}), undefined);
  // A worker that ends during the pause is counted together with the first worker.
  assert.equal(restarts.died({ broken: 'no engine' }), undefined);
  pauses(200);
  assert.deepEqual(logged, ['warn 1', 'error 1']);
  restarts.succeeded();
  for (const ms of [200, 400, 800]) {
    assert.equal(restarts.died({}), undefined);
    pauses(ms);
  }
  const error = new Error('crashed');
  const broken = restarts.died({ error });
  assert.ok(broken instanceof PoolBroken);
  assert.equal(broken.message, 'test ended 4 times in a row.');
  assert.equal(broken.cause, error);
  pauses(1_600);
  assert.equal(restarts.died({ broken: 'no engine' })?.cause, 'no engine');
  for (const ms of [3_200, 6_400, 12_800, 25_600, 30_000]) {
    pauses(ms);
    restarts.died({});
  }
  const before = resumed;
  restarts[Symbol.dispose]();
  t.mock.timers.tick(60_000);
  assert.equal(resumed, before);
});

test('a pool chooses its own pauses', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let resumed = 0;
  const options = { name: 'test', log: silentLog, backOffMs: (deaths: number) => deaths * 7 };
  const restarts = new Restarts(options, () => (resumed += 1));
  restarts.died({});
  t.mock.timers.tick(6);
  assert.equal(resumed, 0);
  t.mock.timers.tick(1);
  assert.equal(resumed, 1);
});

test('the CPU time of a process is known while it lives', () => {
  const { user, system } = process.cpuUsage();
  const work = processWork(process.pid)!;
  assert.ok(Math.abs(work.cpuMs - (user + system) / 1_000) < 100, `${work.cpuMs} ms`);
  // This thread is running, so it has used CPU time.
  assert.equal(work.sleeps, false);
  assert.equal(processWork(undefined), null);
  assert.equal(processWork(2 ** 30), null);
});
