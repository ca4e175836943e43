// Both databases: the deletion of an account spans every table.
/** A deleted account leaves no data behind, and no other account loses data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import { request } from '../../../testing/clients/api-user.ts';
import { Listener } from '../../../testing/clients/listener.ts';
import { eventually, soon } from '../../../testing/eventually.ts';
import { OWNER, startService } from '../../../testing/start-service.ts';

/**
 * Returns the number of rows that name the user, by table; tables without such rows are omitted.
 */
async function rowsOf(db: Db, user_id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'user_id'
  `.execute(db);
  const found: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(name)} WHERE user_id = ${user_id}
    `.execute(db);
    if (rows[0]!.count > 0) found[name] = rows[0]!.count;
  }
  const jobs = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM jobs.job WHERE data ->> 'user_id' = ${user_id}
  `.execute(db);
  if (jobs.rows[0]!.count > 0) found['jobs'] = jobs.rows[0]!.count;
  return found;
}

test('an account is deleted with everything in it, everywhere', async () => {
  await using service = await startService();
  const { owner, url } = service;
  const { db } = service.service.parts;
  const stranger = { id: 'stranger', email: 'stranger@example.org', name: 'Ana' };
  await db.insertInto('users').values(stranger).execute();
  await sql`
    INSERT INTO folders (user_id, id, name, name_key, color, icon, "order", created_at, updated_at)
    VALUES ('stranger', gen_random_uuid(), 'Choir', 'choir', '#000000', 'x', 1, now(), now())
  `.execute(db);
  const key = await owner.key(['conversations:write', 'memories:read', 'memories:write']);
  const send = (path: string, body: object) => owner.call('POST', path, body);
  await send('/v3/memories', { content: 'Keeps bees.' });
  await send('/v1/goals', { title: 'Run', goal_type: 'numeric', target_value: 9 });
  await send('/v1/users/people', { name: 'Rui' });
  await send('/v1/folders', { name: 'Choir' });
  await send('/v1/action-items', { description: 'Water the plants' });
  await send('/v1/summary-templates', { name: 'Short', prompt: 'In one line.', runs: 'on_demand' });
  await send('/v1/conversations/from-text', { text: 'I have to call Ana on Friday.' });
  await owner.call('GET', '/v2/messages');
  await owner.call('POST', '/v1/users/daily-summaries/2026-03-02/refresh');
  await owner.call('PUT', '/v1/users/webhooks/memory_created', { url: 'https://example.org/' });
  await using listener = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    custom_stt: 'enabled',
  });
  await listener.event('conversation_session');
  assert.ok(Object.keys(await rowsOf(db, owner.id)).length > 12);

  const wrong = await owner.call('POST', '/v1/users/me/delete', { current_password: 'wrong' });
  assert.equal(wrong.status, 403);
  assert.equal((await owner.call('POST', '/v1/users/me/delete', {})).status, 422);
  const { status, body } = await owner.call('POST', '/v1/users/me/delete', {
    current_password: OWNER.password,
  });
  assert.equal(status, 200, JSON.stringify(body));
  const { memories, goals, keys, action_items } = body;
  assert.deepEqual([memories, goals, keys], [1, 1, 1]);
  assert.ok(action_items >= 1);

  const { code, reason } = await soon('the end of the live session', listener.closed);
  assert.deepEqual([code, reason], [1008, 'the account was deleted']);
  assert.equal((await owner.call('GET', '/v1/users/me')).status, 401);
  assert.equal((await key.call('GET', '/v1/dev/user/memories')).status, 401);
  const again = await request(url, 'POST', '/v1/auth/sign-in', {
    body: { email: OWNER.email, password: OWNER.password },
  });
  assert.equal(again.status, 401);
  // Only the event that tells other processes about the deletion remains.
  await eventually('nothing is left', async () => {
    const left = await rowsOf(db, owner.id);
    return JSON.stringify(left) === '{"outbox":1}';
  });
  assert.deepEqual(await rowsOf(db, stranger.id), { changes: 1, folders: 1 });
});
