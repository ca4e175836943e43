import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { appendFile, open, readdir, readFile, stat, truncate } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { aboutJournal, Journal, listJournals, readJournal } from './journal.ts';

const bytes = fc.uint8Array({ maxLength: 200 });
const batches = fc.array(
  fc.tuple(fc.jsonValue(), fc.array(bytes, { minLength: 1, maxLength: 5 })),
  {
    maxLength: 40,
  },
);

test('flushed input is read back in order, except for processed files', async () => {
  await fc.assert(
    fc.asyncProperty(batches, fc.nat({ max: 60 }), async (written, forgotten) => {
      const root = temporaryFolder();
      try {
        const journal = await Journal.begin(join(root, 'one'), { whose: 'Ana' });
        for (const [note, messages] of written) {
          for (const message of messages) journal.append(message);
          assert.equal(await journal.flush(note, { sync: false }), messages.length);
        }
        assert.equal(journal.batches, written.length);
        await journal.forget(forgotten);
        const read = await Array.fromAsync(readJournal(journal.folder));
        const kept = written.slice(written.length - read.length);
        assert.deepEqual(
          read.map(({ note, messages }) => [note, messages.map((each) => [...each])]),
          kept.map(([note, messages]) => [
            JSON.parse(JSON.stringify(note)),
            messages.map((each) => [...each]),
          ]),
        );
        // The only missing messages are those that were discarded, and they are removed soon.
        assert.ok(read.length >= written.length - forgotten);
        assert.ok(read.length < Math.max(0, written.length - forgotten) + 16);
        if (forgotten >= written.length) assert.equal(read.length, 0);
        assert.deepEqual(await listJournals(root), [journal.folder]);
        assert.deepEqual(await aboutJournal(journal.folder), { whose: 'Ana' });
        await journal.remove();
        assert.deepEqual(await listJournals(root), []);
      } finally {
        removeFolder(root);
      }
    }),
    { numRuns: 40 },
  );
});

test('a file goes when all of its batches are processed, and not before', async () => {
  const root = temporaryFolder();
  try {
    const journal = await Journal.begin(join(root, 'one'), {});
    for (let number = 0; number < 40; number += 1) {
      journal.append(Uint8Array.of(number));
      await journal.flush(null, { sync: false });
    }
    const left = async () => (await Array.fromAsync(readJournal(journal.folder))).length;
    for (const [processed, rest] of [
      [15, 40],
      [16, 24],
      [31, 24],
      [32, 8],
      [40, 0],
    ] as const) {
      await journal.forget(processed);
      assert.equal(await left(), rest, String(processed));
    }
    await journal.remove();
  } finally {
    removeFolder(root);
  }
});

test('a file that was cut off during a write returns its complete batches', async () => {
  const root = temporaryFolder();
  try {
    const journal = await Journal.begin(join(root, 'one'), {});
    for (const text of ['one', 'two', 'three']) {
      journal.append(Buffer.from(text));
      await journal.flush(null, { sync: true });
    }
    await journal.close();
    const [file] = (await readdir(journal.folder)).filter((name) => name.endsWith('.batches'));
    const path = join(journal.folder, file!);
    const whole = (await readFile(path)).length;
    for (let size = whole - 1; size >= 0; size -= 1) {
      await truncate(path, size);
      const read = await Array.fromAsync(readJournal(journal.folder));
      const texts = read.map(({ messages }) => Buffer.from(messages[0]!).toString());
      assert.deepEqual(texts, ['one', 'two', 'three'].slice(0, texts.length));
      assert.ok(texts.length < 3);
    }
  } finally {
    removeFolder(root);
  }
});

test('damage from a power cut is reported and hides no earlier batch', async () => {
  const zeros = new Uint8Array(64);
  const noBatch = Buffer.from('0c000000020000007b7d01000000ff00', 'hex');
  // A batch with a note and no messages, followed by an extra byte.
  const tooLong = Buffer.from('0b000000020000007b7d00000000ff', 'hex');
  for (const tail of [zeros, noBatch, tooLong]) {
    const root = temporaryFolder();
    try {
      const journal = await Journal.begin(join(root, 'one'), {});
      for (let n = 0; n < 20; n++) {
        journal.append(Uint8Array.of(n));
        await journal.flush(n, { sync: false });
      }
      await journal.close();
      const files = (await readdir(journal.folder)).filter((name) => name.endsWith('.batches'));
      const first = join(journal.folder, files.toSorted()[0]!);
      await appendFile(first, tail);
      const damaged: string[] = [];
      const read = await Array.fromAsync(readJournal(journal.folder, (path) => damaged.push(path)));
      assert.deepEqual(
        read.map(({ note }) => note),
        Array.from({ length: 20 }, (_, n) => n),
      );
      assert.deepEqual(damaged, [first]);
    } finally {
      removeFolder(root);
    }
  }
});

/**
 * Flushes batches until the disk is full, and then flushes once more. Prints the number of stored
 * batches.
 */
const UNTIL_FULL = `
  const { Journal } = await import(process.argv[1]);
  const journal = await Journal.begin(process.argv[2], {});
  let taken = 0;
  for (let n = 0; n < 40; n++) {
    journal.append(new Uint8Array(1_000).fill(n));
    await journal.flush(n, { sync: true }).then(() => taken++, () => {});
  }
  await journal.close();
  console.log(taken);
`;

test('on a disk that fills up, flushed batches are complete and others absent', async () => {
  const root = temporaryFolder();
  try {
    const journal = join(root, 'one');
    const words = ['--input-type=module', '-e', UNTIL_FULL, import.meta.resolve('./journal.ts')];
    // The size of a file is limited to 8 KiB. The batch that reaches the limit is written only in
    // part, as on a full disk.
    const limited = ['-c', 'ulimit -f 16; exec "$@"', 'sh', process.execPath, ...words, journal];
    const { stdout } = await promisify(execFile)('sh', limited);
    const read = await Array.fromAsync(readJournal(journal));
    assert.deepEqual([read.length, Number(stdout)], [8, 8]);
    for (const { note, messages } of read) {
      assert.deepEqual(messages, [Buffer.alloc(1_000, note as number)]);
    }
    const { size } = await stat(join(journal, '00000000.batches'));
    assert.equal(size % (1_000 + 17), 0);
  } finally {
    removeFolder(root);
  }
});

test('a synced batch is in a file whose name is on the disk', async (t) => {
  const root = temporaryFolder();
  try {
    const journal = await Journal.begin(join(root, 'one'), {});
    await using handle = await open(root);
    const synced: string[] = [];
    t.mock.method(Object.getPrototypeOf(handle) as FileHandle, 'sync', function (this: FileHandle) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
      return Promise.resolve();
    });
    journal.append(Uint8Array.of(1));
    await journal.flush(null, { sync: false });
    assert.deepEqual(synced, []);
    await journal.forget(1);
    journal.append(Uint8Array.of(2));
    await journal.flush(null, { sync: true });
    assert.deepEqual(synced, [journal.folder, root]);
    await journal.close();
  } finally {
    removeFolder(root);
  }
});
