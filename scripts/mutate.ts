// `npm run mutate -- --count 20 --seed 1 [--sql] [--under src/domains/memories] [--list]` breaks lines
// of `src` at random, one after the other, and runs the tests beside each broken line. Prints
// "missed" for a line whose break no test notices; such a line needs a test. A test notices a break if
// it fails with the break and passes without it. `--sql` breaks conditions and orders of statements
// instead, without row-level security, which would hide a missing owner.
import { spawn } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { parseSync } from 'oxc-parser';
import { randomNumbers } from './random-numbers.ts';
import { isNode, sqlBreaks } from './sql-mutations.ts';
import type { Break, Node } from './sql-mutations.ts';

interface Mutation extends Break {
  file: string;
  line: number;
}

type Outcome = 'passed' | 'failed' | 'late';

const ROOT = resolve(import.meta.dirname, '..');
/** The time limit of a test, the same as in the whole run. */
const TEST_SECONDS = 60;
const FILE_SECONDS = 180;
/** Files that contain only data, types or entry points, or that a generator wrote. */
const LEFT_OUT = /generated|\.(test|suite|fixture)\.ts$|testing[-./]|-shapes\.ts$/;
/**
 * Constants with a unit are left out: no test can distinguish a minute from a minute and a
 * millisecond.
 */
const WITH_UNIT = /(^|_)(MS|SECONDS|MINUTES|HOURS|BYTES|KIB|MIB|DAYS?)$|(Ms|Seconds|Bytes)$/;
const MOVED_BOUNDS: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

function mutationsOf(file: string): Mutation[] {
  const source = readFileSync(resolve(ROOT, file), 'utf8');
  const found: Mutation[] = [];
  const add = (node: Node, replacement: string, kind: string): void => {
    const line = source.slice(0, node.start).split('\n').length;
    found.push({ file, line, start: node.start, end: node.end, replacement, kind });
  };
  const visit = (node: Node): void => {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      const test = node.test as Node;
      add(test, `!(${source.slice(test.start, test.end)})`, 'condition inverted');
    } else if (node.type === 'ExpressionStatement') {
      const expression = node.expression as Node;
      const call = (
        expression.type === 'AwaitExpression' ? expression.argument : expression
      ) as Node;
      if (call.type === 'CallExpression') add(node, ';', 'call removed');
    } else if (node.type === 'BinaryExpression' && MOVED_BOUNDS[node.operator as string]) {
      const [left, right] = [node.left as Node, node.right as Node];
      const operator = MOVED_BOUNDS[node.operator as string]!;
      const text = (part: Node): string => source.slice(part.start, part.end);
      add(node, `${text(left)} ${operator} ${text(right)}`, 'bound moved');
    } else if (node.type === 'VariableDeclarator') {
      const value = node.init as Node | null;
      const name = String((node.id as Node).name);
      if (value?.type === 'Literal' && typeof value.value === 'number' && !WITH_UNIT.test(name))
        add(value, String(value.value + 1), 'number changed');
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return found;
}

function sqlMutationsOf(file: string): Mutation[] {
  const source = readFileSync(resolve(ROOT, file), 'utf8');
  return sqlBreaks(file, source).map((found) => ({
    ...found,
    file,
    line: source.slice(0, found.start).split('\n').length,
  }));
}

/** Lets every statement see the rows of all users, until the end of the run. */
function takeWallsDown(): void {
  const walls = resolve(ROOT, 'src/storage/walls.ts');
  const asker = 'user === undefined ? undefined :';
  const source = readFileSync(walls, 'utf8');
  if (!source.includes(asker)) throw new Error(`${walls} no longer contains "${asker}".`);
  replaceFile(walls, source.replace(asker, 'true ? undefined :'));
}

/** The texts of broken files before they were broken, by path. */
const whole = new Map<string, string>();
const restoreFiles = () => whole.forEach((text, path) => writeFileSync(path, text));
process.once('exit', restoreFiles);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

function replaceFile(path: string, text: string): void {
  if (!whole.has(path)) whole.set(path, readFileSync(path, 'utf8'));
  writeFileSync(path, text);
}

/**
 * Returns the tests of the file's room, the nearest first: the test with the name of the file, then
 * its folder, then the rest of the room.
 */
function testsBeside(file: string): string[] {
  const room = /^src\/(domains|engines|transports)\/[^/]+|^src\/[^/]+/.exec(file)![0];
  const own = file.replace(/\.ts$/, '.test.ts');
  const distance = (test: string): number => {
    // Its calls run every statement of the room.
    if (file.endsWith('.sql.ts') && test.endsWith('/statements.test.ts')) return 0;
    return test === own ? 1 : dirname(test) === dirname(file) ? 2 : 3;
  };
  // A file in `src` itself has no room, only its own test.
  return globSync([`${room}/**/*.test.ts`, own], { cwd: ROOT })
    .toSorted()
    .toSorted((one, other) => distance(one) - distance(other));
}

/**
 * Runs the tests of a broken line's room until one fails that passes without the break. Returns the
 * outcome.
 */
async function outcomeOf(mutation: Mutation): Promise<string> {
  const tests = testsBeside(mutation.file);
  const failing: string[] = [];
  const from = Date.now();
  for (const test of tests) {
    const name = relative(dirname(mutation.file), test);
    const outcome = await runBroken(mutation, test);
    if (outcome === 'passed') continue;
    if (outcome === 'late') return `missed: ${name} did not end within ${FILE_SECONDS} s`;
    // A test that fails anyway notices nothing.
    if ((await outcomeUnbroken(test)) === 'passed')
      return `noticed by ${name} (${((Date.now() - from) / 1_000).toFixed(0)} s)`;
    failing.push(name);
  }
  const unclear = failing.length > 0 ? `; without the break also fail: ${failing.join(', ')}` : '';
  return `missed by ${tests.length} test files${unclear}`;
}

async function runBroken({ file, start, end, replacement }: Mutation, test: string) {
  const path = resolve(ROOT, file);
  const source = readFileSync(path, 'utf8');
  replaceFile(path, source.slice(0, start) + replacement + source.slice(end));
  try {
    return await run(test);
  } finally {
    replaceFile(path, source);
  }
}

const unbroken = new Map<string, Promise<Outcome>>();

/** Runs each test file at most once. */
function outcomeUnbroken(test: string): Promise<Outcome> {
  const outcome = unbroken.get(test) ?? run(test);
  unbroken.set(test, outcome);
  return outcome;
}

/** Runs a test file until its first failure. */
async function run(test: string): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    ['--test', `--test-timeout=${TEST_SECONDS * 1_000}`, '--test-reporter=tap', test],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    },
  );
  const { promise: ended, resolve: end } = Promise.withResolvers<Outcome>();
  const limit = setTimeout(() => end('late'), FILE_SECONDS * 1_000);
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => void (/^\s*not ok/.test(line) && end('failed')));
  child.once('exit', (code) => end(code === 0 ? 'passed' : 'failed'));
  const outcome = await ended;
  clearTimeout(limit);
  // Kills the whole process group: the test file is a child of the test runner and has its own
  // children.
  if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
  return outcome;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', multiple: true, default: ['src'] },
    list: { type: 'boolean', default: false },
    sql: { type: 'boolean', default: false },
  },
});
const random = randomNumbers(Number(values.seed));
const files = globSync(
  values.under.map((folder) => `${folder}/**/*.ts`),
  { cwd: ROOT },
)
  .filter((file) => !LEFT_OUT.test(file) && file.endsWith('.sql.ts') === values.sql)
  .toSorted();
const pool = files.flatMap(values.sql ? sqlMutationsOf : mutationsOf);
if (values.sql && !values.list) takeWallsDown();
const sample = Array.from({ length: Math.min(Number(values.count), pool.length) }, () => {
  return pool.splice(Math.floor(random() * pool.length), 1)[0]!;
});
let noticed = 0;
for (const mutation of sample) {
  const place = `${mutation.file}:${mutation.line} ${mutation.kind}`;
  const outcome = values.list ? mutation.replacement.split('\n')[0]! : await outcomeOf(mutation);
  if (outcome.startsWith('noticed')) noticed += 1;
  console.log(`${place}: ${outcome}`);
}
if (!values.list) console.log(`${noticed} of ${sample.length} broken lines were noticed`);
