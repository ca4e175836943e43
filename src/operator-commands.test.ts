// Long: each command is a process.
/** Tests the commands of an operator: how the service ends, and the work on its data. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ApiUser, request } from './testing/clients/api-user.ts';
import { eventually } from './testing/eventually.ts';
import { runCommand, spawnService } from './testing/service-process.ts';
import { OWNER } from './testing/start-service.ts';
import { copyTemplate, removeFolder, temporaryFolder } from './testing/template.ts';

let folder: string;
before(() => void (folder = copyTemplate()));
after(() => removeFolder(folder));

test('Ctrl-C stops the service cleanly', async () => {
  const service = await spawnService({ folder });
  service.child.kill('SIGINT');
  const [code] = await once(service.child, 'exit');
  assert.equal(code, 0);
});

test('a second Ctrl-C ends the service at once, while a request is in progress', async () => {
  const service = await spawnService({ folder });
  const unfinished = httpRequest(`${service.url}/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' },
  });
  unfinished.on('error', () => {});
  unfinished.flushHeaders();
  await once(unfinished, 'continue');
  unfinished.write('{');
  const ended = once(service.child, 'exit');
  service.child.kill('SIGINT');
  await eventually('stopping', () => service.output().includes('Stopping'));
  service.child.kill('SIGINT');
  assert.equal((await ended)[0], 130);
});

test('on SIGTERM the service answers all requests in progress and ends within 15 s', async () => {
  const service = await spawnService({ folder });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const key = await owner.key(['memories:read', 'memories:write']);
  const ended = once(service.child, 'exit');
  const statuses = new Set<number>();
  let stopped = 0;
  let told: number | undefined;
  const flood = Array.from({ length: 40 }, async (_, worker) => {
    for (let number = 0; ; number += 1) {
      const content = `Fact ${number} of worker ${worker}`;
      const answer = await key.call('POST', '/v1/dev/user/memories', { content }).catch(() => null);
      if (answer === null) return void (stopped += 1);
      statuses.add(answer.status);
      if (number !== 20) continue;
      told ??= performance.now();
      service.child.kill('SIGTERM');
    }
  });
  const [code] = await ended;
  const took = performance.now() - told!;
  await Promise.all(flood);
  assert.equal(code, 0, service.output());
  assert.ok(took < 15_000, `${took} ms`);
  assert.ok(
    [...statuses].every((status) => [200, 503].includes(status)),
    [...statuses].join(),
  );
  assert.equal(stopped, 40);
});

test('a process whose folder was taken over ends with an error message', async () => {
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

test('a secret different from the first one is refused', async () => {
  const own = copyTemplate();
  const SVC_SECRET = 'a secret that was not there before';
  try {
    await (await spawnService({ folder: own })).kill();
    const options = { folder: own, environment: { SVC_SECRET } };
    const refused = await runCommand(['serve'], options);
    assert.equal(refused.code, 1);
    assert.match(refused.output, /another secret.*commonplace secret replace/);
    const misspelt = await runCommand(['secret', 'replaces'], options);
    assert.deepEqual(misspelt, { code: 1, output: 'Usage: secret replace | rotate-files\n' });
    const replaced = await runCommand(['secret', 'replace'], options);
    assert.equal(replaced.code, 0);
    assert.match(replaced.output, /Everybody signs in again/);
    await using service = await spawnService(options);
    assert.equal((await request(service.url, 'GET', '/readyz')).status, 200);
  } finally {
    removeFolder(own);
  }
});

test('a migration prepares an empty folder without starting the service', async () => {
  const fresh = temporaryFolder();
  try {
    const migrated = await runCommand(['migrate'], { folder: fresh });
    assert.deepEqual(migrated, { code: 0, output: 'The database is up to date.\n' });
    await using service = await spawnService({ folder: fresh });
    assert.equal((await request(service.url, 'GET', '/readyz')).status, 200);
  } finally {
    removeFolder(fresh);
  }
});

test('without durable commits the service does not claim durability', async () => {
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
