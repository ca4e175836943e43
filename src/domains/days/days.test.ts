import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../core/clock.ts';
import type { Maker } from '../../engines/understanding/maker.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { updateReadiness } from '../accounts/accounts.ts';
import { claimChanges } from './day-changes.sql.ts';
import { sweepDays } from './day-sweeper.ts';
import { eventually } from '../../testing/eventually.ts';

const PATH = '/v1/dev/user/daily-summaries';
const OWN = '/v1/users/daily-summaries';
const CONVERSATIONS = '/v1/dev/user/conversations';
const HOUR = 3_600_000;
/** Enough for a sweep to end between two statements of a read. */
const ROUNDS = 10;

interface Life {
  service: TestService;
  clock: ManualClock;
  key: ApiKey;
}

async function begin(
  now: string,
  timezone: string,
  environment: Record<string, string> = {},
  more: { maker?: Maker } = {},
): Promise<Life & AsyncDisposable> {
  const clock = new ManualClock(now);
  const service = await startService({ ...more, clock, environment });
  // A first start in this time zone would hash the password of the owner twice.
  await service.service.parts.db.updateTable('users').set({ timezone }).execute();
  const scopes = ['conversations:read', 'conversations:write'];
  const key = await service.owner.key([...scopes, 'action_items:write', 'memories:write']);
  return { service, clock, key, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

async function talk({ key }: Life, started_at: string, text: string): Promise<string> {
  const { body } = await key.call('POST', CONVERSATIONS, { text, started_at });
  assert.equal(body.status, 'completed');
  return body.id;
}

/** Sweeps until no work is left, because the service sweeps at the same time. */
async function sweep({ service, clock }: Life): Promise<void> {
  const { parts } = service.service;
  await eventually('the end of the sweep', async () => {
    await sweepDays(parts);
    const soon = new Date(clock.now().getTime() + 10 * 60_000);
    const left = await parts.db
      .selectFrom('day_changes')
      .select('id')
      .where('ready_at', '<=', soon)
      .limit(1)
      .execute();
    return left.length === 0;
  });
}
const list = async ({ key }: Life, query = ''): Promise<Json[]> =>
  (await key.call('GET', `${PATH}${query}`)).body.summaries;
const refresh = ({ service }: Life, date: string) =>
  service.owner.call('POST', `${OWN}/${date}/refresh`);

/** Reads until the value is as expected, because reactions to an event are delayed. */
async function until<T>(read: () => Promise<T>, expected: (value: T) => boolean): Promise<T> {
  const found = await eventually(`a value where ${expected}`, async () => {
    const value = await read();
    return expected(value) && { value };
  });
  return found.value;
}

async function told({ service }: Life): Promise<unknown[]> {
  const rows = await service.service.parts.db
    .selectFrom('outbox')
    .select('payload')
    .where('name', '=', 'day.summarised')
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => payload);
}

test("a day is summarised once, after its end in the user's time zone", async () => {
  // Half past ten in the evening in Auckland, thirteen hours ahead.
  await using life = await begin('2026-01-15T09:30:00Z', 'Pacific/Auckland');
  const first = await talk(life, '2026-01-14T11:00:00Z', 'I live in Porto.');
  await sweep(life);
  assert.deepEqual(await list(life), [], 'the day is not over');
  life.clock.advance(2 * HOUR);
  const last = await talk(life, '2026-01-15T10:59:59Z', 'I need to call the bank tomorrow.');
  await talk(life, '2026-01-15T11:00:00Z', 'This is said after midnight.');
  await Promise.all([sweep(life), sweep(life), sweep(life)]);
  const [made, ...others] = await list(life);
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(made).toSorted(), [
    'action_items',
    'created_at',
    'date',
    'day_emoji',
    'decisions_made',
    'headline',
    'highlights',
    'id',
    'knowledge_nuggets',
    'locations',
    'overview',
    'stats',
    'unresolved_questions',
    'updated_at',
  ]);
  assert.equal(made.date, '2026-01-15');
  assert.equal(made.created_at, life.clock.now().toISOString());
  assert.deepEqual(made.stats, {
    total_conversations: 2,
    total_minutes: 10,
    action_items_count: 1,
  });
  assert.deepEqual(
    made.highlights.map(({ conversation_id }: Json) => conversation_id),
    [last, first],
  );
  assert.equal(made.headline.startsWith(made.highlights[0].title), true);
  const overviews = await Promise.all(
    [first, last].map(
      async (id) => (await life.key.call('GET', `${CONVERSATIONS}/${id}`)).body.structured.overview,
    ),
  );
  assert.equal(made.overview, overviews.join(' '));
  assert.deepEqual(await told(life), [{ summary_id: made.id, date: '2026-01-15', is_first: true }]);
  assert.deepEqual((await life.key.call('GET', `${PATH}/${made.id}`)).body, made);
  assert.deepEqual((await life.service.owner.call('GET', OWN)).body.summaries, [made]);
  assert.deepEqual((await life.service.owner.call('GET', `${OWN}/${made.id}`)).body, made);
});

test('days with a clock change are whole days', async () => {
  await using life = await begin('2026-03-10T12:00:00Z', 'America/Los_Angeles');
  for (const moment of [
    '2026-03-08T07:59:00Z',
    '2026-03-08T08:00:00Z',
    '2026-03-09T06:59:00Z',
    '2026-03-09T07:00:00Z',
  ]) {
    await talk(life, moment, `It is ${moment}.`);
  }
  await sweep(life);
  const counts = (await list(life)).map(({ date, stats }) => [date, stats.total_conversations]);
  assert.deepEqual(counts, [
    ['2026-03-09', 1],
    ['2026-03-08', 2],
    ['2026-03-07', 1],
  ]);
});

test('late or deleted data updates the summary under the same id', async () => {
  await using life = await begin('2026-03-02T10:00:00Z', 'Europe/Lisbon');
  await talk(life, '2026-03-01T10:00:00Z', 'I live in Porto.');
  await sweep(life);
  const [made] = await list(life);
  life.clock.advance(HOUR);
  const late = await talk(life, '2026-03-01T08:00:00Z', 'I need to call the bank tomorrow.');
  const read = async () => (await life.key.call('GET', `${PATH}/${made.id}`)).body;
  const again = await read();
  assert.equal(again.stats.total_conversations, 2);
  assert.deepEqual([again.id, again.created_at], [made.id, made.created_at]);
  assert.equal(again.updated_at, life.clock.now().toISOString());
  assert.ok(again.overview.endsWith(made.overview), 'earlier in the day, earlier in the summary');
  await life.key.call('DELETE', `${CONVERSATIONS}/${late}`);
  const corrected = await read();
  assert.equal(corrected.overview, made.overview);
  await life.service.owner.call(
    'DELETE',
    `/v1/conversations/${corrected.highlights[0].conversation_id}`,
  );
  const gone = await life.key.call('GET', `${PATH}/${made.id}`);
  assert.deepEqual([gone.status, gone.body], [404, { detail: 'Daily summary not found' }]);
  const firsts = (await told(life)).filter((payload) => (payload as Json).is_first);
  assert.equal(firsts.length, 1);
});

test('a summary that is read while a sweep renews it is never older', async () => {
  await using life = await begin('2026-03-02T10:00:00Z', 'Europe/Lisbon');
  const { parts } = life.service.service;
  await talk(life, '2026-03-01T10:00:00Z', 'I live in Porto.');
  await sweep(life);
  const [made] = await list(life);
  const counts = async () => {
    const sweeping = sweepDays(parts);
    const days = await Promise.all([
      life.key.call('GET', `${PATH}/${made.id}`).then(({ body }) => body),
      ...Array.from({ length: 4 }, async () => (await list(life))[0]),
    ]);
    await sweeping;
    return [...new Set(days.map(({ stats }: Json) => stats.total_conversations))];
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const late = await talk(life, '2026-03-01T08:00:00Z', `I need to call bank ${round} tomorrow.`);
    assert.deepEqual(await counts(), [2]);
    await life.key.call('DELETE', `${CONVERSATIONS}/${late}`);
    assert.deepEqual(await counts(), [1]);
  }
});

test('a sweep handles other changes, and writes nothing when there are none', async () => {
  await using life = await begin('2026-03-02T10:00:00Z', 'Europe/Lisbon');
  const id = await talk(life, '2026-03-01T10:00:00Z', 'I live in Porto.');
  const due_at = '2026-03-01T18:00:00Z';
  await life.key.call('POST', '/v1/dev/user/action-items', { description: 'Buy candles', due_at });
  await life.key.call('POST', '/v1/dev/user/memories', { content: 'Written down by hand' });
  await sweep(life);
  const [made] = await list(life);
  assert.deepEqual(
    made.action_items.map(({ description }: Json) => description),
    ['Buy candles'],
  );
  assert.equal(made.knowledge_nuggets.length, 1);
  assert.equal(made.knowledge_nuggets[0].conversation_id, id);
  const { db } = life.service.service.parts;
  await updateReadiness(db, life.service.owner.id, 'held_by_operator');
  const held = { ...made, knowledge_nuggets: [] };
  assert.deepEqual(await list(life), [held], 'while memories are closed');
  assert.deepEqual((await life.key.call('GET', `${PATH}/${made.id}`)).body, held);
  const refreshed = await life.service.owner.call('POST', `${OWN}/2026-03-01/refresh`);
  assert.deepEqual([refreshed.status, refreshed.body], [200, held]);
  await updateReadiness(db, life.service.owner.id, 'ready');
  life.clock.advance(HOUR);
  await sweep(life);
  assert.deepEqual(await list(life), [made]);
  await life.key.call('PATCH', `${CONVERSATIONS}/${id}`, { title: 'Moving' });
  await life.key.call('PATCH', `/v1/dev/user/action-items/${made.action_items[0].id}`, {
    completed: true,
  });
  await sweep(life);
  const [renamed] = await list(life);
  assert.deepEqual([renamed.headline, renamed.action_items[0].completed], ['Moving', true]);
  await life.key.call('PATCH', `${CONVERSATIONS}/${id}`, { discarded: true });
  await sweep(life);
  assert.deepEqual(await list(life), []);
});

test('a day waits while one of its conversations is being processed again', async () => {
  const title = Promise.withResolvers<string>();
  const titles = [Promise.resolve('Before'), title.promise, title.promise];
  const maker: Maker = {
    name: 'rules',
    understand: async () => ({
      understanding: {
        title: (await titles.shift())!,
        overview: '',
        category: 'other',
        emoji: '💬',
        action_items: [],
        events: [],
        memories: [],
        worthless: false,
      },
      made_by: 'rules',
      fallback: null,
      model_calls: 0,
      model_tokens: 0,
    }),
  };
  await using life = await begin('2026-03-02T10:00:00Z', 'Europe/Lisbon', {}, { maker });
  const { owner } = life.service;
  const id = await talk(life, '2026-03-01T10:00:00Z', 'I live in Porto.');
  await sweep(life);
  const [made] = await list(life);
  const again = owner.call('POST', `/v1/conversations/${id}/reprocess`);
  await until(
    () => owner.call('GET', `/v1/conversations/${id}`),
    ({ body }) => body.status === 'processing',
  );
  await sweep(life);
  assert.deepEqual(await list(life), [made]);
  assert.deepEqual((await refresh(life, '2026-03-01')).body, made);
  const next = talk(life, '2026-02-28T10:00:00Z', 'I live in Braga.');
  await until(
    () => owner.call('GET', '/v1/conversations?statuses=processing'),
    ({ body }) => body.length === 2,
  );
  await sweep(life);
  assert.equal((await list(life)).length, 1);
  assert.equal((await refresh(life, '2026-02-28')).status, 409);
  title.resolve('After');
  await Promise.all([again, next]);
  const [changed] = await until(
    () => list(life),
    ([day]) => day.headline === 'After',
  );
  assert.equal(changed.id, made.id);
});

test('past days are summarised like yesterday but not announced', async () => {
  await using life = await begin('2026-03-20T10:00:00Z', 'Europe/Lisbon');
  for (const day of ['2023-05-01', '2024-02-29', '2026-03-12', '2026-03-13']) {
    await talk(life, `${day}T10:00:00Z`, 'I live in Porto.');
  }
  await sweep(life);
  const dates = (await list(life)).map(({ date }) => date);
  assert.deepEqual(dates, ['2026-03-13', '2026-03-12', '2024-02-29', '2023-05-01']);
  const news = (await told(life)).filter((payload) => (payload as Json).is_first);
  assert.deepEqual(
    news.map((payload) => (payload as Json).date),
    ['2026-03-13'],
  );
  const nothing = await refresh(life, '2026-03-14');
  assert.deepEqual(
    [nothing.status, nothing.body],
    [404, { detail: 'There are no conversations on that day.' }],
  );
  for (const day of ['2026-02-30', 'today', '0000-01-01']) {
    assert.equal((await refresh(life, day)).status, 422, day);
  }
});

test('deleted data is never in a summary that is read afterwards, even for old days', async () => {
  await using life = await begin('2026-03-20T10:00:00Z', 'Europe/Lisbon');
  const { key, service } = life;
  const assistant = await service.owner.key(['conversations.read'], 'mcp');
  const first = await talk(life, '2024-03-12T10:00:00Z', 'I live in Porto.');
  const second = await talk(life, '2024-03-12T11:00:00Z', 'I need to call the bank tomorrow.');
  const due_at = '2024-03-12T18:00:00Z';
  await key.call('POST', '/v1/dev/user/action-items', { description: 'Buy candles', due_at });
  await sweep(life);
  const [made] = await list(life);
  assert.deepEqual([made.action_items.length, made.knowledge_nuggets.length], [2, 1]);
  const read = async () => (await key.call('GET', `${PATH}/${made.id}`)).body;

  await key.call('DELETE', `/v1/dev/user/memories/${made.knowledge_nuggets[0].id}`);
  assert.deepEqual((await read()).knowledge_nuggets, []);
  const candles = made.action_items.find(
    ({ due_at: at }: Json) => Date.parse(at) === Date.parse(due_at),
  );
  await key.call('DELETE', `/v1/dev/user/action-items/${candles.id}`);
  assert.equal((await list(life))[0].action_items.length, 1);
  await key.call('DELETE', `${CONVERSATIONS}/${first}`);
  const { body } = await assistant.call('GET', '/v1/mcp/daily-summaries');
  assert.deepEqual(
    body[0].highlights.map(({ conversation_id }: Json) => conversation_id),
    [second],
  );
  assert.doesNotMatch(JSON.stringify(await read()), /Porto/);
  await key.call('DELETE', `${CONVERSATIONS}/${second}`);
  assert.deepEqual(await list(life), []);
  assert.equal((await key.call('GET', `${PATH}/${made.id}`)).status, 404);
});

test('a new time zone holds from then on: past days keep their summaries', async () => {
  await using life = await begin('2026-03-20T10:00:00Z', 'Pacific/Auckland');
  await talk(life, '2026-03-10T02:00:00Z', 'I live in Porto.');
  await talk(life, '2026-03-10T12:00:00Z', 'I play the piano.');
  await sweep(life);
  const before = await list(life);
  assert.deepEqual(
    before.map(({ date, stats }) => [date, stats.total_conversations]),
    [
      ['2026-03-11', 1],
      ['2026-03-10', 1],
    ],
  );
  for (const timezone of ['Europe/Lisbon', 'Pacific/Honolulu']) {
    await life.service.owner.call('PATCH', '/v1/users/me', { timezone });
    await sweep(life);
    assert.deepEqual(await list(life), before, timezone);
  }
});

test('the day in progress ends in the new time zone', async () => {
  await using life = await begin('2026-03-20T10:00:00Z', 'Pacific/Auckland');
  await talk(life, '2026-03-20T09:00:00Z', 'I live in Porto.');
  await sweep(life);
  await life.service.owner.call('PATCH', '/v1/users/me', { timezone: 'Europe/Lisbon' });
  await sweep(life);
  // Midnight in Auckland has passed, midnight in Lisbon has not.
  life.clock.advance(2 * HOUR);
  await sweep(life);
  assert.deepEqual(await list(life), []);
  life.clock.advance(13 * HOUR);
  await sweep(life);
  assert.deepEqual(
    (await list(life)).map(({ date }) => date),
    ['2026-03-20'],
  );
});

test('changes claimed by a process that died are claimed by another', async () => {
  await using life = await begin('2026-03-20T10:00:00Z', 'Europe/Lisbon');
  await talk(life, '2026-03-12T10:00:00Z', 'I live in Porto.');
  await sweep(life);
  const [made] = await list(life);
  const { parts } = life.service.service;
  await parts.db.updateTable('day_summaries').set({ headline: 'Old' }).execute();
  await parts.db
    .insertInto('day_changes')
    .values({ user_id: life.service.owner.id, at: new Date('2026-03-12T10:00:00Z') })
    .execute();
  await claimChanges(parts.db, life.clock.now(), 10);
  await sweepDays(parts);
  const headline = async () => {
    const { rows } = await sql<Json>`SELECT headline FROM day_summaries`.execute(parts.db);
    return rows[0]!.headline;
  };
  assert.equal(await headline(), 'Old');
  life.clock.advance(HOUR);
  await sweepDays(parts);
  assert.equal(await headline(), made.headline);
});

test('lists filter by day, including both ends, and are paged', async () => {
  await using life = await begin('2026-03-07T10:00:00Z', 'Europe/Lisbon');
  for (const day of [1, 2, 3, 4, 5]) {
    await talk(life, `2026-03-0${day}T10:00:00Z`, `Said on day ${day}.`);
  }
  await sweep(life);
  const dates = async (query: string) => (await list(life, query)).map(({ date }) => date.at(-1));
  assert.deepEqual(await dates(''), ['5', '4', '3', '2', '1']);
  assert.deepEqual(await dates('?start_date=2026-03-02&end_date=2026-03-04'), ['4', '3', '2']);
  assert.deepEqual(await dates('?limit=2&offset=1'), ['4', '3']);
  assert.deepEqual(await dates('?start_date=2026-03-06'), []);
  const { body } = await life.key.call('GET', `${PATH}?limit=2`);
  assert.deepEqual(await dates(`?limit=2&cursor=${body.next_cursor}`), ['3', '2']);
  assert.equal((await life.key.call('GET', `${PATH}?limit=5`)).body.next_cursor, null);
  assert.equal((await life.key.call('GET', `${PATH}?cursor=bm9uc2Vuc2U`)).status, 400);
  const refused = await life.key.call('GET', `${PATH}?start_date=0000-01-01&end_date=yesterday`);
  assert.deepEqual(
    refused.body.detail.map(({ loc }: Json) => loc),
    [
      ['query', 'start_date'],
      ['query', 'end_date'],
    ],
  );
  const { db } = life.service.service.parts;
  const stranger = { id: 'stranger', email: 'stranger@example.org', name: 'Rui' };
  await db.insertInto('users').values(stranger).execute();
  const [newest] = await list(life, '?limit=1');
  await db
    .updateTable('day_summaries')
    .set({ user_id: stranger.id })
    .where('id', '=', newest.id)
    .execute();
  for (const id of ['nonsense', crypto.randomUUID(), newest.id]) {
    const answer = await life.key.call('GET', `${PATH}/${id}`);
    assert.deepEqual([answer.status, answer.body], [404, { detail: 'Daily summary not found' }]);
  }
});

test('the webhook announces a day once, after its end', async () => {
  await using receiver = await startWebhookReceiver();
  await using life = await begin('2026-03-01T18:00:00Z', 'Europe/Lisbon', {
    SVC_WEBHOOKS_ALLOW_PRIVATE: 'on',
  });
  const { owner } = life.service;
  const webhook = '/v1/users/developer/webhook/day_summary';
  await owner.call('POST', webhook, { url: receiver.url });
  await talk(life, '2026-03-01T10:00:00Z', 'I live in Porto.');
  const early = (await refresh(life, '2026-03-01')).body;
  assert.equal(early.stats.total_conversations, 1);
  life.clock.advance(7 * HOUR);
  await sweep(life);
  await receiver.until(1);
  await talk(life, '2026-03-01T11:00:00Z', 'I need to call the bank tomorrow.');
  await until(
    () => list(life),
    ([summary]) => summary?.stats.total_conversations === 2,
  );
  life.clock.advance(24 * HOUR);
  await talk(life, '2026-03-02T10:00:00Z', 'I play the piano.');
  await sweep(life);
  await receiver.until(2);
  const deliveries = await owner.call('GET', '/v1/users/developer/webhooks/deliveries');
  assert.equal(deliveries.body.length, 2, 'the correction between the two days is not told');
  await owner.call('POST', `${webhook}/test`);
  const [day, next, tested] = receiver.received;
  assert.equal(JSON.parse(next!.body).summary_json.date, '2026-03-02');
  assert.deepEqual(JSON.parse(tested!.body), { test: true, type: 'day_summary' });
  assert.equal(day!.url.searchParams.get('uid'), owner.id);
  assert.equal(day!.headers['x-svc-event'], 'day_summary');
  const { created_at, updated_at: _, ...summary } = early;
  assert.deepEqual(JSON.parse(day!.body), {
    uid: owner.id,
    created_at,
    summary: `${summary.headline}\n\n${summary.overview}`,
    summary_json: summary,
  });
  assert.deepEqual(
    (await told(life)).map((payload) => (payload as Json).is_first),
    [false, true, false, true],
  );
});
