// One database: it is about other programs.
/** The set-ups of /connect in the real programs that a registry has (`npm run test:agents`). */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { SET_UPS } from '../../client/src/set-ups.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { programsOf } from '../../src/testing/clients/packed.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../src/testing/template.ts';

const skip = !process.env['COMMONPLACE_AGENTS'] && 'npm run test:agents';
const run = promisify(execFile);
const LIMIT_MS = 120_000;

interface Program {
  spec: string;
  check: string;
  passes: RegExp;
  /** Whether the check connects to the service. */
  connects: boolean;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  'claude-code': {
    spec: '@anthropic-ai/claude-code@2.1.332',
    check: 'claude mcp list',
    passes: /commonplace: .*Connected/,
    connects: true,
  },
  'gemini-cli': {
    spec: '@google/gemini-cli@0.61.0',
    check: 'gemini mcp list',
    passes: /✓ commonplace: .*Connected/,
    connects: true,
  },
  codex: {
    spec: '@openai/codex@0.171.0',
    check: 'codex mcp list',
    passes: /commonplace .*\/v1\/mcp\/sse .*enabled .*Bearer token/,
    connects: false,
  },
};

const DESKTOP = 'a desktop program, in no registry';
const LEFT_OUT: Readonly<Record<string, string>> = {
  chatgpt: 'a web site',
  claude: 'a web site',
  cursor: DESKTOP,
  'vs-code': DESKTOP,
  goose: 'not in npm or the Python Package Index',
  'lm-studio': DESKTOP,
  windsurf: DESKTOP,
  zed: DESKTOP,
  'open-webui': 'is set up by hand in its own pages',
  anythingllm: 'not in npm',
  librechat: 'not in npm',
  'claude-desktop': DESKTOP,
  stdio: 'run by tests/mcp-stdio.test.ts',
  container: 'needs a container engine',
  script: 'a single request',
};
const IN_OTHER_FILES = ['openclaw', 'hermes'];

let home: string;
let service: TestService;

before(async () => {
  if (skip) return;
  home = temporaryFolder();
  service = await startService();
});
after(async () => {
  if (skip) return;
  await service[Symbol.asyncDispose]();
  removeFolder(home);
});

for (const [id, { spec, check, passes, connects }] of Object.entries(PROGRAMS)) {
  test(`the set-up of ${id} passes its own check`, { skip }, async (t) => {
    const programs = programsOf(spec);
    if (programs === null) return t.skip(`${spec} cannot be installed`);
    t.diagnostic(
      `${spec}: ${check}${connects ? '' : ', which reads the file and does not connect'}`,
    );
    const { key } = await service.owner.key(['memories.read'], 'mcp');
    const { language, text } = SET_UPS.find((each) => each.id === id)!.paste!;
    const shown = text({ url: service.service.url, key });
    const PATH = [programs, process.env['PATH']].join(delimiter);
    // Only what a new user has, so that no setting of this machine matters.
    const env = { PATH, HOME: home, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
    const shell = (line: string) => run('sh', ['-c', line], { cwd: home, env, timeout: LIMIT_MS });
    if (language === 'sh') await shell(shown);
    else writeConfiguration(shown);
    const { stdout, stderr } = await shell(check);
    assert.match(stdout + stderr, passes);
    if (connects) await eventually('the key has been used', () => isUsed(key));
  });
}

/** The service writes the time of a use a little later. */
async function isUsed(key: string): Promise<boolean> {
  const { body } = await service.owner.call('GET', '/v1/mcp/keys');
  const own = body.find((each: Json) => key.startsWith(each['key_prefix']));
  return own['last_used_at'] !== null;
}

/** Codex alone of these reads a file. */
function writeConfiguration(text: string): void {
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex/config.toml'), text);
}

test('each other set-up says why it is not run', { skip }, (t) => {
  const named = [...Object.keys(PROGRAMS), ...Object.keys(LEFT_OUT), ...IN_OTHER_FILES];
  assert.deepEqual(SET_UPS.map(({ id }) => id).toSorted(), named.toSorted());
  for (const [id, reason] of Object.entries(LEFT_OUT)) t.diagnostic(`left out: ${id}: ${reason}`);
});
