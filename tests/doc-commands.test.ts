// Long: it runs every command of the documents.
/**
 * Runs the commands of the README and of docs/ as a reader would. A block that cannot run here says
 * so beside its language: `sh (not run: …)`, or `sh (run by FILE)` for one that another test runs.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CHATGPT, OMI } from '../src/domains/portability/formats/samples.fixture.ts';
import { runCli } from '../src/cli/cli.ts';
import { DocRunner } from '../src/testing/docs/runner.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** These pages have tests of their own: tests/cookbook.test.ts and tests/start-page.test.ts. */
const ELSEWHERE = ['docs/cookbook.md', 'docs/start.md'];
const FENCE = /^```([^\n]*)\n(.*?)^```$/gms;
const COMMAND =
  /^(?:\$ )?(?:npm|npx|curl|commonplace|sudo|podman|docker|git|node|zip|export|SVC_\w+=\S* npm) /m;
const isOnServer = process.env['COMMONPLACE_TEST_DATABASE_URL'] !== undefined;
const METRICS_TOKEN = 'a-token-for-the-figures';

/** What the pages call by names of their readers. */
const NAMES: readonly (readonly [theirs: string, here: string])[] = [
  ['http://127.0.0.1:8080', '$URL'],
  ['https://me.example.org', '$SITE'],
  ['svc_mcp_…', '$MCP_KEY'],
  ['me@example.org', OWNER.email],
  ['commonplace restore', 'SVC_DATA_DIR=$PWD/empty commonplace restore'],
  ['/mnt/usb/commonplace-….tar.gz', '"$(ls usb/*.tar.gz)"'],
  ['/mnt/usb', 'usb'],
];
/** Lines that need what is not here. The rest of their block runs. */
const LEFT_OUT = /^commonplace backup s3:.*$/m;

/** What the output of a page must contain. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  'docs/assistants.md': /"structuredContent"/,
  'docs/calendar.md': /commonplace\.ics/,
  'docs/changes.md': /"next_cursor"|"cursor"/,
  'docs/command-line.md': /call the bank/,
  'docs/export.md': /already|unchanged|there/i,
  'docs/filters.md': /Renew the lease/,
  'docs/importing.md': /"created"[\s\S]*"(?:failed|error|refused|message)"/,
  'docs/interfaces.md': /peanuts/,
  'docs/listening.md': /svc_dvc_/,
  'docs/monitoring.md': /commonplace_database_up/,
  'docs/moving.md': /omi/i,
  'docs/operating.md': /ana@example\.org[\s\S]*checksums/,
  'docs/webhooks.md': /whsec_/,
};

interface Fenced {
  info: string;
  code: string;
}

function blocksOf(page: string): Fenced[] {
  const markdown = readFileSync(join(ROOT, page), 'utf8');
  return [...markdown.matchAll(FENCE)].map(([, info, code]) => ({ info: info!, code: code! }));
}

const pages = ['README.md', ...globSync('docs/*.md', { cwd: ROOT })].toSorted();
const run = pages
  .filter((page) => !ELSEWHERE.includes(page))
  .map((page) => ({ page, blocks: blocksOf(page).filter(({ info }) => info === 'sh') }))
  .filter(({ blocks }) => blocks.length > 0);

test('each block of commands is run by a test, or says why not', () => {
  const problems = pages.flatMap((page) =>
    blocksOf(page).flatMap(({ info, code }) => {
      const [, words] = /^sh(?: (.*))?$/.exec(info) ?? [];
      const by = /^\(run by (\S+)\)$/.exec(words ?? '')?.[1];
      const isUnmarked = info === '' && COMMAND.test(code);
      const isUnclear = words?.startsWith('(') && !by && !/^\(not run: .+\)$/.test(words);
      const isWrong = by !== undefined && !existsSync(join(ROOT, by));
      return isUnmarked || isUnclear || isWrong ? [`${page}: ${info}\n${code}`] : [];
    }),
  );
  assert.deepEqual(problems, []);
});

const folder = temporaryFolder();
let reader: DocRunner;
let prelude: string;

before(async () => {
  reader = await DocRunner.open({
    environment: { SVC_DATA_DIR: folder, SVC_METRICS_TOKEN: METRICS_TOKEN },
  });
  const { key } = (await reader.service.owner.call('POST', '/v1/mcp/keys', { name: 'page' })).body;
  prelude = `
    unset SVC_API_KEY SVC_API_BASE_URL # The reader has signed in.
    commonplace() { node '${join(ROOT, 'src/main.ts')}' "$@"; }
    URL='${reader.url}' KEY='${reader.key.key}' SESSION="$SVC_SESSION"
    MCP_KEY='${key}' SVC_METRICS_TOKEN='${METRICS_TOKEN}'
    SITE='${reader.service.service.url}'
    export SVC_DATA_DIR='${folder}' PORT='${new URL(reader.service.service.url).port}'
  `;
  const answers = [OWNER.email, OWNER.password];
  await runCli(['auth', 'login', '--url', reader.url], {
    environment: { HOME: reader.folder },
    print: () => {},
    error: (text) => assert.fail(text),
    read: async () => '',
    ask: async () => answers.shift()!,
    signal: new AbortController().signal,
  });
  reader.write('conversations.zip', JSON.stringify(CHATGPT));
  reader.write('my-omi.json', JSON.stringify(OMI));
  const due_at = new Date().toISOString();
  await reader.key.call('POST', '/v1/dev/user/action-items', {
    description: 'Renew the lease',
    due_at,
  });
});
after(async () => {
  await reader[Symbol.asyncDispose]();
  removeFolder(folder);
});

for (const { page, blocks } of run) {
  // The page copies the embedded database of a running service.
  const skip =
    page === 'docs/operating.md' && isOnServer && 'the page is about the embedded database';
  test(`the commands of ${page} do what it says`, { skip }, async () => {
    const code = blocks.map((block) => {
      const here = NAMES.reduce(
        (text, [theirs, ours]) => text.replaceAll(theirs, ours),
        block.code,
      );
      // Bash expands no variables between single quotes; the pages use double quotes for them.
      return prelude + here.replace(LEFT_OUT, '');
    });
    const printed = await reader.run(
      code.map((each) => ({ language: 'sh', file: undefined, code: each })),
    );
    assert.match(printed, PRINTS[page] ?? /^$/);
  });
}
