import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
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
