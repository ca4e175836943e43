import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ApiUser, request } from '../testing/clients/api-user.ts';
import { runCommand, spawnService } from '../testing/service-process.ts';
import { OWNER } from '../testing/start-service.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../testing/template.ts';

let folder: string;
before(() => void (folder = copyTemplate()));
after(() => removeFolder(folder));

/** One clear line and a non-zero exit. */
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

test('a first start tells what is ready and prints a one-time set-up link', async () => {
  const fresh = temporaryFolder();
  try {
    await using service = await spawnService({
      folder: fresh,
      environment: { SVC_OWNER_EMAIL: '', SVC_OWNER_PASSWORD: '' },
    });
    assert.match(service.output(), /data\s+.*embedded PostgreSQL/);
    assert.match(service.output(), /understanding\s+built-in rules/);
    const token = /setup\?token=(\S+)/.exec(service.output())![1]!;
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

test('Ctrl-C stops it cleanly', async () => {
  const service = await spawnService({ folder });
  service.child.kill('SIGINT');
  const [code] = await once(service.child, 'exit');
  assert.equal(code, 0);
});

test('a port in use is one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await refuses({ PORT: String(port) }, /Port \d+ on 127\.0\.0\.1 is in use/);
  server.close();
});

test('a data folder that cannot be made is one line', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  await refuses({ SVC_DATA_DIR: join(file, 'data') }, /cannot be written .*SVC_DATA_DIR/);
});

test('a second process on the same folder is turned away, and the first goes on', async () => {
  await using first = await spawnService({ folder });
  await refuses({}, /Another Commonplace is already running on/);
  assert.equal((await request(first.url, 'GET', '/readyz')).status, 200);
});

const canUnshare = spawnSync('unshare', ['--net', 'true']).status === 0;
test(
  'a container that shares the folder, and no network, is turned away',
  { skip: canUnshare ? false : 'network namespaces need rights that are missing here' },
  async () => {
    await using first = await spawnService({ folder });
    const { code, output } = await runCommand(['serve'], { folder, under: ['unshare', '--net'] });
    assert.equal(code, 1);
    assert.match(output, /Another Commonplace is already running on/);
    assert.equal((await request(first.url, 'GET', '/readyz')).status, 200);
  },
);

test('a process whose folder was taken over ends with a sentence', async () => {
  const own = copyTemplate();
  try {
    await using service = await spawnService({ folder: own });
    const ended = once(service.child, 'exit');
    writeFileSync(join(own, 'owner.json'), '{"id":"another","pid":7,"host":"elsewhere"}');
    assert.equal((await ended)[0], 1);
    assert.match(service.output(), /Process 7 on elsewhere has taken over the data folder/);
  } finally {
    removeFolder(own);
  }
});

test('a file system of the kernel is refused at once', async () => {
  for (const SVC_DATA_DIR of ['/proc/commonplace', '/sys/commonplace/data']) {
    await refuses({ SVC_DATA_DIR }, /keeps no files.*SVC_DATA_DIR/);
  }
});

test('another secret than the one the data was made with is refused', async () => {
  const own = copyTemplate();
  const SVC_SECRET = 'a secret that was not there before';
  try {
    await (await spawnService({ folder: own })).kill();
    await refuses({ SVC_SECRET }, /another secret.*commonplace secret replace/, own);
    const options = { folder: own, environment: { SVC_SECRET } };
    assert.equal((await runCommand(['secret', 'replace'], options)).code, 0);
    await using service = await spawnService(options);
    assert.equal((await request(service.url, 'GET', '/readyz')).status, 200);
  } finally {
    removeFolder(own);
  }
});

test('the start says which provider does not answer yet', async () => {
  await using service = await spawnService({
    folder,
    environment: { SVC_LLM_BASE_URL: 'http://127.0.0.1:1/v1', SVC_LLM_MODEL: 'a-model' },
  });
  assert.match(service.output(), /understanding\s+a-model.*, which does not answer yet/);
});

test('SIGTERM in a flood of requests answers them all and ends within 15 s', async () => {
  const service = await spawnService({ folder });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const key = await owner.key(['memories:read', 'memories:write']);
  const ended = once(service.child, 'exit');
  const statuses = new Set<number>();
  let stopped = 0;
  const flood = Array.from({ length: 40 }, async (_, worker) => {
    for (let number = 0; ; number += 1) {
      const content = `Fact ${number} of worker ${worker}`;
      const answer = await key.call('POST', '/v1/dev/user/memories', { content }).catch(() => null);
      if (answer === null) return void (stopped += 1);
      statuses.add(answer.status);
      if (number === 20) service.child.kill('SIGTERM');
    }
  });
  const began = performance.now();
  const [code] = await ended;
  await Promise.all(flood);
  assert.equal(code, 0, service.output());
  assert.ok(performance.now() - began < 15_000);
  assert.ok(
    [...statuses].every((status) => [200, 503].includes(status)),
    [...statuses].join(),
  );
  assert.equal(stopped, 40);
});

test('a PostgreSQL that does not answer is one line', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/nothing';
  await refuses({ DATABASE_URL: url }, /PostgreSQL at DATABASE_URL does not answer/);
});

test('settings that do not exist or make no sense say what to write instead', async () => {
  await refuses(
    { SVC_RECOGNIZER: 'auto' },
    /SVC_RECOGNIZER is not a setting. Did you mean SVC_RECOGNISER\?/,
  );
  await refuses({ PORT: 'eighty' }, /PORT is "eighty"/);
  await refuses({ SVC_OWNER_PASSWORD: 'short' }, /SVC_OWNER_PASSWORD: at least 12 characters/);
  await refuses(
    { SVC_BASE_URL: 'https://me.example.org/commonplace', SVC_TRUSTED_PROXIES: 'proxy' },
    /SVC_BASE_URL is ".*": an address without a path[^]*SVC_TRUSTED_PROXIES is "proxy": addresses/,
  );
  await refuses({ SVC_LLM_BASE_URL: 'http://127.0.0.1:1/v1' }, /without SVC_LLM_MODEL/);
});

test('an unknown verb prints how to use it', async () => {
  const { code, output } = await runCommand(['dance'], { folder });
  assert.equal(code, 1);
  assert.match(output, /^Usage: commonplace/);
});

test('where commits do not reach the disk, nobody claims that they do', async () => {
  const unsafe = copyTemplate();
  try {
    await (await spawnService({ folder: unsafe })).kill();
    appendFileSync(join(unsafe, 'postgres/postgresql.auto.conf'), 'synchronous_commit = off\n');
    await using service = await spawnService({ folder: unsafe });
    assert.match(service.output(), /NOT DURABLE/);
    assert.equal((await request(service.url, 'GET', '/readyz')).body.durable, false);
  } finally {
    removeFolder(unsafe);
  }
});

test('a folder that holds something else is left as it is', async () => {
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
