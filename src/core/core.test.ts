/** Tests of the basic parts: wire shapes, ids, seals and settings. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  Conflict,
  InsufficientScope,
  Invalid,
  NotReady,
  RateLimited,
  Unavailable,
} from './errors.ts';
import { uuidv7 } from './ids.ts';
import { lockProcess } from './process-lock.ts';
import { sealWith } from './seal.ts';
import { webAddress } from './setting.ts';
import {
  beginning,
  Day,
  limit,
  Moment,
  Offset,
  text,
  Timestamp,
  trimmedText,
  UUID,
} from './wire.ts';

type Shape = ReturnType<typeof text>;
const complaints = (shape: Shape, value: string): string[] =>
  (shape.safeParse(value).error?.issues ?? []).map((issue) =>
    issue.code === 'custom' ? `${issue.params?.['type']}: ${issue.message}` : issue.code,
  );

test('the length of a text is its number of visible characters', () => {
  const family = '👨‍👩‍👧‍👦';
  const short = text({ min: 2, max: 4 });
  for (const fine of ['ab', 'abcd', family.repeat(4), family.repeat(2)]) {
    assert.deepEqual(complaints(short, fine), [], fine);
  }
  const tooShort = 'string_too_short: String should have at least 2 characters';
  const tooLong = 'string_too_long: String should have at most 4 characters';
  assert.deepEqual(complaints(short, 'a'), [tooShort]);
  assert.deepEqual(complaints(short, family), [tooShort]);
  assert.deepEqual(complaints(short, 'abcde'), [tooLong]);
  assert.deepEqual(complaints(short, family.repeat(5)), [tooLong]);
  assert.deepEqual(complaints(text({ min: 1, max: 4 }), ''), [
    'string_too_short: String should have at least 1 character',
  ]);
  // A letter with many accents is one character, up to the limit against abuse.
  const heap = (units: number) => `a${'\u0301'.repeat(units - 1)}`;
  assert.deepEqual(complaints(text({ max: 1 }), heap(32)), []);
  assert.deepEqual(complaints(text({ max: 1 }), heap(33)), [
    'string_too_long: String should have at most 1 characters',
  ]);
  assert.deepEqual(complaints(text({ min: 2, max: 2 }), heap(63)), [tooShort]);
  assert.deepEqual(complaints(text({ min: 2, max: 2 }), heap(64)), []);
});

test('texts with NUL, unpaired surrogates or (where required) only spaces are refused', () => {
  const named = text({ max: 9, blank: 'Say something' });
  assert.deepEqual(complaints(named, '  '), ['blank: Say something']);
  assert.deepEqual(complaints(named, ''), []);
  assert.deepEqual(complaints(named, ' a'), []);
  assert.deepEqual(complaints(text({ max: 9 }), '  '), []);
  assert.deepEqual(complaints(named, 'a\0'), [
    'string_nul: String should not contain NUL characters',
  ]);
  assert.deepEqual(complaints(named, 'a\ud83d'), [
    'string_unicode: String should be valid Unicode',
  ]);
  assert.equal(trimmedText({ max: 3 }).parse('  abc '), 'abc');
  assert.equal(text({ max: 9 }).parse(' a '), ' a ');
});

test('a shortened text never ends with half a character', () => {
  assert.equal(beginning('abc', 2), 'ab');
  assert.equal(beginning('abc', 9), 'abc');
  assert.equal(beginning('a🎻', 2), 'a');
  assert.equal(beginning('a🎻', 3), 'a🎻');
  assert.equal(beginning('\ud83da', 1), '\ud83d');
});

test('days, times, page sizes and offsets are validated', () => {
  for (const day of ['1800-01-01', '2026-01-31', '2999-12-31']) assert.equal(Day.parse(day), day);
  for (const day of ['1799-12-31', '3000-01-01', '2026-02-30', '2026-1-1']) {
    assert.ok(!Day.safeParse(day).success, day);
  }
  const instants = ['2026-01-31T09:00:00Z', '2026-01-31T09:00+01:00', '1800-01-01T00:00:00.5Z'];
  for (const instant of instants) assert.equal(Moment.parse(instant), instant);
  for (const wrong of ['2026-01-31', '2026-01-31T09:00:00', '1799-12-31T09:00:00Z', 'now']) {
    assert.ok(!Moment.safeParse(wrong).success, wrong);
  }
  assert.equal(Timestamp.parse('2026-01-31T09:00+01:00'), '2026-01-31T08:00:00.000Z');
  const size = limit({ fallback: 5, max: 10 });
  const sizes = [undefined, -3, 0, 1, 10, 11].map((given) => size.parse(given));
  assert.deepEqual(sizes, [5, 1, 1, 1, 10, 10]);
  assert.deepEqual(
    [undefined, 0, 1_000_000].map((given) => Offset.parse(given)),
    [0, 0, 1_000_000],
  );
  for (const wrong of [-1, 1_000_001, 0.5]) assert.ok(!Offset.safeParse(wrong).success);
});

test('ids sort by creation, even within one millisecond', () => {
  const now = Date.now() + 86_400_000;
  const ids = Array.from({ length: 9_000 }, () => uuidv7(now));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
  const timeOf = (id: string) => parseInt(id.replace('-', '').slice(0, 12), 16);
  assert.equal(timeOf(ids[0]!), now);
  assert.ok(timeOf(ids.at(-1)!) > now && timeOf(ids.at(-1)!) <= now + 4);
  assert.equal(timeOf(uuidv7(now + 1_000)), now + 1_000);
  // Ids keep increasing when the clock is set back.
  assert.equal(timeOf(uuidv7(now)), now + 1_000);
  for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-/);
  assert.match(ids[0]!, UUID);
  // The ids of one millisecond count up from the lower half of the counter until it overflows; then
  // the time in the ids advances.
  const counts = ids.map((id) => parseInt(id.slice(15, 18), 16));
  const first = ids.filter((id) => timeOf(id) === now);
  assert.ok(counts[0]! <= 0x7ff);
  assert.equal(counts[first.length - 1], 0xfff);
  assert.equal(counts[first.length], 0);
});

test('sealed text opens only unchanged and with the same secret and purpose', () => {
  const seal = sealWith('secret', 'hooks');
  const sealed = seal.close('a söng 🎻');
  assert.equal(seal.open(sealed), 'a söng 🎻');
  assert.equal(sealed.length, 12 + 16 + Buffer.byteLength('a söng 🎻'));
  assert.notDeepEqual(seal.close('a söng 🎻'), sealed);
  for (const other of [sealWith('other', 'hooks'), sealWith('secret', 'mail')]) {
    assert.throws(() => other.open(sealed));
  }
  for (const place of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[place]! ^= 1;
    assert.throws(() => seal.open(changed));
  }
});

test('a web address without a scheme is refused with a suggestion', () => {
  const said = (address: string, schemes?: string[]) =>
    webAddress('http://host:1234/v1', schemes).safeParse(address).error?.issues[0]?.message;
  const meant = (address: string) => `the scheme is missing. Did you mean ${address}?`;
  for (const fine of ['http://localhost:11434', 'https://api.example.com/v1']) {
    assert.equal(said(fine), undefined);
  }
  assert.equal(said('ftp://host'), 'an address such as http://host:1234/v1');
  assert.equal(said('localhost:11434'), meant('http://localhost:11434'));
  assert.equal(said('192.168.1.5:80'), meant('http://192.168.1.5:80'));
  assert.equal(said('[::1]:80'), meant('http://[::1]:80'));
  assert.equal(said('box.local/v1'), meant('http://box.local/v1'));
  assert.equal(said('api.example.com/v1'), meant('https://api.example.com/v1'));
  const both = ['ws', 'wss', 'http', 'https'];
  assert.equal(said('ws://host/listen', both), undefined);
  assert.equal(said('api.deepgram.com/v1', both), meant('wss://api.deepgram.com/v1'));
  assert.equal(said('localhost:80/v1/listen', both), meant('ws://localhost:80/v1/listen'));
  assert.equal(said('localhost:80/listen'), meant('http://localhost:80/listen'));
  assert.equal(said('localhost:80/v1', both), meant('http://localhost:80/v1'));
});

test('errors have a message and the time until a retry may succeed', () => {
  const problems = [{ loc: ['a'], msg: 'b', type: 'c' }];
  assert.deepEqual(
    [new Invalid('no', problems).message, new Invalid('no').problems],
    ['no', undefined],
  );
  const scope = new InsufficientScope('memories:read');
  assert.deepEqual(
    [scope.message, scope.scope, scope.kind],
    ['Insufficient permissions. Required scope: memories:read', 'memories:read', 'forbidden'],
  );
  const body = { detail: 'soon' };
  const closed = new NotReady('closed', { body, notice: 'Closed for now.' });
  assert.deepEqual(
    [closed.message, closed.body, closed.notice],
    ['closed', body, 'Closed for now.'],
  );
  const cause = new Error('why');
  const conflict = new Conflict('twice', { retryAfterSeconds: 3, cause });
  assert.deepEqual(
    [conflict.message, conflict.retryAfterSeconds, conflict.cause],
    ['twice', 3, cause],
  );
  assert.equal(new Conflict('twice').retryAfterSeconds, null);
  const limited = new RateLimited('slow', 9);
  assert.deepEqual([limited.message, limited.retryAfterSeconds], ['slow', 9]);
  const gone = new Unavailable('later', { cause });
  assert.deepEqual([gone.message, gone.retryAfterSeconds, gone.cause], ['later', 2, cause]);
});

test('only one process can hold a lock, which ends with that process', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'lock');
  const lock = await lockProcess(path);
  assert.ok(lock);
  assert.equal(await lockProcess(path), null);
  await lock[Symbol.asyncDispose]();
  assert.ok(!existsSync(path));
  // An existing file that is not locked does not keep a process out.
  writeFileSync(path, '');
  const again = await lockProcess(path);
  assert.ok(again);
  await again[Symbol.asyncDispose]();

  const source = `
    const { lockProcess } = await import(${JSON.stringify(new URL('./process-lock.ts', import.meta.url))});
    const lock = await lockProcess(${JSON.stringify(path)});
    console.log(lock ? 'held' : 'refused');
    setInterval(() => {}, 1_000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(holder.stdout, 'data')) as [Buffer];
  assert.equal(String(said).trim(), 'held');
  assert.equal(await lockProcess(path), null);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await using freed = await lockProcess(path);
  assert.ok(freed);
  await assert.rejects(lockProcess(join(folder, 'none', 'lock')), /ENOENT/);
});

test('on Windows, the process id in the file decides whether the lock is held', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'lock');
  const lock = await lockProcess(path, 'win32');
  assert.ok(lock);
  assert.equal(readFileSync(path, 'utf8'), String(process.pid));
  assert.equal(await lockProcess(path, 'win32'), null);
  await lock[Symbol.asyncDispose]();
  assert.ok(!existsSync(path));

  // The file of a process that has ended does not keep a process out.
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  writeFileSync(path, String(ended.pid));
  await using again = await lockProcess(path, 'win32');
  assert.ok(again);
  assert.equal(readFileSync(path, 'utf8'), String(process.pid));
  await assert.rejects(lockProcess(join(folder, 'none', 'lock'), 'win32'), /ENOENT/);
});

test('locks leave no file open', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const open = () =>
    readdirSync('/proc/self/fd').filter((file) => {
      try {
        return readlinkSync(`/proc/self/fd/${file}`).startsWith(folder);
      } catch {
        // The file has been closed in the meantime.
        return false;
      }
    });
  for (const platform of ['linux', 'win32'] as const) {
    const path = join(folder, platform);
    const lock = await lockProcess(path, platform);
    assert.equal(open().length, platform === 'linux' ? 1 : 0);
    assert.equal(await lockProcess(path, platform), null);
    await lock![Symbol.asyncDispose]();
    assert.deepEqual(open(), []);
  }
});
