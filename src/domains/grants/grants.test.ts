import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OAuthClient } from '../../testing/oauth-browser.ts';
import { OWNER, startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
before(async () => void (service = await startService()));
after(() => service[Symbol.asyncDispose]());

test('what a user allows an assistant is listed, until it is revoked', async () => {
  const client = new OAuthClient(service.service.url);
  const tokens = await client.connect(OWNER);
  assert.match(tokens.access_token, /^svc_oat_/);
  const { body } = await service.owner.call('GET', '/v1/mcp/oauth/grants');
  assert.equal(body.grants.length, 1);
  const [grant] = body.grants;
  assert.equal(grant.client_name, 'Claude');
  const path = `/v1/mcp/oauth/grants/${grant.id}`;
  assert.equal((await service.owner.call('DELETE', path)).status, 204);
  assert.equal((await service.owner.call('DELETE', path)).status, 404);
});
