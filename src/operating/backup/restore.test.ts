// Long: each restore starts services.
/** The commands `backup` and `restore`; src/storage/backup has the tests of their work. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../testing/service-process.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../testing/template.ts';

let folder: string;
let source: string;
let plain: string;
before(async () => {
  folder = temporaryFolder();
  source = copyTemplate('owned');
  plain = join(folder, 'plain.tar.gz');
  const made = await runCommand(['backup', plain], { folder: source });
  assert.equal(made.code, 0, made.output);
  assert.match(made.output, /not encrypted .* Keep a copy of .*secret/);
});
after(() => [folder, source].forEach(removeFolder));

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

test('a refused restore is one sentence and leaves nothing', async () => {
  const path = join(folder, 'damaged.tar.gz');
  const bytes = readFileSync(plain);
  writeFileSync(path, bytes.subarray(0, bytes.length / 2));
  const target = temporaryFolder();
  const { code, output } = await runCommand(['restore', path], { folder: target });
  assert.equal(code, 1, output);
  assert.match(output, /^.*damaged\.tar\.gz is damaged after .* Nothing was restored\.\n$/);
  assert.deepEqual(readdirSync(target), []);
  removeFolder(target);
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
