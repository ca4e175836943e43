import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { NoRoom, Unavailable } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import type { Parts } from '../../kit/context.ts';
import { CatchUpLanes } from './catch-up-lanes.ts';
import { ExpectedWords } from './expected-words.ts';
import { keepTrying } from './retries.ts';
import { WritingProgress } from './writing-progress.ts';

/** Must exceed the number of jobs that any test starts. */
const MAX_JOBS = 10;

/** Lanes that list finished jobs in `done`. `fails` returns the reason why a job fails. */
function lanes(t: TestContext, fails: (folder: string) => Error | Promise<void> | null) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const done: string[] = [];
  const stop = new AbortController();
  let minutes = 0;
  const all = new CatchUpLanes({
    log: silentLog,
    signal: stop.signal,
    eachMinute: async () => void (minutes += 1),
    async writeDown(folder) {
      done.push(folder);
      // A lane that never pauses would block the event loop instead of failing the test.
      if (done.length > MAX_JOBS) return new Promise(() => {});
      const outcome = fails(folder);
      if (outcome instanceof Error) throw outcome;
      await outcome;
    },
  });
  const after = async (ms: number) => {
    t.mock.timers.tick(ms);
    await setImmediate();
    return done.splice(0);
  };
  return { all, after, stop, minutes: () => minutes };
}

test('a failed job is retried after a minute, then after twice as long, up to ten minutes', async (t) => {
  const { all, after, minutes } = lanes(t, () => new Error('No.'));
  all.add('one', 'journals');
  assert.deepEqual(await after(0), ['one']);
  for (const seconds of [60, 120, 240, 480, 600, 600]) {
    assert.deepEqual(await after(seconds * 1_000 - 1), []);
    assert.deepEqual(await after(1), ['one'], `${seconds} s`);
  }
  assert.ok(minutes() > 0);
  await all[Symbol.asyncDispose]();
  assert.deepEqual(await after(600_000), [], 'nothing goes on after the end');
});

test('jobs are retried every two seconds while the database is unreachable, without counting', async (t) => {
  const errors = [
    new Unavailable('away'),
    new NoRoom('full'),
    new Error('No.'),
    null,
    new Error('x'),
  ];
  const { all, after } = lanes(t, () => errors.shift()!);
  all.add('one', 'journals');
  await after(0);
  for (const pause of [2_000, 2_000, 60_000]) {
    assert.deepEqual(await after(pause - 1), []);
    assert.deepEqual(await after(1), ['one']);
  }
  // A lane that has succeeded starts again.
  all.add('one', 'journals');
  await after(0);
  errors.push(null as never);
  assert.deepEqual(await after(59_999), []);
  assert.deepEqual(await after(1), ['one']);
  await all[Symbol.asyncDispose]();
});

test('jobs of a lane run one at a time, and recordings have a separate lane', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { all, after } = lanes(t, (folder) => (folder === 'long' ? gate.promise : null));
  all.add('long', 'journals');
  all.add('next', 'journals');
  all.add('file', 'recordings');
  assert.deepEqual(await after(0), ['long', 'file']);
  gate.resolve();
  assert.deepEqual(await after(0), ['next']);
  await all[Symbol.asyncDispose]();
});

test('a hurry runs waiting jobs, and jobs that fail at the same time', async (t) => {
  const gate = Promise.withResolvers<void>();
  let fails = true;
  const { all, after, stop } = lanes(t, (folder) =>
    folder === 'slow' && fails ? gate.promise : fails ? new Error('No.') : null,
  );
  all.add('one', 'journals');
  await after(0);
  all.add('slow', 'recordings');
  await after(0);
  fails = false;
  all.hurry();
  assert.deepEqual(await after(0), ['one']);
  gate.reject(new Error('No.'));
  assert.deepEqual(await after(0), ['slow']);
  assert.deepEqual(await after(600_000), [], 'each ran once');
  fails = true;
  all.add('two', 'journals');
  assert.deepEqual(await after(0), ['two']);
  stop.abort();
  assert.deepEqual(await after(60_000), [], 'nothing is written down any more');
  await all[Symbol.asyncDispose]();
});

test('work is retried with growing pauses until it succeeds or the service stops', async () => {
  let tries = 0;
  assert.equal(await keepTrying(async () => (tries += 1) === 2, undefined), true);
  assert.equal(tries, 2);
  assert.equal(await keepTrying(async () => false, AbortSignal.abort()), false);
});

test('expected words track the last of several waits and the progress of a recording', async () => {
  await using expected = new ExpectedWords({ log: silentLog } as Parts);
  assert.equal(expected.isLast('a'), true);
  expected.add('user', 'a');
  assert.equal(expected.isLast('a'), true);
  expected.add('user', 'a');
  assert.equal(expected.isLast('a'), false);
  expected.drop('a');
  assert.equal(expected.isLast('a'), true);
  expected.drop('a');
  expected.add('user', 'a');
  assert.equal(expected.isLast('a'), true);
  const progress = new WritingProgress(expected);
  assert.equal(progress.seconds('a'), null);
  progress.awaits('a');
  progress.moved('a', 3);
  progress.moved('a', 4);
  assert.equal(progress.seconds('a'), 4);
  progress.ended('a');
  assert.equal(progress.seconds('a'), null);
});

test('other work runs in its turn, tells its caller how it failed, and holds up nothing', async (t) => {
  const first = Promise.withResolvers<void>();
  const { all, after, stop } = lanes(t, (folder) => (folder === 'first' ? first.promise : null));
  all.add('first', 'recordings');
  const told: string[] = [];
  const failed = all.inTurn('recordings', async () => {
    told.push('work');
    throw new Error('No.');
  });
  all.add('last', 'recordings');
  assert.deepEqual([await after(0), told], [['first'], []]);
  first.resolve();
  await assert.rejects(failed, /No\./);
  assert.deepEqual([await after(0), told], [['last'], ['work']]);
  stop.abort();
  await assert.rejects(all.inTurn('recordings', async () => told.push('never')));
  assert.deepEqual(told, ['work']);
  await all[Symbol.asyncDispose]();
});
