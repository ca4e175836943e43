import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { silentLog } from '../../core/log.ts';
import type { Library } from '../../engines/models/library.ts';
import { ModelError } from '../../engines/models/model-error.ts';
import { eventually } from '../../testing/eventually.ts';
import { Pulls } from './pulls.ts';

test('the reason of a failed download reveals nothing about the machine', async () => {
  for (const [error, problem] of [
    [new ModelError('The store answers 404.'), 'The store answers 404.'],
    [Object.assign(new Error('write /secret'), { code: 'ENOSPC' }), 'The disk is full.'],
    [new Error('/secret'), 'Something is wrong on this machine; see the log.'],
  ] as const) {
    const library = { entry: () => ({ bytes: 7 }), pull: () => Promise.reject(error) };
    const clock = new ManualClock();
    const pulls = new Pulls({ library: library as unknown as Library, clock, log: silentLog });
    pulls.start('tiny');
    assert.deepEqual(pulls.stateOf('tiny').progress, { phase: 'checking', bytes: 0, total: 7 });
    const told = await eventually('the problem', () => pulls.stateOf('tiny').problem);
    assert.equal(told, problem);
    await pulls.cancel('tiny');
    assert.deepEqual(pulls.stateOf('tiny'), { progress: null, problem: null });
  }
});
