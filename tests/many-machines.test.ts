/** The files of docs/many-machines.md: two processes behind nginx, of which one dies. */
// One database: the embedded one has one process.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ApiUser, request } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { eventually } from '../src/testing/eventually.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { freePort } from '../src/testing/servers/free-port.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const hasNginx = spawnSync('nginx', ['-v']).error === undefined;
const skip = serverUrl
  ? hasNginx
    ? false
    : "it needs Debian's nginx-light"
  : 'the embedded database has one process';

/** Starts nginx with deploy/nginx.many.conf, but without HTTPS. */
async function startProxy(folder: string, ports: readonly number[]) {
  const port = await freePort();
  const server = readFileSync('deploy/nginx.many.conf', 'utf8')
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replaceAll(/127\.0\.0\.1:808(\d)/g, (_, place) => `127.0.0.1:${ports[Number(place) - 1]}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'errors')};\n` +
      `events {}\nhttp { access_log off;\n${paths}\n${server}\n}\n`,
  );
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await eventually('the proxy', () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

test(
  'two processes behind the proxy are one service, and one of them may die',
  { skip },
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = temporaryFolder();
    stack.defer(() => removeFolder(folder));
    const { url: DATABASE_URL } = stack.use(await createTestDatabase(serverUrl!, 'empty'));
    const ports = [await freePort(), await freePort()];
    const start = async (place: number) =>
      stack.use(
        await spawnService({
          folder: join(folder, `data-${place}`),
          environment: {
            DATABASE_URL,
            PORT: String(ports[place]),
            SVC_SECRET: 'the secret that both processes share',
            SVC_FILES: join(folder, 'files'),
            SVC_TRUSTED_PROXIES: '127.0.0.1',
          },
        }),
      );
    const services = await Promise.all([start(0), start(1)]);
    const { url } = stack.use(await startProxy(join(folder, 'nginx'), ports));
    assert.equal((await request(url, 'GET', '/metrics')).status, 404);

    const owner = await ApiUser.signIn(url, OWNER);
    const keys = await Promise.all(
      Array.from({ length: 6 }, () => owner.key(['memories:write', 'memories:read'])),
    );
    // Each key stays at one process; together they use both.
    const made = await Promise.all(
      keys.map((key, place) =>
        key.call('POST', '/v1/dev/user/memories', { content: `Has been to city number ${place}` }),
      ),
    );
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([200]));
    await using listener = await Listener.open(url, {
      token: owner.token,
      uid: owner.id,
      custom_stt: 'enabled',
    });
    await listener.event('service_status', ({ status }) => status === 'ready');
    const segments = [{ text: 'I work as a nurse in Porto.', is_user: true, start: 0, end: 2 }];
    listener.say({ type: 'suggested_transcript', segments });
    await listener.until(() => listener.segments.size > 0);

    await services[0]!.kill();
    // Reads go to the other process at once. A write that nobody took is repeated by the client.
    const listed = await Promise.all(keys.map((key) => key.call('GET', '/v1/dev/user/memories')));
    assert.deepEqual(
      listed.map(({ status, body }) => [status, body.length]),
      keys.map(() => [200, 6]),
    );
    for (const [place, key] of keys.entries()) {
      await eventually('a write', async () => {
        const content = `Has been to town number ${place}`;
        return (await key.call('POST', '/v1/dev/user/memories', { content })).status === 200;
      });
    }
    const [talk] = (
      await owner.call('GET', '/v1/conversations?statuses=in_progress,processing,completed')
    ).body as Json[];
    const { body: whole } = await owner.call('GET', `/v1/conversations/${talk!.id}`);
    assert.equal(whole.transcript_segments[0].text, 'I work as a nurse in Porto.');

    const again = await start(0);
    assert.equal((await request(again.url, 'GET', '/readyz')).status, 200);
    const found = await keys[0]!.call('POST', '/v1/dev/user/memories/search', { query: 'town' });
    assert.equal(found.body.items.length, 6);
  },
);
