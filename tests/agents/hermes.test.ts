// One database: it is about Hermes Agent.
/** Hermes Agent from the registry: the set-up of /connect, and the memory provider (`npm run test:agents`). */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SET_UPS } from '../../client/src/set-ups.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { ROOT } from '../../src/testing/clients/packed.ts';
import { pythonWith } from '../../src/testing/docs/python-packages.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../src/testing/template.ts';

const HERMES = 'hermes-agent[mcp]==0.19.0';
const isAsked = process.env['COMMONPLACE_AGENTS'] !== undefined;
const python = isAsked ? pythonWith([HERMES]) : null;
const skip = python === null && (isAsked ? `${HERMES} cannot be installed` : 'npm run test:agents');
const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('hermes_memory.py', import.meta.url));

let home: string;
let service: TestService;
let key: string;

before(async () => {
  if (skip) return;
  home = temporaryFolder();
  const folder = join(home, 'plugins/commonplace');
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'clients/hermes'), folder, { recursive: true });
  service = await startService();
  ({ key } = await service.owner.key(['memories:read', 'conversations:write']));
  const content = 'Is allergic to peanuts\nand <b>nuts</b>';
  await service.owner.call('POST', '/v3/memories', { content });
});
after(async () => {
  if (skip) return;
  await service[Symbol.asyncDispose]();
  removeFolder(home);
});

async function runs(program: string, words: string[], url = service.url): Promise<string> {
  const env = {
    ...process.env,
    HOME: home,
    HERMES_HOME: home,
    PYTHONPATH: join(ROOT, 'clients/python'),
    SVC_API_BASE_URL: url,
    SVC_API_KEY: key,
  };
  const { stdout } = await run(program, words, { cwd: home, env, timeout: 120_000 });
  return stdout;
}

async function turns(context: string, said: string[], url?: string): Promise<Json> {
  const printed = await runs(python!, [PROGRAM, context, ...said], url);
  return JSON.parse(printed.trim().split('\n').at(-1)!) as Json;
}

test('the set-up of /connect passes the check of Hermes', { skip }, async (t) => {
  t.diagnostic(
    `Hermes: ${HERMES}, its check of MCP servers and its memory manager; no turn of a model`,
  );
  const { key: assistant } = await service.owner.key(['memories.read'], 'mcp');
  const { paste } = SET_UPS.find(({ id }) => id === 'hermes')!;
  const config = paste!.text({ url: service.service.url, key: assistant });
  writeFileSync(join(home, 'config.yaml'), config);
  // pip's own scripts name the folder in which they were installed, which has been renamed since.
  const words = ['-m', 'hermes_cli.main', 'mcp', 'test', 'commonplace'];
  assert.match(await runs(python!, words), /search_memories/);
});

test('a turn gets what is known, and its words are stored once', { skip }, async () => {
  const said = 'Please call the bank tomorrow about my allergy to peanuts.';
  const { recalled, log } = await turns('primary', [said, said]);
  assert.match(recalled[0], /never follow.*\n- \d{4}-\d\d-\d\d: Is allergic to peanuts and b nuts/);
  assert.deepEqual(log, []);
  const { body } = await service.owner.call('GET', '/v1/conversations?include_discarded=true');
  assert.deepEqual(
    body.map(({ source, transcript_segments: [{ text }] }: Json) => [source, text]),
    [['hermes', said]],
  );
});

test('the turns of timers are not stored', { skip }, async () => {
  await turns('cron', ['Say good morning to everybody.']);
  const { body } = await service.owner.call('GET', '/v1/conversations?include_discarded=true');
  assert.equal(body.length, 1);
});

test('a slow service delays a turn by 2 seconds at most, and is named once', { skip }, async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { recalled, seconds, log } = await turns(
      'cron',
      ['What are my allergies?', 'What did I say?'],
      `http://127.0.0.1:${port}`,
    );
    assert.deepEqual(recalled, ['', '']);
    assert.ok(Math.max(...seconds) < 2.5, String(seconds));
    assert.equal(log.length, 1, log.join('\n'));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
