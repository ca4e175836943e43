import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { systemClock } from '../../core/clock.ts';
import { uuidv7 } from '../../core/ids.ts';
import { contentKey } from '../memories/memory.ts';
import { startService } from '../../testing/start-service.ts';
import { SearchService } from './search.ts';

/** A limit so small that only some of the users' indexes fit. */
const ROOM = 20_000;

test('the least recently used indexes are dropped first', async () => {
  await using service = await startService();
  const { db } = service.service.parts;
  await using search = new SearchService({
    db,
    clock: systemClock,
    log: silentLog,
    maxBytes: ROOM,
  });
  const users = Array.from({ length: 25 }, (_, number) => `user-${number}`);
  const now = new Date();
  await db
    .insertInto('users')
    .values(users.map((id) => ({ id, email: `${id}@example.org`, name: id })))
    .execute();
  for (const user_id of users) {
    const rows = Array.from({ length: 10 }, (_, number) => ({
      user_id,
      id: uuidv7(),
      content: `Fact ${number} of ${user_id} about the garden`,
      content_key: contentKey(`${user_id} ${number}`),
      category: 'system' as const,
      visibility: 'private' as const,
      tags: [],
      manually_added: true,
      reviewed: true,
      user_review: true,
      scoring: '',
      created_at: now,
      updated_at: now,
    }));
    await db.insertInto('memories').values(rows).execute();
  }
  const find = async (user_id: string) => {
    const place = { user_id, kind: 'memories' } as const;
    return (await search.find(db, place, { text: 'garden', limit: 100 })).total;
  };
  let most = 0;
  for (const user of [...users, ...users]) {
    assert.equal(await find(user), 10, user);
    most = Math.max(most, search.held.bytes);
  }
  assert.ok(search.held.indexes < users.length, `${search.held.indexes} indexes`);
  assert.ok(most > 0 && most <= 2 * ROOM, `${most} bytes`);
});
