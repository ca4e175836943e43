// One database: its service has its own, and no database writes to the log.
/** A log never holds secrets or content, however much is logged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiUser, request } from '../src/testing/clients/api-user.ts';
import { FormBrowser, OAuthClient } from '../src/testing/clients/oauth-browser.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { copyTemplate, removeFolder } from '../src/testing/template.ts';

test('the log contains neither tokens nor memories', async () => {
  const folder = copyTemplate();
  try {
    await using service = await spawnService({ folder, environment: { SVC_LOG_LEVEL: 'debug' } });
    const { url, output } = service;
    const browser = new FormBrowser();
    const client = new OAuthClient(url);
    const { access_token: token, refresh_token } = await client.connect(OWNER, { browser });
    const { body: memory } = await request(url, 'POST', '/v1/mcp/memories', {
      token,
      body: { content: 'Keeps a pineapple' },
    });
    const paths = [
      '/v1/mcp/memories/search?query=pineapple',
      `/v1/mcp/memories?access_token=${token}`,
      `/v1/mcp/sse?access_token=${token}`,
      `/nowhere/pineapple?token=${token}`,
      `/%zz/pineapple?token=${token}`,
    ];
    for (const path of paths) await request(url, 'GET', path, { token });
    await request(url, 'PATCH', `/v1/mcp/memories/${memory.id}?value=pineapple`, { token });
    await client.refresh(refresh_token);
    await fetch(`${url}/token?refresh_token=${refresh_token}&code_verifier=${client.verifier}`);
    await fetch(`${url}/setup?token=pineapple`);
    const owner = await ApiUser.signIn(url, OWNER);
    await owner.call('GET', '/v1/auth/me');
    await service.kill();

    assert.match(output(), /"method":"PATCH","route":"\/v1\/mcp\/memories\/:memory_id"/);
    assert.doesNotMatch(output(), /svc_[a-z]+_/);
    for (const secret of ['pineapple', client.verifier, owner.token, OWNER.password, 'the state']) {
      assert.ok(!output().includes(secret), `the log holds ${secret}`);
    }
  } finally {
    removeFolder(folder);
  }
});
