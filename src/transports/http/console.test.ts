import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fastify from 'fastify';
import { startService } from '../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { mountConsole } from './console.ts';

test('each address of a page is the same document, under a policy without exceptions', async () => {
  await using all = await startService();
  const first = await fetch(all.url);
  const page = await first.text();
  assert.match(page, /<div id="root">/);
  const policy = first.headers.get('Content-Security-Policy')!;
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.match(first.headers.get('Permissions-Policy')!, /microphone=\(self\)/);
  assert.equal(first.headers.get('Cache-Control'), 'no-cache');
  for (const path of ['/conversations/0198c6f4', '/settings/keys', '/sign-in', '/tasks/']) {
    assert.equal(await (await fetch(new URL(path, all.url))).text(), page, path);
  }
});

test('files are compressed already and kept by the browser', async () => {
  await using all = await startService();
  const page = await (await fetch(all.url)).text();
  const [script] = /\/assets\/index-[\w-]+\.js/.exec(page)!;
  for (const encoding of ['br', 'gzip']) {
    const answer = await fetch(new URL(script, all.url), {
      headers: { 'Accept-Encoding': encoding },
    });
    assert.equal(answer.headers.get('Content-Encoding'), encoding);
    assert.match(answer.headers.get('Content-Type')!, /javascript/);
    assert.match(answer.headers.get('Cache-Control')!, /immutable/);
    assert.ok((await answer.text()).length > 1000);
  }
});

test('an unknown address of the API stays an error in JSON', async () => {
  await using all = await startService();
  const page = await (await fetch(all.url)).text();
  const [script] = /\/assets\/index-[\w-]+\.js/.exec(page)!;
  for (const path of [
    '/v1/nothing',
    '/v1/conversations/x/y/z',
    '/nowhere',
    '/assets',
    '/assets/',
    '/assets/none.js',
    `${script}.br`,
    '/assets/%2e%2e%2findex.html',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await fetch(new URL(path, all.service.url));
    assert.equal(answer.status, 404, path);
    assert.deepEqual(await answer.json(), { detail: 'Not Found' }, path);
  }
  // A browser gets a page, except at addresses for programs.
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const drawn = await fetch(new URL('/nowhere', all.service.url), { headers });
  assert.deepEqual(
    [drawn.status, drawn.headers.get('content-type')],
    [404, 'text/html; charset=utf-8'],
  );
  assert.match(drawn.headers.get('content-security-policy')!, /script-src 'self'/);
  const ofProgram = await fetch(new URL('/v1/nothing', all.service.url), { headers });
  assert.deepEqual(await ofProgram.json(), { detail: 'Not Found' });
  const icon = await fetch(new URL('/favicon.ico', all.service.url));
  assert.deepEqual([icon.status, (await icon.arrayBuffer()).byteLength > 500], [200, true]);
  assert.equal((await fetch(new URL('/docs', all.url))).status, 200);
});

test('without a built console, the first page says what is missing', async () => {
  const folder = temporaryFolder();
  const app = fastify();
  try {
    await mountConsole(app, `${folder}/`);
    const { body } = await app.inject('/');
    assert.match(body, /console is not built/);
    assert.match(body, /\/docs/);
    const welcome = await app.inject('/welcome?token=one');
    assert.equal(welcome.headers['location'], '/setup?token=one');
  } finally {
    await app.close();
    removeFolder(folder);
  }
});

test('the notes of the build are not served', async () => {
  const folder = temporaryFolder();
  const app = fastify();
  try {
    mkdirSync(join(folder, '.vite'));
    writeFileSync(join(folder, 'index.html'), '<p>page</p>');
    writeFileSync(join(folder, '.vite/manifest.json'), '{}');
    writeFileSync(join(folder, '.built'), 'hash');
    await mountConsole(app, `${folder}/`);
    for (const path of ['/.vite/manifest.json', '/.built', '/index.html.br']) {
      assert.equal((await app.inject(path)).statusCode, 404, path);
    }
  } finally {
    await app.close();
    removeFolder(folder);
  }
});
