import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { systemClock } from '../../core/clock.ts';
import { uuidv7 } from '../../core/ids.ts';
import { contentKey } from '../memories/memory.ts';
import { startService } from '../../testing/start-service.ts';
import { SearchService } from './search.ts';

/** A size limit into which only some of the users' indexes fit. */
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
  const place = (user_id: string) => ({ user_id, kind: 'memories' }) as const;
  const find = async (user_id: string) => {
    return (await search.find(db, place(user_id), { text: 'garden', limit: 100 })).total;
  };
  let most = 0;
  for (const user of [...users, ...users]) {
    assert.equal(await find(user), 10, user);
    most = Math.max(most, search.held.bytes);
  }
  assert.ok(search.held.indexes < users.length, `${search.held.indexes} indexes`);
  assert.ok(most > 0 && most <= 2 * ROOM, `${most} bytes`);
  await using few = new SearchService({ db, clock: systemClock, log: silentLog, maxIndexes: 3 });
  for (const [number, user] of users.slice(0, 6).entries()) {
    await few.find(db, place(user), { text: 'garden', limit: 1 });
    assert.equal(few.held.indexes, Math.min(number + 1, 3));
  }
  // In a transaction, the loaded index is used without an update.
  const alike = (user_id: string) =>
    db.transaction().execute(async (tx) => {
      const text = { id: 'new', text: `Fact 5 of ${user_id} about the garden` };
      return (await search.resembling(tx, user_id, [text]))[0]!.length;
    });
  assert.ok((await alike(users.at(-1)!)) > 0);
  assert.equal(await alike(users[0]!), 0);
});

test('after 500 direct additions, the index reads the other changes too', async () => {
  await using service = await startService();
  const { db } = service.service.parts;
  const parts = { db, clock: systemClock, log: silentLog, hintPatienceMs: 20_000 };
  await using search = new SearchService(parts);
  const user_id = service.owner.id;
  const place = { user_id, kind: 'memories' } as const;
  await search.find(db, place, { text: 'boat', limit: 1 });
  const key = await service.owner.key(['memories:write']);
  const content = 'Sails a small boat across the bay';
  assert.equal((await key.call('POST', '/v1/dev/user/memories', { content })).status, 200);
  const alike = async () =>
    (await search.resembling(db, user_id, [{ id: 'new', text: content }]))[0]!.length;
  const write = (count: number) =>
    search.wrote(
      user_id,
      Array.from({ length: count }, () => ({ id: uuidv7(), text: 'Plays chess' })),
    );
  write(500);
  assert.equal(await alike(), 0);
  write(1);
  assert.equal(await alike(), 1);
});
