import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../testing/clients/api-user.ts';
import {
  complete,
  refuse,
  startLanguageModel,
} from '../../testing/servers/language-model-server.ts';
import { startService } from '../../testing/start-service.ts';

test('all segments are translated, forty at a time, and existing translations are kept', async () => {
  const asked: number[] = [];
  await using model = await startLanguageModel((request, response) => {
    const [{ content: system }, { content: user }] = request.messages;
    if (!/You translate/.test(system)) return refuse(response, 500);
    const lines = [...user.matchAll(/^(\d+): (.*)$/gm)];
    asked.push(lines.length);
    // The model omits every line that contains this word.
    const translations = lines
      .filter(([, , text]) => !/forgotten/.test(text!))
      .map(([, line, text]) => ({ line: Number(line), text: `(${asked.length}) ${text}` }));
    complete(response, JSON.stringify({ translations }));
  });
  await using service = await startService({
    environment: {
      SVC_LLM_BASE_URL: model.baseUrl,
      SVC_LLM_MODEL: 'test',
      SVC_LOG_LEVEL: 'silent',
    },
  });
  const { owner } = service;
  const texts = Array.from({ length: 80 }, (_, n) => (n === 79 ? 'Is forgotten.' : `Line ${n}.`));
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: texts.map((text, n) => ({ text, start: n, end: n + 1 })),
  });
  const translate = async () => {
    const path = `/v1/conversations/${body.id}/translate`;
    const { body: whole, headers } = await owner.call('POST', path, { language: 'pt' });
    const current = await owner.call('GET', `/v1/conversations/${body.id}`);
    assert.equal(headers.get('etag') ?? 'none', current.headers.get('etag'));
    return whole.transcript_segments.map(({ translations }: Json) => translations[0]?.text);
  };
  const first = await translate();
  assert.deepEqual(asked, [40, 40]);
  assert.deepEqual([first[0], first[40], first[79]], ['(1) Line 0.', '(2) Line 40.', undefined]);
  assert.deepEqual(await translate(), first);
  assert.deepEqual(asked, [40, 40, 1], 'only what has none');
});

test('without a language model, a translation is refused with an explanation', async () => {
  await using service = await startService();
  const { owner } = service;
  const { body } = await owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [{ text: 'Good morning.', start: 0, end: 1 }],
  });
  const path = `/v1/conversations/${body.id}/translate`;
  const { status, body: answer } = await owner.call('POST', path, { language: 'pt' });
  assert.equal(status, 409);
  assert.match(answer.detail, /SVC_LLM_BASE_URL/);
  assert.equal((await owner.call('POST', path, { language: 'Portuguese' })).status, 422);
});
