/** Tests zip files that are written, the lines of their entries, and that a refused archive is closed. */
import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { entriesOf, zipOf } from '../../testing/clients/account-archive.ts';
import { eventually } from '../../testing/eventually.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { linesOf, MAX_LINE_BYTES } from './lines.ts';
import { ArchiveWriter } from './write.ts';
import { packZip, ZipReader } from './zip.ts';

async function* given(...chunks: (string | Buffer)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function lines(...chunks: (string | Buffer)[]): Promise<string[]> {
  const found = await Array.fromAsync(linesOf('a.jsonl', given(...chunks)));
  return found.map(({ number, text }) => `${number} ${text}`);
}

test('a line may be in several chunks, and a chunk may contain several lines', async () => {
  assert.deepEqual(await lines('one\ntw', 'o', '\nthree\n'), ['1 one', '2 two', '3 three']);
  assert.deepEqual(await lines('one\n\ntwo'), ['1 one', '2 ', '3 two']);
  assert.deepEqual(await lines('', '\n'), ['1 ']);
  assert.deepEqual(await lines(), []);
});

test('a letter may be in two chunks', async () => {
  const letter = Buffer.from('é\n');
  assert.deepEqual(await lines(letter.subarray(0, 1), letter.subarray(1)), ['1 é']);
});

test('a line that is not UTF-8 is named', async () => {
  const file = lines('one\n', Buffer.of(0xff, 10));
  await assert.rejects(file, { message: 'a.jsonl, line 2: this is not UTF-8.' });
});

test('a line has at most 64 MiB, in however many chunks', async () => {
  const half = Buffer.alloc(MAX_LINE_BYTES / 2, 'a');
  const [longest] = await Array.fromAsync(
    linesOf('a.jsonl', given('one\n', half, half, '\n')),
  ).then((found) => found.slice(1));
  assert.equal(longest!.text.length, MAX_LINE_BYTES);
  await assert.rejects(lines('one\n', half, half, 'a'), {
    message: `a.jsonl, line 2 is longer than ${MAX_LINE_BYTES} bytes.`,
  });
});

const FILES_OF_PROCESS = '/proc/self/fd';

test('a refused archive is closed', { skip: process.platform !== 'linux' }, async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'archive.zip');
  const whole = (
    await zipOf([
      ['one.jsonl', ''],
      ['two.jsonl', ''],
    ])
  ).toString('latin1');
  writeFileSync(path, Buffer.from(whole.replaceAll('two.jsonl', 'one.jsonl'), 'latin1'));
  await assert.rejects(ZipReader.open(path), /one\.jsonl more than once/);
  const targetOf = (name: string) => {
    try {
      return readlinkSync(join(FILES_OF_PROCESS, name));
    } catch {
      return null;
    }
  };
  await eventually('the end of the file', () =>
    readdirSync(FILES_OF_PROCESS).every((name) => targetOf(name) !== path),
  );
  removeFolder(folder);
});

test('the reason why a content cannot be read is passed on', async () => {
  const writer = new ArchiveWriter(packZip());
  writer.output.resume();
  const content = async function* () {
    yield Buffer.from('half');
    throw new Error('The disk is gone.');
  };
  await assert.rejects(writer.add('one', content()), { message: 'The disk is gone.' });
});

test('a reader that leaves ends the content that is being written', async () => {
  const writer = new ArchiveWriter(packZip());
  const closed = Promise.withResolvers<void>();
  const content = async function* () {
    try {
      for (;;) {
        yield Buffer.alloc(65_536);
        writer.output.destroy();
      }
    } finally {
      closed.resolve();
    }
  };
  await assert.rejects(writer.add('one', content()), /reader of the archive left/);
  await closed.promise;
});

test('listed entries have the size and checksum of their content', async () => {
  const writer = new ArchiveWriter(packZip());
  const archive = buffer(writer.output);
  await writer.begin('commonplace-account');
  await writer.add('listed', [Buffer.from('ab'), Buffer.from('c')], { countRows: () => 2 });
  await writer.addText('unlisted', 'd', { isListed: false });
  await writer.end();
  const entries = await entriesOf(await archive);
  assert.deepEqual(
    [...entries.keys()],
    ['commonplace.json', 'listed', 'unlisted', 'manifest.json'],
  );
  assert.deepEqual(JSON.parse(entries.get('manifest.json')!.toString()), {
    entries: [
      {
        name: 'listed',
        rows: 2,
        bytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ],
  });
});
