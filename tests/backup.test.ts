// Long: each backup and restore is a process.
/** A backup under load, and its restore: nothing acknowledged before it began is lost. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ApiKey, ApiUser } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { eventually } from '../src/testing/eventually.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { runCommand, spawnService } from '../src/testing/service-process.ts';
import { OWNER, removeFolder, temporaryFolder } from '../src/testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const SVC_BACKUP_KEY = 'a passphrase for archives';
const WRITERS = 4;
const BEFORE = 60;
const TEXT =
  'I have to send the report to Ana by Friday. She lives in Porto. We meet there on the fifth of May.';

/** Makes empty stores of the kind that is tested. */
async function emptyStore(stack: AsyncDisposableStack) {
  const folder = temporaryFolder();
  stack.defer(() => removeFolder(folder));
  const database = serverUrl ? stack.use(await createTestDatabase(serverUrl, 'empty')) : null;
  const environment: Record<string, string> = {
    SVC_BACKUP_KEY,
    ...(database && { DATABASE_URL: database.url }),
  };
  return { folder, environment };
}

/** Writes until it is stopped; `acknowledged` has the paths of all records that were stored. */
function startWriters(key: ApiKey) {
  const acknowledged: string[] = [];
  const stop = new AbortController();
  const write = async (writer: number) => {
    for (let index = 0; !stop.signal.aborted; index += 1) {
      const content = `Memory ${index} of writer ${writer}: ${'ünï '.repeat(index % 50)}`;
      const made = await key.call('POST', '/v1/dev/user/memories', { content });
      assert.equal(made.status, 200, JSON.stringify(made.body));
      acknowledged.push(`/v1/dev/user/memories/${made.body.id}`);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return {
    acknowledged,
    async stop() {
      stop.abort();
      await writing;
    },
  };
}

/** Uploads half of a file, which stays in the folder of uploads. */
async function uploadHalf(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const made = await fetch(`${url}/v1/conversations/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': '20' },
  });
  assert.equal(made.status, 201, await made.text());
  const location = new URL(made.headers.get('location')!, url).pathname;
  const sent = await fetch(url + location, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from('0123456789'),
  });
  assert.equal(sent.headers.get('upload-offset'), '10');
  return location;
}

test(
  'an encrypted backup under load restores everything that was acknowledged before it',
  { timeout: 180_000 },
  async () => {
    await using stack = new AsyncDisposableStack();
    const from = await emptyStore(stack);
    const archives = temporaryFolder();
    stack.defer(() => removeFolder(archives));
    let before: string[];
    let made: Json;
    let key: ApiKey;
    let upload: string;
    let token: string;
    {
      await using service = await spawnService(from);
      const owner = await ApiUser.signIn(service.url, OWNER);
      token = owner.token;
      key = await owner.key([
        'memories:read',
        'memories:write',
        'conversations:read',
        'conversations:write',
      ]);
      upload = await uploadHalf(service.url, owner.token);
      // The first start of an empty store, without a template.
      made = (await key.call('POST', '/v1/dev/user/conversations', { text: TEXT })).body;
      assert.ok(made.id, JSON.stringify(made));
      const writers = startWriters(key);
      await eventually('enough memories', () => writers.acknowledged.length >= BEFORE);
      before = [...writers.acknowledged];
      const { code, output } = await runCommand(['backup', archives], from);
      await writers.stop();
      assert.equal(code, 0, output);
      assert.ok(
        writers.acknowledged.length > before.length + WRITERS,
        'nothing was written meanwhile',
      );
      assert.deepEqual(
        readdirSync(from.folder).filter((name) => name.startsWith('snapshot')),
        [],
      );
    }
    const [archive] = readdirSync(archives);
    assert.match(archive!, /^commonplace-.*\.tar\.gz\.age$/);
    assert.ok(!readFileSync(join(archives, archive!)).includes('Memory'));

    const to = await emptyStore(stack);
    const restored = await runCommand(['restore', join(archives, archive!)], to);
    assert.equal(restored.code, 0, restored.output);
    assert.match(restored.output, /all counts and checksums are those of the backup/);
    await using service = await spawnService(to);
    const again = new ApiKey(service.url, key.key);
    const owner = new ApiUser(service.url, token, '');
    for (const path of before) assert.equal((await again.call('GET', path)).status, 200, path);
    // If its job was running during the backup, another worker takes it after the heartbeats end.
    const isCompleted = async () =>
      (await owner.call('GET', `/v1/conversations/${made.id}`)).body.status === 'completed';
    await eventually('the conversation', isCompleted, { seconds: 60 });
    const head = await fetch(service.url + upload, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
    });
    // With PostgreSQL, what waits for a process is in no backup (docs/operating.md).
    assert.equal(head.headers.get('upload-offset'), serverUrl ? null : '10');
    const twice = await runCommand(['restore', join(archives, archive!)], to);
    assert.equal(twice.code, 1);
    assert.match(twice.output, /nothing was restored|already running/);
  },
);
