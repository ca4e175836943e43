import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { damageOfWhisper, WHISPER_FILES } from './whisper-files.ts';

test('the files are those that the licence and the training name', async () => {
  assert.equal(damageOfWhisper(), null);
  const licence = await readFile(new URL('whisper.LICENSE', WHISPER_FILES.encoder.url), 'utf8');
  for (const { sha256 } of Object.values(WHISPER_FILES)) assert.ok(licence.includes(sha256));
});

test('a file that is cut, changed or missing is named with its cure', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'whisper-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'whisper-vocabulary.txt');
  const { url, sha256 } = WHISPER_FILES.vocabulary;
  const bytes = await readFile(url);
  const damage = () => damageOfWhisper({ vocabulary: { url: pathToFileURL(path), sha256 } });
  assert.match(
    damage()!,
    /^assets\/whisper-vocabulary\.txt is missing or cannot be read\. Restore/,
  );
  await writeFile(path, bytes.subarray(1));
  assert.match(damage()!, /is not the file of this version\. Restore it/);
  bytes[100]! ^= 1;
  await writeFile(path, bytes);
  assert.match(damage()!, /is not the file of this version/);
  bytes[100]! ^= 1;
  await writeFile(path, bytes);
  assert.equal(damage(), null);
});
