/**
 * Runs all tests on the embedded database, then the journeys again on a real PostgreSQL. CI reads
 * the last line of the output.
 */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { makeDatabaseTemplates, startPostgres } from '../src/testing/postgres.ts';
import { COMPILED_FOLDER, QUICK_NODE } from '../src/testing/quick-node.ts';
import { removeFolder, templateFolder, temporaryFolder } from '../src/testing/template.ts';

const wanted = process.argv.slice(2);
const all =
  wanted.length > 0 ? wanted : await files('{src,client,console,tests,eval,training}/**/*.test.ts');
/**
 * Journeys that do not run again on PostgreSQL: the kind of database makes no difference to them,
 * or their processes have separate databases.
 */
const OF_ANY_DATABASE = [
  'tests/codecs',
  'tests/recognisers',
  'tests/acknowledgements',
  'tests/gates',
  'tests/mcp-stdio',
  'tests/packs',
  'tests/logs',
  'tests/set-up',
  'tests/disk-faults',
  'tests/power-loss',
  'src/transports/http/openapi/',
  'src/transports/mcp/mcp-conformance',
  'src/transports/oauth/pages/',
];
/** The longest files begin first, so that no long file runs alone at the end. */
const LONG = [
  'crash',
  'no-sound-lost',
  'generative',
  'power-loss',
  'packs',
  'codecs',
  'recognisers',
  'cookbook',
].map((name) => `tests/${name}.test.ts`);
const inOrder = [
  ...LONG.filter((file) => all.includes(file)),
  ...all.filter((file) => !LONG.includes(file)),
];
/** Tests of rooms on which the kind of database makes a difference. */
const OF_EACH_DATABASE = [
  'erasure/erasure',
  'feed/feed',
  'filters/filters',
  'requests/idempotency',
  'requests/preconditions',
  'requests/rate-limits',
  'hearing/missed-sound',
  'hearing/unknown-language',
  'late-words/gaps',
  'late-words/parked-sound',
  'late-words/uploads',
].map((name) => `src/domains/${name}.test.ts`);
/** Tests with time limits need one core each, and the smallest machines have two. */
const CONCURRENCY = 2;
const FILES_PER_PROCESS = 6;
const CHANGES_ITS_PROCESS = /process\.env\[[^\]]+\] =|delete process\.env|\bmock\./;
const journeys = inOrder.filter(
  (file) =>
    (/^(tests|src\/transports)\//.test(file) || OF_EACH_DATABASE.includes(file)) &&
    !OF_ANY_DATABASE.some((start) => file.startsWith(start)),
);
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

// The tests create and remove hundreds of databases, in memory if there is space, so that no test
// waits for a disk.
const MEMORY = '/dev/shm';
if (roomIn(MEMORY) > 4 * 1024 ** 3) process.env['TMPDIR'] = MEMORY;

const scratch = temporaryFolder();
process.env['NODE_COMPILE_CACHE'] = COMPILED_FOLDER;
process.env['COMMONPLACE_TEST_TEMPLATE'] = templateFolder();
await suite('embedded database', inOrder);

if (journeys.length > 0) {
  await using postgres = await startPostgres();
  process.env['COMMONPLACE_TEST_DATABASE_URL'] = postgres.url;
  process.env['COMMONPLACE_TEST_DATABASE_OWNER'] = JSON.stringify(
    await makeDatabaseTemplates(postgres.url),
  );
  await suite('PostgreSQL', journeys);
}

removeFolder(scratch);
for (const failure of failures) console.log(`\n✖ ${failure}`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;

function roomIn(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

async function suite(title, list) {
  console.log(`\n── ${title} ──`);
  const stream = run({
    files: batches(list, title),
    concurrency: CONCURRENCY,
    timeout: 400_000,
    // A test that has reached its limit keeps running. This option ends its process.
    execArgv: [...QUICK_NODE, '--test-force-exit'],
  });
  stream.on('test:pass', (event) => count(event, 'passed'));
  stream.on('test:fail', (event) => {
    count(event, 'failed');
    // Repeated at the end, so that a reader of the last lines sees the cause.
    failures.push(
      `${title}: ${event.name}\n${inspect(event.details.error.cause ?? event.details.error)}`,
    );
  });
  for await (const text of stream.compose(new spec())) process.stdout.write(text);
}

/**
 * Writes programs that run several test files one after another, because loading the service takes
 * longer than most files. A file that changes its process has a process of its own.
 */
function batches(list, title) {
  const [alone, together] = [[], []];
  for (const file of list) (isAlone(file) ? alone : together).push(file);
  const programs = [];
  for (let start = 0; start < together.length; start += FILES_PER_PROCESS) {
    const program = join(scratch, `${title.replaceAll(' ', '-')}-${start}.test.mjs`);
    const suites = together
      .slice(start, start + FILES_PER_PROCESS)
      .map((file) => [file, pathToFileURL(file).href].map((text) => JSON.stringify(text)))
      .map(([name, url]) => `describe(${name}, async () => void (await import(${url})));\n`);
    writeFileSync(program, `import { describe } from 'node:test';\n${suites.join('')}`);
    programs.push(program);
  }
  return [...alone, ...programs];
}

function isAlone(file) {
  return LONG.includes(file) || CHANGES_ITS_PROCESS.test(readFileSync(file, 'utf8'));
}

/** The runner reports a file like a test that contains its tests. Only real tests are counted. */
function count({ details, skip, nesting, name, file }, outcome) {
  if (details.type === 'suite') return;
  if (nesting === 0 && file?.endsWith(name) && outcome === 'passed') return;
  totals[skip ? 'skipped' : outcome] += 1;
}

async function files(pattern) {
  const found = [];
  for await (const file of glob(pattern)) found.push(file);
  return found.sort();
}
