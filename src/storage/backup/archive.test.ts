import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { StartError } from '../../core/errors.ts';
import { archiveOf } from '../../testing/archives.ts';
import type { ArchivedText } from '../../testing/archives.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { folderPlace } from './places/folder.ts';
import type { ArchiveSink, StoredArchive } from './places/place.ts';
import { ArchiveManifest, Digest, FREE_EXPANSION_BYTES, MANIFEST } from '../archive/format.ts';
import { MAX_EXPANSION, MAX_JSON_BYTES } from '../archive/format.ts';
import type { ArchiveEntry } from '../archive/format.ts';
import { entryJson, readArchive, entryText } from '../archive/read.ts';
import { unpackTar } from '../archive/tar.ts';
import type { ArchiveWriter } from '../archive/write.ts';
import { storeArchive } from './store-archive.ts';
import { addFile } from './store-files.ts';

const HEAD = '{"format": "commonplace-backup", "version": 2, "created_at": "now"}';
const PASSPHRASE = 'a passphrase for archives';

let folder: string;
before(() => void (folder = temporaryFolder()));
after(() => removeFolder(folder));

const write = <T>(name: string, fill: (writer: ArchiveWriter) => Promise<T>, key?: string) =>
  storeArchive({ sink: folderPlace(folder).sink(name), key }, fill);

/** An archive that only the memory has. */
function inMemory(content: Buffer, bytes = content.length): StoredArchive {
  return { address: 'x.tar.gz', open: async () => ({ bytes, content: Readable.from([content]) }) };
}

async function* unpacked({ address: title, open: opened }: StoredArchive, key?: string) {
  yield* unpackTar({ ...(await opened()), title, key });
}

/** Reads all entries that a backup fills; `f` marks files, `d` folders. */
async function contentsOf(archive: StoredArchive, key?: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of unpacked(archive, key)) {
    if (entry.name === MANIFEST) continue;
    found.push(`${entry.isFolder ? 'd' : 'f'} ${entry.name} ${await entryText(entry)}`);
  }
  return found;
}

const contentsOfFile = (name: string, key?: string) =>
  contentsOf(folderPlace(folder).archive(name), key);

/** Reads an archive with these entries as a backup. */
async function readAll(entries: ArchivedText[]): Promise<string[]> {
  const packed = unpacked(inMemory(await archiveOf(entries)));
  const expected = { format: 'commonplace-backup', title: 'x.tar.gz', isWhole: true } as const;
  return (await Array.fromAsync(readArchive(packed, expected))).map(({ name }) => name);
}

test('an archive gives back its entries in their order', async () => {
  writeFileSync(join(folder, 'some'), 'bytes of a file');
  writeFileSync(join(folder, 'empty'), '');
  const facts = await write('order.tar.gz', async (writer) => {
    await writer.addText('b', 'first');
    await writer.addText('a', Buffer.from('second'));
    await writer.add('files/sound/one/', []);
    await addFile(writer, 'files/sound/empty', join(folder, 'empty'));
    await addFile(writer, 'files/sound/some', join(folder, 'some'));
  });
  assert.equal(facts.bytes, readFileSync(join(folder, 'order.tar.gz')).length);
  assert.deepEqual(await contentsOfFile('order.tar.gz'), [
    'f b first',
    'f a second',
    'd files/sound/one/ ',
    'f files/sound/empty ',
    'f files/sound/some bytes of a file',
  ]);
});

test('a file that grows is archived as far as it was, and one that is gone is left out', async () => {
  const path = join(folder, 'growing');
  // More than the pipeline holds, so that the file grows before its end is read.
  const begun = randomBytes(4 * 1024 * 1024);
  writeFileSync(path, begun);
  const { result } = await write('growing.tar.gz', async (writer) => {
    const gone = await addFile(writer, 'gone', join(folder, 'gone'));
    const growing = addFile(writer, 'growing', path);
    appendFileSync(path, 'more');
    return { gone, growing: await growing };
  });
  assert.deepEqual(result, { gone: false, growing: true });
  const [entry] = await contentsOfFile('growing.tar.gz');
  assert.ok(entry!.startsWith('f growing '));
});

test('a file that the service may not read ends the backup', async () => {
  // A folder opens, but cannot be read.
  const unreadable = write('unreadable.tar.gz', (writer) => addFile(writer, 'x', folder));
  await assert.rejects(unreadable);
  const withNul = write('unreadable.tar.gz', (writer) => addFile(writer, 'x', 'a\0b'));
  await assert.rejects(withNul);
  assert.ok(!readdirSync(folder).some((name) => name.startsWith('unreadable')));
});

test('a failed backup leaves the former archive and nothing else', async () => {
  const own = join(folder, 'former');
  mkdirSync(own);
  writeFileSync(join(own, 'x.tar.gz'), 'the former one');
  const sink = () => folderPlace(own).sink('x.tar.gz');
  const failing = storeArchive({ sink: sink(), key: undefined }, async (writer) => {
    await writer.addText('large', randomBytes(1_000_000));
    throw new Error('the database failed');
  });
  await assert.rejects(failing, /^Error: the database failed$/);
  const stop = new AbortController();
  const options = { sink: sink(), key: undefined, signal: stop.signal };
  const stopped = storeArchive(options, async (writer) => {
    await writer.addText('large', randomBytes(1_000_000));
    stop.abort(new StartError('The backup was interrupted.'));
    await writer.addText('more', randomBytes(1_000_000));
  });
  await assert.rejects(stopped, /^Error: The backup was interrupted\.$/);
  assert.deepEqual(readdirSync(own), ['x.tar.gz']);
  assert.equal(readFileSync(join(own, 'x.tar.gz'), 'utf8'), 'the former one');
});

test('a place that fails ends the backup with a sentence that names the archive', async () => {
  const failing = (code: string): ArchiveSink & { discarded: number } => ({
    address: 'place/x.tar.gz',
    discarded: 0,
    async write(content) {
      for await (const _chunk of content) {
        throw Object.assign(new Error(`${code}: no more`), { code });
      }
    },
    finish: async () => assert.fail('finished'),
    async discard() {
      this.discarded += 1;
      throw new Error('cannot be removed either');
    },
  });
  // The filling never ends by itself.
  const endless = async (writer: ArchiveWriter) => {
    for (;;) await writer.addText('part', randomBytes(100_000));
  };
  const full = failing('ENOSPC');
  await assert.rejects(storeArchive({ sink: full, key: undefined }, endless), (error: Error) => {
    assert.ok(error instanceof StartError);
    assert.equal(error.message, 'The backup place/x.tar.gz cannot be written: ENOSPC: no more');
    return true;
  });
  assert.equal(full.discarded, 1);
  const other = storeArchive({ sink: failing('ODD'), key: undefined }, endless);
  await assert.rejects(other, /^Error: ODD: no more$/);
});

test('a backup into a folder that is not there is refused with a sentence', async () => {
  const sink = folderPlace(join(folder, 'not there')).sink('x.tar.gz');
  const refused = storeArchive({ sink, key: undefined }, (writer) => writer.addText('a', 'b'));
  await assert.rejects(refused, /^Error: The backup .*x\.tar\.gz cannot be written: ENOENT/);
});

test('a passphrase encrypts an archive, and only this passphrase reads it', async () => {
  await write('sealed.tar.gz.age', (writer) => writer.addText('a', 'a secret text'), PASSPHRASE);
  assert.match(readFileSync(join(folder, 'sealed.tar.gz.age'), 'latin1'), /^age-encryption\.org/);
  assert.deepEqual(await contentsOfFile('sealed.tar.gz.age', PASSPHRASE), ['f a a secret text']);
  const refused = (key: string | undefined, sentence: RegExp) =>
    assert.rejects(contentsOfFile('sealed.tar.gz.age', key), sentence);
  await refused(undefined, /^Error: The archive is encrypted\. Set SVC_BACKUP_KEY/);
  await refused('another passphrase', /^Error: The archive cannot be decrypted with SVC_BACK/);
});

test('an archive in plain text is read whether a key is set or not', async () => {
  await write('plain.tar.gz', (writer) => writer.addText('a', 'text'));
  assert.deepEqual(await contentsOfFile('plain.tar.gz', PASSPHRASE), ['f a text']);
});

test('a public key encrypts for the private key, which also encrypts for itself', async () => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const secret = await generateX25519Identity();
  const other = await generateX25519Identity();
  const recipient = await identityToRecipient(secret);
  for (const key of [recipient, secret]) {
    await write('pair.tar.gz.age', (writer) => writer.addText('a', 'text'), key);
    assert.deepEqual(await contentsOfFile('pair.tar.gz.age', secret), ['f a text']);
    await assert.rejects(contentsOfFile('pair.tar.gz.age', other), /cannot be decrypted/);
    await assert.rejects(contentsOfFile('pair.tar.gz.age', recipient), /is a public key/);
  }
});

test('a key with missing characters is refused before anything is written', async () => {
  for (const key of ['age1ql3z7hjy54pw3', 'AGE-SECRET-KEY-1QQQ']) {
    const refused = write('mistyped.tar.gz.age', (writer) => writer.addText('a', 'text'), key);
    await assert.rejects(refused, /^Error: SVC_BACKUP_KEY is not a key of age\./);
  }
  assert.ok(!readdirSync(folder).some((name) => name.startsWith('mistyped')));
});

test('an archive is recognised as encrypted when it arrives byte by byte', async () => {
  const { generateX25519Identity } = await import('age-encryption');
  const key = await generateX25519Identity();
  await write('bytes.tar.gz.age', (writer) => writer.addText('a', 'text'), key);
  const stored = readFileSync(join(folder, 'bytes.tar.gz.age'));
  const archive = {
    address: 'x',
    open: async () => ({
      bytes: stored.length,
      content: Readable.from(Array.from(stored, (byte) => Buffer.from([byte]))),
    }),
  };
  assert.deepEqual(await contentsOf(archive, key), ['f a text']);
});

test('a damaged archive is named with the last entry that was read', async () => {
  const good = await archiveOf([
    { name: 'a', text: 'x' },
    { name: 'b', text: randomBytes(200_000).toString('hex') },
  ]);
  const damaged = (content: Buffer) => contentsOf(inMemory(content));
  await assert.rejects(
    damaged(good.subarray(0, good.length - 40)),
    /^Error: x\.tar\.gz is damaged after a: .* Nothing was restored\.$/,
  );
  await assert.rejects(damaged(Buffer.from('no archive')), /is damaged after its beginning/);
  await assert.rejects(damaged(Buffer.from('')), /is damaged after its beginning/);
  await assert.rejects(damaged(Buffer.from('PK\x03\x04 and more')), /is a zip, and no backup\. To/);
  const flipped = Buffer.from(good);
  flipped[good.length - 6]! ^= 0xff;
  await assert.rejects(damaged(flipped), /is damaged after (a|b): /);
});

test('a restore that ends early closes the archive', async () => {
  const content = new PassThrough();
  content.write(
    await archiveOf([
      { name: 'a', text: 'x' },
      { name: 'b', text: 'y' },
    ]),
  );
  const entries = unpackTar({ title: 'x', bytes: 1, content, key: undefined });
  assert.equal((await entries.next()).value?.name, 'a');
  await entries.return();
  assert.ok(content.destroyed);
});

test('an archive that is refused is closed', async () => {
  const content = Readable.from([Buffer.from('age-encryption.org/v1')]);
  const archive = { address: 'x', open: async () => ({ bytes: 1, content }) };
  await assert.rejects(contentsOf(archive), /is encrypted/);
  assert.ok(content.destroyed);
});

test('damage that is found while an entry is being stored is reported by the next ones', async () => {
  const good = await archiveOf([
    { name: 'a', text: 'x' },
    { name: 'b', text: 'y' },
  ]);
  const content = Readable.from([good.subarray(0, good.length - 9)]);
  const archive = { address: 'x', open: async () => ({ bytes: 1, content }) };
  const entries = unpacked(archive);
  const closed = once(content, 'close');
  assert.equal(await entryText((await entries.next()).value!), 'x');
  await closed;
  await setImmediate();
  const rest = async () => {
    for await (const entry of entries) await entryText(entry);
  };
  await assert.rejects(rest(), /^Error: x is damaged after (a|b): /);
});

test('an entry that nobody reads does not stop the next one', async () => {
  const text = 'x'.repeat(1_000_000);
  const archive = inMemory(
    await archiveOf([
      { name: 'a', text },
      { name: 'b', text: 'y' },
    ]),
  );
  const names: string[] = [];
  for await (const { name } of unpacked(archive)) names.push(name);
  assert.deepEqual(names, ['a', 'b']);
});

test('a link in an archive is refused', async () => {
  const link = await archiveOf([{ name: 'files/sound/a/link', text: '/etc', type: 'symlink' }]);
  await assert.rejects(
    contentsOf(inMemory(link)),
    /^Error: x\.tar\.gz contains files\/sound\/a\/link of the type symlink, which no archive/,
  );
});

test('an archive that expands without measure is refused, a dense one is not', async () => {
  // A tar has a block for each head, and two at its end.
  const BLOCKS = 3 * 512;
  const tar = pack();
  tar.entry({ name: 'a' }, Buffer.alloc(FREE_EXPANSION_BYTES + MAX_EXPANSION * 512 - BLOCKS));
  tar.finalize();
  const bomb = gzipSync(await buffer(tar as unknown as Readable));
  const read = async (bytes: number) => {
    for await (const { content } of unpacked(inMemory(bomb, bytes)))
      for await (const _chunk of content);
  };
  await read(512);
  await assert.rejects(read(511), /^Error: x\.tar\.gz expands to more than 67236614 bytes/);
});

test('a text entry that does not fit into memory is refused', async () => {
  const chunk = Buffer.alloc(MAX_JSON_BYTES / 8);
  const content = Readable.from(Array.from({ length: 9 }, () => chunk));
  await assert.rejects(
    entryText({ name: 'tables/x', isFolder: false, content }),
    /^Error: tables\/x is larger than 268435456 bytes\.$/,
  );
});

test('an entry that is not what its name says is named', async () => {
  const entry = (content: Readable): ArchiveEntry => ({
    name: 'manifest.json',
    isFolder: false,
    content,
  });
  const manifest = (text: string) =>
    entryJson(entry(Readable.from([Buffer.from(text)])), ArchiveManifest);
  assert.deepEqual(await manifest('{"entries": []}'), { entries: [] });
  for (const text of ['{', '{"entries": [{"name": "a"}]}'])
    await assert.rejects(manifest(text), /^Error: manifest\.json of the archive cannot be read/);
  const chunk = Buffer.alloc(MAX_JSON_BYTES / 2 + 1);
  const large = entryJson(entry(Readable.from([chunk, chunk])), ArchiveManifest);
  await assert.rejects(large, /larger than/);
});

test('only a file that begins as a backup of Commonplace is read', async () => {
  const manifest = { name: MANIFEST, text: '{"entries": []}' };
  assert.deepEqual(await readAll([{ name: 'commonplace.json', text: HEAD }, manifest]), []);
  const none = /^Error: x\.tar\.gz is not a backup of Commonplace\.$/;
  await assert.rejects(readAll([]), none);
  await assert.rejects(readAll([{ name: 'other.json', text: HEAD }]), none);
  await assert.rejects(readAll([{ name: 'commonplace.json', text: 'no JSON' }]), none);
  const changed = (from: string, to: string) =>
    readAll([{ name: 'commonplace.json', text: HEAD.replace(from, to) }]);
  await assert.rejects(changed('commonplace-backup', 'other'), none);
  await assert.rejects(changed('"version": 2', '"version": "2"'), none);
  await assert.rejects(
    changed('commonplace-backup', 'commonplace-account'),
    /^Error: x\.tar\.gz is the archive of an account, and not a backup of Commonplace\.$/,
  );
  await assert.rejects(
    changed('"version": 2', '"version": 3'),
    /^Error: x\.tar\.gz has the format 3; this Commonplace reads 2\. Update it\.$/,
  );
});

test('the entries of an archive are those of its manifest', async () => {
  const head = { name: 'commonplace.json', text: HEAD };
  const { sha256, bytes } = new Digest().add(Buffer.from('x')).facts();
  const manifest = {
    name: MANIFEST,
    text: JSON.stringify({ entries: [{ name: 'a', bytes, sha256 }] }),
  };
  const [a, b] = ['a', 'b'].map((name) => ({ name, text: 'x' })) as [ArchivedText, ArchivedText];
  assert.deepEqual(await readAll([head, a, manifest]), ['a']);
  await assert.rejects(readAll([head, manifest]), /^Error: a is missing in the archive\.$/);
  await assert.rejects(readAll([head, a, b, manifest]), /^Error: b is not in manifest\.json\.$/);
  await assert.rejects(readAll([head, a, a, manifest]), /contains a more than once\.$/);
  const other = { name: 'a', text: 'y' };
  await assert.rejects(
    readAll([head, other, manifest]),
    /^Error: a is not what manifest\.json says\.$/,
  );
  await assert.rejects(readAll([head, a]), /^Error: x\.tar\.gz ends before its manifest/);
});
