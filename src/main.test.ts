/** Tests the list of commands; the tests of each command are beside its code. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from './testing/service-process.ts';
import { removeFolder, temporaryFolder } from './testing/template.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
let folder: string;
before(() => void (folder = temporaryFolder()));
after(() => removeFolder(folder));

test('an unknown or missing verb fails, with a suggestion or the usage', async () => {
  for (const words of [['dance'], ['toString']]) {
    const { code, output } = await runCommand(words, { folder });
    assert.equal(code, 1);
    assert.match(output, /^error: unknown command/);
  }
  const close = await runCommand(['bakup'], { folder });
  assert.match(close.output, /Did you mean backup\?/);
  const none = await runCommand([], { folder });
  assert.equal(none.code, 1);
  assert.match(none.output, /^Usage: commonplace <command>/);
});

/** Runs the program in the folder, after some other code. */
function runAfter(code: string, ...words: string[]) {
  const before = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  return spawnSync(process.execPath, [...before, MAIN, ...words], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: process.env['PATH'], SVC_DATA_DIR: join(folder, 'data') },
  });
}

test('an old Node gets a sentence', () => {
  const old = `Object.defineProperty(process, 'versions', { value: { node: '20.19.5' } })`;
  const { status, stdout, stderr } = runAfter(old, '--version');
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^Commonplace cannot start: Node 20\.19\.5 is older than 22\.18\..*\n$/);
});

test('the help and the version succeed, also for one command', async () => {
  const { code, output } = await runCommand(['--help'], { folder });
  assert.equal(code, 0);
  assert.match(output, /On the machine of the service:\n(?: .*\n)* {2}backup /);
  const one = await runCommand(['backup', '--help'], { folder });
  assert.equal(one.code, 0);
  assert.match(one.output, /^Usage: commonplace backup FOLDER\|FILE/);
  assert.match((await runCommand(['--version'], { folder })).output, /^\d+\.\d+\.\d+\n$/);
});

test('a known verb runs', async () => {
  const operator = await runCommand(['secret'], { folder });
  assert.deepEqual(operator, { code: 1, output: 'Usage: secret replace | rotate-files\n' });
  const client = await runCommand(['memory'], { folder });
  assert.match(client.output, /^Usage: commonplace memory <command>/);
  const assistant = await runCommand(['mcp', '--help'], { folder });
  assert.match(assistant.output, /SVC_API_KEY/);
});

test('a reader that ends first causes no error', () => {
  const line = `"${process.execPath}" "${MAIN}" --help | head -1`;
  const { stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line], {
    encoding: 'utf8',
  });
  assert.equal(stdout, 'Usage: commonplace <command>\n');
  assert.equal(stderr, '');
});

test('bash completes commands, verbs and options', () => {
  const complete = (...words: string[]) => {
    const script = `
      commonplace() { "${process.execPath}" "${MAIN}" "$@"; }
      source <(commonplace completion bash)
      COMP_WORDS=(commonplace ${words.map((word) => `'${word}'`).join(' ')})
      COMP_CWORD=${words.length}
      _commonplace
      echo "\${COMPREPLY[*]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout.trim().split(/\s+/);
  };
  assert.deepEqual(complete('mem'), ['memory']);
  assert.deepEqual(complete('ba'), ['backup']);
  assert.deepEqual(complete('memory', 'se'), ['search']);
  assert.deepEqual(complete('memory', 'list', '--lim'), ['--limit']);
  assert.deepEqual(complete('completion', ''), ['bash', 'zsh', 'fish']);
});

test('a Node without `AsyncDisposableStack` gets one', () => {
  const without = `
    delete globalThis.AsyncDisposableStack;
    process.on('exit', () => console.log(typeof globalThis.AsyncDisposableStack));`;
  const { status, stdout } = runAfter(without, '--version');
  assert.equal(status, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\nfunction\n$/);
});

test('settings may be in the file .env of the folder in which the program starts', () => {
  writeFileSync(join(folder, '.env'), 'PORT=eighty\n');
  const { status, stderr } = runAfter('', 'account', 'list');
  assert.equal(status, 1);
  assert.match(stderr, /PORT is "eighty"/);
});

test('the service, and no other command, starts with settings that save memory', () => {
  // A wrong setting ends each command at once.
  const tell = `process.env.PORT = 'eighty';
    console.log("[" + (process.env.MALLOC_ARENA_MAX ?? 'usual') + "]");`;
  const isSupported = process.platform === 'linux' && process.execve !== undefined;
  const expected = isSupported ? '[usual]\n[2]\n' : '[usual]\n';
  assert.equal(runAfter(tell, 'serve').stdout, expected);
  assert.equal(runAfter(tell, 'account', 'list').stdout, '[usual]\n');
});
