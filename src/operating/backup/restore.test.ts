// Long: each restore starts services.
/** The restore refuses damaged and hostile archives, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { archiveOf, entriesOf } from '../../testing/archives.ts';
import type { ArchivedText } from '../../testing/archives.ts';
import { runCommand } from '../../testing/service-process.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../testing/template.ts';

let folder: string;
let source: string;
let plain: string;
let good: ArchivedText[];
before(async () => {
  folder = temporaryFolder();
  source = copyTemplate('owned');
  plain = join(folder, 'plain.tar.gz');
  const made = await runCommand(['backup', plain], { folder: source });
  assert.equal(made.code, 0, made.output);
  assert.match(made.output, /not encrypted .* Keep a copy of .*secret/);
  good = await entriesOf(readFileSync(plain));
});
after(() => [folder, source].forEach(removeFolder));

async function writeArchive(entries: ArchivedText[]): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.tar.gz`);
  writeFileSync(path, await archiveOf(entries));
  return path;
}

/** Returns the answer of a restore into an empty folder, which must stay empty. */
async function refusalOf(path: string, environment: Record<string, string> = {}): Promise<string> {
  const target = temporaryFolder();
  try {
    const { code, output } = await runCommand(['restore', path], { folder: target, environment });
    assert.equal(code, 1, output);
    assert.deepEqual(readdirSync(target), [], output);
    return output;
  } finally {
    removeFolder(target);
  }
}

const changed = (name: RegExp, change: (text: string) => string): ArchivedText[] =>
  good.map((entry) => (name.test(entry.name) ? { ...entry, text: change(entry.text) } : entry));

/** Puts an entry before the tables. */
const withEntry = (entry: ArchivedText): ArchivedText[] => good.toSpliced(1, 0, entry);

test('a good archive is restored once, and the store works with its secret', async () => {
  const target = temporaryFolder();
  const restored = await runCommand(['restore', plain], { folder: target });
  assert.equal(restored.code, 0, restored.output);
  assert.match(restored.output, /does not contain the secret.*Put the former one into/s);
  const unknown = await runCommand(['backup', join(folder, 'x.tar.gz')], {
    folder: target,
    environment: { SVC_BACKUP_KEY: 'another long passphrase' },
  });
  assert.equal(unknown.code, 1);
  assert.match(unknown.output, /used with another secret/);
  const again = await runCommand(['restore', plain], { folder: target });
  assert.match(again.output, /is not empty, so nothing was restored/);
  removeFolder(target);
});

test('a line that is no row is named', async () => {
  const users = changed(/^tables\/users/, (text) => `${text}{"id": 7\n`);
  assert.match(
    await refusalOf(await writeArchive(users)),
    /tables\/users\/000001\.jsonl, line 2 is not JSON/,
  );
  const wrong = changed(/^tables\/users/, (text) => `${text}{"id": "two"}\n`);
  assert.match(
    await refusalOf(await writeArchive(wrong)),
    /users\/000001\.jsonl, line 2 is not a row of users/,
  );
});

test('a changed row, a missing part and a missing manifest are noticed', async () => {
  const renamed = changed(/^tables\/users/, (text) =>
    text.replace('"en"', '"de"').replace('owner@', 'other@'),
  );
  assert.match(
    await refusalOf(await writeArchive(renamed)),
    /rows of users do not have the checksum/,
  );
  const less = good.filter(({ name }) => !name.startsWith('tables/users'));
  assert.match(await refusalOf(await writeArchive(less)), /users has 0 rows instead of 1/);
  const open = good.filter(({ name }) => name !== 'manifest.json');
  assert.match(await refusalOf(await writeArchive(open)), /ends before its manifest/);
});

test('a damaged file, a foreign file and a missing file are refused', async () => {
  const bytes = readFileSync(plain);
  const path = join(folder, 'damaged.tar.gz');
  writeFileSync(path, bytes.subarray(0, bytes.length - 40));
  assert.match(await refusalOf(path), /damaged\.tar\.gz is damaged after /);
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)]! ^= 0xff;
  writeFileSync(path, flipped);
  assert.match(await refusalOf(path), /is damaged after|is not JSON|not a row|cannot be read/);
  writeFileSync(path, 'this is no archive');
  assert.match(await refusalOf(path), /is damaged after its beginning/);
  assert.match(await refusalOf(await writeArchive([{ name: 'x', text: 'y' }])), /is not a backup/);
  assert.match(await refusalOf(join(folder, 'nothing')), /There is no archive/);
});

test('a newer format and a newer schema are refused', async () => {
  const newer = changed(/^backup\.json/, (text) => text.replace('"version": 1', '"version": 2'));
  assert.match(
    await refusalOf(await writeArchive(newer)),
    /has the format 2; this Commonplace reads 1/,
  );
  const schema = changed(/^database\.json/, (text) =>
    text.replace(/"schema": \d+/, '"schema": 9999'),
  );
  assert.match(await refusalOf(await writeArchive(schema)), /newer Commonplace \(migration 9999\)/);
});

test('paths outside the data folder and links are refused', async () => {
  for (const name of [
    'files/../outside',
    'files/sound/../../outside',
    '/etc/passwd',
    'files/secret',
    'files/sound/.x/y',
  ]) {
    const answer = await refusalOf(await writeArchive(withEntry({ name, text: 'x' })));
    assert.match(answer, /which no backup has/, name);
  }
  const link = withEntry({ name: 'files/sound/a/link', text: '/etc', type: 'symlink' });
  assert.match(await refusalOf(await writeArchive(link)), /of the type symlink/);
  assert.ok(!existsSync(join(folder, 'outside')));
});

test('an archive that expands without measure is refused', async () => {
  const text = ' '.repeat(300_000_000);
  const bomb = await writeArchive(withEntry({ name: 'files/uploads/big', text }));
  const answer = await refusalOf(bomb, { SVC_MIN_FREE_MIB: '1' });
  assert.match(answer, /expands to more than \d+ bytes/);
});

test('an encrypted archive needs its passphrase or key', async () => {
  const path = join(folder, 'sealed.tar.gz.age');
  const SVC_BACKUP_KEY = 'a passphrase for archives';
  const made = await runCommand(['backup', path], {
    folder: source,
    environment: { SVC_BACKUP_KEY },
  });
  assert.equal(made.code, 0, made.output);
  assert.match(await refusalOf(path), /is encrypted\. Set SVC_BACKUP_KEY/);
  const wrong = { SVC_BACKUP_KEY: 'another passphrase' };
  assert.match(await refusalOf(path, wrong), /cannot be decrypted/);
  const publicKey = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kudvhm9zsmqjqtt';
  assert.match(await refusalOf(path, { SVC_BACKUP_KEY: publicKey }), /is a public key/);
});

test('a key pair encrypts with its public half and restores with the private one', async () => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const secret = await generateX25519Identity();
  const path = join(folder, 'pair.tar.gz.age');
  const made = await runCommand(['backup', path], {
    folder: source,
    environment: { SVC_BACKUP_KEY: await identityToRecipient(secret) },
  });
  assert.equal(made.code, 0, made.output);
  const target = temporaryFolder();
  const restored = await runCommand(['restore', path], {
    folder: target,
    environment: { SVC_BACKUP_KEY: secret },
  });
  assert.match(restored.output, /Start the service with/);
  assert.equal(
    readFileSync(join(target, 'secret'), 'utf8'),
    readFileSync(join(source, 'secret'), 'utf8'),
  );
  removeFolder(target);
});

test('a backup that cannot be written leaves the former one', async () => {
  const to = join(folder, 'kept');
  mkdirSync(to);
  const path = join(to, 'mine.tar.gz');
  mkdirSync(join(source, 'uploads'), { recursive: true });
  writeFileSync(join(source, 'uploads/large'), randomBytes(30_000_000));
  writeFileSync(path, 'the former one');
  const { code, output } = await runCommand(['backup', path], {
    folder: source,
    under: ['prlimit', '--fsize=20000000'],
  });
  assert.notEqual(code, 0);
  assert.match(output, /The backup .*mine\.tar\.gz cannot be written: EFBIG/);
  assert.deepEqual(readdirSync(to), ['mine.tar.gz']);
  assert.equal(readFileSync(path, 'utf8'), 'the former one');
  rmSync(to, { recursive: true });
});
