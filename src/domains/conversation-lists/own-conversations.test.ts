import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const OWN = '/v1/conversations';
const DEV = '/v1/dev/user/conversations';
let service: TestService;
let key: ApiKey;
/** Creates one conversation from a phone and one from a text; returns their ids. */
let phone: string;
let text: string;

before(async () => {
  service = await startService();
  key = await service.owner.key(['conversations:read', 'conversations:write']);
  const transcript_segments = [{ text: 'The harbour opens at six.', start: 0, end: 2 }];
  const made = await key.call('POST', `${DEV}/from-segments`, {
    transcript_segments,
    started_at: '2026-03-05T10:00:00Z',
  });
  phone = made.body.id;
  const note = { text: 'I bought a blue kayak.', started_at: '2026-03-06T10:00:00Z' };
  text = (await key.call('POST', DEV, note)).body.id;
});
after(() => service[Symbol.asyncDispose]());

const list = (query: string) => service.owner.call('GET', `${OWN}?${query}`);

test('the list and the count of an app take the same filters', async () => {
  const both = [text, phone];
  const expected: [string, string[]][] = [
    ['', both],
    ['sources=phone', [phone]],
    ['sources=external_integration,%20phone', both],
    ['sources=', []],
    ['statuses=completed', both],
    ['statuses=failed', []],
    ['folder_id=nonsense', []],
    [`folder_id=${crypto.randomUUID()}`, []],
    ['starred=true', []],
    ['starred=false', both],
  ];
  for (const [query, ids] of expected) {
    const { body } = await list(query);
    const found = body.map(({ id }: Json) => id).toSorted();
    const { count } = (await service.owner.call('GET', `${OWN}/count?${query}`)).body;
    assert.deepEqual(found, ids.toSorted(), query);
    assert.equal(count, found.length, query);
  }
});

test('contradictory filters are refused', async () => {
  const at = '2026-03-05T10:00:00Z';
  assert.equal((await list(`start_date=${at}&end_date=${at}`)).status, 200);
  const refused = await list(`start_date=${at}&end_date=2026-03-05T09:59:59Z`);
  assert.deepEqual(refused.status, 400);
  assert.match(refused.body.detail, /must not be after/);
  assert.match((await list('statuses=completed,odd')).body.detail, /Invalid status 'odd'/);
});

test('a program gets transcripts only on request, and then in smaller pages', async () => {
  const read = async (query: string) => (await key.call('GET', `${DEV}?limit=100${query}`)).body;
  const listed = await read('');
  const [plain] = listed;
  assert.ok(!plain.transcript_segments?.length);
  const [whole] = await read('&include_transcript=true');
  assert.equal(whole.transcript_segments.length, 1);
  const { db } = service.service.parts;
  const rows = Array.from({ length: 30 }, (_, n) => ({
    user_id: service.owner.id,
    id: crypto.randomUUID(),
    status: 'completed',
    created_at: new Date(n),
    updated_at: new Date(n),
  }));
  await db
    .insertInto('conversations')
    .values(rows as never)
    .execute();
  assert.equal((await read('')).length, listed.length + rows.length);
  assert.equal((await read('&include_transcript=true')).length, 25);
});

test('a shared conversation is public, without its location and folder', async () => {
  const shared = (id: string) => fetch(new URL(`${OWN}/${id}/shared`, service.url));
  for (const id of ['nonsense', crypto.randomUUID(), phone]) {
    const response = await shared(id);
    assert.equal(response.status, 404, id);
    assert.match(((await response.json()) as Json).detail, /private/);
  }
  await service.owner.call('PATCH', `${OWN}/${phone}/visibility?value=public`);
  const response = await shared(phone);
  assert.equal(response.status, 200);
  const body = (await response.json()) as Json;
  assert.deepEqual([body.geolocation, body.folder_id ?? null], [null, null]);
  assert.equal(body.transcript_segments[0].text, 'The harbour opens at six.');
});
