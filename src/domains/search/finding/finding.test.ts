/** Tests the search over all records, with the matching text. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../../testing/clients/api-user.ts';
import { updateReadiness } from '../../accounts/accounts.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

let service: TestService;
before(async () => {
  service = await startService();
  const { owner } = service;
  const key = await owner.key(['conversations:write']);
  await key.call('POST', '/v1/dev/user/conversations/from-segments', {
    started_at: '2026-03-02T10:00:00Z',
    transcript_segments: [
      { text: 'Good morning, how was the long weekend of you and your sister?', start: 0, end: 3 },
      { text: 'We went sailing to Horta with the whole choir.', start: 4, end: 9 },
      { text: 'On the second evening the engine of the boat stopped.', start: 9, end: 14 },
      {
        text: 'Nobody was worried, because the wind was good and the old captain knew every rock along the coast.',
        start: 14,
        end: 20,
      },
    ],
  });
  await owner.call('POST', '/v3/memories', { content: 'Sails a small boat in Horta.' });
  await owner.call('POST', '/v1/action-items', { description: 'Pay for the mooring in Horta' });
  await owner.call('POST', '/v1/users/people', { name: 'Horta Maria' });
  await owner.call('POST', '/v1/users/people', { name: 'Rui' });
  await owner.call('POST', '/v1/folders', { name: 'The house in Horta' });
});
after(() => service[Symbol.asyncDispose]());

const search = async (body: object): Promise<Json> => {
  const answer = await service.owner.call('POST', '/v1/search', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const marked = ({ snippet }: Json) =>
  snippet.marks.map(({ start, end }: Json) => snippet.text.slice(start, end));

test('every kind is found in one list, the best first, with the words that match', async () => {
  const { items, notice } = await search({ query: 'Horta' });
  assert.equal(notice, null);
  assert.deepEqual(items.map(({ kind }: Json) => kind).toSorted(), [
    'action_item',
    'conversation',
    'folder',
    'memory',
    'person',
  ]);
  assert.equal(items[0].title, 'Horta Maria');
  const scores = items.map(({ score }: Json) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((one: number, other: number) => other - one),
  );
  for (const item of items) assert.deepEqual(marked(item), ['Horta'], item.kind);
});

test('a conversation is found with the sentence and its second', async () => {
  const { items } = await search({ query: 'sail', kinds: ['conversation'] });
  assert.equal(items.length, 1);
  const [{ snippet, second, segment_id, at }] = items;
  assert.equal(snippet.text, 'We went sailing to Horta with the whole choir.');
  assert.deepEqual(marked(items[0]), ['sailing']);
  assert.equal(second, 4);
  assert.match(segment_id, /^[0-9a-f-]{36}$/);
  assert.equal(at, '2026-03-02T10:00:00.000Z');
});

test('a key finds the kinds of its scopes, and no more than the limit', async () => {
  const kindsOf = async (...scopes: string[]) => {
    const key = await service.owner.key(scopes);
    const { body } = await key.call('POST', '/v1/dev/user/search', { query: 'Horta' });
    return body.items.map(({ kind }: Json) => kind).toSorted();
  };
  assert.deepEqual(await kindsOf('memories:read'), ['memory']);
  assert.deepEqual(await kindsOf('action_items:read'), ['action_item']);
  assert.deepEqual(await kindsOf('conversations:read'), ['conversation', 'folder', 'person']);
  assert.deepEqual(await kindsOf('goals:read'), []);
  assert.equal((await search({ query: 'Horta', limit: 2 })).items.length, 2);
});

test('while memories are closed, the others are found and the answer says why', async () => {
  const { db } = service.service.parts;
  await updateReadiness(db, service.owner.id, 'held_by_operator');
  try {
    const { items, notice } = await search({ query: 'Horta' });
    assert.equal(items.length, 4);
    assert.match(notice, /Memories are closed for now/);
    assert.equal((await search({ query: 'Horta', kinds: ['person'] })).notice, null);
  } finally {
    await updateReadiness(db, service.owner.id, 'ready');
  }
});
