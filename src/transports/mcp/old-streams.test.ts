/** Tests that the streams of revision 2024-11-05 end with the access of their clients. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { request } from '../../testing/clients/api-user.ts';
import { OAuthClient } from '../../testing/clients/oauth-browser.ts';
import { OWNER, startService } from '../../testing/start-service.ts';

/** Opens an old stream. */
async function openStream(token: string, url: string): Promise<ReadableStream<Uint8Array>> {
  const opened = await fetch(new URL('/v1/mcp/sse', url), {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
  });
  assert.equal(opened.status, 200);
  return opened.body!;
}

// In these tests a stream must end before its next beat, which comes after an hour. Otherwise the
// tests do not end.
test('a stream ends when its key or its grant is revoked', { timeout: 20_000 }, async () => {
  await using slow = await startService({ mcp: { keepAliveMs: 3_600_000 } });
  const { owner } = slow;
  const here = slow.service.url;
  const made = (await owner.call('POST', '/v1/mcp/keys', { name: 'short' })).body;
  const client = new OAuthClient(here);
  const tokens = await client.connect(OWNER);
  const again = await new OAuthClient(here).connect(OWNER);
  const streams = await Promise.all(
    [made.key, tokens.access_token, again.access_token].map((token) => openStream(token, here)),
  );
  const [ofKey, ofGrant, ofOther] = streams.map((stream) => stream.getReader());
  const end = async (reader: typeof ofKey) => {
    while (!(await reader!.read()).done);
  };
  await owner.call('DELETE', `/v1/mcp/keys/${made.id}`);
  await end(ofKey);
  // One sign-in of an assistant ends, and the other goes on.
  await client.revoke(tokens.refresh_token);
  await end(ofGrant);
  const [{ id }] = (await owner.call('GET', '/v1/mcp/oauth/grants')).body.grants;
  const use = await request(here, 'GET', '/v1/mcp/memories', { token: again.access_token });
  assert.equal(use.status, 200);
  await owner.call('DELETE', `/v1/mcp/oauth/grants/${id}`);
  await end(ofOther);
});

test('a stream ends with the next beat when its connection has ended by itself', async () => {
  const clock = new ManualClock();
  await using quick = await startService({ clock, mcp: { keepAliveMs: 20 } });
  const { access_token } = await new OAuthClient(quick.service.url).connect(OWNER);
  const stream = await openStream(access_token, quick.service.url);
  const [{ id }] = (await quick.owner.call('GET', '/v1/mcp/oauth/grants')).body.grants;
  await quick.owner.call('PATCH', `/v1/mcp/oauth/grants/${id}`, { ends_after_days: 1 });
  clock.advance(86_400_000);
  for await (const _ of stream);
});
