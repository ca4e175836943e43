// Long: each start is a process.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { request } from '../testing/clients/api-user.ts';
import { eventually } from '../testing/eventually.ts';
import { runCommand, spawnService } from '../testing/service-process.ts';
import { OWNER } from '../testing/start-service.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../testing/template.ts';

let folder: string;
before(() => void (folder = copyTemplate('owned')));
after(() => removeFolder(folder));

/** The program prints one clear line and exits with a code other than zero. */
async function refuses(
  environment: Record<string, string>,
  sentence: RegExp,
  where = folder,
): Promise<void> {
  const { code, output } = await runCommand(['serve'], { folder: where, environment });
  const lines = output.split('\n').filter((line) => line && !line.startsWith('·'));
  assert.equal(code, 1);
  assert.match(lines.join('\n'), sentence);
  assert.ok(lines.length <= 3, output);
  assert.doesNotMatch(output, /\bat .*\.ts:\d/, 'no stack trace');
}

test('the first start reports what is ready and prints a one-time set-up link', async () => {
  const fresh = temporaryFolder();
  try {
    await using service = await spawnService({
      folder: fresh,
      environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
    });
    assert.match(service.output(), /data\s+.*embedded PostgreSQL/);
    assert.match(service.output(), /understanding\s+built-in reader/);
    const token = /welcome\?token=(\S+)/.exec(service.output())![1]!;
    const page = await fetch(`${service.url}/setup?token=${token}`);
    assert.match(await page.text(), /Create the owner account/);
    const setUp = () =>
      request(service.url, 'POST', '/v1/auth/set-up', {
        body: { ...OWNER, name: 'Ana', timezone: 'Europe/Lisbon', setup_token: token },
      });
    assert.equal((await setUp()).status, 200);
    assert.equal((await setUp()).status, 409, 'the link works once');
    const { status } = await request(service.url, 'POST', '/v1/auth/sign-in', { body: OWNER });
    assert.equal(status, 200);
  } finally {
    removeFolder(fresh);
  }
});

test('a port in use is reported in one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await refuses({ PORT: String(port) }, /Port \d+ on 127\.0\.0\.1 is in use/);
  server.close();
});

test('a data folder that cannot be created is reported in one line', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  await refuses({ SVC_DATA_DIR: join(file, 'data') }, /cannot be written .*SVC_DATA_DIR/);
});

test('a second process on the same folder is refused, and the first continues', async () => {
  await using first = await spawnService({ folder });
  await refuses({}, /Another Commonplace is already running on/);
  assert.equal((await request(first.url, 'GET', '/readyz')).status, 200);
});

const canUnshare = spawnSync('unshare', ['--net', 'true']).status === 0;
test(
  'a second container that shares only the folder is refused',
  { skip: canUnshare ? false : 'network namespaces need rights that are missing here' },
  async () => {
    await using first = await spawnService({ folder });
    const { code, output } = await runCommand(['serve'], { folder, under: ['unshare', '--net'] });
    assert.equal(code, 1);
    assert.match(output, /Another Commonplace is already running on/);
    assert.equal((await request(first.url, 'GET', '/readyz')).status, 200);
  },
);

test('a kernel file system is refused as the data folder', async () => {
  for (const SVC_DATA_DIR of ['/proc/commonplace', '/sys/commonplace/data']) {
    await refuses({ SVC_DATA_DIR }, /virtual file system of the kernel.*SVC_DATA_DIR/);
  }
});

test('start-up reports a provider that does not answer', async () => {
  await using service = await spawnService({
    folder,
    environment: { SVC_LLM_BASE_URL: 'http://127.0.0.1:1/v1', SVC_LLM_MODEL: 'a-model' },
  });
  assert.match(service.output(), /understanding\s+a-model.*, which does not answer yet/);
});

test('the log goes to the standard output, one JSON object per line', async () => {
  await using service = await spawnService({ folder, environment: { SVC_LOG_LEVEL: 'info' } });
  await fetch(`${service.url}/v1/users/me`);
  const line = await eventually('the line', () =>
    service
      .output()
      .split('\n')
      .find((each) => each.includes('request completed')),
  );
  assert.equal(JSON.parse(line).res.statusCode, 401);
});

test('an unreachable PostgreSQL server is reported in one line', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/nothing';
  await refuses({ DATABASE_URL: url }, /PostgreSQL at DATABASE_URL does not answer/);
});

test('errors for unknown or contradictory settings suggest a correction', async () => {
  await refuses(
    { SVC_RECOGNIZER: 'auto' },
    /SVC_RECOGNIZER is not a setting. Did you mean SVC_RECOGNISER\?/,
  );
  await refuses({ PORT: 'eighty' }, /PORT is "eighty"/);
  await refuses({ SVC_OWNER_PASSWORD: 'short' }, /SVC_OWNER_PASSWORD: at least 12 characters/);
  await refuses(
    { SVC_BASE_URL: 'https://me.example.org/docs', SVC_TRUSTED_PROXIES: 'proxy' },
    /SVC_BASE_URL is ".*": an address without a query[^]*SVC_TRUSTED_PROXIES is "proxy": addresses/,
  );
  await refuses({ SVC_LLM_BASE_URL: 'http://127.0.0.1:1/v1' }, /without SVC_LLM_MODEL/);
});

test('a folder with unrelated content is left unchanged', async () => {
  const other = temporaryFolder();
  try {
    writeFileSync(join(other, 'postgres'), 'not a database');
    await refuses({}, /cannot be opened|cannot be written/, other);
    assert.ok(existsSync(join(other, 'postgres')));
    assert.ok(readdirSync(other).length <= 2);
  } finally {
    removeFolder(other);
  }
});
