import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ModelError } from './model-error.ts';
import { archiveOf } from './testing-releases.ts';
import { unpack } from './unpack.ts';

test("only wanted files are extracted, with and without the system's bzip2", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unpack-'));
  const big = randomBytes(200_000);
  const archive = join(folder, 'archive.tar.bz2');
  await writeFile(
    archive,
    await archiveOf({ 'm/a': 'A', 'm/b/c': big, 'm/d': 'no', 'm/l → a': '' }),
  );
  for (const bzip2 of ['bzip2', 'no-such-program']) {
    const files = await unpack({
      archive,
      folder: join(folder, bzip2),
      wanted: (path) => path !== 'd',
      signal: new AbortController().signal,
      bzip2,
    });
    assert.deepEqual(
      files.map(({ path, bytes }) => [path, bytes]),
      [
        ['a', 1],
        ['b/c', big.length],
      ],
    );
    assert.deepEqual(await readFile(join(folder, bzip2, 'b/c')), big);
  }
  await rm(folder, { recursive: true });
});

test('a file that is no archive is reported as such, and a disk that fails with its own error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unpack-'));
  const [archive, rubbish] = [join(folder, 'archive.tar.bz2'), join(folder, 'rubbish.tar.bz2')];
  await writeFile(archive, await archiveOf({ 'm/a': 'A' }));
  await writeFile(rubbish, 'no archive');
  const { signal } = new AbortController();
  const unpacked = (file: string, to: string) =>
    unpack({ archive: file, folder: to, wanted: () => true, signal, bzip2: 'no-such-program' });
  const refusal = await unpacked(rubbish, join(folder, 'to')).catch((error: unknown) => error);
  assert.ok(refusal instanceof ModelError);
  assert.equal(refusal.message, `${rubbish} is not an archive that can be unpacked.`);
  // The folder cannot be made, because a file has its name.
  await assert.rejects(unpacked(archive, join(rubbish, 'to')), { code: 'ENOTDIR' });
  await rm(folder, { recursive: true });
});
