/** The tag of the answer to a change equals the tag of a GET of the record. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request } from '../src/testing/clients/api-user.ts';
import type { ApiKey, Json } from '../src/testing/clients/api-user.ts';
import { startWebhookReceiver } from '../src/testing/servers/webhook-receiver.ts';
import { eventually } from '../src/testing/eventually.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

const DEV = '/v1/dev/user';
let service: TestService;
let key: ApiKey;
/** Translations need a language model, so translations.test.ts covers them. */
const tried = new Set(['POST /v1/conversations/{}/translate']);
before(async () => {
  service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  const nouns = ['memories', 'action_items', 'goals', 'conversations'];
  key = await service.owner.key(nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`]));
});
after(() => service[Symbol.asyncDispose]());

/**
 * Sends a change, and compares its tag with the tag of a GET of the record. In the path, `{name}`
 * is replaced by the given value; `{id}` in the path of the record is the id of the answer.
 */
async function change(
  [method, path, read]: [string, string, string],
  body?: object,
  values: Record<string, string | number> = {},
): Promise<Json> {
  const caller = path.startsWith(DEV) ? key : service.owner;
  const fill = (text: string, from: Json) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => String(from[name]));
  const changed = await caller.call(method, fill(path, values), body);
  const title = `${method} ${path}`;
  assert.equal(changed.status, 200, `${title}: ${JSON.stringify(changed.body)}`);
  const current = await caller.call('GET', fill(read, { ...values, ...changed.body }));
  assert.deepEqual(changed.body, current.body, title);
  assert.equal(changed.headers.get('etag') ?? 'none', current.headers.get('etag'), title);
  tried.add(`${method} ${path.split('?')[0]!.replace(/\{\w+\}/g, '{}')}`);
  return changed.body;
}

/** Creates a record and changes it. */
async function createAndChange(path: string, made: object, patch: object): Promise<Json> {
  const { id } = await change(['POST', path, `${path}/{id}`], made);
  return await change(['PATCH', `${path}/{id}`, `${path}/{id}`], patch, { id });
}

test('records that programs and users create and change', async () => {
  for (const at of [DEV, '/v1']) {
    const due_at = '2026-03-04T05:06:07.123Z';
    const item = { description: 'Water the plants', due_at };
    await createAndChange(`${at}/action-items`, item, { completed: true });
    const goal = { title: 'Run', goal_type: 'numeric', target_value: 10 };
    const { id } = await createAndChange(`${at}/goals`, goal, { title: 'Run far' });
    const progress = `${at}/goals/{id}/progress?current_value=4`;
    await change(['PATCH', progress, `${at}/goals/{id}`], undefined, { id });
    await createAndChange(`${at}/folders`, { name: `Boats ${at}` }, { color: '#112233' });
    const template = { name: 'Short', prompt: 'List the decisions.' };
    await createAndChange(`${at}/summary-templates`, template, { name: 'Shorter' });
  }
  await createAndChange(`${DEV}/people`, { name: 'Rui' }, { name: 'Rui Costa' });
});

test('memories that the user reviews', async () => {
  for (const at of [`${DEV}/memories`, '/v3/memories']) {
    const caller = at.startsWith(DEV) ? key : service.owner;
    const { body } = await caller.call('POST', at, { content: `Keeps bees ${at}` });
    const review = [`${at}/{id}/review`, { value: true }] as const;
    const isOwn = at === '/v3/memories';
    const path = isOwn ? `${review[0]}?value=true` : review[0];
    await change(['POST', path, `${at}/{id}`], isOwn ? undefined : review[1], { id: body.id });
  }
});

test('people that are merged', async () => {
  const path = '/v1/users/people';
  const ana = await createAndChange(path, { name: 'Ana' }, { name: 'Ana Lima' });
  const other = await change(['POST', path, `${path}/{id}`], { name: 'Anna' });
  const body = { other_person_id: other.id };
  await change(['POST', `${path}/{into}/merge`, `${path}/{id}`], body, { into: ana.id });
});

test('conversations that the user corrects', async () => {
  const texts = ['The boat leaves.', 'Good morning to you.', 'How are you?', 'Fine, thanks.'];
  const transcript_segments = texts.map((text, index) => ({
    text,
    speaker_id: index % 3,
    start: index * 3,
    end: index * 3 + 3,
  }));
  const made = await key.call('POST', `${DEV}/conversations/from-segments`, {
    transcript_segments,
  });
  const { id } = made.body;
  const at = '/v1/conversations/{id}';
  const correct = (method: string, path: string, body?: object, values = {}) =>
    change([method, `${at}${path}`, at], body, { id, ...values });
  await change(
    ['PATCH', `${DEV}/conversations/{id}`, `${DEV}/conversations/{id}`],
    { title: 'Boats' },
    { id },
  );
  const value = { assign_type: 'is_user', value: true };
  await correct('PATCH', '/segments/{index}/assign?assign_type=is_user&value=true', undefined, {
    index: 0,
  });
  await correct('PATCH', '/assign-speaker/{speaker}?assign_type=is_user&value=false', undefined, {
    speaker: 1,
  });
  const { transcript_segments: heard } = (
    await service.owner.call('GET', `/v1/conversations/${id}`)
  ).body;
  const [first, second, third] = heard.map((segment: Json) => segment.id);
  await correct('PATCH', '/segments/assign-bulk', { segment_ids: [first], ...value });
  await correct('POST', '/segments/{segment}/split', { word: 2 }, { segment: second });
  await correct('POST', '/speakers/split', { segment_ids: [third] });
  await correct('POST', '/speakers/{speaker}/merge', { into: 0 }, { speaker: 1 });
  const { transcript_segments: now } = (await service.owner.call('GET', `/v1/conversations/${id}`))
    .body;
  await correct('POST', '/segments/merge', { segment_ids: [now[1].id, now[2].id] });
});

test('conversations that the service makes again', async () => {
  const { body } = await key.call('POST', `${DEV}/conversations`, { text: 'We sail to Horta.' });
  const at = '/v1/conversations/{id}';
  await change(['POST', `${at}/reprocess`, at], undefined, { id: body.id });
});

test('deliveries that are sent again', async () => {
  await using receiver = await startWebhookReceiver();
  const at = '/v1/users/developer';
  await service.owner.call('POST', `${at}/webhook/memory_created`, { url: receiver.url });
  await key.call('POST', `${DEV}/conversations`, { text: 'We sail to Faial.' });
  const id = await eventually('a delivery', async () => {
    const { body } = await service.owner.call('GET', `${at}/webhooks/deliveries`);
    return body[0]?.status === 'delivered' && body[0].id;
  });
  const delivery = `${at}/webhooks/deliveries/{id}`;
  await change(['POST', `${delivery}/replay`, delivery], undefined, { id });
});

test('webhook endpoints', async () => {
  for (const [at, caller] of [
    [DEV, await service.owner.key(['webhooks:read', 'webhooks:write', 'memories:read'])],
    ['/v1', service.owner],
  ] as const) {
    const given = { url: 'https://example.com/hook', types: ['memory.*'] };
    const { body } = await caller.call('POST', `${at}/webhooks`, given);
    const path = `${at}/webhooks/${body.id}`;
    const changed = await caller.call('PATCH', path, { enabled: false });
    const current = await caller.call('GET', path);
    assert.equal(changed.headers.get('etag') ?? 'none', current.headers.get('etag'));
    tried.add(`PATCH ${at}/webhooks/{}`);
  }
});

test('settings of the user and the sessions of the chat', async () => {
  await change(['PATCH', '/v1/users/me', '/v1/users/me'], { name: 'Maria' });
  await change(['PUT', '/v1/users/audio', '/v1/users/audio'], { keep: false });
  for (const path of ['/v1/users/me/vocabulary', `${DEV}/vocabulary`]) {
    await change(['PUT', path, path], { words: ['Ana', 'Porto'] });
  }
  await createAndChange('/v2/chat-sessions', {}, { title: 'Boats' });
});

/** Needs a language model, so src/domains/understanding/renewal/renewal.test.ts tries it. */
const TRIED_ELSEWHERE = ['PUT /v1/understanding/renewal'];

test('every change whose tag the document promises is tried here', async () => {
  const { body: document } = await request(service.url, 'GET', '/v1/dev/openapi.json');
  const promised = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([method, { responses }]) => method !== 'get' && responses[200]?.headers.ETag)
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
  );
  assert.deepEqual(promised.toSorted(), [...tried, ...TRIED_ELSEWHERE].toSorted());
});

test('a change is followed by another with its tag, without reading in between', async () => {
  const path = `${DEV}/goals`;
  const goal = { title: 'Swim', goal_type: 'numeric', target_value: 10 };
  const { body, headers } = await key.call('POST', path, goal);
  const patch = (tag: string, title: string) =>
    request(service.url, 'PATCH', `${path}/${body.id}`, {
      token: key.key,
      headers: { 'If-Match': tag },
      body: { title },
    });
  const first = await patch(headers.get('etag')!, 'Swim far');
  assert.equal(first.status, 200);
  assert.equal((await patch(headers.get('etag')!, 'Swim fast')).status, 412);
  assert.equal((await patch(first.headers.get('etag')!, 'Swim fast')).status, 200);
});

test('a change that answers another shape has no tag', async () => {
  const { headers } = await key.call('POST', `${DEV}/memories`, { content: 'Plays the harp' });
  assert.equal(headers.get('etag'), null);
});
