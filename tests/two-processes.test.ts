import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiUser } from '../src/testing/api-user.ts';
import { Listener } from '../src/testing/listener.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];

test(
  'two processes on one PostgreSQL are one service',
  { skip: serverUrl ? false : 'the embedded database has one process' },
  async () => {
    await using stack = new AsyncDisposableStack();
    const { url: DATABASE_URL } = stack.use(await createTestDatabase(serverUrl!));
    const start = async () => {
      const folder = temporaryFolder();
      stack.defer(() => removeFolder(folder));
      return stack.use(await spawnService({ folder, environment: { DATABASE_URL } }));
    };
    // Both find an empty database: one of them migrates it and makes the owner.
    const [one, two] = await Promise.all([start(), start()]);
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
