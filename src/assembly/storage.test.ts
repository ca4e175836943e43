/** Tests the order in which the storage starts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { appliedSchema, MIGRATIONS } from '../storage/migrations.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { beginOpening } from './database.ts';
import { beginStart } from './start.ts';
import { openStorage } from './storage.ts';

test('statistics begin when all migrations of a new database have ended', async () => {
  const folder = temporaryFolder();
  try {
    await using stack = new AsyncDisposableStack();
    const config = readConfig({ SVC_DATA_DIR: folder, SVC_LOG_LEVEL: 'silent' });
    const start = beginStart(config, stack, { startsSearch: false });
    const database = await beginOpening(start).opening;
    const begun: Promise<number>[] = [];
    const watched = Object.create(database, {
      startStatistics: { value: () => void begun.push(appliedSchema(database.db)) },
    });
    await openStorage(start, watched, { embedder: null } as never);
    assert.deepEqual(await Promise.all(begun), [MIGRATIONS.at(-1)!.number]);
  } finally {
    removeFolder(folder);
  }
});
