/** Tests imports across processes, their list, and the records that cannot be stored. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  countsOf,
  endOf,
  entriesOf,
  exportOf,
  importInto,
  zipOf,
} from '../../testing/clients/account-archive.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { openRestartableStore } from '../../testing/servers/restartable-store.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { Importer } from './importer.ts';
import { Report } from './report.ts';

const HEAD: [string, string] = ['commonplace.json', '{"format":"commonplace-account","version":1}'];
const contentsOf = async ({ owner }: TestService): Promise<string[]> =>
  (await owner.call('GET', '/v3/memories')).body.map(({ content }: Json) => content);

const MEMORY = { id: '1', memory: 'Keeps bees', created_at: '2024-07-20T08:30:36Z' };

/** Stores the row of a running import, as a process that has died leaves it behind. */
async function leaveImport({ service, owner }: TestService, seconds = 0): Promise<string> {
  const id = crypto.randomUUID();
  const report = JSON.stringify(new Report().toJSON());
  await sql`
    INSERT INTO imports (user_id, id, file_name, size, status, report, created_at, updated_at)
    VALUES (${owner.id}, ${id}, 'mem0.json', 1, 'running', ${report}::jsonb, now(),
      now() - make_interval(secs => ${seconds}))
  `.execute(service.parts.db);
  return id;
}

test('a process continues the imports of a former one, and deletes files without a running import', async () => {
  await using place = await openRestartableStore();
  const { environment } = place;
  const folder = join(place.folder, 'imports', crypto.randomUUID());
  const stray = crypto.randomUUID();
  let id: string;
  {
    await using service = await startService({ environment });
    id = await leaveImport(service);
    mkdirSync(folder);
    writeFileSync(join(folder, id), JSON.stringify([MEMORY]));
    writeFileSync(join(folder, stray), 'x');
  }
  await using service = await startService({ environment });
  const { status, format } = await endOf(service.owner, id);
  assert.deepEqual([status, format], ['completed', 'mem0']);
  assert.deepEqual(await contentsOf(service), ['Keeps bees']);
  const left = readdirSync(join(place.folder, 'imports'), { recursive: true }).map(String);
  assert.deepEqual(
    left.filter((name) => name.endsWith(stray) || name.endsWith(id)),
    [],
  );
});

test('the list of imports shows as failed an import whose process has died', async () => {
  await using service = await startService();
  const dead = await leaveImport(service, 61);
  const { body } = await service.owner.call('GET', '/v1/imports');
  assert.deepEqual(
    body.map(({ id, status }: Json) => [id, status]),
    [[dead, 'failed']],
  );
  assert.match(body[0].problem, /Import the file again/);
  const living = await leaveImport(service, 50);
  const { body: running } = await service.owner.call('GET', `/v1/imports/${living}`);
  assert.equal(running.status, 'running');
});

test('an import that fails for a reason of ours says so, and the operator finds the reason in the log', async () => {
  await using service = await startService();
  const { parts } = service.service;
  const errors: string[] = [];
  const log = {
    ...parts.log,
    error: ({ err }: { err: Error }) => void errors.push(err.message),
  };
  const id = await leaveImport(service);
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  try {
    await using importer = new Importer({ ...parts, log }, folder);
    // The file is missing.
    importer.start({ user_id: service.owner.id, id, file_name: 'a.txt', format: null } as never);
    const { status, problem } = await endOf(service.owner, id);
    assert.equal(status, 'failed');
    assert.match(problem, /^Something went wrong on our side\. Import the file again/);
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.equal(errors.length, 1);
  assert.match(errors[0]!, /ENOENT/);
});

test('of an archive, a photo that the database refuses is named, and the other records are stored', async () => {
  await using service = await startService();
  const [id, conversation_id] = [crypto.randomUUID(), crypto.randomUUID()];
  const file = await zipOf([
    HEAD,
    ['photos.jsonl', `${JSON.stringify({ id, conversation_id })}\n`],
    [`photos/${id}`, Buffer.from([0xff, 0xd8, 0xff])],
  ]);
  const imported = await importInto(service.owner, file);
  assert.equal(imported.status, 'completed', JSON.stringify(imported));
  assert.deepEqual(countsOf(imported)['photos'], [0, 0, 1]);
  const [problem] = imported.report.problems;
  assert.deepEqual(
    [problem.where, problem.message],
    ['photos.jsonl, line 1', 'The database does not accept the record.'],
  );
});

test('in an archive, sound that waits for its words is a gap of lost words', async () => {
  await using service = await startService();
  const { owner } = service;
  const transcript_segments = [{ text: 'I live in Porto.', start: 0, end: 2 }];
  await owner.call('POST', '/v1/conversations/from-segments', { transcript_segments });
  const gaps = JSON.stringify([
    { start: 2, end: 3, reason: 'waiting', journal: 'a' },
    { start: 4, end: 5, reason: 'language', journal: null },
  ]);
  await sql`UPDATE conversations SET gaps = ${gaps}::jsonb`.execute(service.service.parts.db);
  const entries = await entriesOf(await exportOf(owner));
  const conversation: Json = JSON.parse(entries.get('conversations.jsonl')!.toString());
  assert.deepEqual(conversation.gaps, [
    { start: 2, end: 3, reason: 'lost', journal: null },
    { start: 4, end: 5, reason: 'language', journal: null },
  ]);
});

/** Two folders on different file systems; null when this machine has only one. */
const folders = ['/dev/shm', tmpdir(), '/var/tmp', import.meta.dirname].filter(existsSync);
const elsewhere = folders.find((folder) => statSync(folder).dev !== statSync(folders[0]!).dev);

test(
  'an upload on another file system is copied to the place of imports',
  { skip: elsewhere === undefined && 'this machine has one file system' },
  async () => {
    const [from, to] = [folders[0]!, elsewhere!].map((folder) =>
      mkdtempSync(join(folder, 'import-')),
    );
    const importer = new Importer({ waiting: null } as never, to!);
    try {
      writeFileSync(join(from!, 'upload'), 'content');
      await importer.take(join(from!, 'upload'), { id: 'taken', user_id: 'Ana' });
      assert.equal(readFileSync(join(to!, 'taken'), 'utf8'), 'content');
    } finally {
      for (const folder of [from!, to!]) rmSync(folder, { recursive: true });
    }
  },
);
