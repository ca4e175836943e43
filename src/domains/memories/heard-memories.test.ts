/** Tests how the facts of a conversation are stored beside those that are known. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { behindWall } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { rememberFromConversation, removeUntouchedMemories } from './heard-memories.ts';

const PATH = '/v1/dev/user/memories';
let service: TestService;
let key: ApiKey;
let context: Context;

before(async () => {
  service = await startService();
  key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
  ]);
  const actor = { kind: 'job', user_id: service.owner.id } as const;
  context = behindWall({ ...service.service.parts, actor, ip: null });
});
after(() => service[Symbol.asyncDispose]());

async function newConversation(): Promise<{ id: string; started_at: Date; made_by: string }> {
  const { body } = await key.call('POST', '/v1/dev/user/conversations', { text: 'Good morning.' });
  return { id: body.id, started_at: new Date(), made_by: 'test' };
}

const fact = (content: string, replaces?: string) => ({
  content,
  category: 'system' as const,
  segment_id: null,
  ...(replaces !== undefined && { replaces }),
});
const listed = async (): Promise<Json[]> => (await key.call('GET', `${PATH}?limit=500`)).body;
const idOf = async (content: string): Promise<string> =>
  (await listed()).find((each) => each.content === content).id;
const contentsAbout = async (word: RegExp): Promise<string[]> =>
  (await listed()).map(({ content }) => content).filter((content) => word.test(content));

test('an older fact is replaced once, and a second replacement of it is a fact of its own', async () => {
  await rememberFromConversation(context, await newConversation(), [fact('Owns a boat')], 9);
  const id = await idOf('Owns a boat');
  const later = [fact('Owns a red boat', id), fact('Owns a boat in Faro', id)];
  await rememberFromConversation(context, await newConversation(), later, 9);
  assert.deepEqual((await contentsAbout(/boat/)).toSorted(), [
    'Owns a boat in Faro',
    'Owns a red boat',
  ]);
  assert.equal(await idOf('Owns a red boat'), id);
});

test('a fact that the user has edited is not replaced, and what should replace it stands beside it', async () => {
  await rememberFromConversation(context, await newConversation(), [fact('Plays chess')], 9);
  const id = await idOf('Plays chess');
  await key.call('PATCH', `${PATH}/${id}`, { content: 'Plays chess badly' });
  const later = [fact('Plays chess in a club', id), fact('Plays chess on Mondays', id)];
  await rememberFromConversation(context, await newConversation(), later, 9);
  assert.deepEqual((await contentsAbout(/chess/)).toSorted(), [
    'Plays chess badly',
    'Plays chess in a club',
    'Plays chess on Mondays',
  ]);
});

test('a fact with the text of another memory is counted there, once for each conversation', async () => {
  await rememberFromConversation(context, await newConversation(), [fact('Bakes rye bread')], 9);
  const id = await idOf('Bakes rye bread');
  const again = await newConversation();
  for (const content of ['bakes rye bread', 'Bakes rye bread.']) {
    await rememberFromConversation(context, again, [fact(content)], 9);
  }
  const { body } = await key.call('GET', `${PATH}/${id}`);
  assert.equal(body.times_heard, 2);
  assert.deepEqual(
    body.heard_again.map(({ words, conversation_id }: Json) => [words, conversation_id]),
    [['Bakes rye bread.', again.id]],
  );
  assert.deepEqual(await contentsAbout(/rye/i), ['Bakes rye bread']);
});

test('of the memories to remove, those that the user changed stay', async () => {
  const made = [fact('Likes figs'), fact('Likes figs with honey')];
  await rememberFromConversation(context, await newConversation(), made, 9);
  const ids = [await idOf('Likes figs'), await idOf('Likes figs with honey')];
  await key.call('PATCH', `${PATH}/${ids[0]}`, { content: 'Likes ripe figs' });
  await removeUntouchedMemories(context, ids);
  assert.deepEqual(await contentsAbout(/figs/), ['Likes ripe figs']);
});

test('a list tells on request in which conversation each fact was heard, and when last', async () => {
  const talk = await newConversation();
  await rememberFromConversation(context, talk, [fact('Repairs clocks')], 9);
  const found = async (include: string): Promise<Json> => {
    const { body } = await key.call('GET', `${PATH}?text=clocks${include}`);
    return body[0];
  };
  const { conversation_id, last_heard_at } = await found('&include=origin');
  assert.deepEqual([conversation_id, last_heard_at], [talk.id, talk.started_at.toISOString()]);
  assert.ok(!('conversation_id' in (await found(''))));
});
