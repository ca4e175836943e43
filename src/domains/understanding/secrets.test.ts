import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerResponse } from 'node:http';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { complete, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';

const SCOPES = [
  'conversations:read',
  'conversations:write',
  'memories:read',
  'memories:write',
  'action_items:read',
  'action_items:write',
];
const STARTED_AT = '2026-03-02T10:00:00Z';
const said = (text: string, place: number, is_user: boolean, speaker_id: number) => ({
  text,
  is_user,
  speaker_id,
  start: place * 6,
  end: place * 6 + 5,
});
const TALK = [
  said('I live in Porto and I work as a nurse at the harbour hospital.', 0, true, 0),
  said('Remind me to tell Ana that the wifi password is bluebird42 tomorrow.', 1, true, 0),
  said('Sure. And what is the PIN of your bank card?', 2, false, 1),
  said("It's four seven one one.", 3, true, 0),
  said('I always use Marigold!77 as my password and my alarm code is 5 8 0 2.', 4, true, 0),
  said('My credit card is 4111 1111 1111 1111 and I have to call the bank on Friday.', 5, true, 0),
  said('Send the rent to DE89 3704 0044 0532 0130 00 before Friday.', 6, false, 1),
  said('Meet me at the boathouse on Saturday at ten, the gate code is 9 2 1 7.', 7, false, 1),
  said('The server key is svc_dev_Zk3nQ0pXy7LmVw9RtB2c, please rotate it.', 8, true, 0),
];
const SECRET =
  /bluebird\s?42|4[ -]?7[ -]?1[ -]?1|four[ -]seven[ -]one|marigold|5 ?8 ?0 ?2|4111|DE89|0532|9 ?2 ?1 ?7|Zk3nQ0/i;

/** An id may have the digits of a secret by chance. */
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

function free(what: string, value: unknown): void {
  assert.doesNotMatch(JSON.stringify(value).replace(ID, ''), SECRET, what);
}

/** Reads every result of a conversation through every transport. */
async function readAll(service: TestService, receiver: { received: { body: string }[] }) {
  const key = await service.owner.key(SCOPES);
  const { body: conversation } = await key.call(
    'POST',
    '/v1/dev/user/conversations/from-segments',
    { transcript_segments: TALK, started_at: STARTED_AT },
  );
  assert.equal(conversation.status, 'completed');
  const own = await service.owner.call('GET', `/v1/conversations/${conversation.id}`);
  const minutes = await service.owner.call(
    'POST',
    `/v1/conversations/${conversation.id}/summaries`,
    { template_id: 'meeting-minutes' },
  );
  const day = await service.owner.call('POST', '/v1/users/daily-summaries/2026-03-02/refresh');
  const assistant = await service.owner.key(
    ['conversations.read', 'memories.read', 'action_items.read'],
    'mcp',
  );
  const tool = async (name: string, given: object): Promise<Json> =>
    (
      await request(service.service.url, 'POST', '/mcp', {
        token: assistant.key,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      })
    ).body.result;
  const ask = (question: string) => key.call('POST', '/v1/dev/user/ask', { question });
  const webhook = JSON.parse(receiver.received.at(-1)!.body) as Json;
  return {
    own: own.body,
    derived: {
      structured: own.body.structured,
      minutes: minutes.body,
      day: day.body,
      memories: (await key.call('GET', '/v1/dev/user/memories')).body,
      tasks: (await key.call('GET', '/v1/dev/user/action-items')).body,
      webhook: { structured: webhook.structured, results: webhook.apps_results },
      profile: await tool('get_user_profile', {}),
      listed: await tool('get_conversations', {}),
      remembered: await tool('get_memories', {}),
      asked: await tool('ask', { question: 'What is the wifi password?' }),
      pin: (await ask('What is the PIN of the bank card?')).body,
      card: (await ask('What did I say about my credit card and the bank?')).body,
      gate: (await ask('What is the gate code of the boathouse?')).body,
      chat: (await service.owner.call('POST', '/v2/messages', { text: 'What is my alarm code?' }))
        .body,
    },
  };
}

test('the results of the rules contain no secret of the talk', async () => {
  await using receiver = await startWebhookReceiver();
  await using service = await startService({ environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' } });
  const url = '/v1/users/developer/webhook/memory_created';
  await service.owner.call('POST', url, { url: receiver.url });
  const { own, derived } = await readAll(service, receiver);
  for (const [what, value] of Object.entries(derived)) free(what, value);
  assert.match(JSON.stringify(derived.memories), /Porto/);
  assert.match(JSON.stringify(derived.tasks), /Ana/);
  assert.match(derived.pin.answer, /PIN/);
  const transcript = own.transcript_segments.map(({ text }: Json) => text).join(' ');
  assert.match(transcript, /bluebird42.*four seven one one.*4111 1111/s);
});

/** A model that repeats every secret it knows, in every requested form. */
function blab(_request: Json, response: ServerResponse): void {
  const all = 'PIN four seven one one (4711), bluebird42, Marigold!77, 5802, 4111111111111111';
  const task = 'Tell Ana that the wifi password is bluebird42 tomorrow';
  const written = {
    title: 'The password bluebird42',
    overview: `The PIN is 4711. ${all}. The gate code is 9217 and DE89370400440532013000.`,
    category: 'personal',
    emoji: '🔑',
    action_items: [{ description: task, due: 'tomorrow', quote: TALK[1]!.text }],
    events: [
      {
        title: 'Boathouse, code 9217',
        description: all,
        start: 'Saturday at ten',
        duration: 30,
        quote: TALK[7]!.text,
      },
    ],
    memories: [
      { content: 'The PIN of the bank card is 4711.', category: 'system', quote: TALK[3]!.text },
      { content: 'Uses Marigold!77 everywhere', category: 'system', quote: TALK[4]!.text },
      { content: 'Lives in Porto', category: 'system', quote: 'I live in Porto' },
    ],
    content: `# Minutes\n\n${all}`,
    answer: `It is 4711, and ${all} [1].`,
    sources: [1],
  };
  complete(response, JSON.stringify(written));
}

test('the results of a language model contain no secret of the talk', async () => {
  await using receiver = await startWebhookReceiver();
  await using model = await startLanguageModel(blab);
  await using service = await startService({
    environment: {
      SVC_WEBHOOKS_ALLOW_PRIVATE: 'on',
      SVC_LLM_BASE_URL: model.baseUrl,
      SVC_LLM_MODEL: 'test',
    },
  });
  const url = '/v1/users/developer/webhook/memory_created';
  await service.owner.call('POST', url, { url: receiver.url });
  const { own, derived } = await readAll(service, receiver);
  for (const [what, value] of Object.entries(derived)) free(what, value);
  free('told to the model', model.requests);
  assert.equal(own.structured.title, 'The password [secret]');
  assert.deepEqual(derived.memories.map(({ content }: Json) => content).toSorted(), [
    'Lives in Porto',
    'Works as a nurse at the harbour hospital',
  ]);
  assert.match(JSON.stringify(derived.tasks), /Tell Ana that the wifi password is \[secret\]/);
  await service.owner.call('POST', '/v2/messages', { text: 'What did I say about the bank?' });
  const [reply] = (await service.owner.call('GET', '/v2/messages')).body;
  free('what an answer cites', reply);
  const [{ text, citations }] = reply.parts;
  assert.equal(`${text.slice(0, citations[0].end)}.`, text, 'the citation moves with the text');
});

test('text that a person writes by hand is stored unchanged', async () => {
  await using service = await startService();
  const key = await service.owner.key(SCOPES);
  const content = 'The safe code is 4711.';
  const memory = await key.call('POST', '/v1/dev/user/memories', { content });
  assert.equal(memory.body.content, content);
  const description = 'Change the PIN 4711';
  const task = await key.call('POST', '/v1/dev/user/action-items', { description });
  assert.equal(task.body.description, description);
  const talk = await key.call('POST', '/v1/dev/user/conversations', { text: 'I live in Porto.' });
  const title = 'PIN 4711';
  const changed = await key.call('PATCH', `/v1/dev/user/conversations/${talk.body.id}`, { title });
  assert.equal(changed.body.structured?.title ?? changed.body.title, title);
});
