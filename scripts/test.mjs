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
 * Files that fail beside others run once more at the end, alone. What then passes is printed with its
 * first failure: such a test is too hasty, and has to be mended. More than a few such files are not
 * repeated, because then the change is at fault.
 *
 * The last line of the output is the one that CI reads.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleFolder } from '../src/testing/bundle/bundle.ts';
import { makeDatabaseTemplates, postgresPrograms, startPostgres } from '../src/testing/postgres.ts';
import {
  removeFolder,
  TEMPORARY,
  templateFolder,
  temporaryFolder,
} from '../src/testing/template.ts';
import { coreTimes } from './core-times.mjs';
import { isIncomplete, ofFile, reportOf, together } from './test-report.mjs';

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
/** Other files load few modules, so they need no bundle. */
const USES_SERVICE = /startService|start-service|voiced-service|console-tab/;
const CHANGES_ITS_PROCESS = /process\.env\[[^\]]+\] =|delete process\.env|\bmock\./;
const onEmbedded = inOrder.filter((file) => !hasPostgres || isJourney(file) || isOnBoth(file));
const onPostgres = hasPostgres ? inOrder.filter((file) => !isJourney(file) || isOnBoth(file)) : [];
const SLOWEST = 20;
const MOST_REPEATED = 6;
/** The time of each file, in ms. */
const durations = new Map();
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** The files that failed, each as a program of its own. */
const failed = [];
/** What failed only while other tests ran beside it. */
const hasty = [];

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
  const isRepeated = failed.length <= MOST_REPEATED;
  for (const each of failed) await (isRepeated ? repeat(each) : count(each));
}
removeFolder(scratch);
printSlowest();
for (const failure of hasty) console.log(`\nOnly beside others: ✖ ${failure}`);
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
      report.other.totals.failed += 1;
      report.other.failures.push(`${title}: ${files.join(', ')}\nThe report is incomplete.`);
    }
  }
  for (const [name, { ms }] of report.files) durations.set(`${name} (${title})`, ms);
  process.stdout.write(`\n── ${title} ──\n${report.output}`);
  const [whole, parts] = [{ ...report.other, files }, [...report.files].map(ofFile)];
  // A failure of the program itself may have spoiled each of its files.
  const outcomes = whole.totals.failed > 0 ? [together([whole, ...parts])] : parts;
  for (const outcome of outcomes) {
    if (outcome.totals.failed === 0) count(outcome);
    else failed.push({ ...outcome, program });
  }
}

/** Runs files that failed once more, with nothing beside them. */
async function repeat({ files, failures: before, program: { title, settings } }) {
  console.log(`\n── once more, alone: ${files.join(', ')} (${title}) ──`);
  const { other, files: reports, output } = await reportOf(programOf(files, title, settings));
  process.stdout.write(output);
  const outcome = together([{ ...other, files }, ...[...reports].map(ofFile)]);
  if (outcome.totals.failed === 0) hasty.push(...before);
  count(outcome);
}

function count(outcome) {
  for (const [key, number] of Object.entries(outcome.totals)) totals[key] += number;
  failures.push(...outcome.failures);
}

/**
 * Writes programs that run several test files one after another, because loading the service takes
 * longer than most files. A file that changes its process has a process of its own.
 */
function programsOf(list, title, settings) {
  const isAlone = (file) => isFirst(file) || CHANGES_ITS_PROCESS.test(texts.get(file));
  const shared = list.filter((file) => !isAlone(file));
  const write = (files) => programOf(files, title, settings);
  const inParts = (files) =>
    Array.from({ length: Math.ceil(files.length / FILES_PER_PROCESS) }, (_, part) =>
      write(files.slice(part * FILES_PER_PROCESS, (part + 1) * FILES_PER_PROCESS)),
    );
  return {
    alone: list.filter(isAlone).map((file) => write([file])),
    services: inParts(shared.filter(usesService)),
    others: inParts(shared.filter((file) => !usesService(file))),
  };
}

function usesService(file) {
  return USES_SERVICE.test(texts.get(file));
}

function programOf(files, title, settings) {
  const file = writeProgram(files, settings);
  return { file, files, title, settings, isBundled: files.some(usesService) };
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
