import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NoRoom, StartError } from '../../core/errors.ts';
import { SNAPSHOT } from '../../storage/backup/snapshot-folder.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { lockBackups, withSentences } from './store.ts';

test('one backup of a data folder runs at a time, and removes what an interrupted one left', async () => {
  const folder = temporaryFolder();
  const left = join(folder, `${SNAPSHOT}${crypto.randomUUID()}`);
  mkdirSync(left);
  writeFileSync(join(left, 'file'), '');
  writeFileSync(join(folder, 'secret'), '');
  {
    await using _lock = await lockBackups(folder);
    assert.deepEqual(readdirSync(folder).toSorted(), ['backup.lock', 'secret']);
    await assert.rejects(lockBackups(folder), /^Error: Another backup is under way\. Wait/);
  }
  await (await lockBackups(folder))[Symbol.asyncDispose]();
  removeFolder(folder);
});

test('an expected failure is a sentence, and a defect stays one', async () => {
  const failing = (error: Error) =>
    withSentences(async () => {
      throw error;
    });
  await assert.rejects(failing(new NoRoom('The disk is full.')), (error: Error) => {
    assert.ok(error instanceof StartError);
    assert.equal(error.message, 'The disk is full.');
    return true;
  });
  const defect = new TypeError('a defect');
  await assert.rejects(failing(defect), (error) => error === defect);
});
