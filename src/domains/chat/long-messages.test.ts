import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import { complete, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const QUESTION = 'What does the roof of the boathouse cost?';
const MAX_INPUT = 8_000;
const prompts: string[] = [];
let model: Awaited<ReturnType<typeof startLanguageModel>>;
let withRules: TestService;
let withModel: TestService;
before(async () => {
  model = await startLanguageModel(({ messages: [system, user] }, response) => {
    if (/You answer/.test(system.content)) prompts.push(user.content);
    complete(response, 'Nine hundred euros [1].');
  });
  withRules = await startService();
  withModel = await startService({
    environment: {
      SVC_LLM_BASE_URL: model.baseUrl,
      SVC_LLM_MODEL: 'test',
      SVC_LLM_MAX_INPUT_CHARS: String(MAX_INPUT),
      SVC_LOG_LEVEL: 'silent',
    },
  });
  for (const { owner } of [withRules, withModel]) {
    await owner.call('POST', '/v1/conversations/from-text', {
      text: 'The carpenter wants nine hundred euros for the roof of the boathouse.',
    });
  }
});
after(async () => {
  await withRules[Symbol.asyncDispose]();
  await withModel[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

/** Sends a message, and returns the whole answer. */
async function ask({ url, owner }: TestService, text: string): Promise<Json> {
  const answer = await fetch(new URL('/v2/messages', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ text }),
  });
  const records = await answer.text();
  assert.equal(answer.status, 200, records);
  const done = /^done: (.*)$/m.exec(records)?.[1];
  assert.ok(done, records);
  return JSON.parse(Buffer.from(done, 'base64').toString());
}

/** Text unrelated to the question, without a repeated word. */
const padding = (length: number) =>
  Array.from({ length: length / 5 }, (_, index) => `q${index}z`)
    .join(' ')
    .slice(0, length);
const atEnd = `${padding(16_000 - QUESTION.length - 2)}\n\n${QUESTION}`;
const atBeginning = `${QUESTION} ${padding(16_000 - QUESTION.length - 1)}`;

test('a message of 16,000 characters is answered from the conversations and kept whole', async () => {
  for (const text of [atEnd, atBeginning]) {
    assert.equal(text.length, 16_000);
    assert.match((await ask(withRules, text)).text, /nine hundred euros/i);
    const chat = (await withRules.owner.call('GET', '/v2/messages')).body;
    assert.ok(chat.some((message: Json) => message.text === text));
  }
});

test('a long message without a question is answered', async () => {
  const { text } = await ask(withRules, `${'🐝'.repeat(3_000)} ${padding(9_000)}`);
  assert.match(text, /found nothing/);
});

test('a short question after a long message refers to it', async () => {
  await ask(withRules, atEnd);
  assert.match((await ask(withRules, 'And why?')).text, /nine hundred euros/i);
});

test('the prompt for a long message stays within the limit and has notes', async () => {
  for (const text of [atEnd, atBeginning]) {
    prompts.length = 0;
    const { owner } = withModel;
    await owner.call('DELETE', '/v2/messages');
    assert.match((await ask(withModel, text)).text, /Nine hundred euros/);
    const [prompt] = prompts;
    assert.ok(prompt!.length < MAX_INPUT + 500, String(prompt!.length));
    assert.ok(prompt!.includes(QUESTION));
    assert.ok(prompt!.includes('The carpenter wants nine hundred euros'));
  }
});
