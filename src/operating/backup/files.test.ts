// Long: each command starts a process.
// One database: it moves from the embedded one to a server.
/** Kept sound in the store for files survives a backup, a restore and a move to a server. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  hearSound,
  keepSound,
  makeConversation,
} from '../../domains/recordings/storing.fixture.ts';
import { storeFiles } from '../../domains/recordings/storing.ts';
import { createTestDatabase, startPostgres } from '../../testing/postgres.ts';
import { runCommand } from '../../testing/service-process.ts';
import { startService } from '../../testing/start-service.ts';
import { copyTemplate, removeFolder, temporaryFolder } from '../../testing/template.ts';

let folder: string;
let others: string;
let conversation: string;
let file: string;
let data: Buffer;
before(async () => {
  folder = copyTemplate('owned');
  others = temporaryFolder();
  file = crypto.randomUUID();
  await using service = await startService({ environment: { SVC_DATA_DIR: folder } });
  conversation = await makeConversation(service);
  data = await keepSound(service, conversation, { id: file });
  await storeFiles(service.service.parts, new AbortController().signal);
});
after(() => [folder, others].forEach(removeFolder));

async function isHeard(environment: Record<string, string>): Promise<boolean> {
  await using service = await startService({ environment });
  const { bytes } = await hearSound(service, conversation, { id: file });
  return bytes.equals(data);
}

test('a backup contains the files, and a restore gives them back', async () => {
  const path = join(others, 'x.tar.gz.age');
  const environment = { SVC_BACKUP_KEY: 'a long passphrase' };
  const made = await runCommand(['backup', path], { folder, environment });
  assert.match(made.output, / 1 files of sound and photos, /);
  const target = join(others, 'restored');
  const restored = await runCommand(['restore', path], { folder: target, environment });
  assert.equal(restored.code, 0, restored.output);
  const marker = (of: string) => readFileSync(join(of, 'files/commonplace-files.json'), 'utf8');
  assert.notEqual(marker(target), marker(folder));
  assert.equal(existsSync(join(target, 'restoring')), false);
  assert.ok(await isHeard({ SVC_DATA_DIR: target }));
});

test('a move to a server names the store, without which the service does not start', async () => {
  await using server = await startPostgres();
  await using database = await createTestDatabase(server.url, 'empty');
  const environment = { DATABASE_URL: database.url };
  const moved = await runCommand(['move', '--to', database.url], { folder });
  const files = /and SVC_FILES=(\S+)\. The former/.exec(moved.output)?.[1];
  assert.equal(files, join(folder, 'files'), moved.output);
  const refused = await runCommand(['serve'], { folder, environment });
  assert.match(refused.output, /names files in a store, and SVC_FILES is not set\. Set it to that/);
  assert.ok(await isHeard({ ...environment, SVC_DATA_DIR: folder, SVC_FILES: files }));
});
