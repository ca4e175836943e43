/** Tests which items are kept when a conversation is processed repeatedly. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Context } from '../../kit/context.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { untilConversation } from '../../testing/clients/recording.ts';
import { contextOf } from '../../testing/context-of.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { moveItemsToSegment, releaseItemsOfConversation } from './action-items.ts';
import { replaceItemsOfConversation } from './found-items.ts';

const PATH = '/v1/dev/user/action-items';
const BEHIND_MS = 60_000;
let service: TestService;
let context: Context;
let key: ApiKey;

before(async () => {
  service = await startService();
  // Each reading of the clock returns a later time, as on a busy machine. It stays behind the clock
  // of the service, so that no edit has the time at which its item was made.
  let readings = 0;
  const now = () => new Date(Date.now() - BEHIND_MS + readings++);
  context = { ...contextOf(service, []), clock: { ...service.service.parts.clock, now } };
  key = await service.owner.key(['action_items:read', 'action_items:write', 'conversations:write']);
});
after(() => service[Symbol.asyncDispose]());

const day = (date: number) => new Date(Date.UTC(2026, 11, date));
const item = (
  description: string,
  due_at: Date | null = null,
  segment_id: string | null = null,
) => ({
  description,
  due_at,
  segment_id,
});

/** Makes a conversation without items, and processes it with these items as result. */
async function conversation() {
  const { body } = await key.call('POST', '/v1/dev/user/conversations', {
    text: 'The sky is blue.',
  });
  // On a busy machine the answer does not wait for the service, which then replaces the items of this test.
  await untilConversation(service, body.id, ({ status }) => status === 'completed');
  const items = async (): Promise<Json[]> =>
    service.service.parts.db
      .selectFrom('action_items')
      .selectAll()
      .where('conversation_id', '=', body.id)
      .orderBy('description')
      .execute();
  const find = async (...found: ReturnType<typeof item>[]) => {
    await replaceItemsOfConversation(context, body.id, found);
    return items();
  };
  return { id: body.id as string, items, find };
}
const texts = (rows: Json[]) => rows.map(({ description }) => description);

test('an item that is found again unchanged keeps its id and gets its new segment', async () => {
  const { find, items } = await conversation();
  const [first] = await find(item('Call the bank', day(1)));
  const [same] = await find(item('Call the bank', day(1)));
  assert.deepEqual(same, first);
  const { body } = await key.call('POST', '/v1/dev/user/conversations/from-segments', {
    transcript_segments: [{ text: 'Something.', start: 0, end: 1 }],
  });
  const segment = await service.service.parts.db
    .selectFrom('segments')
    .select('id')
    .where('conversation_id', '=', body.id)
    .executeTakeFirstOrThrow();
  const segment_id = segment.id;
  const [moved] = await find(item('Call the bank', day(1), segment_id));
  assert.deepEqual([moved!.id, moved!.segment_id], [first!.id, segment_id]);
  // Another day or other words make another item.
  const [later] = await find(item('Call the bank', day(2)));
  assert.notEqual(later!.id, first!.id);
  const [worded] = await find(item('Call the bank today', day(2)));
  assert.notEqual(worded!.id, later!.id);
  assert.deepEqual(texts(await items()), ['Call the bank today']);
  assert.deepEqual(await find(), [], 'what is not found any more goes');
});

test('items that the user changed, completed or deleted are not overwritten', async () => {
  const { find } = await conversation();
  const [bank, milk, roof] = await find(
    item('Call the bank'),
    item('Fetch milk from the shop'),
    item('Mend the roof of the shed'),
  );
  const reworded = { description: 'Write a letter to them' };
  assert.equal((await key.call('PATCH', `${PATH}/${bank!.id}`, reworded)).status, 200);
  assert.equal((await key.call('PATCH', `${PATH}/${milk!.id}`, { completed: true })).status, 200);
  await key.call('DELETE', `${PATH}/${roof!.id}`);
  const again = await find(
    item('Call the bank'),
    item('Fetch milk from the shop'),
    item('Mend the roof of the shed'),
    item('Water the plants'),
  );
  const known = ['Fetch milk from the shop', 'Water the plants', 'Write a letter to them'];
  assert.deepEqual(texts(again), known);
  // The service also recognises the item when the user has reworded it.
  assert.deepEqual(texts(await find(item('Write a letter to them'))), [known[0], known[2]]);
  assert.deepEqual(texts(await find()), [known[0], known[2]]);
});

test('each earlier item is matched with at most one new item, the most similar one', async () => {
  const { find } = await conversation();
  const [bank] = await find(item('Call the bank about the card'));
  await key.call('PATCH', `${PATH}/${bank!.id}`, { completed: true });
  const both = await find(
    item('Call the bank about the lost card'),
    item('Call the bank about the card'),
  );
  assert.deepEqual(texts(both), [
    'Call the bank about the card',
    'Call the bank about the lost card',
  ]);
});

test('a deleted item keeps away no item with another number or another name', async () => {
  const { find } = await conversation();
  const [letter] = await find(
    item('Send invoice 12 of the plumber to Christopher', day(1)),
    item('Send invoice 12 of the plumber to Christina', day(1)),
  ).then((rows) => rows.filter(({ description }) => /topher/.test(description)));
  await key.call('DELETE', `${PATH}/${letter!.id}`);
  const again = await find(
    item('Send invoice 12 of the plumber to Christopher', day(1)),
    item('Send invoice 12 of the plumber to Christina', day(1)),
    item('Send invoice 21 of the plumber to Christopher', day(1)),
  );
  assert.deepEqual(texts(again), [
    'Send invoice 12 of the plumber to Christina',
    'Send invoice 21 of the plumber to Christopher',
  ]);
});

test('items with the same words and other days are matched by their days', async () => {
  const { find } = await conversation();
  const before = await find(item('Pay the rent', day(1)), item('Pay the rent', day(2)));
  const after = await find(item('Pay the rent', day(2)), item('Pay the rent', day(1)));
  const ids = (rows: Json[]) => rows.map(({ id }) => id).toSorted();
  assert.deepEqual(ids(after), ids(before));
});

test('items of a deleted conversation are detached, deleted or moved', async () => {
  const [one, two] = [await conversation(), await conversation()];
  const [kept] = await one.find(item('Call the bank'));
  await releaseItemsOfConversation(context, one.id, { conversation_id: two.id });
  assert.deepEqual([texts(await one.items()), texts(await two.items())], [[], ['Call the bank']]);
  await releaseItemsOfConversation(context, two.id, 'nobody');
  assert.deepEqual(await two.items(), []);
  assert.equal((await key.call('GET', `${PATH}/${kept!.id}`)).body.conversation_id, null);
  const [gone] = await one.find(item('Fetch milk'));
  await releaseItemsOfConversation(context, one.id, 'deleted');
  assert.equal((await key.call('GET', `${PATH}/${gone!.id}`)).status, 404);
});

test('items of segments that were joined belong to the resulting segment', async () => {
  const talk = await conversation();
  const [first, second, third] = [1, 2, 3].map(() => crypto.randomUUID());
  await talk.find(item('Call the bank', null, second), item('Fetch milk', null, third));
  const move = { conversation_id: talk.id, from: [second!], to: first! };
  await moveItemsToSegment(context, move);
  assert.deepEqual(
    (await talk.items()).map(({ segment_id }) => segment_id),
    [first, third],
  );
});
