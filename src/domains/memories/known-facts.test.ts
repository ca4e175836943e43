/** Tests a fact that came from a conversation and is now added by hand. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/memories';
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
  ]);
});
after(() => service[Symbol.asyncDispose]());

/** Says the text in a conversation; returns a memory that results. */
async function hear(text: string): Promise<Json & { conversation: string }> {
  const { body: earlier } = await key.call('GET', PATH);
  const known = new Set(earlier.map(({ id }: Json) => id));
  const { body } = await key.call('POST', '/v1/dev/user/conversations', { text });
  const { body: memories } = await key.call('GET', PATH);
  const heard = memories.find(({ id }: Json) => !known.has(id));
  assert.ok(heard, JSON.stringify(memories));
  return { ...heard, conversation: body.id };
}

const get = async (id: string): Promise<Json> => (await key.call('GET', `${PATH}/${id}`)).body;

test('a heard fact that is added by hand takes the given fields', async () => {
  const heard = await hear('I live in Porto and I work as a nurse.');
  await key.call('PATCH', `${PATH}/${heard.id}`, { tags: ['home'] });
  const { status, body } = await key.call('POST', PATH, {
    content: heard.content,
    visibility: 'public',
    category: 'manual',
    tags: ['work', 'home', 'work'],
  });
  assert.equal(status, 200);
  assert.equal(body.id, heard.id);
  assert.equal(body.known, true);
  const stored = await get(heard.id);
  for (const each of [body, stored]) {
    assert.equal(each.manually_added, true);
    assert.equal(each.visibility, 'public');
    assert.equal(each.category, 'manual');
    assert.deepEqual(each.tags, ['home', 'work']);
    assert.match(each.scoring, /^01_998_\d{10}$/);
  }
  assert.equal(stored.user_review, true);
  assert.equal(stored.reviewed, true);
});

test('omitted fields stay unchanged', async () => {
  const content = 'Sails on the Douro';
  const first = await key.call('POST', PATH, {
    content,
    visibility: 'public',
    category: 'manual',
    tags: ['boat'],
  });
  assert.ok(!('known' in first.body));
  const again = await key.call('POST', PATH, { content: 'sails on the douro.' });
  assert.equal(again.body.known, true);
  assert.equal(again.body.visibility, 'public');
  assert.equal(again.body.category, 'manual');
  assert.deepEqual(again.body.tags, ['boat']);
});

test('in a batch, known facts are affirmed and repeated facts are merged', async () => {
  await key.call('POST', PATH, { content: 'Owns a red bicycle' });
  const { body } = await key.call('POST', `${PATH}/batch`, {
    memories: [
      { content: 'Owns a red bicycle', visibility: 'public' },
      { content: 'Bakes rye bread', tags: ['food'] },
      { content: 'bakes rye bread', tags: ['baking'] },
    ],
  });
  assert.deepEqual(
    body.memories.map(({ known, visibility, tags }: Json) => [known, visibility, tags]),
    [
      [true, 'public', []],
      [undefined, 'private', ['food', 'baking']],
    ],
  );
});

test('assistants affirm known facts too, and the answer says so', async () => {
  const heard = await hear('I have two sisters and I grew up on a farm.');
  const assistant = await service.owner.key(['memories.write', 'memories.read'], 'mcp');
  const { body } = await assistant.call('POST', '/v1/mcp/memories', { content: heard.content });
  assert.equal(body.known, true);
  assert.equal((await get(heard.id)).manually_added, true);
});

test('an affirmed fact is kept when its conversation is deleted', async () => {
  const heard = await hear('I play the cello in an orchestra in Braga.');
  await key.call('POST', PATH, { content: heard.content });
  const path = `/v1/conversations/${heard.conversation}?cascade=true`;
  assert.ok((await service.owner.call('DELETE', path)).status < 300);
  assert.equal((await get(heard.id)).conversation_id, null);
});

test('a deleted fact that is added again is compared with others like a new one', async () => {
  const first = await key.call('POST', PATH, { content: 'Works as a dentist in Faro' });
  await key.call('DELETE', `${PATH}/${first.body.id}`);
  const second = await key.call('POST', PATH, { content: 'Works as a dentist in Faro' });
  assert.ok(!('known' in second.body) && !('resembles' in second.body));
  const third = await key.call('POST', PATH, { content: 'Works as dentist in Faro' });
  assert.equal(third.body.resembles?.id, second.body.id);
  await key.call('DELETE', `${PATH}/${second.body.id}`);
  const fourth = await key.call('POST', PATH, { content: 'Works as a dentist in Faro' });
  assert.equal(fourth.body.resembles?.id, third.body.id);
});
