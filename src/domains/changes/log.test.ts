import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { silentLog } from '../../core/log.ts';
import { startService } from '../../testing/start-service.ts';
import { openChangeLog } from './log.ts';

test('after a restore of the database, programs that follow the changes begin again', async () => {
  await using service = await startService();
  const { owner } = service;
  const { db, clock } = service.service.parts;
  await owner.call('POST', '/v3/memories', { content: 'Keeps a parrot' });
  const { next_cursor } = (await owner.call('GET', '/v1/changes')).body;
  const follow = async () =>
    (await owner.call('GET', `/v1/changes?cursor=${encodeURIComponent(next_cursor)}`)).status;
  const start = async () =>
    (await openChangeLog({ db, clock, log: silentLog }))[Symbol.asyncDispose]();
  await start();
  assert.equal(await follow(), 200, 'an ordinary start changes nothing');
  // A restore writes the row anew, in another transaction than the one that it names.
  await sql`UPDATE change_log SET xid = 1`.execute(db);
  await start();
  assert.equal(await follow(), 410);
});
