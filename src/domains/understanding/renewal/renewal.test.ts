import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../core/clock.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { eventually } from '../../../testing/eventually.ts';
import {
  complete,
  refuse,
  startLanguageModel,
} from '../../../testing/servers/language-model-server.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { Renewals } from './renewal-sweeper.ts';

const PATH = '/v1/understanding/renewal';
const TALKS = ['roof leaks', 'door sticks', 'lamp is broken'].map(
  (what) => `The ${what}. I have to call the janitor about it tomorrow morning.`,
);
const HOUR = 3_600_000;
const NOON = '2026-03-02T12:00:00Z';

/** A service with three conversations that the rules understood, because the model failed. */
async function withOldConversations() {
  await using stack = new AsyncDisposableStack();
  const clock = new ManualClock(NOON);
  const model = { works: false, asked: 0 };
  const server = stack.use(
    await startLanguageModel((_, response) => {
      model.asked += 1;
      if (!model.works) return refuse(response, 400);
      const made = {
        title: 'Call to the janitor',
        overview: 'The janitor is to be called.',
        emoji: '🏠',
      };
      const nothing = { action_items: [], events: [], memories: [] };
      return complete(response, JSON.stringify({ ...made, category: 'home', ...nothing }));
    }),
  );
  const service = stack.use(
    await startService({
      clock,
      environment: {
        SVC_LLM_BASE_URL: server.baseUrl,
        SVC_LLM_MODEL: 'large',
        SVC_LOG_LEVEL: 'silent',
      },
    }),
  );
  const { owner } = service;
  const ids: string[] = [];
  for (const text of TALKS) {
    const transcript_segments = [{ text, start: 0, end: 4, is_user: true }];
    const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
      transcript_segments,
    });
    ids.push(body.id);
  }
  const owned = stack.move();
  return { service, clock, model, ids, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Sweeps as the service does, and resolves afterwards. */
async function sweep({ service: { parts } }: TestService): Promise<void> {
  const nothing = async () => assert.fail('there is nothing to hear');
  await using renewals = new Renewals(parts, { writer: 'large', better: null }, nothing);
  await renewals.sweep();
}

const offer = async ({ owner }: TestService): Promise<Json> => (await owner.call('GET', PATH)).body;
const understoodBy = ({ owner }: TestService, ids: readonly string[]): Promise<string[]> =>
  Promise.all(
    ids.map(async (id) => {
      const { body } = await owner.call('GET', `/v1/conversations/${id}`);
      return body.understood_by;
    }),
  );

test('what the rules understood is understood anew at night, and changes of the user stay', async () => {
  await using life = await withOldConversations();
  const { service, clock, model, ids } = life;
  assert.deepEqual(await understoodBy(service, ids), ['rules', 'rules', 'rules']);
  const found = {
    model: 'large',
    conversations: 3,
    recogniser: null,
    recordings: 0,
    scheduled: null,
    requested_at: null,
  };
  assert.deepEqual(await offer(service), found);
  await service.owner.call('PATCH', `/v1/conversations/${ids[0]}/title?title=Our+roof`);

  model.works = true;
  const { body, headers } = await service.owner.call('PUT', PATH, { when: 'at_night' });
  const { headers: current } = await service.owner.call('GET', PATH);
  assert.equal(headers.get('etag') ?? 'none', current.get('etag'));
  assert.deepEqual([body.scheduled, body.conversations], ['at_night', 3]);
  await sweep(service);
  assert.deepEqual(await understoodBy(service, ids), ['rules', 'rules', 'rules'], 'at noon');

  clock.advance(14 * HOUR);
  await sweep(service);
  await eventually('the end', async () => (await offer(service)).scheduled === null);
  assert.deepEqual(await understoodBy(service, ids), Array(3).fill('language-model'));
  assert.deepEqual(await offer(service), { ...found, conversations: 0 });
  const { body: roof } = await service.owner.call('GET', `/v1/conversations/${ids[0]}`);
  const { body: door } = await service.owner.call('GET', `/v1/conversations/${ids[1]}`);
  assert.deepEqual(
    [roof.structured.title, door.structured.title],
    ['Our roof', 'Call to the janitor'],
  );
});

test('a model that fails again is asked once for each conversation', async () => {
  await using life = await withOldConversations();
  const { service, model, ids } = life;
  const asked = model.asked;
  await service.owner.call('PUT', PATH, { when: 'now' });
  await eventually('the end', async () => (await offer(service)).scheduled === null);
  assert.deepEqual(await understoodBy(service, ids), ['rules', 'rules', 'rules']);
  assert.equal(model.asked, 2 * asked);
});

test('a request can be taken back', async () => {
  await using life = await withOldConversations();
  const { service } = life;
  await service.owner.call('PUT', PATH, { when: 'at_night' });
  assert.equal((await service.owner.call('DELETE', PATH)).body.scheduled, null);
  life.clock.advance(14 * HOUR);
  await sweep(service);
  assert.equal((await offer(service)).conversations, 3);
  assert.equal((await service.owner.call('PUT', PATH, { when: 'soon' })).status, 422);
});

test('without a language model there is nothing to offer', async () => {
  await using service = await startService();
  const { body: found } = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: TALKS[0], start: 0, end: 4, is_user: true }],
  });
  assert.equal(found.understood_by ?? 'rules', 'rules');
  const { model, conversations, recogniser, recordings } = await offer(service);
  assert.deepEqual([model, conversations, recogniser, recordings], [null, 1, null, 0]);
  const { status, body } = await service.owner.call('PUT', PATH, { when: 'now' });
  assert.equal(status, 409);
  assert.match(body.detail, /SVC_LLM_BASE_URL/);
});
