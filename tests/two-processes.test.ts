// One database: the embedded one has one process.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { ApiUser, request } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { FormBrowser, OAuthClient } from '../src/testing/clients/oauth-browser.ts';
import type { BrowserPage } from '../src/testing/clients/oauth-browser.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { freePort } from '../src/testing/servers/free-port.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];

test(
  'two processes on one PostgreSQL act as one service',
  { skip: serverUrl ? false : 'the embedded database has one process' },
  async () => {
    await using stack = new AsyncDisposableStack();
    const { url: DATABASE_URL } = stack.use(await createTestDatabase(serverUrl!, 'empty'));
    const SVC_SECRET = 'the secret that both processes share';
    const parent = temporaryFolder();
    stack.defer(() => removeFolder(parent));
    const start = async (environment: Record<string, string> = { SVC_SECRET }) => {
      // A data folder that does not exist yet.
      const folder = join(parent, crypto.randomUUID(), 'data');
      const all = { DATABASE_URL, ...environment };
      return stack.use(await spawnService({ folder, environment: all }));
    };
    // Both processes find an empty database. One of them migrates it and creates the owner.
    const [one, two] = await Promise.all([start(), start()]);
    await assert.rejects(start({}), /ended with 1: .*another secret/s);
    const here = await ApiUser.signIn(one.url, OWNER);
    const there = new ApiUser(two.url, here.token, here.id);

    const key = await here.key(['memories:read', 'memories:write']);
    const created = await key.call('POST', '/v1/dev/user/memories', { content: 'Lives in Porto' });
    const elsewhere = await there.key(['memories:read']);
    const listed = await elsewhere.call('GET', '/v1/dev/user/memories');
    assert.equal(listed.body[0].id, created.body.id);

    const find = async (query: string) =>
      (await elsewhere.call('POST', '/v1/dev/user/memories/search', { query })).body.items.length;
    const path = `/v1/dev/user/memories/${created.body.id}`;
    assert.equal(await find('Porto'), 1);
    await key.call('PATCH', path, { content: 'Lives in Braga' });
    assert.deepEqual([await find('Porto'), await find('Braga')], [0, 1]);
    await key.call('DELETE', path);
    assert.equal(await find('Braga'), 0);

    await using listener = await Listener.open(one.url, {
      token: here.token,
      uid: here.id,
      custom_stt: 'enabled',
    });
    const { conversation_id } = await listener.event('conversation_session');
    await listener.event('service_status', ({ status }) => status === 'ready');
    const segments = [{ text: 'I work as a nurse in Porto.', is_user: true, start: 0, end: 2 }];
    listener.say({ type: 'suggested_transcript', segments });
    await listener.until(() => listener.segments.size > 0);
    const ended = await there.call('POST', '/v1/conversations', {});
    assert.equal(ended.body.conversation.id, conversation_id);
    await listener.event('memory_created', (event) => event.conversation_id === conversation_id);
  },
);

test(
  'an assistant signs in at one process, continues at another, and loses access at both at once',
  { skip: serverUrl ? false : 'the embedded database has one process' },
  async () => {
    await using stack = new AsyncDisposableStack();
    const { url: DATABASE_URL } = stack.use(await createTestDatabase(serverUrl!));
    const [first, second] = [await freePort(), await freePort()];
    const start = async (PORT: number) => {
      const folder = temporaryFolder();
      stack.defer(() => removeFolder(folder));
      const environment = {
        DATABASE_URL,
        PORT: String(PORT),
        SVC_BASE_URL: `http://127.0.0.1:${first}`,
        SVC_SECRET: 'the secret that both processes share',
      };
      return stack.use(await spawnService({ folder, environment }));
    };
    const [one, two] = [await start(first), await start(second)];
    const at = (process: { url: string }, page: BrowserPage): BrowserPage => ({
      ...page,
      url: new URL(page.url.pathname, process.url),
    });
    const browser = new FormBrowser();
    const client = new OAuthClient(one.url);
    const asked = await browser.open(client.authorizeUrl());
    const consent = await browser.submit(at(two, asked), { action: 'sign-in', ...OWNER });
    const sent = await browser.submit(at(one, consent), {
      action: 'allow',
      scope: 'memories.read',
    });
    const there = new OAuthClient(two.url);
    const exchanged = await there.exchange(sent.url.searchParams.get('code')!, {
      code_verifier: client.verifier,
      resource: null,
    });
    const { access_token: token, refresh_token } = exchanged.body;
    const use = async ({ url }: { url: string }) =>
      (await request(url, 'GET', '/v1/mcp/memories', { token })).status;
    assert.deepEqual([await use(one), await use(two)], [200, 200]);

    const parallel = await Promise.all(
      [client, there, client, there].map((each) => each.refresh(refresh_token)),
    );
    assert.deepEqual(
      parallel.map(({ status }) => status),
      [200, 200, 200, 200],
    );

    const stream = await fetch(`${two.url}/v1/mcp/sse`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    });
    const here = await ApiUser.signIn(one.url, OWNER);
    const { body } = await here.call('GET', '/v1/mcp/oauth/grants');
    await here.call('DELETE', `/v1/mcp/oauth/grants/${body.grants[0].id}`);
    assert.deepEqual([await use(one), await use(two)], [401, 401]);
    // An open stream at the other process ends too.
    for await (const _ of stream.body!);
    const late = await there.refresh(parallel[0]!.body.refresh_token);
    assert.equal(late.body.error, 'invalid_grant');

    const again = await client.allow(OWNER, { browser, scope: ['memories.read'] });
    const code = again.searchParams.get('code')!;
    const changes = { code_verifier: client.verifier, resource: null };
    const raced = await Promise.all(
      [client, there, client, there].map((each) => each.exchange(code, changes)),
    );
    assert.deepEqual(raced.map(({ status }) => status).sort(), [200, 400, 400, 400]);
    const won = raced.find(({ status }) => status === 200)!.body.access_token;
    assert.equal((await request(two.url, 'GET', '/v1/mcp/memories', { token: won })).status, 401);
  },
);

test(
  'words that devices hear at two processes are stored once',
  { skip: serverUrl ? false : 'the embedded database has one process' },
  async () => {
    await using stack = new AsyncDisposableStack();
    const { url: DATABASE_URL } = stack.use(await createTestDatabase(serverUrl!));
    const start = async () => {
      const folder = temporaryFolder();
      stack.defer(() => removeFolder(folder));
      const SVC_SECRET = 'the secret that both processes share';
      const environment = { DATABASE_URL, SVC_SECRET, SVC_RECOGNISER: 'builtin' };
      return stack.use(await spawnService({ folder, environment }));
    };
    const processes = [await start(), await start()];
    const owner = await ApiUser.signIn(processes[0]!.url, OWNER);
    const devices = await Promise.all(
      processes.map(({ url }) =>
        Listener.open(url, {
          token: owner.token,
          uid: owner.id,
          codec: 'pcm16',
          sample_rate: 16_000,
        }),
      ),
    );
    for (const device of devices) stack.use(device);
    const sessions = await Promise.all(
      devices.map(async (device) => {
        await device.event('service_status', ({ status }) => status === 'ready');
        return (await device.event('conversation_session')).conversation_id;
      }),
    );
    assert.equal(sessions[0], sessions[1]);
    const speech = await speak('I live in Boston with my two children.');
    await Promise.all(devices.map((device) => device.stream(joinedSound(speech, silence(2)))));
    for (const device of devices) await device.until(() => /children/.test(device.text));
    const { body } = await owner.call('POST', '/v1/conversations', {});
    const text = body.conversation.transcript_segments.map((each: Json) => each.text).join(' ');
    assert.equal(text.split('children').length, 2, text);
  },
);
