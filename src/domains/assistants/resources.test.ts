/** Prompts and resources that assistants offer besides the tools. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { shortId } from '../../core/ids.ts';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { changesAreFinal, eventually } from '../../testing/eventually.ts';
import { subscribeToResources } from '../../testing/mcp/subscriber.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const clock = new ManualClock();
let service: TestService;
let all: string;
before(async () => {
  service = await startService({ clock, mcp: { keepAliveMs: 3_600_000 } });
  all = await keyFor();
});
after(() => service[Symbol.asyncDispose]());

const keyFor = async (scopes?: string[]): Promise<string> =>
  (await service.owner.call('POST', '/v1/mcp/keys', { name: 'x', ...(scopes && { scopes }) })).body
    .key;
async function ask(method: string, params: object, token = all): Promise<Json> {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  return (await request(service.service.url, 'POST', '/mcp', { token, body })).body;
}
async function prompt(name: string, given: object, token = all): Promise<string> {
  const { result } = await ask('prompts/get', { name, arguments: given }, token);
  return result.messages[0].content.text;
}
const read = async (uri: string): Promise<string> =>
  (await ask('resources/read', { uri })).result.contents[0].text;
const remember = async (content: string): Promise<string> =>
  (await service.owner.call('POST', '/v3/memories', { content })).body.id;
/** Makes a conversation of a day and the summary of the day. */
async function record(day: string, text: string): Promise<string> {
  const writer = await service.owner.key(['conversations:write']);
  const { body } = await writer.call('POST', '/v1/dev/user/conversations', {
    text,
    started_at: `${day}T10:00:00Z`,
  });
  await service.owner.call('POST', `/v1/users/daily-summaries/${day}/refresh`);
  return body.id;
}

test('prompts begin at the day that the user names, or at their usual day', async () => {
  const since = { since: '2026-01-02' };
  assert.match(await prompt('catch_me_up', since), /from 2026-01-02 to today, 2026-01-15 \(/);
  assert.match(await prompt('catch_me_up', {}), /from 2026-01-14 to today, 2026-01-15 \(/);
  assert.match(await prompt('understand_conversations', since), /since 2026-01-02 that/);
  assert.match(await prompt('understand_conversations', {}), /since 2026-01-08 that/);
});

test('a prompt names only tools that the key may use', async () => {
  const reader = await keyFor(['conversations.read']);
  assert.match(await prompt('catch_me_up', {}), /get_action_items/);
  assert.doesNotMatch(await prompt('catch_me_up', {}, reader), /get_action_items/);
});

test('the resource of a day has its summary, and its tasks if there are any', async () => {
  await record('2026-01-12', 'We walked along the river and looked at the herons for an hour.');
  await record('2026-01-13', 'The roof leaks again. I have to call the roofer on Friday.');
  const quiet = await read('commonplace://days/2026-01-12');
  assert.match(quiet, /river|herons/i);
  assert.doesNotMatch(quiet, /Tasks:/);
  assert.match(await read('commonplace://days/2026-01-13'), /\n\nTasks:\n\n- .*call the roofer/i);
  const { error } = await ask('resources/read', { uri: 'commonplace://days/2020-01-01' });
  assert.match(error.message, /no summary of that day/);
});

test('a client hears of each record that it watches, and of no other', async () => {
  const parrot = await remember('Keeps a parrot');
  const canary = await remember('Keeps a canary');
  const talk = await record('2026-01-10', 'We paint the boat. Rui brings the paint.');
  const addresses = [
    `commonplace://memories/${shortId(parrot)}-keeps-a-parrot`,
    `commonplace://conversations/${talk}-painting-the-boat`,
    'commonplace://days/2026-01-10',
  ];
  const others = ['commonplace://days/2026-01-11', 'commonplace://x/y', 'https://example.org/'];
  await changesAreFinal(service);
  const { client, heard } = await subscribeToResources(service, all, [...addresses, ...others]);
  await service.owner.call('PATCH', `/v3/memories/${canary}`, { content: 'Keeps two canaries' });
  await service.owner.call('PATCH', `/v3/memories/${parrot}`, { content: 'Keeps two parrots' });
  await eventually('the memory', () => heard.includes(addresses[0]!));
  await service.owner.call('PATCH', `/v1/conversations/${talk}/title?title=Paint`);
  await eventually('the conversation', () => heard.includes(addresses[1]!));
  await service.owner.call('POST', '/v1/users/daily-summaries/2026-01-10/refresh');
  await eventually('the day', () => heard.includes(addresses[2]!));
  assert.deepEqual([...new Set(heard)], addresses);
  await client.close();
});

test('every memory changes the profile', async () => {
  const { client, heard } = await subscribeToResources(service, all, ['commonplace://profile']);
  await remember('Owns a wooden boat');
  await eventually('the profile', () => heard.includes('commonplace://profile'));
  await client.close();
});

test('a stream ends at once when the key may hear of none of its records', async () => {
  const address = `commonplace://memories/${await remember('Keeps a heron')}`;
  const key = await keyFor(['action_items.read']);
  const { client, subscription } = await subscribeToResources(service, key, [address]);
  await subscription.closed;
  await client.close();
});
