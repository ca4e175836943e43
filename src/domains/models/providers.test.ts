/** Tests the list of providers in use, and the test of a provider. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complete, startLanguageModel } from '../../testing/servers/language-model-server.ts';
import type { Behaviour } from '../../testing/servers/language-model-server.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';

const answers: Behaviour = (request, response) => {
  if (request.input) response.end(JSON.stringify({ data: [{ embedding: [1, 2] }] }));
  else complete(response, '{"sum": 5}');
};

async function serviceWith(baseUrl: string) {
  return startService({
    environment: {
      SVC_LLM_BASE_URL: baseUrl,
      SVC_LLM_MODEL: 'writer',
      SVC_EMBEDDINGS_BASE_URL: baseUrl,
      SVC_EMBEDDINGS_MODEL: 'finder',
    },
  });
}

test('the owner sees which providers are in force, without secrets of their addresses', async () => {
  await using endpoint = await startLanguageModel(answers);
  await using service = await serviceWith(endpoint.baseUrl);
  const { body } = await service.owner.call('GET', '/v1/providers');
  const { origin } = new URL(endpoint.baseUrl);
  assert.deepEqual(body.providers, [
    { kind: 'recogniser', name: 'none', address: null },
    { kind: 'language_model', name: 'writer', address: origin },
    { kind: 'embeddings', name: 'finder', address: origin },
  ]);
});

test('a test asks a provider once and counts its tokens', async () => {
  await using endpoint = await startLanguageModel(answers);
  await using service = await serviceWith(endpoint.baseUrl);
  const tested = async (kind: string) =>
    (await service.owner.call('POST', `/v1/providers/${kind}/test`)).body;
  for (const kind of ['recogniser', 'language_model', 'embeddings']) {
    const { milliseconds, tokens, ...result } = await tested(kind);
    assert.deepEqual(result, { is_working: true, problem: null }, kind);
    assert.ok(milliseconds >= 0);
    assert.equal(typeof tokens, kind === 'recogniser' ? 'object' : 'number');
  }
  assert.ok(endpoint.requests.length >= 2);
});

test('a provider that fails says why, and one that is not set is not found', async () => {
  await using endpoint = await startLanguageModel((_request, response) => {
    response.statusCode = 500;
    response.end('secret of the endpoint');
  });
  await using service = await serviceWith(endpoint.baseUrl);
  const { body } = await service.owner.call('POST', '/v1/providers/language_model/test');
  assert.equal(body.is_working, false);
  assert.match(body.problem, /the language model answered 500/);
  assert.doesNotMatch(JSON.stringify(body), /secret/);
  await using plain = await startService();
  const missing = await plain.owner.call('POST', '/v1/providers/language_model/test');
  assert.deepEqual([missing.status, missing.body.detail], [404, 'Provider not found']);
  const stranger = new ApiUser(plain.url, 'svc_ses_wrong', 'nobody');
  assert.equal((await stranger.call('GET', '/v1/providers')).status, 401);
});
