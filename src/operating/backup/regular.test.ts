/** Regular backups, which a separate process makes. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../config.ts';
import type { Log } from '../../core/log.ts';
import { eventually } from '../../testing/eventually.ts';
import { COMPILED_FOLDER } from '../../testing/quick-node.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../testing/template.ts';
import { RegularBackups } from './regular.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const OLD = 'commonplace-2026-01-01T00-00-00Z.tar.gz';
const DAY_SECONDS = 24 * 3600;
/** A process starts slowly on a busy machine. */
const PATIENCE = { seconds: 60 };

let data: string;
let archives: string;
const program = process.argv[1]!;
before(() => {
  data = copyTemplate('owned');
  process.env['SVC_DATA_DIR'] = data;
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED_FOLDER;
  // The process of the backup runs this program.
  process.argv[1] = MAIN;
});
beforeEach(() => void (archives = temporaryFolder()));
afterEach(() => removeFolder(archives));
after(() => {
  process.argv[1] = program;
  removeFolder(data);
});

interface Entry {
  level: string;
  message: string;
  output: string;
}

async function open(folder = archives) {
  const logged: Entry[] = [];
  const into = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, message, output: (fields as { output: string }).output });
  const log: Log = {
    debug: into('debug'),
    info: into('info'),
    warn: into('warn'),
    error: into('error'),
  };
  const config = readConfig({ SVC_BACKUP_FOLDER: folder, SVC_BACKUP_KEEP: '1' });
  const backups = new RegularBackups(config);
  return { backups, logged, start: () => backups.start(log) };
}

const names = () => readdirSync(archives).filter((name) => name.endsWith('.tar.gz'));

function putOld(ageSeconds: number): void {
  writeFileSync(join(archives, OLD), 'an old one');
  const time = Date.now() / 1000 - ageSeconds;
  utimesSync(join(archives, OLD), time, time);
}

test('a backup is made when the newest one is too old, and replaces it', async () => {
  putOld(DAY_SECONDS + 60);
  const { backups, logged, start } = await open();
  await using _backups = backups;
  assert.equal(backups.isRunning, false);
  start();
  await eventually('the backup', () => names().length === 1 && names()[0] !== OLD, PATIENCE);
  await eventually('the end', () => !backups.isRunning, PATIENCE);
  assert.deepEqual(logged, []);
});

test('no backup is made while the newest one is young, unless the owner requests it', async () => {
  putOld(DAY_SECONDS - 3600);
  {
    const { backups, logged, start } = await open();
    start();
    // Waits for the look that has begun.
    await backups[Symbol.asyncDispose]();
    assert.deepEqual([names(), logged], [[OLD], []]);
  }
  const { backups, start } = await open();
  await using _backups = backups;
  backups.request();
  assert.equal(backups.isRunning, true);
  start();
  await eventually('the backup', () => names().length === 1 && names()[0] !== OLD, PATIENCE);
});

test('a failed backup is an error of the log with what the process said', async () => {
  const { backups, logged, start } = await open(join(archives, 'file/below'));
  await using _backups = backups;
  writeFileSync(join(archives, 'file'), '');
  start();
  await eventually('the error', () => logged.length > 0, PATIENCE);
  assert.deepEqual([logged[0]!.level, logged[0]!.message], ['error', 'the backup failed']);
  assert.match(
    logged[0]!.output,
    /^1: The folder .*below cannot be made \(ENOTDIR\)\. Choose another/,
  );
  assert.equal(backups.isRunning, false);
});

test('a backup with a warning is complete, and the log has the warning', async () => {
  // A folder in place of an archive cannot be deleted as one.
  mkdirSync(join(archives, OLD));
  utimesSync(join(archives, OLD), 1, 1);
  const { backups, logged, start } = await open();
  await using _backups = backups;
  start();
  await eventually('the warning', () => logged.length > 0, PATIENCE);
  assert.deepEqual([logged[0]!.level, logged[0]!.message], ['warn', 'the backup is complete']);
  assert.match(logged[0]!.output, /^Old archives could not be deleted: /);
  assert.doesNotMatch(logged[0]!.output, / rows of /);
  rmSync(join(archives, OLD), { recursive: true });
});

test('a service that stops ends its backup, which leaves nothing and is no failure', async () => {
  const { backups, logged, start } = await open();
  start();
  await eventually('the beginning', () => backups.isRunning);
  await backups[Symbol.asyncDispose]();
  assert.equal(backups.isRunning, false);
  assert.deepEqual([readdirSync(archives), logged], [[], []]);
});

test('a program that cannot be started is a failed backup', async () => {
  const { execPath } = process;
  const { backups, logged, start } = await open();
  await using _backups = backups;
  process.execPath = join(archives, 'no program');
  try {
    start();
    await eventually('the error', () => logged.length > 0, PATIENCE);
  } finally {
    process.execPath = execPath;
  }
  assert.match(logged[0]!.output, /ENOENT/);
});
