/**
 * Tests the language and the calendar of a user: the first day of the week, and the hour of
 * "tomorrow".
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../src/core/clock.ts';
import type { ApiUser, Json } from '../src/testing/clients/api-user.ts';
import { startService } from '../src/testing/start-service.ts';

/** A Thursday. */
const NOW = '2026-01-15T09:00:00Z';

const ok = async (owner: ApiUser, method: string, path: string, body?: object): Promise<Json> => {
  const answer = await owner.call(method, path, body);
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

test('the settings are shown, changed and checked', async () => {
  await using service = await startService();
  const { owner } = service;
  const before = await ok(owner, 'GET', '/v1/users/me');
  assert.deepEqual([before.language, before.week_start, before.due_hour], [null, 'monday', null]);
  const given = { language: 'pt', week_start: 'sunday', due_hour: 9 };
  assert.partialDeepStrictEqual(await ok(owner, 'PATCH', '/v1/users/me', given), given);
  const rest = await ok(owner, 'PATCH', '/v1/users/me', { due_hour: null, language: null });
  assert.deepEqual([rest.language, rest.week_start, rest.due_hour], [null, 'sunday', null]);
  for (const bad of [{ due_hour: 24 }, { due_hour: 8.5 }, { week_start: 'friday' }]) {
    assert.equal((await owner.call('PATCH', '/v1/users/me', bad)).status, 422);
  }
});

test('a task whose day was said is due at the hour of the user', async () => {
  await using service = await startService({ clock: new ManualClock(NOW) });
  const { owner } = service;
  const dueOf = async (text: string) => {
    const { id } = await ok(owner, 'POST', '/v1/conversations/from-text', {
      text,
      started_at: NOW,
    });
    const [item] = await ok(owner, 'GET', `/v1/action-items?conversation_id=${id}`);
    return item?.due_at;
  };
  assert.equal(await dueOf('I have to call the bank tomorrow.'), '2026-01-16T23:59:00.000Z');
  await ok(owner, 'PATCH', '/v1/users/me', { due_hour: 8 });
  assert.equal(await dueOf('I have to pay the rent tomorrow.'), '2026-01-16T08:00:00.000Z');
  // The default hour of today has passed, and a spoken time takes precedence.
  assert.equal(await dueOf('I have to water the plants today.'), '2026-01-15T23:59:00.000Z');
  assert.equal(
    await dueOf('I have to call the dentist tomorrow at 3 pm.'),
    '2026-01-16T15:00:00.000Z',
  );
});

test('a week begins on the day of the user, in phrases and in filters', async () => {
  // A Sunday.
  const now = '2026-01-18T10:00:00Z';
  await using service = await startService({ clock: new ManualClock(now) });
  const { owner } = service;
  const dueOf = async (text: string) => {
    const { id } = await ok(owner, 'POST', '/v1/conversations/from-text', {
      text,
      started_at: now,
    });
    const [item] = await ok(owner, 'GET', `/v1/action-items?conversation_id=${id}`);
    return item?.due_at;
  };
  assert.equal(
    await dueOf('I have to pay the rent on Friday next week.'),
    '2026-01-23T23:59:00.000Z',
  );
  await ok(owner, 'POST', '/v1/action-items', {
    description: 'Row',
    due_at: '2026-01-20T10:00:00Z',
  });
  const week = async () =>
    (await ok(owner, 'GET', '/v1/action-items?due=this_week&text=row')).length;
  assert.equal(await week(), 0);
  await ok(owner, 'PATCH', '/v1/users/me', { week_start: 'sunday' });
  assert.equal(await week(), 1);
  assert.equal(
    await dueOf('I have to call the bank on Friday next week.'),
    '2026-01-30T23:59:00.000Z',
  );
});

test('a text without a language has that of the account', async () => {
  await using service = await startService();
  const { owner } = service;
  await ok(owner, 'PATCH', '/v1/users/me', { language: 'pt' });
  const languageOf = async (more: object) => {
    const given = { text: 'Moro no Porto.', ...more };
    const { id } = await ok(owner, 'POST', '/v1/conversations/from-text', given);
    return (await ok(owner, 'GET', `/v1/conversations/${id}`)).language;
  };
  assert.equal(await languageOf({}), 'pt');
  assert.equal(await languageOf({ language: 'en' }), 'en');
});
