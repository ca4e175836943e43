/** Tests the bundle for Claude Desktop, which is installed and started as Claude Desktop does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { startBundle, unpackBundle } from '../../../../testing/mcp/first-calls.ts';
import { startService } from '../../../../testing/start-service.ts';

/** The fields of a manifest of version 0.3 (MANIFEST.md of MCPB) that we use; there are no others. */
const Manifest = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string().regex(/^[a-z0-9-]+$/),
  display_name: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string(),
    mcp_config: z.strictObject({
      command: z.literal('node'),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
  tools_generated: z.literal(true),
  prompts_generated: z.literal(true),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
});

test('the bundle for Claude Desktop is complete, small and works without anything else', async () => {
  await using service = await startService();
  const { url } = service.service;
  const { id, key } = (
    await service.owner.call('POST', '/v1/mcp/keys', { name: 'Desktop', scopes: ['memories.read'] })
  ).body;
  const download = (key: string) =>
    fetch(`${url}/v1/mcp/desktop-bundle`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.owner.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ key }),
    });
  assert.equal((await download('svc_dev_x')).status, 422);
  const answer = await download(key);
  assert.match(answer.headers.get('content-disposition')!, /filename="commonplace\.mcpb"/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const archive = new Uint8Array(await answer.arrayBuffer());
  assert.ok(archive.length < 10_000);
  const bundle = unpackBundle(archive);
  const { server } = Manifest.parse(bundle.manifest);
  assert.deepEqual(Object.keys(bundle.files).toSorted(), ['manifest.json', server.entry_point]);
  const env = { SVC_ENDPOINT: `${url}/v1/mcp/sse`, SVC_API_KEY: key };
  assert.deepEqual(server.mcp_config.env, env);

  await using stack = new AsyncDisposableStack();
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client({ name: 'desktop', version: '1' }, {
      versionNegotiation: { mode },
    } as never);
    await client.connect(startBundle(bundle, stack));
    const { tools } = await client.listTools();
    assert.ok(tools.length > 0);
    const [missing, found] = await Promise.all([
      client.callTool({ name: 'create_memory', arguments: { content: 'Lives in Porto' } }),
      client.callTool({ name: 'get_memories', arguments: {} }),
    ]);
    assert.deepEqual([missing.isError, found.isError ?? false], [true, false]);
    await client.close();
  }
  // A person who reads the log of Claude Desktop, or asks the assistant, learns the reason.
  const client = new Client({ name: 'desktop', version: '1' });
  await client.connect(startBundle(bundle, stack));
  await service.owner.call('DELETE', `/v1/mcp/keys/${id}`);
  const refused = await client.callTool({ name: 'get_memories', arguments: {} });
  assert.equal(refused.isError, true);
  assert.match(JSON.stringify(refused.content), /Invalid or missing API key/);
  await assert.rejects(client.listTools(), /Invalid or missing API key/);
  await client.close();
});
