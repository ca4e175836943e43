// One database: the installed service has its own.
// Long: it installs the packages in empty folders.
/** Each package as strangers get it: packed, installed into an empty folder, and used there. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { ENVIRONMENT, installPackage, ROOT } from '../src/testing/clients/packed.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

let folder: string;

before(() => void (folder = temporaryFolder()));
after(() => removeFolder(folder));

/** The limit of an installed service, without Node, and that of its weights. */
const MAX_MEGABYTES = 120;
const MAX_WEIGHTS_MEGABYTES = 150;
const MAX_PACKAGES = 30;

test('npx of the packed server starts it', async () => {
  const cwd = installPackage('server', folder);
  const lock = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')) as {
    packages: object;
  };
  const files = globSync('node_modules/**', { cwd, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const isWeight = ({ parentPath }: Dirent) => parentPath.includes('@commonplace/weights');
  const megabytes = (some: Dirent[]) =>
    some.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) /
    1e6;
  const [code, weights] = [files.filter((each) => !isWeight(each)), files.filter(isWeight)];
  assert.ok(megabytes(code) < MAX_MEGABYTES, `${megabytes(code)} MB`);
  assert.ok(
    weights.length > 5 && megabytes(weights) < MAX_WEIGHTS_MEGABYTES,
    `${weights.length} files`,
  );
  const optional = Object.keys(lock.packages).filter((path) => existsSync(join(cwd, path)));
  assert.ok(optional.length < MAX_PACKAGES, `${optional.length} packages`);
  const child = spawn('npx', ['--no-install', 'commonplace', 'serve'], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...ENVIRONMENT,
      PORT: '0',
      SVC_DATA_DIR: join(cwd, 'data'),
      SVC_RECOGNISER: 'none',
      SVC_OWNER_EMAIL: OWNER.email,
      SVC_OWNER_PASSWORD: OWNER.password,
    },
  });
  const ended = once(child, 'close');
  try {
    const url = await addressIn(child.stdout);
    assert.equal((await fetch(new URL('/healthz', url))).status, 200);
    assert.equal((await fetch(new URL('/docs', url))).status, 200);
    assert.match(await (await fetch(url)).text(), /<div id="root">/);
    const owner = await ApiUser.signIn(url, OWNER);
    await owner.call('POST', '/v3/memories', { content: 'Is allergic to peanuts' });
    // The search runs in a thread, which starts from a file of the package.
    const { status, body } = await owner.call('POST', '/v3/memories/search', {
      query: 'allergies',
    });
    assert.deepEqual([status, body.returned_count], [200, 1]);
  } finally {
    // The processes of npx, its shell and the service.
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  }
});

/**
 * Returns the address that the service prints. Continues to read its output, so that the service
 * can continue to print.
 */
function addressIn(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (piece: Buffer) => {
      text += piece.toString();
      const address = /ready on (http:\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    output.once('end', () => reject(new Error(`The service ended: ${text}`)));
  });
}

test('the packed client has its types and runs', () => {
  const cwd = installPackage('client', folder);
  const program = `import { createClient, Unreachable } from '@commonplace/client';
const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'key', wait: async () => {} });
try {
  const { id }: { id: string } = await client.createMemory({ content: 'Lives in Porto.' });
  // @ts-expect-error The document has no such field.
  await client.createMemory({ contents: id });
} catch (error) {
  if (!(error instanceof Unreachable)) throw error;
}
`;
  writeFileSync(join(cwd, 'program.ts'), program);
  const strict = '--strict --module nodenext --target esnext --noEmit program.ts'.split(' ');
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), strict, { cwd, stdio: 'inherit' });
  execFileSync(process.execPath, ['program.ts'], { cwd, stdio: 'inherit' });
});

test('npx of the packed MCP server answers on standard output', async () => {
  const cwd = installPackage('mcp', folder);
  const client = new Client({ name: 'assistant', version: '1' });
  const args = ['--no-install', 'commonplace-mcp'];
  await client.connect(
    new StdioClientTransport({
      command: 'npx',
      args,
      cwd,
      env: { PATH: ENVIRONMENT.PATH, HOME: folder },
    }),
  );
  try {
    assert.equal(client.getServerVersion()?.name, 'commonplace');
    assert.ok((await client.listTools()).tools.length > 0);
  } finally {
    await client.close();
  }
});
