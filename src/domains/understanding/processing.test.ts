import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Maker } from '../../engines/understanding/maker.ts';
import { makerInThread } from '../../engines/understanding/understand.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import {
  complete,
  refuse,
  startLanguageModel,
} from '../../testing/servers/language-model-server.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { eventually } from '../../testing/eventually.ts';

const PATH = '/v1/dev/user/conversations';

/** Records these words of the user and ends the recording; returns the whole conversation. */
async function record({ url, owner }: TestService, ...texts: string[]): Promise<Json> {
  await using listener = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    custom_stt: 'enabled',
  });
  await listener.event('service_status', ({ status }) => status === 'ready');
  const segments = texts.map((text, index) => ({
    text,
    is_user: true,
    start: index * 2,
    end: index * 2 + 2,
  }));
  listener.say({ type: 'suggested_transcript', segments });
  await listener.until(() => listener.segments.size > 0);
  const { status, body } = await owner.call('POST', '/v1/conversations', {});
  assert.equal(status, 200);
  return body.conversation;
}

test('a conversation whose processing fails shows the failure and can be retried', async () => {
  let broken = true;
  const rules = makerInThread();
  const maker: Maker = {
    name: 'rules',
    understand: async (transcript, options) => {
      if (broken) throw new Error('out of order');
      return rules.understand(transcript, options);
    },
  };
  await using service = await startService({ maker, environment: { SVC_LOG_LEVEL: 'silent' } });
  const failed = await record(service, 'I live in Porto and I work as a nurse.');
  assert.equal(failed.status, 'failed');
  assert.match(failed.failure, /Its words are safe/);
  broken = false;
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  const retry = () => key.call('POST', `${PATH}/${failed.id}/retry`);
  const [listed] = (await key.call('GET', `${PATH}?status=failed`)).body;
  assert.equal(listed.id, failed.id);
  assert.equal((await retry()).status, 200);
  await eventually('the title of the conversation', async () => {
    return (await key.call('GET', `${PATH}/${failed.id}`)).body.structured.title;
  });
  assert.equal((await retry()).status, 409, 'only a failed one');
});

test('a language model understands a conversation, which shows the cost', async () => {
  const answer = {
    title: 'A nurse in Porto',
    overview: 'The user lives in Porto and works as a nurse.',
    category: 'work',
    emoji: '🏥',
    action_items: [],
    events: [],
    memories: [{ content: 'Works as a nurse', category: 'system', quote: 'I work as a nurse' }],
  };
  await using model = await startLanguageModel((_request, response) =>
    complete(response, JSON.stringify(answer)),
  );
  await using service = await startService({
    environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'test' },
  });
  const made = await record(service, 'I live in Porto and I work as a nurse.');
  assert.equal(made.structured.title, 'A nurse in Porto');
  assert.equal(made.understood_by, 'language-model');
  assert.deepEqual([made.model_calls, made.model_tokens], [1, 20]);
  const key = await service.owner.key(['memories:read']);
  const [memory] = (await key.call('GET', '/v1/dev/user/memories')).body;
  assert.equal(memory.content, 'Works as a nurse');
  assert.equal(memory.manually_added, false);
  assert.equal(memory.user_review, null);
  const whole = (await key.call('GET', `/v1/dev/user/memories/${memory.id}`)).body;
  assert.equal(whole.conversation_id, made.id);
});

test('when the language model fails, the rules take over and the conversation says so', async () => {
  await using model = await startLanguageModel((_request, response) => refuse(response, 500));
  await using service = await startService({
    environment: {
      SVC_LLM_BASE_URL: model.baseUrl,
      SVC_LLM_MODEL: 'test',
      SVC_LOG_LEVEL: 'silent',
    },
  });
  const made = await record(service, 'I live in Porto and I work as a nurse.');
  assert.equal(made.status, 'completed');
  assert.equal(made.understood_by, 'rules');
  assert.match(made.understood_note, /the language model answered 500/);
});

test('conversations that the user ended are kept, and short ones that ended by themselves are discarded', async () => {
  await using service = await startService();
  const forced = await record(service, 'Hello, hello.');
  assert.equal(forced.discarded, false);

  await using listener = await Listener.open(service.url, {
    token: service.owner.token,
    uid: service.owner.id,
    custom_stt: 'enabled',
    conversation_timeout: 2,
  });
  await listener.event('service_status', ({ status }) => status === 'ready');
  const segments = [{ text: 'Hello, hello.', is_user: true, start: 0, end: 1 }];
  listener.say({ type: 'suggested_transcript', segments });
  const { memory } = await listener.event('memory_created');
  assert.equal(memory.discarded, true);
  const key = await service.owner.key(['conversations:read']);
  const listed = (await key.call('GET', PATH)).body.map(({ id }: { id: string }) => id);
  assert.deepEqual(listed, [forced.id]);
  assert.equal((await key.call('GET', `${PATH}/${memory.id}`)).status, 200, 'still readable by id');
});
