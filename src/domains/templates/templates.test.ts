import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { complete, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/summary-templates';
const CONVERSATIONS = '/v1/dev/user/conversations';
const SCOPES = ['conversations:read', 'conversations:write', 'action_items:read'];
const TALK =
  "Ana: We decided to move the launch to May.\nMe: I'll send the new plan to the team tomorrow.\nAna: Great, thanks.";
let service: TestService;
let key: ApiKey;

before(async () => {
  service = await startService();
  key = await service.owner.key(SCOPES);
});
after(() => service[Symbol.asyncDispose]());

const write = (more = {}) =>
  key.call('POST', PATH, { name: 'Risks', prompt: 'List the risks.', ...more });
const change = (id: string, body: object) => key.call('PATCH', `${PATH}/${id}`, body);
async function talk(by: ApiKey = key): Promise<string> {
  const text_source = 'audio_transcript';
  return (await by.call('POST', CONVERSATIONS, { text: TALK, text_source })).body.id;
}
const summarise = (id: string, template_id: string, by: ApiKey = key) =>
  by.call('POST', `${CONVERSATIONS}/${id}/summaries`, { template_id });
const resultsOf = async (id: string): Promise<Json[]> =>
  (await key.call('GET', `${CONVERSATIONS}/${id}/summaries`)).body;

test('the shipped templates exist and declare whether they need a model', async () => {
  const { body } = await key.call('GET', PATH);
  const shipped = body.filter((each: Json) => each.shipped);
  assert.deepEqual(
    shipped.map(({ id, runs, needs_model }: Json) => [id, runs, needs_model]),
    [
      ['plain-summary', 'on_demand', false],
      ['meeting-minutes', 'on_demand', false],
      ['decisions-and-tasks', 'on_demand', false],
      ['lecture-notes', 'on_demand', true],
      ['follow-up-mail', 'on_demand', true],
    ],
  );
});

test('a user creates, reads, changes and deletes a template', async () => {
  const { body: made } = await write({ name: ' Risks ' });
  const { created_at, updated_at: _, ...rest } = made;
  assert.ok(created_at);
  assert.deepEqual(rest, {
    id: made.id,
    name: 'Risks',
    prompt: 'List the risks.',
    runs: 'on_demand',
    shipped: false,
    needs_model: true,
  });
  const { body: changed } = await change(made.id, { name: 'Dangers' });
  assert.deepEqual([changed.name, changed.prompt], ['Dangers', 'List the risks.']);
  assert.deepEqual((await key.call('GET', `${PATH}/${made.id}`)).body, changed);
  assert.equal((await key.call('DELETE', `${PATH}/${made.id}`)).status, 200);
  for (const method of ['GET', 'DELETE'] as const) {
    assert.equal((await key.call(method, `${PATH}/${made.id}`)).status, 404);
  }
  assert.equal((await change(made.id, { name: 'x' })).status, 404);
});

test('invalid templates are refused with all their problems', async () => {
  const { status, body } = await write({ name: ' ', prompt: '', runs: 'never' });
  assert.equal(status, 422);
  const fields = body.detail.map(({ loc }: Json) => loc.at(-1)).toSorted();
  assert.deepEqual(fields, ['name', 'prompt', 'runs']);
  assert.equal((await change('meeting-minutes', {})).status, 422);
  assert.equal((await change('meeting-minutes', { prompt: 'Mine' })).status, 409);
  assert.equal((await key.call('DELETE', `${PATH}/meeting-minutes`)).status, 409);
});

test('templates belong to a single user', async () => {
  const { body: made } = await write();
  const reader = await service.owner.key(['conversations:read']);
  assert.equal((await reader.call('POST', PATH, { name: 'a', prompt: 'b' })).status, 403);
  assert.equal((await reader.call('GET', `${PATH}/${made.id}`)).status, 200);
  await key.call('DELETE', `${PATH}/${made.id}`);
});

test('minutes are written without a model and stored with the conversation', async () => {
  const id = await talk();
  const { status, body } = await summarise(id, 'meeting-minutes');
  assert.equal(status, 200);
  assert.equal(body.app_id, 'meeting-minutes');
  assert.match(body.content, /Present: Ana, Owner/);
  assert.match(body.content, /## Decisions\n\n- Ana: We decided to move the launch to May\./);
  assert.match(body.content, /## Tasks\n\n- Send the new plan to the team \(by /);
  assert.deepEqual(await resultsOf(id), [body]);
  const own = (await service.owner.call('GET', `/v1/conversations/${id}`)).body;
  assert.deepEqual([own.apps_results, own.plugins_results], [[body], [body]]);
  const file = await service.owner.call('GET', `/v1/conversations/${id}/transcript?format=json`);
  assert.deepEqual(file.body.apps_results, [body]);
  await summarise(id, 'decisions-and-tasks');
  await summarise(id, 'meeting-minutes');
  assert.deepEqual(
    (await resultsOf(id)).map(({ app_id }) => app_id),
    ['decisions-and-tasks', 'meeting-minutes'],
    'written again, there once',
  );
});

test('templates without the needed model are refused, and unknown ones are not found', async () => {
  const id = await talk();
  const { status, body } = await summarise(id, 'lecture-notes');
  assert.equal(status, 422);
  assert.match(JSON.stringify(body), /needs a language model/);
  assert.equal((await summarise(id, 'no-such-template')).status, 404);
  assert.equal(
    (await summarise('0198c1a2-7b3c-7d4e-8f50-112233445566', 'meeting-minutes')).status,
    404,
  );
  assert.deepEqual(await resultsOf(id), []);
});

test('a template that always runs has its result when the conversation is completed', async () => {
  assert.equal((await change('plain-summary', { runs: 'always' })).body.runs, 'always');
  const id = await talk();
  const [result, ...others] = await resultsOf(id);
  assert.deepEqual([result!.app_id, others], ['plain-summary', []]);
  assert.match(result!.content, /launch/);
  await change('plain-summary', { runs: 'on_demand' });
  assert.deepEqual(await resultsOf(await talk()), []);
});

test('`reprocess` with a template writes only its summary', async () => {
  const id = await talk();
  await service.owner.call('PATCH', `/v1/conversations/${id}/title?title=Mine`);
  const { body } = await service.owner.call(
    'POST',
    `/v1/conversations/${id}/reprocess?app_id=decisions-and-tasks`,
    {},
  );
  assert.equal(body.structured.title, 'Mine');
  assert.equal(body.apps_results[0].app_id, 'decisions-and-tasks');
});

test('a model fills any template as data between marks, and the result outlives the template', async () => {
  await using model = await startLanguageModel((request, response) => {
    const asked = JSON.stringify(request.messages);
    if (asked.includes('List the risks.')) complete(response, '{"content":"- May is late."}');
    else response.writeHead(500).end('{}');
  });
  await using served = await startService({
    environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' },
  });
  const by = await served.owner.key(SCOPES);
  const { body: template } = await by.call('POST', PATH, {
    name: 'Risks',
    prompt: 'List the risks.',
  });
  assert.equal(template.needs_model, false);
  const id = await talk(by);
  const before = (await served.owner.call('GET', `/v1/conversations/${id}`)).body;
  assert.deepEqual((await summarise(id, template.id, by)).body, {
    app_id: template.id,
    content: '- May is late.',
  });
  const after = (await served.owner.call('GET', `/v1/conversations/${id}`)).body;
  assert.equal(after.model_calls, before.model_calls + 1, 'its cost is the conversation’s');
  const [system, user] = model.requests.at(-1)!.messages;
  assert.match(system.content, /List the risks/);
  assert.doesNotMatch(system.content, /launch/);
  assert.match(user.content, /DATA-[0-9a-f]{18}[\s\S]*launch/);
  const failed = await summarise(id, 'lecture-notes', by);
  assert.match(failed.body.content, /could not be written: the language model answered 500/);
  const byRules = await summarise(id, 'meeting-minutes', by);
  assert.match(byRules.body.content, /Present: /);
  await by.call('DELETE', `${PATH}/${template.id}`);
  const { body } = await by.call('GET', `${CONVERSATIONS}/${id}/summaries`);
  assert.ok(body.some(({ content }: Json) => content === '- May is late.'));
});
