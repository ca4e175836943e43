import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NotFound } from '../../core/errors.ts';
import { shortId } from '../../core/ids.ts';
import type { AssistantScope } from '../../core/scopes.ts';
import { tokenCountOf } from '../../kit/tokens.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { contextOf } from '../../testing/context-of.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { updateReadiness } from '../accounts/accounts.ts';
import { assistantListPeople } from './people.ts';
import { fetchOperation } from './fetch.ts';
import { searchOperation } from './search.ts';

const site = () => 'https://home.example';
const assistantSearch = searchOperation(site);
const assistantFetch = fetchOperation(site, 8_000);
const EVERYTHING: AssistantScope[] = ['memories:read', 'conversations:read', 'people:read'];
let service: TestService;
let memory: string;
let conversation: string;

before(async () => {
  service = await startService();
  const key = await service.owner.key([
    'memories:write',
    'conversations:read',
    'conversations:write',
  ]);
  const path = '/v1/dev/user';
  const remembered = await key.call('POST', `${path}/memories`, {
    content: 'Owns a lighthouse in Aveiro',
  });
  memory = remembered.body.id;
  await key.call('POST', `${path}/memories`, { content: 'Plays the cello!' });
  const ana = (await key.call('POST', `${path}/people`, { name: 'Ana' })).body.id;
  const rui = (await key.call('POST', `${path}/people`, { name: 'Rui' })).body.id;
  await key.call('POST', `${path}/people`, { name: 'Nobody Yet' });
  conversation = await say([rui, rui, ana]);
  await say([rui]);

  async function say(people: string[]): Promise<string> {
    const { body } = await key.call('POST', `${path}/conversations/from-segments`, {
      started_at: '2026-03-05T09:00:00Z',
      transcript_segments: people.map((person_id, index) => ({
        text: `The lamp of the lighthouse needs oil, part ${index}.`,
        person_id,
        start: index * 10,
        end: index * 10 + 5,
      })),
    });
    await key.call('PATCH', `${path}/conversations/${body.id}`, { discarded: false });
    return body.id;
  }
});
after(() => service[Symbol.asyncDispose]());

const profile = async (scopes: string[]) =>
  (await (await service.owner.key(scopes, 'mcp')).call('GET', '/v1/mcp/profile')).body;

test('the profile contains only data that the credential may read', async () => {
  const whole = await profile(['memories.read', 'conversations.read', 'people.read']);
  assert.deepEqual(Object.keys(whole).toSorted(), [
    'data_sources_used',
    'email',
    'generated_at',
    'name',
    'phone_number',
    'profile_text',
  ]);
  assert.deepEqual([whole.email, whole.phone_number], [OWNER.email, null]);
  assert.match(whole.profile_text, /by the clock of Europe\/Lisbon/);
  assert.match(whole.profile_text, / Owns a lighthouse in Aveiro\. /);
  assert.match(whole.profile_text, / Plays the cello\. /);
  assert.doesNotMatch(whole.profile_text, /!\.|\.\./);
  assert.match(whole.profile_text, /2 conversations so far, mostly of: /);
  assert.match(whole.profile_text, /Talks most with: Rui, Ana, Nobody Yet\./);
  assert.deepEqual(whole.data_sources_used, ['account', 'memories', 'conversations', 'people']);
  const partial = await profile(['memories.read']);
  assert.deepEqual(partial.data_sources_used, ['account', 'memories']);
  assert.doesNotMatch(partial.profile_text, /conversations|Rui/);
});

test('the profile of an unknown user says that nothing is known', async () => {
  await using other = await startService();
  const key = await other.owner.key(['memories.read'], 'mcp');
  const { body } = await key.call('GET', '/v1/mcp/profile');
  assert.match(body.profile_text, /Nothing else is known yet\.$/);
  assert.deepEqual(body.data_sources_used, ['account']);
});

test('people are listed by frequency, with their last words', async () => {
  const key = await service.owner.key(['people.read'], 'mcp');
  const { body } = await key.call('GET', '/v1/mcp/people');
  const told = body.map((each: { name: string; conversation_count: number }) => [
    each.name,
    each.conversation_count,
  ]);
  assert.deepEqual(told, [
    ['Rui', 2],
    ['Ana', 1],
    ['Nobody Yet', 0],
  ]);
  assert.equal(body[0].speech_sample_transcripts.length, 3);
  assert.match(body[0].speech_sample_transcripts[1], /part 1\.$/);
  assert.deepEqual(body[2].speech_sample_transcripts, []);
  const page = async (given: object) => {
    const { people, has_more } = await assistantListPeople(contextOf(service, EVERYTHING), given);
    return [people.map(({ name }) => name), has_more];
  };
  assert.deepEqual(await page({ limit: 2 }), [['Rui', 'Ana'], true]);
  assert.deepEqual(await page({ limit: 2, offset: 2 }), [['Nobody Yet'], false]);
});

test('one search finds memories and conversations, with addresses to cite', async () => {
  const { results } = await assistantSearch(contextOf(service, EVERYTHING), {
    query: 'lighthouse',
  });
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Lisbon' });
  const found = new Map(results.map((result) => [result.id, result]));
  assert.deepEqual(found.get(`memory:${memory}`), {
    id: `memory:${memory}`,
    title: `Owns a lighthouse in Aveiro (memory, ${today})`,
    url: `https://home.example/memories/${memory}`,
    text: 'Owns a lighthouse in Aveiro',
  });
  const { title, url, text } = found.get(`conversation:${conversation}`)!;
  assert.match(title, /\(conversation, 2026-03-05\)/);
  assert.match(url, new RegExp(`^https://home.example/conversations/${conversation}\\?at=\\d+$`));
  assert.match(text, /^(Rui|Ana) \(0:\d\d\): The lamp of the lighthouse needs oil, part \d\.$/);
  const titles = results.map((result) => result.title);
  assert.equal(new Set(titles).size, titles.length, 'no two titles are alike');
});

test('a search leaves out data without read permission, and requires at least one read permission', async () => {
  const kinds = async (...scopes: AssistantScope[]) => {
    const { results } = await assistantSearch(contextOf(service, scopes), { query: 'lighthouse' });
    return new Set(results.map(({ id }) => id.split(':')[0]));
  };
  assert.deepEqual(await kinds('memories:read'), new Set(['memory']));
  assert.deepEqual(await kinds('conversations:read'), new Set(['conversation']));
  await assert.rejects(kinds('goals:read'), /Required scope: memories.read/);
});

test('while memories are closed, a search still finds conversations', async () => {
  const { db } = service.service.parts;
  await updateReadiness(db, service.owner.id, 'held_by_operator');
  try {
    const search = (...scopes: AssistantScope[]) =>
      assistantSearch(contextOf(service, scopes), { query: 'lighthouse' });
    const { results } = await search('memories:read', 'conversations:read');
    assert.ok(results.length > 0 && results.every(({ id }) => id.startsWith('conversation:')));
    await assert.rejects(search('memories:read'), /cannot be read right now/);
    const nothing = assistantSearch(contextOf(service, EVERYTHING), { query: 'xylophone' });
    await assert.rejects(nothing, /cannot be read right now/);
  } finally {
    await updateReadiness(db, service.owner.id, 'ready');
  }
});

test('a fetch returns the text for an id from a search or a bare id', async () => {
  const context = contextOf(service, EVERYTHING);
  const whole = await assistantFetch(context, { id: `memory:${memory}` });
  assert.deepEqual(Object.keys(whole).toSorted(), ['id', 'metadata', 'text', 'title', 'url']);
  assert.equal(whole.text, 'Owns a lighthouse in Aveiro');
  assert.equal(whole.metadata['kind'], 'memory');
  assert.deepEqual(await assistantFetch(context, { id: memory }), whole);
  const talk = await assistantFetch(context, { id: conversation });
  assert.equal(talk.id, `conversation:${conversation}`);
  assert.match(talk.text, /^Rui \(0:00\): The lamp of the lighthouse/m);
  assert.equal(talk.metadata['started_at'], '2026-03-05T09:00:00.000Z');
  for (const id of ['nonsense', '', `memory:${conversation}`, crypto.randomUUID(), 'memory:\n']) {
    await assert.rejects(assistantFetch(context, { id }), NotFound, id);
  }
  const reader = contextOf(service, ['conversations:read']);
  await assert.rejects(assistantFetch(reader, { id: `memory:${memory}` }), /memories.read/);
  await assert.rejects(assistantFetch(reader, { id: memory }), NotFound);
});

test('a long transcript is fetched in several parts, each with the id of the next', async () => {
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  const { body } = await key.call('POST', '/v1/dev/user/conversations/from-segments', {
    transcript_segments: Array.from({ length: 200 }, (_, index) => ({
      text: `${index} `.padEnd(400, 'word '),
      start: index,
      end: index + 1,
    })),
  });
  const context = contextOf(service, EVERYTHING);
  const seen: string[] = [];
  let id: string | undefined = body.id;
  for (let texts = 0; id; texts += 1) {
    assert.ok(texts < 10, 'it comes to an end');
    const page: Json = await assistantFetch(context, { id });
    assert.ok(tokenCountOf(JSON.stringify(page)) <= 8_000);
    assert.equal(page.url, `https://home.example/conversations/${body.id}`);
    if (texts > 0) assert.equal(page.id, id);
    seen.push(...page.text.match(/(?<=: )\d+(?= word)/g));
    const [, next] =
      /\[\d+ of 200 lines follow: fetch conversation:\S+(#\d+)\]$/.exec(page.text) ?? [];
    id = next && `conversation:${body.id}${next}`;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 200 }, (_, index) => `${index}`),
  );
  const beyond = await assistantFetch(context, { id: `conversation:${body.id}#201` });
  assert.equal(
    beyond.text,
    `[From line 201 of 200 on. The beginning: fetch conversation:${shortId(body.id)}]\n[There are only 200 lines.]`,
  );
  for (const odd of [`memory:${memory}#1`, `conversation:${body.id}#x`, `${body.id}#`]) {
    await assert.rejects(assistantFetch(context, { id: odd }), NotFound, odd);
  }
});

test('a line that is longer than an answer is fetched in parts too', async () => {
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  const long = Array.from({ length: 1_500 }, (_, index) => `w${index}`).join(' ');
  const { body } = await key.call('POST', '/v1/dev/user/conversations/from-segments', {
    transcript_segments: [
      { text: 'Before.', start: 0, end: 1 },
      { text: long, start: 1, end: 2 },
      { text: 'After.', start: 2, end: 3 },
    ],
  });
  const fetchLittle = fetchOperation(site, 1_000);
  const seen: string[] = [];
  let id: string | undefined = `conversation:${body.id}`;
  for (let texts = 0; id; texts += 1) {
    assert.ok(texts < 20, 'it comes to an end');
    const { text }: Json = await fetchLittle(contextOf(service, EVERYTHING), { id });
    assert.ok(tokenCountOf(text) <= 1_000);
    seen.push(text.replace(/^\[From .*\]\n/, '').replace(/\n?\[\d of 3 lines follow.*\]$/, ''));
    const [, next] = /fetch conversation:\S+(#\S+)\]$/.exec(text) ?? [];
    id = next && `conversation:${body.id}${next}`;
  }
  const whole = seen.join('');
  assert.ok(whole.includes(long) && whole.endsWith('After.'));
});

test('a conversation without a title is named by its local day', async () => {
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  const path = '/v1/dev/user/conversations';
  const { body } = await key.call('POST', `${path}/from-segments`, {
    // Half past midnight in Lisbon in summer.
    started_at: '2026-07-01T23:30:00Z',
    transcript_segments: [{ text: 'Hm.', start: 0, end: 1 }],
  });
  const { db } = service.service.parts;
  await db.updateTable('conversations').set({ title: '' }).where('id', '=', body.id).execute();
  const { title } = await assistantFetch(contextOf(service, EVERYTHING), { id: body.id });
  assert.equal(title, 'Conversation of 2026-07-02');
});

test('a fetched task says whether it is completed', async () => {
  const context = contextOf(service, ['action_items:read']);
  const { body } = await service.owner.call('POST', '/v1/action-items', {
    description: 'Buy oil for the lamp',
  });
  const completed = async () =>
    (await assistantFetch(context, { id: `action_item:${body.id}` })).metadata['completed'];
  assert.equal(await completed(), 'no');
  await service.owner.call('PATCH', `/v1/action-items/${body.id}`, { completed: true });
  assert.equal(await completed(), 'yes');
});
