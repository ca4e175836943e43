/**
 * Tests the data folder and its content: the secret, the locks, the owner record, journals and free
 * space.
 */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { NotFound, NoRoom, StartError, Unavailable } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { PendingCalls } from './calls/pending-calls.ts';
import { prepareDataFolder } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { watchDiskSpace } from './disk-space.ts';
import { writeOwnerRecord } from './embedded/owner-record.ts';
import { startUpkeep } from './embedded/upkeep.ts';
import { isConnectionLost, toStorageError } from './faults.ts';
import { lockFolder } from './folder-lock.ts';
import { secretOf } from './installation.ts';
import { aboutJournal, Journal } from './journal.ts';
import { openJournals } from './journals.ts';
import { isDangling, isTaken } from './violations.ts';

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));
afterEach(() => removeFolder(folder));

test('the secret is created once, readable only by its owner, and a broken one is refused', () => {
  assert.equal(secretOf({ secret: 'given', dataDir: folder }), 'given');
  const made = secretOf({ dataDir: folder });
  assert.equal(made.length, 64);
  assert.equal(secretOf({ dataDir: folder }), made);
  assert.deepEqual(readdirSync(folder), ['secret']);
  const path = join(folder, 'secret');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  writeFileSync(path, 'x'.repeat(32));
  assert.equal(secretOf({ dataDir: folder }), 'x'.repeat(32));
  writeFileSync(path, 'x'.repeat(31));
  assert.throws(() => secretOf({ dataDir: folder }), /is incomplete/);
});

test('a data folder is created for its owner only, or refused with a message', () => {
  const path = join(folder, 'a', 'b');
  prepareDataFolder(path);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  prepareDataFolder(path);
  writeFileSync(join(folder, 'file'), '');
  assert.throws(
    () => prepareDataFolder(join(folder, 'file', 'x')),
    (error: Error) => error instanceof StartError && /cannot be written/.test(error.message),
  );
  for (const kernel of ['/proc/1/data', '/sys/x/y', '/proc']) {
    assert.throws(() => prepareDataFolder(kernel), /file system of the kernel/);
  }
});

test('only one process can use a folder', async () => {
  const lock = await lockFolder(folder);
  await assert.rejects(lockFolder(folder), /already running on/);
  await lock[Symbol.asyncDispose]();
  await (await lockFolder(folder))[Symbol.asyncDispose]();
});

test('the owner of a folder is recorded in it, and a change is detected', async () => {
  const path = join(folder, 'owner.json');
  const record = await writeOwnerRecord(folder);
  const { id, pid, host } = JSON.parse(readFileSync(path, 'utf8'));
  assert.deepEqual([pid, host, typeof id], [process.pid, hostname(), 'string']);
  utimesSync(path, new Date(0), new Date(0));
  record.check();
  assert.ok(Date.now() - statSync(path).mtimeMs < 10_000);
  writeFileSync(path, '{');
  record.check();
  record[Symbol.dispose]();
  assert.ok(existsSync(path));
  writeFileSync(path, JSON.stringify({ id: 'other', pid: 7, host: 'elsewhere' }));
  assert.throws(() => record.check(), /Process 7 on elsewhere has taken over/);
  record[Symbol.dispose]();
  assert.ok(existsSync(path));
  // The other machine has not updated its record for a long time.
  utimesSync(path, new Date(0), new Date(0));
  const next = await writeOwnerRecord(folder);
  next[Symbol.dispose]();
  assert.ok(!existsSync(path));
  assert.throws(() => next.check(), /Somebody has taken over/);
  writeFileSync(path, JSON.stringify({ id: 'other', pid: 7, host: hostname() }));
  (await writeOwnerRecord(folder))[Symbol.dispose]();
});

test('a folder with a live owner on another machine is refused', async () => {
  const path = join(folder, 'owner.json');
  writeFileSync(path, JSON.stringify({ id: 'other', pid: 7, host: 'elsewhere' }));
  const touching = setInterval(() => utimesSync(path, new Date(), new Date()), 100);
  await assert
    .rejects(writeOwnerRecord(folder), /in use by process 7 on elsewhere/)
    .finally(() => clearInterval(touching));
});

test('journals of ended processes are inherited, but not those of running ones', async () => {
  const root = join(folder, 'journals');
  const first = await openJournals(root);
  await Journal.begin(join(first.folder, 'talk'), { whose: 'Ana' });
  const living = await openJournals(root);
  assert.deepEqual(living.ended, []);
  assert.deepEqual(await aboutJournal(join(first.folder, 'talk')), { whose: 'Ana' });
  await first[Symbol.asyncDispose]();
  mkdirSync(join(root, '.new-somebody'));
  const heir = await openJournals(root);
  assert.deepEqual(heir.ended, [first.id]);
  assert.deepEqual(await aboutJournal(join(heir.folder, 'talk')), { whose: 'Ana' });
  assert.ok(!existsSync(first.folder));
  assert.deepEqual(readdirSync(root).toSorted(), ['.new-somebody', heir.id, living.id].toSorted());
  assert.notEqual(heir.id, living.id);
  for (const each of [living, heir]) await each[Symbol.asyncDispose]();
});

test('a nearly full disk refuses new data, and a full disk all writes', async () => {
  const lines: string[] = [];
  const log = {
    ...silentLog,
    error: (_: object, message: string) => lines.push(message),
    warn: (_: object, message: string) => lines.push(message),
  } as unknown as typeof silentLog;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const watch = (minFreeBytes: number) => watchDiskSpace({ folder, minFreeBytes, log });
  using roomy = watch(0);
  assert.ok(Math.abs(roomy.freeBytes - free) < free / 10);
  assert.deepEqual([roomy.isLow, roomy.isFull], [false, false]);
  roomy.requireRoom();
  using low = watch(free * 2);
  assert.deepEqual([low.isLow, low.isFull], [true, false]);
  assert.throws(() => low.requireRoom(), NoRoom);
  using full = watch(free * 10);
  assert.deepEqual([full.isLow, full.isFull], [true, true]);
  await assert.rejects(
    openDatabase({ url: undefined, folder, minFreeBytes: free * 10, log }),
    /is full\. Free space/,
  );
  // The warning is logged once, at the first check. A check that finds enough space logs nothing.
  const until = Date.now() + 10_000;
  while (lines.length < 2 && Date.now() < until) await new Promise(setImmediate);
  assert.deepEqual([...new Set(lines)], ['the disk is nearly full: writes are refused']);
});

test('checkpoints run after many writes or when space is short, but never on a full disk', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const MIB = 1024 * 1024;
  const disk = { isLow: false, isFull: false };
  let written = 0;
  let sent: string[] = [];
  let isOurs = true;
  let checks = 0;
  await using upkeep = startUpkeep({
    session: {
      send: async (text: string) => {
        if (!text.startsWith('SELECT')) sent.push(text);
        return { rows: [{ position: written, name: 'memories' }] };
      },
    } as never,
    disk,
    isCopying: () => false,
    checkOwner: () => {
      checks += 1;
      if (!isOurs) throw new Error('taken over');
    },
    log: silentLog,
  });
  const after = async (bytes: number, milliseconds = 5_000) => {
    written = bytes;
    sent = [];
    t.mock.timers.tick(milliseconds);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    return sent;
  };
  assert.deepEqual(await after(MIB), []);
  assert.ok(checks > 0);
  assert.deepEqual(await after(MIB + 1), [], 'before the migrations have ended');
  upkeep.startStatistics();
  assert.deepEqual(await after(MIB + 1), ['ANALYZE memories']);
  assert.deepEqual(await after(2 * MIB + 1), []);
  assert.deepEqual(await after(32 * MIB), ['ANALYZE memories']);
  assert.deepEqual(await after(32 * MIB + 1), ['CHECKPOINT']);
  disk.isLow = true;
  assert.deepEqual(await after(32 * MIB + 1), []);
  assert.deepEqual(await after(32 * MIB + 2), ['CHECKPOINT']);
  disk.isFull = true;
  assert.deepEqual(await after(99 * MIB), []);
  disk.isFull = disk.isLow = false;
  isOurs = false;
  assert.deepEqual(await after(99 * MIB), []);
  isOurs = true;
  assert.deepEqual(await after(99 * MIB), ['ANALYZE memories', 'CHECKPOINT']);
  assert.deepEqual(await after(99 * MIB, 3_600_000), ['VACUUM']);
  disk.isFull = true;
  assert.deepEqual(await after(99 * MIB, 3_600_000), []);
});

test('database errors are converted to our errors', () => {
  const error = (code?: string, message = 'x') => Object.assign(new Error(message), { code });
  for (const lost of [
    error('08006'),
    error('57P01'),
    error('ECONNRESET'),
    error(undefined, 'Connection terminated unexpectedly'),
    error(undefined, 'timeout expired'),
  ]) {
    assert.ok(isConnectionLost(lost));
    const mapped = toStorageError(lost) as Unavailable;
    assert.ok(mapped instanceof Unavailable && mapped.cause === lost);
    assert.match(mapped.message, /does not answer right now/);
  }
  const deadlock = toStorageError(error('40P01')) as Unavailable;
  assert.deepEqual([deadlock.kind, deadlock.retryAfterSeconds], ['unavailable', 1]);
  assert.match(deadlock.message, /changed the same data first/);
  assert.ok(toStorageError(error('53100')) instanceof NoRoom);
  for (const other of [error('23505'), error(), new NotFound('none')]) {
    assert.equal(toStorageError(other), other);
    assert.ok(!isConnectionLost(other));
  }
  assert.deepEqual([isTaken(error('23505')), isTaken(error('23503'))], [true, false]);
  assert.deepEqual([isDangling(error('23503')), isDangling(error('23505'))], [true, false]);
});

test('all pending calls can be rejected, and the longest wait is known', async () => {
  const calls = new PendingCalls();
  assert.equal(calls.longestMs, -Infinity);
  assert.equal(await calls.guard(Promise.resolve(7)), 7);
  assert.equal(calls.longestMs, -Infinity);
  const waiting = [1, 2].map(() => calls.guard(new Promise(() => {})));
  assert.ok(calls.longestMs >= 0 && calls.longestMs < 10_000);
  calls.refuseAll(new Error('away'));
  for (const call of waiting) await assert.rejects(call, /away/);
  assert.equal(calls.longestMs, -Infinity);
});
