/**
 * Runs each test file on one database: the journeys in `tests/` on the embedded database, as most
 * users do, and all others on PostgreSQL, which answers in half the CPU time. Journeys that contain
 * a line `// One database: <reason>` run on PostgreSQL too. Without Debian's PostgreSQL, all files run
 * on the embedded database. Files that contain a line `// Long: <reason>` are left out.
 *
 * `--all` includes them, and runs the files for which the kind of database matters on both: the
 * other journeys, and tests beside the code that contain a line `// Both databases: <reason>`.
 * `--matrix` runs all files on both databases, as it does with files that the command line names.
 *
 * The last line of the output is the one that CI reads.
 */
import { randomUUID } from 'node:crypto';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { readFileSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { bundleFlags, bundleFolder } from '../src/testing/bundle/bundle.ts';
import { makeDatabaseTemplates, postgresPrograms, startPostgres } from '../src/testing/postgres.ts';
import { QUICK_NODE } from '../src/testing/quick-node.ts';
import {
  removeFolder,
  TEMPORARY,
  templateFolder,
  temporaryFolder,
} from '../src/testing/template.ts';
import { coreTimes } from './core-times.mjs';

const OPTIONS = ['--matrix', '--all'];
const named = process.argv.slice(2).filter((word) => !OPTIONS.includes(word));
const isMatrix = named.length > 0 || process.argv.includes('--matrix');
const isWhole = isMatrix || process.argv.includes('--all');
const found =
  named.length > 0 ? named : await files('{src,client,console,tests,eval,training}/**/*.test.ts');
const texts = new Map(found.map((file) => [file, readFileSync(file, 'utf8')]));
const isMarked = (file, word) => new RegExp(`^// ${word}: \\S`, 'm').test(texts.get(file));
const isJourney = (file) => file.startsWith('tests/') && !isMarked(file, 'One database');
const isOnBoth = (file) =>
  isMatrix || (isWhole && (isJourney(file) || isMarked(file, 'Both databases')));
const all = found.filter((file) => isWhole || !isMarked(file, 'Long'));
const hasPostgres = postgresPrograms() !== undefined;
if (isWhole && named.length === 0 && !hasPostgres) throw new Error('PostgreSQL is not installed.');
/** The longest files begin first, so that no long file runs alone at the end. */
const FIRST = [
  'console/tests/talk',
  'console/tests/pages',
  'console/tests/journeys',
  'tests/two-accounts',
  'src/domains/webhooks/endpoints/endpoint-deliveries',
  'tests/generative',
  'src/domains/late-words/uploads',
].map((name) => `${name}.test.ts`);
const isFirst = (file) => FIRST.includes(file) || isMarked(file, 'Long');
const inOrder = [...all.filter(isFirst), ...all.filter((file) => !isFirst(file))];
/** Tests with time limits need a core each, so this many processes always run. */
const CORES = availableParallelism();
/** Half of the tests mostly wait, so more processes run while the cores have time left. */
const MAX_PROCESSES = 3 * CORES;
/** A process is added while this share of all cores is idle, at most one per interval. */
const IDLE_SHARE = 0.35;
const IDLE_INTERVAL_MS = 1_500;
const FILES_PER_PROCESS = 20;
/** Collecting garbage less often saves a tenth of the CPU time. */
const MORE_YOUNG_SPACE = ['--min-semi-space-size=16', '--max-semi-space-size=32'];
/** Other files load few modules, so they need no bundle. */
const USES_SERVICE = /startService|start-service|voiced-service|console-tab/;
const CHANGES_ITS_PROCESS = /process\.env\[[^\]]+\] =|delete process\.env|\bmock\./;
const onEmbedded = inOrder.filter((file) => !hasPostgres || isJourney(file) || isOnBoth(file));
const onPostgres = hasPostgres ? inOrder.filter((file) => !isJourney(file) || isOnBoth(file)) : [];
const SLOWEST = 20;
/** The time of each file, in ms. */
const durations = new Map();
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

process.env['TMPDIR'] = TEMPORARY;
// Tests with random input try more of it.
if (isWhole) process.env['COMMONPLACE_TEST_ALL'] = '1';
const scratch = temporaryFolder();
const bundle = bundleFolder();
process.env['COMMONPLACE_TEST_BUNDLE'] = bundle;
// Beside the bundle, so that both are removed together.
process.env['NODE_COMPILE_CACHE'] = join(bundle, 'compiled');
process.env['COMMONPLACE_TEST_TEMPLATE'] = templateFolder();

{
  await using resources = new AsyncDisposableStack();
  await runAll(allPrograms(onPostgres.length > 0 ? preparePostgres(resources) : {}));
}
removeFolder(scratch);
printSlowest();
for (const failure of failures) console.log(`\n✖ ${failure}`);
if (!hasPostgres) console.log('\nPostgreSQL is not installed, so no test ran on it.');
if (all.length < found.length) {
  console.log(`\n${found.length - all.length} long files were left out: npm run test:all`);
}
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;

/** Starts a server and returns the settings with which tests use it. */
async function preparePostgres(resources) {
  const { url } = resources.use(await startPostgres({ syncs: false }));
  const owner = await makeDatabaseTemplates(url);
  return {
    COMMONPLACE_TEST_DATABASE_URL: url,
    COMMONPLACE_TEST_DATABASE_OWNER: JSON.stringify(owner),
  };
}

/** Yields the programs of both databases, the longest first. */
async function* allPrograms(preparing) {
  const embedded = programsOf(onEmbedded, 'embedded database', {});
  yield* embedded.alone;
  const server = programsOf(onPostgres, 'PostgreSQL', await preparing);
  yield* server.alone;
  for (const kind of ['services', 'others']) yield* [...embedded[kind], ...server[kind]];
}

/** Runs the programs, several at once. */
async function runAll(programs) {
  const running = new Set();
  for await (const program of programs) {
    await roomForAnother(running);
    const done = runProgram(program).finally(() => running.delete(done));
    running.add(done);
  }
  await Promise.all(running);
}

/** Waits until a core is free, or until the running processes leave the cores idle. */
async function roomForAnother(running) {
  while (running.size >= CORES) {
    const before = coreTimes();
    const ended = await Promise.race([wait(IDLE_INTERVAL_MS, false), oneOf(running)]);
    const after = coreTimes();
    const idle = (after.idle - before.idle) / (after.total - before.total);
    if (!ended && running.size < MAX_PROCESSES && idle > IDLE_SHARE) return;
  }
}

function oneOf(running) {
  return Promise.race(running).then(() => true);
}

/**
 * Runs a program, and prints its output when it has ended. A program whose report lacks a file runs
 * once more, and then counts as failed, so that no test is left out silently.
 */
async function runProgram(program) {
  const { files, title } = program;
  let report = await reportOf(program);
  if (isIncomplete(report, files)) {
    console.log(`\nThe report of ${files.join(', ')} is incomplete. They run once more.`);
    report = await reportOf(program);
    if (isIncomplete(report, files)) {
      totals.failed += 1;
      failures.push(`${title}: ${files.join(', ')}\nThe report is incomplete.`);
    }
  }
  for (const [outcome, number] of Object.entries(report.totals)) totals[outcome] += number;
  for (const [name, ms] of report.durations) durations.set(`${name} (${title})`, ms);
  failures.push(...report.failures);
  process.stdout.write(`\n── ${title} ──\n${report.output}`);
}

function isIncomplete({ durations: reported, failures: found }, files) {
  return found.length === 0 && files.some((file) => !reported.has(file));
}

async function reportOf({ file, files, title, isBundled }) {
  const report = {
    totals: { passed: 0, failed: 0, skipped: 0 },
    durations: new Map(),
    failures: [],
    output: '',
  };
  const stream = run({
    files: [file],
    timeout: 400_000,
    // A test that has reached its limit keeps running. This option ends its process.
    execArgv: [
      ...QUICK_NODE,
      ...MORE_YOUNG_SPACE,
      ...(isBundled ? bundleFlags() : []),
      '--test-force-exit',
    ],
  });
  stream.on('test:pass', (event) => note(report, event, 'passed'));
  stream.on('test:fail', (event) => {
    note(report, event, 'failed');
    // Repeated at the end, so that a reader of the last lines sees the cause.
    const name = event.name === file ? files.join(', ') : event.name;
    const { cause, signal } = event.details.error;
    const how = signal ? ` (its process ended with ${signal})` : '';
    report.failures.push(`${title}: ${name}${how}\n${inspect(cause ?? event.details.error)}`);
  });
  stream.on('test:diagnostic', ({ message }) => {
    // The runner does not know which test left the error behind.
    if (message.startsWith('Error:'))
      report.failures.push(`${title}: ${files.join(', ')}\n${message}`);
  });
  const text = stream.compose(withoutTotals).compose(new spec());
  for await (const piece of text) report.output += piece;
  return report;
}

/** Leaves out the totals of each process, because they are printed once for all. */
async function* withoutTotals(events) {
  for await (const event of events) {
    if (event.type === 'test:diagnostic' && event.data.file === undefined) continue;
    yield event;
  }
}

/**
 * Writes programs that run several test files one after another, because loading the service takes
 * longer than most files. A file that changes its process has a process of its own.
 */
function programsOf(list, title, settings) {
  const isAlone = (file) => isFirst(file) || CHANGES_ITS_PROCESS.test(texts.get(file));
  const usesService = (file) => USES_SERVICE.test(texts.get(file));
  const together = list.filter((file) => !isAlone(file));
  const write = (files) => ({
    file: writeProgram(files, settings),
    files,
    title,
    isBundled: files.some(usesService),
  });
  const inParts = (files) =>
    Array.from({ length: Math.ceil(files.length / FILES_PER_PROCESS) }, (_, part) =>
      write(files.slice(part * FILES_PER_PROCESS, (part + 1) * FILES_PER_PROCESS)),
    );
  return {
    alone: list.filter(isAlone).map((file) => write([file])),
    services: inParts(together.filter(usesService)),
    others: inParts(together.filter((file) => !usesService(file))),
  };
}

/**
 * The file uses the settings before it loads the tests. It writes its report synchronously, because
 * the forced exit would lose what is still waiting to be written.
 */
function writeProgram(files, settings) {
  const tests = files.map((file) => [file, pathToFileURL(file).href]);
  const program = join(scratch, `${randomUUID()}.test.mjs`);
  writeFileSync(
    program,
    `import { describe } from 'node:test';
process.stdout._handle?.setBlocking?.(true);
Object.assign(process.env, ${JSON.stringify(settings)});
for (const [file, url] of ${JSON.stringify(tests)}) {
  describe(file, async () => {
    await import(url);
  });
}
`,
  );
  return program;
}

/** Files are suites, and the program is a test outside of them. Only tests of files are counted. */
function note(report, { details, skip, nesting, name }, outcome) {
  if (nesting === 0 && details.type === 'suite') report.durations.set(name, details.duration_ms);
  if (details.type === 'suite' || (nesting === 0 && outcome === 'passed')) return;
  report.totals[skip ? 'skipped' : outcome] += 1;
}

function printSlowest() {
  const slowest = [...durations].toSorted((one, other) => other[1] - one[1]).slice(0, SLOWEST);
  console.log('\n── the slowest files, s ──');
  for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)}  ${file}`);
}

async function files(pattern) {
  const found = [];
  for await (const file of glob(pattern)) found.push(file);
  return found.sort();
}
