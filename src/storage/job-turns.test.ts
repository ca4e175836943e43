/** Tests that the jobs of one user do not delay those of others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineJob } from '../core/job.ts';
import { silentLog } from '../core/log.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { openDatabase } from './database.ts';
import { startJobs } from './jobs.ts';
import { migrate } from './migrations.ts';

const job = defineJob({
  name: 'test.turns',
  payload: z.object({ user_id: z.string(), number: z.int() }),
  retryLimit: 0,
  retryDelaySeconds: 1,
  timeoutSeconds: 60,
});

test('a job of another user begins while one user has many that do not end', async () => {
  const folder = temporaryFolder();
  {
    await using database = await openDatabase({ url: undefined, folder, log: silentLog });
    await migrate({ database, log: silentLog });
    await using jobs = await startJobs({ database, jobs: [job], log: silentLog });
    const { promise: isShortDone, resolve: endShort } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: areAllDone, resolve: endAll } = Promise.withResolvers<void>();
    const done: string[] = [];
    let [atOnce, most] = [0, 0];
    jobs.work(job, async ({ user_id }) => {
      if (user_id === 'short') endShort();
      else {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await isReleased;
        atOnce -= 1;
      }
      done.push(user_id);
      if (done.length === 11) endAll();
    });
    for (let number = 0; number < 10; number += 1)
      await jobs.enqueue(database.db, job, { user_id: 'long', number });
    await jobs.enqueue(database.db, job, { user_id: 'short', number: 0 });
    await isShortDone;
    release();
    await areAllDone;
    assert.equal(done[0], 'short');
    assert.equal(most, 2);
  }
  removeFolder(folder);
});
