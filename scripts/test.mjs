/**
 * Runs all tests on the embedded database, then those for which the kind of database matters again
 * on a real PostgreSQL:
 *
 * - the journeys in `tests/`, without those that contain a line `// One database: <reason>`,
 * - other tests that contain a line `// Both databases: <reason>`,
 * - with `--matrix` all tests, and files that the command line names.
 *
 * The last line of the output is the one that CI reads.
 */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { mkdtempSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { bundleFlags, bundleFolder } from '../src/testing/bundle/bundle.ts';
import { makeDatabaseTemplates, startPostgres } from '../src/testing/postgres.ts';
import { COMPILED_FOLDER, QUICK_NODE } from '../src/testing/quick-node.ts';
import { removeFolder, templateFolder, temporaryFolder } from '../src/testing/template.ts';

const isMatrix = process.argv.includes('--matrix');
const named = process.argv.slice(2).filter((word) => word !== '--matrix');
const all =
  named.length > 0 ? named : await files('{src,client,console,tests,eval,training}/**/*.test.ts');
/** The longest files begin first, so that no long file runs alone at the end. */
const LONG = [
  'tests/crash',
  'tests/no-sound-lost',
  'tests/disk-faults',
  'tests/generative',
  'tests/packs',
  'tests/power-loss',
  'tests/webhook-endpoints',
  'src/assembly/start',
  'src/engines/recognition/local/local',
  'src/domains/late-words/uploads',
  'console/tests/journeys',
  'tests/codecs',
  'tests/recognisers',
  'tests/cookbook',
].map((name) => `${name}.test.ts`);
const inOrder = [
  ...LONG.filter((file) => all.includes(file)),
  ...all.filter((file) => !LONG.includes(file)),
];
/** Tests with time limits need a core each, so this many processes always run. */
const CORES = availableParallelism();
/** Half of the tests mostly wait, so more processes run while the cores have time left. */
const MAX_PROCESSES = 3 * CORES;
/** A process is added while a core and a half of two are idle, at most one per interval. */
const IDLE_SHARE = 0.35;
const IDLE_INTERVAL_MS = 1_500;
const FILES_PER_PROCESS = 10;
/** Collecting garbage less often saves a tenth of the CPU time. */
const MORE_YOUNG_SPACE = ['--min-semi-space-size=16', '--max-semi-space-size=32'];
/** Other files load few modules, so they need no bundle. */
const USES_SERVICE = /startService|start-service|voiced-service|console-tab/;
const CHANGES_ITS_PROCESS = /process\.env\[[^\]]+\] =|delete process\.env|\bmock\./;
const onPostgres = inOrder.filter(isMatrix || named.length > 0 ? () => true : runsOnBoth);
const SLOWEST = 20;
/** The time of each file, in ms. */
const durations = new Map();
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

// The tests create and remove hundreds of databases, in memory if there is space, so that no test
// waits for a disk.
const MEMORY = '/dev/shm';
if (roomIn(MEMORY) > 4 * 1024 ** 3) process.env['TMPDIR'] = MEMORY;

const scratch = temporaryFolder();
process.env['NODE_COMPILE_CACHE'] = COMPILED_FOLDER;
process.env['COMMONPLACE_TEST_BUNDLE'] = bundleFolder();
process.env['COMMONPLACE_TEST_TEMPLATE'] = templateFolder();
process.env['COMMONPLACE_TEST_HEARD'] = mkdtempSync(join(scratch, 'heard-'));
await suite('embedded database', inOrder);

if (onPostgres.length > 0) {
  await using postgres = await startPostgres();
  process.env['COMMONPLACE_TEST_DATABASE_URL'] = postgres.url;
  process.env['COMMONPLACE_TEST_DATABASE_OWNER'] = JSON.stringify(
    await makeDatabaseTemplates(postgres.url),
  );
  await suite('PostgreSQL', onPostgres);
}

removeFolder(scratch);
printSlowest();
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

/** Runs the files in several processes. The output of a process is printed when it has ended. */
async function suite(title, list) {
  console.log(`\n── ${title} ──`);
  const running = new Set();
  for (const program of programsOf(list, title)) {
    await roomForAnother(running);
    const done = runProgram(program, title).finally(() => running.delete(done));
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

/** Returns the idle time and the time of all cores since the start of the machine. */
function coreTimes() {
  const times = cpus().map((core) => core.times);
  const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
  return { idle: sum(times.map(({ idle }) => idle)), total: sum(times.flatMap(Object.values)) };
}

async function runProgram({ file, isBundled }, title) {
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
  stream.on('test:pass', (event) => {
    count(event, 'passed');
    time(event, title);
  });
  stream.on('test:fail', (event) => {
    count(event, 'failed');
    time(event, title);
    // Repeated at the end, so that a reader of the last lines sees the cause.
    failures.push(
      `${title}: ${event.name}\n${inspect(event.details.error.cause ?? event.details.error)}`,
    );
  });
  let output = '';
  for await (const text of stream.compose(withoutTotals).compose(new spec())) output += text;
  process.stdout.write(output);
}

/** Leaves out the totals of each process, because they are printed once for all. */
async function* withoutTotals(events) {
  for await (const event of events) {
    if (event.type === 'test:diagnostic' && event.data.file === undefined) continue;
    yield event;
  }
}

/**
 * Returns the programs to run, and writes those that run several test files one after another,
 * because loading the service takes longer than most files. A file that changes its process has a
 * process of its own.
 */
function programsOf(list, title) {
  const texts = new Map(list.map((file) => [file, readFileSync(file, 'utf8')]));
  const alone = list.filter(
    (file) => LONG.includes(file) || CHANGES_ITS_PROCESS.test(texts.get(file)),
  );
  const together = list.filter((file) => !alone.includes(file));
  const usesService = (file) => USES_SERVICE.test(texts.get(file));
  return [
    ...alone.map((file) => ({ file, isBundled: usesService(file) })),
    ...batches(together.filter(usesService), `${title} services`, true),
    ...batches(
      together.filter((file) => !usesService(file)),
      title,
      false,
    ),
  ];
}

function batches(list, title, isBundled) {
  const programs = [];
  for (let start = 0; start < list.length; start += FILES_PER_PROCESS) {
    const file = join(scratch, `${title.replaceAll(' ', '-')}-${start}.test.mjs`);
    const suites = list
      .slice(start, start + FILES_PER_PROCESS)
      .map((each) => [each, pathToFileURL(each).href].map((text) => JSON.stringify(text)))
      .map(([name, url]) => `describe(${name}, async () => void (await import(${url})));\n`);
    writeFileSync(file, `import { describe } from 'node:test';\n${suites.join('')}`);
    programs.push({ file, isBundled });
  }
  return programs;
}

function runsOnBoth(file) {
  const text = readFileSync(file, 'utf8');
  const isJourney = file.startsWith('tests/');
  return isJourney ? !/^\/\/ One database: \S/m.test(text) : /^\/\/ Both databases: \S/m.test(text);
}

/** The runner reports a file like a test that contains its tests. Only real tests are counted. */
function count({ details, skip, nesting, name, file }, outcome) {
  if (details.type === 'suite') return;
  if (nesting === 0 && file?.endsWith(name) && outcome === 'passed') return;
  totals[skip ? 'skipped' : outcome] += 1;
}

/** Adds up the tests of a file. A file that shares its process is a suite with its name. */
function time({ details, nesting, name, file }, title) {
  if (nesting > 0) return;
  const path = details.type === 'suite' && all.includes(name) ? name : relative('.', file ?? '');
  const key = `${path} (${title})`;
  durations.set(key, (durations.get(key) ?? 0) + details.duration_ms);
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
