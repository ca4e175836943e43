/** While a slow language model is asked, a conversation has what the reader read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerResponse } from 'node:http';
import { eventually } from '../src/testing/eventually.ts';
import { refuse, startLanguageModel } from '../src/testing/servers/language-model-server.ts';
import { startService } from '../src/testing/start-service.ts';

test('what was read stands while a language model is asked, and when it fails', async () => {
  const waiting: ServerResponse[] = [];
  let isGone = false;
  await using model = await startLanguageModel((_, response) => {
    if (isGone) refuse(response, 400);
    else waiting.push(response);
  });
  await using service = await startService({
    environment: { SVC_LLM_BASE_URL: model.baseUrl, SVC_LLM_MODEL: 'slow' },
  });
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  const text = 'I will send the report to Ana on Friday. My cat is called Biscuit.';
  const sent = key.call('POST', '/v1/dev/user/conversations', { text }).catch(() => null);
  const read = async () => (await service.owner.call('GET', '/v1/conversations')).body[0];
  await eventually('a title', async () => /report/i.test((await read())?.structured.title ?? ''));
  assert.equal((await read()).status, 'processing');
  isGone = true;
  for (const response of waiting) refuse(response, 400);
  await sent;
  await eventually('the end', async () => (await read()).status === 'completed');
  const { structured } = await read();
  assert.match(structured.title, /report/i);
  assert.match(structured.action_items[0].description, /send the report to ana/i);
});
